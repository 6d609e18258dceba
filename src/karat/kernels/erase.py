# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What PARSEVAL erases and redraws: words told by tag, by form and by what stands behind them.

Walks over a Bank. ``classify`` says what each word may be, ``decide`` which rule erases it,
``compact`` takes it out, ``settle`` moves the adverbs that erased auxiliaries left behind. ``decide``
goes from the last word to the first, and no choice depends on an erased word before it: so what is
left is never erased by a second round. ``prune`` is step 2, ``redraw`` step 3.
"""

from __future__ import annotations

import cython

# What a word may be, as bits. KNOWN: by its tag, else by its form. LOOK: its tag is a verb's, so
# its form says whether it may be an auxiliary.
KNOWN = 1
BASE = 1 << 1
PARTICIPLE = 1 << 2
GERUND = 1 << 3
FINITE = 1 << 4
BE = 1 << 5
HAVE = 1 << 6
DO = 1 << 7
GET = 1 << 8
MODAL = 1 << 9
TO = 1 << 10
NEGATION = 1 << 11
NULL = 1 << 12
POSSESSIVE = 1 << 13
PUNCTUATION = 1 << 14
ADVERB = 1 << 15
NOMINAL = 1 << 16
CONJUNCTION = 1 << 17
BEFORE_NOUN = 1 << 18
QUESTION = 1 << 19
CAPITAL = 1 << 20
WITH_POSSESSIVE = 1 << 21
WITH_CONTRACTION = 1 << 22
LOOK = 1 << 23

# What a constituent is by its label; 0 is for those whose words must tell.
VERB_PHRASE = 1
ASIDE = 2
NOUN_PHRASE = 3
INVERTED = 4
OTHER = 5

# The same for ``redraw``.
NOUN = 1
CLAUSE = 2
VERBAL = 3
PREPOSITIONAL = 4
ADVERBIAL = 5
MODIFYING = 6
NEITHER = 7

# Why a word is erased; from CUT_POSSESSIVE on it stays, shortened or moved.
ERASED_AUXILIARY = 1
ERASED_NEGATION = 2
ERASED_TO = 3
ERASED_NULL = 4
ERASED_POSSESSIVE = 5
ERASED_PUNCTUATION = 6
CUT_POSSESSIVE = 7
CUT_CONTRACTION = 8
LEFT_BEHIND = 9

# What a word without a tag that is in no lexicon may be: nothing, a trace, a name or a number,
# -ing, -ed, -ly, and anything else.
SHAPES = (0, NULL, NOMINAL, GERUND, PARTICIPLE | FINITE, ADVERB, BASE)

# How many words or brackets behind a verb are looked at; this keeps every sentence linear.
REACH = 64

# A lexicon is one column: how each byte is folded, at MASK the number of slots less one, from SLOTS
# on where the entry of each slot is, or 0. An entry: key, length, meaning, letters.
MASK = 256
SLOTS = 257
FACTOR = 31
KEYS = 0xFFFFF
LONGEST = 24


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def meaning(
    text: cython.uchar[::1], a: cython.Py_ssize_t, b: cython.Py_ssize_t, lexicon: cython.int[::1]
) -> cython.int:
    """What a lexicon says of text[a:b], 0 if it is not there. U+2019 counts as an apostrophe."""
    i: cython.Py_ssize_t = a
    k: cython.Py_ssize_t
    at: cython.Py_ssize_t
    key: cython.int = 0
    c: cython.int
    length: cython.int = 0
    if b - a > 24:
        return 0
    while i < b:
        c = lexicon[text[i]]
        if text[i] == 0xE2 and i + 2 < b and text[i + 1] == 0x80 and text[i + 2] == 0x99:
            c = 39
            i += 2
        key = (key * 31 + c) & 0xFFFFF
        length += 1
        i += 1
    k = key & lexicon[256]
    while True:
        at = lexicon[257 + k]
        if at == 0:
            return 0
        if lexicon[at] == key and lexicon[at + 1] == length:
            # Twenty bits of the key agree: compare.
            at += 3
            i = a
            while i < b:
                c = lexicon[text[i]]
                if text[i] == 0xE2 and i + 2 < b and text[i + 1] == 0x80 and text[i + 2] == 0x99:
                    c = 39
                    i += 2
                if lexicon[at] != c:
                    break
                at += 1
                i += 1
            if i >= b:
                return lexicon[at - length - 1]
        k = (k + 1) & lexicon[256]


def look_up(
    text: cython.uchar[::1],
    word_start: cython.int[::1],
    word_end: cython.int[::1],
    tag: cython.int[::1],
    wanted: cython.schar[::1],
    lexicon: cython.int[::1],
    result: cython.int[::1],
):
    """What a lexicon says of each word whose tag is ``wanted``; 0 for the others."""
    w: cython.Py_ssize_t
    with cython.nogil:
        for w in range(tag.shape[0]):
            result[w] = 0
            if wanted[tag[w]]:
                result[w] = meaning(text, word_start[w], word_end[w], lexicon)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ending(
    text: cython.uchar[::1], a: cython.Py_ssize_t, b: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """The length of a possessive ending of text[a:b]; negative, that of a contraction; or 0."""
    size: cython.Py_ssize_t = 0
    letters: cython.Py_ssize_t = 0
    last: cython.int
    other: cython.int
    # Where is the apostrophe, one byte or three, from the end?
    while letters < 3 and letters < b - a:
        if text[b - 1 - letters] == 39:
            size = letters + 1
            break
        if (
            text[b - 1 - letters] == 0x99
            and b - a > letters + 2
            and text[b - 2 - letters] == 0x80
            and text[b - 3 - letters] == 0xE2
        ):
            size = letters + 3
            break
        letters += 1
    if size == 0 or size >= b - a:
        return 0
    last = text[b - 1] | 32
    other = text[b - size - 1] | 32
    if letters == 0:
        return size if other == 115 else 0
    if letters == 1:
        if last == 115:
            return size
        if last == 116:
            return -size - 1 if other == 110 and size + 1 < b - a else 0
        return -size if last == 100 or last == 109 else 0
    other = text[b - 2] | 32
    if (other == 108 and last == 108) or ((other == 118 or other == 114) and last == 101):
        return -size
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def only_marks(
    text: cython.uchar[::1],
    i: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
    mark: cython.schar[::1],
) -> cython.bint:
    """Whether text[i:b] is nothing but punctuation."""
    c: cython.int
    while i < b:
        c = text[i]
        if mark[c] == 1:
            i += 1
        elif c == 0xC2 and i + 1 < b and mark[text[i + 1]] & 2:
            i += 2
        elif c == 0xE2 and i + 2 < b and text[i + 1] == 0x80 and mark[text[i + 2]] & 4:
            i += 3
        elif c == 0xE3 and i + 2 < b and text[i + 1] == 0x80 and mark[text[i + 2]] & 8:
            i += 3
        elif c == 0xEF and i + 2 < b and text[i + 1] == 0xBC and mark[text[i + 2]] & 16:
            i += 3
        else:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def trace(text: cython.uchar[::1], i: cython.Py_ssize_t, b: cython.Py_ssize_t) -> cython.bint:
    """Whether text[i:b] is a null element such as * *T*-1 *?* *ICH*-2."""
    i += 1
    while i < b and (65 <= (text[i] & 0xDF) <= 90 or text[i] == 63):
        i += 1
    if i < b and text[i] == 42:
        i += 1
    while i < b and (48 <= text[i] <= 57 or text[i] == 45):
        i += 1
    return i == b


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def shape(text: cython.uchar[::1], a: cython.Py_ssize_t, b: cython.Py_ssize_t) -> cython.int:
    """What an unknown word without a tag looks like: a place in SHAPES."""
    y: cython.int
    z: cython.int
    if text[a] == 42:
        return 1 if trace(text, a, b) else 0
    if 65 <= text[a] <= 90 or 48 <= text[a] <= 57:
        return 2
    if not 97 <= text[a] <= 122:
        return 0
    if b - a < 4:
        return 6
    y = text[b - 2]
    z = text[b - 1]
    if text[b - 3] == 105 and y == 110 and z == 103:
        return 3
    if y == 101 and z == 100:
        return 4
    if y == 108 and z == 121:
        return 5
    # A verb in its base form does not end in a single s, if not in -us or -is.
    return 0 if z == 115 and y != 115 and y != 117 and y != 105 else 6


def classify(
    text: cython.uchar[::1],
    word_start: cython.int[::1],
    word_end: cython.int[::1],
    tag: cython.int[::1],
    tag_bits: cython.int[::1],
    lexicon: cython.int[::1],
    mark: cython.schar[::1],
    shapes: cython.int[::1],
    result: cython.int[::1],
):
    """What each word may be, as bits; ``tag_bits`` is 0 for a tag that says nothing.

    A word with a possessive ending or a contraction is taken without it: what is left when they are
    cut off must not be something else.
    """
    look: cython.int = LOOK
    known: cython.int = KNOWN
    null: cython.int = NULL
    punctuation: cython.int = PUNCTUATION
    possessive: cython.int = POSSESSIVE
    negation: cython.int = NEGATION
    capital: cython.int = CAPITAL
    with_possessive: cython.int = WITH_POSSESSIVE
    with_contraction: cython.int = WITH_CONTRACTION
    families: cython.int = BE | HAVE | DO | GET | MODAL | NEGATION
    w: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    size: cython.Py_ssize_t
    kind: cython.int
    more: cython.int
    bits: cython.int
    with cython.nogil:
        for w in range(tag.shape[0]):
            a = word_start[w]
            b = word_end[w]
            kind = tag_bits[tag[w]]
            if a >= b:
                result[w] = null
                continue
            if kind & (null | punctuation | possessive):
                result[w] = kind
                continue
            more = 0
            # Few words have an apostrophe, or the last byte of U+2019, near their end.
            while (
                text[b - 1] == 39
                or text[b - 1] == 0x99
                or (b - a > 1 and (text[b - 2] == 39 or text[b - 2] == 0x99))
                or (b - a > 2 and (text[b - 3] == 39 or text[b - 3] == 0x99))
            ):
                size = ending(text, a, b)
                if size == 0 or (kind & look and (size > 0 or text[b - 1] | 32 != 116)):
                    break
                more |= with_possessive if size > 0 else with_contraction
                b -= size if size > 0 else -size
            if mark[text[a]] and only_marks(text, a, b, mark):
                result[w] = punctuation
                continue
            if kind & known:
                bits = kind
                if kind & look:
                    bits |= meaning(text, a, b, lexicon) & families
                elif text[a] | 32 == 110 and (b - a == 3 or b - a == 5):
                    bits |= meaning(text, a, b, lexicon) & negation
            else:
                bits = meaning(text, a, b, lexicon)
                if bits == 0:
                    bits = shapes[shape(text, a, b)]
                if 65 <= text[a] <= 90:
                    bits |= capital
            result[w] = bits | more


def compact(
    text: cython.uchar[::1],
    codes: cython.schar[::1],
    token_offset: cython.int[::1],
    word_start: cython.int[::1],
    word_end: cython.int[::1],
    tag: cython.int[::1],
    span_offset: cython.int[::1],
    start: cython.int[::1],
    end: cython.int[::1],
    before: cython.int[::1],
    kept_offset: cython.int[::1],
    kept_word_start: cython.int[::1],
    kept_word_end: cython.int[::1],
    kept_tag: cython.int[::1],
    kept_start: cython.int[::1],
    kept_end: cython.int[::1],
):
    """Take out what the codes say and shorten words; returns how many words are left.

    ``before`` is scratch for every boundary of the longest sentence.
    """
    first_cut: cython.schar = CUT_POSSESSIVE
    last_cut: cython.schar = CUT_CONTRACTION
    sentence: cython.Py_ssize_t
    w: cython.Py_ssize_t
    row: cython.Py_ssize_t
    t0: cython.Py_ssize_t
    size: cython.Py_ssize_t
    kept: cython.Py_ssize_t = 0
    first: cython.Py_ssize_t
    code: cython.schar
    with cython.nogil:
        kept_offset[0] = 0
        for sentence in range(token_offset.shape[0] - 1):
            t0 = token_offset[sentence]
            first = kept
            for w in range(t0, token_offset[sentence + 1]):
                before[w - t0] = kept - first
                code = codes[w]
                kept_word_start[kept] = word_start[w]
                kept_word_end[kept] = word_end[w]
                kept_tag[kept] = tag[w]
                if code >= first_cut and code <= last_cut:
                    while True:
                        size = ending(text, kept_word_start[kept], kept_word_end[kept])
                        if size == 0:
                            break
                        kept_word_end[kept] -= size if size > 0 else -size
                kept += code <= 0 or code >= first_cut
            before[token_offset[sentence + 1] - t0] = kept - first
            kept_offset[sentence + 1] = kept
            for row in range(span_offset[sentence], span_offset[sentence + 1]):
                kept_start[row] = before[start[row]]
                kept_end[row] = before[end[row]]
    return kept


def decide(
    bits: cython.int[::1],
    token_offset: cython.int[::1],
    span_offset: cython.int[::1],
    start: cython.int[::1],
    end: cython.int[::1],
    parent: cython.int[::1],
    label: cython.int[::1],
    kinds: cython.schar[::1],
    candidates: cython.int[::1],
    around: cython.int[::1],
    row_after: cython.int[::1],
    before: cython.int[::1],
    codes: cython.schar[::1],
):
    """Which rule erases each word; ``kinds`` says what each label is.

    A form of be, have, do, get or ``to`` is erased if its verb comes behind it: a verb phrase among
    its later sisters, a verb of the right form, or an auxiliary that is erased itself. Adverbs,
    asides and what is erased may stand between, and the subject where it may be inverted. At the
    end of a verb phrase or of a constituent that only its words can tell, ``((has been) laughing)``,
    the search goes on behind it.

    The columns between ``kinds`` and ``codes`` are scratch for the longest sentence: words that must
    be looked at, the bracket around each, the first that begins behind it, and the last word before
    it that surely stays.
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
    reach: cython.Py_ssize_t = REACH
    sentence: cython.Py_ssize_t
    t0: cython.Py_ssize_t
    s0: cython.Py_ssize_t
    n: cython.Py_ssize_t
    rows: cython.Py_ssize_t
    w: cython.Py_ssize_t
    x: cython.Py_ssize_t
    y: cython.Py_ssize_t
    row: cython.Py_ssize_t
    up: cython.Py_ssize_t
    last: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    one: cython.Py_ssize_t
    many: cython.Py_ssize_t
    previous: cython.Py_ssize_t
    _step: cython.Py_ssize_t
    seen: cython.int
    own: cython.int
    other: cython.int
    wanted: cython.int
    code: cython.schar
    what: cython.schar
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
                    # Adverbs may move, and so are passed over.
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
                        # The next sister: a bracket, a word, or at the end what comes behind.
                        bracket = row < rows and start[s0 + row] == x and parent[s0 + row] == up
                        y = x
                        if bracket:
                            what = kinds[label[s0 + row]]
                            if what == phrase and not passive:
                                found = not joined
                                break
                            last = end[s0 + row]
                            # The first bracket behind this one; empty ones at its end are in it.
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


