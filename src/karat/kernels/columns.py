# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Read columns of text, one word per line: the places of words and tags, and the chunks of tags.

``scan`` finds the first, the second and the chunk column of every line, ``chunk`` turns tags into
chunks. ``fields`` splits lines as the program conlleval does, ``compare`` counts as it does.
"""

from __future__ import annotations

import cython

Ints = cython.typedef(cython.const[cython.int][::1])
Bytes = cython.typedef(cython.const[cython.uchar][::1])
Flags = cython.typedef(cython.const[cython.schar][::1])
IntsOut = cython.typedef(cython.int[::1])
FlagsOut = cython.typedef(cython.schar[::1])
LongsOut = cython.typedef(cython.longlong[::1])
Size = cython.typedef(cython.Py_ssize_t)

# A line with too few columns.
NO_TAG = 45

# Prefixes of tags are numbers below this, 0 is outside. A rule is a table: 1 where something
# happens between two words, at (types differ) * KINDS * KINDS + (prefix before) * KINDS + prefix.
KINDS = 8


def nth_boundary(text: Bytes, i: Size, size: Size, wanted: Size) -> tuple[Size, Size]:
    """Where the line after the ``wanted``-th sentence's boundary begins, and how many were found.

    A boundary is a line that is blank or begins with -X-; several in a row are one.
    """
    after: Size = i
    found: Size = 0
    open_: cython.bint = False
    with cython.nogil:
        while i < size and found < wanted:
            begin = i
            i = _line_end(text, i, size) + 1
            if i > size:
                break
            if not _is_boundary(text, begin, i):
                open_ = True
            elif open_:
                open_ = False
                after = i
                found += 1
    return after, found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _white(byte: cython.uchar) -> cython.bint:
    return byte == 32 or (byte >= 9 and byte <= 13)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_boundary(text: Bytes, i: Size, end: Size) -> cython.bint:
    """Whether a line is blank or its first column is -X-."""
    while i < end and _white(text[i]):
        i += 1
    if i == end:
        return True
    return i + 3 <= end and _is_mark(text, i) and (i + 3 == end or _white(text[i + 3]))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_mark(text: Bytes, i: Size) -> cython.bint:
    """Whether text[i:i + 3] is -X-."""
    return text[i] == 45 and text[i + 1] == 88 and text[i + 2] == 45


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _line_end(text: Bytes, i: Size, size: Size) -> Size:
    """The place of the newline that ends a line, or the end of the text."""
    while i < size and text[i] != 10:
        i += 1
    return i


def scan(
    text: Bytes,
    size: Size,
    column: Size,
    word_start: IntsOut,
    word_end: IntsOut,
    spots: IntsOut,
    token_offset: IntsOut,
    sentence_at: IntsOut,
    fault: FlagsOut,
    fault_at: IntsOut,
) -> tuple[Size, Size]:
    """The words of every sentence, and how many sentences and words there are.

    For each word ``spots`` has four places: before its second column and after it, the same for
    its chunk tag. The chunk tag is the ``column``-th from the right, counted from 0; the second
    column is empty where there are only two.
    """
    i = sentences = words = 0
    open_: cython.bint = False
    no_tag: cython.schar = NO_TAG
    with cython.nogil:
        token_offset[0] = 0
        while i < size:
            begin = i
            stop = _line_end(text, i, size)
            i = stop + 1
            if _is_boundary(text, begin, stop):
                if open_:
                    sentences += 1
                    token_offset[sentences] = words
                open_ = False
                continue
            if not open_:
                open_ = True
                sentence_at[sentences] = begin
                fault[sentences] = 0
                fault_at[sentences] = 0
            fields = 0
            at = begin
            while at < stop:
                while at < stop and _white(text[at]):
                    at += 1
                if at == stop:
                    break
                fields += 1
                while at < stop and not _white(text[at]):
                    at += 1
            wanted = fields - 1 - column
            if wanted < 1:
                if fault[sentences] == 0:
                    fault[sentences] = no_tag
                    fault_at[sentences] = begin
                continue
            number = 0
            at = begin
            spots[4 * words] = begin - 1
            spots[4 * words + 1] = begin
            while number <= wanted:
                while _white(text[at]):
                    at += 1
                if number == 0:
                    word_start[words] = at
                elif number == wanted:
                    spots[4 * words + 2] = at - 1
                elif number == 1:
                    spots[4 * words] = at - 1
                while at < stop and not _white(text[at]):
                    at += 1
                if number == 0:
                    word_end[words] = at
                elif number == wanted:
                    spots[4 * words + 3] = at
                elif number == 1:
                    spots[4 * words + 1] = at
                number += 1
            words += 1
        if open_:
            sentences += 1
            token_offset[sentences] = words
    return sentences, words


def chunk(
    starts: Flags,
    ends: Flags,
    token_offset: Ints,
    prefix: Ints,
    kind: Ints,
    chunk_offset: IntsOut,
    start: IntsOut,
    end: IntsOut,
    label: IntsOut,
) -> Size:
    """The chunks of every sentence by two rules, where one starts and where one ends; how many.

    A chunk that starts ends the one that is open.
    """
    kinds: Size = KINDS
    found: Size = 0
    with cython.nogil:
        chunk_offset[0] = 0
        for sentence in range(token_offset.shape[0] - 1):
            first = token_offset[sentence]
            before = 0
            earlier = 0
            open_ = -1
            for i in range(first, token_offset[sentence + 1]):
                at = kinds * before + prefix[i]
                if kind[i] != earlier:
                    at += kinds * kinds
                if open_ >= 0 and (starts[at] or ends[at]):
                    start[found] = open_
                    end[found] = i - first
                    label[found] = kind[first + open_]
                    found += 1
                    open_ = -1
                if starts[at]:
                    open_ = i - first
                before = prefix[i]
                earlier = kind[i]
            if open_ >= 0:
                start[found] = open_
                end[found] = token_offset[sentence + 1] - first
                label[found] = kind[first + open_]
                found += 1
            chunk_offset[sentence + 1] = found
    return found


def compare(
    starts: Flags,
    ends: Flags,
    gold_prefix: Ints,
    gold_kind: Ints,
    guess_prefix: Ints,
    guess_kind: Ints,
    state: IntsOut,
    gold: LongsOut,
    guessed: LongsOut,
    correct: LongsOut,
):
    """Count chunks as conlleval does, one line after the other, by type.

    A boundary is a line whose tags are outside. ``state`` holds the tags of the line before (gold
    prefix and type, guessed prefix and type) and whether the open chunk is right so far.
    """
    kinds: Size = KINDS
    with cython.nogil:
        for i in range(gold_prefix.shape[0]):
            one = kinds * state[0] + gold_prefix[i]
            if gold_kind[i] != state[1]:
                one += kinds * kinds
            other = kinds * state[2] + guess_prefix[i]
            if guess_kind[i] != state[3]:
                other += kinds * kinds
            if state[4]:
                if ends[one] and ends[other] and state[1] == state[3]:
                    state[4] = 0
                    correct[state[1]] += 1
                elif ends[one] != ends[other] or gold_kind[i] != guess_kind[i]:
                    state[4] = 0
            if starts[one]:
                gold[gold_kind[i]] += 1
                if starts[other] and gold_kind[i] == guess_kind[i]:
                    state[4] = 1
            if starts[other]:
                guessed[guess_kind[i]] += 1
            state[0] = gold_prefix[i]
            state[1] = gold_kind[i]
            state[2] = guess_prefix[i]
            state[3] = guess_kind[i]


def fields(
    text: Bytes, size: Size, delimiter: cython.int, usual: Size, spots: IntsOut
) -> tuple[Size, Size, Size]:
    """Split lines at a byte; empty fields at the end of a line do not count.

    For each line ``spots`` has four places: before the last field but one and after it, the same for
    the last; -1, 0, -1, 0 for a boundary. Stops at a line with fewer than two fields, or with another
    number of fields than the first line that is not blank (``usual``, if that is known). Returns the
    number of lines, the usual number of fields, and where in the text the next line begins.
    """
    i: Size = 0
    lines: Size = 0
    with cython.nogil:
        begin = 0
        while i < size:
            i = stop = _line_end(text, i, size)
            while stop > begin and text[stop - 1] == delimiter:
                stop -= 1
            if i < size:
                i += 1
            spots[4 * lines] = -1
            spots[4 * lines + 1] = 0
            spots[4 * lines + 2] = -1
            spots[4 * lines + 3] = 0
            if stop > begin:
                number = 1
                last = begin
                spots[4 * lines] = begin - 1
                for at in range(begin, stop):
                    if text[at] == delimiter:
                        number += 1
                        spots[4 * lines] = last - 1
                        spots[4 * lines + 1] = at
                        last = at + 1
                if usual >= 0 and number != usual:
                    break
                usual = number
                at = begin
                while at < stop and text[at] != delimiter:
                    at += 1
                if at == begin + 3 and _is_mark(text, begin):
                    spots[4 * lines] = -1
                    spots[4 * lines + 1] = 0
                elif number < 2:
                    break
                else:
                    spots[4 * lines + 2] = last - 1
                    spots[4 * lines + 3] = stop
            lines += 1
            begin = i
    return lines, usual, begin
