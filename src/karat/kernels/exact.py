# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Sums of doubles without rounding: their digits, added up for each exponent; see model/exact.py."""

from __future__ import annotations

import cython

Longs = cython.typedef(cython.const[cython.longlong][::1])
LongsOut = cython.typedef(cython.longlong[::1])
Size = cython.typedef(cython.Py_ssize_t)

# A double has 52 bits of digits, after 11 bits of exponent and one of sign. Its digits are added in two
# halves, so that sums of 2**37 numbers fit into 64 bits.
DIGITS = cython.declare(cython.longlong, (1 << 52) - 1)
HIDDEN = cython.declare(cython.longlong, 1 << 52)
HALF = 26
half = cython.declare(cython.int, HALF)
LOW = cython.declare(cython.longlong, (1 << 26) - 1)
EXPONENTS = 2048


def add(bits: Longs, low: LongsOut, high: LongsOut):
    """Add the digits of doubles, given as their bits, to the sums of their exponents.

    Numbers that are not defined are left out; returns how many were added, or -1 if one is infinite. The
    sum for exponent e is (high[e] * 2**HALF + low[e]) * 2**(max(e, 1) - 1075).
    """
    digits: cython.longlong
    exponent: cython.longlong
    count: Size = 0
    with cython.nogil:
        for i in range(bits.shape[0]):
            exponent = (bits[i] >> 52) & 2047
            digits = bits[i] & DIGITS
            if exponent == 2047:
                if digits:
                    continue
                count = -1
                break
            count += 1
            if exponent:
                digits |= HIDDEN
            if bits[i] < 0:
                low[exponent] -= digits & LOW
                high[exponent] -= digits >> half
            else:
                low[exponent] += digits & LOW
                high[exponent] += digits >> half
    return count
