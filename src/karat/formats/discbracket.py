"""Discontinuous trees in brackets: every word carries its position, ``(S (VP (V 0=is) …) …)``.

The format of the program disco-dop: one tree per line. Words are numbered from 0 in their sentence,
and appear in the order of the tree. Text after a tab is a comment and is left out. In words,
``#LRB#`` and ``#RRB#`` are brackets; in labels, brackets become square brackets. Untagged words have
no bracket of their own, ``(NP 0=Das 1=Buch)``, and several trees on a line are a forest. The layouts
are those of ``brackets``; only ``lines`` can have comments.

>>> import karat
>>> bank = karat.read_text("(S (VP (VB 0=is) (JJ 2=rich)) (NP (NN 1=John)))")
>>> bank.words(0), bank.spans(0)
([b'is', b'John', b'rich'], [(0, 3, b'S'), (0, 3, b'VP'), (1, 2, b'NP')])
>>> print(dumps(bank), end="")
(S (VP (VB 0=is) (JJ 2=rich)) (NP (NN 1=John)))
"""

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

import numpy as np

from karat.files.source import Source
from karat.formats import brackets
from karat.formats._block import Block
from karat.formats._foreign import numbered
from karat.formats._writing import each
from karat.model import discontinuous
from karat.model.bank import Bank
from karat.model.columns import Bytes, Ints
from karat.model.discontinuous import PlaceError
from karat.model.errors import InputError
from karat.model.layers import offsets

SUMMARY = "discontinuous trees in brackets, words numbered: (NP 0=Das 2=Buch) (disco-dop)"
EXTENSIONS = (".dbr", ".discbracket")
EXAMPLE = "(S (VP (VB 0=is) (JJ 2=rich)) (NP (NN 1=John)))"
NEEDS = "trees"
NO_NUMBER = 80
WRONG_NUMBER = 81
FAULTS = {
    **brackets.FAULTS,
    **discontinuous.FAULTS,
    NO_NUMBER: ("a word without its position", "write words as in (NP 0=Das 2=Buch), from 0"),
    WRONG_NUMBER: ("the positions of this sentence are not 0, 1, 2 … each once",
                   "give each word its own position; words may be in any order"),
}  # fmt: skip

_COMMENT = re.compile(rb"\t[^\n]*")
_BRACKET = re.compile(rb"#[LR]RB#")
# Positions of more digits than this are wrong.
_DIGITS = 9
_BY_WORD = ("word_start", "word_end", "tag")
_BY_SPAN = ("start", "end", "label", "parent")


def sniff(head: bytes) -> bool:
    """Whether the first word has a number.

    >>> sniff(b"(S (VP (VB 0=is)))"), sniff(b"(S (VP (VB is)))"), sniff(b"(S (X a) (Y 0=b))")
    (True, False, False)
    """
    return numbered(head)


class Scanner(brackets.Scanner):
    """Turns blocks into Banks; the columns of one Bank are overwritten by the next."""

    def scan(self, block: Block, *, final: bool = True) -> Bank:
        if self.lines:
            block = replace(block, pieces=_without_comments(block.pieces))
        bank = replace(super().scan(block, final=final), faults=FAULTS)
        number, after = _numbers(bank.text, bank.word_start, bank.word_end)
        sentence = np.repeat(np.arange(len(bank)), np.diff(bank.token_offset))
        place = np.arange(len(number)) - bank.token_offset[sentence]
        for row in np.flatnonzero(number < 0)[::-1].tolist():
            bank.fault[sentence[row]] = NO_NUMBER
            bank.fault_at[sentence[row]] = bank.word_start[row]
        bank.word_start[:] = np.where(number < 0, bank.word_start, after)
        yields: list[list[tuple[int, int]]] = [[] for _ in range(len(bank))]
        for moved in np.unique(sentence[number != place]).tolist():
            if not bank.fault[moved]:
                yields[moved] = _sort(bank, moved, number)
        if bank.fault.any():
            bank = _without_faulty(bank)
        bank = bank.with_layers(yields=discontinuous.table(yields))
        return _with_brackets(bank) if b"RB#" in bank.text.tobytes() else bank


def _without_comments(pieces: list[Bytes]) -> list[Bytes]:
    text = b"".join(piece.tobytes() for piece in pieces)
    return [np.frombuffer(_COMMENT.sub(lambda found: b" " * len(found[0]), text), np.uint8)]


def _numbers(text: Bytes, start: Ints, end: Ints) -> tuple[Ints, Ints]:
    """The number before the = of each word, or -1, and the position where the word itself begins."""
    number, at = np.zeros(len(start), np.int32), start.copy()
    going = np.ones(len(start), bool)
    for _ in range(_DIGITS):
        byte = text[np.minimum(at, len(text) - 1)] if len(text) else np.zeros(0, np.uint8)
        going &= (byte >= 48) & (byte < 58) & (at < end)
        number = np.where(going, 10 * number + byte.astype(np.int32) - 48, number).astype(np.int32)
        at += going
        if not going.any():
            break
    good = (at > start) & (at < end)
    good[good] = text[at[good]] == 61
    return np.where(good, number, -1).astype(np.int32), at + 1


