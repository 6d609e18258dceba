"""Files whose answers are JSON, alone or in code fences, and what is around it."""

from collections.abc import Sequence

from karat.formats.lenient.json_answers import is_json, json_answers
from karat.formats.lenient.lines import Kind, Line, lines
from karat.formats.lenient.repair import Answer, Found, shown


def in_json(data: bytes) -> tuple[list[Answer], list[Found]] | None:
    """The answers of a file of JSON, and what is around them; None if it is not JSON.

    >>> answers, left = in_json(b'Sure:\\n```json\\n[{"id": 4, "tree": "(N a)"}]\\n```\\n')
    >>> [(one.id, one.text) for one in answers], [one.kind for one in left]
    ([('4', b'(N a)')], ['fence', 'fence', 'prose'])
    """
    every = list(lines(data, lambda line, before: False))
    first = next((line.at for line in every if line.kind not in (Kind.THOUGHT, Kind.BLANK)), 0)
    begin = data.rfind(b"\n", 0, first) + 1
    parts = [(begin, len(data))] if is_json(data[begin:]) else _fenced(every, len(data))
    if not parts or not all(is_json(data[a:b]) for a, b in parts):
        return None
    left = [
        Found(one.at, "fence", "a code fence, left out") for one in every if one.kind == Kind.FENCE
    ]
    left += [
        Found(line.at, "prose", f"left out {shown(line.text or (line.number or '').encode())}")
        for line in every
        if line.kind not in (Kind.FENCE, Kind.BLANK) and not any(a <= line.at < b for a, b in parts)
    ]
    return [one for a, b in parts for one in json_answers(data[a:b], a)], left


def _fenced(every: Sequence[Line], size: int) -> list[tuple[int, int]]:
    """Where the text inside each pair of fences begins and ends; the last may not be closed."""
    fences = [line for line in every if line.kind == Kind.FENCE]
    ends = [line.at for line in fences[1::2]] + [size] * (len(fences) % 2)
    return [
        (line.at + len(line.text) + 1, end) for line, end in zip(fences[::2], ends, strict=True)
    ]
