"""Sums over random samples of units, exactly: for tallies of any size, read block by block.

Every unit has a weight in every sample that follows from the seed, the unit's number and the sample's
number alone. In the Poisson bootstrap (Hanley and MacGibbon 2006; Chamandy et al. 2012) it is drawn
from Poisson(1), for every unit apart; in the permutation test it is 0 or 1. The sums are whole numbers,
so blocks can be cut in any way and added in any order. A value with a fraction, as the recall of a
sentence, is rounded to a multiple of 2**-28 before it is added.
"""

from collections.abc import Sequence

import numpy as np

from karat.kernels import resample as kernel
from karat.model.columns import Floats, Longs, Numbers
from karat.stats.additive import Additive

# What a value with a fraction is multiplied by.
SCALE = 1 << 28
# Differences that are equal may differ by so much, because four values were rounded.
ROUNDING = 4 / SCALE
# The same if all columns are whole numbers: only the figures themselves are rounded.
WHOLE = 1e-12
# Numbers that are too large for 16 bits are cut into digits of so many bits.
_DIGIT = 14
# Sums stay below this, so that those of samples fit into 63 bits.
LARGEST = 1 << 61


def scales(system: Additive) -> Longs:
    """What the values of each column are multiplied by."""
    return np.where(system.fractional, SCALE, 1).astype(np.int64)


def fixed(system: Additive) -> Longs:
    """The values of a system as whole numbers, one row per column.

    >>> fixed(Additive(np.array([[3.0, 0.5]]), {}, (False, True))).tolist()
    [[3], [134217728]]
    """
    return np.rint(system.values.T * scales(system)[:, None]).astype(np.int64)


def floating(sums: Longs, scale: Longs) -> Floats:
    """Sums of whole numbers, the last axis for columns, as what they stand for."""
    return sums / scale


def sampled(
    units: Longs, systems: Sequence[Longs], samples: int, seed: int, *, poisson: bool
) -> Longs:
    """For each system, sample and column the weighted sum over units.

    ``systems`` have one row per column. Columns that several systems share are summed once.

    >>> sampled(np.array([7, 8]), [np.array([[1, 1]]), np.array([[5, 0]])], 3, 1, poisson=True).shape
    (2, 3, 1)
    """
    stacked = np.concatenate(systems)
    place: dict[bytes, int] = {}
    which = [place.setdefault(column.tobytes(), len(place)) for column in stacked]
    first = [which.index(number) for number in range(len(place))]
    digits, of_column = _digits(stacked[first])
    sums = _sums(units, digits, samples, seed, poisson)
    found = np.zeros((samples, len(first)), np.int64)
    for row, (column, shift) in zip(sums.T, of_column, strict=True):
        found[:, column] += row << shift
    return np.moveaxis(found[:, which].reshape(samples, len(systems), -1), 1, 0)


def weights(units: Longs, samples: int, seed: int, *, poisson: bool) -> Numbers:
    """The weight of each unit in each sample, one row per sample: what ``sampled`` sums with."""
    found = np.empty((samples, len(units)), np.int16)
    kernel.weights(units, samples, _seed(seed, poisson), poisson, *_scratch(), found.reshape(-1))
    return found


def _sums(units: Longs, digits: Numbers, samples: int, seed: int, poisson: bool) -> Longs:
    total: Longs = np.zeros((samples, len(digits)), np.int64)
    numbers = np.ascontiguousarray(units, np.int64)
    mixed = _seed(seed, poisson)
    kernel.weighted_sums(
        numbers, digits.reshape(-1), samples, mixed, poisson, *_scratch(), total.reshape(-1)
    )
    return total


def _seed(seed: int, poisson: bool) -> int:
    """Exchanges must not follow from the weights of the bootstrap."""
    return (2 * seed + poisson) % (1 << 64)


def _scratch() -> tuple[Numbers, Numbers]:
    return np.empty(kernel.TILE, np.uint64), np.empty(kernel.LANES * kernel.TILE, np.int16)


def _digits(columns: Longs) -> tuple[Numbers, list[tuple[int, int]]]:
    """Columns of numbers of 16 bits, and for each its column and by how many bits it is shifted."""
    found, places = [], []
    half, whole = 1 << (_DIGIT - 1), 1 << _DIGIT
    for number, column in enumerate(columns):
        rest, shift = column, 0
        while np.abs(rest).max(initial=0) >= 1 << 15:
            low = (rest + half) % whole - half
            found.append(low)
            places.append((number, shift))
            rest, shift = (rest - low) >> _DIGIT, shift + _DIGIT
        found.append(rest)
        places.append((number, shift))
    return np.stack(found).astype(np.int16), places
