"""Evidence: a parser's own output, as the text, trees or graphs that rules look at."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np

from karat.formats import read_text
from karat.model.bank import Bank
from karat.model.enhanced import edges as enhanced_edges
from karat.model.enhanced import refuse
from karat.model.errors import InputError
from karat.patterns.dependencies import with_edges
from karat.patterns.forest import Forest
from karat.patterns.graph import Graph
from karat.patterns.pattern import Marks
from karat.recognise import hpsg, links, relations, typed

# The kinds of native output. Rules can look at each as text, and at some as trees or graphs too.
FORMATS = ("brackets", "conllu", "links", "gr", "delphin", "text")
# The formats that each kind of pattern needs; regular expressions look at any.
PATTERNS = {
    "tree": ("brackets", "links", "delphin"),
    "deps": ("conllu", "links", "gr", "delphin"),
    "enhanced": ("conllu",),
    "regex": FORMATS,
}
# The sentences that are matched together: more need more memory, fewer take longer.
PART = 2000
_NOTHING = "1\t_\t_\t_\t_\t_\t0\troot\t_\t_"


@dataclass(frozen=True, eq=False)
class Evidence:
    """The parser's output for each sentence; an empty text means that there is none.

    ``ids`` are the ids of the sentences, if they have any; ``first`` is the number of sentences before
    these, if they are a block of a file.
    """

    format: str
    texts: Sequence[str]
    path: str = "<text>"
    ids: Sequence[str] = ()
    first: int = 0

    @classmethod
    def of(cls, bank: Bank, format: str, ids: Sequence[str] = ()) -> "Evidence":  # noqa: A002  # the option's name
        """The sentences of a Bank; a sentence that cannot be read has no output."""
        readable = relations.given(bank) if format == "gr" else _readable(bank)
        return cls(format, _Texts.of(bank, readable), bank.path, ids, bank.before)._with(bank)

    def _with(self, bank: Bank) -> "Evidence":
        self.__dict__["bank"] = bank  # the property then does not read it again
        return self

    def __len__(self) -> int:
        return len(self.texts)

    def name(self, i: int) -> str:
        """The id of a sentence, or its number in the file."""
        return (self.ids[i] if self.ids else "") or str(self.first + i + 1)

    def parts(self, sentences: int = PART) -> "Iterator[Evidence]":
        """The same in parts of so many sentences; what rules find in one can then be forgotten."""
        for first in range(0, len(self), sentences):
            last = min(len(self), first + sentences)
            some = self.texts[first:last], self.path, self.ids[first:last], self.first + first
            part = Evidence(self.format, *some)
            known = self.__dict__.get("bank")
            yield part if known is None else part._with(known.slice(first, last))

    @property
    def original(self) -> bytes | None:
        """The text that it was read from, if it was read as a Bank."""
        return self.texts.bank.text.tobytes() if isinstance(self.texts, _Texts) else None

    @cached_property
    def given(self) -> np.typing.NDArray[np.bool_]:
        """Which sentences have output that can be read."""
        if isinstance(self.texts, _Texts):
            return np.array(self.texts.given, bool)
        given = np.array([bool(text.strip()) for text in self.texts], bool)
        if self.format in ("brackets", "conllu", "delphin"):
            given &= _readable(self.bank)
        elif self.format == "gr":
            given &= relations.given(self.bank)
        elif self.format == "links":
            given &= np.bincount(self.graph.sentence, minlength=len(self)) > 0
        return given

    @cached_property
    def bank(self) -> Bank:
        """The sentences as a Bank of trees, dependencies, or Link Grammar's phrase structure."""
        if self.format == "conllu":
            return _conllu(self.texts)
        if self.format == "delphin":
            return hpsg.bank(self.texts)
        if self.format == "gr":
            return relations.bank(self.texts)
        trees = [links.phrases(t) for t in self.texts] if self.format == "links" else self.texts
        lines = "".join(" ".join(tree.split("\n")) + "\n" for tree in trees)
        return read_text(lines, format="brackets", layout="lines")

    @cached_property
    def forest(self) -> Forest:
        if self.format == "delphin":
            return hpsg.forest(self.bank)
        if self.format not in ("brackets", "links"):
            raise InputError(f"{self.path}: tree patterns need trees, not {self.format}")
        return Forest.of(self.bank)

    @cached_property
    def graph(self) -> Graph:
        """The dependencies, links or grammatical relations."""
        if self.format == "links":
            return links.graph(self.texts)
        if self.format == "delphin":
            return hpsg.graph(self.bank)
        if self.format == "gr":
            return relations.graph(self.bank)
        return typed.graph(self._dependencies())

    @cached_property
    def enhanced(self) -> Graph:
        """The enhanced dependencies between words, without those of empty nodes."""
        bank = self._dependencies()
        refuse(bank)
        every = [
            (head, word, label.decode("utf-8", "replace"))
            for word, heads in enumerate(enhanced_edges(bank))
            for head, label, _ in heads
        ]
        heads, words, labels = zip(*every, strict=True) if every else ((), (), ())
        return with_edges(bank, heads, words, labels)

    def present(self, kinds: Iterable[str]) -> Marks:
        """The sentences whose output has all that conditions of these kinds look at."""
        found = np.ones(len(self), bool)
        for kind in kinds if self.format == "delphin" else ():
            found &= hpsg.present(self.bank, kind)
        return found

    def _dependencies(self) -> Bank:
        if self.format != "conllu":
            raise InputError(f"{self.path}: dependency patterns need a graph, not {self.format}")
        return self.bank


def _readable(bank: Bank) -> Marks:
    """The sentences that have words and no fault."""
    return np.asarray((bank.fault == 0) & (np.diff(bank.token_offset) > 0), bool)


@dataclass(frozen=True)
class _Texts(Sequence[str]):
    """The text of each sentence of a Bank, read when it is asked for; empty if not ``given``."""

    bank: Bank
    starts: Sequence[int]
    ends: Sequence[int]
    given: Sequence[bool]

    @classmethod
    def of(cls, bank: Bank, given: Marks) -> "_Texts":
        starts = bank.sentence_at.tolist()
        # Sentences that were added at the end of the Bank have no position in the text.
        end = len(bank.text)
        ends = [b if b > a else end for a, b in zip(starts, [*starts[1:], end], strict=False)]
        return cls(bank, starts, ends, given.tolist())

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> "_Texts": ...
    def __getitem__(self, at: int | slice) -> "str | _Texts":
        if isinstance(at, slice):
            return _Texts(self.bank, self.starts[at], self.ends[at], self.given[at])
        if not self.given[at]:
            return ""
        text = self.bank.text[self.starts[at] : self.ends[at]].tobytes()
        return text.decode("utf-8", "replace")


def _conllu(texts: Sequence[str]) -> Bank:
    """The first sentence of each text; a text without words becomes one word without attributes."""
    first = []
    for text in texts:
        lines = text.strip("\n").split("\n\n")[0].split("\n")
        words = any(line[:1].isdigit() for line in lines)
        first.append("\n".join(lines) if words else _NOTHING)
    return read_text("".join(text + "\n\n" for text in first), format="conllu")
