"""The figures of agreement.py: what is extracted, compared layer by layer, over some documents."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

import karat
from chunk_causes import causes
from karat.analysis.gr_tables import MISSED, Compared
from karat.analysis.soundness import dependency_cycles, relation_cycles, wrong_heads
from karat.formats import brackets
from karat.model.bank import Bank
from karat.model.layers import names_of
from karat.model.score import Score
from karat.schemes.gr import Gr
from karat.views.deps import deps
from karat.views.edges import punctuation
from karat.views.gr import gr
from karat.views.nulls import nulls, without_nulls
from treebanks import Document

DEPS = "deps(punctuation=no,subtypes=no,failed=empty)"
SUBTYPES = "deps(punctuation=no,failed=empty)"
Confusions = Counter[tuple[str, str]]
_FUNCTIONS = re.compile(r"\(([A-Z]+)[-=][-=A-Z0-9]*(?=[\s(])")
_INDEX = re.compile(r"\(([^\s()]*[^\s()\d])(?:[-=]\d+)+(?=[\s(])")


@dataclass(frozen=True)
class Layer:
    """One comparison: its score by label or relation, and what was confused with what."""

    score: Score
    confusions: Confusions = field(default_factory=Counter)

    @property
    def rows(self) -> dict[str, dict[str, int]]:
        """The counts gold, system and matched of each label or relation."""
        (groups,) = self.score.groups.values()
        return {name: dict(row["counts"]) for name, row in groups.items()}

    def measures(self, name: str) -> Mapping[str, float]:
        """The figures of a label or relation, which may be NaN."""
        (groups,) = self.score.groups.values()
        found: Mapping[str, float] = groups[name]["measures"]
        return found


@dataclass(frozen=True)
class Figures:
    """All comparisons that some documents allow, and the counts that should be 0."""

    documents: Counter[str]  # by treebank
    with_both: int
    sentences: int
    words: int
    layers: dict[str, Layer]
    faults: dict[str, int]
    reasons: Counter[tuple[str, str]]


def measure(documents: Sequence[Document]) -> Figures:
    """Compare every layer of these documents."""
    both = tuple(one for one in documents if one.trees and one.graphs)
    trees = tuple(one for one in documents if one.trees)
    graphs = tuple(one for one in documents if one.graphs)
    layers: dict[str, Layer] = {}
    if both:
        layers["deps"] = _dependencies(_graphs(both), deps(_trees(both)))
        layers["deps, subtypes"] = Layer(
            karat.score(_graphs(both), deps(_trees(both)), SUBTYPES, by=["label"])
        )
        layers["gr"] = _relations(_from_graphs(both), _from_trees(both))
        bare = karat.read_text(_FUNCTIONS.sub(r"(\1", brackets.dumps(without_nulls(_trees(both)))))
        layers["gr, no tags"] = _relations(_from_graphs(both), gr(bare, positions=True))
        score = karat.score(_graphs(both), _trees(both), "chunks(failed=empty)", by=["label"])
        layers["chunks"] = Layer(score, causes(_graphs(both), _trees(both)))
    traced = tuple(one for one in trees if nulls(_trees((one,))).any())
    if traced:
        bank, bare = _trees(traced), stripped(_trees(traced))
        layers["deps, traces"] = _dependencies(deps(bank), deps(bare))
        layers["gr, traces"] = _relations(_from_trees(traced), gr(bare, positions=True))
    if graphs:
        plain = gr(_graphs(graphs), enhanced=False, positions=True)
        layers["gr, enhanced"] = _relations(_from_graphs(graphs), plain)
        without = _read([re.sub(":agent", "", one.graphs) for one in graphs], "conllu")
        layers["gr, agents"] = _relations(_from_graphs(graphs), gr(without, positions=True))
    treebanks = Counter(one.treebank for one in documents)
    faults, reasons = _faults(trees, graphs)
    banks = [_trees((one,)) if one.trees else _graphs((one,)) for one in documents]
    words = sum(int(np.count_nonzero(~nulls(bank))) for bank in banks)
    return Figures(treebanks, len(both), sum(map(len, banks)), words, layers, faults, reasons)


def stripped(trees: Bank) -> Bank:
    """The trees without null elements, and without the numbers that point to these."""
    return karat.read_text(_INDEX.sub(r"(\1", brackets.dumps(without_nulls(trees))))


def judged(gold: Bank, trees: Bank) -> tuple[Layer, Layer]:
    """Relations from trees with null elements, and from the same trees without, against gold's."""
    with_nulls, without = (
        Layer(karat.score(gold, gr(bank), "gr(failed=empty)", by=["relation"]))
        for bank in (trees, stripped(trees))
    )
    return with_nulls, without


