"""Broken output, and output of language models, read for what it is (``--lenient``).

A file that the strict reader accepts is read as always. Otherwise it is cut into answers, each answer
is made into a sentence of its format, and every repair is listed. Nothing that a system said is made
right, and an answer that cannot be read keeps its place.

>>> found = read_lenient(b"Sure!\\n```\\n(S (N a) (V b)\\n```\\n", None, "answers.txt")
>>> found.bank.spans(0)
[(0, 2, b'S')]
>>> for one in found.repairs:
...     print(f"{one.line}:{one.column}: {one.kind}: {one.what}")
1:1: prose: left out 'Sure!'
2:1: fence: a code fence, left out
3:15: unbalanced: 1 bracket closed at the end of the answer
4:1: fence: a code fence, left out
"""

import io
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from karat import formats
from karat.files.source import Source
from karat.formats.lenient import rows, trees
from karat.formats.lenient.banks import row_bank, tree_bank
from karat.formats.lenient.json_files import in_json
from karat.formats.lenient.lines import Kind, lines
from karat.formats.lenient.order import in_place
from karat.formats.lenient.repair import Answer, Found, Parsed, refuses
from karat.formats.lenient.row_answers import is_row, row_answers
from karat.formats.lenient.tree_answers import tree_answers
from karat.formats.lenient.tree_lines import is_tree
from karat.model.bank import Bank
from karat.model.errors import InputError, UsageError
from karat.model.repairs import KINDS, Repair, with_repairs

__all__ = ["Lenient", "read_lenient"]

_SENT_ID = re.compile(rb"#\s*+sent_id\s*+=(.*)")


class Lenient(NamedTuple):
    """A file read leniently: its sentences, and what was done to read them."""

    bank: Bank
    repairs: tuple[Repair, ...]


class _Kind(NamedTuple):
    """How answers of a kind are found in a file, repaired, and made a Bank."""

    cut: Callable[[bytes, int | None], tuple[list[Answer], list[Found]]]
    repair: Callable[[Answer], Parsed]
    bank: Callable[[bytes, Sequence[Parsed], str], Bank]


_TREES = _Kind(tree_answers, trees.parsed, tree_bank)
_ROWS = _Kind(row_answers, rows.parsed, row_bank)
_KINDS = {"brackets": _TREES, "conllu": _ROWS}


def read_lenient(
    data: bytes,
    format: str | None,  # noqa: A002  # the option's name
    path: str,
    gold: Bank | None = None,
    layout: str = "auto",
) -> Lenient:
    """Read a file; ``gold`` says how many sentences there are, and which ids they have."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    places = _Places(data)
    strict, why = _strict(data, format, path, layout)
    ids = _ids(gold) if gold is not None else []
    if strict is not None and _accepted(strict, ids) and not _is_talk(strict, data, gold):
        faults = _faults_of_heads(strict)
        found = tuple(places.repair(at, one) for at, one in faults)
        return Lenient(with_repairs(strict, found), found)
    expected = len(gold) if gold is not None else None
    inside = in_json(data)
    sample = b"\n".join(one.text for one in inside[0]) if inside else data
    kind = _kind(sample[: formats.HEAD], format, gold, why)
    answers, left = inside or kind.cut(data, expected)
    if inside:
        answers = [_unwrapped(answer, kind) for answer in answers]
    placed = in_place(answers, ids, expected)
    parsed = []
    before = 0
    for answer in placed.answers:
        before = before if answer is None else answer.at
        missing = Parsed(before, None, (Found(before, "empty", "no answer has this number"),))
        parsed.append(missing if answer is None else _at_json(kind.repair(answer)))
    outside = [places.repair(0, one) for one in (*left, *placed.found)]
    own = [places.repair(at, one) for at, each in enumerate(parsed, 1) for one in each.found]
    repairs = tuple(sorted({*outside, *own}, key=_rank))
    return Lenient(with_repairs(kind.bank(data, parsed, path), own), repairs)


def _rank(repair: Repair) -> tuple[int, ...]:
    """The order in which repairs are listed: by place, then by kind."""
    return repair.line, repair.column, list(KINDS).index(repair.kind), repair.sentence


def _strict(
    data: bytes,
    format: str | None,  # noqa: A002  # the option's name
    path: str,
    layout: str,
) -> tuple[Bank | None, InputError | None]:
    """The file as the strict reader has it, or why it cannot read it."""
    source = Source.of(io.BytesIO(data), path)
    try:
        return formats.of(source, format).read(source, layout), None
    except InputError as error:
        return None, error


def _is_talk(bank: Bank, data: bytes, gold: Bank | None) -> bool:
    """Whether what could be plain text is what a model says in place of parses."""
    if bank.has_trees or bank.layers:
        return False
    parsed = gold is not None and (gold.has_trees or "edges" in gold.layers)
    return parsed or any(
        refuses(line) or (line.lstrip().startswith((b"(", b"[", b"{")) and is_tree(line))
        for line in data.split(b"\n")
    )


def _accepted(bank: Bank, ids: Sequence[str]) -> bool:
    """Whether all sentences can be read, and are in the order of gold's ids."""
    if bank.fault.any() or not len(bank):
        return False
    own = _ids(bank)
    if len(set(own)) < len(own):
        return False
    place = {name: at for at, name in enumerate(ids)}
    known = [(at, place[name]) for at, name in enumerate(own) if name in place]
    return 2 * len(known) < len(own) or all(at == there for at, there in known)


