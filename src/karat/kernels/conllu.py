# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False
"""Scan files of one word per line and tab-separated columns, a blank line after each sentence."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.string import memchr

# What can be wrong with a sentence.
COLUMNS = 30
WORD_ID = 31
RANGE = 32
HEAD = 33
OUT_OF_RANGE = 34
CYCLE = 35
EMPTY_FORM = 36
COMMENT = 37

# What stands in a column. The first five are interned, and kept as places until then.
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

# A caller ends its text with so many newlines that do not count as part of it.
PADDING = 12

# Where a word hangs: on no word, or nobody knows.
ROOT = -1
NONE = -2


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def line_end(
    text: cython.const[cython.uchar][::1], at: cython.Py_ssize_t, size: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """The place of the newline that ends the line, or the end of the text."""
    if cython.compiled:
        first: cython.p_uchar = cython.cast(cython.p_uchar, cython.address(text[0]))
        found: cython.p_uchar = cython.cast(cython.p_uchar, memchr(first + at, 10, size - at))
        return size if found == cython.NULL else found - first
    while at < size and text[at] != 10:
        at += 1
    return at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def number(
    text: cython.const[cython.uchar][::1], at: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.longlong:
    """The whole number that text[at:end] is, or -1; nothing beyond nine digits."""
    value: cython.longlong = 0
    y: cython.Py_ssize_t
    if end <= at or end - at > 9:
        return -1
    for y in range(at, end):
        if text[y] < 48 or text[y] > 57:
            return -1
        value = value * 10 + (text[y] - 48)
    return value


def nth_blank(
    text: cython.const[cython.uchar][::1],
    at: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    wanted: cython.Py_ssize_t,
):
    """Return the offset after the ``wanted``-th sentence of text[at:size], and how many there were.

    A sentence is a run of lines that are not blank; only those with a blank line after them count.

    >>> nth_blank(bytearray(b"a\\nb\\n\\n\\nc\\n\\nd\\n"), 0, 12, 2)
    (9, 2)
    >>> nth_blank(bytearray(b"a\\nb\\n\\n\\nc\\n\\nd\\n"), 0, 12, 3)
    (9, 2)
    """
    found: cython.Py_ssize_t = 0
    after: cython.Py_ssize_t = at
    end: cython.Py_ssize_t
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
    """The columns that ``scan`` fills, and some room; whoever made the arrays keeps them."""

    places: cython.int[::1]
    word_start: cython.int[::1]
    word_end: cython.int[::1]
    head: cython.int[::1]
    rest: cython.int[:, ::1]
    surface: cython.int[:, ::1]
    hidden: cython.int[:, ::1]
    comments: cython.int[:, ::1]
    token_offset: cython.int[::1]
    surface_offset: cython.int[::1]
    hidden_offset: cython.int[::1]
    comment_offset: cython.int[::1]
    sentence_at: cython.int[::1]
    fault: cython.schar[::1]
    fault_at: cython.int[::1]
    scratch: cython.int[::1]

    def __init__(self, columns):
        self.places = memoryview(columns["places"])
        self.word_start = memoryview(columns["word_start"])
        self.word_end = memoryview(columns["word_end"])
        self.head = memoryview(columns["head"])
        self.rest = memoryview(columns["rest"])
        self.surface = memoryview(columns["surface"])
        self.hidden = memoryview(columns["hidden"])
        self.comments = memoryview(columns["comments"])
        self.token_offset = memoryview(columns["token_offset"])
        self.surface_offset = memoryview(columns["surface_offset"])
        self.hidden_offset = memoryview(columns["hidden_offset"])
        self.comment_offset = memoryview(columns["comment_offset"])
        self.sentence_at = memoryview(columns["sentence_at"])
        self.fault = memoryview(columns["fault"])
        self.fault_at = memoryview(columns["fault_at"])
        self.scratch = memoryview(columns["scratch"])


def scan(
    text: cython.const[cython.uchar][::1],
    size: cython.Py_ssize_t,
    roles: cython.const[cython.int][::1],
    least: cython.int,
    most: cython.int,
    into: Columns,
):
    """Read text[:size]; return the numbers of sentences, words, and rows of the other tables.

    ``roles`` says what stands in each column. Rows of ``rest``: deps start, end, misc start, end;
    of ``surface``: first word, last, form start, end, line start, end; of ``hidden`` (empty
    nodes): words before it, line start, end; of ``comments``: start, end. A sentence with a fault
    in a line has no rows; one whose heads make no tree keeps its words.
    """
    places: cython.int[::1] = into.places
    word_start: cython.int[::1] = into.word_start
    word_end: cython.int[::1] = into.word_end
    head: cython.int[::1] = into.head
    rest: cython.int[:, ::1] = into.rest
    surface: cython.int[:, ::1] = into.surface
    hidden: cython.int[:, ::1] = into.hidden
    comments: cython.int[:, ::1] = into.comments
    token_offset: cython.int[::1] = into.token_offset
    surface_offset: cython.int[::1] = into.surface_offset
    hidden_offset: cython.int[::1] = into.hidden_offset
    comment_offset: cython.int[::1] = into.comment_offset
    sentence_at: cython.int[::1] = into.sentence_at
    fault: cython.schar[::1] = into.fault
    fault_at: cython.int[::1] = into.fault_at
    scratch: cython.int[::1] = into.scratch
    columns: cython.Py_ssize_t = roles.shape[0]
    at: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    y: cython.Py_ssize_t
    c: cython.Py_ssize_t
    w: cython.Py_ssize_t
    up: cython.Py_ssize_t
    role: cython.int
    kind: cython.int
    value: cython.longlong
    second: cython.longlong
    sentences: cython.Py_ssize_t = 0
    words: cython.Py_ssize_t = 0
    surfaces: cython.Py_ssize_t = 0
    hiddens: cython.Py_ssize_t = 0
    remarks: cython.Py_ssize_t = 0
    first: cython.Py_ssize_t = 0
    open_until: cython.longlong = 0
    inside: cython.bint = False
    bad: cython.int = 0
    bad_at: cython.Py_ssize_t = 0
    # 0: a word, 1: a multiword token, 2: an empty node
    sort: cython.int
    id_end: cython.Py_ssize_t
    form_a: cython.Py_ssize_t
    form_b: cython.Py_ssize_t
    # Numbers of the module cannot be read without the interpreter's lock.
    wrong_columns: cython.Py_ssize_t = COLUMNS
    wrong_id: cython.Py_ssize_t = WORD_ID
    wrong_range: cython.Py_ssize_t = RANGE
    wrong_head: cython.Py_ssize_t = HEAD
    out_of_range: cython.Py_ssize_t = OUT_OF_RANGE
    cycle: cython.Py_ssize_t = CYCLE
    empty_form: cython.Py_ssize_t = EMPTY_FORM
    late_comment: cython.Py_ssize_t = COMMENT
    interned: cython.Py_ssize_t = INTERNED
    form: cython.Py_ssize_t = FORM
    governor: cython.Py_ssize_t = GOVERNOR
    deps: cython.Py_ssize_t = DEPS
    misc: cython.Py_ssize_t = MISC
    other: cython.Py_ssize_t = OTHER
    none: cython.Py_ssize_t = NONE
    with cython.nogil:
        token_offset[0] = 0
        surface_offset[0] = 0
        hidden_offset[0] = 0
        comment_offset[0] = 0
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
                        if bad == wrong_range:
                            words = first
                            surfaces = surface_offset[sentences]
                            hiddens = hidden_offset[sentences]
                    else:
                        words = first
                        surfaces = surface_offset[sentences]
                        hiddens = hidden_offset[sentences]
                    fault[sentences] = bad
                    fault_at[sentences] = bad_at
                    sentences += 1
                    token_offset[sentences] = words
                    surface_offset[sentences] = surfaces
                    hidden_offset[sentences] = hiddens
                    comment_offset[sentences] = remarks
                inside = False
                at = end + 1
                continue
            if not inside:
                inside = True
                bad = 0
                first = words
                open_until = 0
                sentence_at[sentences] = at
            if (
                text[at] == 35
                and words == first
                and surfaces == surface_offset[sentences]
                and hiddens == hidden_offset[sentences]
            ):
                comments[remarks, 0] = at
                comments[remarks, 1] = stop
                remarks += 1
                at = end + 1
                continue
            if bad:
                at = end + 1
                continue
            # What sort of line it is, by its first column.
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
            if kind == 0 and sort == 0 and value != words - first + 1:
                kind = wrong_id
            if kind == 0 and sort == 2 and value != words - first:
                kind = wrong_id
            if (
                kind == 0
                and sort == 1
                and (value != words - first + 1 or second < value or value <= open_until)
            ):
                kind = wrong_range
            if kind:
                bad = kind
                bad_at = at
                at = end + 1
                continue
            # The columns.
            a = at
            c = 0
            form_a = form_b = at
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
