# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""What each word of a Bank may be: by its tag, by a lexicon, or by its form.

``look_up`` only uses a lexicon; ``marked`` and ``dashes`` find punctuation in words; ``classify`` also
knows what PARSEVAL needs: endings, contractions, marks of punctuation, traces, and the shapes of words
that are in no lexicon.
"""

from __future__ import annotations

import cython

Ints = cython.typedef(cython.const[cython.int][::1])
Bytes = cython.typedef(cython.const[cython.uchar][::1])
Flags = cython.typedef(cython.const[cython.schar][::1])
IntsOut = cython.typedef(cython.int[::1])
FlagsOut = cython.typedef(cython.schar[::1])
Size = cython.typedef(cython.Py_ssize_t)

# What a word may be, as bits. KNOWN: by its tag, otherwise by its form. LOOK: its tag is a verb's, so
# its form says whether it may be an auxiliary.
KNOWN = 1
BASE = 1 << 1
PARTICIPLE = 1 << 2
GERUND = 1 << 3
FINITE = 1 << 4
BE = 1 << 5
HAVE = 1 << 6
DO = 1 << 7
GET = 1 << 8
MODAL = 1 << 9
TO = 1 << 10
NEGATION = 1 << 11
NULL = 1 << 12
POSSESSIVE = 1 << 13
PUNCTUATION = 1 << 14
ADVERB = 1 << 15
NOMINAL = 1 << 16
CONJUNCTION = 1 << 17
BEFORE_NOUN = 1 << 18
QUESTION = 1 << 19
CAPITAL = 1 << 20
WITH_POSSESSIVE = 1 << 21
WITH_CONTRACTION = 1 << 22
LOOK = 1 << 23
# A noun or an adjective, by the form of a word without a tag.
NOUN = 1 << 24

# Why a word is erased; from CUT_POSSESSIVE on it stays, shortened or moved.
ERASED_AUXILIARY = 1
ERASED_NEGATION = 2
ERASED_TO = 3
ERASED_NULL = 4
ERASED_POSSESSIVE = 5
ERASED_PUNCTUATION = 6
CUT_POSSESSIVE = 7
CUT_CONTRACTION = 8
LEFT_BEHIND = 9

# What a word without a tag that is in no lexicon may be: nothing, a trace, a name or a number,
# -ing, -ed, -ly, and anything else.
SHAPES = (0, NULL, NOMINAL, GERUND, PARTICIPLE | FINITE, ADVERB, BASE)

# A lexicon is one column: how each byte is folded, at 256 the number of slots less one, at 257 how
# many bytes a word can have, from SLOTS on where the entry of each slot is, or 0. An entry: key,
# length, meaning, letters.
SLOTS = 258
FACTOR = 31
KEYS = 0xFFFFF


@cython.cclass
class Words:
    """The words of a Bank and their tags."""

    text: Bytes
    start: Ints
    end: Ints
    tag: Ints

    def __init__(self, text, start, end, tag):
        self.text, self.start, self.end, self.tag = text, start, end, tag


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def meaning(text: Bytes, a: Size, b: Size, lexicon: Ints) -> cython.int:
    """What a lexicon says of text[a:b], 0 if it is not there. U+2019 counts as an apostrophe."""
    i: Size = a
    key: cython.int = 0
    length: cython.int = 0
    if b - a > lexicon[257]:
        return 0
    while i < b:
        c = lexicon[text[i]]
        if text[i] == 0xE2 and i + 2 < b and text[i + 1] == 0x80 and text[i + 2] == 0x99:
            c = 39
            i += 2
        key = (key * 31 + c) & 0xFFFFF
        length += 1
        i += 1
    k = key & lexicon[256]
    while True:
        at = lexicon[258 + k]
        if at == 0:
            return 0
        if lexicon[at] == key and lexicon[at + 1] == length:
            # Twenty bits of the key agree: compare.
            at += 3
            i = a
            while i < b:
                c = lexicon[text[i]]
                if text[i] == 0xE2 and i + 2 < b and text[i + 1] == 0x80 and text[i + 2] == 0x99:
                    c = 39
                    i += 2
                if lexicon[at] != c:
                    break
                at += 1
                i += 1
            if i >= b:
                return lexicon[at - length - 1]
        k = (k + 1) & lexicon[256]


def look_up(words: Words, wanted: Flags, lexicon: Ints, result: IntsOut):
    """What a lexicon says of each word whose tag is ``wanted``; 0 for the others."""
    with cython.nogil:
        for w in range(result.shape[0]):
            result[w] = 0
            if wanted[words.tag[w]]:
                result[w] = meaning(words.text, words.start[w], words.end[w], lexicon)


def marked(words: Words, mark: Flags, result: FlagsOut):
    """Which words of several bytes may have a mark at an edge.

    ``mark`` says of each byte whether a mark at the start of a word can begin with it (1), and one at
    its end can end with it (2).
    """
    text = words.text
    with cython.nogil:
        for w in range(result.shape[0]):
            a, b = words.start[w], words.end[w]
            result[w] = b - a > 1 and (mark[text[a]] & 1 or mark[text[b - 1]] & 2)


@cython.locals(some=cython.uchar, count=Size, at=Size, last=Size)
def dashes(text: Bytes, places: IntsOut):
    """Where two hyphens or U+2014 begin, in order; returns how many there are.

    Stretches of 64 bytes are searched at once, because most have none.
    """
    last = text.shape[0] - 1
    count = at = 0
    with cython.nogil:
        while at < last:
            stop = at + 64 if at + 64 < last else last
            some = 0
            for i in range(at, stop):
                some |= (text[i] == 45) & (text[i + 1] == 45)
                some |= (text[i] == 0x80) & (text[i + 1] == 0x94)
            if some:
                for i in range(at, stop):
                    if text[i] == 45 and text[i + 1] == 45:
                        places[count] = i
                        count += 1
                    elif text[i] == 0x80 and text[i + 1] == 0x94 and i and text[i - 1] == 0xE2:
                        places[count] = i - 1
                        count += 1
            at = stop
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ending(text: Bytes, a: Size, b: Size, endings: Ints) -> Size:
    """The length of a possessive ending of text[a:b]; negative, that of a contraction; or 0.

    ``endings`` is a lexicon: 1 for possessive endings, 2 for contractions. An apostrophe alone is an
    ending only after an s.
    """
    size: Size = 0
    letters: Size = 0
    # Find the apostrophe, of one byte or three, from the end.
    while letters < 3 and letters < b - a:
        if text[b - 1 - letters] == 39:
            size = letters + 1
            break
        if (
            text[b - 1 - letters] == 0x99
            and b - a > letters + 2
            and text[b - 2 - letters] == 0x80
            and text[b - 3 - letters] == 0xE2
        ):
            size = letters + 3
            break
        letters += 1
    if size == 0 or size >= b - a:
        return 0
    if letters == 0 and text[b - size - 1] | 32 != 115:
        return 0
    # With the letter before the apostrophe, as in n't, or without it.
    if size + 1 < b - a:
        kind = meaning(text, b - size - 1, b, endings)
        if kind:
            return size + 1 if kind == 1 else -size - 1
    kind = meaning(text, b - size, b, endings)
    if kind:
        return size if kind == 1 else -size
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def only_marks(text: Bytes, i: Size, b: Size, mark: Flags) -> cython.bint:
    """Whether text[i:b] is nothing but punctuation."""
    while i < b:
        c = text[i]
        if mark[c] == 1:
            i += 1
        elif c == 0xC2 and i + 1 < b and mark[text[i + 1]] & 2:
            i += 2
        elif c == 0xE2 and i + 2 < b and text[i + 1] == 0x80 and mark[text[i + 2]] & 4:
            i += 3
        elif c == 0xE3 and i + 2 < b and text[i + 1] == 0x80 and mark[text[i + 2]] & 8:
            i += 3
        elif c == 0xEF and i + 2 < b and text[i + 1] == 0xBC and mark[text[i + 2]] & 16:
            i += 3
        else:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def trace(text: Bytes, i: Size, b: Size) -> cython.bint:
    """Whether text[i:b] is a null element such as * *T*-1 *?* *ICH*-2."""
    i += 1
    while i < b and (65 <= (text[i] & 0xDF) <= 90 or text[i] == 63):
        i += 1
    if i < b and text[i] == 42:
        i += 1
    while i < b and (48 <= text[i] <= 57 or text[i] == 45):
        i += 1
    return i == b


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def shape(text: Bytes, a: Size, b: Size) -> cython.int:
    """What an unknown word without a tag looks like: a place in SHAPES."""
    if text[a] == 42:
        return 1 if trace(text, a, b) else 0
    if 65 <= text[a] <= 90 or 48 <= text[a] <= 57:
        return 2
    if not 97 <= text[a] <= 122:
        return 0
    if b - a < 4:
        return 6
    y = text[b - 2]
    z = text[b - 1]
    if text[b - 3] == 105 and y == 110 and z == 103:
        return 3
    if y == 101 and z == 100:
        return 4
    if y == 108 and z == 121:
        return 5
    # A verb in its base form does not end in a single s, unless in -us or -is.
    return 0 if z == 115 and y != 115 and y != 117 and y != 105 else 6


@cython.locals(
    look=cython.int, known=cython.int, null=cython.int, punctuation=cython.int,
    possessive=cython.int, negation=cython.int, capital=cython.int, families=cython.int,
    with_possessive=cython.int, with_contraction=cython.int,
)  # fmt: skip
def classify(
    words: Words,
    tag_bits: Ints,
    lexicon: Ints,
    endings: Ints,
    mark: Flags,
    shapes: Ints,
    result: IntsOut,
):
    """What each word may be, as bits; ``tag_bits`` is 0 for a tag that says nothing.

    A word with a possessive ending or a contraction is classified without it, so that it means the
    same after these are cut off.
    """
    text = words.text
    look, known, null, punctuation, possessive = LOOK, KNOWN, NULL, PUNCTUATION, POSSESSIVE
    negation, capital, families = NEGATION, CAPITAL, BE | HAVE | DO | GET | MODAL | NEGATION
    with_possessive, with_contraction = WITH_POSSESSIVE, WITH_CONTRACTION
    with cython.nogil:
        for w in range(result.shape[0]):
            a, b = words.start[w], words.end[w]
            kind = tag_bits[words.tag[w]]
            if a >= b:
                result[w] = null
                continue
            if kind & (null | punctuation | possessive):
                result[w] = kind
                continue
            more = 0
            # Few words have an apostrophe, or the last byte of U+2019, near their end.
            while (
                text[b - 1] == 39
                or text[b - 1] == 0x99
                or (b - a > 1 and (text[b - 2] == 39 or text[b - 2] == 0x99))
                or (b - a > 2 and (text[b - 3] == 39 or text[b - 3] == 0x99))
            ):
                size = ending(text, a, b, endings)
                if size == 0 or (kind & look and (size > 0 or text[b - 1] | 32 != 116)):
                    break
                more |= with_possessive if size > 0 else with_contraction
                b -= size if size > 0 else -size
            if mark[text[a]] and only_marks(text, a, b, mark):
                result[w] = punctuation
                continue
            if kind & known:
                bits = kind
                if kind & look:
                    bits |= meaning(text, a, b, lexicon) & families
                elif text[a] | 32 == 110 and (b - a == 3 or b - a == 5):
                    bits |= meaning(text, a, b, lexicon) & negation
            else:
                bits = meaning(text, a, b, lexicon)
                if bits == 0:
                    bits = shapes[shape(text, a, b)]
                if 65 <= text[a] <= 90:
                    bits |= capital
            result[w] = bits | more
