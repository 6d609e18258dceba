"""What the kernel finds in a text of relations, as columns."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from karat.kernels import gr as kernel
from karat.kernels.scan import PADDING
from karat.model.columns import Bytes, Flags, Ints, Numbers, roomy
from karat.model.gr import NAMES, POSITIONS, TAGS, WITH_INITIAL
from karat.model.labels import Labels

_ESCAPE = re.compile(rb"\\(.)", re.DOTALL)

# Which token of a relation is which slot, 0 for none: with one slot, with two, with three of which
# the last is initial, with three of which the first is type, with all four.
_PLACES = np.array([[0, 1, 0, 0], [0, 1, 2, 0], [0, 1, 2, 3], [1, 2, 3, 0], [1, 2, 3, 4]], np.int32)


@dataclass(frozen=True, eq=False)
class Walked:
    """A text of relations as the kernel sees it; see ``kernels.gr.walk``."""

    text: Bytes
    room: Bytes
    token_start: Ints
    token_end: Ints
    token_at: Ints
    tag_start: Ints
    tag_end: Ints
    escaped: Flags
    row_token: Ints
    row_at: Ints
    row_weight: Ints
    word_start: Ints
    word_end: Ints
    word_tag_start: Ints
    word_tag_end: Ints
    word_offset: Ints
    row_offset: Ints
    sentence_at: Ints
    number: Ints
    fault: Flags
    fault_at: Ints

    def interned(self, labels: Labels, start: Ints, end: Ints) -> Ints:
        """The numbers of the labels that stand in these places; an empty place is label 0."""
        numbers = np.zeros(len(start), np.int32)
        there = np.flatnonzero(end > start)
        places = np.stack([start[there] - 1, end[there]], axis=1).reshape(-1)
        found = np.arange(0, len(places), 2, dtype=np.int32)
        labels.fill(self.room, places, found)
        numbers[there] = found
        return numbers

    def names(self) -> set[bytes]:
        rows = self.row_token[:-1]
        places = zip(self.token_start[rows].tolist(), self.token_end[rows].tolist(), strict=True)
        return {self.text[a:b].tobytes() for a, b in places}


# The columns that are as long as there are tokens, relations, words or sentences.
_TOKENS = ("token_start", "token_end", "token_at", "tag_start", "tag_end", "escaped")
_ROWS = ("row_at", "row_weight")
_WORDS = ("word_start", "word_end", "word_tag_start", "word_tag_end")
_SENTENCES = ("sentence_at", "number", "fault", "fault_at")
# Those that have one row more.
_OFFSETS = ("word_offset", "row_offset")
_FLAGS = ("escaped", "fault")


class Columns:
    """Room for columns, used again and again; ``indexed`` for words as C&C writes them, die_2."""

    def __init__(self, indexed: bool = False) -> None:
        self.indexed = indexed
        self._room = -1

    def walk(self, pieces: Sequence[Bytes]) -> Walked:
        """The columns of a text, which are overwritten by the next."""
        size = sum(map(len, pieces))
        if size > self._room:
            # Pages that are never written cost nothing, so the worst case is what we ask for.
            self._room = room = size + (size >> 2) + 64
            self._text = np.empty(room + PADDING, np.uint8)
            self._arrays: dict[str, Numbers] = {
                name: roomy(room + 2, np.int8 if name in _FLAGS else np.int32)
                for name in (*_TOKENS, "row_token", *_ROWS, *_WORDS, *_OFFSETS, *_SENTENCES)
            }
            self._columns = kernel.Columns(**self._arrays)
        if size:
            np.concatenate(pieces, out=self._text[:size])
        self._text[size : size + PADDING] = 10
        sentences, rows, tokens, words = kernel.walk(self._text, size, self._columns, self.indexed)
        lengths = (
            (_TOKENS, tokens), (("row_token",), rows + 1), (_ROWS, rows), (_WORDS, words),
            (_OFFSETS, sentences + 1), (_SENTENCES, sentences),
        )  # fmt: skip
        columns: dict[str, Numbers] = {
            name: self._arrays[name][:length] for names, length in lengths for name in names
        }
        return Walked(text=self._text[:size], room=self._text, **columns)


def slot_columns(c: Walked, labels: Labels) -> dict[str, Ints]:
    """The columns of the layer, but for the weights: names and slots, with positions and tags."""
    token = c.interned(labels, c.token_start, c.token_end)
    tag = c.interned(labels, c.tag_start, c.tag_end)
    for i in c.escaped.nonzero()[0].tolist():
        token[i] = _unescaped(c, labels, c.token_start[i], c.token_end[i])
        tag[i] = _unescaped(c, labels, c.tag_start[i], c.tag_end[i])
    first = c.row_token[:-1]
    label = token[first]
    with_initial = np.zeros(len(label), bool)
    for relation in WITH_INITIAL:
        with_initial |= label == labels.find(relation)
    slots = np.diff(c.row_token) - 1
    case = np.where(slots < 3, slots - 1, np.where(slots == 4, 4, np.where(with_initial, 2, 3)))
    places = _PLACES[case].T
    columns = {"label": label}
    for name, place in zip(NAMES[1:], places, strict=True):
        columns[name] = np.where(place > 0, token[first + place], np.int32(0))
    for name, place in zip(POSITIONS, places, strict=False):
        columns[name] = np.where(place > 0, c.token_at[first + place], np.int32(-1))
    for name, place in zip(TAGS, places, strict=False):
        columns[name] = np.where(place > 0, tag[first + place], np.int32(0))
    columns["at"] = c.row_at.copy()
    return columns


def _unescaped(c: Walked, labels: Labels, start: int, end: int) -> int:
    return labels.intern(_ESCAPE.sub(rb"\1", c.text[start:end].tobytes()))


def lemmas_of(c: Walked, labels: Labels) -> Ints:
    """The base forms of words as C&C writes them, word|lemma|tag; 0 for a word without one."""
    start, end = c.word_end + np.int32(1), c.word_tag_start - np.int32(1)
    there = np.flatnonzero(end > start)
    found: Ints = np.zeros(len(end), np.int32)
    found[there] = c.interned(labels, start[there], end[there])
    return found


def lemmatised(c: Walked, columns: dict[str, Ints], lemma: Ints) -> dict[str, Ints]:
    """The columns of the slots with base forms, for relations between the words of the sentence."""
    sizes = np.diff(c.row_offset)
    first = np.repeat(c.word_offset[:-1], sizes)
    words = np.repeat(np.diff(c.word_offset), sizes)
    found: dict[str, Ints] = {}
    for name, position in zip(NAMES[1:], POSITIONS, strict=False):
        at = columns[position]
        inside = (at >= 0) & (at < words)
        own = np.append(lemma, np.int32(0))[np.where(inside, first + at, -1)]
        found[name] = np.where(own > 0, own, columns[name])
    return found
