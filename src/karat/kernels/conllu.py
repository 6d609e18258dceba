# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Scan files of one word per line and tab-separated columns, a blank line after each sentence."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.string import memchr

Ints = cython.typedef(cython.const[cython.int][::1])
Bytes = cython.typedef(cython.const[cython.uchar][::1])
IntsOut = cython.typedef(cython.int[::1])
FlagsOut = cython.typedef(cython.schar[::1])
IntTableOut = cython.typedef(cython.int[:, ::1])
Size = cython.typedef(cython.Py_ssize_t)

# What can be wrong with a sentence.
COLUMNS = 30
WORD_ID = 31
RANGE = 32
HEAD = 33
OUT_OF_RANGE = 34
CYCLE = 35
EMPTY_FORM = 36
COMMENT = 37

# What a column contains. The first five are interned later; until then their places are kept.
LEMMA = 0
UPOS = 1
XPOS = 2
FEATS = 3
DEPREL = 4
INTERNED = 5
FORM = 5
GOVERNOR = 6
DEPS = 7
MISC = 8
ID = 9
OTHER = 10

# A caller ends its text with this many newlines that do not count as part of it.
PADDING = 12

# The head of a word that depends on no word, or whose head is not known.
ROOT = -1
NONE = -2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def line_end(text: Bytes, at: Size, size: Size) -> Size:
    """The place of the newline that ends the line, or the end of the text."""
    if cython.compiled:
        first: cython.p_uchar = cython.cast(cython.p_uchar, cython.address(text[0]))
        found: cython.p_uchar = cython.cast(cython.p_uchar, memchr(first + at, 10, size - at))
        return size if found == cython.NULL else found - first
    while at < size and text[at] != 10:
        at += 1
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def number(text: Bytes, at: Size, end: Size) -> cython.longlong:
    """The whole number that text[at:end] is, or -1; nothing beyond nine digits."""
    value: cython.longlong = 0
    if end <= at or end - at > 9:
        return -1
    for y in range(at, end):
        if text[y] < 48 or text[y] > 57:
            return -1
        value = value * 10 + (text[y] - 48)
    return value


def nth_blank(text: Bytes, at: Size, size: Size, wanted: Size):
    """Return the offset after the ``wanted``-th sentence of text[at:size], and how many there were.

    A sentence is a run of lines that are not blank; only those with a blank line after them count.

    >>> nth_blank(bytearray(b"a\\nb\\n\\n\\nc\\n\\nd\\n"), 0, 11, 2)
    (9, 2)
    >>> nth_blank(bytearray(b"a\\nb\\n\\n\\nc\\n\\nd\\n"), 0, 11, 3)
    (9, 2)
    """
    found: Size = 0
    after: Size = at
    inside: cython.bint = False
    with cython.nogil:
        while at < size and found < wanted:
            end = line_end(text, at, size)
            if end == at or (end == at + 1 and text[at] == 13):
                if inside and end < size:
                    found += 1
                    after = end + 1
                inside = False
            else:
                inside = True
            at = end + 1
    return after, found


@cython.cclass
class Columns:
    """The columns that ``scan`` fills, and scratch; the caller owns the arrays."""

    places: IntsOut
    word_start: IntsOut
    word_end: IntsOut
    head: IntsOut
    rest: IntTableOut
    surface: IntTableOut
    hidden: IntTableOut
    comments: IntTableOut
    token_offset: IntsOut
    surface_offset: IntsOut
    hidden_offset: IntsOut
    comment_offset: IntsOut
    sentence_at: IntsOut
    fault: FlagsOut
    fault_at: IntsOut
    scratch: IntsOut

    def __init__(
        self, places, word_start, word_end, head, rest, surface, hidden, comments, token_offset,
        surface_offset, hidden_offset, comment_offset, sentence_at, fault, fault_at, scratch,
    ):  # fmt: skip
        (
            self.places, self.word_start, self.word_end, self.head, self.rest, self.surface,
            self.hidden, self.comments, self.token_offset, self.surface_offset, self.hidden_offset,
            self.comment_offset, self.sentence_at, self.fault, self.fault_at, self.scratch,
        ) = (
            places, word_start, word_end, head, rest, surface, hidden, comments, token_offset,
            surface_offset, hidden_offset, comment_offset, sentence_at, fault, fault_at, scratch,
        )  # fmt: skip


