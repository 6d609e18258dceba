# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Which words PARSEVAL erases; auxiliaries are told from main verbs by the words that follow.

``words.classify`` says what each word may be and ``decide`` which rule erases it; ``settle`` moves
the adverbs that erased auxiliaries left behind. ``decide`` goes from the last word to the first,
and no choice depends on an erased word before it: so what is left is never erased by a second round.
"""

from __future__ import annotations

import cython

from karat.kernels import words

Ints = cython.typedef(cython.const[cython.int][::1])
Flags = cython.typedef(cython.const[cython.schar][::1])
IntsOut = cython.typedef(cython.int[::1])
FlagsOut = cython.typedef(cython.schar[::1])
Size = cython.typedef(cython.Py_ssize_t)

# The kind of a constituent by its label; 0 where only its words can tell.
VERB_PHRASE = 1
ASIDE = 2
NOUN_PHRASE = 3
INVERTED = 4
OTHER = 5

# How many words or brackets after a verb are looked at; this keeps every sentence linear.
REACH = cython.declare(Size, 64)

# The numbers of ``words`` as C's: those of a module cannot be read without the interpreter's lock.
KNOWN = cython.declare(cython.int, words.KNOWN)
BASE = cython.declare(cython.int, words.BASE)
PARTICIPLE = cython.declare(cython.int, words.PARTICIPLE)
GERUND = cython.declare(cython.int, words.GERUND)
FINITE = cython.declare(cython.int, words.FINITE)
BE = cython.declare(cython.int, words.BE)
HAVE = cython.declare(cython.int, words.HAVE)
DO = cython.declare(cython.int, words.DO)
GET = cython.declare(cython.int, words.GET)
TO = cython.declare(cython.int, words.TO)
MODAL = cython.declare(cython.int, words.MODAL)
NULL = cython.declare(cython.int, words.NULL)
PUNCTUATION = cython.declare(cython.int, words.PUNCTUATION)
NEGATION = cython.declare(cython.int, words.NEGATION)
POSSESSIVE = cython.declare(cython.int, words.POSSESSIVE)
ADVERB = cython.declare(cython.int, words.ADVERB)
NOMINAL = cython.declare(cython.int, words.NOMINAL)
CONJUNCTION = cython.declare(cython.int, words.CONJUNCTION)
BEFORE_NOUN = cython.declare(cython.int, words.BEFORE_NOUN)
QUESTION = cython.declare(cython.int, words.QUESTION)
CAPITAL = cython.declare(cython.int, words.CAPITAL)
NOUN = cython.declare(cython.int, words.NOUN)
WITH_POSSESSIVE = cython.declare(cython.int, words.WITH_POSSESSIVE)
WITH_CONTRACTION = cython.declare(cython.int, words.WITH_CONTRACTION)
ERASED_AUXILIARY = cython.declare(cython.int, words.ERASED_AUXILIARY)
ERASED_NEGATION = cython.declare(cython.int, words.ERASED_NEGATION)
ERASED_TO = cython.declare(cython.int, words.ERASED_TO)
ERASED_NULL = cython.declare(cython.int, words.ERASED_NULL)
ERASED_POSSESSIVE = cython.declare(cython.int, words.ERASED_POSSESSIVE)
ERASED_PUNCTUATION = cython.declare(cython.int, words.ERASED_PUNCTUATION)
CUT_POSSESSIVE = cython.declare(cython.int, words.CUT_POSSESSIVE)
CUT_CONTRACTION = cython.declare(cython.int, words.CUT_CONTRACTION)
LEFT_BEHIND = cython.declare(cython.int, words.LEFT_BEHIND)
UNSURE = cython.declare(
    cython.int,
    BE | HAVE | DO | GET | MODAL | TO | NULL | PUNCTUATION | NEGATION | POSSESSIVE,
)
AUXILIARIES = cython.declare(cython.int, BE | HAVE | DO | GET | TO | MODAL)
VERBAL = cython.declare(cython.int, BASE | PARTICIPLE | GERUND | FINITE)


@cython.cclass
class Trees:
    """The columns of a Bank that are read."""

    token_offset: Ints
    span_offset: Ints
    start: Ints
    end: Ints
    parent: Ints

    def __init__(self, token_offset, span_offset, start, end, parent):
        self.token_offset, self.span_offset = token_offset, span_offset
        self.start, self.end, self.parent = start, end, parent


@cython.locals(
    bracket=cython.bint, passive=cython.bint, inverted=cython.bint, joined=cython.bint,
    found=cython.bint, code=cython.schar, what=cython.schar,
)  # fmt: skip
def decide(
    bits: Ints,
    trees: Trees,
    label: Ints,
    kinds: Flags,
    candidates: IntsOut,
    around: IntsOut,
    row_after: IntsOut,
    before: IntsOut,
    codes: FlagsOut,
):
    """Which rule erases each word; ``kinds`` says what each label is.

    A form of be, have, do, get or ``to`` is erased if its verb follows: a verb phrase among its later
    sisters, a verb of the right form, or an auxiliary that is erased itself. Adverbs, asides and
    erased words may come between, and the subject where it may be inverted. At the end of a verb
    phrase, or of a constituent with an unknown label, as in ``((has been) laughing)``, the search
    continues after it.

    The columns between ``kinds`` and ``codes`` are scratch for the longest sentence: words that must
    be looked at, the bracket around each, the first bracket that begins after it, and the last word
    before it that certainly stays.
    """
    phrase: cython.schar = VERB_PHRASE
    aside: cython.schar = ASIDE
    noun_phrase: cython.schar = NOUN_PHRASE
    inverting: cython.schar = INVERTED
    token_offset, span_offset = trees.token_offset, trees.span_offset
    start, end, parent = trees.start, trees.end, trees.parent
    with cython.nogil:
        for sentence in range(token_offset.shape[0] - 1):
            t0 = token_offset[sentence]
            s0 = span_offset[sentence]
            n = token_offset[sentence + 1] - t0
            rows = span_offset[sentence + 1] - s0
            row = 0
            up = -1
            previous = -1
            many = 0
            seen = 0
            for w in range(n):
                own = bits[t0 + w]
                seen |= own
                code = 0
                if not own & UNSURE:
                    # Adverbs may move, and so are skipped.
                    if not own & ADVERB:
                        previous = w
                elif own & NULL:
                    code = ERASED_NULL
                elif own & PUNCTUATION:
                    code = ERASED_PUNCTUATION
                elif own & NEGATION:
                    code = ERASED_NEGATION
                elif own & KNOWN and own & POSSESSIVE:
                    code = ERASED_POSSESSIVE
                elif own & KNOWN and own & MODAL:
                    code = ERASED_AUXILIARY
                else:
                    while up >= 0 and end[s0 + up] <= w:
                        up = parent[s0 + up]
                    while row < rows and start[s0 + row] <= w:
                        if end[s0 + row] > w:
                            up = row
                        row += 1
                    candidates[many] = w
                    around[many] = up
                    row_after[many] = row
                    before[many] = previous
                    many += 1
                codes[t0 + w] = code

            for one in range(many - 1, -1, -1):
                w = candidates[one]
                up = around[one]
                row = row_after[one]
                previous = before[one]
                own = bits[t0 + w]
                code = 0
                if own & MODAL:
                    # "the can", "in May" without tags: nouns.
                    if previous < 0 or not (
                        own & CAPITAL
                        or (
                            bits[t0 + previous] & BEFORE_NOUN
                            and (up < 0 or previous >= start[s0 + up])
                        )
                    ):
                        code = ERASED_AUXILIARY
                else:
                    passive = own & GET != 0
                    wanted = 0
                    if own & BE:
                        wanted = PARTICIPLE | GERUND
                    if own & (HAVE | GET):
                        wanted |= PARTICIPLE
                    if own & (DO | TO):
                        wanted |= BASE
                    what = kinds[label[s0 + up]] if up >= 0 else 0
                    if own & TO or what == phrase:
                        inverted = False
                    elif what == 0:
                        inverted = previous < 0 or bits[t0 + previous] & QUESTION != 0
                    else:
                        inverted = what == inverting or previous < start[s0 + up]
                    found = False
                    joined = False
                    x = w + 1
                    for _step in range(REACH):
                        # The next sister: a bracket, a word, or at the end what follows the constituent.
                        bracket = row < rows and start[s0 + row] == x and parent[s0 + row] == up
                        y = x
                        if bracket:
                            what = kinds[label[s0 + row]]
                            if what == phrase and not passive:
                                found = not joined
                                break
                            last = end[s0 + row]
                            # The first bracket after this one; empty ones at its end are inside it.
                            low = row + 1
                            high = rows
                            while low < high:
                                y = (low + high) // 2
                                if start[s0 + y] < last:
                                    low = y + 1
                                else:
                                    high = y
                            y = low + REACH
                            while low < rows and low < y and parent[s0 + low] >= row:
                                low += 1
                            row = low
                            y = x
                            # The first word that tells: neither an adverb nor erased, or an auxiliary.
                            while y < last and y < x + REACH:
                                code = codes[t0 + y]
                                if code == ERASED_AUXILIARY:
                                    if what <= phrase and not passive:
                                        break
                                elif not (code or bits[t0 + y] & ADVERB) or code >= CUT_POSSESSIVE:
                                    break
                                y += 1
                            x = last
                            if y == last or what == aside:
                                continue
                            if what == noun_phrase:
                                if not inverted:
                                    break
                                inverted = False
                                continue
                            if what > phrase:
                                break
                        elif x < (end[s0 + up] if up >= 0 else n):
                            x += 1
                        elif up < 0 or kinds[label[s0 + up]] > phrase:
                            break
                        else:
                            up = parent[s0 + up]
                            continue
                        code = codes[t0 + y]
                        other = bits[t0 + y]
                        if code == ERASED_AUXILIARY:
                            if not passive:
                                found = True
                                break
                        elif 0 < code < CUT_POSSESSIVE:
                            continue
                        elif joined:
                            break
                        elif other & wanted:
                            found = True
                            break
                        elif bracket:
                            if not (inverted and other & NOMINAL):
                                break
                            inverted = False
                        elif other & CONJUNCTION:
                            joined = True
                        elif not other & ADVERB and not (inverted and other & NOMINAL):
                            break
                    code = 0
                    if found:
                        code = ERASED_TO if own & TO else ERASED_AUXILIARY
                    elif own & POSSESSIVE:
                        # An untagged 's: at the end of a constituent, or before a noun.
                        up = around[one]
                        row = row_after[one]
                        last = end[s0 + up] if up >= 0 else n
                        y = w + 1
                        while y < last and y <= w + REACH and 0 < codes[t0 + y] < CUT_POSSESSIVE:
                            y += 1
                        if previous >= (start[s0 + up] if up >= 0 else 0) and (
                            y == last
                            or (
                                bits[t0 + y] & (BASE | CAPITAL | NOUN)
                                and (row == rows or start[s0 + row] > y)
                            )
                        ):
                            code = ERASED_POSSESSIVE
                codes[t0 + w] = code

            if seen & (WITH_POSSESSIVE | WITH_CONTRACTION):
                for w in range(n):
                    if codes[t0 + w] == 0:
                        if bits[t0 + w] & WITH_CONTRACTION:
                            codes[t0 + w] = CUT_CONTRACTION
                        elif bits[t0 + w] & WITH_POSSESSIVE:
                            codes[t0 + w] = CUT_POSSESSIVE
            if not seen & ADVERB or not seen & AUXILIARIES:
                continue

            # Adverbs among erased words with an auxiliary, before a verb.
            x = 0
            found = False
            for w in range(n + 1):
                if w < n:
                    code = codes[t0 + w]
                    if 0 < code < CUT_POSSESSIVE:
                        found = found or code == ERASED_AUXILIARY or code == ERASED_TO
                        continue
                    if bits[t0 + w] & ADVERB and code == 0:
                        continue
                    if found and bits[t0 + w] & VERBAL:
                        for y in range(x, w):
                            if codes[t0 + y] == 0:
                                codes[t0 + y] = LEFT_BEHIND
                x = w + 1
                found = False


def settle(
    codes: Flags,
    trees: Trees,
    kept_start: IntsOut,
    kept_end: IntsOut,
    around: IntsOut,
    moves: FlagsOut,
    lost: FlagsOut,
    was: IntsOut,
):
    """Move single adverbs beside erased auxiliaries into the constituent of the next verb.

    The spans of ``trees`` are those before words were erased, ``kept_start`` and ``kept_end``
    after it; the last two are changed. The columns that follow are scratch for the longest sentence.
    An adverb moves if an auxiliary or ``to`` was erased beside it in the same bracket, and if that
    bracket also holds the bracket of the verb, or holds only such adverbs and is right before it.
    """
    found: cython.bint
    token_offset, span_offset = trees.token_offset, trees.span_offset
    start, end, parent = trees.start, trees.end, trees.parent
    with cython.nogil:
        for sentence in range(token_offset.shape[0] - 1):
            t0 = token_offset[sentence]
            n = token_offset[sentence + 1] - t0
            found = False
            for w in range(n):
                found = found or codes[t0 + w] == LEFT_BEHIND
            if not found:
                continue
            s0 = span_offset[sentence]
            rows = span_offset[sentence + 1] - s0
            for row in range(rows):
                lost[row] = 0
            # The bracket around each word that is kept, and which brackets lost an auxiliary.
            kept = 0
            row = 0
            up = -1
            for w in range(n):
                while up >= 0 and end[s0 + up] <= w:
                    up = parent[s0 + up]
                while row < rows and start[s0 + row] <= w:
                    if end[s0 + row] > w:
                        up = row
                    row += 1
                code = codes[t0 + w]
                if code == 0 or code >= CUT_POSSESSIVE:
                    around[kept] = up
                    moves[kept] = code == LEFT_BEHIND
                    kept += 1
                elif up >= 0 and (code == ERASED_AUXILIARY or code == ERASED_TO):
                    lost[up] = 1
            for row in range(rows - 1, -1, -1):
                up = parent[s0 + row]
                if up >= 0 and lost[row] and kept_start[s0 + row] == kept_end[s0 + row]:
                    lost[up] = 1
            # One right before a bracket of more than adverbs is lost in it: (will (probably (have …))).
            for row in range(rows):
                up = parent[s0 + row]
                w = start[s0 + row] - 1
                if (
                    up >= 0
                    and lost[up]
                    and w >= start[s0 + up]
                    and kept_start[s0 + row] < kept_end[s0 + row]
                    and not moves[kept_end[s0 + row] - 1]
                    and (codes[t0 + w] == ERASED_AUXILIARY or codes[t0 + w] == ERASED_TO)
                ):
                    lost[row] = 1

            for row in range(rows - 1, -1, -1):
                old = kept_start[s0 + row]
                last = kept_end[s0 + row]
                up = parent[s0 + row]
                was[row] = old
                if old == last or old == 0 or not moves[old - 1]:
                    continue
                w = old
                while w < last and moves[w]:
                    w += 1
                if w == last:
                    continue
                p = old
                while p > (kept_start[s0 + up] if up >= 0 else 0) and moves[p - 1]:
                    one = around[p - 1]
                    while (
                        one != up
                        and one >= 0
                        and not lost[one]
                        and kept_end[s0 + one] - kept_start[s0 + one] == 1
                    ):
                        one = parent[s0 + one]
                    if one == up:
                        if up < 0 or not lost[up]:
                            break
                        p -= 1
                        continue
                    if one < 0 or not lost[one] or kept_end[s0 + one] != p:
                        break
                    # A cluster of its own: does it hold only single adverbs now?
                    w = kept_start[s0 + one]
                    r = w
                    while r < p and moves[r]:
                        y = around[r]
                        while y != one and y >= 0 and kept_end[s0 + y] - kept_start[s0 + y] == 1:
                            y = parent[s0 + y]
                        if y != one:
                            break
                        r += 1
                    if r < p:
                        break
                    one = parent[s0 + one]
                    while (
                        one != up
                        and one >= 0
                        and kept_start[s0 + one] == w
                        and kept_end[s0 + one] == p
                    ):
                        one = parent[s0 + one]
                    if one != up:
                        break
                    p = w
                if p == old:
                    continue
                # Brackets between hold only the moved words: they are empty now, and come before them.
                for r in range(row - 1, up, -1):
                    if kept_start[s0 + r] < p:
                        break
                    kept_start[s0 + r] = p
                    kept_end[s0 + r] = p
                for r in range(p, old):
                    moves[r] = 0
                kept_start[s0 + row] = p
                found = False
            if found:
                continue
            # Down to the innermost bracket that holds all words of the bracket of the verb.
            for row in range(rows):
                up = parent[s0 + row]
                if up < 0 or kept_start[s0 + up] == was[up] or kept_start[s0 + row] != was[up]:
                    continue
                if kept_end[s0 + row] == was[up]:
                    kept_end[s0 + row] = kept_start[s0 + up]
                elif kept_end[s0 + row] != kept_end[s0 + up]:
                    continue
                kept_start[s0 + row] = kept_start[s0 + up]
