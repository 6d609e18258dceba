# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Write the columns of a Bank as text, many sentences in one call.

``trees`` writes brackets, ``lines`` files of one word per line. Both stop before a sentence for which
there may be no room, and before one that is not ordinary: the caller makes room, or writes it with care.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.string import memcpy

Ints = cython.typedef(cython.const[cython.int][::1])
Bytes = cython.typedef(cython.const[cython.uchar][::1])
Sizes = cython.typedef(cython.const[cython.Py_ssize_t][::1])
IntTable = cython.typedef(cython.const[cython.int][:, ::1])
BytesOut = cython.typedef(cython.uchar[::1])
Size = cython.typedef(cython.Py_ssize_t)

# Why a call ended: everything is written, there is no room, or the next sentence is not ordinary.
WRITTEN = 0
FULL = 1
ODD = 2

# The most digits that a number has.
DIGITS = 11

# Columns of ``lines`` that are not labels: below INTERNED, a column is one of the interned ones.
INTERNED = 5
FORM = 5
GOVERNOR = 6
DEPS = 7
MISC = 8
ID = 9
OTHER = 10


@cython.cclass
class Names:
    """The labels known: where each ends in their bytes."""

    ends: Sizes
    blob: Bytes

    def __init__(self, ends, blob):
        self.ends, self.blob = ends, blob


@cython.cclass
class Trees:
    """The columns of words and constituents; ``special`` is 1 for brackets and white space."""

    text: Bytes
    token_offset: Ints
    word_start: Ints
    word_end: Ints
    tag: Ints
    span_offset: Ints
    span_start: Ints
    span_end: Ints
    label: Ints
    parent: Ints
    special: Bytes

    def __init__(
        self, text, token_offset, word_start, word_end, tag, span_offset, span_start, span_end,
        label, parent, special,
    ):  # fmt: skip
        self.text, self.token_offset, self.special = text, token_offset, special
        self.word_start, self.word_end, self.tag = word_start, word_end, tag
        self.span_offset, self.span_start, self.span_end = span_offset, span_start, span_end
        self.label, self.parent = label, parent


