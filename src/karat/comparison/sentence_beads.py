"""Which sentences of two texts belong together, where sentence boundaries may differ.

A *bead* is a group of gold's sentences and a group of the system's that hold the same text: one and one
as a rule, one and several where the system splits a sentence, several and one where it merges them,
several and several where no boundary inside them coincides, and none on one side where a sentence is
missing or extra. Beads are as small as possible. They keep the order of both sides: a sentence that
stands elsewhere is missing at one place, and extra at the other.

A sentence is given by its characters without spaces. The empty text means that there is no parse; such
a sentence is not skipped, but stands for the sentence at its place.

A stretch of sentences is divided in the first of these ways that finds anything, and what lies between
the beads found is divided in the same way:

1. Both sides have the same characters, and a parse of every sentence: the boundaries decide.
2. There are as many on both sides. A sentence at its place is equal to the other's, or has no parse there;
   neighbours that differ are like each other, or have the same characters together, where boundaries
   decide; and few are equal to one elsewhere.
3. Both sides have the same characters.
4. Sentences at the beginning and the end are equal.
5. Equal sentences, which occur equally often on both sides: the longest series in order, by characters.
6. Sentences that share characters in a row (12, then 4), again the longest series in order.
7. In a short stretch, sentences that are like each other, the longest series in order.
8. Nothing is alike: sentences are paired as they stand, and those left over are missing or extra.

At last, neighbours are joined if text of one is on the other side of the boundary between them.

>>> [tuple(bead) for bead in beads(["dogsbark.", "catssleep."], ["dogsbark.catssleep."])]
[(0, 2, 0, 1)]
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from itertools import groupby
from typing import TypeAlias

from karat.comparison.bead import Bead, Texts
from karat.comparison.sentence_likeness import alike, in_place, mostly_moved, shared
from karat.comparison.sentence_neighbours import joined_where_moved, with_headlines
from karat.comparison.series import Link, heaviest

# How many characters in a row are looked for, which part of the shorter sentence's must be shared, and
# in how large a stretch, in characters. A dozen characters hardly ever recur by chance. Four do, so more
# of them must be the same, and in a long text they say nothing.
ROWS = ((12, 0.2, 1 << 31), (4, 0.4, 1 << 16))
# In a stretch with more characters than this, only one row of characters in eight is looked at.
LARGE = 1 << 21
# So many pairs of sentences at most are all compared with each other.
FEW = 1 << 10
_Way: TypeAlias = Callable[[Texts, Texts], list[Bead]]


def beads(gold: Texts, system: Texts) -> list[Bead]:
    """The sentences that belong together, in order; each sentence is in exactly one bead.

    >>> [bead.sizes for bead in beads(["yes.", "itrains."], ["itrains.", "hello."])]
    [(1, 0), (1, 1), (0, 1)]
    """
    # One order of the sides, so that it does not matter which is called gold.
    if list(system) < list(gold):
        return [Bead(*bead[2:], *bead[:2]) for bead in _found(system, gold)]
    return _found(gold, system)


def _found(gold: Texts, system: Texts) -> list[Bead]:
    found: list[Bead] = []
    gaps = [Bead(0, len(gold), 0, len(system))]
    while gaps:
        gap = gaps.pop()
        if min(gap.sizes) == 0 or gap.sizes == (1, 1):
            found += _as_they_stand(gap)
            continue
        ours = gold[gap.gold_first : gap.gold_last]
        theirs = system[gap.system_first : gap.system_last]
        inside = next(filter(None, (way(ours, theirs) for way in _WAYS)), [])
        placed = [_moved_by(bead, gap.gold_first, gap.system_first) for bead in inside]
        found += placed or _as_they_stand(gap)
        gaps += _between(gap, placed) if placed else []
    return joined_where_moved(gold, system, with_headlines(gold, system, sorted(found)))


def _moved_by(bead: Bead, gold: int, system: int) -> Bead:
    return Bead(
        bead.gold_first + gold,
        bead.gold_last + gold,
        bead.system_first + system,
        bead.system_last + system,
    )


def _between(gap: Bead, inside: Sequence[Bead]) -> list[Bead]:
    """What the beads inside a gap leave over."""
    begins = [
        (gap.gold_first, gap.system_first),
        *((one.gold_last, one.system_last) for one in inside),
    ]
    ends = [
        *((one.gold_first, one.system_first) for one in inside),
        (gap.gold_last, gap.system_last),
    ]
    rest = (Bead(a, c, b, d) for (a, b), (c, d) in zip(begins, ends, strict=True))
    return [one for one in rest if max(one.sizes)]


def _as_they_stand(gap: Bead) -> list[Bead]:
    """Pairs at the same place; the rest are missing or extra."""
    gold, system = range(gap.gold_first, gap.gold_last), range(gap.system_first, gap.system_last)
    pairs = [Bead(one, one + 1, other, other + 1) for one, other in zip(gold, system, strict=False)]
    missing = [Bead(one, one + 1, gap.system_last, gap.system_last) for one in gold[len(system) :]]
    extra = [Bead(gap.gold_last, gap.gold_last, one, one + 1) for one in system[len(gold) :]]
    return pairs + missing + extra


def _parsed_by_boundaries(gold: Texts, system: Texts) -> list[Bead]:
    """By boundaries, where no sentence lacks a parse, so that nothing but boundaries can differ."""
    return _by_boundaries(gold, system) if all(gold) and all(system) else []


def _at_their_places(gold: Texts, system: Texts) -> list[Bead]:
    """One and one, but for neighbours that differ and have other boundaries in the same text.

    >>> [bead.sizes for bead in _at_their_places(["a", "", "xy", "z"], ["", "a", "x", "yz"])]
    [(1, 1), (1, 1), (2, 2)]
    """
    both = [*zip(gold, system, strict=False)]
    if len(gold) != len(system) or mostly_moved(both):
        return []
    found, first = list[Bead](), 0
    for differ, some in groupby(both, lambda pair: all(pair) and pair[0] != pair[1]):
        last = first + len([*some])
        here = gold[first:last], system[first:last]
        recut = _by_boundaries(*here) if differ else []
        if differ and not recut and last - first > 1 and not in_place(*here):
            return []
        found += [_moved_by(bead, first, first) for bead in recut] or _as_they_stand(
            Bead(first, last, first, last)
        )
        first = last
    return found


def _by_boundaries(gold: Texts, system: Texts) -> list[Bead]:
    """The smallest groups with the same characters, if both sides have the same in all."""
    if "".join(gold) != "".join(system):
        return []
    found, one, other = list[Bead](), 0, 0
    while one < len(gold) or other < len(system):
        begin = one, other
        ours = theirs = 0
        # A sentence without text is a bead of its own, unless there is one on both sides.
        empty = [at < len(side) and not side[at] for side, at in ((gold, one), (system, other))]
        if any(empty):
            one, other = one + empty[0], other + empty[1]
        else:
            while not ours or ours != theirs:
                if ours <= theirs:
                    ours, one = ours + len(gold[one]), one + 1
                else:
                    theirs, other = theirs + len(system[other]), other + 1
        found.append(Bead(begin[0], one, begin[1], other))
    return found


def _equal_edges(gold: Texts, system: Texts) -> list[Bead]:
    """The equal sentences at the beginning, and those at the end."""
    both, most = list(zip(gold, system, strict=False)), min(len(gold), len(system))
    head = next((at for at, (one, other) in enumerate(both) if one != other), most)
    ends = zip(range(most - head), reversed(gold), reversed(system), strict=False)
    tail = next((at for at, one, other in ends if one != other), most - head)
    return [
        *_as_they_stand(Bead(0, head, 0, head)),
        *_as_they_stand(Bead(len(gold) - tail, len(gold), len(system) - tail, len(system))),
    ]


def _equal_sentences(gold: Texts, system: Texts) -> list[Bead]:
    links = [
        Link(one, other, len(gold[one]))
        for one, other in _partners(_places(enumerate(gold)), _places(enumerate(system)))
    ]
    return [Bead(one, one + 1, other, other + 1) for one, other, _ in heaviest(links)]


def _sharing(size: int, share: float, most: int, gold: Texts, system: Texts) -> list[Bead]:
    """Sentences that share rows of ``size`` characters, grouped where one shares them with several."""
    characters = sum(map(len, gold)) + sum(map(len, system))
    if characters > most:
        return []
    few = characters > LARGE
    ours, theirs = ([_rows(text, size, few) for text in side] for side in (gold, system))
    shared = Counter(
        _partners(
            *(
                _places((at, row) for at, rows in enumerate(side) for row in rows)
                for side in (ours, theirs)
            )
        )
    )
    links = [
        Link(one, other, count)
        for (one, other), count in shared.items()
        if count >= share * min(len(ours[one]), len(theirs[other]))
    ]
    found: list[Bead] = []
    for one, other, _ in heaviest(links):
        last = found[-1] if found else Bead(0, 0, 0, 0)
        if one >= last.gold_last and other >= last.system_last:
            found.append(Bead(one, one + 1, other, other + 1))
        else:
            found[-1] = last._replace(gold_last=one + 1, system_last=other + 1)
    return found


def _like_each_other(gold: Texts, system: Texts) -> list[Bead]:
    """Pairs of sentences that are like each other, if there are few to try."""
    if len(gold) * len(system) > FEW:
        return []
    links = [
        # Of repeated sentences, the first ones count, and those at like places.
        Link(one, other, (shared(ours, theirs) << 32) - one**2 - other**2)
        for one, ours in enumerate(gold)
        for other, theirs in enumerate(system)
        if ours and theirs and alike(ours, theirs)
    ]
    return [Bead(one, one + 1, other, other + 1) for one, other, _ in heaviest(links, once=True)]


_WAYS: tuple[_Way, ...] = (
    _parsed_by_boundaries,
    _at_their_places,
    _by_boundaries,
    _equal_edges,
    _equal_sentences,
    *(partial(_sharing, *row) for row in ROWS),
    _like_each_other,
)


def _rows(text: str, size: int, few: bool) -> list[str]:
    """All rows of ``size`` characters, or a few of them, chosen by their first character."""
    rows = [text[at : at + size] for at in range(max(1, len(text) - size + 1))]
    return [row for row in rows if ord(row[0]) % 8 == 0] if few and text else rows


def _places(numbered: Iterable[tuple[int, str]]) -> dict[Hashable, list[int]]:
    """The sentences in which each text occurs, in order; the empty text is left out."""
    found: dict[Hashable, list[int]] = defaultdict(list)
    for number, text in numbered:
        if text:
            found[text].append(number)
    return found


def _partners(
    gold: dict[Hashable, list[int]], system: dict[Hashable, list[int]]
) -> Iterable[tuple[int, int]]:
    """The sentences of both sides that have the same; what one side has more often has no partner."""
    for key, ours in gold.items():
        theirs = system.get(key, ())
        if len(ours) == len(theirs):
            yield from zip(ours, theirs, strict=True)
