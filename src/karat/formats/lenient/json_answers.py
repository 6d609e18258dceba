"""Answers inside JSON: a list, lines of JSON, objects with an id, trees as arrays or objects.

A file that is cut off is read up to there: what follows the last whole value is read as text.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from karat.formats.lenient.repair import Answer, Found, lexicon, refuses

_BEGINS = re.compile(rb"\s*(?:\[\s*(?:[\[{\"]|null|\])|\{\s*\")")
_SPACE = re.compile(r"[\s,]*")
# A tree as an array: a label, then more.
_TREE = re.compile(r'\[\s*"[^\s"(\[{]+"\s*,\s*["\[]')
_DECODER = json.JSONDecoder(strict=False)
# A broken value is read up to its fault and left, then read again from its next line. What is read so in vain
# is at most so many times the file; after that, values end with their lines. How much is read in vain
# of a value that is nested too deeply is not known; this is about as deep as Python goes.
_ROUNDS, _DEEP = 16, 1000
# Halves of characters that JSON can write and UTF-8 cannot; bytes that are not UTF-8 are others.
_LONE = re.compile("[\ud800-\udc7f\udd00-\udfff]")


def is_json(text: bytes) -> bool:
    """Whether a text begins as JSON does; a tree in square brackets does not.

    >>> is_json(b'{"id": 1}'), is_json(b'[ "(S (N a))"]'), is_json(b"[S [N a]]")
    (True, True, False)
    """
    return _BEGINS.match(text) is not None


def json_answers(text: bytes, at: int = 0) -> list[Answer]:
    """The answers in a text that begins as JSON; ``at`` is its offset in the file.

    >>> [(one.id, one.text) for one in json_answers(b'{"id": 7, "tree": ["S", ["N", "a"]]}')]
    [('7', b'(S (N a))')]
    """
    found = []
    for begin, value in _values(text):
        what = "an answer inside JSON"
        cut = isinstance(value, _Broken)
        if cut:
            what = "an answer inside JSON that is cut off or broken"
        for identifier, answer in _answers(value):
            body = _LONE.sub("\N{REPLACEMENT CHARACTER}", answer).encode("utf-8", "surrogateescape")
            kind = (Found(at + begin, "json", what),)
            refused = refuses(body)
            found.append(Answer(at + begin, body, identifier, kind, refused, said=body))
    return found


class _Broken(str):
    """JSON that cannot be decoded."""

    __slots__ = ()


def _values(text: bytes) -> Iterator[tuple[int, Any]]:
    """The values of a list or of lines, each with its offset in bytes."""
    chars = text.decode("utf-8", "surrogateescape")
    at = len(chars) - len(chars.lstrip())
    whole = _whole(chars)
    if whole is not None and (not isinstance(whole, list) or _is_tree(whole) or _is_tokens(whole)):
        yield len(chars[:at].encode()), whole
        return
    if chars.startswith("[", at) and not (whole is None and _TREE.match(chars, at)):
        at += 1
    offset = last = wasted = 0
    most = _ROUNDS * len(chars)
    while at < len(chars):
        at = _skipped(chars, at)
        if at >= len(chars):
            return
        if chars[at] in "]}":
            at += 1
            continue
        newline = chars.find("\n", at)
        line = newline if newline >= 0 else len(chars)
        try:
            value, end = _decoded(chars, at, line if wasted > most else None)
        except (ValueError, RecursionError) as error:
            read = error.pos - at if isinstance(error, json.JSONDecodeError) else _DEEP
            wasted += max(read, 0)  # it is less than 0 if only the line was read
            value, end = _Broken(chars[at:line]), line
        offset, last = offset + len(chars[last:at].encode("utf-8", "surrogateescape")), at
        yield offset, value
        at = end


def _decoded(chars: str, at: int, line: int | None) -> tuple[Any, int]:
    """The value that begins here, and its end, which is in this line if that is given."""
    if line is None:
        return _DECODER.raw_decode(chars, at)
    value, size = _DECODER.raw_decode(chars[at:line])
    return value, at + size


def _whole(chars: str) -> Any:
    """The text as one value; None if it is not."""
    try:
        return json.loads(chars, strict=False)
    except (ValueError, RecursionError):
        return None


def _skipped(chars: str, at: int) -> int:
    found = _SPACE.match(chars, at)
    return found.end() if found else at


def _answers(value: Any) -> Iterator[tuple[str | None, str]]:
    """The answers in a value, each with its id."""
    if isinstance(value, _Broken):
        yield _salvaged(value)
    elif isinstance(value, dict):
        yield from _in_object(value)
    elif isinstance(value, list) and not _is_tree(value) and not _is_tokens(value):
        for one in value:
            yield from _answers(one)
    else:
        yield None, _text(value)


def _in_object(value: dict[str, Any]) -> Iterator[tuple[str | None, str]]:
    names = lexicon()["json"]
    lower = {key.lower(): one for key, one in value.items()}
    identifier = next((str(lower[key]) for key in names["ids"] if _is_id(lower.get(key))), None)
    if _is_node(lower):
        yield identifier, _text(value)
        return
    # Some give a sentence's number where others give its words.
    if identifier is None and _is_id(lower.get("sentence")) and str(lower["sentence"]).isdigit():
        identifier = str(lower["sentence"])
    for key in names["parses"]:
        if key in lower:
            inner = lower[key]
            if _has_answers(inner):
                yield from ((identifier or found, text) for found, text in _answers(inner))
            else:
                yield identifier, _text(inner)
            return
    if identifier is not None:
        yield identifier, ""
        return
    for key, one in value.items():
        if isinstance(one, list | dict) and not _is_tree(one):
            yield from _answers(one)
        else:
            yield key, _text(one)


def _has_answers(value: Any) -> bool:
    """Whether a list or an object is not a parse itself, but has answers in it."""
    if isinstance(value, dict):
        return not _is_node({key.lower(): one for key, one in value.items()})
    return isinstance(value, list) and not _is_tree(value) and not _is_tokens(value)


def _is_id(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool) and value != ""


def _is_tree(value: Any) -> bool:
    """Whether a list is a tree: a label, then a list or a word."""
    return (
        isinstance(value, list)
        and len(value) > 1
        and isinstance(value[0], str)
        and not re.search(r"[\s(\[{]", value[0])
        and all(isinstance(one, str | list | dict) for one in value)
        and (any(isinstance(one, list | dict) for one in value[1:]) or len(value) == 2)
    )


def _is_node(value: dict[str, Any]) -> bool:
    names = lexicon()["json"]
    return any(key in value for key in names["labels"]) and any(
        key in value for key in (*names["children"], *names["words"])
    )


def _is_tokens(value: list[Any]) -> bool:
    """Whether a list has one object for each word, with its head."""
    heads = lexicon()["columns"]["HEAD"]
    return bool(value) and all(
        isinstance(one, dict) and any(key.lower() in heads for key in one) for one in value
    )


def _text(value: Any) -> str:
    """A parse as text: brackets, or rows of columns."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, list) and _is_tokens(value):
        return _rows(value)
    if isinstance(value, list | dict):
        try:
            return _tree(value)
        except RecursionError:
            return ""
    return str(value)


