# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Scan bracketed text into columns, many sentences in one call.

Nothing is decoded, nothing is allocated and the interpreter's lock is released. A first pass lists
the places of the brackets, without a branch; what follows looks only at those places, so long words
cost no more than short ones. ``skim`` reads lines of the usual shape and stops at any other;
``walk`` reads everything, says what is wrong with it, and takes twice as long. Labels are interned
to integers in a hash table that the caller owns.

The grammar is EVALB's, made whole: ``(`` and a label up to white space or a bracket; a label
followed by white space, one atom and ``)`` is a tagged word; everything else is a constituent.
EVALB cannot read a bare word, ``(NP the dog)``, nor ``(NN dog )``: here the first is a word with an
empty tag and the second a tagged word.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.string import memchr, memcpy

Ints = cython.typedef(cython.const[cython.int][::1])
Bytes = cython.typedef(cython.const[cython.uchar][::1])
Keys = cython.typedef(cython.const[cython.ulonglong][::1])
Sizes = cython.typedef(cython.const[cython.Py_ssize_t][::1])
IntsOut = cython.typedef(cython.int[::1])
BytesOut = cython.typedef(cython.uchar[::1])
FlagsOut = cython.typedef(cython.schar[::1])
KeysOut = cython.typedef(cython.ulonglong[::1])
SizesOut = cython.typedef(cython.Py_ssize_t[::1])
Size = cython.typedef(cython.Py_ssize_t)

# What can be wrong with a sentence.
FINE = 0
UNCLOSED = 1
SURPLUS = 2
OUTSIDE = 3

# What a label was used for, as bits.
TAG = 1
BRACKET = 2

# A caller ends its text with this many newlines that do not count as part of it.
PADDING = 12

# How many bytes are searched for delimiters at a time: a stretch that the fastest cache holds.
STRIDE = 4096

# A multiplication by this gathers the lowest bits of eight bytes in the highest byte.
GATHER = cython.declare(cython.ulonglong, 0x0102040810204080)

# A byte eight times: 1, a space, the byte after a space, the highest bit.
ONE_EACH = cython.declare(cython.ulonglong, 0x0101010101010101)
SPACE_EACH = cython.declare(cython.ulonglong, 0x2020202020202020)
NEXT_EACH = cython.declare(cython.ulonglong, 0x2121212121212121)
HIGH_EACH = cython.declare(cython.ulonglong, 0x8080808080808080)

# The bits that a number of 64 bits keeps; uncompiled numbers are cut to these.
FULL = 0xFFFFFFFFFFFFFFFF


@cython.cclass
class Tables:
    """Tables for the search for brackets, see ``index``; ``white`` is 1 for white space."""

    bits: Ints
    ones: Bytes
    white: Bytes
    flags: BytesOut

    def __init__(self, bits, ones, white, flags):
        self.bits, self.ones, self.white, self.flags = bits, ones, white, flags


@cython.cclass
class Columns:
    """The columns that ``skim`` and ``walk`` fill, and a stack; the caller owns the arrays."""

    word_start: IntsOut
    word_end: IntsOut
    tag: IntsOut
    span_start: IntsOut
    span_end: IntsOut
    label: IntsOut
    parent: IntsOut
    token_offset: IntsOut
    span_offset: IntsOut
    sentence_at: IntsOut
    fault: FlagsOut
    fault_at: IntsOut
    stack: IntsOut

    def __init__(self, *columns):
        (
            self.word_start, self.word_end, self.tag, self.span_start, self.span_end, self.label,
            self.parent, self.token_offset, self.span_offset, self.sentence_at, self.fault,
            self.fault_at, self.stack,
        ) = columns  # fmt: skip


@cython.cclass
class Names:
    """The labels known: a hash table of their numbers and keys, their uses, and their bytes.

    A key's search begins at the slot that ``key * factor >> shift`` is, in 64 bits.
    """

    slots: IntsOut
    keys: KeysOut
    uses: FlagsOut
    ends: SizesOut
    blob: BytesOut
    factor: cython.ulonglong
    shift: cython.int

    def __init__(self, slots, keys, uses, ends, blob, factor, shift):
        self.slots, self.keys, self.uses, self.ends = slots, keys, uses, ends
        self.blob, self.factor, self.shift = blob, factor, shift


