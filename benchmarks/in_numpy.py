"""Kernels written again with NumPy, to measure what each kernel is worth: see ``kernels.py``.

Each function takes the arguments of its kernel, ignores scratch, and gives the same result.
"""

import numpy as np

from karat.model.columns import Flags, Ints, Longs
from partly_in_numpy import PARTLY, Loop


def around_words(
    token_offset: Ints, span_offset: Ints, start: Ints, end: Ints, parent: Ints, result: Ints
) -> None:
    """The last bracket that has begun, or the first around it that has not ended."""
    first = np.repeat(token_offset[:-1], np.diff(span_offset))
    begun = np.cumsum(np.bincount(first + start, minlength=len(result) + 1))
    ends, above = first + end, _rows(span_offset, parent)
    result[:] = begun[: len(result)] - 1
    words = np.flatnonzero(result >= 0)
    while len(words):
        words = words[ends[result[words]] <= words]
        result[words] = above[result[words]]
        words = words[result[words] >= 0]


def parents(offset: Ints, start: Ints, end: Ints, result: Ints) -> None:
    """A bracket is as deep as there are brackets before it, less those that have ended."""
    last = np.zeros(len(offset) - 1, np.int64)
    np.maximum.at(last, np.repeat(np.arange(len(last)), np.diff(offset)), end)
    first = np.repeat(np.cumsum(last) - last, np.diff(offset))
    ended = np.cumsum(np.bincount(first + end, minlength=1))
    depth = np.arange(len(start)) - ended[first + start]
    result[:] = -1
    outer = np.flatnonzero(depth == 0)
    base = np.repeat(offset[:-1], np.diff(offset))
    for level in range(1, int(depth.max(initial=0)) + 1):
        inner = np.flatnonzero(depth == level)
        result[inner] = outer[np.searchsorted(outer, inner) - 1] - base[inner]
        outer = inner


def nearest_kept(offset: Ints, parent: Ints, keep: Flags, _: Ints, result: Ints) -> None:
    """Look one bracket higher until it is one that is kept."""
    stays = np.append(keep.view(np.bool_), True)
    above = _rows(offset, parent)
    lost = np.flatnonzero(~stays[above])
    while len(lost):
        above[lost] = above[above[lost]]
        lost = lost[~stays[above[lost]]]
    rows = np.flatnonzero(stays[:-1])
    number = np.append(np.cumsum(stays[:-1]) - 1, -1)
    first = np.searchsorted(rows, np.repeat(offset[:-1], np.diff(offset))[rows])
    result[:] = np.where(above[rows] >= 0, number[above[rows]] - first, -1)


def redundant(
    offset: Ints, start: Ints, end: Ints, label: Ints, unnamed: Flags, result: Flags
) -> None:
    """Wide brackets over the same words follow each other; the first with a name stays."""
    width = end - start
    result[:] = np.minimum(width, 1) + 1
    wide = np.flatnonzero(width > 1)
    if not len(wide):
        return
    new = np.ones(len(wide), np.bool_)
    new[1:] = (np.diff(start[wide]) != 0) | (np.diff(end[wide]) != 0)
    begins = np.searchsorted(wide, offset[1:-1])
    new[begins[begins < len(wide)]] = True
    place = np.arange(len(wide))
    place[unnamed[label[wide]] != 0] += len(wide)
    stays = np.minimum.reduceat(place, np.flatnonzero(new)) % len(wide)
    result[wide] = 3
    result[wide[stays]] = 0


def _rows(offset: Ints, parent: Ints) -> Ints:
    first = np.repeat(offset[:-1], np.diff(offset))
    return np.where(parent >= 0, parent + first, -1).astype(np.int32)


def preorder(offset: Ints, head: Ints, _: Ints, __: Ints, rank: Ints, last: Ints) -> None:
    """Sizes from the leaves up, numbers from the roots down, one level of all trees at a time."""
    numbers, size, _ = _numbered(_rows(offset, head), np.repeat(offset[:-1], np.diff(offset)))
    rank[:] = numbers
    last[:] = numbers + size - 1