def _sort(bank: Bank, sentence: int, number: Ints) -> list[tuple[int, int]]:
    """Sort the words of a sentence, and its constituents too; or mark the sentence as faulty."""
    words = slice(*bank.token_offset[sentence : sentence + 2].tolist())
    spans = slice(*bank.span_offset[sentence : sentence + 2].tolist())
    count = words.stop - words.start
    order = np.full(count, -1, np.int32)
    for row, at in enumerate(number[words].tolist()):
        if at >= count or order[at] >= 0:
            bank.fault[sentence] = WRONG_NUMBER
            bank.fault_at[sentence] = bank.sentence_at[sentence]
            return []
        order[at] = row
    above = discontinuous.word_parents(bank, sentence)
    try:
        placed = discontinuous.place([above[row] for row in order], bank.parent[spans].tolist())
    except PlaceError as problem:
        bank.fault[sentence] = problem.fault
        bank.fault_at[sentence] = bank.sentence_at[sentence]
        return []
    for column in (bank.word_start, bank.word_end, bank.tag):
        column[words] = column[words][order]
    bank.label[spans] = bank.label[spans][placed.order]
    bank.start[spans], bank.end[spans] = placed.start, placed.end
    bank.parent[spans] = placed.parent
    return placed.yields


def _without_faulty(bank: Bank) -> Bank:
    """The same without the words and constituents of faulty sentences."""
    fine = bank.fault == 0
    by_word, by_span = np.diff(bank.token_offset), np.diff(bank.span_offset)
    columns = {name: getattr(bank, name)[np.repeat(fine, by_word)] for name in _BY_WORD}
    columns |= {name: getattr(bank, name)[np.repeat(fine, by_span)] for name in _BY_SPAN}
    return replace(
        bank, token_offset=offsets(by_word * fine), span_offset=offsets(by_span * fine), **columns
    )


def _with_brackets(bank: Bank) -> Bank:
    """The same with #LRB# and #RRB# in words replaced by brackets; the new words follow the text."""
    data = bank.text.tobytes()
    more = bytearray()
    start, end = bank.word_start.copy(), bank.word_end.copy()
    for row, (a, b) in enumerate(zip(start.tolist(), end.tolist(), strict=True)):
        word = data[a:b]
        if b"RB#" in word:
            start[row] = len(data) + len(more)
            more += word.replace(b"#LRB#", b"(").replace(b"#RRB#", b")")
            end[row] = len(data) + len(more)
    text = np.frombuffer(bytearray(data + more), np.uint8)
    return replace(bank, text=text, word_start=start, word_end=end)


class Blocks(brackets.Blocks):
    """A file cut into blocks of whole sentences."""

    new_scanner = Scanner

    def _trees_in(self, head: bytes) -> bool:
        """A sentence may have no constituent here, because words can be directly under the root."""
        return True

    def _looks_like_lines(self) -> bool:
        found = super()._looks_like_lines()
        text = self._first_lines()
        line = text.lstrip().split(b"\n", 1)[0]
        before = line.split(b"\t", 1)[0]
        if before == line or before.count(b"(") != before.count(b")"):
            return found
        plain = Source.of(io.BytesIO(_COMMENT.sub(b"", text)), self.source.path)
        return brackets.Blocks(plain).lines


def dumps(bank: Bank) -> str:
    """Trees as text, one per line."""
    return b"".join(_texts(bank)).decode("utf-8", "surrogateescape")


def write(bank: Bank, stream: BinaryIO) -> None:
    """Write a Bank; a sentence without a parse becomes a blank line.

    Reading the result gives the same Bank, except for brackets in labels.
    """
    stream.writelines(_texts(bank))


def _texts(bank: Bank) -> Iterator[bytes]:
    return each(bank, lambda sentence: tree(bank, sentence) + b"\n")


def tree(bank: Bank, sentence: int) -> bytes:
    """One sentence as text; the parts of a constituent are in the order of their first words."""
    words, tags, spans = bank.words(sentence), bank.tags(sentence), bank.spans(sentence)
    above = discontinuous.word_parents(bank, sentence)
    parts = discontinuous.parts(bank, sentence, above)
    pieces: list[bytes] = []
    stack = [(at, row, False) for at, row in sorted(parts[-1], key=_place, reverse=True)]
    while stack:
        at, row, done = stack.pop()
        if done:
            pieces.append(b")")
            continue
        if pieces:
            pieces.append(b" ")
        if row < 0:
            bare = above[at] >= 0 and len(parts[above[at]]) > 1
            word = b"%d=" % at + _escaped(words[at])
            pieces.append(word if bare and not tags[at] else b"(%b %b)" % (_square(tags[at]), word))
        else:
            pieces.append(b"(" + _square(spans[row][2]))
            stack.append((at, row, True))
            stack += [(a, r, False) for a, r in sorted(parts[row], key=_place, reverse=True)]
    return b"".join(pieces)


def _place(part: tuple[int, int]) -> tuple[int, int, int]:
    """The sort key: the first word; a constituent without words comes before the word at its place."""
    return part[0], int(part[1] < 0), part[1]


def _square(label: bytes) -> bytes:
    return label.replace(b"(", b"[").replace(b")", b"]")


def _escaped(word: bytes) -> bytes:
    if not word or word.split() != [word]:
        raise InputError(f"the word {word!r} cannot be written: it is empty or has white space")
    if _BRACKET.search(word):
        raise InputError(f"the word {word!r} cannot be written: it would be read as a bracket")
    return word.replace(b"(", b"#LRB#").replace(b")", b"#RRB#")
