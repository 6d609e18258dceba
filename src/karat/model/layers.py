"""Layers: what a file says beyond words and constituents, as tables with rows for each sentence.

Words and spans are columns of the Bank itself, because the fast paths need them. Everything else is
a layer, a Table with a name:

``morphology``   one row per word: lemma, upos, xpos, feats; deps and misc as places in the text
``edges``        one row per word: head (a word of the sentence, -1: the root, -2: none), label; if sentences
                 were laid over gold's, also sentence: the one of the system's own that has the word
``enhanced``     one row per edge of the enhanced graph: head, dependent, label; a negative number
                 below -1 names an empty node: -2 is the sentence's first, -3 its second …
``typed``        one row per typed dependency, where a word may have several heads: head (-1: the root),
                 dependent, label
``surface``      one row per multiword token: first, last (half-open), word_start, word_end, line_…
``empty``        one row per empty node: before (the number of words before it), line_start, line_end
``chunks``       one row per chunk: start, end, label; if read from tags also opened and closed, the
                 prefixes of its first and its last tag (formats/_tagging.py)
``yields``       one row per word of a discontinuous constituent: span, position
``blocks``       one row per span that is part of a discontinuous yield: span, head
``functions``    one row per word, then one row per constituent: label (of the edge to its parent)
``secondary``    one row per secondary edge: child (counted as in functions), parent (span or -1), label
``headers``      one row per sentence: word_start, word_end (what follows #BOS)
``links``        one row per link of Link Grammar: left, right, label; -1 is the left wall
``gr``           one row per grammatical relation: label, then its slots
``phenomena``    one row per name of a phenomenon: label; likewise ``core`` and ``errors`` of a gold item
``inventory``    one row per name that could be listed for the sentence: label, experimental (0 or 1)
``ids``          one row per sentence: label, by which sentences are matched
``tokens``       one row per word of an HPSG derivation: first, last (characters of the sentence, or -1)
``predications`` one row per predication of MRS, EDS or DMRS: label, lemma, pos, sense, carg, type (of its
                 variable), properties (``SF=prop|TENSE=past``), first, last (characters, or -1)
``roles``        one row per edge between predications: source (-1: the top), target, label
``comments``     one row per comment line: word_start, word_end
``repairs``      one row per repair, in files read leniently: line, column, kind (KINDS in
                 formats/lenient/repair.py); a sentence without rows was read as it is

A column is plain numbers, numbers of labels (``interned``) or offsets into the text (``places``).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from karat.kernels import spans as kernel
from karat.model.columns import Ints, Longs, Numbers
from karat.model.labels import Labels


@dataclass(frozen=True, eq=False)
class Table:
    """Rows of whole numbers; those of sentence ``i`` are offset[i] up to offset[i + 1].

    >>> table = Table(np.array([0, 2, 3], np.int32), {"head": np.array([1, -1, -1], np.int32)})
    >>> table.slice(1, 2)["head"].tolist(), len(table)
    ([-1], 3)
    """

    offset: Ints
    columns: Mapping[str, Ints]
    interned: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()

    def __len__(self) -> int:
        return int(self.offset[-1])

    def __getitem__(self, column: str) -> Ints:
        return self.columns[column]

    def rows(self, sentence: int) -> slice:
        """Where the rows of a sentence are."""
        return slice(int(self.offset[sentence]), int(self.offset[sentence + 1]))

    def each(self, sentence: int, *names: str) -> Iterator[tuple[int, ...]]:
        """The rows of a sentence, with these columns."""
        rows = self.rows(sentence)
        return zip(*(self.columns[name][rows].tolist() for name in names), strict=True)

    def slice(self, first: int, last: int) -> "Table":
        """The rows of the sentences from ``first`` up to ``last``."""
        begin, end = self.offset[first], self.offset[last]
        columns = {name: column[begin:end] for name, column in self.columns.items()}
        return replace(self, offset=self.offset[first : last + 1] - begin, columns=columns)

    def picked(self, sentences: Longs) -> "Table":
        """The rows of the sentences with these numbers, in this order."""
        offset, columns = picked_columns(self.offset, sentences, self.columns)
        return replace(self, offset=offset, columns=columns)

    def padded(self, sentences: int) -> "Table":
        """The same with sentences without rows added at the end, to have this many in all."""
        more = sentences - len(self.offset) + 1
        if more <= 0:
            return self
        return replace(self, offset=np.pad(self.offset, (0, more), "edge"))

    def copied(self) -> "Table":
        """A copy, with its own columns."""
        columns = {name: column.copy() for name, column in self.columns.items()}
        return replace(self, offset=self.offset.copy(), columns=columns)

    def relabelled(self, number: Ints) -> "Table":
        """The same with label ``n`` renamed ``number[n]``."""
        renamed = {name: number[self[name]] for name in self.interned & self.columns.keys()}
        return replace(self, columns={**self.columns, **renamed})

    @staticmethod
    def joined(tables: Sequence["Table"], texts: Sequence[int]) -> "Table":
        """Several tables joined into one; ``texts`` says where the text of each begins in the whole."""
        first, pairs = tables[0], list(zip(tables, texts, strict=True))
        columns = {
            name: np.concatenate(
                [one[name] + np.int32(at if name in first.places else 0) for one, at in pairs]
            )
            for name in first.columns
        }
        return replace(first, offset=stacked([one.offset for one in tables]), columns=columns)


def offsets(sizes: Iterable[int] | Numbers) -> Ints:
    """Where the rows of each sentence begin, and where the last ones end, from the number of rows.

    >>> offsets([2, 0, 1]).tolist()
    [0, 2, 2, 3]
    """
    column = sizes if isinstance(sizes, np.ndarray) else np.fromiter(sizes, np.int64)
    result: Ints = np.zeros(len(column) + 1, np.int32)
    np.cumsum(column, dtype=np.int32, out=result[1:])
    return result


def gathered(offset: Ints, sentences: Longs) -> tuple[Ints, Longs]:
    """The rows of some sentences, in this order, and where those of each begin among them.

    >>> [found.tolist() for found in gathered(np.array([0, 2, 3], np.int32), np.array([1, 0]))]
    [[0, 1, 3], [2, 0, 1]]
    """
    sizes = np.diff(offset)[sentences].astype(np.int64)
    begins = offsets(sizes)
    shift = np.repeat(offset[:-1][sentences] - begins[:-1], sizes)
    return begins, np.arange(int(begins[-1])) + shift


def picked_columns(
    offset: Ints, sentences: Longs, columns: Mapping[str, Ints]
) -> tuple[Ints, dict[str, Ints]]:
    """The rows of some sentences, in this order, in all columns, and where those of each begin.

    >>> offset, column = np.array([0, 2, 3], np.int32), np.array([7, 8, 9], np.int32)
    >>> picked_columns(offset, np.array([1, 0]), {"head": column})[1]["head"].tolist()
    [9, 7, 8]
    """
    sentences = np.ascontiguousarray(sentences)  # every second sentence is a view with gaps
    begins = offsets(np.diff(offset)[sentences])
    size = int(begins[-1])
    found = dict[str, Ints]()
    for name, column in columns.items():
        if column.dtype == np.int32 and column.flags.c_contiguous and len(column) >= offset[-1]:
            found[name] = np.empty(size, np.int32)
            kernel.pick(column, offset, sentences, found[name])
        else:
            found[name] = column[gathered(offset, sentences)[1]]
    return begins, found


def stacked(parts: Sequence[Ints]) -> Ints:
    """The offsets of several tables, one after the other."""
    sizes = np.concatenate([np.diff(offset) for offset in parts])
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)


def table(
    rows: Iterable[Sequence[tuple[Any, ...]]],
    names: str,
    labels: Labels | None = None,
    interned: str = "label",
) -> Table:
    """The rows of each sentence as a table; with ``labels``, the interned column is of byte strings.

    >>> table([[(0, 2, b"NP")], []], "start end label", labels := Labels())["label"].tolist()
    [1]
    """
    listed = list(rows)
    flat = [row for some in listed for row in some]
    columns: Iterable[tuple[Any, ...]] = zip(*flat, strict=True) if flat else [()] * len(names)
    found = {
        name: labels.numbers(column) if labels and name == interned else np.array(column, np.int32)
        for name, column in zip(names.split(), columns, strict=False)
    }
    return Table(offsets(map(len, listed)), found, frozenset({interned} if labels else ()))


def empty(sentences: int, *names: str, interned: frozenset[str] = frozenset()) -> Table:
    columns = {name: np.zeros(0, np.int32) for name in names}
    return Table(np.zeros(sentences + 1, np.int32), columns, interned)


def names_of(labels: Labels, column: Ints) -> list[str]:
    """The labels of a column as text."""
    strings, numbers = labels.strings(), column.tolist()
    texts = {number: strings[number].decode("utf-8", "replace") for number in set(numbers)}
    return [texts[number] for number in numbers]