def _numbered(parent: Ints, group: Ints) -> tuple[Longs, Longs, Longs]:
    """The place of each node in pre-order, from the first of its group on; its size; its depth."""
    nodes = len(parent)
    levels = [np.flatnonzero(parent < 0)]
    depth = np.zeros(nodes, np.int64)
    by_parent = np.argsort(parent, kind="stable")
    counts = np.bincount(parent[parent >= 0], minlength=nodes)
    begin = len(levels[0]) + np.cumsum(counts) - counts
    while len(levels[-1]):
        above = levels[-1]
        sizes = counts[above]
        starts = np.cumsum(sizes) - sizes
        here = np.arange(int(sizes.sum())) + np.repeat(begin[above] - starts, sizes)
        levels.append(by_parent[here])
        depth[levels[-1]] = len(levels) - 1
    size = np.ones(nodes, np.int64)
    for level in levels[:0:-1]:
        np.add.at(size, parent[level], size[level])
    total = np.cumsum(size[by_parent]) - size[by_parent]
    before = np.empty(nodes, np.int64)
    before[by_parent] = total
    rank = np.empty(nodes, np.int64)
    roots = levels[0]
    if len(roots):
        starts = np.append(True, group[roots][1:] != group[roots][:-1])
        rank[roots] = before[roots] - np.maximum.accumulate(np.where(starts, before[roots], 0))
    for level in levels[1:-1]:
        eldest = before[by_parent[begin[parent[level]]]]
        rank[level] = rank[parent[level]] + 1 + before[level] - eldest
    return rank, size, depth


def blocks(
    parent: Ints,
    words: int,
    _: Ints,
    __: Ints,
    ___: None,
    parts: Ints,
    start: Ints,
    end: Ints,
    node: Ints,
) -> int:
    """Neighbours meet in the lowest node above both; a block reaches as far as these are below it."""
    rank, size, depth = _numbered(parent, np.zeros(len(parent), np.int32))
    meeting = _meetings(parent, depth, words)
    count = np.bincount(meeting[meeting >= 0], minlength=len(parent))
    own = np.zeros(len(parent) + 1, np.int64)
    own[rank + 1] = (np.arange(len(parent)) < words) - count
    below = np.cumsum(own)
    parts[:] = below[rank + size] - below[rank]
    pairs = np.flatnonzero(meeting >= 0)
    met = meeting[pairs]
    low, high = _reach(
        np.where(meeting >= 0, rank[meeting], -1), pairs, rank[met], (rank + size)[met]
    )
    order = np.lexsort((pairs, (rank + size - 1 - depth)[met]))
    low, high, met = low[order], high[order], met[order]
    new = np.ones(len(order), np.bool_)
    new[1:] = (low[1:] != low[:-1]) | (met[1:] != met[:-1])
    found = int(np.count_nonzero(new))
    start[:found], end[:found], node[:found] = low[new], high[new], met[new]
    return found


def _meetings(parent: Ints, depth: Longs, words: int) -> Longs:
    """For each word but the last, the lowest node above it and the next word; -1: none is."""
    one, two = np.arange(words - 1), np.arange(1, words)
    rows = np.flatnonzero(one != two)
    while len(rows):
        a, b = one[rows], two[rows]
        deeper = depth[a] - depth[b]
        one[rows] = np.where(deeper >= 0, parent[a], a)
        two[rows] = np.where(deeper <= 0, parent[b], b)
        rows = rows[(one[rows] != two[rows]) & (one[rows] >= 0) & (two[rows] >= 0)]
    return np.where(one == two, one, -1)


def _reach(values: Longs, at: Longs, least: Longs, most: Longs) -> tuple[Longs, Longs]:
    """How far around each place the values are from ``least`` up to ``most``, by doubled steps."""
    lows, highs = [values], [values]
    while True:
        step = 1 << (len(lows) - 1)
        if step >= len(values):
            break
        lows.append(np.minimum(lows[-1][:-step], lows[-1][step:]))
        highs.append(np.maximum(highs[-1][:-step], highs[-1][step:]))
        if not ((lows[-1] >= 0).any()):
            break
    left, right = at.copy(), at + 1
    for power in range(len(lows) - 1, -1, -1):
        step, low, high = 1 << power, lows[power], highs[power]
        to = left - step
        fine = to >= 0
        where = np.where(fine, to, 0)
        left = np.where(fine & (low[where] >= least) & (high[where] < most), to, left)
        fine = right + step <= len(values)
        where = np.where(fine, right, 0)
        right += step * (fine & (low[where] >= least) & (high[where] < most))
    return left, right + 1


