# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Find the sentences of CoNLL-U that may break a rule of Universal Dependencies; the others break none."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.string import memchr

Bytes = cython.typedef(cython.const[cython.uchar][::1])
IntsOut = cython.typedef(cython.int[::1])
FlagsOut = cython.typedef(cython.schar[::1])
Size = cython.typedef(cython.Py_ssize_t)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def line_end(text: Bytes, at: Size, size: Size) -> Size:
    """The place of the newline that ends the line, or the end of the text."""
    if cython.compiled:
        first: cython.p_uchar = cython.cast(cython.p_uchar, cython.address(text[0]))
        found: cython.p_uchar = cython.cast(cython.p_uchar, memchr(first + at, 10, size - at))
        return size if found == cython.NULL else found - first
    while at < size and text[at] != 10:
        at += 1
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def number(text: Bytes, at: Size, end: Size) -> cython.int:
    """The whole number that text[at:end] is, without zeros before it, or -1; nothing beyond eight digits."""
    value: cython.int = 0
    if end <= at or end - at > 8 or (text[at] == 48 and end > at + 1):
        return -1
    for y in range(at, end):
        if text[y] < 48 or text[y] > 57:
            return -1
        value = value * 10 + (text[y] - 48)
    return value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def strange(text: Bytes, at: Size, end: Size) -> cython.bint:
    """Whether the byte is a control character, or begins a space that is not ASCII."""
    one = text[at]
    if one < 32:
        return True
    if one < 0xC2 or at + 1 >= end:
        return False
    two = text[at + 1]
    if one == 0xC2:
        return two == 0x85 or two == 0xA0
    if one < 0xE1 or one > 0xE3 or at + 2 >= end:
        return False
    three = text[at + 2]
    if one == 0xE2 and two == 0x80:
        return three <= 0x8A or three == 0xA8 or three == 0xA9 or three == 0xAF
    if one == 0xE2:
        return two == 0x81 and three == 0x9F
    return three == 0x80 and two == (0x9A if one == 0xE1 else 0x80)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def repeats(text: Bytes, at: Size, end: Size) -> cython.bint:
    """Whether the last column may have an attribute twice that may be there once."""
    seen: cython.int = 0
    while at < end:
        one = text[at]
        # S and L, T, G, R begin the names of such attributes.
        if one == 83 or one == 76 or one == 84 or one == 71 or one == 82:
            close = at
            while close < end and text[close] != 61 and text[close] != 124:
                close += 1
            bit: cython.int = 0
            length = close - at
            if one == 83 and length == 10:
                bit = 1
            elif one == 76 and length == 4:
                bit = 2
            elif one == 84 and length == 8:
                bit = 4
            elif one == 76 and length == 9:
                bit = 8
            elif one == 71 and length == 5:
                bit = 16
            elif one == 76 and length == 3:
                bit = 32
            elif one == 76 and length == 6:
                bit = 64
            elif one == 82 and length == 3:
                bit = 128
            if seen & bit:
                return True
            seen |= bit
        while at < end and text[at] != 124:
            at += 1
        at += 1
    return False


@cython.cclass
class Findings:
    """What ``doubtful`` finds: a row for each sentence; ``edges`` is scratch."""

    begin: IntsOut
    doubt: FlagsOut
    graph: FlagsOut
    first_word: IntsOut
    id_start: IntsOut
    id_end: IntsOut
    ids: IntsOut
    texts: IntsOut
    edge_from: IntsOut
    edge_to: IntsOut
    reached: FlagsOut

    def __init__(
        self, begin, doubt, graph, first_word, id_start, id_end, ids, texts, edge_from, edge_to, reached
    ):  # fmt: skip
        (
            self.begin, self.doubt, self.graph, self.first_word, self.id_start, self.id_end,
            self.ids, self.texts, self.edge_from, self.edge_to, self.reached,
        ) = (
            begin, doubt, graph, first_word, id_start, id_end, ids, texts, edge_from, edge_to, reached
        )  # fmt: skip


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def comment(text: Bytes, at: Size, stop: Size, row: Size, into: Findings) -> cython.bint:
    """Note a sentence's identifier and text; whether the comment may be an odd one of these."""
    p = at + 1
    while p < stop and (text[p] == 32 or text[p] == 9):
        p += 1
    usual: cython.bint = p == at + 2 and text[at + 1] == 32
    if (
        stop - p >= 7 and text[p] == 115 and text[p + 1] == 101 and text[p + 2] == 110
        and text[p + 3] == 116 and text[p + 4] == 95 and text[p + 5] == 105 and text[p + 6] == 100
    ):  # fmt: skip
        a = p + 10
        if not usual or stop <= a or text[p + 7] != 32 or text[p + 8] != 61 or text[p + 9] != 32:
            return True
        for y in range(a, stop):
            if text[y] <= 32 or strange(text, y, stop):
                return True
        into.ids[row] += 1
        into.id_start[row] = a
        into.id_end[row] = stop
        return False
    if (
        stop - p >= 5 and text[p] == 116 and text[p + 1] == 101 and text[p + 2] == 120
        and text[p + 3] == 116
    ):  # fmt: skip
        after = text[p + 4]
        if after > 32 and after != 61 and after < 128:
            return False
        if not usual or stop < p + 8 or after != 32 or text[p + 5] != 61 or text[p + 6] != 32:
            return True
        into.texts[row] += 1
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def connected(into: Findings, words: Size, edges: Size) -> cython.bint:
    """Whether the root leads to every word of the graph; False also if that takes many passes."""
    for w in range(words + 1):
        into.reached[w] = 0
    into.reached[0] = 1
    left = words
    for _ in range(64):
        moved: cython.bint = False
        for e in range(edges):
            if into.reached[into.edge_from[e]] and not into.reached[into.edge_to[e]]:
                into.reached[into.edge_to[e]] = 1
                left -= 1
                moved = True
        if left == 0:
            return True
        if not moved:
            return False
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def graph_edges(
    text: Bytes, a: Size, b: Size, word: Size, edges: Size, into: Findings
) -> Size:  # fmt: skip
    """Note the edges of a word's DEPS; return their number in all, or -1 if the column is doubtful."""
    last: cython.int = -1
    while True:
        y = a
        while y < b and text[y] >= 48 and text[y] <= 57:
            y += 1
        head = number(text, a, y)
        if head <= last or y >= b or text[y] != 58 or head == word:
            return -1
        last = head
        y += 1
        begin = y
        while y < b and text[y] != 124:
            y += 1
        if y == begin:
            return -1
        into.edge_from[edges] = head
        into.edge_to[edges] = cython.cast(cython.int, word)
        edges += 1
        if y >= b:
            return edges
        a = y + 1


