"""What is kept of a block of sentences that several annotators have: sums, and a few disagreements."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from operator import or_
from typing import Any

import numpy as np

from karat.analysis.decisions import Decided, Decision, decided
from karat.analysis.disputed_rows import disputed_relations, disputed_rows
from karat.analysis.gr_tables import Compared
from karat.analysis.pairs import Counted, Disagreements, Which, first_of
from karat.comparison.gr.compare import Matched
from karat.comparison.layers import provided_alone
from karat.comparison.sentence_texts import texts
from karat.engine.memory import outcome_of
from karat.engine.results import decided as how_decided
from karat.model.bank import Bank
from karat.model.columns import Bools, Longs
from karat.model.errors import UsageError
from karat.model.gr import names_in
from karat.model.labels import Labels
from karat.model.outcome import Status, added_up, held
from karat.model.scheme import Scheme
from karat.schemes import parse
from karat.schemes.gr import Gr
from karat.stats.kappa import Choices


@dataclass(frozen=True)
class Names:
    """The names of relations that two annotators gave to the same slots, in counts that add up."""

    pairs: Mapping[Which, Choices]

    def __add__(self, other: "Names") -> "Names":
        return Names({which: one + other.pairs[which] for which, one in self.pairs.items()})

    def decisions(self) -> tuple[Decision, ...]:
        kappas = {which: one.kappa(0, 1) for which, one in self.pairs.items()}
        return (Decision("names", kappas, math.nan),)


@dataclass(frozen=True)
class Part:
    """What is kept of a block, in a form that adds up; ``decided`` has decisions about words, or names.

    ``settled`` has the scheme of each pair, with options such as ``auto`` decided; ``depths`` has those of
    relations in the hierarchy of each pair, ``relations`` the names of each annotator's relations.
    """

    sentences: int
    kept: int
    different: tuple[Longs, ...]
    pairs: Mapping[Which, Counted]
    depths: Mapping[Which, Mapping[str, int]]
    decided: Any
    disagreements: Disagreements
    notes: Mapping[str, None]
    settled: Mapping[Which, Scheme]
    relations: tuple[frozenset[str], ...]

    def __add__(self, other: "Part") -> "Part":
        return Part(
            self.sentences + other.sentences,
            self.kept + other.kept,
            (*self.different, *other.different),
            {which: one + other.pairs[which] for which, one in self.pairs.items()},
            self.depths,
            self.decided + other.decided,
            first_of((self.disagreements, other.disagreements)),
            {**self.notes, **other.notes},
            self.settled,
            tuple(map(or_, self.relations, other.relations)),
        )


def wanted_scheme(scheme: str | Scheme) -> Scheme:
    """The scheme to compare by; it must count what two files share."""
    wanted = parse(scheme) if isinstance(scheme, str) else scheme
    if wanted.pairing != "sentences" or not {"gold", "system", "matched"} <= wanted.counts.keys():
        raise UsageError(
            f"{wanted}: agreement needs a scheme that counts what two files share; "
            "take deps, chunks, gr, tags, constructions, parseval …"
        )
    return wanted


def part_of(
    banks: Sequence[Bank], scheme: Scheme, names: Sequence[str],
    settled: Mapping[Which, Scheme], begin: int, limit: int | None,
) -> Part:  # fmt: skip
    """Compare each pair of annotators; ``begin`` sentences came before.

    Where ``settled`` has no scheme for a pair, these sentences decide.
    """
    given, notes = _provided(banks, names, scheme)
    both = {
        which: _Both(given, which, settled.get(which, scheme))
        for which in combinations(range(len(banks)), 2)
    }
    for which, one in both.items():
        said = added_up((*how_decided(scheme, settled.get(which, scheme)), *one.outcome.notes))
        notes |= dict.fromkeys(
            _of_annotators(text, *(names[at] for at in which)) for text in held(said)
        )
    keep = np.logical_and.reduce([one.comparable for one in both.values()])
    words: Decided | Names = (
        Names({which: one.names(keep) for which, one in both.items()})
        if isinstance(scheme, Gr)
        else decided(given, keep, scheme.needs.layer)
    )
    pairs = {which: one.counted(keep) for which, one in both.items()}
    found = [one.disagreements(keep, begin, limit) for one in both.values()]
    return Part(
        len(keep),
        int(keep.sum()),
        (begin + np.flatnonzero(~keep),),
        pairs,
        {which: one.depths for which, one in both.items()},
        words,
        first_of(found, limit),
        notes,
        {which: one.settled for which, one in both.items()},
        tuple(frozenset(names_in(bank)) for bank in given) if isinstance(scheme, Gr) else (),
    )


def _of_annotators(note: str, first: str, second: str) -> str:
    """A note about gold and a system as one about two annotators."""
    for word, name in (("gold's ", f"{first}'s "), ("the system's ", f"{second}'s ")):
        note = note.replace(word, name)
    return note.replace("--gold-view", "--view").replace("--system-view", "--view")


def _provided(
    banks: Sequence[Bank], names: Sequence[str], scheme: Scheme
) -> tuple[list[Bank], dict[str, None]]:
    """The files with the layer that the scheme compares and one table of labels; what to say about it."""
    given, notes, labels = list[Bank](), dict[str, None](), Labels()
    for bank, name in zip(banks, names, strict=True):
        found, said = provided_alone(scheme, bank, name)
        given.append(found.relabelled(labels))
        notes |= dict.fromkeys(text for text, _ in said)
    return given, notes


def _other_texts(first: Bank, second: Bank) -> Bools:
    """Whether the words of each sentence are others, where both files have them."""
    every = range(len(first))
    both = zip(texts(first, every), texts(second, every), strict=True)
    return np.array([bool(one and other and one != other) for one, other in both], bool)


class _Both:
    """Two annotations, compared under a scheme."""

    def __init__(self, banks: Sequence[Bank], which: Which, scheme: Scheme) -> None:
        self.which, self.scheme = which, replace(scheme, length=0, failed="empty")
        self.banks = banks[which[0]], banks[which[1]]
        self.settled = scheme.settled(*self.banks)
        self.outcome = outcome_of(*self.banks, self.scheme)
        status = self.outcome.status
        fine = status == Status.SCORED
        if isinstance(scheme, Gr):
            # An annotator of relations may have found none in a sentence; its words need not be in the file.
            fine = (fine | (status == Status.MISSING)) & ~_other_texts(*self.banks)
        short = self.outcome.length <= scheme.length if scheme.length else True
        self.comparable: Bools = fine & short

    def counted(self, keep: Bools) -> Counted:
        """What each has and what they share, in the sentences to ``keep``, also label by label."""
        row = self.scheme.row(self.outcome)
        counts = [row[name][keep] for name in ("gold", "system", "matched")]
        return Counted.of(counts, self._labels(keep))

    @property
    def depths(self) -> Mapping[str, int]:
        """The depths of relations in the hierarchy, if there is one."""
        tree = self.outcome.hierarchy if isinstance(self.outcome, Matched) else None
        return dict(tree.printed()) if tree is not None else {}

    def _labels(self, keep: Bools) -> Mapping[str, tuple[Any, Any, Any]]:
        by = {one.name for one in self.scheme.breakdowns}
        kind = next((name for name in ("relation", "label", "phenomenon") if name in by), "")
        if not kind:
            return {}
        tally = self.scheme.tally(self.outcome, self.banks[0].labels, (kind,))
        sums = tally.groups[kind].sums(keep, exact=True)[0]
        return {
            name: (counts.get("gold", 0), counts.get("system", 0), counts.get("matched", 0))
            for name, counts in sums.items()
            if any(counts.values())
        }

    def disagreements(self, keep: Bools, begin: int, limit: int | None) -> Disagreements:
        """The rows that only one of the two has."""
        if isinstance(self.scheme, Gr):
            return disputed_relations(self.which, self._relations, keep, begin, limit)
        return disputed_rows(self.which, self.outcome, self.scheme, keep, begin, limit)

    @cached_property
    def _relations(self) -> Compared:
        assert isinstance(self.scheme, Gr)  # asked only then
        return Compared(*self.banks, self.scheme)

    def names(self, keep: Bools) -> Choices:
        """The names of relations whose slots both annotators have filled alike."""
        pairs = self._relations.other_names()
        ours, theirs = self._relations.sides
        inside = keep[ours.sentence()[pairs.gold]]
        columns = ours.relation.label[pairs.gold], theirs.relation.label[pairs.system]
        names = self._relations.gold.labels
        return Choices.of([one[inside].astype(np.int64) for one in columns], names.__getitem__)
