"""Trees written as indented lines: a label per line, what is inside it deeper."""

import re
from typing import NamedTuple

# What stands before the label: spaces, bullets, and the strokes of drawn trees.
_MARGIN = re.compile(r"^(?:\s|[-*+•](?=\s)|[│├└┌─┬┤┼|`╰╭]|\+--|--)*")
_SLASHED = re.compile(r"([^\s/]+)/([A-Z$.,:`'-]+)")
_LEAF = re.compile(r"([A-Z][^\s()]*|[.,:$`'-]+|-[A-Z]+-)(?:\s*[:→]|\s*->)?\s+(\S+(?: \S+)*)")
_LABEL = re.compile(r"[A-Z][^\s()a-z]*:?")


class _Line(NamedTuple):
    depth: int
    label: str
    words: list[str]


def is_outline(text: bytes) -> bool:
    """Whether a text is an indented outline of labels and words."""
    return bool(outlined(text))


def outlined(text: bytes) -> bytes:
    """The brackets of an outline; empty if the text is none.

    >>> outlined(b"S\\n  NP\\n    DT the\\n    dog/NN\\n  VP\\n    VBZ barks\\n")
    b'(S (NP (DT the) (NN dog)) (VP (VBZ barks)))'
    """
    rows = [line for line in text.decode("utf-8", "surrogateescape").split("\n") if line.strip()]
    lines = [_line(row) for row in rows]
    known = [line for line in lines if line is not None]
    if len(known) < 2 or len(known) < len(lines):
        return b""
    if known[0].words or max(line.depth for line in known) <= known[0].depth:
        return b""
    return _brackets(known).encode("utf-8", "surrogateescape")


def depth(row: str) -> int:
    """The width of the margin of a line, with the strokes of a drawn tree."""
    margin = _MARGIN.match(row.expandtabs(4))
    assert margin is not None  # it may be empty
    return margin.end()


def _line(row: str) -> _Line | None:
    deep = depth(row)
    rest = row.expandtabs(4)[deep:].strip().strip("*`")
    if slashed := _SLASHED.fullmatch(rest):
        return _Line(deep, slashed[2], [slashed[1]])
    if _LABEL.fullmatch(rest):
        return _Line(deep, rest.rstrip(":"), [])
    if leaf := _LEAF.fullmatch(rest):
        return _Line(deep, leaf[1].rstrip(":"), leaf[2].strip("\"'").split() or [leaf[2]])
    word = rest.strip("\"'")
    return _Line(deep, "", [word]) if word and " " not in word else None


def _brackets(lines: list[_Line]) -> str:
    parts: list[str] = []
    open_: list[int] = []
    for line in lines:
        while open_ and line.depth <= open_[-1]:
            open_.pop()
            parts.append(")")
        space = " " if parts else ""
        if line.label:
            words = "".join(f" {_escaped(word)}" for word in line.words)
            parts.append(f"{space}({line.label}{words}")
            open_.append(line.depth)
        else:
            parts.append(f"{space}{_escaped(line.words[0])}")
    return "".join(parts) + ")" * len(open_)


def _escaped(word: str) -> str:
    return word.replace("(", "-LRB-").replace(")", "-RRB-")