def nth_newline(text: Bytes, i: Size, end: Size, wanted: Size):
    """Return the offset after the ``wanted``-th newline of text[i:end], and how many there were.

    >>> nth_newline(bytearray(b"a\\nb\\nc"), 0, 5, 2)
    (4, 2)
    >>> nth_newline(bytearray(b"a\\nb\\nc"), 0, 5, 3)
    (4, 2)
    """
    found: Size = 0
    if cython.compiled:
        at: cython.p_uchar = cython.NULL
        first: cython.p_uchar
        if i >= end:
            return i, 0
        first = cython.cast(cython.p_uchar, cython.address(text[0]))
        with cython.nogil:
            while found < wanted and i < end:
                # The library's own search looks at 32 bytes or more at a time.
                at = cython.cast(cython.p_uchar, memchr(first + i, 10, end - i))
                if at == cython.NULL:
                    break
                found += 1
                i = at - first + 1
        return i, found
    while found < wanted and i < end:
        at = bytes(text[i:end]).find(b"\n")
        if at < 0:
            break
        found += 1
        i += at + 1
    return i, found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def wrapped(number: cython.ulonglong) -> cython.ulonglong:
    """The lowest 64 bits of a number."""
    if cython.compiled:
        return number
    return number & FULL


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def eight(text: Bytes, a: Size) -> cython.ulonglong:
    """The bytes text[a:a + 8] as one number, the first the lowest."""
    number: cython.ulonglong = 0
    if cython.compiled:
        memcpy(cython.address(number), cython.address(text[a]), 8)
        return number
    return int.from_bytes(bytes(text[a : a + 8]), "little")


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(at=cython.int, a=cython.int, b=cython.int, c=cython.int, d=cython.int)
def index(
    text: Bytes, begin: Size, end: Size, spaces: cython.bint, tables: Tables, places: IntsOut
) -> Size:
    """Write down where in text[begin:end] brackets and newlines stand, or brackets and all white
    space; return how many there are.

    There is no branch that depends on the text. Eight bytes become eight bits, and ``bits`` lists
    for each such pattern the places that are 1, of which there are ``ones``. ``places`` has room
    for eight more than are found.
    """
    bits, ones, flags = tables.bits, tables.ones, tables.flags
    stride: Size = flags.shape[0] - 8
    n: Size = 0
    pattern: Size
    while begin < end:
        length = min(stride, end - begin)
        # So simple that compilers do sixteen bytes at once; (byte | 1) == 41 is either bracket.
        if spaces:
            for x in range(length):
                byte = text[begin + x]
                flags[x] = ((byte & 0xF7) == 32) | ((byte | 1) == 41) | ((byte >= 9) & (byte <= 13))
        else:
            for x in range(length):
                byte = text[begin + x]
                flags[x] = ((byte | 1) == 41) | (byte == 10)
        for x in range(length, length + 7):
            flags[x] = 0
        for x in range(0, length, 8):
            pattern = wrapped(eight(flags, x) * GATHER) >> 56
            at = begin + x
            # Read first, then written: compilers make it one read and one write.
            a = at + bits[8 * pattern]
            b = at + bits[8 * pattern + 1]
            c = at + bits[8 * pattern + 2]
            d = at + bits[8 * pattern + 3]
            places[n] = a
            places[n + 1] = b
            places[n + 2] = c
            places[n + 3] = d
            if ones[pattern] > 4:
                for y in range(4, 8):
                    places[n + y] = at + bits[8 * pattern + y]
            n += ones[pattern]
        begin += length
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def key_of(text: Bytes, a: Size, length: Size, factor: cython.ulonglong) -> cython.ulonglong:
    """The number under which a label is looked up, never 0.

    A short label is its own key, with a space behind it, which no label has in it: this tells one
    from the same with zero bytes. A longer one has a hash.
    """
    key: cython.ulonglong
    unit: cython.ulonglong = 1
    if length <= 7:
        unit = unit << 8 * length
        return (eight(text, a) & (unit - 1)) | (unit << 5)
    key = length
    for y in range(a, a + length):
        key = wrapped((key ^ text[y]) * factor)
        key = key ^ (key >> 29)
    # The highest byte of a short key is 0 or a space.
    return key | (unit << 63)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def first_slot(key: cython.ulonglong, names: Names) -> Size:
    """The slot at which the search for a key begins: the highest bits of a product."""
    return wrapped(key * names.factor) >> names.shift


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_label(text: Bytes, a: Size, length: Size, names: Names, one: Size) -> cython.bint:
    """Whether text[a:a + length] is the label with this number."""
    e = names.ends[one]
    if names.ends[one + 1] - e != length:
        return False
    y = 0
    while y < length and names.blob[e + y] == text[a + y]:
        y += 1
    return y == length


