"""Dependencies between the same words: which have the right head, and the right label.

    uas       = unlabelled / gold
    las       = matched / gold
    recall    = matched / gold
    precision = matched / system
    f1        = 2 * matched / (gold + system)
    label     = labels / gold

A dependency is (head, dependent, label); the root is a head too. ``gold`` and ``system`` count the
words that have one, so that a partial parse, which leaves words without a head, loses recall and not
precision. ``unlabelled`` counts right heads, ``matched`` right heads with the right label, ``labels``
right labels whatever the head; with ``labelled=no`` matched is unlabelled. Where a side has trees
and no dependencies, they are made by a table of head rules (``heads``).

Lin (1995) proposed dependencies for comparing parsers; labelled and unlabelled attachment scores are
those of the CoNLL shared tasks: Buchholz and Marsi (2006).

Differences from the CoNLL-X script: punctuation counts unless ``punctuation=no``, and what is
punctuation is told by gold's tags and labels, not by the characters; precision and recall beside the
accuracy.

>>> from karat import score
>>> row = "{}\\t{}\\t_\\tX\\t_\\t_\\t{}\\t{}\\t_\\t_\\n"
>>> gold = row.format(1, "Dogs", 2, "nsubj") + row.format(2, "bark", 0, "root") + "\\n"
>>> result = score(gold, gold.replace("nsubj", "obj"), "deps")
>>> result.uas, result.las
(1.0, 0.5)
"""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from karat.comparison.pairing import pair
from karat.comparison.universal import Bools, universal_label
from karat.kernels.conllu import NONE
from karat.model.bank import Bank
from karat.model.columns import Ints, Longs, grouped
from karat.model.labels import Labels
from karat.model.relation import Relation
from karat.model.scheme import LABEL_COUNTS, Outcome, Scheme, option
from karat.model.tally import SCORED, Groups, Measure, Tally, overlap, ratio
from karat.views.deps.edges import Shape, dependencies, punctuation, shape

_DISTANCES = ("root", "1", "2", "3-6", "7-")


@dataclass(frozen=True)
class Deps(Scheme):
    """Heads and labels of the same words: attachment scores, by label, distance and projectivity."""

    name = "deps"
    citation = (
        "Sabine Buchholz and Erwin Marsi. 2006. CoNLL-X shared task on multilingual dependency "
        "parsing. CoNLL."
    )
    counts = ("gold", "system", "matched", "unlabelled", "labels", "exact", "sentences")
    table = ("uas", "las", "label", "precision", "f1", "exact")
    drawn = False
    breakdowns = ("label", "length", "distance", "projectivity")

    labelled: bool = option(True, "a dependency must have the right label to match")
    punctuation: bool = option(True, "count words that gold calls punctuation")
    subtypes: bool = option(True, "nsubj:pass is another label than nsubj")
    heads: str = option("ud", "head rules for a side that has trees: collins, magerman, ud, a file")

    def comparison(self, labels: Labels) -> "Heads":
        return Heads(self)

    def row(self, outcome: Outcome) -> dict[str, Longs]:
        lost = outcome.status != SCORED
        gold = np.diff(outcome.gold.offset).astype(np.int64)
        matched = grouped(outcome.gold_hit, outcome.gold.offset)
        system = np.where(lost, 0, np.diff(outcome.system.offset)).astype(np.int64)
        return {
            "gold": gold,
            "system": system,
            "matched": matched,
            "unlabelled": outcome.more["unlabelled"],
            "labels": outcome.more["labels"],
            "exact": ((matched == gold) & (matched == system) & ~lost).astype(np.int64),
            "sentences": np.ones(len(gold), np.int64),
        }

    def measures(self) -> dict[str, Measure]:
        return {
            "uas": lambda c: ratio(c["unlabelled"], c["gold"]),
            "las": lambda c: ratio(c["matched"], c["gold"]),
            "label": lambda c: ratio(c["labels"], c["gold"]),
            **overlap(self.beta),
            "exact": lambda c: ratio(c["exact"], c["sentences"]),
        }

    def formulas(self) -> dict[str, str]:
        return {
            "uas": "right heads / gold = {unlabelled} / {gold}",
            "las": "right heads and labels / gold = {matched} / {gold}",
            "label": "right labels / gold = {labels} / {gold}",
        }

    def macros(self) -> dict[str, Measure]:
        wanted = ("uas", "las", "recall", "precision", "f1")
        return {name: measure for name, measure in self.measures().items() if name in wanted}

    def tally(self, outcome: Outcome, labels: Labels, by: tuple[str, ...] = ()) -> Tally:
        tally = super().tally(outcome, labels, by)
        counted = (outcome.status == SCORED) | (self.failed == "empty")
        assert isinstance(outcome, _Compared)  # what our own comparison gives
        groups = dict(tally.groups)
        if "distance" in by:
            groups["distance"] = outcome.grouped_by(
                counted, _DISTANCES, *(_distance(one) for one in outcome.shapes)
            )
        if "projectivity" in by:
            groups["projectivity"] = outcome.grouped_by(
                counted,
                ("non-projective", "projective"),
                *(one.projective.astype(np.int32) for one in outcome.shapes),
            )
        return replace(tally, groups=groups)


