"""Which sentences belong together, in cases small enough to decide by eye."""

import random
import time
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest

from effort import slow
from karat.comparison.bead import Bead
from karat.comparison.sentence_beads import beads
from karat.comparison.sentence_likeness import alike, in_place, moved
from karat.comparison.series import Link, heaviest

DOG, CAT, RAIN = "thedogbarksatnight.", "thecatsleepsallday.", "itrainedinthemorning."

CASES = {
    "the same": ([DOG, CAT], [DOG, CAT], "1-1 1-1"),
    "one is missing at the beginning": ([DOG, CAT, RAIN], [CAT, RAIN], "1-0 1-1 1-1"),
    "one is missing in the middle": ([DOG, CAT, RAIN], [DOG, RAIN], "1-1 1-0 1-1"),
    "one is missing at the end": ([DOG, CAT, RAIN], [DOG, CAT], "1-1 1-1 1-0"),
    "one is extra": ([DOG, RAIN], [DOG, CAT, RAIN], "1-1 0-1 1-1"),
    "one is extra before the first": ([DOG, RAIN], [CAT, DOG, RAIN], "0-1 1-1 1-1"),
    "no parse of the second": ([DOG, CAT, RAIN], [DOG, "", RAIN], "1-1 1-1 1-1"),
    "nothing but a blank line more": ([DOG, RAIN], [DOG, "", RAIN], "1-1 0-1 1-1"),
    "split": ([DOG + CAT, RAIN], [DOG, CAT, RAIN], "1-2 1-1"),
    "merged": ([DOG, CAT, RAIN], [DOG + CAT, RAIN], "2-1 1-1"),
    "three merged": ([DOG, CAT, RAIN], [DOG + CAT + RAIN], "3-1"),
    "boundaries that do not coincide": ([DOG + "then", CAT, RAIN], [DOG, "then" + CAT, RAIN], "2-2 1-1"),
    "split, with a letter changed": (
        [DOG + CAT, RAIN],
        [DOG.replace("k", "c"), CAT.replace("y", "i"), RAIN],
        "1-2 1-1",
    ),
    "merged, with a letter changed": ([DOG, CAT, RAIN], [(DOG + CAT).replace("k", "c"), RAIN], "2-1 1-1"),
    "a short sentence merged, with a letter changed": (
        [DOG, "no.", RAIN],
        [DOG.replace("k", "c") + "no.", RAIN],
        "2-1 1-1",
    ),
    "a boundary moved, with letters changed": (
        [DOG.replace("dog", "hog") + "then", CAT, RAIN],
        [DOG, "then" + CAT.replace("day", "week"), RAIN],
        "2-2 1-1",
    ),
    "all are damaged": (
        [DOG, CAT, RAIN],
        [one.replace("a", "").replace(".", "") for one in (DOG, CAT, RAIN)],
        "1-1 1-1 1-1",
    ),
    "the second is another sentence": ([DOG, CAT, RAIN], [DOG, "somethingelse!", RAIN], "1-1 1-1 1-1"),
    "repeated, one missing": (["yes.", "yes."], ["yes."], "1-1 1-0"),
    "repeated, around others": (["yes.", DOG, "yes.", CAT], ["yes.", DOG, CAT], "1-1 1-1 1-0 1-1"),
    "neighbours alike, shifted": (
        [f"item{n}." for n in (1, 2, 3, 4)],
        [f"item{n}." for n in (2, 3, 4, 5)],
        "1-0 1-1 1-1 1-1 0-1",
    ),
    "neighbours alike, at their places": (
        [f"item{n}." for n in (1, 2, 3, 4)],
        [f"item{n}" for n in (1, 2, 3, 4)],
        "1-1 1-1 1-1 1-1",
    ),
    "the first stands last": ([RAIN, CAT, DOG], [CAT, DOG, RAIN], "1-0 1-1 1-1 0-1"),
    "nothing on one side": ([DOG, CAT], [], "1-0 1-0"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_beads(case: str) -> None:
    """In both directions."""
    gold, system, expected = CASES[case]
    assert " ".join("{}-{}".format(*bead.sizes) for bead in beads(gold, system)) == expected
    back = [Bead(*bead[2:], *bead[:2]) for bead in beads(system, gold)]
    assert sorted(back) == sorted(beads(gold, system))


def test_order_is_not_repaired() -> None:
    """Of sentences in reverse order at most one finds its counterpart."""
    gold = [DOG, CAT, RAIN, "wesawthem.", "shelaughed."]
    found = beads(gold, gold[::-1])
    same = [
        b for b in found if b.sizes == (1, 1) and gold[b.gold_first] == gold[::-1][b.system_first]
    ]
    assert len(same) == 1


@pytest.mark.parametrize("size", [20_000, *slow(100_000)])
def test_long_files(size: int) -> None:
    """Very many sentences, and one more at the beginning."""
    gold = [f"sentence{number}of{number * number}." for number in range(size)]
    begin = time.process_time()
    found = beads(gold, ["hello.", *gold])
    assert time.process_time() - begin < 10
    assert [bead.sizes for bead in found] == [(0, 1), *[(1, 1)] * len(gold)]


def test_likeness() -> None:
    """A sentence may lose words and letters; another sentence is not like it."""
    assert alike(DOG, DOG.replace("atnight", ""))
    assert alike(DOG, "")
    assert not alike(DOG, RAIN)
    assert in_place([DOG, CAT], [DOG, ""])
    assert not in_place([DOG, CAT], [CAT, DOG])
    assert not in_place([DOG, CAT], [DOG])


def test_moved() -> None:
    """A word after the boundary is not a word that is missing."""
    assert moved((DOG + "then", CAT), (DOG, "then" + CAT))
    assert moved((DOG, "then" + CAT), (DOG + "then", CAT))
    assert not moved((DOG + "then", CAT), (DOG, CAT))
    assert not moved((DOG, CAT), (DOG, "then" + CAT))


def test_headlines_that_the_system_has_in_one_with_the_next_sentence() -> None:
    """Short sentences, with few characters in a row that are the same, are not missing."""
    gold = ["rain.", "newsin", "brief.", "thedogthatbarkedatnightsleepsallday.", "yes."]
    system = ["rain.", "newsnbrief.thedogthatbarkedatnightsleepsallday.", "yes."]
    assert [bead.sizes for bead in beads(gold, system)] == [(1, 1), (3, 1), (1, 1)]
    other = ["rain.", "thedogthatbarkedatnightsleepsallday.", "yes."]
    assert [bead.sizes for bead in beads(gold, other)] == [
        (1, 1), (1, 0), (1, 0), (1, 1), (1, 1),
    ]  # fmt: skip


@pytest.mark.parametrize("once", [False, True])
def test_the_heaviest_series_by_trying_all(once: bool) -> None:
    """Links with small numbers, as many equal ones as possible."""
    chance = random.Random(5)
    for _ in range(150):
        drawn = {(chance.randrange(4), chance.randrange(4)) for _ in range(chance.randrange(8))}
        links = [Link(*one, chance.randrange(1, 4)) for one in sorted(drawn)]
        found = heaviest(links, once=once)
        assert in_order(found, once)
        some = (part for size in range(len(links) + 1) for part in combinations(links, size))
        most = max(sum(one.weight for one in part) for part in some if in_order(part, once))
        assert sum(one.weight for one in found) == most


def in_order(links: Sequence[Link], once: bool) -> bool:
    """Whether neither side goes back; with ``once``, whether both go on."""
    steps = [(b.gold - a.gold, b.system - a.system) for a, b in pairwise(links)]
    return all(min(step) >= int(once) for step in steps)
