"""Bank: a parsed corpus as columns.

There are no tree objects. The words of sentence ``i`` are the rows token_offset[i] up to
token_offset[i + 1] of the word columns, its constituents the rows span_offset[i] up to
span_offset[i + 1] of the span columns, in pre-order. Spans count words from 0 in their sentence and
are half-open; a parent is a row of the same sentence, counted from 0, or -1. What a file says
beyond words, tags and constituents (dependencies, lemmas, chunks …) are ``layers``: see layers.py.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from karat.kernels.scan import FINE
from karat.model.columns import Bytes, Flags, Ints
from karat.model.errors import InputError, SyntaxFault
from karat.model.faults import FAULTS
from karat.model.labels import Labels
from karat.model.layers import Table


@dataclass(frozen=True, eq=False)
class Bank:
    """A corpus, or a block of one."""

    text: Bytes
    labels: Labels
    token_offset: Ints
    word_start: Ints
    word_end: Ints
    tag: Ints
    span_offset: Ints
    start: Ints
    end: Ints
    label: Ints
    parent: Ints
    sentence_at: Ints
    fault: Flags
    fault_at: Ints
    odd: Flags
    layers: Mapping[str, Table] = field(default_factory=dict)
    path: str = "<text>"
    first_line: int = 1
    sha256: str = field(default="", compare=False)

    def __len__(self) -> int:
        """The number of sentences, faulty ones included."""
        return len(self.fault)

    @property
    def has_trees(self) -> bool:
        """Whether it was read from trees, though all of them may be missing."""
        return bool(len(self.label)) or not {"edges", "chunks", "gr"} & set(self.layers)

    def words(self, sentence: int) -> list[bytes]:
        """The words of a sentence.

        >>> import karat
        >>> karat.read_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))").words(0)
        [b'the', b'dog', b'barks']
        """
        first, last = self.token_offset[sentence], self.token_offset[sentence + 1]
        return [
            self.text[a:b].tobytes()
            for a, b in zip(
                self.word_start[first:last].tolist(),
                self.word_end[first:last].tolist(),
                strict=True,
            )
        ]

    def tags(self, sentence: int) -> list[bytes]:
        """The tags of a sentence's words; an untagged word has an empty one."""
        rows = slice(self.token_offset[sentence], self.token_offset[sentence + 1])
        return [self.labels[number] for number in self.tag[rows].tolist()]

    def spans(self, sentence: int) -> list[tuple[int, int, bytes]]:
        """The constituents of a sentence in pre-order, as (start, end, label).

        >>> import karat
        >>> karat.read_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))").spans(0)
        [(0, 3, b'S'), (0, 2, b'NP'), (2, 3, b'VP')]
        """
        rows = slice(self.span_offset[sentence], self.span_offset[sentence + 1])
        return [
            (start, end, self.labels[label])
            for start, end, label in zip(
                self.start[rows].tolist(),
                self.end[rows].tolist(),
                self.label[rows].tolist(),
                strict=True,
            )
        ]

    def layer(self, name: str) -> Table:
        """A layer that must be there."""
        if name not in self.layers:
            has = ", ".join(sorted(self.layers)) or "only trees"
            raise InputError(f"{self.path}: it has no {name}, which is wanted here; it has {has}")
        return self.layers[name]

    def with_layers(self, **layers: Table) -> "Bank":
        """The same with these layers beside those it has."""
        return replace(self, layers={**self.layers, **layers})

    def error(self, sentence: int) -> SyntaxFault | None:
        """What is wrong with a sentence, with its place, or None."""
        kind = int(self.fault[sentence])
        if kind == FINE:
            return None
        what, advice = FAULTS[kind]
        at = int(self.fault_at[sentence])
        before = self.text[:at].tobytes()
        begin = before.rfind(b"\n") + 1
        after = self.text[at : at + 1000].tobytes().split(b"\n", 1)[0]
        line = before[begin:] + after
        number = self.first_line + before.count(b"\n")
        return SyntaxFault(what, self.path, number, at - begin + 1, line, advice)

    def errors(self) -> Iterator[SyntaxFault]:
        """What is wrong with each sentence that cannot be read."""
        for sentence in self.fault.nonzero()[0].tolist():
            error = self.error(sentence)
            assert error is not None  # the sentence is marked as faulty
            yield error

    def line(self, sentence: int) -> int:
        """The line of the file on which a sentence begins."""
        return self.first_line + int(
            np.count_nonzero(self.text[: self.sentence_at[sentence]] == 10)
        )

    def slice(self, first: int, last: int) -> "Bank":
        """The sentences from ``first`` up to ``last``, sharing the columns."""
        t0, t1 = self.token_offset[first], self.token_offset[last]
        s0, s1 = self.span_offset[first], self.span_offset[last]
        return replace(
            self,
            token_offset=self.token_offset[first : last + 1] - t0,
            word_start=self.word_start[t0:t1],
            word_end=self.word_end[t0:t1],
            tag=self.tag[t0:t1],
            span_offset=self.span_offset[first : last + 1] - s0,
            start=self.start[s0:s1],
            end=self.end[s0:s1],
            label=self.label[s0:s1],
            parent=self.parent[s0:s1],
            sentence_at=self.sentence_at[first:last],
            fault=self.fault[first:last],
            fault_at=self.fault_at[first:last],
            odd=self.odd[first:last],
            layers={name: table.slice(first, last) for name, table in self.layers.items()},
        )

    def padded(self, sentences: int) -> "Bank":
        """The same with empty sentences added at the end, up to so many in all."""
        more = sentences - len(self)
        if more <= 0:
            return self
        zeros = np.zeros(more, np.int32)
        flags = np.zeros(more, np.int8)
        return replace(
            self,
            token_offset=np.concatenate([self.token_offset, zeros + self.token_offset[-1]]),
            span_offset=np.concatenate([self.span_offset, zeros + self.span_offset[-1]]),
            sentence_at=np.concatenate([self.sentence_at, zeros]),
            fault=np.concatenate([self.fault, flags]),
            fault_at=np.concatenate([self.fault_at, zeros]),
            odd=np.concatenate([self.odd, flags]),
            layers={name: table.padded(sentences) for name, table in self.layers.items()},
        )

    def copied(self) -> "Bank":
        """The same with columns of its own, no larger than they need to be."""
        columns: dict[str, Any] = {
            one.name: value.copy()
            for one in fields(self)
            if isinstance(value := getattr(self, one.name), np.ndarray)
        }
        layers = {name: table.copied() for name, table in self.layers.items()}
        return replace(self, layers=layers, **columns)

    def relabelled(self, labels: Labels) -> "Bank":
        """The same with its labels numbered as in another table, which gains those it lacks."""
        if labels is self.labels:
            return self
        number = labels.take(self.labels)
        return replace(
            self,
            labels=labels,
            tag=number[self.tag],
            label=number[self.label],
            layers={name: table.relabelled(number) for name, table in self.layers.items()},
        )


