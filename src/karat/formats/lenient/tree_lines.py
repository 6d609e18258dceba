"""A file of answers that should be trees, cut into trees, refusals, prose and blank lines, in order."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from karat.formats.brackets.layout import add_up, goes_on_indented
from karat.formats.lenient.lines import Kind, Line, lines
from karat.formats.lenient.outline import depth, is_outline
from karat.formats.lenient.repair import lexicon, refuses

# A bracket with a label and another bracket in it, or a bracket with a label in capitals.
_NESTED = re.compile(rb"[(\[{]\s*(?:[A-Z][^\s()\[\]{}]*\s*)?[(\[{]")
_LABELLED = re.compile(rb"[(\[{]\s*(?:[A-Z][A-Z$]+|[SX])(?:[-=|][^\s()\[\]{}]*)?\s+[^\s)\]}]")
_BEGINS = re.compile(
    rb"\s*[(\[{]\s*(?:(?=[^\s()\[\]{}]*[A-Z.,:$`'#-])[^\s()\[\]{}]++)?(?:[\s(\[{]|$)"
)
_ENDS = re.compile(rb"\s*[)\]}][\s)\]}]*$")


class Item(NamedTuple):
    """A part of the file: a tree, a refusal, prose, a blank line, a fence, or a header with a number."""

    at: int
    kind: str
    text: bytes
    number: str | None = None


def is_tree(line: bytes, before: bytes = b"") -> bool:
    """Whether a line has a tree in it, or a part of one.

    >>> is_tree(b"(S (NP a))"), is_tree(b"Tree: [NP the dog]"), is_tree(b"a dog (I think)")
    (True, True, False)
    """
    if not line.strip():
        return False
    return any(pattern.search(line) for pattern in (_NESTED, _LABELLED)) or any(
        pattern.match(line) for pattern in (_BEGINS, _ENDS)
    )


def items(text: bytes, expected: int | None) -> list[Item]:
    """The parts of a file, in order; a tree over several lines is one part.

    A file with as many lines as gold has sentences, none of them indented, has one tree per line.
    """
    every = list(lines(text, is_tree))
    content = [line.text for line in every if is_tree(line.text)]
    surplus = [_surplus(line) for line in content]
    indented = _over_lines(text)
    together = add_up(surplus) and 2 * surplus.count(0) < len(surplus)
    if indented or (together and expected not in (len(every), len(content))):
        found = list(_free(text, every, indented))
    else:
        found = list(_single(every))
    return list(_outlines(text, found))


def _over_lines(text: bytes) -> bool:
    """Whether trees go on over several lines, in any kind of bracket."""
    return goes_on_indented(text.translate(bytes.maketrans(b"[]{}", b"()()")))


def _surplus(text: bytes) -> int:
    return sum(map(text.count, (b"(", b"[", b"{"))) - sum(map(text.count, (b")", b"]", b"}")))


def _single(every: list[Line]) -> Iterator[Item]:
    """One item for each line; a header with a tree on its line is two."""
    for line in every:
        if line.kind == Kind.SENT_ID:
            yield Item(line.at, Kind.HEADER, b"", line.number)
        elif line.kind == Kind.HEADER:
            yield Item(line.at, Kind.HEADER, line.text, line.number)
            if kind := _rest(line.text):
                yield Item(line.at, kind, line.text)
        else:
            yield Item(line.at, Kind.TREE if line.kind == Kind.CONTENT else line.kind, line.text)


def _rest(text: bytes) -> str:
    """What follows a number: a tree, a refusal, or nothing that counts."""
    if is_tree(text):
        return Kind.TREE
    return Kind.REFUSAL if refuses(text) else ""


def _free(text: bytes, every: list[Line], indented: bool) -> Iterator[Item]:
    """Trees end where they balance; if they are indented, also where the next line is not.

    Blank lines mean nothing here.
    """
    tree: _Open | None = None
    for line in every:
        if tree and tree.takes(line, indented):
            tree = tree.longer(line)
            continue
        if tree and tree.depth > 0 and line.kind == Kind.BLANK:
            continue
        if tree:
            yield Item(tree.begin, Kind.TREE, text[tree.begin : tree.end])
            tree = None
        for one in _single([line]):
            if one.kind == Kind.TREE:
                deep = 0 if line.kind == Kind.HEADER else _depth(line.text)
                tree = _Open(one.at, one.at + len(one.text), _surplus(one.text), deep)
            elif one.kind != Kind.BLANK:
                yield one
    if tree:
        yield Item(tree.begin, Kind.TREE, text[tree.begin : tree.end])


class _Open(NamedTuple):
    """A tree over several lines, as far as it was read."""

    begin: int
    end: int
    depth: int
    indent: int

    def takes(self, line: Line, indented: bool) -> bool:
        """Whether a line is a part of this tree."""
        if line.kind in (Kind.FENCE, Kind.BLANK, Kind.THOUGHT):
            return False
        if _ENDS.match(line.text):
            return True
        if indented:
            return self.depth > 0 and _depth(line.text) > self.indent and line.kind != Kind.HEADER
        return self.depth > 0 and line.kind == Kind.CONTENT

    def longer(self, line: Line) -> "_Open":
        end = line.at + len(line.text)
        return self._replace(end=end, depth=self.depth + _surplus(line.text))


def _depth(text: bytes) -> int:
    return len(text) - len(text.lstrip())


def _outlines(text: bytes, found: list[Item]) -> Iterator[Item]:
    """The items, with prose that is an outline, or begins with a label, made a tree."""
    phrases = {name.encode() for name in lexicon()["tags"]["phrases"]}
    for prose, group in groupby(found, key=lambda item: item.kind == Kind.PROSE):
        some = list(group)
        if not prose:
            yield from some
            continue
        for part in _parts(some):
            last = part[-1]
            whole = text[part[0].at : last.at + len(last.text)]
            if is_outline(whole):
                yield Item(part[0].at, Kind.TREE, whole)
                continue
            for one in part:
                words = one.text.split()
                bare = (
                    len(words) > 1 and words[0] in phrases and not one.text.rstrip().endswith(b":")
                )
                yield one._replace(kind=Kind.TREE) if bare else one


def _margin(text: bytes) -> int:
    return depth(text.decode("utf-8", "surrogateescape"))


def _parts(some: list[Item]) -> list[list[Item]]:
    """Lines of prose, cut where one is no deeper than the first of its part."""
    parts: list[list[Item]] = []
    for one in some:
        first = parts[-1][0] if parts else one
        if first is one or _margin(one.text) <= _margin(first.text):
            parts.append([])
        parts[-1].append(one)
    return parts
