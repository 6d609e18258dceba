# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Count what the CoNLL 2018 shared task counts, straight from two texts in CoNLL-U.

Only ordinary text is read here: words numbered in order, heads that are numbers and form a tree. If there
is anything else, the functions return -1, and the caller takes a slower way, which can name the fault.
Columns of paired words are compared as bytes, so labels need no numbers.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.string import memchr, memcmp, memcpy

Bytes = cython.typedef(cython.const[cython.uchar][::1])
IntsOut = cython.typedef(cython.int[::1])
BytesOut = cython.typedef(cython.uchar[::1])
FlagsOut = cython.typedef(cython.schar[::1])
IntTableOut = cython.typedef(cython.int[:, ::1])
LongTableOut = cython.typedef(cython.longlong[:, ::1])
Size = cython.typedef(cython.Py_ssize_t)

# What a name is: a relation of content words, of function words, or a universal feature.
CONTENT = 1
FUNCTIONAL = 2
FEATURE = 3
# A table of names has this many slots of this many bytes: length, meaning, the name.
SLOTS = 256
WIDTH = 16

# For each word, where its columns begin; the last is where the universal part of its label ends.
FORM = 0
LEMMA = 1
UPOS = 2
XPOS = 3
FEATS = 4
HEAD = 5
DEPREL = 6
BASE = 7
SPOTS = 8

# Eight bytes: the highest bits, the lowest bits, and carriage returns.
HIGHEST = cython.declare(cython.ulonglong, 0x8080808080808080)
LOWEST = cython.declare(cython.ulonglong, 0x0101010101010101)
RETURNS = cython.declare(cython.ulonglong, 0x0D0D0D0D0D0D0D0D)

# A word with more universal features than this is not compared here.
MOST_FEATURES = 64

# The columns of the table of counts: first gold, system, correct of tokens, sentences and words; then
# what is correct; then gold, system, aligned of content words, and what is correct of them.
TOKENS = 0
SENTENCES = 3
WORDS = 6
RIGHT = 9
OF_CONTENT = 16
COUNTS = 22


@cython.cclass
class Side:
    """What is read of one text; the caller owns the arrays, which fit any text of a certain size.

    Words have rows in ``spots``, ``head`` (the row of the head, -1 for a root), ``begin`` and ``finish``
    (in ``characters``), ``multiword``, ``kind``, ``partner``, ``child`` (the first functional word that
    depends on it) and ``sister`` (the next functional word with the same head). ``tokens`` has the places
    where tokens begin; ``first`` has the first word of each sentence. Both end with the whole.
    """

    text: Bytes
    spots: IntsOut
    head: IntsOut
    begin: IntsOut
    finish: IntsOut
    partner: IntsOut
    child: IntsOut
    sister: IntsOut
    tokens: IntsOut
    first: IntsOut
    multiword: FlagsOut
    kind: FlagsOut
    characters: BytesOut
    words: Size
    token_count: Size
    sentences: Size
    letters: Size

    def __init__(
        self, text, spots, head, begin, finish, partner, child, sister, tokens, first, multiword,
        kind, characters,
    ):  # fmt: skip
        self.text, self.spots, self.head, self.begin, self.finish = text, spots, head, begin, finish
        self.partner, self.child, self.sister, self.tokens = partner, child, sister, tokens
        self.first, self.multiword, self.kind = first, multiword, kind
        self.characters = characters
        self.words = self.token_count = self.sentences = self.letters = 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def slot_of(text: Bytes, a: Size, b: Size) -> Size:
    """The slot at which the search for text[a:b] begins; it must not be empty."""
    return (text[a] * 31 + text[b - 1] * 7 + (b - a) * 5) & 255


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def meaning(text: Bytes, a: Size, b: Size, names: Bytes) -> cython.int:
    """What text[a:b] is by a table of names; 0 if it has no such name."""
    size: Size = b - a
    if size <= 0 or size > 14:
        return 0
    at: Size = slot_of(text, a, b)
    while names[16 * at]:
        if names[16 * at] == size:
            y: Size = 0
            while y < size and names[16 * at + 2 + y] == text[a + y]:
                y += 1
            if y == size:
                return names[16 * at + 1]
        at = (at + 1) & 255
    return 0


