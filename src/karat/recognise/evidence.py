"""Evidence: a parser's own output, as the text, trees or graphs that rules look at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from karat.formats import read_text
from karat.model.bank import Bank
from karat.model.enhanced import edges as enhanced_edges
from karat.model.errors import InputError
from karat.patterns.dependencies import of_bank, with_edges
from karat.patterns.forest import Forest
from karat.patterns.graph import Graph
from karat.patterns.pattern import Marks
from karat.recognise import hpsg, links

# The kinds of native output. Rules can look at each as text, and at some as trees or graphs too.
FORMATS = ("brackets", "conllu", "links", "delphin", "text")
_NOTHING = "1\t_\t_\t_\t_\t_\t0\troot\t_\t_"


@dataclass(frozen=True, eq=False)
class Evidence:
    """The parser's output for each sentence; an empty text means that there is none."""

    format: str
    texts: Sequence[str]
    path: str = "<text>"

    @classmethod
    def of(cls, bank: Bank, format: str) -> "Evidence":  # noqa: A002  # the option's name
        """The sentences of a Bank; a sentence that cannot be read has no output."""
        starts = bank.sentence_at.tolist()
        given = ((bank.fault == 0) & (np.diff(bank.token_offset) > 0)).tolist()
        texts = []
        for i, (start, there) in enumerate(zip(starts, given, strict=True)):
            # Sentences that were added at the end of the Bank have no position in the text.
            end = next((one for one in starts[i + 1 : i + 2] if one > start), len(bank.text))
            text = bank.text[start:end].tobytes() if there else b""
            texts.append(text.decode("utf-8", "replace"))
        evidence = cls(format, texts, bank.path)
        evidence.__dict__["bank"] = bank  # the property then does not read it again
        return evidence

    def __len__(self) -> int:
        return len(self.texts)

    @cached_property
    def given(self) -> np.typing.NDArray[np.bool_]:
        """Which sentences have output that can be read."""
        given = np.array([bool(text.strip()) for text in self.texts], bool)
        if self.format in ("brackets", "conllu", "delphin"):
            given &= (self.bank.fault == 0) & (np.diff(self.bank.token_offset) > 0)
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
        """The basic dependencies, or the links."""
        if self.format == "links":
            return links.graph(self.texts)
        if self.format == "delphin":
            return hpsg.graph(self.bank)
        return of_bank(self._dependencies())

    @cached_property
    def enhanced(self) -> Graph:
        """The enhanced dependencies between words, without those of empty nodes."""
        bank = self._dependencies()
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


def _conllu(texts: Sequence[str]) -> Bank:
    """The first sentence of each text; a text without words becomes one word without attributes."""
    first = []
    for text in texts:
        lines = text.strip("\n").split("\n\n")[0].split("\n")
        words = any(line[:1].isdigit() for line in lines)
        first.append("\n".join(lines) if words else _NOTHING)
    return read_text("".join(text + "\n\n" for text in first), format="conllu")
