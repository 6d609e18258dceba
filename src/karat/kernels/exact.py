# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Sums of doubles without rounding: their digits, added up for each exponent; see model/exact.py."""

from __future__ import annotations

import cython

LongTable = cython.typedef(cython.const[cython.longlong][:, ::1])
Flags = cython.typedef(cython.const[cython.schar][::1])
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


def add(bits: LongTable, part: Flags, low: LongsOut, high: LongsOut, counts: LongsOut):
    """Add the digits of doubles, given as their bits, to the sums of their row, part and exponent.

    ``part`` is 0 or 1 for each column. Numbers that are not defined are left out; ``counts`` has how many
    were added for each row and part. Returns whether all are finite. The sum for row r, part p and exponent
    e is (high[x] * 2**HALF + low[x]) * 2**(max(e, 1) - 1075), where x is (2 * r + p) * EXPONENTS + e.
    """
    number: cython.longlong
    digits: cython.longlong
    exponent: cython.longlong
    here: Size
    at: Size
    finite: cython.bint = True
    with cython.nogil:
        for r in range(bits.shape[0]):
            for i in range(bits.shape[1]):
                number = bits[r, i]
                exponent = (number >> 52) & 2047
                digits = number & DIGITS
                if exponent == 2047:
                    if digits:
                        continue
                    finite = False
                    break
                here = 2 * r + part[i]
                counts[here] += 1
                if exponent:
                    digits |= HIDDEN
                at = (here << 11) + exponent
                if number < 0:
                    low[at] -= digits & LOW
                    high[at] -= digits >> half
                else:
                    low[at] += digits & LOW
                    high[at] += digits >> half
    return bool(finite)
