# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Align two tokenisations of one text: the place of each word, and its partner on the other side."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.string import memchr

Ints = cython.typedef(cython.const[cython.int][::1])
Bytes = cython.typedef(cython.const[cython.uchar][::1])
Flags = cython.typedef(cython.const[cython.schar][::1])
Longs = cython.typedef(cython.const[cython.longlong][::1])
IntsOut = cython.typedef(cython.int[::1])
BytesOut = cython.typedef(cython.uchar[::1])
FlagsOut = cython.typedef(cython.schar[::1])
LongsOut = cython.typedef(cython.longlong[::1])
IntTableOut = cython.typedef(cython.int[:, ::1])
Size = cython.typedef(cython.Py_ssize_t)

# A word's number beyond this counts as this, so that no row of digits is too long for 64 bits.
MOST = cython.declare(cython.longlong, 1_000_000_000)


@cython.cclass
class Words:
    """The words of a Bank."""

    text: Bytes
    start: Ints
    end: Ints

    def __init__(self, text, start, end):
        self.text, self.start, self.end = text, start, end


@cython.cclass
class Surface:
    """The multiword tokens of a Bank: their words, and the places of their forms in the text."""

    offset: Ints
    first: Ints
    last: Ints
    start: Ints
    end: Ints

    def __init__(self, offset, first, last, start, end):
        self.offset, self.first, self.last, self.start, self.end = offset, first, last, start, end


@cython.cclass
class Places:
    """The places of the words of a side among its characters, and which are in multiword tokens."""

    begin: Ints
    finish: Ints
    multiword: Flags

    def __init__(self, begin, finish, multiword):
        self.begin, self.finish, self.multiword = begin, finish, multiword


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def blank(text: Bytes, y: Size, end: Size) -> cython.int:
    """The length in bytes of the space (Unicode category Zs) at text[y]; 0 if there is none."""
    a: cython.int = text[y]
    if a == 32:
        return 1
    if a < 0xC2:
        return 0
    if a == 0xC2:
        return 2 if y + 1 < end and text[y + 1] == 0xA0 else 0
    if y + 2 >= end or a < 0xE1 or a > 0xE3:
        return 0
    b = text[y + 1]
    c = text[y + 2]
    if a == 0xE1:
        return 3 if b == 0x9A and c == 0x80 else 0
    if a == 0xE2:
        if b == 0x80 and (c <= 0x8A or c == 0xAF):
            return 3
        return 3 if b == 0x81 and c == 0x9F else 0
    return 3 if b == 0x80 and c == 0x80 else 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def copy(text: Bytes, start: Size, end: Size, characters: BytesOut, at: Size) -> Size:
    """Append text[start:end] without its spaces; return where the next text goes."""
    y: Size = start
    while y < end:
        skip = blank(text, y, end)
        if skip:
            y += skip
        else:
            characters[at] = text[y]
            at += 1
            y += 1
    return at


def lay_out(
    words: Words,
    token_offset: Ints,
    surface: Surface,
    characters: BytesOut,
    begin: IntsOut,
    finish: IntsOut,
    multiword: FlagsOut,
    tokens: IntTableOut,
    sentences: IntTableOut,
):
    """Write the characters of all tokens one after the other, and the places of words and sentences.

    A word of a multiword token has the place of the token. ``tokens`` has rows begin, finish,
    sentence; ``sentences`` begin, finish. Returns the numbers of characters and of tokens.
    """
    at: Size = 0
    count: Size = 0
    text = words.text
    with cython.nogil:
        for sentence in range(token_offset.shape[0] - 1):
            first = token_offset[sentence]
            s = surface.offset[sentence]
            sentences[sentence, 0] = at
            w = first
            while w < token_offset[sentence + 1]:
                before = at
                last = w + 1
                if s < surface.offset[sentence + 1] and first + surface.first[s] == w:
                    last = first + surface.last[s]
                    at = copy(text, surface.start[s], surface.end[s], characters, at)
                    s += 1
                    for u in range(w, last):
                        multiword[u] = 1
                else:
                    at = copy(text, words.start[w], words.end[w], characters, at)
                    multiword[w] = 0
                for u in range(w, last):
                    begin[u] = before
                    finish[u] = at
                tokens[count, 0] = before
                tokens[count, 1] = at
                tokens[count, 2] = sentence
                count += 1
                w = last
            sentences[sentence, 1] = at
    return at, count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def beyond(side: Places, i: Size, end: Size) -> cython.bint:
    """Whether a word is after the end of the stretch; one beyond the last word always is."""
    if i >= side.begin.shape[0]:
        return True
    if side.multiword[i]:
        return side.begin[i] >= end
    return side.finish[i] > end


