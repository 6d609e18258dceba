"""Units drawn again, exchanged, or left out; the figures of every sample from sums of columns.

A sample is a weight for each unit: how often it was drawn, or whether the two systems exchange it.
So the sums of many samples are one product of two matrices, for all systems at once. It is made
block by block; the draws do not depend on the size of the blocks.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from karat.model.columns import Floats, Longs, Numbers
from karat.stats.additive import PIECE, Additive
from karat.stats.plan import Plan

# The number of weights in memory at a time, unless there are very many units.
CELLS = 1 << 20
_FEWEST = 16
# Up to so many units, several samples are counted at once.
_FEW = 1024


def bootstrapped(systems: Sequence[Additive], plan: Plan) -> list[dict[str, Floats]]:
    """For each system and figure the value of every sample, with the same draws for all systems."""
    joined, flat = plan.joined(list(systems))
    stack = _Stack(joined)
    blocks = list[list[dict[str, Floats]]]()
    for weights in draws(len(joined[0]), flat, stack.cells):
        sums = stack.sums(weights)
        blocks.append([stack.figures(which, sums) for which in range(len(joined))])
    return [_concatenated([block[which] for block in blocks]) for which in range(len(joined))]


def permuted(
    systems: Sequence[Additive], pairs: Sequence[tuple[int, int]], plan: Plan
) -> list[dict[str, Floats]]:
    """For each pair and figure, b minus a in every sample, in which units exchange their rows.

    If there are at most ``plan.samples`` ways to exchange them, every way is one sample (``exact``).
    """
    joined, flat = plan.joined(list(systems))
    stack = _Stack(joined)
    total = stack.rows.sum(axis=1, keepdims=True, dtype=np.float64)
    blocks = list[list[dict[str, Floats]]]()
    for weights in swaps(len(joined[0]), flat, stack.cells):
        sums = stack.sums(weights)
        blocks.append([stack.swapped(*pair, sums, total) for pair in pairs])
    return [_concatenated([block[which] for block in blocks]) for which in range(len(pairs))]


def recomputed(statistic: Callable[[Longs], float], units: int, plan: Plan) -> Floats:
    """A figure that does not follow from sums: it is computed from the units of each sample."""
    return np.array([statistic(rows) for rows in chosen(units, plan)], np.float64)


def jackknife(system: Additive, plan: Plan) -> dict[str, Floats]:
    """For each figure its values without one unit, for every unit."""
    (joined,), _ = plan.joined([system])
    total = joined.values.sum(axis=0, keepdims=True, dtype=np.float64)
    step = max(1, CELLS // max(1, joined.values.shape[1]))
    blocks = [
        {name: formula(total - joined.values[first : first + step])
         for name, formula in joined.figures.items()}
        for first in range(0, max(1, len(joined)), step)
    ]  # fmt: skip
    return _concatenated(blocks)


def exact(units: int, samples: int) -> bool:
    """Whether every way to exchange units is tried.

    >>> exact(13, 10_000), exact(14, 10_000)
    (True, False)
    """
    return units < 63 and 2**units <= samples


def draws(units: int, plan: Plan, cells: int = 0) -> Iterator[Floats]:
    """How often each unit is drawn, one row per sample, block by block.

    With ``cells``, a block has at most so many weights, unless there are more units.
    """
    if plan.strata is None:
        yield from _drawn_at_once(units, plan, cells)
        return
    samples = chosen(units, plan)
    for size in _sizes(units, plan.samples, cells):
        weights = np.empty((size, units))
        for row in weights:
            row[:] = np.bincount(next(samples), minlength=units)
        yield weights


def _drawn_at_once(units: int, plan: Plan, cells: int) -> Iterator[Floats]:
    """The same draws as ``chosen`` makes one by one, but many at a time, in numbers of half the size."""
    random = np.random.default_rng(plan.seed)
    for size in _sizes(units, plan.samples, cells):
        drawn = random.integers(0, max(1, units), (size, units), np.int32)
        if units <= _FEW:
            drawn += units * np.arange(size, dtype=np.int32)[:, None]
            counts = np.bincount(drawn.ravel(), minlength=size * units)
            yield counts.reshape(size, units).astype(np.float64)
            continue
        weights = np.empty((size, units))
        for row, one in zip(weights, drawn, strict=True):
            row[:] = np.bincount(one, minlength=units)
        yield weights


def chosen(units: int, plan: Plan) -> Iterator[Longs]:
    """Which units are drawn, sample by sample.

    >>> [len(sample) for sample in chosen(3, Plan(samples=2))]
    [3, 3]
    """
    random = np.random.default_rng(plan.seed)
    if plan.strata is None:
        for _ in range(plan.samples):
            yield random.integers(0, max(1, units), units)
        return
    order = np.argsort(plan.strata, kind="stable")
    _, begin, size = np.unique(plan.strata[order], return_index=True, return_counts=True)
    begins, sizes = np.repeat(begin, size), np.repeat(size, size)
    for _ in range(plan.samples):
        yield order[begins + (random.random(units) * sizes).astype(np.int64)]


def swaps(units: int, plan: Plan, cells: int = 0) -> Iterator[Floats]:
    """Which units are exchanged (1, otherwise 0), one row per sample, block by block as in ``draws``."""
    if exact(units, plan.samples):
        ways = np.arange(2**units, dtype="<u8")[:, None]
        for first in range(0, len(ways), _step(units)):
            yield _bits(ways[first : first + _step(units)], units)
        return
    random = np.random.default_rng(plan.seed)
    for size in _sizes(units, plan.samples, cells):
        words = (size, -(-units // 64))
        yield _bits(random.integers(0, 1 << 64, words, np.uint64).astype("<u8"), units)


def _bits(words: Numbers, units: int) -> Floats:
    """The bits of each row of numbers, the lowest first."""
    bits = np.unpackbits(words.view(np.uint8), axis=1, count=units, bitorder="little")
    return bits.astype(np.float64)


def _step(units: int) -> int:
    """The number of samples in a block: few if there are many units, but enough for fast products."""
    return max(_FEWEST, CELLS // max(1, units))


def _sizes(units: int, samples: int, cells: int = 0) -> Iterator[int]:
    """The number of samples of each block."""
    step = max(1, min(cells // max(1, units), samples)) if cells else _step(units)
    for first in range(0, samples, step):
        yield min(step, samples - first)


def weighted(rows: Numbers, weights: Floats) -> Floats:
    """The sums of rows of whole numbers in each sample, which has one row of weights."""
    sums = np.zeros((len(rows), len(weights)))
    for begin in range(0, rows.shape[1], PIECE):
        piece = slice(begin, begin + PIECE)
        sums += rows[:, piece].astype(np.float64) @ weights[:, piece].T
    return sums


class _Stack:
    """The columns of all systems as rows of one matrix; equal ones, as those of gold, stand there once."""

    def __init__(self, systems: Sequence[Additive]) -> None:
        if len({one.values.shape for one in systems}) > 1:
            raise ValueError("the systems have different units or columns")
        self._formulas = [one.figures for one in systems]
        seen, distinct = dict[bytes, int](), list[Numbers]()
        self._places: list[list[int]] = []
        for one in systems:
            places = []
            for column in one.values.T:
                key = hashlib.blake2b(column.tobytes()).digest()
                if key not in seen:
                    seen[key] = len(distinct)
                    distinct.append(column)
                places.append(seen[key])
            self._places.append(places)
        self.rows = np.stack(distinct)
        # Sums of whole numbers are exact in doubles, so those of a sample can be made piece by piece.
        self._whole = self.rows.dtype.kind != "f"
        self.cells = CELLS if self._whole else 0

    def sums(self, weights: Floats) -> Floats:
        """The sums of all rows in each sample: a row of sums for each row."""
        return weighted(self.rows, weights) if self._whole else self.rows @ weights.T

    def figures(self, which: int, sums: Floats) -> dict[str, Floats]:
        """The figures of a system from the sums of all rows."""
        own = sums[self._places[which]].T
        return {name: formula(own) for name, formula in self._formulas[which].items()}

    def swapped(self, a: int, b: int, sums: Floats, total: Floats) -> dict[str, Floats]:
        """b minus a, for each figure, if they exchange the units that are in ``sums``."""
        ours, theirs = self._places[a], self._places[b]
        change = sums[theirs] - sums[ours]
        first, second = (total[ours] + change).T, (total[theirs] - change).T
        figures = self._formulas[a]
        return {name: formula(second) - formula(first) for name, formula in figures.items()}


def _concatenated(blocks: Sequence[Mapping[str, Floats]]) -> dict[str, Floats]:
    return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}