@cython.locals(
    wrong_columns=cython.int, wrong_id=cython.int, wrong_range=cython.int, wrong_head=cython.int,
    out_of_range=cython.int, cycle=cython.int, empty_form=cython.int, late_comment=cython.int,
    interned=cython.int, form=cython.int, governor=cython.int, deps=cython.int, misc=cython.int,
    other=cython.int,
)  # fmt: skip
def scan(text: Bytes, size: Size, roles: Ints, least: cython.int, most: cython.int, into: Columns):
    """Read text[:size]; return the numbers of sentences, words, and rows of the other tables.

    ``roles`` says what each column contains. Rows of ``rest``: deps start, end, misc start, end;
    of ``surface``: first word, last, form start, end, line start, end; of ``hidden`` (empty
    nodes): words before it, line start, end; of ``comments``: start, end. A sentence with a fault
    in a line has no rows; a sentence whose heads are no tree keeps its words.
    """
    places, head, rest, scratch = into.places, into.head, into.rest, into.scratch
    word_start, word_end, surface, hidden = (
        into.word_start, into.word_end, into.surface, into.hidden
    )  # fmt: skip
    surface_offset, hidden_offset = into.surface_offset, into.hidden_offset
    columns: Size = roles.shape[0]
    sentences = words = surfaces = hiddens = remarks = first = at = bad = bad_at = 0
    value: cython.longlong
    second: cython.longlong
    open_until: cython.longlong = 0
    inside: cython.bint = False
    # Numbers of the module cannot be read without the interpreter's lock.
    wrong_columns, wrong_id, wrong_range, wrong_head = COLUMNS, WORD_ID, RANGE, HEAD
    out_of_range, cycle, empty_form, late_comment = OUT_OF_RANGE, CYCLE, EMPTY_FORM, COMMENT
    interned, form, governor, deps, misc, other = INTERNED, FORM, GOVERNOR, DEPS, MISC, OTHER
    none: cython.int = NONE
    with cython.nogil:
        into.token_offset[0] = 0
        surface_offset[0] = 0
        hidden_offset[0] = 0
        into.comment_offset[0] = 0
        while at <= size:
            end = line_end(text, at, size) if at < size else size
            stop = end
            if stop > at and text[stop - 1] == 13:
                stop -= 1
            if stop == at or at >= size:
                if inside:
                    if not bad:
                        if open_until > words - first:
                            bad = wrong_range
                            bad_at = surface[surfaces - 1, 4]
                        # Every head is a word of the sentence, and every chain of heads ends.
                        for w in range(first, words):
                            if head[w] >= words - first:
                                if not bad:
                                    bad = out_of_range
                                    bad_at = scratch[w]
                                head[w] = none
                        if not bad:
                            for w in range(first, words):
                                scratch[w] = -1
                            for w in range(first, words):
                                up = w
                                while up >= first and scratch[up] < 0:
                                    scratch[up] = w - first
                                    up = first + head[up] if head[up] >= 0 else -1
                                if up >= first and scratch[up] == w - first:
                                    bad = cycle
                                    bad_at = word_start[up]
                                    break
                    if bad and bad != out_of_range and bad != cycle:
                        words = first
                        surfaces = surface_offset[sentences]
                        hiddens = hidden_offset[sentences]
                    into.fault[sentences] = bad
                    into.fault_at[sentences] = bad_at
                    sentences += 1
                    into.token_offset[sentences] = words
                    surface_offset[sentences] = surfaces
                    hidden_offset[sentences] = hiddens
                    into.comment_offset[sentences] = remarks
                inside = False
                at = end + 1
                continue
            if not inside:
                inside = True
                bad = 0
                first = words
                open_until = 0
                into.sentence_at[sentences] = at
            if (
                text[at] == 35
                and words == first
                and surfaces == surface_offset[sentences]
                and hiddens == hidden_offset[sentences]
            ):
                into.comments[remarks, 0] = at
                into.comments[remarks, 1] = stop
                remarks += 1
                at = end + 1
                continue
            if bad:
                at = end + 1
                continue
            # What sort of line it is, by its first column: 0 word, 1 multiword token, 2 empty node.
            id_end = at
            while id_end < stop and text[id_end] != 9:
                id_end += 1
            sort = 0
            value = number(text, at, id_end)
            second = 0
            kind = 0
            if value < 0:
                y = at
                while y < id_end and text[y] >= 48 and text[y] <= 57:
                    y += 1
                value = number(text, at, y)
                second = number(text, y + 1, id_end) if y < id_end else -1
                if value >= 0 and second >= 0 and text[y] == 45:
                    sort = 1
                elif value >= 0 and second >= 1 and text[y] == 46:
                    sort = 2
                else:
                    kind = late_comment if text[at] == 35 else wrong_id
            if kind == 0 and sort == 1:
                if value != words - first + 1 or second < value or value <= open_until:
                    kind = wrong_range
            elif kind == 0 and value != words - first + (sort == 0):
                kind = wrong_id
            if kind:
                bad = kind
                bad_at = at
                at = end + 1
                continue
            # The columns.
            a = at
            c = 0
            form_a = form_b = at
            if sort == 0:
                for y in range(4):
                    rest[words, y] = 0
            while True:
                b = a
                while b < stop and text[b] != 9:
                    b += 1
                role = roles[c] if c < columns else other
                if role == form:
                    form_a = a
                    form_b = b
                elif sort == 0:
                    if role < interned:
                        places[2 * (interned * words + role)] = a - 1
                        places[2 * (interned * words + role) + 1] = b
                    elif role == governor:
                        value = number(text, a, b)
                        scratch[words] = a
                        if value < 0:
                            if b == a + 1 and text[a] == 95:
                                head[words] = none
                            elif not bad:
                                bad = wrong_head
                                bad_at = a
                        else:
                            head[words] = value - 1 if value < 0x7FFFFFFF else 0x7FFFFFFF
                    elif role == deps:
                        rest[words, 0] = a
                        rest[words, 1] = b
                    elif role == misc:
                        rest[words, 2] = a
                        rest[words, 3] = b
                c += 1
                if b >= stop:
                    break
                a = b + 1
            if c < least or c > most:
                bad = wrong_columns
                bad_at = at
            elif not bad and form_a == form_b:
                bad = empty_form
                bad_at = form_a
            if not bad:
                if sort == 0:
                    word_start[words] = form_a
                    word_end[words] = form_b
                    words += 1
                elif sort == 1:
                    open_until = second
                    surface[surfaces, 0] = words - first
                    surface[surfaces, 1] = second
                    surface[surfaces, 2] = form_a
                    surface[surfaces, 3] = form_b
                    surface[surfaces, 4] = at
                    surface[surfaces, 5] = stop
                    surfaces += 1
                else:
                    hidden[hiddens, 0] = words - first
                    hidden[hiddens, 1] = at
                    hidden[hiddens, 2] = stop
                    hiddens += 1
            at = end + 1
    return sentences, words, surfaces, hiddens, remarks