def enter(name: Bytes, what: cython.int, names: BytesOut):
    """Add a name of at most 14 bytes to a table of fewer than ``SLOTS`` names.

    >>> table = bytearray(SLOTS * WIDTH)
    >>> enter(b"nsubj", CONTENT, table)
    >>> look_up(b"nsubj", table), look_up(b"nsub", table)
    (1, 0)
    """
    at: Size = slot_of(name, 0, name.shape[0] if cython.compiled else len(name))
    while names[16 * at]:
        at = (at + 1) & 255
    names[16 * at] = name.shape[0] if cython.compiled else len(name)
    names[16 * at + 1] = what
    for y in range(name.shape[0] if cython.compiled else len(name)):
        names[16 * at + 2 + y] = name[y]


def look_up(name: Bytes, names: Bytes):
    """What a name is by a table; 0 if it is not there."""
    return meaning(name, 0, name.shape[0] if cython.compiled else len(name), names)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def same(one: Bytes, a: Size, b: Size, other: Bytes, c: Size, d: Size) -> cython.bint:
    """Whether one[a:b] and other[c:d] are equal."""
    if b - a != d - c:
        return False
    y: Size = 0
    while y < b - a:
        if one[a + y] != other[c + y]:
            return False
        y += 1
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def blank(text: Bytes, y: Size, end: Size) -> cython.int:
    """The length in bytes of the space (Unicode category Zs) at text[y]; 0 if there is none."""
    a: cython.int = text[y]
    if a == 32:
        return 1
    if a < 0xC2 or a > 0xE3:
        return 0
    if a == 0xC2:
        return 2 if y + 1 < end and text[y + 1] == 0xA0 else 0
    if y + 2 >= end or a < 0xE1:
        return 0
    b: cython.int = text[y + 1]
    c: cython.int = text[y + 2]
    if a == 0xE1:
        return 3 if b == 0x9A and c == 0x80 else 0
    if a == 0xE2:
        if b == 0x80 and (c <= 0x8A or c == 0xAF):
            return 3
        return 3 if b == 0x81 and c == 0x9F else 0
    return 3 if b == 0x80 and c == 0x80 else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def line_end(text: Bytes, at: Size, size: Size) -> Size:
    """The place of the newline that ends the line; the text ends with one."""
    if cython.compiled:
        start: cython.p_uchar = cython.cast(cython.p_uchar, cython.address(text[0]))
        return cython.cast(cython.p_uchar, memchr(start + at, 10, size - at)) - start
    while text[at] != 10:
        at += 1
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def unusual(text: Bytes, size: Size) -> cython.bint:
    """Whether the text has a carriage return that ends no line, or bytes that are not UTF-8."""
    y: Size = 0
    more: cython.int
    eight: cython.ulonglong = 0
    while y < size:
        if cython.compiled:
            if y + 8 <= size:
                memcpy(cython.address(eight), cython.address(text[y]), 8)
                # No byte of the eight is above 127, and none is 13.
                if not (eight & HIGHEST):
                    eight ^= RETURNS
                    if not ((eight - LOWEST) & ~eight & HIGHEST):
                        y += 8
                        continue
        a: cython.int = text[y]
        if a < 0x80:
            if a == 13 and (y + 1 >= size or text[y + 1] != 10):
                return True
            y += 1
            continue
        if a < 0xC2 or a > 0xF4:
            return True
        more = 1 if a < 0xE0 else 2 if a < 0xF0 else 3
        if y + more >= size:
            return True
        b: cython.int = text[y + 1]
        if b < 0x80 or b > 0xBF:
            return True
        # Longer than needed, surrogates, beyond the last character.
        if (
            (a == 0xE0 and b < 0xA0)
            or (a == 0xED and b > 0x9F)
            or (a == 0xF0 and b < 0x90)
            or (a == 0xF4 and b > 0x8F)
        ):
            return True
        for x in range(y + 2, y + more + 1):
            if text[x] < 0x80 or text[x] > 0xBF:
                return True
        y += more + 1
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def attached(side: Side, first: Size, words: Size, names: Bytes) -> cython.bint:
    """Whether the heads of a sentence are a tree; if so, link functional words to their heads.

    Before, ``head`` has the numbers of the file; after, rows, and -1 for the root.
    """
    head, mark, child, sister = side.head, side.partner, side.child, side.sister
    size: cython.int = words - first
    roots: cython.int = 0
    row: cython.int
    up: cython.int
    for w in range(first, words):
        up = head[w]
        if up > size:
            return False
        roots += up == 0
        head[w] = first + up - 1 if up else -1
        mark[w] = -1
        child[w] = -1
    if roots != 1:
        return False
    for w in range(first, words):
        row = w
        up = w
        while up >= 0 and mark[up] < 0:
            mark[up] = row
            up = head[up]
        if up >= 0 and mark[up] == row:
            return False
    for w in range(words - 1, first - 1, -1):
        mark[w] = -1
        what = meaning(side.text, side.spots[8 * w + 6], side.spots[8 * w + 7], names)
        side.kind[w] = what
        sister[w] = -1
        if what == 2 and head[w] >= 0:
            sister[w] = child[head[w]]
            child[head[w]] = w
    return True