def _tree(value: Any) -> str:
    if isinstance(value, dict):
        names, lower = lexicon()["json"], {key.lower(): one for key, one in value.items()}
        label = next((str(lower[key]) for key in names["labels"] if key in lower), "")
        below: Any = next(
            (lower[key] for key in (*names["children"], *names["words"]) if lower.get(key)), []
        )
        children = below if isinstance(below, list) else [below]
    elif isinstance(value, list):
        nested = not (value and isinstance(value[0], str))
        label, children = ("", value) if nested else (value[0], value[1:])
        if len(children) == 1 and isinstance(children[0], list) and not _is_tree(children[0]):
            children = children[0]
    else:
        return _word(str(value))
    return f"({_word(label)} {' '.join(_tree(child) for child in children)})"


def _word(word: str) -> str:
    return "".join(word.split()).replace("(", "-LRB-").replace(")", "-RRB-")


def _rows(value: list[dict[str, Any]]) -> str:
    columns = lexicon()["columns"]
    rows = []
    for number, one in enumerate(value, 1):
        lower = {key.lower(): found for key, found in one.items()}
        row = {
            column: next((lower[key] for key in keys if lower.get(key) not in (None, "")), "_")
            for column, keys in columns.items()
        }
        row["ID"] = number if row["ID"] == "_" else row["ID"]
        rows.append("\t".join("".join(str(row[column]).split()) for column in columns))
    return "\n".join(rows)


def _salvaged(text: str) -> tuple[str | None, str]:
    """The id and the parse of JSON that cannot be decoded."""
    identifier, body = (pattern.search(text) for pattern in _patterns())
    if body is None and _TREE.match(text):
        return None, re.sub(r'"\s*,?|,', " ", re.sub(r'\[\s*"', "[", text))
    if body is None:
        body = re.match(r'\s*"((?:[^"\\]|\\.)*)', text)
    inner = body[1] if body else ("" if identifier else text)
    plain = inner.replace("\\n", "\n").replace("\\t", "\t").replace('\\"', '"')
    return identifier[1] if identifier else None, plain


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """An id, and the beginning of a parse, in JSON that cannot be decoded."""
    names = lexicon()["json"]
    ids, parses = ("|".join(map(re.escape, names[name])) for name in ("ids", "parses"))
    return (
        re.compile(rf'"(?:{ids})"\s*:\s*"?([^",}}\s]+)', re.IGNORECASE),
        re.compile(rf'"(?:{parses})"\s*:\s*"((?:[^"\\]|\\.)*)', re.IGNORECASE),
    )
