"""Validity: how many answers can be read at all, and how many have exactly the words of gold.

    whole    = whole / sentences      repaired, lost and refused likewise
    faithful = faithful / sentences
    kept     = kept / gold            dropped, changed, moved, split, joined, respelt, invented likewise
    labels   = known / labels

``gold`` counts words. A sentence is read whole, or repaired (with ``--lenient``), or lost, or refused
by the system. It is faithful if it has a parse with exactly the words of gold. One without a parse
counts in every share, and its words are dropped, whatever ``failed`` says. ``labels`` is the share of
the system's labels, of constituents or else of dependencies, that gold or a grammar profile has.

On language models as constituency parsers: Bai and others (2023).

Differences from the paper: it is said what became of each word, and what had to be repaired.

>>> from karat import score
>>> gold = ["(S (NP (DT the) (NN dog)) (VP (VBZ barks)))", "(S (NP (PRP it)) (VP (VBZ rains)))"]
>>> system = ["(S (NP (DT the) (JJ big) (NN dog)) (XP (VBZ barks)))", "(S (NP (PRP it)) (VP (VBZ rains)"]
>>> found = score(gold, system, "validity")
>>> found.whole, found.lost, found.faithful
(0.5, 0.5, 0.0)
>>> found.counts["kept"], found.counts["dropped"], found.counts["invented"], found.counts["gold"]
(3, 2, 1, 5)
>>> found.counts["known"], found.counts["labels"]
(2, 3)
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from karat.comparison.inventory import Inventory, OfGrammar, of_gold
from karat.comparison.overlay import Changes
from karat.comparison.validity import Validity as Comparing
from karat.files.profile import digest_of, load
from karat.model.bank import Bank
from karat.model.labels import Labels
from karat.model.measure import Measure, shares
from karat.model.scheme import Breakdown, Needs, Scheme, option

_GOLD = "gold"
_SENTENCES = ("whole", "repaired", "lost", "refused", "faithful")
_GOOD = ("whole", "faithful", "kept")


@dataclass(frozen=True)
class Validity(Scheme):
    """How many answers can be read, whole or repaired, and keep the words and labels of gold."""

    name = "validity"
    citation = (
        "Xuefeng Bai, Jialong Wu, Yulong Chen, Zhongqing Wang and Yue Zhang. 2023. Constituency "
        "parsing using LLMs. arXiv 2310.19462."
    )
    counts = {
        "gold": "words of gold",
        "system": "words of the system",
        "kept": "words of gold that are the same",
        "respelt": "words of gold in other case, marks or characters",
        "changed": "words of gold with another word in their place",
        "split": "words of gold that are several words",
        "joined": "words of gold that are part of one longer word",
        "dropped": "words of gold that are missing",
        "moved": "words of gold that are elsewhere in the sentence",
        "invented": "words of the system that gold lacks",
        "labels": "labels of the system",
        "known": "labels of the system that are in the inventory",
        "whole": "sentences read whole",
        "repaired": "sentences repaired",
        "lost": "sentences that cannot be read or are missing",
        "refused": "sentences that the system refused to parse",
        "faithful": "sentences with exactly the words of gold",
        "sentences": "sentences",
    }
    table = (*_SENTENCES, "labels", *Changes._fields)
    needs = Needs("words", gaps=True)
    rows = "words"
    picture = "names"
    breakdowns = Breakdown("kind", True, partition=False), Breakdown("label", partition=False)
    # Known once all of gold was seen; until then, the gold that is given to a comparison decides.
    known: ClassVar[Inventory | None] = None

    inventory: str = option(
        _GOLD, "the labels that are known: gold's, or those of grammar profiles joined by +"
    )

    joint, scores_all = "", True

    @property
    def surveys(self) -> bool:
        return self.inventory == _GOLD and self.known is None

    def surveyed(self, gold: Iterable[Bank]) -> "Validity":
        scheme = replace(self)
        object.__setattr__(scheme, "known", of_gold(gold))
        return scheme

    def settled(self, gold: Bank, system: Bank) -> "Validity":
        return self.surveyed([gold]) if self.surveys else self

    def comparison(self, labels: Labels) -> Comparing:
        named = None if self.inventory == _GOLD else OfGrammar(load(self.inventory))
        return Comparing(named or self.known, labels)

    def measures(self) -> tuple[Measure, ...]:
        return (
            *shares(_SENTENCES, "sentences", (), higher=_GOOD, neither=("repaired",)),
            *shares(Changes._fields, "gold", higher=_GOOD),
            Measure("labels", "known / labels", means=()),
        )

    def group_measures(self) -> tuple[Measure, ...]:
        return ()  # those of the whole for which the counts of a group suffice are added

    def digest(self) -> str:
        return "" if self.inventory == _GOLD else digest_of(self.inventory)


SCHEME = Validity