def read(side: Side, size: Size, strict: cython.bint, names: Bytes) -> Size:
    """Read text[:size]; return the number of sentences, or -1 if the text is not an ordinary one.

    The text must consist of whole sentences. With ``strict``, exactly one blank line follows each.
    """
    text, spots, characters = side.text, side.spots, side.characters
    begin, finish, tokens, multiword = side.begin, side.finish, side.tokens, side.multiword
    at: Size = 0
    words: Size = 0
    first: Size = 0
    count: Size = 0
    sentences: Size = 0
    letters: Size = 0
    y: Size
    value: Size
    second: Size
    until: Size = 0
    start: Size
    spot: Size
    tabs: cython.int
    skip: cython.int
    within: cython.bint
    inside: cython.bint = False
    fine: cython.bint = True
    if size and text[size - 1] != 10:
        return -1
    with cython.nogil:
        if unusual(text, size):
            fine = False
        side.first[0] = 0
        while fine and at < size:
            byte = text[at]
            if byte == 10 or byte == 13:
                at += 1 if byte == 10 else 2
                if inside:
                    if until > words - first or not attached(side, first, words, names):
                        fine = False
                    inside = False
                    sentences += 1
                    side.first[sentences] = words
                    first = words
                    until = 0
                elif strict:
                    fine = False
                continue
            if byte == 35:
                if inside:
                    fine = False
                at = line_end(text, at, size) + 1
                continue
            # The number of the word: 3, 3-4 or 3.1.
            y = at
            value = 0
            while text[y] >= 48 and text[y] <= 57 and y < at + 9:
                value = value * 10 + (text[y] - 48)
                y += 1
            if y == at:
                fine = False
                break
            sort = text[y]
            second = 0
            if sort == 45 or sort == 46:
                y += 1
                start = y
                while text[y] >= 48 and text[y] <= 57 and y < start + 9:
                    second = second * 10 + (text[y] - 48)
                    y += 1
                if second < 1:
                    fine = False
                    break
            if text[y] != 9:
                fine = False
                break
            inside = True
            y += 1
            if sort == 46:
                # An empty node counts nothing, but the script takes one in a multiword token for a word.
                if value != words - first or value < until:
                    fine = False
                tabs = 1
                while text[y] != 10:
                    tabs += text[y] == 9
                    y += 1
                if tabs != 9:
                    fine = False
                at = y + 1
                continue
            if value != words - first + 1:
                fine = False
                break
            within = value <= until
            spot = 8 * words
            spots[spot] = y
            if within and sort == 9:
                if text[y] == 9:
                    fine = False
                    break
                while text[y] != 9 and text[y] != 10:
                    y += 1
                begin[words] = tokens[count - 1]
                finish[words] = letters
                multiword[words] = 1
            else:
                tokens[count] = letters
                while text[y] != 9 and text[y] != 10:
                    if text[y] > 32 and text[y] < 0xC2:
                        characters[letters] = text[y]
                        letters += 1
                        y += 1
                        continue
                    skip = blank(text, y, size)
                    if skip == 0:
                        characters[letters] = text[y]
                        letters += 1
                        skip = 1
                    y += skip
                if letters == tokens[count]:
                    fine = False
                    break
                begin[words] = tokens[count]
                finish[words] = letters
                multiword[words] = 0
                count += 1
                if sort == 45:
                    if within or second < value:
                        fine = False
                        break
                    until = second
            if sort == 45:
                tabs = 1
                while text[y] != 10:
                    tabs += text[y] == 9
                    y += 1
                if tabs != 9:
                    fine = False
                at = y + 1
                continue
            # Lemma, two tags and features.
            for column in range(1, 6):
                if text[y] != 9:
                    fine = False
                    break
                y += 1
                spots[spot + column] = y
                if column < 5:
                    while text[y] > 10 or (text[y] != 9 and text[y] != 10):
                        y += 1
            if not fine:
                break
            value = 0
            start = y
            while text[y] >= 48 and text[y] <= 57 and y < start + 9:
                value = value * 10 + (text[y] - 48)
                y += 1
            if y == start or text[y] != 9:
                fine = False
                break
            side.head[words] = value
            y += 1
            spots[spot + 6] = y
            while text[y] != 9 and text[y] != 10 and text[y] != 58:
                y += 1
            spots[spot + 7] = y
            tabs = 7
            while text[y] != 10:
                tabs += text[y] == 9
                y += 1
            if tabs != 9:
                fine = False
            words += 1
            at = y + 1
        if inside:
            fine = False
    tokens[count] = letters
    side.words = words
    side.token_count = count
    side.sentences = sentences
    side.letters = letters
    return sentences if fine else -1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def nothing(text: Bytes, a: Size, b: Size) -> cython.bint:
    """Whether text[a:b] stands for nothing: it is empty, or _."""
    return a >= b or (b - a == 1 and text[a] == 95)