def extracted(documents: Sequence[Document]) -> tuple[Bank, Bank]:
    """The relations from the graphs and from the trees of documents that have both."""
    return _from_graphs(tuple(documents)), _from_trees(tuple(documents))


def _dependencies(gold: Bank, system: Bank) -> Layer:
    return Layer(karat.score(gold, system, DEPS, by=["label"]), _confused(gold, system))


def _relations(gold: Bank, system: Bank) -> Layer:
    score = karat.score(gold, system, "gr(failed=empty)", by=["relation"])
    named = Compared(gold, system, Gr()).confusion
    return Layer(score, Counter({pair: n for pair, n in named.items() if _renamed(*pair)}))


def _renamed(gold: str, system: str) -> bool:
    """Whether both sides have a relation, and under different names."""
    return gold != system and MISSED not in (gold, system)


def _confused(gold: Bank, system: Bank) -> Confusions:
    """Labels without subtypes that differ, whatever the head, in sentences of the same length."""
    lengths = [np.diff(bank.token_offset) for bank in (gold, system)]
    fine = lengths[0] == lengths[1]
    counted = ~punctuation(gold)
    pairs = []
    for bank, length in zip((gold, system), lengths, strict=True):
        names = np.array(names_of(bank.labels, bank.layer("edges")["label"]), object)
        pairs.append([name.partition(":")[0] for name in names[np.repeat(fine, length)]])
    wanted = counted[np.repeat(fine, lengths[0])].tolist()
    return Counter(
        pair for pair, used in zip(zip(*pairs, strict=True), wanted, strict=True)
        if used and pair[0] != pair[1]
    )  # fmt: skip


def _faults(
    trees: tuple[Document, ...], graphs: tuple[Document, ...]
) -> tuple[dict[str, int], Counter[tuple[str, str]]]:
    """Cycles and heads of the wrong class without a reason; and the reasons of the others."""
    faults, reasons = {}, Counter[tuple[str, str]]()
    banks = {}
    if trees:
        faults["sentences with a cycle, dependencies from trees"] = len(
            dependency_cycles(deps(_trees(trees)))
        )
        banks["trees"] = _from_trees(trees)
    if graphs:
        banks["UD"] = _from_graphs(graphs)
    for source, bank in banks.items():
        found = list(wrong_heads(bank))
        faults[f"sentences with a cycle, relations from {source}"] = len(relation_cycles(bank))
        faults[f"heads of the wrong class, relations from {source}"] = sum(
            not one.reason for one in found
        )
        reasons.update((source, one.reason) for one in found if one.reason)
    return faults, reasons


def _read(texts: Sequence[str], format: str, layout: str = "auto") -> Bank:  # noqa: A002
    return karat.read_text("\n\n".join(texts), format=format, layout=layout)


@lru_cache(2)
def _trees(documents: tuple[Document, ...]) -> Bank:
    return _read([one.trees for one in documents], "brackets", "free")


@lru_cache(2)
def _graphs(documents: tuple[Document, ...]) -> Bank:
    return _read([one.graphs for one in documents], "conllu")


@lru_cache(2)
def _from_trees(documents: tuple[Document, ...]) -> Bank:
    return gr(_trees(documents), positions=True)


@lru_cache(2)
def _from_graphs(documents: tuple[Document, ...]) -> Bank:
    return gr(_graphs(documents), positions=True)
