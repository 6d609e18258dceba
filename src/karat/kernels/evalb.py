# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""EVALB's preparation of a pair of sentences: which words stay, whether they agree, which brackets.

Everything that EVALB does to a pair of trees before it compares brackets, for many sentences in
one call. What each label means (is its word deleted, its bracket dropped, what is it cut to) comes
as tables indexed by label.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.string import memcmp, memcpy

Ints = cython.typedef(cython.const[cython.int][::1])
Bytes = cython.typedef(cython.const[cython.uchar][::1])
Flags = cython.typedef(cython.const[cython.schar][::1])
IntsOut = cython.typedef(cython.int[::1])
FlagsOut = cython.typedef(cython.schar[::1])
IntTableOut = cython.typedef(cython.int[:, ::1])
Size = cython.typedef(cython.Py_ssize_t)

# Why a sentence has no score; 0 is a scored one. The numbers of ``karat.model.outcome.Status``.
GOLD_FAULT = cython.declare(cython.int, 1)
SYSTEM_FAULT = cython.declare(cython.int, 2)
MISSING = cython.declare(cython.int, 3)
EMPTY = cython.declare(cython.int, 4)
LENGTH = cython.declare(cython.int, 5)
WORDS = cython.declare(cython.int, 6)

# More pairs of quotes than this in one sentence are not compared.
MOST_QUOTES = cython.declare(cython.longlong, 1_000_000)

# The bit of a sentence that was lost because the two sides deleted different words.
QUIRK_TAGS = 16


@cython.cclass
class Side:
    """The columns of a Bank that are read."""

    text: Bytes
    token_offset: Ints
    word_start: Ints
    word_end: Ints
    tag: Ints
    span_offset: Ints
    start: Ints
    end: Ints
    label: Ints
    fault: Flags

    def __init__(self, *columns):
        (
            self.text, self.token_offset, self.word_start, self.word_end, self.tag,
            self.span_offset, self.start, self.end, self.label, self.fault,
        ) = columns  # fmt: skip


@cython.cclass
class Tables:
    """What each label means, its partners, and the pairs of words that count as equal."""

    word_deleted: Flags
    length_ignored: Flags
    is_quote: Flags
    cut: Ints
    bracket_deleted: Flags
    quirk: Flags
    partner_offset: Ints
    partner: Ints
    pool: Bytes
    pool_offset: Ints

    def __init__(self, *columns):
        (
            self.word_deleted, self.length_ignored, self.is_quote, self.cut, self.bracket_deleted,
            self.quirk, self.partner_offset, self.partner, self.pool, self.pool_offset,
        ) = columns  # fmt: skip