def tagged(side: Side):
    """Whether each word has a universal tag or one of its language."""
    spot: Size
    found: cython.bint = True
    with cython.nogil:
        for w in range(side.words):
            spot = 8 * w
            if nothing(side.text, side.spots[spot + 2], side.spots[spot + 3] - 1) and nothing(
                side.text, side.spots[spot + 3], side.spots[spot + 4] - 1
            ):
                found = False
                break
    return bool(found)


def sizes(side: Side):
    """The numbers of words and characters that were read last."""
    return side.words, side.letters


def settle(gold: Side, system: Side, stretches: IntTableOut, found: Size) -> Size:
    """Pair the words of stretches that are the same on both sides; return how many others there are.

    A stretch is first and last gold word, first and last system word, around a multiword token. The
    others are moved to the beginning of the table.
    """
    left: Size = 0
    equal: cython.bint
    with cython.nogil:
        for i in range(found):
            g = stretches[i, 0]
            s = stretches[i, 2]
            count = stretches[i, 1] - g
            equal = stretches[i, 3] - s == count
            for k in range(count):
                if not equal:
                    break
                # Tokens are compared without their spaces, words of multiword tokens with them.
                equal = gold.multiword[g + k] == system.multiword[s + k] and same(
                    gold.text, gold.spots[8 * (g + k)], gold.spots[8 * (g + k) + 1],
                    system.text, system.spots[8 * (s + k)], system.spots[8 * (s + k) + 1],
                )  # fmt: skip
            if equal:
                for k in range(count):
                    gold.partner[g + k] = s + k
                    system.partner[s + k] = g + k
            else:
                for k in range(4):
                    stretches[left, k] = stretches[i, k]
                left += 1
    return left


