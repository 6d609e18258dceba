# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""The characters of words as they are compared, for plain words; comparison/overlay.py defines ``spelt``."""

from __future__ import annotations

import cython

Ints = cython.typedef(cython.const[cython.int][::1])
Longs = cython.typedef(cython.const[cython.longlong][::1])
Bytes = cython.typedef(cython.const[cython.uchar][::1])
Flags = cython.typedef(cython.const[cython.schar][::1])
IntsOut = cython.typedef(cython.int[::1])
FlagsOut = cython.typedef(cython.schar[::1])
Size = cython.typedef(cython.Py_ssize_t)

HYPHEN = cython.declare(cython.int, 45)
APOSTROPHE = cython.declare(cython.int, 39)
QUOTATION = cython.declare(cython.int, 34)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def escaped(text: Bytes, y: Size, end: Size) -> cython.int:
    """The bracket that the escape at text[y] stands for, such as -LRB- in any case; 0 if there is none."""
    if y + 4 >= end or text[y] != 45 or text[y + 4] != 45 or text[y + 3] | 32 != 98:
        return 0
    side: cython.int = text[y + 1] | 32
    kind: cython.int = text[y + 2] | 32
    if side != 108 and side != 114:
        return 0
    if kind == 114:
        return 40 if side == 108 else 41
    if kind == 115:
        return 91 if side == 108 else 93
    if kind == 99:
        return 123 if side == 108 else 125
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def beyond(text: Bytes, y: Size, end: Size) -> cython.int:
    """What the character beyond ASCII at text[y] spells; 0 if it is none of those known here.

    These are the letters of Latin-1, in lower case, but for the sharp s, and dashes and quotation marks.
    """
    code: cython.int
    if text[y] == 0xC3 and y + 1 < end:
        code = text[y + 1]
        if 0x80 <= code <= 0x9E and code != 0x97:
            return code + 0x60
        if 0xA0 <= code <= 0xBF and code != 0xB7:
            return code + 0x40
    elif text[y] == 0xE2 and y + 2 < end and text[y + 1] == 0x80:
        code = text[y + 2]
        if code == 0x93 or code == 0x94:
            return HYPHEN
        if code == 0x98 or code == 0x99:
            return APOSTROPHE
        if code == 0x9C or code == 0x9D:
            return QUOTATION
    return 0


def length(start: Ints, end: Ints, rows: Longs):
    """The number of bytes that words have together."""
    found: Size = 0
    with cython.nogil:
        for w in range(rows.shape[0]):
            found += end[rows[w]] - start[rows[w]]
    return found


def spell(
    text: Bytes, start: Ints, end: Ints, rows: Longs, plain: Bytes,
    codes: IntsOut, offset: IntsOut, odd: FlagsOut,
):  # fmt: skip
    """Write the characters that each word spells; those of word w are codes[offset[w]:offset[w + 1]].

    Word w is in the row rows[w]. ``plain`` has what each byte spells that is a character by itself, such as a letter; 0 for all others.
    A word is ``odd``, and nothing is written for it, if it has characters that are neither ASCII nor known
    to ``beyond``, a backslash or an asterisk, which may be part of an escape, or several escapes. Returns
    the number of characters.
    """
    at: Size = 0
    begin: Size
    y: Size
    last: Size
    c: cython.uchar
    seen: cython.int
    code: cython.int
    bracket: cython.int
    with cython.nogil:
        for w in range(rows.shape[0]):
            begin = at
            offset[w] = at
            odd[w] = 0
            seen = 0
            y = start[rows[w]]
            last = end[rows[w]]
            while y < last:
                c = plain[text[y]]
                if c:
                    codes[at] = c
                    at += 1
                    y += 1
                    continue
                c = text[y]
                y += 1
                if c == 92 or c == 42:
                    odd[w] = 1
                    break
                elif c >= 128:
                    code = beyond(text, y - 1, last)
                    if code == 0:
                        odd[w] = 1
                        break
                    y += 1 if c == 0xC3 else 2
                    if code == HYPHEN and at > begin and codes[at - 1] == HYPHEN:
                        continue
                    if code == APOSTROPHE and at > begin and codes[at - 1] == APOSTROPHE:
                        codes[at - 1] = QUOTATION
                        continue
                    codes[at] = code
                    at += 1
                elif c < 33 or c == 127:
                    continue
                elif c == HYPHEN:
                    bracket = escaped(text, y - 1, last)
                    if bracket:
                        if seen or escaped(text, y + 3, last):
                            odd[w] = 1
                            break
                        seen = 1
                        y += 4
                        codes[at] = bracket
                        at += 1
                    elif at == begin or codes[at - 1] != HYPHEN:
                        codes[at] = HYPHEN
                        at += 1
                elif at > begin and codes[at - 1] == APOSTROPHE:
                    codes[at - 1] = QUOTATION
                else:
                    codes[at] = APOSTROPHE
                    at += 1
            if odd[w]:
                at = begin
        offset[rows.shape[0]] = at
    return at


def insert(
    codes: Ints, offset: Ints, odd: Flags, others: Ints, others_at: Ints,
    result: IntsOut, result_at: IntsOut,
):  # fmt: skip
    """Write all words in order: the odd ones, which are given one after the other, among the plain ones."""
    at: Size = 0
    k: Size = 0
    y: Size
    with cython.nogil:
        for w in range(odd.shape[0]):
            result_at[w] = at
            if odd[w]:
                for y in range(others_at[k], others_at[k + 1]):
                    result[at] = others[y]
                    at += 1
                k += 1
            else:
                for y in range(offset[w], offset[w + 1]):
                    result[at] = codes[y]
                    at += 1
        result_at[odd.shape[0]] = at