@cython.cclass
class Brackets:
    """The brackets to be compared of one side, and scratch space for its longest sentence.

    ``kept`` says which words were not deleted, if it has room for them. ``position`` is where a
    boundary of the tree moves to, ``chosen`` lists the words that stay, ``copies`` is how often
    each word stays, ``quote`` lists the quotes and ``index`` the words that they come before.
    """

    offset: IntsOut
    first: IntsOut
    second: IntsOut
    label: IntsOut
    row: IntsOut
    kept: FlagsOut
    position: IntsOut
    chosen: IntsOut
    copies: IntsOut
    quote: IntsOut
    index: IntsOut

    def __init__(self, *columns):
        (
            self.offset, self.first, self.second, self.label, self.row, self.kept, self.position,
            self.chosen, self.copies, self.quote, self.index,
        ) = columns  # fmt: skip


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def same(x: Bytes, a: Size, y: Bytes, b: Size, length: Size) -> cython.bint:
    """Whether x[a:a + length] and y[b:b + length] are the same bytes."""
    v: cython.ulonglong = 0
    w: cython.ulonglong = 0
    if not cython.compiled:
        return x[a : a + length] == y[b : b + length]
    if 0 < length <= 8 and a + 8 <= x.shape[0] and b + 8 <= y.shape[0]:
        # Most words are short: eight bytes of each as numbers, of which the highest do not count.
        memcpy(cython.address(v), cython.address(x[a]), 8)
        memcpy(cython.address(w), cython.address(y[b]), 8)
        return (v ^ w) << (64 - 8 * length) == 0
    # An empty word may stand at the very end of the text.
    return length == 0 or memcmp(cython.address(x[a]), cython.address(y[b]), length) == 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def same_word(gold: Side, t: Size, system: Side, u: Size) -> cython.bint:
    """Whether two words have the same letters."""
    a, b = gold.word_start[t], system.word_start[u]
    length = gold.word_end[t] - a
    return system.word_end[u] - b == length and same(gold.text, a, system.text, b, length)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_word(side: Side, t: Size, tables: Tables, k: Size) -> cython.bint:
    """Whether a word is the k-th of the pool."""
    a, b = side.word_start[t], tables.pool_offset[k]
    length = side.word_end[t] - a
    return tables.pool_offset[k + 1] - b == length and same(side.text, a, tables.pool, b, length)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def equal_words(gold: Side, t: Size, system: Side, u: Size, tables: Tables) -> cython.bint:
    """Whether two words have the same letters, or are one of the pairs in the pool, either way."""
    if same_word(gold, t, system, u):
        return True
    for k in range(0, tables.pool_offset.shape[0] - 2, 2):
        if is_word(gold, t, tables, k) and is_word(system, u, tables, k + 1):
            return True
        if is_word(gold, t, tables, k + 1) and is_word(system, u, tables, k):
            return True
    return False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def choose(side: Side, first: Size, last: Size, tables: Tables, out: Brackets) -> Size:
    """Number the words that are not deleted; return how many there are."""
    words: Size = 0
    for t in range(first, last):
        out.position[t - first] = words
        out.chosen[words] = t
        words += 1 - tables.word_deleted[side.tag[t]]
    out.position[last - first] = words
    return words


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def choose_copies(first: Size, last: Size, out: Brackets) -> Size:
    """Number the words, each as often as ``copies`` says; return how many there are."""
    words: Size = 0
    for t in range(last - first):
        out.position[t] = words
        for _copy in range(out.copies[t]):
            out.chosen[words] = first + t
            words += 1
    out.position[last - first] = words
    return words


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def quotes(side: Side, first: Size, last: Size, tables: Tables, out: Brackets) -> Size:
    """List the words ' " / whose tag may be a quote's, and set ``copies``; return how many."""
    count: Size = 0
    for t in range(first, last):
        out.copies[t - first] = 1 - tables.word_deleted[side.tag[t]]
        if tables.is_quote[side.tag[t]] and side.word_end[t] - side.word_start[t] == 1:
            c = side.text[side.word_start[t]]
            if c == 39 or c == 34 or c == 47:
                out.quote[count] = t
                out.index[count] = out.position[t - first]
                count += 1
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def agreement(
    gold: Side, g0: Size, g1: Size, system: Side, s0: Size, s1: Size, tables: Tables, out: Brackets
) -> cython.bint:
    """Whether the two sentences have the same words, null elements aside, before any deletion.

    If so, ``copies`` says for each system word whether the gold tag lets it stay; a null element
    stays if its own tag lets it.
    """
    j = s0
    for i in range(g0, g1 + 1):
        if i < g1 and tables.length_ignored[gold.tag[i]]:
            continue
        while j < s1 and tables.length_ignored[system.tag[j]]:
            out.copies[j - s0] = 1 - tables.word_deleted[system.tag[j]]
            j += 1
        if i == g1:
            break
        if j == s1 or not same_word(gold, i, system, j):
            return False
        out.copies[j - s0] = 1 - tables.word_deleted[gold.tag[i]]
        j += 1
    return j == s1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def move(side: Side, sentence: Size, tables: Tables, out: Brackets) -> cython.int:
    """Move brackets to the words that stay, without empty and deleted ones; return their quirks."""
    touched: cython.int = 0
    rows: Size = out.offset[sentence]
    for span in range(side.span_offset[sentence], side.span_offset[sentence + 1]):
        start = out.position[side.start[span]]
        end = out.position[side.end[span]]
        label = side.label[span]
        if start < end:
            touched |= tables.quirk[label]
        out.first[rows] = start
        out.second[rows] = end
        out.label[rows] = tables.cut[label]
        out.row[rows] = span
        rows += (start < end) & (1 - tables.bracket_deleted[label])
    out.offset[sentence + 1] = rows
    return touched


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep(first: Size, last: Size, out: Brackets) -> cython.void:
    """Write which words were not deleted."""
    if out.kept.shape[0]:
        for t in range(last - first):
            out.kept[first + t] = out.position[t + 1] > out.position[t]


