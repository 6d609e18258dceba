# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False
"""Scan bracketed text into columns, many sentences in one call.

Nothing is decoded, nothing is allocated and the interpreter's lock is released. Two passes: the
first writes down where every bracket and white space stands, without a branch; the second walks
over those places only, so that the length of a word costs nothing. Labels are interned to integers
in a hash table that the caller owns and has made large enough.

The grammar is EVALB's, made whole: ``(`` and a label up to white space or a bracket; a label
followed by white space, one atom and ``)`` is a tagged word; everything else is a constituent.
EVALB cannot go on at a bare word, ``(NP the dog)``, nor at ``(NN dog )``: here the first is a word
with an empty tag and the second a tagged word, and the sentence is marked ODD so that whoever
imitates EVALB can tell.
"""

from __future__ import annotations

import cython

# What can be wrong with a sentence.
FINE = 0
UNCLOSED = 1
SURPLUS = 2
OUTSIDE = 3

# What a good sentence may have that EVALB cannot read.
ODD = 1

# What a label was used for, as bits.
TAG = 1
BRACKET = 2

# A caller ends its text with this many newlines that do not count as part of it.
PADDING = 12

# How many bytes are searched for newlines at a time.
STRIDE = 4096


def nth_newline(
    text: cython.uchar[::1],
    i: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    wanted: cython.Py_ssize_t,
):
    """Return the offset after the ``wanted``-th newline of text[i:end], and how many there were.

    >>> nth_newline(bytearray(b"a\\nb\\nc"), 0, 5, 2)
    (4, 2)
    >>> nth_newline(bytearray(b"a\\nb\\nc"), 0, 5, 3)
    (4, 2)
    """
    found: cython.Py_ssize_t = 0
    after: cython.Py_ssize_t = i
    stride: cython.Py_ssize_t = STRIDE
    here: cython.int
    k: cython.Py_ssize_t
    with cython.nogil:
        # Whole strides first: a loop without a way out is done sixteen bytes at a time.
        while i + stride <= end:
            here = 0
            for k in range(i, i + stride):
                here += text[k] == 10
            if found + here >= wanted:
                break
            found += here
            i += stride
        after = i
        while found < wanted and i < end:
            if text[i] == 10:
                found += 1
                after = i + 1
            i += 1
        while after > 0 and found < wanted and text[after - 1] != 10:
            after -= 1
    return after, found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def intern(
    text: cython.uchar[::1],
    places: cython.int[::1],
    column: cython.int[::1],
    count: cython.Py_ssize_t,
    slots: cython.int[::1],
    lows: cython.uint[::1],
    highs: cython.uint[::1],
    uses: cython.schar[::1],
    ends: cython.Py_ssize_t[::1],
    blob: cython.uchar[::1],
    masks: cython.uint[::1],
    known: cython.int,
    factor: cython.longlong,
    use: cython.schar,
) -> cython.int:
    """Replace each index of an opening bracket in ``column`` by the number of its label.

    A label of up to eight bytes is its own key, as two numbers; a longer one has a hash and is
    compared. ``masks`` blanks what stands behind a short label. ``uses`` gathers what each label
    was used for.
    """
    mask: cython.longlong = slots.shape[0] - 1
    few: cython.longlong = 0x7FFFFFFF
    row: cython.Py_ssize_t
    k: cython.Py_ssize_t
    a: cython.Py_ssize_t
    y: cython.Py_ssize_t
    one: cython.int
    length: cython.Py_ssize_t
    low: cython.uint
    high: cython.uint
    byte: cython.uint
    key: cython.longlong
    slot: cython.longlong
    e: cython.Py_ssize_t

    for row in range(count):
        k = column[row]
        if k < 0:
            column[row] = 0
            uses[0] |= use
            continue
        a = places[k] + 1
        length = places[k + 1] - a
        if length <= 8:
            byte = text[a + 3]
            low = text[a] | (text[a + 1] << 8) | (text[a + 2] << 16) | (byte << 24)
            byte = text[a + 7]
            high = text[a + 4] | (text[a + 5] << 8) | (text[a + 6] << 16) | (byte << 24)
            low &= masks[length]
            high &= masks[length + 9]
        else:
            key = length
            for y in range(a, a + length):
                key = (key * factor + text[y]) & few
            low = key
            high = length
        key = low
        slot = high
        slot = ((key * factor + slot * (factor + 2)) >> 20) & mask
        while True:
            one = slots[slot] - 1
            if one < 0:
                one = known
                slots[slot] = one + 1
                lows[one] = low
                highs[one] = high
                uses[one] = 0
                e = ends[one]
                for y in range(length):
                    blob[e + y] = text[a + y]
                ends[one + 1] = e + length
                known += 1
                break
            if lows[one] == low and highs[one] == high:
                e = ends[one]
                if ends[one + 1] - e == length:
                    if length <= 8:
                        break
                    y = 0
                    while y < length and blob[e + y] == text[a + y]:
                        y += 1
                    if y == length:
                        break
            slot = (slot + 1) & mask
        column[row] = one
        uses[one] |= use
    return known