def rehash(old_slots: Ints, old_keys: Keys, names: Names):
    """Move the labels of a table to a larger one, which is empty: all its keys are 0."""
    mask: Size = names.slots.shape[0] - 1
    with cython.nogil:
        for old in range(old_slots.shape[0]):
            if old_keys[old]:
                slot = first_slot(old_keys[old], names)
                while names.keys[slot]:
                    slot = (slot + 1) & mask
                names.slots[slot] = old_slots[old]
                names.keys[slot] = old_keys[old]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def slot_of(text: Bytes, a: Size, length: Size, names: Names, key: cython.ulonglong) -> Size:
    """The slot of the label text[a:a + length]; where it is not known, the empty one for it."""
    mask: Size = names.slots.shape[0] - 1
    slot = first_slot(key, names)
    while names.keys[slot] != key or (
        length > 7 and not is_label(text, a, length, names, names.slots[slot])
    ):
        if names.keys[slot] == 0:
            break
        slot = (slot + 1) & mask
    return slot


def intern(text: Bytes, places: Ints, column: IntsOut, row: Size, names: Names, known: Size):
    """Replace each index of an opening bracket in column[row:] by the number of its label.

    Returns how far it came before the tables were full, and the number of labels known.
    """
    a: Size
    length: Size
    with cython.nogil:
        while row < column.shape[0]:
            k = column[row]
            if k < 0:
                column[row] = 0
                row += 1
                continue
            a = places[k] + 1
            length = places[k + 1] - a
            key = key_of(text, a, length, names.factor)
            slot = slot_of(text, a, length, names, key)
            if names.keys[slot] == 0:
                e = names.ends[known]
                if known == names.uses.shape[0] or e + length > names.blob.shape[0]:
                    break
                names.slots[slot] = known
                names.keys[slot] = key
                names.uses[known] = 0
                for y in range(length):
                    names.blob[e + y] = text[a + y]
                names.ends[known + 1] = e + length
                known += 1
            column[row] = names.slots[slot]
            row += 1
    return row, known


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_long(text: Bytes, a: Size, names: Names) -> Size:
    """The number of a label of eight bytes or more; -1 if it is not there or no space follows."""
    length: Size = 0
    while text[a + length] > 41 or (text[a + length] != 32 and 13 < text[a + length] < 40):
        length += 1
    if length < 8 or text[a + length] != 32:
        return -1
    slot = slot_of(text, a, length, names, key_of(text, a, length, names.factor))
    return names.slots[slot] if names.keys[slot] != 0 else -1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def find(text: Bytes, a: Size, names: Names) -> Size:
    """The number of the label at text[a]; -1 if it is not there or no space follows."""
    mask: Size = names.slots.shape[0] - 1
    v = eight(text, a)
    z = v ^ SPACE_EACH
    z = (z - ONE_EACH) & ~z & HIGH_EACH
    if z == 0:
        return find_long(text, a, names)
    # Of the first space, one bit.
    z = z & (~z + 1)
    key = v & (z | (z - 1))
    slot = first_slot(key, names)
    while names.keys[slot] != key and names.keys[slot] != 0:
        slot = (slot + 1) & mask
    return names.slots[slot] if names.keys[slot] != 0 else -1


def mark(column: Ints, uses: FlagsOut, use: cython.schar):
    """Add to what the labels in a column were used for."""
    with cython.nogil:
        for row in range(column.shape[0]):
            one = column[row]
            # The bit is nearly always set already, and a test is cheaper than a write.
            if not uses[one] & use:
                uses[one] |= use


