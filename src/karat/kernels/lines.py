# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Write EVALB's line of figures for many sentences, byte for byte as C's printf writes it.

A percentage is a double that C rounds to two digits. It is the quotient of two integers, so the digits
come from integers; only where the quotient is half-way between two of them does the double decide.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.math import fma

Ints = cython.typedef(cython.const[cython.int][::1])
IntTable = cython.typedef(cython.const[cython.int][:, ::1])
Bytes = cython.typedef(cython.const[cython.uchar][::1])
Flags = cython.typedef(cython.const[cython.schar][::1])
BytesOut = cython.typedef(cython.uchar[::1])
FlagsOut = cython.typedef(cython.schar[::1])
SizesOut = cython.typedef(cython.Py_ssize_t[::1])
Size = cython.typedef(cython.Py_ssize_t)

# More bytes than the longest line has.
WIDEST = 192


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def put_spaces(out: BytesOut, at: Size, count: Size) -> Size:
    for i in range(at, at + count):
        out[i] = 32
    return at + count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def put_digits(out: BytesOut, at: Size, width: Size, value: cython.longlong) -> Size:
    """Write a number that is not negative, at the right of so many bytes if it needs fewer."""
    size: Size = 1
    rest: cython.longlong = value // 10
    while rest:
        size += 1
        rest = rest // 10
    at = put_spaces(out, at, width - size) if size < width else at
    i = at + size
    while i > at:
        i -= 1
        out[i] = 48 + value % 10
        value = value // 10
    return at + size


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def put_number(out: BytesOut, at: Size, gap: Size, width: Size, value: cython.longlong) -> Size:
    return put_digits(out, put_spaces(out, at, gap), width, value)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def tie_goes_up(
    part: cython.longlong, whole: cython.longlong, below: cython.longlong
) -> cython.bint:
    """Whether C rounds 100.0 * part / whole up, if it is half-way above ``below`` hundredths.

    It does if the double is above the exact quotient; if it is equal, the even digit wins.
    """
    double: cython.double = 100.0 * part / whole
    if cython.compiled:
        # A fused operation is exact but for its last rounding, which keeps the sign.
        error: cython.double = fma(double, whole, -100.0 * part)
    else:
        numerator, denominator = double.as_integer_ratio()
        error = numerator * whole - 100 * part * denominator
    return error > 0 or (error == 0 and below % 2 == 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def put_percent(
    out: BytesOut, at: Size, gap: Size, part: cython.longlong, whole: cython.longlong
) -> Size:
    """Write 100 * part / whole as %6.2f does; 0 if whole is 0."""
    hundredths: cython.longlong = 0
    if whole:
        hundredths = 10000 * part // whole
        rest = 10000 * part - hundredths * whole
        if 2 * rest > whole or (2 * rest == whole and tie_goes_up(part, whole, hundredths)):
            hundredths += 1
    at = put_number(out, at, gap, 3, hundredths // 100)
    out[at] = 46
    out[at + 1] = 48 + hundredths // 10 % 10
    out[at + 2] = 48 + hundredths % 10
    return at + 3


def sentences(first: Size, figures: IntTable, left_out: Flags, out: BytesOut, ends: SizesOut):
    """Write the lines of sentences, the number of the first of which is given; return their size.

    A row of ``figures`` is: length, status, matched brackets, gold brackets, test brackets, crossing
    brackets, words, right tags. Sentences that are ``left_out`` have no line. ``ends`` says where each
    sentence's line ends. ``out`` has room for WIDEST bytes per sentence.
    """
    at: Size = 0
    with cython.nogil:
        for i in range(figures.shape[0]):
            if not left_out[i]:
                at = put_number(out, at, 0, 4, first + i)
                at = put_number(out, at, 2, 3, figures[i, 0])
                at = put_number(out, at, 4, 1, figures[i, 1])
                at = put_percent(out, at, 2, figures[i, 2], figures[i, 3])
                at = put_percent(out, at, 1, figures[i, 2], figures[i, 4])
                at = put_number(out, at, 3, 3, figures[i, 2])
                at = put_number(out, at, 4, 3, figures[i, 3])
                at = put_number(out, at, 2, 3, figures[i, 4])
                at = put_number(out, at, 4, 3, figures[i, 5])
                at = put_number(out, at, 3, 4, figures[i, 6])
                at = put_number(out, at, 2, 4, figures[i, 7])
                at = put_percent(out, at, 3, figures[i, 7], figures[i, 6])
                out[at] = 10
                at += 1
            ends[i] = at
    return at


def unreadable(text: Bytes, token_offset: Ints, word_end: Ints, tag: Ints, out: FlagsOut):
    """Mark the sentences that EVALB cannot read: a word in them is untagged, or no ``)`` follows it."""
    odd: cython.bint
    with cython.nogil:
        for i in range(token_offset.shape[0] - 1):
            odd = False
            for t in range(token_offset[i], token_offset[i + 1]):
                odd = odd | (tag[t] == 0) | (text[word_end[t]] != 41)
            out[i] = odd
