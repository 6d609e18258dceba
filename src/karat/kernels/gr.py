# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Scan grammatical relations into columns, many sentences in one call.

The grammar is described in formats/gr. Nothing is decoded or allocated, and the interpreter's lock is
released. Columns have room for every byte of the text, which is more than there can be tokens.
"""

from __future__ import annotations

import cython

Bytes = cython.typedef(cython.const[cython.uchar][::1])
IntsOut = cython.typedef(cython.int[::1])
FlagsOut = cython.typedef(cython.schar[::1])
Size = cython.typedef(cython.Py_ssize_t)

# What can be wrong with a sentence (formats/gr/scan.py says it in words).
OPEN = 60
SLOTS = 61
STRAY = 62
BAR = 63
BRACE = 64


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_digit(c: cython.uchar) -> cython.bint:
    return 48 <= c <= 57


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_letter(c: cython.uchar) -> cython.bint:
    return 97 <= c <= 122 or 65 <= c <= 90 or c == 95


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_words(text: Bytes, a: Size, b: Size) -> cython.bint:
    """Whether a line has the words of a sentence as C&C writes them, after <c>."""
    return b - a >= 3 and text[a] == 60 and text[a + 1] == 99 and text[a + 2] == 62


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ignored(text: Bytes, a: Size, b: Size) -> cython.bint:
    """Whether a line is a comment, or one of those between the relations of RASP and of C&C."""
    c: cython.uchar = text[a]
    if c == 35 or c == 59:
        return True
    if is_words(text, a, b):
        return True
    return (
        b - a >= 8
        and c == 103
        and text[a + 1] == 114
        and text[a + 2] == 45
        and text[a + 3] == 108
        and text[a + 4] == 105
        and text[a + 5] == 115
        and text[a + 6] == 116
        and text[a + 7] == 58
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_number(text: Bytes, a: Size, b: Size) -> cython.bint:
    """Whether a stretch has only digits and what stands between them in numbers and times."""
    for k in range(a, b):
        if not (is_digit(text[k]) or 44 <= text[k] <= 47 or text[k] == 58):
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_id(text: Bytes, a: Size, b: Size) -> cython.bint:
    """Whether a line is the id of a sentence: 95021266.1, wsj_2300.5.

    It is one token of letters, digits and . : _ - that ends in a digit and has one of . : _ in it.
    """
    joined: cython.bint = False
    if not is_digit(text[b - 1]) or not (is_digit(text[a]) or is_letter(text[a])):
        return False
    for k in range(a, b):
        c: cython.uchar = text[k]
        if c == 46 or c == 58 or c == 95:
            joined = True
        elif not (is_digit(c) or is_letter(c) or c == 45):
            return False
    return joined


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def before_affix(text: Bytes, a: Size, b: Size) -> Size:
    """Where the base form ends in a token of RASP, whose affix is after a plus: die+s, want+ed."""
    k: Size = b
    while k > a and 97 <= text[k - 1] <= 122:
        k -= 1
    if k < b and k - 1 > a and text[k - 1] == 43 and text[k - 2] != 92:
        return k - 1
    return b


@cython.cclass
class Columns:
    """The columns that ``walk`` fills; the caller owns the arrays."""

    token_start: IntsOut
    token_end: IntsOut
    token_at: IntsOut
    tag_start: IntsOut
    tag_end: IntsOut
    escaped: FlagsOut
    row_token: IntsOut
    row_at: IntsOut
    row_weight: IntsOut
    word_start: IntsOut
    word_end: IntsOut
    word_tag_start: IntsOut
    word_tag_end: IntsOut
    word_offset: IntsOut
    row_offset: IntsOut
    sentence_at: IntsOut
    number: IntsOut
    fault: FlagsOut
    fault_at: IntsOut

    def __init__(
        self, token_start, token_end, token_at, tag_start, tag_end, escaped, row_token, row_at,
        row_weight, word_start, word_end, word_tag_start, word_tag_end, word_offset, row_offset,
        sentence_at, number, fault, fault_at,
    ):  # fmt: skip
        (
            self.token_start, self.token_end, self.token_at, self.tag_start, self.tag_end,
            self.escaped, self.row_token, self.row_at, self.row_weight, self.word_start,
            self.word_end, self.word_tag_start, self.word_tag_end, self.word_offset,
            self.row_offset, self.sentence_at, self.number, self.fault, self.fault_at,
        ) = (
            token_start, token_end, token_at, tag_start, tag_end, escaped, row_token, row_at,
            row_weight, word_start, word_end, word_tag_start, word_tag_end, word_offset, row_offset,
            sentence_at, number, fault, fault_at,
        )  # fmt: skip


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def open_sentence(
    columns: Columns, sentence: Size, at: Size, words: Size, rows: Size, number: Size
) -> cython.void:
    """Begin a sentence at a line, after so many words and relations."""
    columns.sentence_at[sentence] = at
    columns.word_offset[sentence] = words
    columns.row_offset[sentence] = rows
    columns.number[sentence] = number
    columns.fault[sentence] = 0
    columns.fault_at[sentence] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_token(columns: Columns, token: Size, start: Size, end: Size) -> cython.void:
    """Write a token that has neither a position nor a tag."""
    columns.token_start[token] = start
    columns.token_end[token] = end
    columns.token_at[token] = -1
    columns.tag_start[token] = end
    columns.tag_end[token] = end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_word(
    columns: Columns, word: Size, start: Size, end: Size, tag_start: Size, tag_end: Size
) -> cython.void:
    """Write a word with its tag."""
    columns.word_start[word] = start
    columns.word_end[word] = end
    columns.word_tag_start[word] = tag_start
    columns.word_tag_end[word] = tag_end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_words(text: Bytes, j: Size, stop: Size, columns: Columns, words: Size) -> Size:
    """Write the words of C&C, word|lemma|tag|… or word|tag; return how many there are now.

    The lemma is between the word and the tag.
    """
    while j < stop:
        while j < stop and text[j] <= 32:
            j += 1
        if j >= stop:
            break
        a = j
        bars = 0
        end: Size = -1
        tag: Size = -1
        tag_end: Size = -1
        while j < stop and text[j] > 32:
            if text[j] == 124 and j > a:
                bars += 1
                if bars == 1:
                    end = j
                    tag = j + 1
                elif bars == 2:
                    tag = j + 1
                elif bars == 3:
                    tag_end = j
            j += 1
        if end < 0:
            end = tag = j
        add_word(columns, words, a, end, tag, tag_end if tag_end >= 0 else j)
        words += 1
    return words


@cython.locals(
    lisp=cython.bint, groups=cython.bint, opens=cython.bint, colon=cython.bint, barred=cython.bint
)
def walk(text: Bytes, size: Size, columns: Columns, indexed: cython.bint):
    """Fill the columns from text[:size]; return how many sentences, relations, tokens and words.

    A relation's tokens are its name and its slots, one to four: row_token[r] up to row_token[r + 1].
    A token has a position (-1: none) and a tag (empty: none), as in ``die:3_VVZ`` and ``die:3``;
    row_weight is where a weight stands, or -1; number is a sentence's number in the file, or -1.
    If ``indexed``, tokens are as C&C writes them, ``die_2`` counted from 0, and the words of a
    sentence follow its relations on a line ``<c> he|he|PRP|… dies|die|VBZ|…``.
    """
    token_start, token_end, token_at = columns.token_start, columns.token_end, columns.token_at
    tag_start, tag_end, escaped = columns.tag_start, columns.tag_end, columns.escaped
    fault, fault_at = columns.fault, columns.fault_at
    i = sentences = rows = tokens = words = brace = state = 0
    n: cython.longlong
    place: cython.longlong
    weight: Size = -1
    braces: cython.bint = False

    with cython.nogil:
        while i < size:
            line = i
            while i < size and text[i] != 10:
                i += 1
            stop = i
            i += 1
            j = line
            while j < stop and text[j] <= 32:
                j += 1
            while stop > j and text[stop - 1] <= 32:
                stop -= 1
            # There may be a backslash before the space that was stripped.
            if stop < i - 1 and stop > j and text[stop - 1] == 92:
                stop += 1
            if j == stop:
                if braces:
                    braces = False
                    fault[sentences - 1] = 64
                    fault_at[sentences - 1] = brace
                if state & 4:
                    state = 0
                continue
            c = text[j]
            if indexed and is_words(text, j, stop):
                if state == 0:
                    open_sentence(columns, sentences, line, words, rows, -1)
                    sentences += 1
                words = add_words(text, j + 3, stop, columns, words)
                state |= 6
                continue
            if ignored(text, j, stop):
                continue
            groups = braces or c == 40 or c == 123
            opens = False
            n = -1
            if not groups and is_digit(c):
                k = j
                n = 0
                while k < stop and is_digit(text[k]):
                    n = n * 10 + (text[k] - 48)
                    if n > 1000000000:
                        n = 1000000000
                    k += 1
                a = k
                while k < stop and text[k] <= 32:
                    k += 1
                if k == stop or (k > a and (text[k] == 40 or text[k] == 123 or text[k] == 59)):
                    groups = True
                    opens = True
                    j = k
                else:
                    n = -1
            elif not groups and is_letter(c):
                k = j
                while k < stop and (is_letter(text[k]) or is_digit(text[k]) or text[k] == 45):
                    k += 1
                groups = k < stop and text[k] == 40
            if not groups and is_id(text, j, stop):
                groups = True
                opens = True
                j = stop
            # What is known of the sentence so far: its number (1), its words (2), relations (4).
            if opens or state == 0 or (not groups and state != 1):
                open_sentence(columns, sentences, line, words, rows, n)
                sentences += 1
                state = 1 if opens else 0
            if not groups:
                if c == 92:
                    j += 1
                while j < stop:
                    a = j
                    while j < stop and text[j] > 32:
                        j += 1
                    add_word(columns, words, a, j, j, j)
                    words += 1
                    while j < stop and text[j] <= 32:
                        j += 1
                state |= 2
                continue

            wrong = 0
            begin = j
            while j < stop:
                c = text[j]
                if c <= 32:
                    j += 1
                    continue
                if c == 59 or c == 35:
                    break
                if c == 123 and not braces:
                    braces = True
                    brace = j
                    j += 1
                    continue
                if c == 125 and braces:
                    braces = False
                    weight = -1
                    j += 1
                    continue
                if braces and (is_digit(c) or c == 46):
                    weight = j
                    while j < stop and text[j] > 32 and text[j] != 40:
                        j += 1
                    continue
                group = j
                first = tokens
                lisp = c == 40
                if not lisp:
                    while j < stop and (is_letter(text[j]) or is_digit(text[j]) or text[j] == 45):
                        j += 1
                    if j == group or j == stop or text[j] != 40 or is_digit(c):
                        wrong = 62
                        break
                    add_token(columns, tokens, group, j)
                    escaped[tokens] = 0
                    tokens += 1
                j += 1
                while True:
                    while j < stop and text[j] <= 32:
                        j += 1
                    if j >= stop:
                        wrong = 60
                        break
                    c = text[j]
                    if c == 41 and (lisp or tokens == first + 1):
                        j += 1
                        break
                    a = j
                    escaped[tokens] = 0
                    colon = False
                    barred = c == 124
                    if barred:
                        a += 1
                        j += 1
                        while j < stop and text[j] != 124:
                            if text[j] == 92:
                                escaped[tokens] = 1
                                j += 1
                            elif text[j] == 58:
                                colon = True
                            j += 1
                        if j >= stop:
                            wrong = 63
                            group = a - 1
                            break
                        b = j
                        j += 1
                        if not lisp:
                            while j < stop and text[j] <= 32:
                                j += 1
                        c = text[j] if j < stop else 41
                        if not (c == 41 or (c == 44 and not lisp) or (c <= 32 and lisp)):
                            wrong = 63
                            group = a - 1
                            break
                    else:
                        # Brackets that open and close in one slot belong to it: Prebon_(U.S.A.)_Inc.
                        nested = 0
                        while j < stop:
                            c = text[j]
                            if lisp and c == 40:
                                nested += 1
                                if nested == 1:
                                    inner = j
                            elif lisp and c == 41 and nested:
                                nested -= 1
                            elif c == 41 or (lisp and c <= 32):
                                break
                            if c == 44 and not lisp:
                                if not (
                                    j > a
                                    and is_digit(text[j - 1])
                                    and j + 1 < stop
                                    and is_digit(text[j + 1])
                                ):
                                    break
                            if c == 92:
                                escaped[tokens] = 1
                                j += 1
                            elif c == 58:
                                colon = True
                            j += 1
                        if j > stop:
                            j = stop
                        b = j
                        if nested:
                            wrong = 62
                            group = inner
                            break
                        if not lisp:
                            while (
                                b > a
                                and text[b - 1] <= 32
                                and not (b - 2 >= a and text[b - 2] == 92)
                            ):
                                b -= 1
                    if b == a and not barred:
                        wrong = 61
                        break
                    add_token(columns, tokens, a, b)
                    if colon:
                        k = b - 1
                        while k > a:
                            if text[k] == 58 and is_digit(text[k + 1]):
                                n = 0
                                d = k + 1
                                while d < b and is_digit(text[d]) and n < 100000000:
                                    n = n * 10 + (text[d] - 48)
                                    d += 1
                                if d < b and text[d] == 95 and n > 0:
                                    token_end[tokens] = before_affix(text, a, k)
                                    token_at[tokens] = n - 1
                                    tag_start[tokens] = d + 1
                                    break
                                # Without a tag; 10:30 is a word.
                                if d == b and n > 0 and not is_number(text, a, k):
                                    token_end[tokens] = k
                                    token_at[tokens] = n - 1
                                    break
                            k -= 1
                    elif indexed:
                        k = b - 1
                        n = 0
                        place = 1
                        while k > a and is_digit(text[k]) and n < 100000000:
                            n += place * (text[k] - 48)
                            place *= 10
                            k -= 1
                        if a < k < b - 1 and text[k] == 95:
                            token_end[tokens] = k
                            token_at[tokens] = n
                            tag_start[tokens] = b
                    tokens += 1
                    if not lisp:
                        if j >= stop:
                            wrong = 60
                            break
                        if text[j] == 44:
                            j += 1
                            continue
                        j += 1
                        break
                if wrong:
                    tokens = first
                    break
                if (
                    group == begin
                    and lisp
                    and not braces
                    and tokens > first
                    and token_at[first] >= 0
                ):
                    # RASP's list of the words of a sentence, whose relations follow.
                    if state & 6:
                        open_sentence(columns, sentences, line, words, rows, -1)
                        sentences += 1
                    state = 2
                    for k in range(first, tokens):
                        add_word(
                            columns, words, token_start[k], token_end[k], tag_start[k], tag_end[k]
                        )
                        words += 1
                    tokens = first
                    break
                if lisp and tokens == first:
                    state |= 4
                    continue
                if tokens - first < 2 or tokens - first > 5:
                    tokens = first
                    wrong = 61
                    break
                columns.row_token[rows] = first
                columns.row_at[rows] = group
                columns.row_weight[rows] = weight
                weight = -1
                rows += 1
                state |= 4
            if wrong:
                state |= 4
                weight = -1
                if fault[sentences - 1] == 0:
                    fault[sentences - 1] = wrong
                    fault_at[sentences - 1] = group
        if braces and sentences:
            fault[sentences - 1] = 64
            fault_at[sentences - 1] = brace
        columns.word_offset[sentences] = words
        columns.row_offset[sentences] = rows
        columns.row_token[rows] = tokens
    return sentences, rows, tokens, words