def skim(
    text: Bytes,
    at: Size,
    size: Size,
    indexed: Size,
    tables: Tables,
    places: IntsOut,
    names: Names,
    columns: Columns,
    sentences: Size,
    tokens: Size,
    spans: Size,
):
    """Fill the columns as ``walk`` does, but only from lines of the usual shape, and fast.

    It stops at a line that is not of the shape ``(S (NP (DT the) (NN dog)) (VBZ barks))``, with
    white space only where it stands here and one byte of it, and at one with a label that is not in
    the tables. In each line it goes over the brackets, with no branch that depends on them: what is
    of no use is written all the same, and overwritten by what comes next. Then it looks up the
    labels. Returns how far it came, and how many sentences, words, brackets and places there are.
    """
    white = tables.white
    word_start, word_end, tag = columns.word_start, columns.word_end, columns.tag
    span_start, span_end, label = columns.span_start, columns.span_end, columns.label
    parent, stack = columns.parent, columns.stack
    padding: Size = PADDING
    k: Size
    strange: cython.bint

    with cython.nogil:
        if indexed == 0:
            indexed = index(text, 0, size + padding, False, tables, places)
        columns.token_offset[sentences] = tokens
        columns.span_offset[sentences] = spans
        # Where the brackets of this line begin.
        i = indexed
        n = 0
        while n < i:
            row = (n + i) // 2
            if places[row] < at:
                n = row + 1
            else:
                i = row
        k = i
        stack[0] = -1

        while at < size:
            after = places[k]
            c = text[after]
            words = 0
            brackets = spans
            depth = 0
            strange = after != at
            while c == 40:
                # Brackets open, down to the one of a word,
                k += 1
                after = places[k]
                c = text[after]
                while c == 40:
                    span_start[brackets] = words
                    parent[brackets] = stack[depth]
                    label[brackets] = k
                    depth += 1
                    stack[depth] = brackets - spans
                    brackets += 1
                    k += 1
                    after = places[k]
                    c = text[after]
                if c == 10:
                    strange = True
                    break
                tag[tokens + words] = k
                words += 1
                # which is closed, and with it some of those around it, all in a row; or a single
                # white space is at the end of that row.
                here = after - k
                k += 1
                after = places[k]
                c = text[after]
                while c == 41 and depth > 0:
                    span_end[spans + stack[depth]] = words
                    depth -= 1
                    k += 1
                    after = places[k]
                    c = text[after]
                if after - k - here > white[text[after - 1]]:
                    strange = True
                    break
            if c != 10 or depth != 0 or strange:
                break

            row = tokens
            while row < tokens + words:
                i = tag[row]
                a = places[i - 1] + 1
                one = find(text, a, names)
                if one < 0:
                    break
                tag[row] = one
                a += names.ends[one + 1] - names.ends[one] + 1
                n = places[i] - a
                word_start[row] = a
                word_end[row] = a + n
                # Is there a space in the word?
                if n < 1:
                    break
                if n > 16:
                    strange = False
                    for length in range(a, a + n):
                        strange |= text[length] < 33
                    if strange:
                        break
                else:
                    v = eight(text, a)
                    z = (v - NEXT_EACH) & ~v
                    v = eight(text, a + max(n - 8, 0))
                    z = (z | (v - NEXT_EACH) & ~v) & HIGH_EACH
                    if wrapped(z << (64 - 8 * min(n, 8))):
                        break
                row += 1
            if row < tokens + words:
                break
            row = spans
            while row < brackets:
                i = label[row]
                a = places[i - 1] + 1
                one = find(text, a, names)
                if one < 0 or a + names.ends[one + 1] - names.ends[one] + 1 != places[i]:
                    break
                label[row] = one
                row += 1
            if row < brackets:
                break

            columns.sentence_at[sentences] = at
            columns.fault[sentences] = 0
            columns.fault_at[sentences] = at
            at = after + 1
            k += 1
            tokens += words
            spans = brackets
            sentences += 1
            columns.token_offset[sentences] = tokens
            columns.span_offset[sentences] = spans
    return at, sentences, tokens, spans, indexed


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def blanks(text: Bytes, x: Size, size: Size, lines: cython.bint, places: IntsOut, m: Size) -> Size:
    """The length of the white space at text[x], the m-th of the places, within this sentence."""
    n: Size = 0
    while places[m + n] == x + n and x + n < size and text[x + n] < 40:
        if lines and text[x + n] == 10:
            break
        n += 1
    return n