def joined(banks: Sequence[Bank]) -> Bank:
    """One Bank of several that share their labels; places in the file stay right.

    >>> import karat
    >>> one = karat.read_text("(S (N a))\\n(S (N b))")
    >>> [joined([one, one]).words(i) for i in range(4)]
    [[b'a'], [b'b'], [b'a'], [b'b']]
    """
    if len(banks) == 1:
        return banks[0]
    at = _starts([len(bank.text) for bank in banks])
    tokens = _starts([len(bank.tag) for bank in banks])
    spans = _starts([len(bank.label) for bank in banks])
    each = list(zip(banks, at, tokens, spans, strict=True))
    end = np.zeros(1, np.int32)
    return replace(
        banks[0],
        text=np.concatenate([bank.text for bank in banks]),
        token_offset=np.concatenate(
            [b.token_offset[:-1] + t for b, _, t, _ in each]
            + [end + sum(len(b.tag) for b in banks)]
        ),
        word_start=np.concatenate([b.word_start + a for b, a, _, _ in each]),
        word_end=np.concatenate([b.word_end + a for b, a, _, _ in each]),
        tag=np.concatenate([b.tag for b in banks]),
        span_offset=np.concatenate(
            [b.span_offset[:-1] + s for b, _, _, s in each]
            + [end + sum(len(b.label) for b in banks)]
        ),
        start=np.concatenate([b.start for b in banks]),
        end=np.concatenate([b.end for b in banks]),
        label=np.concatenate([b.label for b in banks]),
        parent=np.concatenate([b.parent for b in banks]),
        sentence_at=np.concatenate([b.sentence_at + a for b, a, _, _ in each]),
        fault=np.concatenate([b.fault for b in banks]),
        fault_at=np.concatenate([b.fault_at + a for b, a, _, _ in each]),
        odd=np.concatenate([b.odd for b in banks]),
        layers={
            name: Table.joined([b.layers[name] for b in banks], [int(a) for a in at])
            for name in banks[0].layers
        },
    )


def _starts(sizes: list[int]) -> list[np.int32]:
    return [np.int32(n) for n in np.cumsum([0, *sizes[:-1]])]


def relabelled_pair(gold: Bank, system: Bank) -> tuple[Bank, Bank]:
    """Both Banks with one table of labels, so that equal labels have equal numbers."""
    labels = Labels()
    return gold.relabelled(labels), system.relabelled(labels)