def _ids(bank: Bank) -> list[str]:
    """The ids of all sentences; none if any lacks one."""
    if "comments" not in bank.layers:
        return []
    found = []
    for sentence in range(len(bank)):
        for begin, end in bank.layers["comments"].each(sentence, "word_start", "word_end"):
            said = _SENT_ID.match(bank.text[begin:end].tobytes())
            if said:
                found.append(said[1].strip().decode("utf-8", "replace"))
                break
    return found if len(found) == len(bank) else []


def _faults_of_heads(bank: Bank) -> list[tuple[int, Found]]:
    if "edges" not in bank.layers or "morphology" not in bank.layers:
        return []
    edges = bank.layers["edges"]
    return [
        (sentence + 1, one)
        for sentence in range(len(bank))
        for one in rows.head_faults(
            edges["head"][edges.rows(sentence)].tolist(),
            bank.word_start[bank.token_offset[sentence] :].tolist(),
            int(bank.sentence_at[sentence]),
        )
    ]


def _kind(data: bytes, format: str | None, gold: Bank | None, why: InputError | None) -> _Kind:  # noqa: A002  # the option's name
    """Whether the answers should be trees or rows: as said, else as they look, else as gold is."""
    if format is not None:
        name = formats.parse(format).name
        if name not in _KINDS:
            raise why or UsageError(
                f"--lenient reads trees (brackets) and dependencies (conllu), not {name}"
            )
        return _KINDS[name]
    in_rows = sum(line.kind == Kind.CONTENT for line in lines(data, is_row, first=True))
    in_trees = sum(line.kind == Kind.CONTENT for line in lines(data, is_tree, first=True))
    if in_rows != in_trees:
        return _ROWS if in_rows > in_trees else _TREES
    return _ROWS if gold is not None and "edges" in gold.layers else _TREES


def _unwrapped(answer: Answer, kind: _Kind) -> Answer:
    """The answer in a text inside JSON, which may have prose and fences around it."""
    own, left = kind.cut(answer.text, 1)
    if not own:
        return answer
    found = (*answer.found, *left, *own[-1].found)
    if len(own) > 1:
        what = f"{len(own)} answers; the last one counts"
        found += (Found(answer.at, "several-answers", what),)
    return replace(own[-1], at=answer.at, id=answer.id, found=found, rows=())


def _at_json(parsed: Parsed) -> Parsed:
    """An answer inside JSON has no lines of its own: all its repairs are where it begins."""
    if not any(one.kind == "json" for one in parsed.found):
        return parsed
    return replace(parsed, found=tuple(one._replace(at=parsed.at) for one in parsed.found))


class _Places:
    """Counts the lines of a file once, for the places of all repairs."""

    def __init__(self, data: bytes) -> None:
        self._begins = [0, *(found.end() for found in re.finditer(rb"\n", data))]
        self._size = len(data)

    def repair(self, sentence: int, found: Found) -> Repair:
        at = min(found.at, self._size)
        line = bisect_right(self._begins, at)
        return Repair(sentence, line, at - self._begins[line - 1] + 1, found.kind, found.what)