def lineages(
    words: Ints, offset: Ints, first: Ints, second: Ints, label: Ints,
    _: Ints, ends: Longs, symbols: Ints,
) -> None:  # fmt: skip
    """A row for each word of each constituent; depths say where in the word's lineage it goes."""
    base = np.repeat(np.cumsum(words) - words, np.diff(offset))
    rows = np.flatnonzero((second > first) & np.repeat(words > 0, np.diff(offset)))
    begin, end, width = (base + first)[rows], (base + second)[rows], (second - first)[rows]
    ended = np.cumsum(np.bincount(end, minlength=len(ends) + 1))
    depth = np.arange(len(rows)) - ended[begin]
    one = np.repeat(np.arange(len(rows)), width)
    word = np.arange(len(one)) - np.repeat(np.cumsum(width) - width - begin, width)
    # The depths of the highest constituents that begin and end with each word; -1: none does.
    begins, closes = np.full((2, len(ends)), -1)
    begins[begin[::-1]] = depth[::-1]
    closes[end[::-1] - 1] = depth[::-1]
    count = np.bincount(word, minlength=len(ends))
    ends[:] = np.cumsum(count + (begins >= 0) + (closes >= 0))
    # The outermost symbol of each word, without the mark that may follow it.
    top = ends - 1 - (closes == 0)

    def place(words: Longs, depths: Longs) -> Longs:
        marks = (depths > begins[words]) & (begins[words] >= 0)
        return top[words] - depths - marks - ((depths >= closes[words]) & (closes[words] > 0))

    symbols[place(word, depth[one])] = label[rows[one]] + 4
    at = np.flatnonzero(begins >= 0)
    symbols[place(at, begins[at]) - 1] = 0
    at = np.flatnonzero(closes >= 0)
    symbols[place(at, closes[at]) + 1] = 1


def distances(
    symbols: Ints, offset: Longs, one: Ints, two: Ints, kind: Ints,
    move: int, replace: int, alike: int, _: Longs, result: Longs, most: int,
) -> bool:  # fmt: skip
    """Without the common ends, all pairs of about the same size at once, a row at a time."""
    starts, sizes = [offset[one], offset[two]], [np.diff(offset)[side] for side in (one, two)]
    for from_end in (False, True):
        common = _common(symbols, starts, sizes, from_end)
        sizes = [size - common for size in sizes]
        starts = starts if from_end else [start + common for start in starts]
    result[:] = move * (sizes[0] + sizes[1])
    longest = np.where(np.minimum(*sizes) > 0, np.maximum(*sizes), 0)
    for power in range(1, int(longest.max(initial=0)).bit_length() + 1):
        some = np.flatnonzero((longest >= 1 << power >> 1) & (longest < 1 << power))
        if len(some):
            a_size, b_size = (size[some] for size in sizes)
            a = _padded(symbols, starts[0][some], a_size)
            b = _padded(symbols, starts[1][some], b_size)
            result[some] = _edits(a, b, a_size, b_size, kind, (move, replace, alike))
    return bool((sizes[0] * sizes[1]).sum() <= most)


def _common(symbols: Ints, starts: list[Longs], sizes: list[Longs], from_end: bool) -> Longs:
    """How many symbols at the beginning, or at the end, two sequences have in common."""
    one, two = (a + b - 1 if from_end else a for a, b in zip(starts, sizes, strict=True))
    least = np.minimum(*sizes)
    found = np.zeros(len(one), np.int64)
    rows = np.flatnonzero(least > 0)
    while len(rows):
        step = -found[rows] if from_end else found[rows]
        rows = rows[symbols[one[rows] + step] == symbols[two[rows] + step]]
        found[rows] += 1
        rows = rows[found[rows] < least[rows]]
    return found


def _padded(symbols: Ints, start: Longs, size: Longs) -> Ints:
    at = start[:, None] + np.arange(int(size.max(initial=0)))
    return symbols[np.minimum(at, len(symbols) - 1)]


def _edits(
    a: Ints, b: Ints, a_size: Longs, b_size: Longs, kind: Ints, costs: tuple[int, int, int]
) -> Longs:
    move, replace, alike = costs
    place = move * np.arange(b.shape[1] + 1)
    row = np.broadcast_to(place, (len(b), b.shape[1] + 1)).copy()
    result = np.where(a_size == 0, b_size * move, 0)
    for i in range(a.shape[1]):
        here = a[:, i, None]
        change = np.where(here == b, 0, np.where(kind[here] == kind[b], alike, replace))
        new = row + move
        np.minimum(new[:, 1:], row[:, :-1] + change, out=new[:, 1:])
        # An insertion may follow any other: the least of all places to the left.
        row = np.minimum.accumulate(new - place, axis=1) + place
        ended = np.flatnonzero(a_size == i + 1)
        result[ended] = row[ended, b_size[ended]]
    return result


def sums_by_key(key: Ints, sentence: Ints, lost: Flags, values: Flags, out: Longs) -> None:
    """Count by one number, made of both."""
    size = out.shape[1]
    place = size * lost[sentence].astype(np.int64) + key
    out += np.bincount(place, values, 2 * size).reshape(2, size).astype(np.int64)


IN_NUMPY: dict[str, Loop] = {
    **PARTLY,
    "trees.around_words": around_words,
    "trees.parents": parents,
    "trees.nearest_kept": nearest_kept,
    "trees.redundant": redundant,
    "edges.preorder": preorder,
    "yields.blocks": blocks,
    "lineages.lineages": lineages,
    "lineages.distances": distances,
    "spans.sums_by_key": sums_by_key,
}
