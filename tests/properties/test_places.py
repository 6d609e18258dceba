"""Where both files have as many sentences, a parse belongs to the sentence at its place.

Only text at the wrong side of a boundary says otherwise; a missing or unreadable parse never does.
"""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import karat
from effort import tries
from karat.comparison.laid_over import laid_over
from karat.comparison.sentence_beads import beads
from karat.comparison.standing import at_their_places, standing
from karat.model.bank import Bank
from karat.model.labels import BOUNDARY

# Few and short words, so that sentences recur, and one is the beginning or the end of another.
WORDS = st.lists(st.sampled_from(["a", "ab", "b", "the", "dog"]), min_size=1, max_size=3)
PARSES = ["same", "same", "same", "no gold", "no parse", "neither"]
NO_GOLD, NO_PARSE = ("no gold", "neither"), ("no parse", "neither")
PLACES = st.lists(st.tuples(WORDS, st.sampled_from(PARSES)), min_size=1, max_size=9)
Places = list[tuple[list[str], str]]
SCHEMES = ["flat", "parseval", "evalb(failed=align)", "tags", "leafancestor", "deps", "chunks"]


def tree(words: list[str]) -> str:
    return f"(S {' '.join(f'(N {word})' for word in words)})"


def sides(places: Places) -> tuple[list[str], list[str]]:
    """The lines of gold and of the system; gold without a tree cannot be read."""
    gold = [f"{tree(words)})" if parse in NO_GOLD else tree(words) for words, parse in places]
    system = ["" if parse in NO_PARSE else tree(words) for words, parse in places]
    return gold, system


def bank(lines: list[str]) -> Bank:
    return karat.read_text("".join(f"{line}\n" for line in lines), layout="lines")


def texts(places: Places) -> tuple[list[str], list[str]]:
    gold = ["" if parse in NO_GOLD else "".join(words) for words, parse in places]
    system = ["" if parse in NO_PARSE else "".join(words) for words, parse in places]
    return gold, system


@settings(max_examples=tries(600))
@given(PLACES)
def test_a_missing_parse_moves_nothing(places: Places) -> None:
    """Sentences are equal, or missing on either side: each stays where it is."""
    gold, system = map(bank, sides(places))
    assert at_their_places(gold, system)
    assert [bead.sizes for bead in beads(*texts(places))] == [(1, 1)] * len(places)
    here = [(at, at + 1, at, at + 1) for at in range(len(places))]
    assert [*laid_over(gold, system).beads] == here


@pytest.mark.parametrize("scheme", SCHEMES)
@settings(max_examples=tries(60))
@given(places=PLACES)
def test_counts_are_those_of_each_sentence_alone(scheme: str, places: Places) -> None:
    gold, system = sides(places)
    whole = karat.score(gold, system, scheme)
    alone = [karat.score([one], [other], scheme) for one, other in zip(gold, system, strict=True)]
    assert whole.sentences["scored"] == sum(parse == "same" for _, parse in places)
    for name, count in whole.counts.items():
        assert count == sum(one.counts[name] for one in alone), name


@settings(max_examples=tries(600))
@given(PLACES, st.data())
def test_two_blocks_with_missing_parses_say_what_the_whole_says(
    places: Places, data: st.DataObject
) -> None:
    gold, system = sides(places)
    # Another sentence's words here and there, so that some sentences differ.
    for at in data.draw(st.sets(st.integers(0, len(places) - 1), max_size=4)):
        system[at] = tree(data.draw(WORDS))
    cut = data.draw(st.integers(0, len(places)))
    parts = [(gold[:cut], system[:cut]), (gold[cut:], system[cut:])]
    first, second = (standing(bank(one), bank(other)) for one, other in parts)
    assert first + second == standing(bank(gold), bank(system))


@settings(max_examples=tries(300))
@given(
    before=PLACES,
    after=PLACES,
    sizes=st.lists(st.integers(1, 5), min_size=2, max_size=4),
    shift=st.integers(1, 4),
)
def test_other_boundaries_at_one_place_leave_the_rest(
    before: Places, after: Places, sizes: list[int], shift: int
) -> None:
    """A text whose first boundary is elsewhere; sentences before and after it are at their places."""
    words = [f"word{number}x{number * 7919}" for number in range(sum(sizes) + 5)]
    cuts = [0, *(sum(sizes[:at]) + 5 for at in range(1, len(sizes))), len(words)]
    other = [0, cuts[1] - shift, *cuts[2:]]
    inside = [[words[a:b] for a, b in pairwise(places)] for places in (cuts, other)]
    gold, system = (
        [*one, *("".join(some) for some in middle), *two]
        for one, middle, two in zip(texts(before), inside, texts(after), strict=True)
    )
    found = beads(gold, system)
    first, last = len(before), len(before) + 2
    assert [bead for bead in found if bead.sizes != (1, 1)] == [(first, last, first, last)]
    assert all(bead.gold_first == bead.system_first for bead in found)
    ours, theirs = (
        bank([*one, *map(tree, middle), *two])
        for one, middle, two in zip(sides(before), inside, sides(after), strict=True)
    )
    laid = laid_over(ours, theirs)
    for at in range(first):
        assert laid.system.words(at) == theirs.words(at)
    for at in (first, first + 1):
        assert [word for word in laid.system.words(at) if word != BOUNDARY] == ours.words(at)
