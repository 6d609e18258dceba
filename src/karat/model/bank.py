"""Bank: a parsed corpus as columns.

There are no tree objects. The words of sentence ``i`` are the rows token_offset[i] up to
token_offset[i + 1] of the word columns, its constituents the rows span_offset[i] up to
span_offset[i + 1] of the span columns, in pre-order. Spans count words from 0 in their sentence and
are half-open; a parent is a row of the same sentence, counted from 0, or -1. Everything else that a
file says (dependencies, lemmas, chunks …) is in ``layers``: see layers.py.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, overload

import numpy as np

from karat.kernels import scan as kernel
from karat.model.columns import Bytes, Flags, Ints, Longs, Numbers, Spans, Words, pieces
from karat.model.errors import InputError, SyntaxFault
from karat.model.labels import Labels
from karat.model.layers import Table

if TYPE_CHECKING:
    import builtins

    from karat.model.sentence import Sentence

# The faults that a sentence can have, by number: a description, and what to do about it.
Faults: TypeAlias = Mapping[int, tuple[str, str]]

# The names that messages use for the layers that schemes compare.
CONTENTS = {
    "edges": "dependencies",
    "chunks": "chunks",
    "gr": "grammatical relations",
    "phenomena": "phenomena",
}
# The columns of words, of spans and of sentences, and which of them are offsets into the text.
BY_WORD = ("word_start", "word_end", "tag")
BY_SPAN = ("start", "end", "label", "parent")
BY_SENTENCE = ("sentence_at", "fault", "fault_at")
PLACES = ("word_start", "word_end", "sentence_at", "fault_at")


@dataclass(frozen=True, eq=False)
class Bank:
    """A corpus, or a block of one, as ``karat.read`` gives it; formats make it with ``Bank.build``.

    >>> import karat
    >>> bank = karat.read_text("(S (N dogs) (V bark))\\n(S (N cats) (V sleep))")
    >>> bank, len(bank), [sentence.words[0] for sentence in bank]
    (Bank(2 sentences, 4 words: trees, tags), 2, ['dogs', 'cats'])
    >>> bank[-1].words, bank[1:], bank[[True, False]][0].tree
    (['cats', 'sleep'], Bank(1 sentence, 2 words: trees, tags), '(S (N dogs) (V bark))')

    A format decides ``has_trees`` from the head of the file, so that it is the same in every block.
    ``before`` is the number of sentences before this block. ``beginning`` gives the first sentences of the
    file, for what must be decided by its words in the same way for every block.
    """

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
    layers: Mapping[str, Table] = field(default_factory=dict)
    faults: Faults = field(default_factory=dict)
    has_trees: bool = True
    path: str = "<text>"
    first_line: int = 1
    before: int = 0
    beginning: "Callable[[], Bank] | None" = field(default=None, compare=False)
    # What notes name: the corpus of several files that the file belongs to, if there is one.
    corpus: str = field(default="", compare=False)
    sha256: str = field(default="", compare=False)
    format: str = field(default="", compare=False)

    @classmethod
    def build(
        cls,
        text: Bytes,
        labels: Labels,
        words: Words,
        spans: Spans | None = None,
        *,
        sentence_at: Ints | None = None,
        fault: Flags | None = None,
        fault_at: Ints | None = None,
        has_trees: bool | None = None,
        **more: Any,
    ) -> "Bank":
        """A Bank from the columns that a format has read.

        Leave out spans and faults if there are none. ``more`` are the fields from ``layers`` on.

        >>> word = np.array([0], np.int32), np.array([4], np.int32)
        >>> bank = Bank.build(np.frombuffer(b"Yes!", np.uint8), Labels(), Words(np.array([0, 1]), *word))
        >>> len(bank), bank.words(0), bank.tags(0), bank.spans(0), bank.contents()
        (1, [b'Yes!'], [b''], [], 'words')
        """
        count = len(words.offset) - 1
        none = np.zeros(0, np.int32)
        tag = np.zeros(len(words.start), np.int32) if words.tag is None else words.tag
        given = spans or Spans(np.zeros(count + 1, np.int32), none, none, none, none)
        kernel.mark(tag, labels.uses, kernel.TAG)
        kernel.mark(given.label, labels.uses, kernel.BRACKET)
        return cls(
            text, labels, words.offset, words.start, words.end, tag,
            *given,
            np.zeros(count, np.int32) if sentence_at is None else sentence_at,
            np.zeros(count, np.int8) if fault is None else fault,
            np.zeros(count, np.int32) if fault_at is None else fault_at,
            has_trees=spans is not None if has_trees is None else has_trees,
            **more,
        )  # fmt: skip

    def __len__(self) -> int:
        """The number of sentences, faulty ones included."""
        return len(self.fault)

    @overload
    def __getitem__(self, which: int) -> "Sentence": ...
    @overload
    def __getitem__(
        self, which: "builtins.slice[Any, Any, Any] | Sequence[int] | Numbers"
    ) -> "Bank": ...
    def __getitem__(self, which: Any) -> "Sentence | Bank":
        """A sentence by its number from 0, or a Bank of some: a slice, numbers, or a mask."""
        from karat.model.sentence import chosen  # it needs this module

        return chosen(self, which)

    def __iter__(self) -> "Iterator[Sentence]":
        return (self[number] for number in range(len(self)))

    def __repr__(self) -> str:
        from karat.model.sentence import described

        return described(self)

    def contents(self) -> str:
        """A description of what the file has, for messages.

        >>> import karat
        >>> karat.read_text("(NN dogs) (VBP bark)").contents()
        'tagged words'
        """
        found = ["trees"] * self.has_trees
        found += [what for layer, what in CONTENTS.items() if layer in self.layers]
        return " and ".join(found) or ("tagged words" if self.tag.any() else "words")

    def words(self, sentence: int) -> list[bytes]:
        """The words of a sentence.

        >>> import karat
        >>> karat.read_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))").words(0)
        [b'the', b'dog', b'barks']
        """
        rows = slice(self.token_offset[sentence], self.token_offset[sentence + 1])
        return pieces(self.text, self.word_start[rows], self.word_end[rows])

    def tags(self, sentence: int) -> list[bytes]:
        """The tags of a sentence's words; an untagged word has an empty one."""
        rows = slice(self.token_offset[sentence], self.token_offset[sentence + 1])
        strings = self.labels.strings()
        return [strings[number] for number in self.tag[rows].tolist()]

    def spans(self, sentence: int) -> list[tuple[int, int, bytes]]:
        """The constituents of a sentence in pre-order, as (start, end, label).

        >>> import karat
        >>> karat.read_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))").spans(0)
        [(0, 3, b'S'), (0, 2, b'NP'), (2, 3, b'VP')]
        """
        rows = slice(self.span_offset[sentence], self.span_offset[sentence + 1])
        starts, ends = self.start[rows].tolist(), self.end[rows].tolist()
        strings = self.labels.strings()
        labels = [strings[number] for number in self.label[rows].tolist()]
        return list(zip(starts, ends, labels, strict=True))

    def has(self, what: str) -> bool:
        """Whether it has trees, or a layer of this name."""
        return self.has_trees if what == "trees" else what in self.layers

    def missing(self, what: str) -> str:
        """The message that there are no trees, or that a layer is missing."""
        return f"{self.path} has {self.contents()} but no {CONTENTS.get(what, what)}"

    def layer(self, name: str) -> Table:
        """A layer; an InputError if the Bank lacks it."""
        if name not in self.layers:
            raise InputError(self.missing(name))
        return self.layers[name]

    def with_layers(self, **layers: Table) -> "Bank":
        """The same Bank with these layers added."""
        return replace(self, layers={**self.layers, **layers})

    def error(self, sentence: int) -> SyntaxFault | None:
        """The fault of a sentence with its place in the file, or None."""
        kind = int(self.fault[sentence])
        if kind == kernel.FINE:
            return None
        what, advice = self.faults[kind]
        at = int(self.fault_at[sentence])
        number = int(np.searchsorted(self._line_ends, at))
        begin = int(self._line_ends[number - 1]) + 1 if number else 0
        line = self.text[begin : at + 1000].tobytes().split(b"\n", 1)[0]
        if "{columns}" in what:
            end = [*self._line_ends[number : number + 1].tolist(), len(self.text)][0]
            what = what.format(columns=np.count_nonzero(self.text[begin:end] == 9) + 1)
        place = self.first_line + number, at - begin + 1
        return SyntaxFault(what, self.path, *place, line, advice)

    def errors(self) -> Iterator[SyntaxFault]:
        """The fault of each sentence that cannot be read."""
        every = map(self.error, self.fault.nonzero()[0].tolist())
        return (error for error in every if error is not None)

    def number(self, sentence: int) -> int:
        """The number of a sentence in its file, from 1, as messages give it.

        >>> import karat
        >>> bank = karat.read_text("(S (N a))\\n(S (N b))\\n(S (N c))")
        >>> bank.number(2), bank.slice(1, 3).number(0)
        (3, 2)
        """
        return self.before + sentence + 1

    def line(self, sentence: int) -> int:
        """The line of the file on which a sentence begins."""
        return self.first_line + int(np.searchsorted(self._line_ends, self.sentence_at[sentence]))

    @cached_property
    def _line_ends(self) -> Longs:
        return np.flatnonzero(self.text == 10)

    def slice(self, first: int, last: int) -> "Bank":
        """The sentences from ``first`` up to ``last``, without copying the columns."""
        tokens, spans = self.token_offset[first : last + 1], self.span_offset[first : last + 1]
        parts = (
            (BY_WORD, tokens[0], tokens[-1]),
            (BY_SPAN, spans[0], spans[-1]),
            (BY_SENTENCE, first, last),
        )
        columns: dict[str, Any] = {
            name: getattr(self, name)[begin:end] for names, begin, end in parts for name in names
        }
        layers = {name: table.slice(first, last) for name, table in self.layers.items()}
        columns |= {"token_offset": tokens - tokens[0], "span_offset": spans - spans[0]}
        return replace(self, layers=layers, before=self.before + first, **columns)

    def padded(self, sentences: int) -> "Bank":
        """The same with empty sentences added at the end, to have this many in all."""
        more = sentences - len(self)
        if more <= 0:
            return self
        columns: Any = {name: np.pad(getattr(self, name), (0, more)) for name in BY_SENTENCE}
        for name in ("token_offset", "span_offset"):
            columns[name] = np.pad(getattr(self, name), (0, more), "edge")
        layers = {name: table.padded(sentences) for name, table in self.layers.items()}
        return replace(self, layers=layers, **columns)

    def copied(self) -> "Bank":
        """A copy, whose columns are no larger than they need to be."""
        columns: dict[str, Any] = {
            one.name: value.copy()
            for one in fields(self)
            if isinstance(value := getattr(self, one.name), np.ndarray)
        }
        layers = {name: table.copied() for name, table in self.layers.items()}
        return replace(self, layers=layers, **columns)

    def relabelled(self, labels: Labels) -> "Bank":
        """The same with labels numbered as in another table; labels that this table lacks are added."""
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


def relabelled_pair(gold: Bank, system: Bank) -> tuple[Bank, Bank]:
    """Both Banks with one table of labels, so that equal labels have equal numbers."""
    labels = Labels()
    return gold.relabelled(labels), system.relabelled(labels)
