# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Sums of columns over random samples of units, with weights that are made on the fly.

The weight of a unit in a sample follows from the seed, the number of the unit and the number of the
sample alone, by a counter-based generator: the counter is mixed by multiplications and shifts (Steele,
Lea and Flood 2014, Fast splittable pseudorandom number generators, OOPSLA). So the sums of parts add
up to the sums of the whole, whatever the parts are and in whatever order they come. All numbers are
integers, so nothing is rounded.
"""

from __future__ import annotations

import cython

Longs = cython.typedef(cython.const[cython.longlong][::1])
Shorts = cython.typedef(cython.const[cython.short][::1])
ShortsOut = cython.typedef(cython.short[::1])
KeysOut = cython.typedef(cython.ulonglong[::1])
LongsOut = cython.typedef(cython.longlong[::1])
Size = cython.typedef(cython.Py_ssize_t)

# How many units are weighed at a time: their weights and columns stay in the fastest cache, and 512
# products of a weight up to 8 and a short are far from filling an int.
TILE = 512
# A random number of 64 bits gives the weights of so many samples.
LANES = 4
# The same for compiled code.
tile = cython.declare(cython.Py_ssize_t, TILE)
lanes = cython.declare(cython.Py_ssize_t, LANES)

# The steps between counters, and the factors that mix them: odd numbers whose bits look random.
UNIT_STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
SAMPLE_STEP = cython.declare(cython.ulonglong, 0xD1342543DE82EF95)
FIRST_FACTOR = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
SECOND_FACTOR = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
FULL = 0xFFFFFFFFFFFFFFFF

# Of 65,536 equally likely numbers, how many give the weights 0, 1, 2 … 8: Poisson(1), rounded so that
# mean and variance are exactly 1.
SHARES = (24112, 24103, 12057, 4021, 1005, 199, 33, 5, 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def wrapped(number: cython.ulonglong) -> cython.ulonglong:
    """The lowest 64 bits of a number."""
    if cython.compiled:
        return number
    return number & FULL


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def mixed(z: cython.ulonglong) -> cython.ulonglong:
    """A number whose every bit depends on every bit of ``z``; different for different ``z``."""
    z = wrapped((z ^ (z >> 30)) * FIRST_FACTOR)
    z = wrapped((z ^ (z >> 27)) * SECOND_FACTOR)
    return z ^ (z >> 31)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def signed(number: cython.ulonglong) -> cython.short:
    """The lowest 16 bits of a number, from -32768 to 32767."""
    if cython.compiled:
        return number
    return ((number & 0xFFFF) ^ 0x8000) - 0x8000


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_weights(
    key: KeysOut, size: Size, lane: Size, poisson: cython.bint, weight: ShortsOut
) -> cython.void:
    """The weights of some units in the four samples of a lane: sample after sample."""
    counter: cython.ulonglong = wrapped((lane + 1) * SAMPLE_STEP)
    for i in range(size):
        z: cython.ulonglong = mixed(wrapped(key[i] + counter))
        weight[i] = signed(z)
        weight[tile + i] = signed(z >> 16)
        weight[2 * tile + i] = signed(z >> 32)
        weight[3 * tile + i] = signed(z >> 48)
    for at in range(lanes):
        first: Size = at * tile
        if poisson:
            for i in range(first, first + size):
                u: cython.short = weight[i]
                # Each bound is the sum of the shares before it; branches would be guessed wrongly.
                weight[i] = (
                    (u >= -8656) + (u >= 15447) + (u >= 27504) + (u >= 31525)
                    + (u >= 32530) + (u >= 32729) + (u >= 32762) + (u >= 32767)
                )  # fmt: skip
        else:
            for i in range(first, first + size):
                weight[i] = weight[i] < 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_keys(
    unit: Longs, begin: Size, size: Size, seed: cython.ulonglong, key: KeysOut
) -> cython.void:
    """A random number for each of some units."""
    base: cython.ulonglong = mixed(wrapped(seed + UNIT_STEP))
    for i in range(size):
        number: cython.ulonglong = unit[begin + i]
        key[i] = mixed(wrapped(base + wrapped(number * UNIT_STEP)))


def weighted_sums(
    unit: Longs, column: Shorts, samples: Size, seed: cython.ulonglong, poisson: cython.bint,
    key: KeysOut, weight: ShortsOut, total: LongsOut,
):  # fmt: skip
    """Add the sums of some units to ``total``, which has a row of columns for each sample.

    ``unit`` has the numbers of the units, ``column`` the values of the first column, then those of the
    second, and so on. A weight is Poisson(1), or 0 or 1 with equal chances. ``key`` and ``weight`` are
    scratch, with places for TILE numbers and LANES times TILE.
    """
    units: Size = unit.shape[0]
    with cython.nogil:
        if units:
            columns: Size = column.shape[0] // units
            for block in range((units + tile - 1) // tile):
                begin: Size = block * tile
                size: Size = min(tile, units - begin)
                fill_keys(unit, begin, size, seed, key)
                for lane in range((samples + lanes - 1) // lanes):
                    fill_weights(key, size, lane, poisson, weight)
                    for at in range(min(lanes, samples - lanes * lane)):
                        first: Size = at * tile
                        row: Size = (lanes * lane + at) * columns
                        for c in range(columns):
                            place: Size = c * units + begin
                            found: cython.int = 0
                            for i in range(size):
                                found += weight[first + i] * column[place + i]
                            total[row + c] += found


def weights(
    unit: Longs, samples: Size, seed: cython.ulonglong, poisson: cython.bint,
    key: KeysOut, weight: ShortsOut, found: ShortsOut,
):  # fmt: skip
    """The weights themselves: a row of units for each sample. The rest is as in ``weighted_sums``."""
    units: Size = unit.shape[0]
    with cython.nogil:
        for block in range((units + tile - 1) // tile):
            begin: Size = block * tile
            size: Size = min(tile, units - begin)
            fill_keys(unit, begin, size, seed, key)
            for lane in range((samples + lanes - 1) // lanes):
                fill_weights(key, size, lane, poisson, weight)
                for at in range(min(lanes, samples - lanes * lane)):
                    for i in range(size):
                        found[(lanes * lane + at) * units + begin + i] = weight[at * tile + i]