def alike(gold: Side, system: Side):
    """Whether both sides spell the same text."""
    if gold.letters != system.letters:
        return False
    if not gold.letters:
        return True
    if cython.compiled:
        one: cython.p_uchar = cython.cast(cython.p_uchar, cython.address(gold.characters[0]))
        other: cython.p_uchar = cython.cast(cython.p_uchar, cython.address(system.characters[0]))
        return memcmp(one, other, gold.letters) == 0
    size = gold.letters
    return gold.characters[:size] == system.characters[:size]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def universal(text: Bytes, a: Size, b: Size, names: Bytes, found: IntsOut, at: Size) -> Size:
    """Write the places of the universal features in text[a:b]; their number, or -1 for too many."""
    count: Size = 0
    while a < b:
        end = a
        while end < b and text[end] != 124:
            end += 1
        key = a
        while key < end and text[key] != 61:
            key += 1
        if meaning(text, a, key, names) == 3:
            if count == 64:
                return -1
            found[at + 2 * count] = a
            found[at + 2 * count + 1] = end
            count += 1
        a = end + 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def same_features(
    gold: Side, w: Size, system: Side, p: Size, names: Bytes, scratch: IntsOut
) -> cython.int:
    """Whether two words have the same universal features, in any order; -1 if there are too many."""
    a = gold.spots[8 * w + 4]
    b = gold.spots[8 * w + 5] - 1
    c = system.spots[8 * p + 4]
    d = system.spots[8 * p + 5] - 1
    if same(gold.text, a, b, system.text, c, d):
        return 1
    ours = universal(gold.text, a, b, names, scratch, 0)
    theirs = universal(system.text, c, d, names, scratch, 128)
    if ours < 0 or theirs < 0:
        return -1
    if ours != theirs:
        return 0
    for i in range(ours):
        hit = -1
        for k in range(theirs):
            if scratch[128 + 2 * k] >= 0 and same(
                gold.text, scratch[2 * i], scratch[2 * i + 1],
                system.text, scratch[128 + 2 * k], scratch[128 + 2 * k + 1],
            ):  # fmt: skip
                hit = k
                break
        if hit < 0:
            return 0
        # A feature that is there twice must be there twice on the other side too.
        scratch[128 + 2 * hit] = -1
    return 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def same_column(gold: Side, w: Size, system: Side, p: Size, column: Size) -> cython.bint:
    return same(
        gold.text, gold.spots[8 * w + column], gold.spots[8 * w + column + 1] - 1,
        system.text, system.spots[8 * p + column], system.spots[8 * p + column + 1] - 1,
    )  # fmt: skip


