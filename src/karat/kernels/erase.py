# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, infer_types=True
"""Which words PARSEVAL erases; auxiliaries are told from main verbs by the words that follow.

``words.classify`` says what each word may be and ``decide`` which rule erases it; ``settle.settle``
moves the adverbs that erased auxiliaries left behind. ``decide`` goes from the last word to the first,
and no choice depends on an erased word before it: so what is left is never erased by a second round.
"""

from __future__ import annotations

import cython

from karat.kernels.words import (
    ADVERB,
    BASE,
    BE,
    BEFORE_NOUN,
    CAPITAL,
    CONJUNCTION,
    CUT_CONTRACTION,
    CUT_POSSESSIVE,
    DO,
    ERASED_AUXILIARY,
    ERASED_NEGATION,
    ERASED_NULL,
    ERASED_POSSESSIVE,
    ERASED_PUNCTUATION,
    ERASED_TO,
    FINITE,
    GERUND,
    GET,
    HAVE,
    KNOWN,
    LEFT_BEHIND,
    MODAL,
    NEGATION,
    NOMINAL,
    NULL,
    PARTICIPLE,
    POSSESSIVE,
    PUNCTUATION,
    QUESTION,
    TO,
    WITH_CONTRACTION,
    WITH_POSSESSIVE,
)

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
REACH = 64


def decide(
    bits: Ints,
    token_offset: Ints,
    span_offset: Ints,
    start: Ints,
    end: Ints,
    parent: Ints,
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
    known: cython.int = KNOWN
    base: cython.int = BASE
    participle: cython.int = PARTICIPLE
    gerund: cython.int = GERUND
    verbal: cython.int = BASE | PARTICIPLE | GERUND | FINITE
    be: cython.int = BE
    get: cython.int = GET
    have_get: cython.int = HAVE | GET
    do_to: cython.int = DO | TO
    to: cython.int = TO
    families: cython.int = BE | HAVE | DO | GET
    modal: cython.int = MODAL
    null: cython.int = NULL
    punctuation: cython.int = PUNCTUATION
    negation: cython.int = NEGATION
    possessive: cython.int = POSSESSIVE
    unsure: cython.int = (
        BE | HAVE | DO | GET | MODAL | TO | NULL | PUNCTUATION | NEGATION | POSSESSIVE
    )
    adverb: cython.int = ADVERB
    nominal: cython.int = NOMINAL
    conjunction: cython.int = CONJUNCTION
    before_noun: cython.int = BEFORE_NOUN
    question: cython.int = QUESTION
    capital: cython.int = CAPITAL
    with_possessive: cython.int = WITH_POSSESSIVE
    with_contraction: cython.int = WITH_CONTRACTION
    shortened: cython.int = WITH_POSSESSIVE | WITH_CONTRACTION
    phrase: cython.schar = VERB_PHRASE
    aside: cython.schar = ASIDE
    noun_phrase: cython.schar = NOUN_PHRASE
    inverting: cython.schar = INVERTED
    as_auxiliary: cython.schar = ERASED_AUXILIARY
    as_negation: cython.schar = ERASED_NEGATION
    as_to: cython.schar = ERASED_TO
    as_null: cython.schar = ERASED_NULL
    as_possessive: cython.schar = ERASED_POSSESSIVE
    as_punctuation: cython.schar = ERASED_PUNCTUATION
    cut_possessive: cython.schar = CUT_POSSESSIVE
    cut_contraction: cython.schar = CUT_CONTRACTION
    left_behind: cython.schar = LEFT_BEHIND
    reach: Size = REACH
    bracket: cython.bint
    passive: cython.bint
    inverted: cython.bint
    joined: cython.bint
    found: cython.bint
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
                if not own & unsure:
                    # Adverbs may move, and so are skipped.
                    if not own & adverb:
                        previous = w
                elif own & null:
                    code = as_null
                elif own & punctuation:
                    code = as_punctuation
                elif own & negation:
                    code = as_negation
                elif own & known and own & possessive:
                    code = as_possessive
                elif own & known and own & modal:
                    code = as_auxiliary
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
                if own & modal:
                    # "the can", "in May" without tags: nouns.
                    if previous < 0 or not (
                        own & capital
                        or (
                            bits[t0 + previous] & before_noun
                            and (up < 0 or previous >= start[s0 + up])
                        )
                    ):
                        code = as_auxiliary
                else:
                    passive = own & get != 0
                    wanted = 0
                    if own & be:
                        wanted = participle | gerund
                    if own & have_get:
                        wanted |= participle
                    if own & do_to:
                        wanted |= base
                    what = kinds[label[s0 + up]] if up >= 0 else 0
                    if own & to or what == phrase:
                        inverted = False
                    elif what == 0:
                        inverted = previous < 0 or bits[t0 + previous] & question != 0
                    else:
                        inverted = what == inverting or previous < start[s0 + up]
                    found = False
                    joined = False
                    x = w + 1
                    for _step in range(reach):
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
                            y = low + reach
                            while low < rows and low < y and parent[s0 + low] >= row:
                                low += 1
                            row = low
                            y = x
                            # The first word that tells: neither an adverb nor erased, or an auxiliary.
                            while y < last and y < x + reach:
                                code = codes[t0 + y]
                                if code == as_auxiliary:
                                    if what <= phrase and not passive:
                                        break
                                elif not (code or bits[t0 + y] & adverb) or code >= cut_possessive:
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
                        if code == as_auxiliary:
                            if not passive:
                                found = True
                                break
                        elif 0 < code < cut_possessive:
                            continue
                        elif joined:
                            break
                        elif other & wanted:
                            found = True
                            break
                        elif bracket:
                            if not (inverted and other & nominal):
                                break
                            inverted = False
                        elif other & conjunction:
                            joined = True
                        elif not other & adverb and not (inverted and other & nominal):
                            break
                    code = 0
                    if found:
                        code = as_to if own & to else as_auxiliary
                    elif own & possessive:
                        # An untagged 's: at the end of a constituent, or before a noun.
                        up = around[one]
                        row = row_after[one]
                        last = end[s0 + up] if up >= 0 else n
                        y = w + 1
                        while y < last and y <= w + reach and 0 < codes[t0 + y] < cut_possessive:
                            y += 1
                        if previous >= (start[s0 + up] if up >= 0 else 0) and (
                            y == last
                            or (
                                bits[t0 + y] & (base | capital)
                                and (row == rows or start[s0 + row] > y)
                            )
                        ):
                            code = as_possessive
                codes[t0 + w] = code

            if seen & shortened:
                for w in range(n):
                    if codes[t0 + w] == 0:
                        if bits[t0 + w] & with_contraction:
                            codes[t0 + w] = cut_contraction
                        elif bits[t0 + w] & with_possessive:
                            codes[t0 + w] = cut_possessive
            if not seen & adverb or not seen & (families | to | modal):
                continue

            # Adverbs among erased words with an auxiliary, before a verb.
            x = 0
            found = False
            for w in range(n + 1):
                if w < n:
                    code = codes[t0 + w]
                    if 0 < code < cut_possessive:
                        found = found or code == as_auxiliary or code == as_to
                        continue
                    if bits[t0 + w] & adverb and code == 0:
                        continue
                    if found and bits[t0 + w] & verbal:
                        for y in range(x, w):
                            if codes[t0 + y] == 0:
                                codes[t0 + y] = left_behind
                x = w + 1
                found = False