def settle(
    codes: cython.schar[::1],
    token_offset: cython.int[::1],
    span_offset: cython.int[::1],
    start: cython.int[::1],
    end: cython.int[::1],
    parent: cython.int[::1],
    kept_start: cython.int[::1],
    kept_end: cython.int[::1],
    around: cython.int[::1],
    moves: cython.schar[::1],
    lost: cython.schar[::1],
    was: cython.int[::1],
):
    """Move single adverbs that auxiliaries left behind into the constituent of the verb after them.

    ``start`` and ``end`` are the spans before words were erased, ``kept_start`` and ``kept_end``
    after it, and are changed. The columns behind them are scratch for the longest sentence.
    An adverb moves if an auxiliary or ``to`` was erased beside it in the same bracket, and if that
    bracket also holds the verb's, or nothing but such adverbs and the verb's comes next.
    """
    as_auxiliary: cython.schar = ERASED_AUXILIARY
    as_to: cython.schar = ERASED_TO
    cut_possessive: cython.schar = CUT_POSSESSIVE
    left_behind: cython.schar = LEFT_BEHIND
    sentence: cython.Py_ssize_t
    t0: cython.Py_ssize_t
    s0: cython.Py_ssize_t
    n: cython.Py_ssize_t
    rows: cython.Py_ssize_t
    kept: cython.Py_ssize_t
    w: cython.Py_ssize_t
    p: cython.Py_ssize_t
    row: cython.Py_ssize_t
    r: cython.Py_ssize_t
    up: cython.Py_ssize_t
    one: cython.Py_ssize_t
    y: cython.Py_ssize_t
    old: cython.Py_ssize_t
    last: cython.Py_ssize_t
    code: cython.schar
    found: cython.bint
    with cython.nogil:
        for sentence in range(token_offset.shape[0] - 1):
            t0 = token_offset[sentence]
            n = token_offset[sentence + 1] - t0
            found = False
            for w in range(n):
                found = found or codes[t0 + w] == left_behind
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
                if code == 0 or code >= cut_possessive:
                    around[kept] = up
                    moves[kept] = code == left_behind
                    kept += 1
                elif up >= 0 and (code == as_auxiliary or code == as_to):
                    lost[up] = 1
            for row in range(rows - 1, -1, -1):
                up = parent[s0 + row]
                if up >= 0 and lost[row] and kept_start[s0 + row] == kept_end[s0 + row]:
                    lost[up] = 1

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
                    # A cluster of its own: are there only adverbs left in it, each for itself?
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
                # What is between has only the moved words: it is empty now, and stands before them.
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
            # Down to the innermost bracket that has all the words of the verb's.
            for row in range(rows):
                up = parent[s0 + row]
                if up < 0 or kept_start[s0 + up] == was[up] or kept_start[s0 + row] != was[up]:
                    continue
                if kept_end[s0 + row] == was[up]:
                    kept_end[s0 + row] = kept_start[s0 + up]
                elif kept_end[s0 + row] != kept_end[s0 + up]:
                    continue
                kept_start[s0 + row] = kept_start[s0 + up]