@cython.cclass
class Words:
    """The columns of words, and the lines that are written as they were read.

    ``interned`` has five labels for each word (-1: none), ``rest`` the places of two columns. Rows of
    ``comments``: start, end; of ``hidden`` and ``surface``: the word that they precede, start, end.
    """

    text: Bytes
    token_offset: Ints
    word_start: Ints
    word_end: Ints
    interned: IntTable
    head: Ints
    rest: IntTable
    comment_offset: Ints
    comments: IntTable
    hidden_offset: Ints
    hidden: IntTable
    surface_offset: Ints
    surface: IntTable

    def __init__(
        self, text, token_offset, word_start, word_end, interned, head, rest, comment_offset,
        comments, hidden_offset, hidden, surface_offset, surface,
    ):  # fmt: skip
        self.text, self.token_offset = text, token_offset
        self.word_start, self.word_end = word_start, word_end
        self.interned, self.head, self.rest = interned, head, rest
        self.comment_offset, self.comments = comment_offset, comments
        self.hidden_offset, self.hidden = hidden_offset, hidden
        self.surface_offset, self.surface = surface_offset, surface


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def copied(out: BytesOut, at: Size, text: Bytes, a: Size, b: Size) -> Size:
    """Write text[a:b]; return where the next byte goes."""
    if cython.compiled:
        # Most pieces are so short that a call would take longer than the copying.
        if b - a > 16:
            memcpy(cython.address(out[at]), cython.address(text[a]), b - a)
            return at + b - a
        for y in range(a, b):
            out[at] = text[y]
            at += 1
        return at
    out[at : at + b - a] = text[a:b]
    return at + b - a


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def named(out: BytesOut, at: Size, names: Names, one: Size) -> Size:
    """Write a label; return where the next byte goes."""
    return copied(out, at, names.blob, names.ends[one], names.ends[one + 1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def numbered(out: BytesOut, at: Size, number: Size) -> Size:
    """Write a whole number that is not negative; return where the next byte goes."""
    end = at + 1
    rest = number
    while rest >= 10:
        rest //= 10
        end += 1
    y = end
    while y > at:
        y -= 1
        out[y] = 48 + number % 10
        number //= 10
    return end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_special(text: Bytes, a: Size, b: Size, special: Bytes) -> cython.bint:
    """Whether text[a:b] has a bracket or white space in it."""
    for y in range(a, b):
        if special[text[y]]:
            return True
    return False


def trees(
    bank: Trees, names: Names, sentence: Size, deepest: Size, out: BytesOut
) -> tuple[Size, Size, cython.int]:
    """Write sentences from ``sentence`` on, each ended by a newline.

    ``deepest`` is -1 for one tree per line, otherwise the deepest level that is indented; indented, a
    forest is not ordinary. Nor is a word with a bracket or white space in it. Returns the sentence
    before which it stopped, how many bytes are written, and why it stopped.
    """
    text, word_start, word_end, tag = bank.text, bank.word_start, bank.word_end, bank.tag
    label, parent, special = bank.label, bank.parent, bank.special
    at: Size = 0
    room: Size
    bare: cython.bint
    reason: cython.int = WRITTEN
    full: cython.int = FULL
    odd: cython.int = ODD
    count: Size = bank.token_offset.shape[0] - 1
    with cython.nogil:
        while sentence < count:
            first = bank.token_offset[sentence]
            words = bank.token_offset[sentence + 1] - first
            base = bank.span_offset[sentence]
            rows = bank.span_offset[sentence + 1] - base
            # A bound: "( )" and a space for each word, "()" and a space or an indent for each bracket.
            room = 1 + 4 * words + 3 * rows
            if deepest >= 0:
                room += 2 * rows * min(rows, deepest)
            for row in range(first, first + words):
                room += word_end[row] - word_start[row]
                room += names.ends[tag[row] + 1] - names.ends[tag[row]]
                if is_special(text, word_start[row], word_end[row], special):
                    reason = odd
                    break
            for row in range(base, base + rows):
                room += names.ends[label[row] + 1] - names.ends[label[row]]
            if deepest >= 0 and reason != odd:
                roots = 0
                for row in range(base, base + rows):
                    if parent[row] == -1:
                        roots += 1
                if roots != 1 or bank.span_start[base] > 0 or bank.span_end[base] < words:
                    reason = odd
            if reason == odd:
                break
            if room > out.shape[0] - at:
                reason = full
                break
            begin = at
            around = -1  # the row of the innermost bracket that is open
            depth = 0
            done = 0
            for row in range(rows + 1):
                start = words
                up = -1
                if row < rows:
                    start = bank.span_start[base + row]
                    up = parent[base + row]
                # First the words before this bracket and the brackets that end before it.
                while True:
                    until = start
                    bare = False
                    if around >= 0:
                        until = min(start, bank.span_end[base + around])
                        bare = bank.span_end[base + around] - bank.span_start[base + around] > 1
                    while done < until:
                        word = first + done
                        if at > begin:
                            out[at] = 32
                            at += 1
                        if bare and tag[word] == 0 and word_end[word] > word_start[word]:
                            at = copied(out, at, text, word_start[word], word_end[word])
                        else:
                            out[at] = 40
                            at = named(out, at + 1, names, tag[word])
                            out[at] = 32
                            at = copied(out, at + 1, text, word_start[word], word_end[word])
                            out[at] = 41
                            at += 1
                        done += 1
                    if around < 0 or around == up:
                        break
                    out[at] = 41
                    at += 1
                    around = parent[base + around]
                    depth -= 1
                if row < rows:
                    if at > begin:
                        out[at] = 32
                        if deepest >= 0:
                            out[at] = 10
                            for y in range(2 * min(depth, deepest)):
                                out[at + 1 + y] = 32
                            at += 2 * min(depth, deepest)
                        at += 1
                    out[at] = 40
                    at = named(out, at + 1, names, label[base + row])
                    around = row
                    depth += 1
            out[at] = 10
            at += 1
            sentence += 1
    return sentence, at, reason


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lengths(rows: IntTable, first: Size, last: Size, column: Size) -> Size:
    """The lengths of some lines of the text with their newlines; ``column`` has where they begin."""
    total: Size = 0
    for row in range(first, last):
        total += rows[row, column + 1] - rows[row, column] + 1
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def line(out: BytesOut, at: Size, text: Bytes, a: Size, b: Size) -> Size:
    """Write text[a:b] and a newline; return where the next byte goes."""
    at = copied(out, at, text, a, b)
    out[at] = 10
    return at + 1


def lines(
    bank: Words, names: Names, roles: Ints, missing: Bytes, sentence: Size, out: BytesOut
) -> tuple[Size, Size, cython.int]:
    """Write sentences from ``sentence`` on, one word per line, each sentence ended by a blank line.

    ``roles`` says what each column contains. ``missing`` is the line for a sentence that has neither
    words nor comments. A line of ``hidden`` or ``surface`` that precedes no word is not ordinary.
    Returns the sentence before which it stopped, how many bytes are written, and why it stopped.
    """
    text, word_start, word_end = bank.text, bank.word_start, bank.word_end
    interned, head, rest, hidden, surface = (
        bank.interned, bank.head, bank.rest, bank.hidden, bank.surface
    )  # fmt: skip
    at: Size = 0
    room: Size
    bare: cython.bint
    reason: cython.int = WRITTEN
    full: cython.int = FULL
    odd: cython.int = ODD
    labels: Size = INTERNED
    form: cython.int = FORM
    governor: cython.int = GOVERNOR
    deps: cython.int = DEPS
    misc: cython.int = MISC
    id_: cython.int = ID
    digits: Size = DIGITS
    columns: Size = roles.shape[0]
    count: Size = bank.token_offset.shape[0] - 1
    with cython.nogil:
        while sentence < count:
            first = bank.token_offset[sentence]
            last = bank.token_offset[sentence + 1]
            remark = bank.comment_offset[sentence]
            remarks = bank.comment_offset[sentence + 1]
            empty = bank.hidden_offset[sentence]
            empties = bank.hidden_offset[sentence + 1]
            several = bank.surface_offset[sentence]
            severals = bank.surface_offset[sentence + 1]
            room = 1 + missing.shape[0] + lengths(bank.comments, remark, remarks, 0)
            room += lengths(hidden, empty, empties, 1) + lengths(surface, several, severals, 1)
            for row in range(first, last):
                # Every column may be a number, and has a tab or newline after it.
                room += columns * (digits + 1)
                for c in range(columns):
                    role = roles[c]
                    if role < labels:
                        if interned[row, role] >= 0:
                            room += names.ends[interned[row, role] + 1]
                            room -= names.ends[interned[row, role]]
                    elif role == form:
                        room += word_end[row] - word_start[row]
                    elif role == deps:
                        room += rest[row, 1] - rest[row, 0]
                    elif role == misc:
                        room += rest[row, 3] - rest[row, 2]
            if room > out.shape[0] - at:
                reason = full
                break
            begin = at
            while remark < remarks:
                at = line(out, at, text, bank.comments[remark, 0], bank.comments[remark, 1])
                remark += 1
            bare = at == begin and first == last
            for row in range(first, last + 1):
                # An empty node follows the word with its number; a multiword token precedes its first.
                while empty < empties and hidden[empty, 0] == row - first:
                    at = line(out, at, text, hidden[empty, 1], hidden[empty, 2])
                    empty += 1
                while several < severals and surface[several, 0] == row - first:
                    at = line(out, at, text, surface[several, 1], surface[several, 2])
                    several += 1
                if row == last:
                    break
                for c in range(columns):
                    role = roles[c]
                    before = at
                    if role < labels:
                        if interned[row, role] >= 0:
                            at = named(out, at, names, interned[row, role])
                            before = -1  # even a label without a letter
                    elif role == form:
                        at = copied(out, at, text, word_start[row], word_end[row])
                        before = -1
                    elif role == id_:
                        at = numbered(out, at, row - first + 1)
                    elif role == governor:
                        if head[row] >= -1:
                            at = numbered(out, at, head[row] + 1)
                    elif role == deps:
                        at = copied(out, at, text, rest[row, 0], rest[row, 1])
                    elif role == misc:
                        at = copied(out, at, text, rest[row, 2], rest[row, 3])
                    if at == before:
                        out[at] = 95
                        at += 1
                    out[at] = 9
                    at += 1
                out[at - 1] = 10
            if empty < empties or several < severals:
                reason = odd
                at = begin
                break
            if bare:
                # Several blank lines count as one, so a sentence without words needs a line.
                at = copied(out, at, missing, 0, missing.shape[0])
            out[at] = 10
            at += 1
            sentence += 1
    return sentence, at, reason