@cython.locals(b=Size, x=Size, y=Size)
def walk(
    text: Bytes,
    at: Size,
    size: Size,
    lines: cython.bint,
    final: cython.bint,
    tables: Tables,
    places: IntsOut,
    columns: Columns,
    unclosed: IntsOut,
    sentences: Size,
    tokens: Size,
    spans: Size,
):
    """Fill the columns from text[at:size], after so many sentences, words and brackets.

    ``lines``: a line is a sentence; else a sentence ends where its brackets balance, and one that
    is still open at the end is left for the next call unless this is the ``final`` one. ``tag`` and
    ``label`` say which of the ``places`` is the opening bracket, for ``intern``; -1 is no bracket.
    Returns (sentences, words, brackets).
    """
    fine: cython.schar = FINE
    not_closed: cython.schar = UNCLOSED
    surplus: cython.schar = SURPLUS
    outside: cython.schar = OUTSIDE
    word_start, word_end, tag = columns.word_start, columns.word_end, columns.tag
    span_start, span_end, label = columns.span_start, columns.span_end, columns.label
    parent, stack = columns.parent, columns.stack
    token_offset, span_offset = columns.token_offset, columns.span_offset
    padding: Size = PADDING
    k: Size = 0
    same_line: cython.bint = False
    never_closed: Size = -1
    next_unclosed: Size = 0

    with cython.nogil:
        index(text, at, size + padding, True, tables, places)
        token_offset[sentences] = tokens
        span_offset[sentences] = spans

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
            depth = 0
            problem = fine
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
                    # A word without a bracket of its own.
                    if depth == 0:
                        problem = outside
                        place = at
                        break
                    word_start[tokens] = at
                    word_end[tokens] = x
                    tag[tokens] = -1
                    tokens += 1
                    at = x
                    continue
                c = text[x]
                if c == 40:
                    bracket = k
                    b = places[k + 1]
                    y = places[k + 2]
                    c = text[b]
                    if c == 32 and text[y] == 41:
                        word_start[tokens] = b + 1
                        word_end[tokens] = y
                        tag[tokens] = k
                        tokens += 1
                        at = y + 1
                        k += 3
                        if depth == 0 and not lines:
                            break
                        # What follows nearly always: brackets that close, and a space.
                        while text[at] == 41 and depth > 0:
                            depth -= 1
                            span_end[stack[depth]] = tokens - first_token
                            at += 1
                            k += 1
                        if depth == 0 and not lines:
                            break
                        x = text[at] == 32
                        at += x
                        k += x
                        continue
                    if c == 32 and y == b + 1 and text[y] == 40:
                        k += 2
                        at = y
                    elif c < 40 and not (c == 10 and lines):
                        # White space after the label, but not as usual: a tagged word or a constituent?
                        x = b + 1
                        m = k + 2
                        m += blanks(text, x, size, lines, places, m)
                        at = x = x + m - k - 2
                        k = m
                        c = text[x]
                        if x < size and c != 40 and not (lines and c == 10):
                            y = places[m]
                            m += blanks(text, y, size, lines, places, m)
                            x = y + m - k
                            if places[m] == x and text[x] == 41 and x < size:
                                word_start[tokens] = at
                                word_end[tokens] = y
                                tag[tokens] = bracket
                                tokens += 1
                                at = x + 1
                                k = m + 1
                                if depth == 0 and not lines:
                                    break
                                continue
                    else:
                        at = b
                        k += 1

                    span_start[spans] = tokens - first_token
                    label[spans] = bracket
                    parent[spans] = stack[depth - 1] - first_span if depth > 0 else -1
                    stack[depth] = spans
                    depth += 1
                    spans += 1
                elif c == 41:
                    if depth == 0:
                        problem = surplus
                        place = at
                        break
                    depth -= 1
                    span_end[stack[depth]] = tokens - first_token
                    at += 1
                    k += 1
                    if depth == 0 and not lines:
                        break
                else:
                    if at >= size or (c == 10 and lines):
                        break
                    at += 1
                    k += 1

            if problem == fine and depth > 0:
                if not lines and not final:
                    # The sentence goes on in the next block: give it back.
                    tokens = first_token
                    spans = first_span
                    at = begin
                    break
                problem = not_closed
                place = places[label[stack[depth - 1]]]
                if not lines:
                    # The sentences that follow are inside this one: report its first bracket.
                    place = begin
                    never_closed = depth
                    for x in range(depth):
                        unclosed[x] = places[label[stack[x]]]

            if problem != fine:
                tokens = first_token
                spans = first_span
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
                        begin = columns.sentence_at[sentences]
                    same_line = False
            else:
                same_line = True
            if lines:
                while text[places[k]] != 10:
                    k += 1
                at = places[k] + 1
                k += 1

            columns.sentence_at[sentences] = begin
            columns.fault[sentences] = problem
            columns.fault_at[sentences] = place
            sentences += 1
            token_offset[sentences] = tokens
            span_offset[sentences] = spans

    return sentences, tokens, spans