def prune(
    span_offset: cython.int[::1],
    start: cython.int[::1],
    end: cython.int[::1],
    parent: cython.int[::1],
    label: cython.int[::1],
    number: cython.int[::1],
    out_offset: cython.int[::1],
    out_start: cython.int[::1],
    out_end: cython.int[::1],
    out_parent: cython.int[::1],
    out_label: cython.int[::1],
):
    """Only brackets of two words or more, of several over the same words the innermost.

    In pre-order those over the same words come one after another, but for brackets of less than two
    words. ``number`` is scratch for the brackets of one sentence: where each, or the nearest around it
    that stays, goes. Returns how many are left.
    """
    sentence: cython.Py_ssize_t
    s0: cython.Py_ssize_t
    row: cython.Py_ssize_t
    up: cython.Py_ssize_t
    first: cython.Py_ssize_t
    out: cython.Py_ssize_t = 0
    later_start: cython.int
    later_end: cython.int
    with cython.nogil:
        out_offset[0] = 0
        for sentence in range(span_offset.shape[0] - 1):
            s0 = span_offset[sentence]
            later_start = 0
            later_end = 0
            for row in range(span_offset[sentence + 1] - s0 - 1, -1, -1):
                number[row] = 0
                if end[s0 + row] - start[s0 + row] > 1:
                    number[row] = start[s0 + row] != later_start or end[s0 + row] != later_end
                    later_start = start[s0 + row]
                    later_end = end[s0 + row]
            first = out
            for row in range(span_offset[sentence + 1] - s0):
                up = parent[s0 + row]
                up = number[up] if up >= 0 else -1
                if number[row]:
                    number[row] = out - first
                    out_start[out] = start[s0 + row]
                    out_end[out] = end[s0 + row]
                    out_parent[out] = up
                    out_label[out] = label[s0 + row]
                    out += 1
                else:
                    number[row] = up
            out_offset[sentence + 1] = out
    return out


