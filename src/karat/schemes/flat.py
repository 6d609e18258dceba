"""Recall and conformance against a flat key: a parse must be faithful to it and may have more.

    recall      = matched / gold
    conformance = (gold - violated) / gold
    precision   = matched / system        (not meaningful against a flat key)
    labelled_recall = labelled / gold     (only with ``labels``)

A constituent is a distinct span, whatever its label: one-word phrases count, tags and the nameless
outer bracket do not, punctuation is words. ``violated`` is the number of gold constituents that at
least one system constituent crosses. ``labelled`` is the number of those matched whose label is
one of the system's over the same words, when both are mapped to the categories of ``labels``; a
label that the map does not name stands for itself.

Gaizauskas, Hepple and Huyck (1998), section 5.

Differences from the paper: null elements (-NONE-) are left out of both sides, and a word and the
way the Treebank escapes it (``(`` and ``-LRB-``) are the same word. A failed sentence adds
to gold but never to violated, so that failing raises conformance: where one failed, the report also
gives the figures over the scored sentences alone. Footnotes 4 and 8 of the paper name disputed
brackets and labelled recall only to leave them aside: they are the options ``disputed`` and
``labels``, see ``karat.comparison.disputes`` for how a key marks what is disputed.

>>> from karat import score
>>> round(score("(S (NP a b) (VP c d))", "(S a (X b c) d)", "flat").conformance, 3)
0.333
>>> key, parse = "(S it (VP?1 (VP?2 is good) (SBAR to go)))", "(S it (VP is good) (S to go))"
>>> score(key, parse, "flat(disputed=best)").recall, score(key, parse, "flat(labels=ptb)").labelled_recall
(1.0, 1.0)
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from karat.comparison.constituents import compared, spelt_like
from karat.comparison.disputes import WAYS, settled, unmarked
from karat.files.evalb_params import Params
from karat.files.label_map import digest_of, load_labels
from karat.model.bank import Bank
from karat.model.columns import Ints, Longs, grouped
from karat.model.labels import Labels, base_label
from karat.model.relation import Relation
from karat.model.rules import equal
from karat.model.scheme import Outcome, Scheme, option
from karat.model.tally import DIFFERENT, Measure, Tally, ratio
from karat.schemes.evalb import Brackets
from karat.views.spans import depths, distinct

NULL = (b"-NONE-",)


@dataclass(frozen=True)
class Flat(Scheme):
    """Recall and conformance against a flat key that holds only what most theories share."""

    name = "flat"
    citation = (
        "Robert Gaizauskas, Mark Hepple and Christian Huyck. 1998. A scheme for comparative "
        "evaluation of diverse parsing systems. LREC."
    )
    counts = ("gold", "system", "matched", "violated", "crossing", "sentences")
    table = ("recall", "conformance", "precision")

    categories: tuple[str, ...] = option(
        (), "only gold constituents with these labels, joined by +"
    )
    depth: int = option(0, "only gold constituents at most so deep; 0: all")
    disputed: str = option(
        "ignore", "gold brackets marked as disputed: left out, or what fits the system best", WAYS
    )
    labels: str = option("", "labelled recall too, with this map of labels: ptb, or a .toml file")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.labels:
            object.__setattr__(self, "table", ("recall", "labelled_recall", *self.table[1:]))

    def digest(self) -> str:
        return digest_of(self.labels) if self.labels else ""

    def comparison(self, labels: Labels) -> "Faithful":
        return Faithful(self, labels)

    def row(self, outcome: Outcome) -> dict[str, Longs]:
        return outcome.by_sentence() | {
            "violated": grouped(outcome.gold_crossed, outcome.gold.offset),
            "sentences": np.ones(len(outcome.status), np.int64),
        }

    def tally(self, outcome: Outcome, labels: Labels, by: tuple[str, ...] = ()) -> Tally:
        tally = super().tally(outcome, labels, by)
        if not self.labels:
            return tally
        counts = np.column_stack([tally.counts, outcome.more["labelled"]]).astype(np.int64)
        return replace(tally, names=(*tally.names, "labelled"), counts=counts)

    def macros(self) -> dict[str, Measure]:
        labelled = {k: m for k, m in self.measures().items() if k == "labelled_recall"}
        return super().macros() | labelled

    def measures(self) -> dict[str, Measure]:
        labelled: dict[str, Measure] = {}
        if self.labels:
            labelled["labelled_recall"] = lambda c: ratio(c["labelled"], c["gold"])
        return labelled | {
            "recall": lambda c: ratio(c["matched"], c["gold"]),
            "conformance": lambda c: ratio(c["gold"] - c["violated"], c["gold"]),
            "precision": lambda c: ratio(c["matched"], c["system"]),
            "crossing": lambda c: ratio(c["crossing"], c["sentences"]),
        }


SCHEME = Flat


class Faithful:
    """Compares blocks of trees with keys."""

    def __init__(self, scheme: Flat, labels: Labels) -> None:
        self._scheme = scheme
        self._labels = labels
        self._wanted = {label.encode() for label in scheme.categories}
        self._map: dict[bytes, bytes] = {}
        if scheme.labels:
            self._map = load_labels(scheme.labels).categories()
        params = Params(delete=NULL, delete_for_length=NULL)
        # With the quirks, because they count nameless brackets; the outer one goes here.
        self.brackets = Brackets(params, labels, quirks=True)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        given = gold, system
        gold, system = compared(gold, system)
        outcome = self.brackets(gold, system)
        if (outcome.status == DIFFERENT).any():
            # Perhaps only in the way the Treebank escapes a bracket or a quote.
            system = spelt_like(gold, system)
            outcome = self.brackets(gold, system)
        if (gold, system) != given:
            outcome = replace(outcome, compared=(gold, system))
        *_, (_, ours, theirs), (_, key, parse) = self.stages(outcome, gold, system)
        if self._scheme.labels:
            labelled = self._labelled(ours, key, theirs)
            outcome = replace(outcome, more={**outcome.more, "labelled": labelled})
        return outcome.with_spans(key, parse)

    def stages(
        self, outcome: Outcome, gold: Bank, system: Bank
    ) -> list[tuple[str, Relation, Relation]]:
        """Both sides, ever fewer rows of them, and why those left out at each stage are."""
        scheme = self._scheme
        ours, theirs = outcome.gold, outcome.system
        found = [("holds no word, or only null elements", ours, theirs)]
        ours, theirs = (
            relation.where(~_nameless_root(bank)[relation.row])
            for relation, bank in ((ours, gold), (theirs, system))
        )
        found.append(("the nameless bracket around a tree", ours, theirs))
        ours = settled(ours, theirs, gold, scheme.disputed)
        found.append((f"disputed, and disputed={scheme.disputed}", ours, theirs))
        # Depth is counted over the whole key, so it comes before categories are left out.
        shallow = depths(ours) <= scheme.depth if scheme.depth else None
        if self._wanted:
            table = [unmarked(label) in self._wanted for label in self._labels.strings()]
            wanted = np.array(table, bool)[ours.label]
            shallow = None if shallow is None else shallow[wanted]
            ours = ours.where(wanted)
            found.append((f"not one of categories={'+'.join(scheme.categories)}", ours, theirs))
        if shallow is not None:
            ours = ours.where(shallow)
            found.append((f"deeper than depth={scheme.depth}", ours, theirs))
        found.append(
            ("around the same words as a bracket around it", distinct(ours), distinct(theirs))
        )
        return found

    def _labelled(self, rows: Relation, key: Relation, parse: Relation) -> Longs:
        """How many spans of the key, whose brackets are ``rows``, are found with their category."""
        category = self._categories()
        gold, system = (
            replace(one, label=category[one.label], kind="bag") for one in (rows, parse)
        )
        hit, _ = equal(gold, system.where(system.label > 0))
        span = np.searchsorted(key.row, rows.row[hit == 1], "right") - 1
        found = np.zeros(len(key), np.int8)
        found[span] = 1
        return grouped(found, key.offset)

    def _categories(self) -> Ints:
        """The category of each label, as the number of another label; 0: it has none."""
        names = (base_label(unmarked(label)) for label in self._labels.strings().copy())
        numbers = [self._labels.intern(self._map.get(name, name)) for name in names]
        return np.array(numbers, np.int32)


def _nameless_root(bank: Bank) -> npt.NDArray[np.bool_]:
    """The brackets without a label around a labelled tree; in an unlabelled tree, none."""
    named = grouped((bank.label != 0).astype(np.int8), bank.span_offset) > 0
    found: npt.NDArray[np.bool_] = np.repeat(named, np.diff(bank.span_offset))
    found &= (bank.label == 0) & (bank.parent < 0)
    return found
