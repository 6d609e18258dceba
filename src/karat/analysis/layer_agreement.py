"""How far annotators of the same sentences agree on a layer, by the rows of a scheme.

    f1 = 2 shared / (first + second)

of each pair of annotators, with an interval from a bootstrap over sentences, and by label. F1 does
not depend on who is called first if rows match only when they are equal; so relations are compared
without the allowances that the paper makes for a parser. Where annotators decide something for every
word, there is also kappa (``decisions.py``).

Carroll, Minnen and Briscoe (1999), section 3.1, report about 95 % for relations.

>>> from karat.formats.gr import loads
>>> texts = "ncsubj(die, he, _)\\niobj(to, give, her)", "ncsubj(die, he, _)\\nncmod(to, give, her)"
>>> found = layer_agreement([loads(text) for text in texts], samples=9)
>>> found.pairs[0, 1].f1.value, found.disagreements[0].first, found.disagreements[0].second
(0.5, 'iobj(to, give, her)', 'ncmod(to, give, her)')
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np

from karat.analysis.decisions import Decision, decisions
from karat.analysis.disputed_rows import disputed_relations, disputed_rows
from karat.analysis.gr_tables import Compared
from karat.analysis.pairs import Disagreement, Pair, Shared
from karat.comparison.gr.compare import Matched
from karat.comparison.layers import provided_alone
from karat.engine.memory import outcome_of
from karat.model.bank import Bank, relabelled_pair
from karat.model.columns import Bools
from karat.model.errors import InputError, UsageError
from karat.model.measure import ratio
from karat.model.outcome import Status
from karat.model.scheme import Scheme
from karat.schemes import parse
from karat.schemes.gr import Gr
from karat.stats.intervals import Figure
from karat.stats.kappa import Kappa, cohen
from karat.stats.plan import FEWER_SAMPLES, SEED

# The layers that a file can have, and the scheme that compares each; trees have figures of their own.
LAYERS = {
    "gr": "gr(underspecified=no,untyped=no)",
    "edges": "deps",
    "chunks": "chunks",
    "phenomena": "phenomena(mode=exhaustive)",
}
STRICT = LAYERS["gr"]


@dataclass(frozen=True)
class LayerAgreement:
    """All that ``karat agree`` reports of a layer; ``different`` are sentences that were left out."""

    scheme: Scheme
    sentences: int
    different: tuple[int, ...]
    pairs: dict[tuple[int, int], Pair]
    decisions: tuple[Decision, ...]
    disagreements: tuple[Disagreement, ...]
    notes: tuple[str, ...]

    @property
    def mean(self) -> float:
        """The mean of F1 over all pairs."""
        return float(ratio(sum(one.f1.value for one in self.pairs.values()), len(self.pairs)))

    def drawn(self) -> list[Figure]:
        """The figures that have intervals, if the sentences allow it."""
        return [one.f1 for one in self.pairs.values()]


def layer_agreement(
    banks: Sequence[Bank],
    scheme: str | Scheme = "",
    names: Sequence[str] = (),
    *,
    samples: int = FEWER_SAMPLES,
    seed: int = SEED,
) -> LayerAgreement:
    """Compare each pair of several annotations by a scheme; by default, by the layer that all have.

    A layer that a file lacks is derived, and a note says so; ``names`` are those of the files.
    """
    if len(banks) < 2:
        raise UsageError("agreement needs at least two files")
    refuse_odd(banks)
    wanted = _scheme(scheme or LAYERS[common_layer(banks)])
    given, notes = _provided(banks, names or [bank.path for bank in banks], wanted)
    both = {which: _Both(given, which, wanted) for which in combinations(range(len(banks)), 2)}
    notes |= dict.fromkeys(text for one in both.values() for text, _ in one.outcome.notes)
    keep = np.logical_and.reduce([one.comparable for one in both.values()])
    if not keep.any():
        raise InputError(
            f"no sentence has the same words in all of {', '.join(bank.path for bank in banks)}; "
            "are they annotations of the same sentences in the same order?"
        )
    decided = decisions(given, keep, wanted.needs.layer)
    if isinstance(wanted, Gr):
        kappas = {which: one.kappa_of_names(keep) for which, one in both.items()}
        decided = [Decision("names", kappas, math.nan)]
    found = [dispute for one in both.values() for dispute in one.disagreements(keep)]
    return LayerAgreement(
        wanted,
        len(banks[0]),
        tuple(np.flatnonzero(~keep).tolist()),
        {which: one.pair(keep, samples, seed) for which, one in both.items()},
        tuple(decided),
        tuple(sorted(found, key=lambda one: one.sentence)),
        tuple(notes),
    )


def refuse_odd(banks: Sequence[Bank]) -> None:
    """Stop if these are not analyses of the same sentences."""
    if len({len(bank) for bank in banks}) > 1:
        counts = ", ".join(f"{bank.path}: {len(bank)}" for bank in banks)
        raise InputError(f"the files have different numbers of sentences: {counts}")
    if not len(banks[0]):
        paths = ", ".join(dict.fromkeys(bank.path for bank in banks))
        raise InputError(f"{paths}: there is no sentence to compare")


def common_layer(banks: Sequence[Bank]) -> str:
    """The first of ``LAYERS`` that all files have; empty if there is none.

    >>> import karat
    >>> common_layer([karat.read_text("the DT B-NP\\n")] * 2), common_layer([karat.read_text("(S a)")] * 2)
    ('chunks', '')
    """
    return next((layer for layer in LAYERS if all(bank.has(layer) for bank in banks)), "")


def _scheme(scheme: str | Scheme) -> Scheme:
    wanted = parse(scheme) if isinstance(scheme, str) else scheme
    if wanted.pairing != "sentences" or not {"gold", "system", "matched"} <= wanted.counts.keys():
        raise UsageError(
            f"{wanted}: agreement needs a scheme that counts what two files share; "
            "take deps, chunks, gr, tags, constructions, parseval …"
        )
    return wanted


def _provided(
    banks: Sequence[Bank], names: Sequence[str], scheme: Scheme
) -> tuple[list[Bank], dict[str, None]]:
    """The files with the layer that the scheme compares, and what to say about it."""
    given, notes = list[Bank](), dict[str, None]()
    for bank, name in zip(banks, names, strict=True):
        found, said = provided_alone(scheme, bank, name)
        given.append(found)
        notes |= dict.fromkeys(text for text, _ in said)
    return given, notes


class _Both:
    """Two annotations, compared under a scheme."""

    def __init__(self, banks: Sequence[Bank], which: tuple[int, int], scheme: Scheme) -> None:
        self.which, self.scheme = which, replace(scheme, length=0, failed="empty")
        self.banks = relabelled_pair(*(banks[one] for one in which))
        self.outcome = outcome_of(*self.banks, self.scheme)
        status = self.outcome.status
        # An annotator of relations may have found none in a sentence.
        fine = (status == Status.SCORED) | (isinstance(scheme, Gr) & (status == Status.MISSING))
        short = self.outcome.length <= scheme.length if scheme.length else True
        self.comparable: Bools = fine & short

    def pair(self, keep: Bools, samples: int, seed: int) -> Pair:
        """F1 and what is shared, label by label, in the sentences to ``keep``."""
        row = self.scheme.row(self.outcome)
        counts = np.stack([row[name][keep] for name in ("gold", "system", "matched")], axis=1)
        return Pair.of(counts, self._labels(keep), samples, seed)

    def _labels(self, keep: Bools) -> Iterator[Shared]:
        by = {one.name for one in self.scheme.breakdowns}
        kind = next((name for name in ("relation", "label", "phenomenon") if name in by), "")
        if not kind:
            return
        tally = self.scheme.tally(self.outcome, self.banks[0].labels, (kind,))
        sums = tally.groups[kind].sums(keep)[0]
        tree = self.outcome.hierarchy if isinstance(self.outcome, Matched) else None
        depth = dict(tree.printed()) if tree is not None else {}
        order = sums if depth else sorted(sums, key=lambda name: -sums[name].get("gold", 0))
        for name in order:
            first, second, shared = (sums[name].get(n, 0) for n in ("gold", "system", "matched"))
            yield Shared(name, first, second, shared, depth.get(name, 0))

    def disagreements(self, keep: Bools) -> list[Disagreement]:
        """The rows that only one of the two has."""
        if isinstance(self.scheme, Gr):
            return disputed_relations(self.which, self._relations, keep)
        return disputed_rows(self.which, self.outcome, self.scheme, keep)

    @cached_property
    def _relations(self) -> Compared:
        assert isinstance(self.scheme, Gr)  # asked only then
        return Compared(*self.banks, self.scheme)

    def kappa_of_names(self, keep: Bools) -> Kappa:
        """κ of the names of relations whose slots both annotators have filled alike."""
        pairs = self._relations.other_names()
        ours, theirs = self._relations.sides
        inside = keep[ours.sentence()[pairs.gold]]
        labels = ours.relation.label[pairs.gold], theirs.relation.label[pairs.system]
        return cohen(*(column[inside].astype(np.int64) for column in labels))