def prepare(
    gold: Side,
    system: Side,
    tables: Tables,
    quirks: cython.bint,
    any_quote: cython.bint,
    rows: IntTableOut,
    ours: Brackets,
    theirs: Brackets,
):
    """Write, for each pair of sentences, a row of figures and the brackets that will be compared.

    A row is: why it failed (0: it did not), gold length, words compared, tags that agree, gold
    words, system words, the first word that differs (its place in gold, then in the system's
    sentence; -1: none does), quirks that touched the sentence.
    """
    quirk_tags: cython.int = QUIRK_TAGS
    q1: cython.longlong
    agree: cython.bint
    mended: cython.bint

    with cython.nogil:
        ours.offset[0] = 0
        theirs.offset[0] = 0
        for sentence in range(rows.shape[0]):
            g0, g1 = gold.token_offset[sentence], gold.token_offset[sentence + 1]
            s0, s1 = system.token_offset[sentence], system.token_offset[sentence + 1]
            status = right = touched = length = 0
            rows[sentence, 6] = -1
            rows[sentence, 7] = -1
            mended = False

            gold_words = choose(gold, g0, g1, tables, ours)
            system_words = choose(system, s0, s1, tables, theirs)
            for t in range(g0, g1):
                length += 1 - tables.length_ignored[gold.tag[t]]

            if gold.fault[sentence]:
                status = GOLD_FAULT
            elif system.fault[sentence]:
                status = SYSTEM_FAULT
            elif s1 == s0:
                status = MISSING
            elif not quirks:
                # Mended: the gold tags say which words both sides lose, null elements aside, so
                # that a tag on a comma never costs a sentence.
                mended = agreement(gold, g0, g1, system, s0, s1, tables, theirs)
                if mended:
                    system_words = choose_copies(s0, s1, theirs)
            if status == 0 and system_words == 0:
                status = EMPTY

            if status == 0 and gold_words != system_words and any_quote and not mended:
                # A quote that one side deleted and the other kept is put back, pair by pair, with
                # EVALB's own book-keeping: a gold quote can even be put back twice.
                q1 = quotes(gold, g0, g1, tables, ours)
                q2 = quotes(system, s0, s1, tables, theirs)
                if q1 * q2 > MOST_QUOTES:
                    q2 = 0
                for i in range(q2):
                    index = theirs.index[i]
                    two = system.tag[theirs.quote[i]]
                    for j in range(q1):
                        one = gold.tag[ours.quote[j]]
                        if ours.index[j] != index or one == two:
                            continue
                        if tables.word_deleted[one] and not tables.word_deleted[two]:
                            ours.copies[ours.quote[j] - g0] += 1
                            gold_words += 1
                            for k in range(j, q1):
                                ours.index[k] += 1
                        elif tables.word_deleted[two] and not tables.word_deleted[one]:
                            theirs.copies[theirs.quote[i] - s0] += 1
                            system_words += 1
                            for k in range(i, q2):
                                theirs.index[k] += 1
                if gold_words == system_words:
                    choose_copies(g0, g1, ours)
                    choose_copies(s0, s1, theirs)

            if status == 0 and gold_words != system_words:
                status = LENGTH
            if status == 0:
                for k in range(gold_words):
                    t, u = ours.chosen[k], theirs.chosen[k]
                    if not equal_words(gold, t, system, u, tables):
                        status = WORDS
                        rows[sentence, 6] = t - g0
                        rows[sentence, 7] = u - s0
                        break
                    one, two = gold.tag[t], system.tag[u]
                    agree = one == two
                    for i in range(tables.partner_offset[one], tables.partner_offset[one + 1]):
                        agree = agree | (tables.partner[i] == two)
                    right += agree
            if (
                quirks
                and (status == LENGTH or status == WORDS)
                and agreement(gold, g0, g1, system, s0, s1, tables, theirs)
            ):
                touched = quirk_tags

            touched |= move(gold, sentence, tables, ours)
            if status == 0:
                touched |= move(system, sentence, tables, theirs)
            else:
                theirs.offset[sentence + 1] = theirs.offset[sentence]

            rows[sentence, 0] = status
            rows[sentence, 1] = length
            rows[sentence, 2] = gold_words if status == 0 else 0
            rows[sentence, 3] = right if status == 0 else 0
            rows[sentence, 4] = gold_words
            rows[sentence, 5] = system_words
            rows[sentence, 8] = touched
            keep(g0, g1, ours)
            keep(s0, s1, theirs)