def partners(
    gold: Places,
    system: Places,
    gold_partner: IntsOut,
    system_partner: IntsOut,
    stretches: IntTableOut,
):
    """Pair the words that have the same place, as the script of the shared task does.

    Where a multiword token begins on either side, the caller has to pair the words of the whole
    stretch that it and its neighbours cover. Such a stretch is a row of ``stretches``: first and last
    gold word, first and last system word. Returns the number of stretches. The caller sets all
    partners to -1 before, and has made sure that each token has a character.
    """
    gold_words: Size = gold.begin.shape[0]
    system_words: Size = system.begin.shape[0]
    gi = si = found = 0
    with cython.nogil:
        while gi < gold_words and si < system_words:
            if gold.multiword[gi] or system.multiword[si]:
                if gold.multiword[gi]:
                    end = gold.finish[gi]
                    if not system.multiword[si] and system.begin[si] < gold.begin[gi]:
                        si += 1
                else:
                    end = system.finish[si]
                    if not gold.multiword[gi] and gold.begin[gi] < system.begin[si]:
                        gi += 1
                gs = gi
                ss = si
                while not beyond(gold, gi, end) or not beyond(system, si, end):
                    if gi < gold_words and (
                        si >= system_words or gold.begin[gi] <= system.begin[si]
                    ):
                        if gold.multiword[gi] and gold.finish[gi] > end:
                            end = gold.finish[gi]
                        gi += 1
                    else:
                        if system.multiword[si] and system.finish[si] > end:
                            end = system.finish[si]
                        si += 1
                if gi > gs and si > ss:
                    stretches[found, 0] = gs
                    stretches[found, 1] = gi
                    stretches[found, 2] = ss
                    stretches[found, 3] = si
                    found += 1
            elif gold.begin[gi] == system.begin[si] and gold.finish[gi] == system.finish[si]:
                gold_partner[gi] = si
                system_partner[si] = gi
                gi += 1
                si += 1
            elif gold.begin[gi] <= system.begin[si]:
                gi += 1
            else:
                si += 1
    return found


def same(gold: Words, gold_word: Longs, system: Words, system_word: Longs, result: FlagsOut):
    """For each pair of words, gold_word[i] and system_word[i], whether they are spelt alike."""
    with cython.nogil:
        for i in range(gold_word.shape[0]):
            a, b = gold.start[gold_word[i]], system.start[system_word[i]]
            size = gold.end[gold_word[i]] - a
            y = 0
            if system.end[system_word[i]] - b == size:
                while y < size and gold.text[a + y] == system.text[b + y]:
                    y += 1
                result[i] = y == size
            else:
                result[i] = 0


def spelt(
    text: Bytes,
    at: Size,
    size: Size,
    final: cython.bint,
    letters: cython.longlong,
    ends: LongsOut,
    sums: LongsOut,
):
    """Find the ends of the sentences of text[at:size], one word a line, and what they spell so far.

    ``sums`` counts the bytes of all forms up to the end of each sentence, without spaces and without
    the words inside multiword tokens; ``letters`` is the count before text[at]. A last sentence
    without a blank line after it counts if ``final``. Returns the number of sentences.

    >>> ends, sums = memoryview(bytearray(80)).cast("q"), memoryview(bytearray(80)).cast("q")
    >>> spelt(bytearray(b"1-2\\tau\\n1\\ta\\n2\\tle\\n\\n1\\tb c\\n"), 0, 23, True, 0, ends, sums)
    2
    >>> sums[:2].tolist()
    [2, 4]
    """
    found: Size = 0
    first: cython.longlong
    last: cython.longlong
    until: cython.longlong = 0
    inside: cython.bint = False
    several: cython.bint
    if at >= size:
        return 0
    if cython.compiled:
        newline: cython.p_uchar
        begin_of_text: cython.p_uchar = cython.cast(cython.p_uchar, cython.address(text[0]))
    with cython.nogil:
        while at < size:
            y = at
            if text[y] == 13:
                y += 1
            if y < size and text[y] == 10:
                at = y + 1
                if inside:
                    ends[found] = at
                    sums[found] = letters
                    found += 1
                    until = 0
                    inside = False
                continue
            inside = True
            first = 0
            begin = y
            while y < size and text[y] >= 48 and text[y] <= 57:
                first = min(first * 10 + (text[y] - 48), MOST)
                y += 1
            several = y > begin and y < size and text[y] == 45
            last = 0
            if several:
                y += 1
                while y < size and text[y] >= 48 and text[y] <= 57:
                    last = min(last * 10 + (text[y] - 48), MOST)
                    y += 1
            if y > begin and y < size and text[y] == 9 and first > until:
                if several:
                    until = last
                y += 1
                while y < size and text[y] != 9 and text[y] != 10:
                    skip = blank(text, y, size)
                    if skip:
                        y += skip
                    else:
                        letters += 1
                        y += 1
            if cython.compiled:
                newline = cython.cast(cython.p_uchar, memchr(begin_of_text + y, 10, size - y))
                y = size if newline == cython.NULL else newline - begin_of_text
            else:
                while y < size and text[y] != 10:
                    y += 1
            at = y + 1
        if inside and final:
            ends[found] = size
            sums[found] = letters
            found += 1
    return found