SCHEME = Deps


def _distance(found: Shape) -> Ints:
    return np.searchsorted([1, 2, 3, 7], found.distance, "right").astype(np.int32)


@dataclass(frozen=True, eq=False)
class _Compared(Outcome):
    """With what is known of each word's edge on both sides, for breakdowns."""

    shapes: tuple[Shape, ...] = ()

    def grouped_by(
        self, counted: Bools, names: tuple[str, ...], gold: Ints, system: Ints
    ) -> Groups:
        """Counts for each group of edges; a row of a relation is a word of its Bank."""
        size = len(names)
        keep = np.repeat(counted, np.diff(self.gold.offset))
        kept = np.repeat(counted, np.diff(self.system.offset))
        ours, theirs = gold[self.gold.row], system[self.system.row]
        columns = [
            np.bincount(ours[keep], minlength=size),
            np.bincount(theirs[kept], minlength=size),
            np.bincount(ours[keep & (self.gold_hit == 1)], minlength=size),
            np.bincount(theirs[kept & (self.system_hit == 1)], minlength=size),
        ]
        table = np.stack(columns, axis=1).tolist()
        return Groups(
            LABEL_COUNTS, {name: tuple(row) for name, row in zip(names, table, strict=True)}
        )


class Heads:
    """Compares blocks of dependencies."""

    def __init__(self, scheme: Deps) -> None:
        self._scheme = scheme

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        scheme = self._scheme
        gold, system = (dependencies(bank, scheme.heads) for bank in (gold, system))
        pairing = pair(gold, system)
        fine = pairing.status == SCORED
        lengths, others = np.diff(gold.token_offset), np.diff(system.token_offset)
        # Of the sentences that can be compared the words stand side by side.
        left = np.flatnonzero(np.repeat(fine, lengths))
        right = np.flatnonzero(np.repeat(fine, others))
        wanted = np.ones(len(gold.tag), bool) if scheme.punctuation else ~punctuation(gold)
        wanted_too = np.zeros(len(system.tag), bool)
        wanted_too[right] = wanted[left]
        ours, theirs = self._links(gold, wanted), self._links(system, wanted_too)
        head, label = self._columns(gold)
        their_head, their_label = self._columns(system)
        right_head, right_label = np.zeros((2, len(head)), bool)
        right_head[left] = (head[left] == their_head[right]) & (head[left] != NONE)
        right_label[left] = (label[left] == their_label[right]) & (head[left] != NONE)
        hit = right_head & right_label if scheme.labelled else right_head
        system_hit = np.zeros(len(their_head), np.int8)
        system_hit[right] = hit[left]

        def counted(column: Bools) -> Longs:
            return grouped((column & wanted).view(np.int8), gold.token_offset)

        return _Compared(
            status=pairing.status,
            length=lengths,
            gold=ours,
            system=theirs,
            gold_hit=hit[ours.row].astype(np.int8),
            system_hit=system_hit[theirs.row],
            gold_crossed=np.zeros(0, np.int8),
            system_crossing=np.zeros(0, np.int8),
            more={"unlabelled": counted(right_head), "labels": counted(right_label)},
            compared=(gold, system),
            detail=partial(pairing.detail, gold, system),
            shapes=(shape(gold, gold.layers["edges"]), shape(system, system.layers["edges"])),
        )

    def _columns(self, bank: Bank) -> tuple[Ints, Ints]:
        edges = bank.layers["edges"]
        if self._scheme.subtypes:
            return edges["head"], edges["label"]
        labels = bank.labels
        seen = np.unique(edges["label"])
        number = np.arange(len(labels), dtype=np.int32)
        number[seen] = [labels.intern(universal_label(labels[one])) for one in seen.tolist()]
        return edges["head"], number[edges["label"]]

    def _links(self, bank: Bank, wanted: Bools) -> Relation:
        """A row for each word that has a head and counts."""
        head, label = self._columns(bank)
        rows = np.arange(len(head), dtype=np.int32)
        first = np.repeat(bank.token_offset[:-1], np.diff(bank.token_offset))
        every = Relation(bank.token_offset, rows - first, head, label, rows, "set")
        return every.where(wanted & (head != NONE))