def doubtful(text: Bytes, size: Size, into: Findings):
    """Look through text[:size]; return the number of rows, and the place of the first CR LF, or -1.

    A row is a sentence with the blank lines before it and the one after it. Blank lines after the last
    sentence are a row too. In the columns ``begin`` is where a row begins, ``first_word`` where its first
    line that is no comment begins; ``graph`` says whether its words have DEPS.
    """
    doubt, edge_from = into.doubt, into.edge_from
    row: Size = 0
    at: Size = 0
    carriage: Size = -1
    edges: Size = 0
    words: Size = 0
    roots: Size = 0
    lone: Size = 0
    widest: Size = 0
    inside: cython.bint = False
    tokens: cython.bint = False
    bad: cython.bint = False
    value: cython.int
    second: cython.int
    with cython.nogil:
        into.begin[0] = 0
        doubt[0] = into.graph[0] = 0
        into.ids[0] = into.texts[0] = 0
        into.first_word[0] = -1
        while at < size:
            end = line_end(text, at, size)
            stop = end
            if stop > at and text[stop - 1] == 13 and end < size:
                stop -= 1
                if carriage < 0:
                    carriage = stop
            if stop == at:
                if not inside:
                    doubt[row] = 1
                else:
                    if not bad:
                        bad = not tokens or roots != 1 or widest > words
                        if not bad and edges:
                            bad = lone > 0
                            for e in range(edges):
                                if edge_from[e] > words:
                                    bad = True
                            bad = bad or not connected(into, words, edges)
                    doubt[row] = doubt[row] or bad
                    into.graph[row] = edges > 0
                    row += 1
                    into.begin[row] = cython.cast(cython.int, end + 1)
                    doubt[row] = into.graph[row] = 0
                    into.ids[row] = into.texts[row] = 0
                    into.first_word[row] = -1
                inside = tokens = bad = False
                edges = words = roots = lone = widest = 0
                at = end + 1
                continue
            inside = True
            if text[at] == 35:
                if tokens or comment(text, at, stop, row, into):
                    bad = True
                at = end + 1
                continue
            if not tokens:
                tokens = True
                into.first_word[row] = cython.cast(cython.int, at)
            if bad:
                at = end + 1
                continue
            # The number of the line: 0 a word, 1 a multiword token. One with an empty node is doubtful.
            y = at
            while y < stop and text[y] >= 48 and text[y] <= 57:
                y += 1
            value = number(text, at, y)
            sort = 0
            if y < stop and text[y] == 45:
                sort = 1
                close = y + 1
                while close < stop and text[close] >= 48 and text[close] <= 57:
                    close += 1
                second = number(text, y + 1, close)
                y = close
                if value != words + 1 or value <= widest or second < value:
                    bad = True
                widest = second
            elif value != words + 1:
                bad = True
            else:
                words += 1
            if y >= stop or text[y] != 9:
                bad = True
            column = 1
            a = y + 1
            while not bad and column < 10:
                b = a
                spaces = 0
                while b < stop and text[b] != 9:
                    if text[b] <= 32 or text[b] >= 0xC2:
                        if text[b] == 32:
                            spaces += 1
                            if b == a or b + 1 >= stop or text[b + 1] == 9 or text[b + 1] == 32:
                                bad = True
                        elif strange(text, b, stop):
                            bad = True
                    b += 1
                if b == a or (
                    spaces and ((column > 2 and column < 9) or (sort == 1 and column < 3))
                ):
                    bad = True
                elif column > 1 and column < 9 and sort == 1:
                    bad = b != a + 1 or text[a] != 95
                elif column == 6:
                    value = number(text, a, b)
                    roots += value == 0
                    bad = bad or value < 0
                elif column == 8:
                    if b == a + 1 and text[a] == 95:
                        lone += 1
                    else:
                        edges = graph_edges(text, a, b, words, edges, into)
                        bad = bad or edges < 0
                elif column == 9 and b - a > 1:
                    bad = bad or repeats(text, a, b)
                column += 1
                a = b + 1
            # After the last column there is nothing.
            if a != stop + 1 or column < 10:
                bad = True
            at = end + 1
        if inside:
            doubt[row] = 1
            into.graph[row] = edges > 0
            row += 1
        elif into.begin[row] < size:
            row += 1
    return row, carriage
