"""Compares relations for the scheme ``gr``: the pairs, and what they count for in the hierarchy."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from karat.comparison.gr.matcher import Matcher
from karat.comparison.gr.slots import Rows
from karat.files.hierarchy import Hierarchy, choose, load
from karat.model.bank import Bank
from karat.model.columns import Longs, Numbers
from karat.model.gr import WHOLE, relations
from karat.model.labels import Labels
from karat.model.layers import names_of
from karat.model.scheme import LABEL_COUNTS, Outcome
from karat.model.tally import SCORED, Groups

if TYPE_CHECKING:
    from karat.schemes.gr import Gr

# What is said of a run: which hierarchy it went by, and that there were relations not in it.
CHOSEN = {1: "1999", 2: "2006"}
UNKNOWN = 4


def usual_hierarchy(scheme: "Gr") -> str:
    """The hierarchy of files whose relations are in both."""
    return "1999" if (scheme.mode, scheme.program) == ("exact", "paper") else "2006"


@dataclass(frozen=True, eq=False)
class Matched(Outcome):
    """Relations compared: an Outcome with the pairs, and where each counts in the hierarchy."""

    hierarchy: Hierarchy | None = None
    sides: tuple[Rows, Rows] | None = None
    pairs: tuple[Longs, Longs] = field(default=(np.zeros(0, np.int64), np.zeros(0, np.int64)))
    # For each pair, the relations under which it counts as found, and as returned.
    credit: tuple[Longs, Longs] = field(default=(np.zeros(0, np.int64), np.zeros(0, np.int64)))
    weighted: bool = False

    def by_relation(self, counted: Numbers) -> Groups:
        """Gold, system and matched of every relation and what it subsumes, in the hierarchy's order."""
        assert self.hierarchy is not None  # set by the comparison
        assert self.sides is not None
        gold, system = self.sides
        columns = [
            self._inclusive(side.code, side.weight, counted[side.sentence()])
            for side in (gold, system)
        ]
        weight = np.minimum(gold.weight[self.pairs[0]], system.weight[self.pairs[1]])
        keep = counted[gold.sentence()[self.pairs[0]]]
        columns += [self._inclusive(code, weight, keep) for code in self.credit]
        table = np.stack(columns, axis=1)
        plain = table if self.weighted else table.round().astype(np.int64)
        order = [self.hierarchy.number[name] for name, _ in self.hierarchy.printed()]
        return Groups(
            LABEL_COUNTS,
            {self.hierarchy.names[i]: tuple(plain[i].tolist()) for i in order},
        )

    def _inclusive(self, code: Longs, weight: Numbers, keep: Numbers) -> Numbers:
        assert self.hierarchy is not None
        size = len(self.hierarchy.names)
        own = np.bincount(code[keep], weight[keep] / WHOLE, size + 1)
        found = self.hierarchy.above @ own[:size]
        found[0] += own[size]
        return found


class Relations:
    """Compares blocks of relations."""

    def __init__(self, scheme: "Gr", labels: Labels) -> None:
        self._scheme, self._labels = scheme, labels
        self._matcher: Matcher | None = None

    @property
    def matcher(self) -> Matcher:
        """What matches, after the first comparison."""
        assert self._matcher is not None
        return self._matcher

    def _ready(self, gold: Bank, system: Bank) -> Matcher:
        """What matches; which hierarchy it goes by is told by the beginning of the files."""
        if self._matcher is None:
            name = self._scheme.hierarchy
            if name == "auto":
                found = set(gold.opening | system.opening)
                for bank in () if found else (gold, system):
                    found |= set(names_of(bank.labels, np.unique(relations(bank)["label"])))
                name = choose(found, usual_hierarchy(self._scheme))
            scheme = self._scheme
            self._matcher = Matcher(
                load(name), self._labels, mode=scheme.mode, program=scheme.program,
                match=scheme.match, slots=scheme.slots,
                underspecified=scheme.underspecified, untyped=scheme.untyped,
            )  # fmt: skip
        return self._matcher

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        matcher = self._ready(gold, system)
        status = _status(gold, system)
        ours, theirs = matcher.prepared(gold, system)
        ours = ours.where((status != 1)[ours.sentence()])
        theirs = theirs.where((status == SCORED)[theirs.sentence()])
        pairs, loose = matcher.pairs(ours, theirs)
        hits = [np.zeros(len(side), np.int8) for side in (ours, theirs)]
        hits[0][pairs.gold] = hits[1][pairs.system] = 1
        weighted = bool((ours.weight != WHOLE).any() or (theirs.weight != WHOLE).any())
        sentences = len(status)
        quirks = np.zeros(sentences, np.int32)
        if self._scheme.hierarchy == "auto":
            quirks += sum(bit for bit, name in CHOSEN.items() if name == matcher.hierarchy.name)
        for side in (ours, theirs):
            quirks[side.sentence()[side.code == len(matcher.hierarchy.names)]] |= UNKNOWN
        sentence, where = ours.sentence(), theirs.sentence()

        def total(of: Longs, worth: Numbers) -> Numbers:
            """Whole numbers, unless there are weights."""
            sums = np.bincount(of, worth / WHOLE, sentences)
            return sums if weighted else sums.round().astype(np.int64)

        both = np.minimum(ours.weight[pairs.gold], theirs.weight[pairs.system])
        rough = np.minimum(ours.weight[loose.gold], theirs.weight[loose.system])
        found = sentence[pairs.gold]
        size, hit = (
            np.bincount(sentence, minlength=sentences),
            np.bincount(found, minlength=sentences),
        )
        same = (size == hit) & (np.bincount(where, minlength=sentences) == hit)
        return Matched(
            status=status.astype(np.int32),
            length=np.diff(gold.token_offset),
            gold=ours.relation,
            system=theirs.relation,
            gold_hit=hits[0],
            system_hit=hits[1],
            gold_crossed=np.zeros(len(ours), np.int8),
            system_crossing=np.zeros(len(theirs), np.int8),
            more={
                "gold": total(sentence, ours.weight * matcher.levels[ours.code]),
                "system": total(where, theirs.weight * matcher.levels[theirs.code]),
                "matched": total(found, both * pairs.worth),
                "gold_relations": total(sentence, ours.weight),
                "system_relations": total(where, theirs.weight),
                "unlabelled": total(sentence[loose.gold], rough),
                "exact": same & (status == SCORED),
                "sentences": np.ones(sentences, np.int64),
            },
            quirks=quirks,
            hierarchy=matcher.hierarchy,
            sides=(ours, theirs),
            pairs=(pairs.gold, pairs.system),
            credit=matcher.credit(ours.code[pairs.gold], theirs.code[pairs.system]),
            weighted=weighted,
        )


def _status(gold: Bank, system: Bank) -> Longs:
    """Which sentences are scored: both can be read, and the system has relations if gold has."""
    status = np.zeros(len(gold), np.int64)
    wanted = np.diff(relations(gold).offset) > 0
    status[wanted & (np.diff(relations(system).offset) == 0)] = 3
    status[system.fault != 0] = 2
    status[gold.fault != 0] = 1
    return status
