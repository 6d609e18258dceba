"""Kernels of words and heads, of which NumPy does only a part: see ``in_numpy.py``.

Most of the work is done for all rows at once. The rest, which is rare, is left to the kernel's source
as plain Python: ``PLAIN`` holds these.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from karat.kernels.words import LEFT_BEHIND
from karat.model.columns import Bools, Bytes, Flags, Ints, Longs, Numbers

Loop = Callable[..., Any]
PLAIN: dict[str, Loop] = {}


class Words(NamedTuple):
    """The columns of ``kernels.words.Words``."""

    text: Bytes
    start: Ints
    end: Ints
    tag: Ints


class Trees(NamedTuple):
    """The columns of ``kernels.erase.Trees``."""

    token_offset: Ints
    span_offset: Ints
    start: Ints
    end: Ints
    parent: Ints


class Rules(NamedTuple):
    """The columns of ``kernels.heads.Rules``."""

    step_begin: Ints
    side: Flags
    conditional: Flags
    of: Flags
    when: Flags
    unless: Flags
    separator: Flags
    family: Flags
    shared: Flags
    leaning: Flags
    mixed: Flags


def look_up(words: Words, wanted: Flags, lexicon: Ints, result: Ints) -> None:
    """Find the distinct words, and look up each of them once."""
    rows, where = _distinct(words)
    found = np.empty(len(rows), np.int32)
    PLAIN["words.look_up"](_some(words, rows), wanted, lexicon, found)
    result[:] = found[where]


def classify(words: Words, *tables: Numbers) -> None:
    """Find the distinct words, and classify each of them once; the result is the last column."""
    rows, where = _distinct(words)
    found = np.empty(len(rows), np.int32)
    PLAIN["words.classify"](_some(words, rows), *tables[:-1], found)
    tables[-1][:] = found[where]


def marked(words: Words, mark: Flags, result: Flags) -> None:
    """Take the first and the last byte of every word."""
    first = words.text.take(words.start, mode="clip")
    last = words.text.take(words.end - 1, mode="clip")
    found = (mark.take(first) & 1 > 0) | (mark.take(last) & 2 > 0)
    result[:] = found & (words.end - words.start > 1)


def dashes(text: Bytes, places: Ints) -> int:
    """Compare all bytes with their neighbours."""
    hyphen, last = text == ord("-"), np.flatnonzero(text == 0x94)
    last = last[last > 1]
    long = last[(text[last - 1] == 0x80) & (text[last - 2] == 0xE2)] - 2
    found = np.sort(np.concatenate([np.flatnonzero(hyphen[1:] & hyphen[:-1]), long]))
    places[: len(found)] = found
    return len(found)


def _some(words: Words, rows: Longs) -> Any:
    columns = words.text, words.start[rows], words.end[rows], words.tag[rows]
    return PLAIN["words.Words"](*columns)


def _distinct(words: Words) -> tuple[Longs, Longs]:
    """The first place of each pair of form and tag, and the number of the pair at each place."""
    length = words.end - words.start
    key = words.tag.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + length.astype(np.uint64)
    rows = np.flatnonzero(length > 0)
    for at in range(int(length.max(initial=0))):
        rows = rows[length[rows] > at]
        byte = words.text[words.start[rows] + at]
        key[rows] = (key[rows] ^ byte) * np.uint64(0x100000001B3)
    _, first, where = np.unique(key, return_index=True, return_inverse=True)
    return first, where


def settle(codes: Flags, trees: Trees, kept_start: Ints, kept_end: Ints, *scratch: Numbers) -> None:
    """Find the sentences with adverbs that were left behind; the rest is the plain source."""
    left = np.flatnonzero(codes == LEFT_BEHIND)
    sentences = np.unique(np.searchsorted(trees.token_offset, left, "right") - 1)
    loop, kind = PLAIN["erase.settle"], PLAIN["erase.Trees"]
    for one in sentences.tolist():
        offsets = trees.token_offset[one : one + 2], trees.span_offset[one : one + 2]
        columns = trees.start, trees.end, trees.parent
        loop(codes, kind(*offsets, *columns), kept_start, kept_end, *scratch)


def govern(
    begin: Longs, items: Ints, kind: Ints, category: Ints, rules: Rules, coordination: int,
    allowed: Flags, chosen: Ints, governor: Ints, joined: Flags,
) -> None:  # fmt: skip
    """Try the steps of all brackets one after the other; coordinations and adverbs are the plain source."""
    rows = np.flatnonzero(np.diff(begin) > 0)
    owner = np.repeat(np.arange(len(category)), np.diff(begin))
    head = begin[:-1].copy()
    first, last = (rules.step_begin[category + more] for more in (0, 1))
    joined[:] = 0
    step = 0
    while len(rows):
        rows = rows[first[rows] + step < last[rows]]
        here = first[rows] + step
        inside, starts = _items(begin, rows)
        of_row = np.repeat(here, np.diff(begin)[rows])
        fits = _fits(kind[inside], of_row, starts, here, rules)
        from_left = np.where(fits, inside, len(kind))
        found = np.minimum.reduceat(from_left, starts) if len(rows) else from_left
        right = np.maximum.reduceat(np.where(fits, inside, -1), starts) if len(rows) else found
        found = np.where(rules.side[here] == 0, found, right)
        done = (found >= 0) & (found < len(kind))
        head[rows[done]] = found[done]
        rows, step = rows[~done], step + 1
    full = np.flatnonzero(np.diff(begin) > 0)
    if coordination == 1:
        before = rules.separator[kind[np.maximum(head[full] - 1, 0)]] == 1
        full_head = head[full]
        head[full] = np.where((full_head > begin[full] + 1) & before, full_head - 2, full_head)
    governor[:] = head[owner]
    governor[head[full]] = -1
    if coordination == 2:
        inner = (rules.separator[kind] == 1) | (rules.leaning[kind] != 0)
        inner[begin[full]] = inner[begin[full + 1] - 1] = False
        loop, plain_rules = PLAIN["heads.govern"], PLAIN["heads.Rules"](*rules)
        for row in np.unique(owner[inner]).tolist():
            part = begin[row : row + 2], items, kind, category[row : row + 1], plain_rules
            loop(*part, coordination, allowed, chosen, governor, joined)


def _items(begin: Longs, rows: Longs) -> tuple[Longs, Longs]:
    """The items of some brackets, one bracket after the other, and where each begins in that."""
    sizes = np.diff(begin)[rows]
    starts = np.cumsum(sizes) - sizes
    return np.arange(int(sizes.sum())) + np.repeat(begin[rows] - starts, sizes), starts


def _fits(kind: Ints, step: Ints, starts: Longs, of_bracket: Ints, rules: Rules) -> Bools:
    """Which items are in the set of the step of their bracket, if that is allowed."""
    fits = rules.of[step, kind] != 0
    conditional = rules.conditional[of_bracket]
    if len(starts) and conditional.any():
        when = np.bitwise_or.reduceat(rules.when[step, kind], starts) != 0
        unless = np.bitwise_or.reduceat(rules.unless[step, kind], starts) != 0
        refused = (conditional & 1 != 0) & ~when | (conditional & 2 != 0) & unless
        fits &= ~np.repeat(refused, np.diff(np.append(starts, len(kind))))
    return fits


def refine(begin: Longs, kind: Ints, role: Flags, governor: Ints, *scratch: Ints) -> None:
    """Find the brackets with a name, a title or a hyphen; the rest is the plain source."""
    owner = np.repeat(np.arange(len(begin) - 1), np.diff(begin))
    roles = role[kind]
    loop = PLAIN["heads.refine"]
    for row in np.unique(owner[(roles != 0) & (roles != 4) & (roles < 9)]).tolist():
        loop(begin[row : row + 2], kind, role, governor, *scratch)


PARTLY: dict[str, Loop] = {
    "words.Words": Words,
    "erase.Trees": Trees,
    "heads.Rules": Rules,
    "words.look_up": look_up,
    "words.classify": classify,
    "words.marked": marked,
    "words.dashes": dashes,
    "erase.settle": settle,
    "heads.govern": govern,
    "heads.refine": refine,
}
