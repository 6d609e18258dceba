"""Merging trees: answers are brackets beside each other, as small as they can be.

Two trees over the same words are walked from the root. Where both have a bracket with the same label,
its parts are compared: parts that end at the same words on both sides belong together. Parts that
cannot be compared further are answers.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, count, pairwise
from typing import NamedTuple

from karat.analysis.adjudication.marks import Edit, Merged, edited, mark
from karat.analysis.adjudication.marks import refuse_other_words as refuse_others
from karat.formats.brackets.text import tree
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.views.nulls import nulls, without_nulls

_TOKEN = re.compile(rb"\(([^\s()]*)|\)|([^\s()]+)")
_ROOTS = (b"", b"ROOT", b"TOP", b"S1")
# Deeper trees are beyond what Python can walk in this way, and beyond what people can read.
_DEEPEST = 400


class Node(NamedTuple):
    """A bracket with its parts, or a word (its ``word``) with its tag; ``words`` are how many it has.

    Null elements do not count. ``text`` is how it is written.
    """

    label: bytes
    parts: tuple["Node", ...]
    word: bytes
    words: int
    text: bytes

    def marked(self, number: int, answer: str) -> bytes:
        """The text with a mark on the label; a bare word gets brackets for it."""
        sign = mark(number, answer)
        if not self.text.startswith(b"("):
            return b"(" + sign + b" " + self.text + b")"
        return b"(" + self.label + sign + self.text[1 + len(self.label) :]


def refuse_other_words(first: Bank, second: Bank) -> None:
    """Stop at the first sentence whose words differ; null elements are no words."""
    refuse_others(without_nulls(first), without_nulls(second))


def merged(first: Bank, second: Bank, after: int = 0) -> Merged:
    """The first file, with both analyses where they differ; ``after`` disputes come before them."""
    numbers = count(after + 1)
    edits: list[Edit] = []
    text = first.text.tobytes()
    for sentence, (begin, end) in enumerate(pairwise([*first.sentence_at.tolist(), len(text)])):
        given = text[begin:end].rstrip()
        start = begin + len(given) - len(given.lstrip())
        # In a file of trees over several lines, each answer has a line of its own.
        apart = b"\n  " if b"\n" in given.lstrip() else b" "
        (outer, ours), (_, theirs) = (_inside(_tops(bank, sentence)) for bank in (first, second))
        if _text(ours) != _text(theirs):
            inner = _sequence(ours, theirs, numbers, apart)
            new = b"(" + outer + b" " + inner + b")" if outer is not None else inner
            edits.append((start, begin + len(given), new))
    return Merged(edited(text, edits), next(numbers) - 1 - after)


def _inside(tops: Sequence[Node]) -> tuple[bytes | None, Sequence[Node]]:
    """The label of a bracket around the whole tree that says nothing, and what is in it."""
    if len(tops) == 1 and tops[0].label in _ROOTS and tops[0].parts:
        return tops[0].label, tops[0].parts
    return None, tops


def _text(nodes: Sequence[Node]) -> bytes:
    return b" ".join(node.text for node in nodes)


def _tops(bank: Bank, sentence: int) -> tuple[Node, ...]:
    """The trees of a sentence, read from how they are written."""
    null = iter(nulls(bank.slice(sentence, sentence + 1)).tolist())
    stack: list[tuple[bytes, list[Node]]] = [(b"", [])]
    written = tree(bank, sentence)
    for token in _TOKEN.finditer(written):
        if token[2] is not None:
            stack[-1][1].append(Node(b"", (), token[2], int(not next(null)), token[2]))
        elif token[0] != b")":
            stack.append((token[1], []))
        else:
            label, parts = stack.pop()
            if not parts and written[token.start() - 1 : token.start()] == b" ":
                # A tag with an empty word; a bracket without a word has no space.
                parts = [Node(b"", (), b"", int(not next(null)), b"")]
            stack[-1][1].append(_closed(label, parts))
        if len(stack) > _DEEPEST:
            where = f"{bank.path}:{bank.line(sentence)}"
            raise InputError(f"{where}: a tree of more than {_DEEPEST} levels cannot be merged")
    return tuple(stack[0][1])


def _closed(label: bytes, parts: list[Node]) -> Node:
    """A bracket; one around a bare word is that word with its tag."""
    text = b"(" + label + (b" " if parts else b"") + _text(parts) + b")"
    words = sum(part.words for part in parts)
    if len(parts) == 1 and parts[0].text == parts[0].word:
        return Node(label, (), parts[0].word, words, text)
    return Node(label, tuple(parts), b"", words, text)


def _sequence(
    ours: Sequence[Node], theirs: Sequence[Node], numbers: Iterator[int], apart: bytes
) -> bytes:
    """Parts over the same words, side by side, merged where they end at the same words."""
    pieces = []
    for one, other in _segments(ours, theirs):
        if _text(one) == _text(other):
            pieces.append(_text(one))
        elif len(one) == len(other) == 1:
            pieces.append(_node(one[0], other[0], numbers, apart))
        else:
            pieces.append(_answers(one, other, next(numbers), apart))
    return b" ".join(pieces).replace(b" \n", b"\n")


def _node(one: Node, other: Node, numbers: Iterator[int], apart: bytes) -> bytes:
    alike = one.label == other.label and one.parts and other.parts
    segments = _segments(one.parts, other.parts) if alike else []
    comparable = len(segments) > 1 or (
        len(segments) == 1 and len(segments[0][0]) == len(segments[0][1]) == 1
    )
    if not comparable:
        return _answers([one], [other], next(numbers), apart)
    return b"(" + one.label + b" " + _sequence(one.parts, other.parts, numbers, apart) + b")"


def _answers(ours: Sequence[Node], theirs: Sequence[Node], number: int, apart: bytes) -> bytes:
    a, b = (
        b" ".join(node.marked(number, answer) for node in nodes)
        for answer, nodes in (("a", ours), ("b", theirs))
    )
    return apart.lstrip(b" ") + a + apart + b


def _segments(ours: Sequence[Node], theirs: Sequence[Node]) -> list[tuple[list[Node], list[Node]]]:
    """The smallest groups of parts that cover the same words on both sides.

    A part without words goes with the part before it; the first ones go with the part after them.
    """
    ends = [set(accumulate(part.words for part in parts)) for parts in (ours, theirs)]
    cuts = sorted((ends[0] & ends[1]) - {0})
    if not cuts:
        return [(list(ours), list(theirs))]
    groups: list[tuple[list[Node], list[Node]]] = [([], []) for _ in cuts]
    for side, parts in enumerate((ours, theirs)):
        at = 0
        for part, end in zip(parts, accumulate(part.words for part in parts), strict=True):
            while part.words and end > cuts[at]:
                at += 1
            groups[at][side].append(part)
    return groups
