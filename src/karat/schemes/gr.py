"""Grammatical relations between heads and dependents, with a hierarchy of relations.

    recall    = matched / gold
    precision = matched / system
    f1        = 2 matched / (gold + system)

A gold relation and a system relation match, one to one, if their names and all their slots agree
(``mode=exact``). The figures are those of ``dependent``, the relation above all; ``by=relation``
gives each relation's row, which counts what it subsumes too. In the modes of 2006, ``eq`` wants equal
names, ``sub`` a gold name that is or subsumes the system's, and ``hier`` any names: it counts gold,
system and agreement at every level, agreement from the lowest common subsumer up, and sums over all
levels.

Carroll, Minnen and Briscoe (1999), section 3; Briscoe and Carroll (2006).

Differences from the papers and their program: matching is not first come but a maximum matching (in
``hier``, the one that agrees at most levels); ``program=greval`` matches as the program does, with its
ellipses and names of several words. The paper's two allowances are on and can be switched off: the
system may return mod, subj and clausal for relations below them (``underspecified=no``), and leave
the type of modifiers, iobj and clausal relations empty (``untyped=no``).

>>> from karat import score
>>> gold = "ncmod(of, prospect, back)\\nncsubj(die, proprietor, _)\\ndobj(drop, it, _)"
>>> system = "mod(_, prospect, back)\\nncsubj(die, it, _)"
>>> found = score(gold, system, "gr")
>>> found.counts["matched"], round(found.recall, 3), found.precision
(1, 0.333, 0.5)
"""

from dataclasses import dataclass, field, replace

import numpy as np

from karat.bank import Bank
from karat.columns import Longs, Numbers
from karat.formats._grs_scan import EARLY
from karat.grs import WHOLE, relations
from karat.hierarchy import Hierarchy, choose, digest_of, load
from karat.labels import Labels
from karat.layers import names_of
from karat.scheme import LABEL_COUNTS, Outcome, Scheme, option
from karat.schemes._gr_matching import Matcher
from karat.slots import Rows
from karat.tally import SCORED, Groups, Measure, Tally, f_measure, ratio


@dataclass(frozen=True)
class Gr(Scheme):
    """Grammatical relations: recall, precision and F over (relation, head, dependent …)."""

    name = "gr"
    citation = (
        "John Carroll, Guido Minnen and Ted Briscoe. 1999. Corpus annotation for parser evaluation. "
        "LINC. Ted Briscoe and John Carroll. 2006. Evaluating the accuracy of an unlexicalized "
        "statistical parser on the PARC DepBank. COLING/ACL."
    )
    counts = (
        "gold",
        "system",
        "matched",
        "gold_relations",
        "system_relations",
        "unlabelled",
        "exact",
        "sentences",
    )
    table = ("recall", "precision", "f1", "unlabelled", "exact")

    mode: str = option(
        "exact", "which names match, and how levels count", ("exact", "eq", "sub", "hier")
    )
    program: str = option(
        "paper", "a maximum matching, or first come as the original program", ("paper", "greval")
    )
    hierarchy: str = option("auto", "auto, 1999, 2006 or a file of your own")
    match: str = option(
        "auto",
        "words are equal by lemma or by position; auto: by position where both sides have them",
        ("auto", "lemma", "position"),
    )
    slots: str = option(
        "all",
        "which slots are compared; initial only for ncsubj",
        ("all", "head+dependent", "head+dependent+initial"),
    )
    underspecified: bool = option(
        True, "the system may return mod, subj, clausal for more specific"
    )
    untyped: bool = option(True, "the system may leave the type of mod, iobj, clausal empty")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.hierarchy != "auto":
            load(self.hierarchy)

    def digest(self) -> str:
        return digest_of(self.hierarchy)

    def comparison(self, labels: Labels) -> "Relations":
        return Relations(self, labels)

    def row(self, outcome: Outcome) -> dict[str, Longs]:
        return {name: outcome.more[name].astype(np.int64) for name in self.counts}

    def measures(self) -> dict[str, Measure]:
        return {
            "recall": lambda c: ratio(c["matched"], c["gold"]),
            "precision": lambda c: ratio(c["matched"], c["system"]),
            "f1": lambda c: f_measure(c["matched"], c["gold"], c["system"], self.beta),
            "unlabelled": lambda c: f_measure(
                c["unlabelled"], c["gold_relations"], c["system_relations"], self.beta
            ),
            "exact": lambda c: ratio(c["exact"], c["sentences"]),
        }

    def tally(self, outcome: Outcome, labels: Labels, by: tuple[str, ...] = ()) -> Tally:
        tally = super().tally(outcome, labels, by)
        assert isinstance(outcome, Matched)  # what the comparison below gives
        if outcome.weighted:
            counts: Numbers = np.stack([outcome.more[name] for name in self.counts], axis=1)
            tally = replace(tally, counts=counts)
        if "relation" not in by:
            return tally
        counted = (outcome.status == SCORED) | (self.failed == "empty")
        if self.length:
            counted &= outcome.length <= self.length
        return replace(tally, groups={**tally.groups, "relation": outcome.by_relation(counted)})


SCHEME = Gr


def usual_hierarchy(scheme: Gr) -> str:
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

    def __init__(self, scheme: Gr, labels: Labels) -> None:
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
                early = (self._labels.uses[: len(self._labels)] & EARLY).nonzero()[0].tolist()
                found = {self._labels[i].decode("utf-8", "replace") for i in early}
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