def redraw(
    bits: cython.int[::1],
    roles: cython.int[::1],
    token_offset: cython.int[::1],
    span_offset: cython.int[::1],
    start: cython.int[::1],
    end: cython.int[::1],
    parent: cython.int[::1],
    label: cython.int[::1],
    kinds: cython.schar[::1],
    noun_phrases: cython.bint,
    runs: cython.bint,
    around: cython.int[::1],
    before: cython.int[::1],
    direct: cython.int[::1],
    last: cython.int[::1],
    some: cython.int[::1],
    every: cython.int[::1],
    children: cython.int[::1],
    shapes: cython.int[::1],
    out_offset: cython.int[::1],
    out_start: cython.int[::1],
    out_end: cython.int[::1],
    out_label: cython.int[::1],
    out_core: cython.schar[::1],
):
    """Redraw modified noun phrases, and runs of prepositions and particles, in pruned trees.

    ``roles`` names the bits of a determiner, of a word that ends no noun phrase, of a verb, a
    preposition, a particle, and of words that begin a modifier. The columns of the result have room
    for twice the brackets; ``out_core`` marks those that are new. Returns how many there are, or -1
    if nothing changes.

    A noun phrase is flat if it has words and, behind them, modifiers; the words get a bracket, the
    core. It is nested if it is a noun phrase and modifiers; then the noun phrase in it dissolves, if
    it is flat or nested itself.

    Scratch: for the words of the longest sentence ``around``, the bracket around each, and ``before``,
    how many particles come before each boundary; for its brackets how many words stand directly in
    each and which is the last, the bits of some and of every one of them, how many brackets stand
    directly in each.
    """
    determiner: cython.int = roles[0]
    no_end: cython.int = roles[1]
    verb: cython.int = roles[2]
    preposition: cython.int = roles[3]
    particle: cython.int = roles[4]
    opens_modifier: cython.int = roles[5]
    noun: cython.int = NOUN
    clause: cython.int = CLAUSE
    verbal: cython.int = VERBAL
    prepositional: cython.int = PREPOSITIONAL
    adverbial: cython.int = ADVERBIAL
    modifying: cython.int = MODIFYING
    like_noun: cython.int = 1
    flat: cython.int = 2
    nested: cython.int = 4
    has_tail: cython.int = 8
    spoilt: cython.int = 16
    goes: cython.int = 32
    sentence: cython.Py_ssize_t
    t0: cython.Py_ssize_t
    s0: cython.Py_ssize_t
    n: cython.Py_ssize_t
    rows: cython.Py_ssize_t
    w: cython.Py_ssize_t
    row: cython.Py_ssize_t
    up: cython.Py_ssize_t
    finish: cython.Py_ssize_t
    out: cython.Py_ssize_t = 0
    own: cython.int
    kind: cython.int
    other: cython.int
    modifier: cython.bint
    changed: cython.bint = False
    with cython.nogil:
        out_offset[0] = 0
        for sentence in range(token_offset.shape[0] - 1):
            t0 = token_offset[sentence]
            s0 = span_offset[sentence]
            n = token_offset[sentence + 1] - t0
            rows = span_offset[sentence + 1] - s0
            for row in range(rows):
                direct[row] = 0
                last[row] = -1
                some[row] = 0
                every[row] = -1
                children[row] = 0
            row = 0
            up = -1
            before[0] = 0
            for w in range(n):
                while up >= 0 and end[s0 + up] <= w:
                    up = parent[s0 + up]
                while row < rows and start[s0 + row] <= w:
                    if end[s0 + row] > w:
                        up = row
                    row += 1
                own = bits[t0 + w]
                around[w] = up
                before[w + 1] = before[w] + (own & particle != 0)
                if up >= 0:
                    direct[up] += 1
                    last[up] = w
                    some[up] |= own
                    every[up] &= own

            for row in range(rows):
                kind = kinds[label[s0 + row]]
                own = bits[t0 + start[s0 + row]]
                modifier = clause <= kind <= modifying or (kind == 0 and own & opens_modifier != 0)
                shapes[row] = kind == noun or (kind == 0 and own & determiner != 0)
                up = parent[s0 + row]
                if up >= 0:
                    children[up] += 1
                    if direct[up] == 0:
                        if not modifier and row != up + 1:
                            shapes[up] |= spoilt
                    elif start[s0 + row] > last[up]:
                        shapes[up] |= has_tail
                        if not modifier:
                            shapes[up] |= spoilt
                    elif kind == clause or kind == prepositional:
                        shapes[up] |= spoilt

            if noun_phrases:
                for row in range(rows):
                    if shapes[row] == like_noun | has_tail:
                        # Without a label: a determiner begins it, then come words, but no verbs.
                        if not (bits[t0 + last[row]] & no_end or every[row] & particle) and (
                            kinds[label[s0 + row]] != 0
                            or (
                                around[start[s0 + row]] == row
                                and direct[row] > 1
                                and not some[row] & verb
                            )
                        ):
                            shapes[row] |= flat
                    elif shapes[row] == like_noun and direct[row] == 0 and children[row] > 1:
                        if shapes[row + 1] & like_noun:
                            shapes[row] |= nested
                for row in range(rows - 1):
                    if shapes[row] & nested and shapes[row + 1] & (flat | nested):
                        shapes[row + 1] |= goes

            if runs:
                for row in range(rows):
                    kind = kinds[label[s0 + row]]
                    up = parent[s0 + row]
                    finish = end[s0 + row]
                    # Particles and nothing else, and nothing else behind them in something verbal.
                    if (
                        up >= 0
                        and before[finish] - before[start[s0 + row]] == finish - start[s0 + row]
                    ):
                        w = end[s0 + up]
                        other = kinds[label[s0 + up]]
                        if before[w] - before[finish] == w - finish and (
                            other == 0
                            or other == verbal
                            or before[w] - before[start[s0 + up]] == w - start[s0 + up]
                        ):
                            shapes[row] |= goes
                    if row + 1 == rows or parent[s0 + row + 1] != row:
                        continue
                    other = kinds[label[s0 + row + 1]]
                    w = start[s0 + row + 1]
                    if (
                        children[row] == 1
                        and direct[row] > 0
                        and every[row] & preposition
                        and end[s0 + row + 1] == finish
                        and (kind == 0 or kind == prepositional or kind == adverbial)
                        and (other == 0 or other == prepositional)
                        and around[w] == row + 1
                        and bits[t0 + w] & preposition
                    ):
                        shapes[row + 1] |= goes
                    # Something verbal that ends in a particle, and more particles behind it.
                    w = end[s0 + row + 1]
                    if (
                        w < finish
                        and before[finish] - before[w] == finish - w
                        and before[w] > before[w - 1]
                        and start[s0 + row + 1] == start[s0 + row]
                        and (kind == 0 or kind == verbal)
                        and (other == 0 or other == verbal)
                    ):
                        up = around[w - 1]
                        while (
                            up != row + 1
                            and before[w] - before[start[s0 + up]] == w - start[s0 + up]
                        ):
                            up = parent[s0 + up]
                        if up == row + 1:
                            shapes[row + 1] |= goes

            for row in range(rows):
                if not shapes[row] & goes:
                    out_start[out] = start[s0 + row]
                    out_end[out] = end[s0 + row]
                    out_label[out] = label[s0 + row]
                    out_core[out] = 0
                    out += 1
                else:
                    changed = True
                if shapes[row] & flat and last[row] > start[s0 + row]:
                    out_start[out] = start[s0 + row]
                    out_end[out] = last[row] + 1
                    out_label[out] = label[s0 + row]
                    out_core[out] = 1
                    out += 1
                    changed = True
            out_offset[sentence + 1] = out
    return out if changed else -1