def scan(
    text: cython.uchar[::1],
    size: cython.Py_ssize_t,
    lines: cython.bint,
    final: cython.bint,
    delimiter: cython.uchar[::1],
    places: cython.int[::1],
    slots: cython.int[::1],
    lows: cython.uint[::1],
    highs: cython.uint[::1],
    uses: cython.schar[::1],
    ends: cython.Py_ssize_t[::1],
    blob: cython.uchar[::1],
    masks: cython.uint[::1],
    known: cython.int,
    factor: cython.longlong,
    word_start: cython.int[::1],
    word_end: cython.int[::1],
    tag: cython.int[::1],
    span_start: cython.int[::1],
    span_end: cython.int[::1],
    label: cython.int[::1],
    parent: cython.int[::1],
    token_offset: cython.int[::1],
    span_offset: cython.int[::1],
    sentence_at: cython.int[::1],
    fault: cython.schar[::1],
    fault_at: cython.int[::1],
    odd: cython.schar[::1],
    unclosed: cython.int[::1],
):
    """Fill the columns from text[:size].

    ``lines``: a line is a sentence; else a sentence ends where its brackets balance, and one that
    is still open at the end is left for the next call unless this is the ``final`` one.
    ``delimiter`` is 1 at brackets and ASCII white space. Label 0 is the empty label.
    Returns (sentences, words, brackets, labels known).
    """
    fine: cython.schar = FINE
    not_closed: cython.schar = UNCLOSED
    surplus: cython.schar = SURPLUS
    outside: cython.schar = OUTSIDE
    is_odd: cython.schar = ODD
    padding: cython.Py_ssize_t = PADDING
    as_tag: cython.schar = TAG
    as_bracket: cython.schar = BRACKET
    at: cython.Py_ssize_t = 0
    sentences: cython.Py_ssize_t = 0
    tokens: cython.Py_ssize_t = 0
    spans: cython.Py_ssize_t = 0
    first_token: cython.Py_ssize_t
    first_span: cython.Py_ssize_t
    top: cython.Py_ssize_t
    bracket: cython.Py_ssize_t
    c: cython.uchar
    begin: cython.Py_ssize_t
    b: cython.Py_ssize_t
    k: cython.Py_ssize_t = 0
    n: cython.Py_ssize_t = 0
    x: cython.Py_ssize_t
    y: cython.Py_ssize_t
    m: cython.Py_ssize_t
    problem: cython.schar
    strange: cython.schar
    place: cython.Py_ssize_t
    same_line: cython.bint = False
    never_closed: cython.Py_ssize_t = -1
    next_unclosed: cython.Py_ssize_t = 0

    with cython.nogil:
        for x in range(size + padding):
            places[n] = x
            n += delimiter[text[x]]
        token_offset[0] = 0
        span_offset[0] = 0

        while at < size:
            if not lines:
                # Between sentences white space means nothing, but a newline ends the line on
                # which stray text still belongs to the sentence before it.
                while at < size and (text[at] == 32 or 9 <= text[at] <= 13):
                    if text[at] == 10:
                        same_line = False
                    at += 1
                    k += 1
                if at >= size:
                    break
            begin = at
            first_token = tokens
            first_span = spans
            top = -1
            problem = fine
            strange = 0
            place = at

            if never_closed >= 0:
                # An earlier sentence ran to the end of the text: which brackets close is known.
                while next_unclosed < never_closed and unclosed[next_unclosed] < at:
                    next_unclosed += 1
                if next_unclosed < never_closed and unclosed[next_unclosed] == at:
                    problem = not_closed

            while problem == fine:
                x = places[k]
                if x != at:
                    # A word that stands in no bracket of its own.
                    if top < 0:
                        problem = outside
                        place = at
                        break
                    word_start[tokens] = at
                    word_end[tokens] = x
                    tag[tokens] = -1
                    tokens += 1
                    strange = is_odd
                    at = x
                    continue
                c = text[x]
                if c == 41:
                    if top < 0:
                        problem = surplus
                        place = at
                        break
                    span_end[first_span + top] = tokens - first_token
                    top = parent[first_span + top]
                    at += 1
                    k += 1
                    if top < 0 and not lines:
                        break
                    if text[at] == 32:
                        at += 1
                        k += 1
                elif c == 40:
                    bracket = k
                    b = places[k + 1]
                    y = places[k + 2]
                    c = text[b]
                    if c == 32 and text[y] == 41 and y < size:
                        word_start[tokens] = b + 1
                        word_end[tokens] = y
                        tag[tokens] = k
                        tokens += 1
                        at = y + 1
                        k += 3
                        if top < 0 and not lines:
                            break
                        if text[at] == 32:
                            at += 1
                            k += 1
                        continue
                    if c < 40 and not (c == 10 and lines):
                        # White space after the label: a tagged word, or a constituent?
                        x = b + 1
                        # Not one space, one atom and the closing bracket: look closer.
                        m = k + 2
                        while (
                            places[m] == x
                            and x < size
                            and text[x] < 40
                            and not (lines and text[x] == 10)
                        ):
                            m += 1
                            x += 1
                        at = x
                        k = m
                        c = text[x]
                        if x < size and c != 40 and not (lines and c == 10):
                            y = places[m]
                            x = y
                            while (
                                places[m] == x
                                and x < size
                                and text[x] < 40
                                and not (lines and text[x] == 10)
                            ):
                                m += 1
                                x += 1
                            if x != y:
                                strange = is_odd
                            if places[m] == x and text[x] == 41 and x < size:
                                word_start[tokens] = at
                                word_end[tokens] = y
                                tag[tokens] = bracket
                                tokens += 1
                                at = x + 1
                                k = m + 1
                                if top < 0 and not lines:
                                    break
                                continue
                            strange = is_odd
                    else:
                        at = b
                        k += 1

                    span_start[spans] = tokens - first_token
                    label[spans] = bracket
                    parent[spans] = top
                    top = spans - first_span
                    spans += 1
                else:
                    if at >= size or (c == 10 and lines):
                        break
                    at += 1
                    k += 1

            if problem == fine and top >= 0:
                if not lines and not final:
                    # The sentence goes on in the next block: give it back.
                    tokens = first_token
                    spans = first_span
                    at = begin
                    break
                problem = not_closed
                place = places[label[first_span + top]]
                if not lines:
                    never_closed = 0
                    x = top
                    while x >= 0:
                        never_closed += 1
                        x = parent[first_span + x]
                    y = never_closed
                    x = top
                    while x >= 0:
                        y -= 1
                        unclosed[y] = places[label[first_span + x]]
                        x = parent[first_span + x]

            if problem != fine:
                tokens = first_token
                spans = first_span
                strange = 0
                if not lines:
                    # Go on at the next line that begins with a bracket. Stray text on the line
                    # where a sentence ended spoils that sentence, so the others keep their numbers.
                    if problem == not_closed:
                        at = begin
                        while k > 0 and places[k] > at:
                            k -= 1
                    while at < size and not (text[at] == 10 and text[at + 1] == 40):
                        at += 1
                    while places[k] < at:
                        k += 1
                    if same_line and problem != not_closed:
                        sentences -= 1
                        tokens = token_offset[sentences]
                        spans = span_offset[sentences]
                        begin = sentence_at[sentences]
                    same_line = False
            else:
                same_line = True
            if lines:
                while text[places[k]] != 10:
                    k += 1
                at = places[k] + 1
                k += 1

            sentence_at[sentences] = begin
            fault[sentences] = problem
            fault_at[sentences] = place
            odd[sentences] = strange
            sentences += 1
            token_offset[sentences] = tokens
            span_offset[sentences] = spans

        known = intern(
            text, places, tag, tokens, slots, lows, highs, uses, ends, blob, masks, known, factor,
            as_tag,
        )  # fmt: skip
        known = intern(
            text, places, label, spans, slots, lows, highs, uses, ends, blob, masks, known, factor,
            as_bracket,
        )  # fmt: skip

    return sentences, tokens, spans, known
