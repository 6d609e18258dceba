"""How far several analyses of the same sentences agree, and the parses that most of them share.

First all are normalised as in 1991 (``voting.py``). The *majority* parse of a sentence has the spans
that occur in more than half of the analyses, the *consensus* parse those that occur in all. A
majority parse is always well nested: any two of its spans occur together in at least one analysis,
and spans of one tree do not cross.

    recall        = matched / majority
    crossing rate = crossing / constituents

of each analysis against the majority, and the mean of both over all analyses, with intervals from a
bootstrap over sentences. These are the figures that Black et al. (1991) give for their grammars.

Files of any size are compared block by block (``tree_parts.py``). What is kept of a sentence is a few
small numbers, which the bootstrap needs: four for each analysis, and three for each pair of them.

>>> import karat
>>> texts = ["(S (A a b) c)", "(S (A a b) c)", "(S a (B b c))"]
>>> banks = [karat.read_text(text) for text in texts]
>>> trees = shared_trees(banks)
>>> trees.majority.spans(0)
[(0, 3, b'S'), (0, 2, b'A')]
>>> trees.consensus.spans(0)
[(0, 3, b'S')]
>>> found = agreement(banks)
>>> round(found.recall.value, 4), round(found.crossing_rate.value, 4)
(0.8333, 0.1667)
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import add

import numpy as np

from karat.analysis.decisions import Decision
from karat.analysis.disputed_constructions import Construction, ranked
from karat.analysis.layer_agreement import refuse_odd
from karat.analysis.pairs import Disagreement, Pair, Which, pairs_of
from karat.analysis.tree_parts import Part, Trees, part_of
from karat.analysis.voting import STEPS
from karat.engine.abreast import Annotations, Held
from karat.model import discontinuous
from karat.model.bank import CONTENTS, Bank
from karat.model.columns import Floats
from karat.model.errors import InputError
from karat.model.labels import function_tags
from karat.model.measure import ratio
from karat.stats.additive import Formula, quotient
from karat.stats.counted import figures_of_counts
from karat.stats.intervals import Figure
from karat.stats.plan import FEWER_SAMPLES, SEED, Plan


@dataclass(frozen=True)
class Against:
    """One analysis compared with the majority."""

    constituents: int
    majority: int
    matched: int
    crossing: int
    recall: Figure
    crossing_rate: Figure


@dataclass(frozen=True, eq=False)
class Agreement:
    """All that ``karat agree`` reports; ``recall`` and ``crossing_rate`` are the means.

    ``majority`` and ``consensus`` are how many constituents most analyses have, and all of them. There are
    ``disagreeing`` disagreements, of which ``disagreements`` has the first ones.
    """

    sentences: int
    different: tuple[int, ...]
    majority: int
    consensus: int
    against: tuple[Against, ...]
    recall: Figure
    crossing_rate: Figure
    pairs: dict[Which, Pair]
    kappa: dict[Which, float]
    alpha: float
    decisions: tuple[Decision, ...]
    constructions: tuple[Construction, ...]
    disagreeing: int
    disagreements: tuple[Disagreement, ...]

    def drawn(self) -> list[Figure]:
        """The figures that have intervals, if the sentences allow it."""
        of_each = [x for one in self.against for x in (one.recall, one.crossing_rate)]
        return [self.recall, self.crossing_rate, *of_each, *(x.f1 for x in self.pairs.values())]

    def with_functions(self) -> list[bool]:
        """Of each analysis, whether any of its labels has a function tag."""
        found = [False] * len(self.against)
        for (one, other), pair in self.pairs.items():
            for row in pair.labels:
                if function_tags(row.label.encode()):
                    found[one] |= row.first > 0
                    found[other] |= row.second > 0
        return found


def agreement(
    banks: Sequence[Bank],
    steps: int = STEPS,
    decide: str = "majority",
    *,
    samples: int = FEWER_SAMPLES,
    seed: int = SEED,
) -> Agreement:
    """Compare analyses of the same sentences; those whose words differ are left out and listed.

    ``steps`` and ``decide`` say how they are normalised first, as in ``voting.normalised``.
    """
    refuse_odd(banks)
    return blockwise(Held(banks), steps, decide, Plan(samples, seed))


def shared_trees(banks: Sequence[Bank], steps: int = STEPS, decide: str = "majority") -> Trees:
    """The trees of the constituents that most analyses share, and of those that all share."""
    return part_of(banks, steps, decide)[1]


def blockwise(
    annotations: Annotations,
    steps: int,
    decide: str,
    plan: Plan,
    limit: int | None = None,
    on_trees: Callable[[Sequence[Bank], Trees], None] = lambda banks, trees: None,
) -> Agreement:
    """The same for analyses that come in blocks; at most ``limit`` disagreements are listed.

    ``on_trees`` is called with every block and the trees that its analyses share.
    """
    parts = _parts(annotations, steps, decide, limit, on_trees)
    whole, analyses = reduce(add, parts), len(annotations.paths)
    counts = np.concatenate(whole.counts, axis=1)
    if not counts.shape[1]:
        raise InputError(
            f"no sentence has the same words in all of {', '.join(annotations.paths)}; "
            "are they analyses of the same sentences in the same order?"
        )
    found = figures_of_counts(counts, _with_means(analyses), plan)
    sums = counts.sum(axis=1, dtype=np.int64).reshape(analyses, 4).tolist()
    pairs = pairs_of(whole.pairs, dict.fromkeys(whole.pairs, annotations.labels), plan)
    return Agreement(
        sentences=whole.sentences,
        different=tuple(np.concatenate(whole.different).tolist()),
        majority=whole.majority,
        consensus=whole.consensus,
        against=tuple(
            Against(a, b, c, d, found[f"recall {i}"], found[f"rate {i}"])
            for i, (a, b, c, d) in enumerate(sums)
        ),
        recall=found["recall"],
        crossing_rate=found["rate"],
        pairs=pairs,
        kappa={
            which: cohen(int(one.shared), int(one.first), int(one.second), whole.possible)
            for which, one in pairs.items()
        },
        alpha=krippendorff(whole.marked, whole.differing, analyses, whole.possible),
        decisions=whole.decided.decisions(),
        constructions=ranked(whole.constructions),
        disagreeing=whole.disagreements.total,
        disagreements=tuple(whole.disagreements.listed),
    )


def _parts(
    annotations: Annotations, steps: int, decide: str, limit: int | None,
    on_trees: Callable[[Sequence[Bank], Trees], None],
) -> Iterator[Part]:  # fmt: skip
    """What is kept of each block; an error at the end if a file has no trees at all."""
    begin = 0
    bare: dict[int, InputError] = {}
    for banks in annotations:
        for bank in banks:
            discontinuous.refuse(bank, "agreement")
        for at, bank in enumerate(banks if not begin else ()):
            if not bank.has_trees:
                bare[at] = _no_trees(bank)
                if bank.layers.keys() & CONTENTS.keys():
                    raise bare[at]
        part, trees = part_of(banks, steps, decide, begin, limit)
        on_trees(banks, trees)
        begin += part.sentences
        if limit is not None:
            limit = max(0, limit - len(part.disagreements.listed))
        bare = {at: error for at, error in bare.items() if not part.with_trees[at]}
        yield part
    for error in bare.values():
        raise error


def _no_trees(bank: Bank) -> InputError:
    advice = f"type: karat convert {bank.path} trees.mrg --view yields"
    return InputError(
        f"{bank.missing('trees')}; say what to compare, as in "
        f"--scheme {'gr' if 'gr' in bank.layers else 'deps'}"
        + (f", or, to make trees, {advice}" if "edges" in bank.layers else "")
    )


def cohen(both: int, one: int, other: int, possible: int) -> float:
    """Cohen's κ of two annotators; the items are all possible spans, marked or not.

        κ = (observed - expected) / (1 - expected)

    ``possible`` is the number of possible spans, n (n + 1) / 2 in a sentence of n words.

    >>> cohen(2, 2, 2, 6), round(cohen(1, 2, 2, 6), 6)
    (1.0, 0.25)
    """
    observed = ratio(possible - (one - both) - (other - both), possible)
    chance = ratio(one * other + (possible - one) * (possible - other), possible * possible)
    return float(ratio(observed - chance, 1 - chance))


def krippendorff(marked: int, differing: int, annotators: int, possible: int) -> float:
    """Krippendorff's α over the same items, for any number of annotators.

        α = 1 - (n - 1) o / (marked (n - marked)),   n = items × annotators

    where o is ``differing``, the sum over items of marks × annotators without a mark, divided by
    (annotators - 1).

    >>> krippendorff(4, 0, 2, 6)
    1.0
    """
    n = possible * annotators
    disagreed = float(differing) / (annotators - 1)
    return float(1 - ratio((n - 1) * disagreed, marked * (n - marked)))


def _with_means(analyses: int) -> dict[str, Formula]:
    """The recall and crossing rate of each analysis, and their means over all analyses."""
    formulas: dict[str, Formula] = {}
    for name, part, whole in (("recall", 2, 1), ("rate", 3, 0)):
        each = [quotient(4 * i + part, 4 * i + whole) for i in range(analyses)]
        formulas |= {f"{name} {i}": one for i, one in enumerate(each)}
        formulas[name] = partial(_mean, each)
    return formulas


def _mean(formulas: Sequence[Formula], sums: Floats) -> Floats:
    """The mean over the analyses for which the figure is defined."""
    values = np.stack([formula(sums) for formula in formulas])
    known = ~np.isnan(values)
    return np.asarray(ratio(np.where(known, values, 0).sum(axis=0), known.sum(axis=0)))