def count(gold: Side, system: Side, names: Bytes, scratch: IntsOut, counts: LongTableOut) -> Size:
    """Count for each gold sentence what is there and what is right; partners must be known.

    ``counts`` has ``COUNTS`` columns. ``scratch`` has room for 4 * ``MOST_FEATURES`` numbers. A word of
    the system counts in the gold sentence in which it begins. Returns 0, or -1 if a word has too many
    features.
    """
    # From here on only the beginnings of words matter, so this column can say which words are right.
    exact = gold.finish
    w: Size
    p: Size
    a: Size
    up: cython.int
    c: cython.int
    d: cython.int
    content: cython.bint
    upos: cython.bint
    xpos: cython.bint
    feats: cython.int
    lemma: cython.bint
    uas: cython.bint
    las: cython.bint
    token: Size = 0
    their_token: Size = 0
    their_word: Size = 0
    their_sentence: Size = 0
    finish: cython.int
    begin: cython.int
    result: Size = 0
    with cython.nogil:
        for sentence in range(gold.sentences):
            for k in range(22):
                counts[sentence, k] = 0
            first = gold.first[sentence]
            last = gold.first[sentence + 1]
            begin = gold.begin[first]
            finish = gold.begin[last] if sentence + 1 < gold.sentences else gold.letters
            # Tokens that begin in this sentence; both sides cover the same characters.
            while token < gold.token_count and gold.tokens[token] < finish:
                counts[sentence, 0] += 1
                while (
                    their_token < system.token_count
                    and system.tokens[their_token] < gold.tokens[token]
                ):
                    counts[sentence, 1] += 1
                    their_token += 1
                if (
                    their_token < system.token_count
                    and system.tokens[their_token] == gold.tokens[token]
                    and system.tokens[their_token + 1] == gold.tokens[token + 1]
                ):
                    counts[sentence, 2] += 1
                token += 1
            while their_token < system.token_count and system.tokens[their_token] < finish:
                counts[sentence, 1] += 1
                their_token += 1
            counts[sentence, 3] = 1
            while their_sentence < system.sentences:
                start = system.begin[system.first[their_sentence]]
                if start >= finish:
                    break
                counts[sentence, 4] += 1
                their_sentence += 1
                if their_sentence < system.sentences:
                    end = system.begin[system.first[their_sentence]]
                else:
                    end = system.letters
                if start == begin and end == finish:
                    counts[sentence, 5] = 1
            while their_word < system.words and system.begin[their_word] < finish:
                counts[sentence, 7] += 1
                counts[sentence, 17] += system.kind[their_word] == 1
                their_word += 1
            counts[sentence, 6] = last - first
            for w in range(first, last):
                content = gold.kind[w] == 1
                counts[sentence, 16] += content
                p = gold.partner[w]
                exact[w] = 0
                if p < 0:
                    continue
                counts[sentence, 8] += 1
                counts[sentence, 18] += content
                upos = same_column(gold, w, system, p, 2)
                xpos = same_column(gold, w, system, p, 3)
                feats = same_features(gold, w, system, p, names, scratch)
                if feats < 0:
                    result = -1
                lemma = same_column(gold, w, system, p, 1)
                a = gold.spots[8 * w + 1]
                if gold.spots[8 * w + 2] - 1 == a + 1 and gold.text[a] == 95:
                    lemma = True
                up = system.head[p]
                if up >= 0:
                    up = system.partner[up]
                    uas = up >= 0 and up == gold.head[w]
                else:
                    uas = gold.head[w] < 0
                las = uas and same(
                    gold.text, gold.spots[8 * w + 6], gold.spots[8 * w + 7],
                    system.text, system.spots[8 * p + 6], system.spots[8 * p + 7],
                )  # fmt: skip
                counts[sentence, 9] += upos
                counts[sentence, 10] += xpos
                counts[sentence, 11] += feats
                counts[sentence, 12] += upos and xpos and feats
                counts[sentence, 13] += lemma
                counts[sentence, 14] += uas
                counts[sentence, 15] += las
                # All that MLAS asks of a word and of a functional word that depends on it.
                exact[w] = las and upos and feats
                if content and las:
                    counts[sentence, 19] += 1
                    counts[sentence, 21] += lemma
            for w in range(first, last):
                if gold.kind[w] != 1 or not exact[w]:
                    continue
                c = gold.child[w]
                d = system.child[gold.partner[w]]
                while c >= 0 and d >= 0 and gold.partner[c] == d and exact[c]:
                    c = gold.sister[c]
                    d = system.sister[d]
                if c < 0 and d < 0:
                    counts[sentence, 20] += 1
    return result


def add(counts: LongTableOut, rows: Size, sums: LongTableOut):
    """Add all rows of a table of counts to the only row of another."""
    with cython.nogil:
        for row in range(rows):
            for k in range(22):
                sums[0, k] += counts[row, k]
