# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False
"""EVALB's preparation of a pair of sentences: which words stay, whether they agree, which brackets.

Everything that EVALB does to a pair of trees before it compares brackets, for many sentences in
one call. What each label means (is its word deleted, its bracket dropped, what is it cut to) comes
as tables indexed by label.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.string import memcmp

# Why a sentence has no score; 0 is a scored one. The numbers of ``karat.model.outcome.Status``.
GOLD_FAULT = 1
SYSTEM_FAULT = 2
MISSING = 3
EMPTY = 4
LENGTH = 5
WORDS = 6

# Quirks of EVALB that touched a sentence, as bits.
QUIRK_CUT = 1
QUIRK_ROOT = 2
QUIRK_PARTNER = 4
QUIRK_CHAIN = 8
QUIRK_TAGS = 16

# More pairs of quotes than this in one sentence are not compared.
MOST_QUOTES = 1_000_000


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def same(
    x: cython.uchar[::1],
    a: cython.Py_ssize_t,
    y: cython.uchar[::1],
    b: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
) -> cython.bint:
    """Whether x[a:a + length] and y[b:b + length] are the same bytes."""
    k: cython.Py_ssize_t
    if cython.compiled:
        return memcmp(cython.address(x[a]), cython.address(y[b]), length) == 0
    for k in range(length):
        if x[a + k] != y[b + k]:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def equal_words(
    x: cython.uchar[::1],
    a: cython.Py_ssize_t,
    a_length: cython.Py_ssize_t,
    y: cython.uchar[::1],
    b: cython.Py_ssize_t,
    b_length: cython.Py_ssize_t,
    pool: cython.uchar[::1],
    pool_offset: cython.int[::1],
) -> cython.bint:
    """Whether the two words are one of the pairs in the pool (two entries a pair), either way."""
    k: cython.Py_ssize_t
    p: cython.Py_ssize_t
    q: cython.Py_ssize_t
    pl: cython.Py_ssize_t
    ql: cython.Py_ssize_t
    for k in range((pool_offset.shape[0] - 1) // 2):
        p = pool_offset[2 * k]
        q = pool_offset[2 * k + 1]
        pl = q - p
        ql = pool_offset[2 * k + 2] - q
        if (
            a_length == pl
            and b_length == ql
            and same(x, a, pool, p, pl)
            and same(y, b, pool, q, ql)
        ):
            return True
        if (
            a_length == ql
            and b_length == pl
            and same(x, a, pool, q, ql)
            and same(y, b, pool, p, pl)
        ):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def quotes(
    text: cython.uchar[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    word_start: cython.int[::1],
    word_end: cython.int[::1],
    tag: cython.int[::1],
    is_quote: cython.schar[::1],
    position: cython.int[::1],
    where: cython.int[::1],
    index: cython.int[::1],
) -> cython.int:
    """List the words ' " / whose tag may be a quote's: where they stand, and before which word."""
    count: cython.Py_ssize_t = 0
    t: cython.Py_ssize_t
    c: cython.uchar
    for t in range(first, last):
        if is_quote[tag[t]] and word_end[t] - word_start[t] == 1:
            c = text[word_start[t]]
            if c == 39 or c == 34 or c == 47:
                where[count] = t
                index[count] = position[t - first]
                count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def agreement(
    gold_text: cython.uchar[::1],
    g0: cython.Py_ssize_t,
    g1: cython.Py_ssize_t,
    gold_word_start: cython.int[::1],
    gold_word_end: cython.int[::1],
    gold_tag: cython.int[::1],
    system_text: cython.uchar[::1],
    s0: cython.Py_ssize_t,
    s1: cython.Py_ssize_t,
    system_word_start: cython.int[::1],
    system_word_end: cython.int[::1],
    system_tag: cython.int[::1],
    word_deleted: cython.schar[::1],
    length_ignored: cython.schar[::1],
    copies: cython.int[::1],
) -> cython.bint:
    """Whether the two sentences have the same words, null elements aside, before any deletion.

    If so, ``copies`` says for each system word whether the gold tag lets it stay.
    """
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t = s0
    n: cython.Py_ssize_t
    for i in range(g0, g1):
        if length_ignored[gold_tag[i]]:
            continue
        while j < s1 and length_ignored[system_tag[j]]:
            j += 1
        if j == s1:
            return False
        n = gold_word_end[i] - gold_word_start[i]
        if system_word_end[j] - system_word_start[j] != n:
            return False
        if not same(gold_text, gold_word_start[i], system_text, system_word_start[j], n):
            return False
        copies[j - s0] = 1 - word_deleted[gold_tag[i]]
        j += 1
    while j < s1 and length_ignored[system_tag[j]]:
        j += 1
    return j == s1


def prepare(
    gold_text: cython.uchar[::1],
    gold_token_offset: cython.int[::1],
    gold_word_start: cython.int[::1],
    gold_word_end: cython.int[::1],
    gold_tag: cython.int[::1],
    gold_span_offset: cython.int[::1],
    gold_span_start: cython.int[::1],
    gold_span_end: cython.int[::1],
    gold_label: cython.int[::1],
    gold_fault: cython.schar[::1],
    system_text: cython.uchar[::1],
    system_token_offset: cython.int[::1],
    system_word_start: cython.int[::1],
    system_word_end: cython.int[::1],
    system_tag: cython.int[::1],
    system_span_offset: cython.int[::1],
    system_span_start: cython.int[::1],
    system_span_end: cython.int[::1],
    system_label: cython.int[::1],
    system_fault: cython.schar[::1],
    word_deleted: cython.schar[::1],
    length_ignored: cython.schar[::1],
    is_quote: cython.schar[::1],
    cut: cython.int[::1],
    bracket_deleted: cython.schar[::1],
    label_quirk: cython.schar[::1],
    partner_offset: cython.int[::1],
    partner: cython.int[::1],
    pool: cython.uchar[::1],
    pool_offset: cython.int[::1],
    quirks: cython.bint,
    any_quote: cython.bint,
    gold_copies: cython.int[::1],
    system_copies: cython.int[::1],
    gold_position: cython.int[::1],
    system_position: cython.int[::1],
    gold_chosen: cython.int[::1],
    system_chosen: cython.int[::1],
    gold_quote: cython.int[::1],
    gold_index: cython.int[::1],
    system_quote: cython.int[::1],
    system_index: cython.int[::1],
    rows: cython.int[:, ::1],
    gold_offset: cython.int[::1],
    gold_first: cython.int[::1],
    gold_second: cython.int[::1],
    gold_cut: cython.int[::1],
    gold_row: cython.int[::1],
    system_offset: cython.int[::1],
    system_first: cython.int[::1],
    system_second: cython.int[::1],
    system_cut: cython.int[::1],
    system_row: cython.int[::1],
    gold_kept: cython.schar[::1],
    system_kept: cython.schar[::1],
):
    """Write, for each pair of sentences, a row of figures and the brackets that will be compared.

    A row is: why it failed (0: it did not), gold length, words compared, tags that agree, gold
    words, system words, the first word that differs (its place in gold, then in the system's
    sentence; -1: none does), quirks that touched the sentence. Where there is room in ``gold_kept``
    and ``system_kept``, they say which words were not deleted. The columns from ``gold_copies`` to ``system_index`` are scratch space for the longest sentence.
    """
    gold_is_bad: cython.int = GOLD_FAULT
    system_is_bad: cython.int = SYSTEM_FAULT
    nothing_there: cython.int = MISSING
    nothing_left: cython.int = EMPTY
    lengths_differ: cython.int = LENGTH
    words_differ: cython.int = WORDS
    quirk_tags: cython.int = QUIRK_TAGS
    most: cython.Py_ssize_t = MOST_QUOTES
    sentence: cython.Py_ssize_t
    sentences: cython.Py_ssize_t = gold_offset.shape[0] - 1
    g0: cython.Py_ssize_t
    g1: cython.Py_ssize_t
    s0: cython.Py_ssize_t
    s1: cython.Py_ssize_t
    gold_words: cython.Py_ssize_t
    system_words: cython.Py_ssize_t
    length: cython.Py_ssize_t
    status: cython.Py_ssize_t
    right: cython.Py_ssize_t
    touched: cython.Py_ssize_t
    t: cython.Py_ssize_t
    u: cython.Py_ssize_t
    k: cython.Py_ssize_t
    n: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    q1: cython.Py_ssize_t
    q2: cython.Py_ssize_t
    index: cython.Py_ssize_t
    span: cython.Py_ssize_t
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    one: cython.Py_ssize_t
    two: cython.Py_ssize_t
    gold_rows: cython.Py_ssize_t = 0
    system_rows: cython.Py_ssize_t = 0
    agree: cython.bint
    mended: cython.bint

    with cython.nogil:
        gold_offset[0] = 0
        system_offset[0] = 0
        for sentence in range(sentences):
            g0 = gold_token_offset[sentence]
            g1 = gold_token_offset[sentence + 1]
            s0 = system_token_offset[sentence]
            s1 = system_token_offset[sentence + 1]
            status = 0
            rows[sentence, 6] = -1
            rows[sentence, 7] = -1
            right = 0
            touched = 0
            mended = False

            # Number the words that stay; position is where a boundary of the tree moves to.
            gold_words = 0
            length = 0
            for t in range(g1 - g0):
                one = gold_tag[g0 + t]
                gold_position[t] = gold_words
                gold_chosen[gold_words] = g0 + t
                gold_words += 1 - word_deleted[one]
                length += 1 - length_ignored[one]
            gold_position[g1 - g0] = gold_words
            system_words = 0
            for t in range(s1 - s0):
                system_position[t] = system_words
                system_chosen[system_words] = s0 + t
                system_words += 1 - word_deleted[system_tag[s0 + t]]
            system_position[s1 - s0] = system_words

            if gold_fault[sentence]:
                status = gold_is_bad
            elif system_fault[sentence]:
                status = system_is_bad
            elif s1 == s0:
                status = nothing_there
            elif system_words == 0 and quirks:
                status = nothing_left

            if status == 0 and not quirks:
                # Mended: the gold tags say which words both sides lose, null elements aside, so
                # that a tag on a comma never costs a sentence.
                if agreement(
                    gold_text, g0, g1, gold_word_start, gold_word_end, gold_tag,
                    system_text, s0, s1, system_word_start, system_word_end, system_tag,
                    word_deleted, length_ignored, system_copies,
                ):  # fmt: skip
                    mended = True
                    system_words = 0
                    for t in range(s1 - s0):
                        system_position[t] = system_words
                        system_chosen[system_words] = s0 + t
                        if not length_ignored[system_tag[s0 + t]]:
                            system_words += system_copies[t]
                        elif not word_deleted[system_tag[s0 + t]]:
                            system_words += 1
                    system_position[s1 - s0] = system_words
                if system_words == 0:
                    status = nothing_left

            if status == 0 and gold_words != system_words and any_quote and not mended:
                # A quote that one side deleted and the other kept is put back, pair by pair, with
                # EVALB's own book-keeping: a gold quote can even be put back twice.
                q1 = quotes(
                    gold_text, g0, g1, gold_word_start, gold_word_end, gold_tag, is_quote,
                    gold_position, gold_quote, gold_index,
                )  # fmt: skip
                q2 = quotes(
                    system_text, s0, s1, system_word_start, system_word_end, system_tag, is_quote,
                    system_position, system_quote, system_index,
                )  # fmt: skip
                if q1 and q2 and q1 * q2 <= most:
                    for t in range(g1 - g0):
                        gold_copies[t] = 1 - word_deleted[gold_tag[g0 + t]]
                    for t in range(s1 - s0):
                        system_copies[t] = 1 - word_deleted[system_tag[s0 + t]]
                    for i in range(q2):
                        index = system_index[i]
                        two = system_tag[system_quote[i]]
                        for j in range(q1):
                            one = gold_tag[gold_quote[j]]
                            if gold_index[j] != index or one == two:
                                continue
                            if word_deleted[one] and not word_deleted[two]:
                                gold_copies[gold_quote[j] - g0] += 1
                                for k in range(j, q1):
                                    gold_index[k] += 1
                            elif word_deleted[two] and not word_deleted[one]:
                                system_copies[system_quote[i] - s0] += 1
                                for k in range(i, q2):
                                    system_index[k] += 1
                    n = 0
                    for t in range(g1 - g0):
                        n += gold_copies[t]
                    k = 0
                    for t in range(s1 - s0):
                        k += system_copies[t]
                    if n != k:
                        gold_words = n
                        system_words = k
                    else:
                        gold_words = 0
                        for t in range(g1 - g0):
                            gold_position[t] = gold_words
                            for k in range(gold_copies[t]):
                                gold_chosen[gold_words] = g0 + t
                                gold_words += 1
                        gold_position[g1 - g0] = gold_words
                        system_words = 0
                        for t in range(s1 - s0):
                            system_position[t] = system_words
                            for k in range(system_copies[t]):
                                system_chosen[system_words] = s0 + t
                                system_words += 1
                        system_position[s1 - s0] = system_words

            if status == 0 and gold_words != system_words:
                status = lengths_differ
            if status == 0:
                for k in range(gold_words):
                    t = gold_chosen[k]
                    u = system_chosen[k]
                    n = gold_word_end[t] - gold_word_start[t]
                    agree = system_word_end[u] - system_word_start[u] == n and same(
                        gold_text, gold_word_start[t], system_text, system_word_start[u], n
                    )
                    if not agree:
                        if not equal_words(
                            gold_text, gold_word_start[t], n,
                            system_text, system_word_start[u],
                            system_word_end[u] - system_word_start[u], pool, pool_offset,
                        ):  # fmt: skip
                            status = words_differ
                            rows[sentence, 6] = t - g0
                            rows[sentence, 7] = u - s0
                            break
                    one = gold_tag[t]
                    two = system_tag[u]
                    agree = one == two
                    for i in range(partner_offset[one], partner_offset[one + 1]):
                        agree = agree | (partner[i] == two)
                    right += agree
            if (
                quirks
                and (status == lengths_differ or status == words_differ)
                and agreement(
                    gold_text,
                    g0,
                    g1,
                    gold_word_start,
                    gold_word_end,
                    gold_tag,
                    system_text,
                    s0,
                    s1,
                    system_word_start,
                    system_word_end,
                    system_tag,
                    word_deleted,
                    length_ignored,
                    system_copies,
                )
            ):
                touched = quirk_tags

            # Brackets: moved to the words that stay, empty and deleted ones dropped.
            for span in range(gold_span_offset[sentence], gold_span_offset[sentence + 1]):
                start = gold_position[gold_span_start[span]]
                end = gold_position[gold_span_end[span]]
                one = gold_label[span]
                if start < end:
                    touched |= label_quirk[one]
                gold_first[gold_rows] = start
                gold_second[gold_rows] = end
                gold_cut[gold_rows] = cut[one]
                gold_row[gold_rows] = span
                gold_rows += (start < end) & (1 - bracket_deleted[one])
            gold_offset[sentence + 1] = gold_rows
            if status == 0:
                for span in range(system_span_offset[sentence], system_span_offset[sentence + 1]):
                    start = system_position[system_span_start[span]]
                    end = system_position[system_span_end[span]]
                    one = system_label[span]
                    if start < end:
                        touched |= label_quirk[one]
                    system_first[system_rows] = start
                    system_second[system_rows] = end
                    system_cut[system_rows] = cut[one]
                    system_row[system_rows] = span
                    system_rows += (start < end) & (1 - bracket_deleted[one])
            else:
                right = 0
            system_offset[sentence + 1] = system_rows

            rows[sentence, 0] = status
            rows[sentence, 1] = length
            rows[sentence, 2] = gold_words if status == 0 else 0
            rows[sentence, 3] = right
            rows[sentence, 4] = gold_words
            rows[sentence, 5] = system_words
            rows[sentence, 8] = touched
            if gold_kept.shape[0]:
                for t in range(g1 - g0):
                    gold_kept[g0 + t] = gold_position[t + 1] > gold_position[t]
            if system_kept.shape[0]:
                for t in range(s1 - s0):
                    system_kept[s0 + t] = system_position[t + 1] > system_position[t]
