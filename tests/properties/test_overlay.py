"""Words laid on one axis: order, symmetry, and that damage to a word touches no other word."""

from collections.abc import Sequence
from functools import cache

from hypothesis import assume, given
from hypothesis import strategies as st

from karat.comparison.overlay import Overlay, changes, overlay, spelt
from karat.comparison.pairing import plain

# Few letters and short words, so that words repeat, begin alike, and hide inside others.
WORD = st.one_of(
    st.text("ab", min_size=1, max_size=4),
    st.text("abcdef", min_size=1, max_size=8),
    st.sampled_from(["A", "``", '"', "-LRB-", "(", "--", "—", "n't", "’s", "...", "…"]),
).map(str.encode)
SENTENCE = st.lists(WORD, max_size=12)
SOME = st.lists(WORD, min_size=1, max_size=12)
ANY = st.lists(
    st.one_of(WORD, st.text(max_size=4).map(str.encode), st.binary(max_size=4)), max_size=8
)


def sides(laid: Overlay) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The cells of the words of gold, and of the system."""
    return (
        [*zip(laid.gold_begin, laid.gold_finish, strict=True)],
        [*zip(laid.system_begin, laid.system_finish, strict=True)],
    )


def partners(gold: Sequence[bytes], system: Sequence[bytes]) -> list[int]:
    """For each word of gold, the word of the system that covers the same cells, or -1."""
    ours, theirs = sides(overlay(gold, system))
    at = {place: w for w, place in enumerate(theirs)}
    return [at.get(place, -1) for place in ours]


def common(one: Sequence[str], other: Sequence[str], space: int = 0) -> int:
    """The most characters in common, in order, with this much space for each item."""

    @cache
    def best(i: int, j: int) -> int:
        if i == len(one) or j == len(other):
            return 0
        pair = len(one[i]) + space + best(i + 1, j + 1) if one[i] == other[j] else 0
        return max(pair, best(i + 1, j), best(i, j + 1))

    return best(0, 0)


@given(ANY, ANY)
def test_words_of_a_side_are_in_order_and_apart(gold: list[bytes], system: list[bytes]) -> None:
    """Every word has a cell for each of its characters, and no cell is left empty."""
    covered: set[int] = set()
    for words, places in zip((gold, system), sides(overlay(gold, system)), strict=True):
        at = 0
        assert len(words) == len(places)
        for word, (begin, finish) in zip(words, places, strict=True):
            assert at <= begin
            assert finish - begin >= len(spelt(word))
            assert (begin < finish) == bool(spelt(word))
            at = finish
            covered.update(range(begin, finish))
    assert covered == set(range(len(covered)))


@given(ANY, ANY)
def test_swapping_the_sides_swaps_the_result(gold: list[bytes], system: list[bytes]) -> None:
    laid = overlay(gold, system)
    assert overlay(system, gold) == Overlay(*laid[2:], *laid[:2])


@given(ANY)
def test_a_sentence_covers_itself(gold: list[bytes]) -> None:
    laid = overlay(gold, [word.swapcase() if word.isascii() else word for word in gold])
    assert laid[:2] == laid[2:]


PARTS = st.sampled_from(
    ["-LRB-", "-lrb-", "(", "-", "LRB-", "``", "`", "\\/", "/", "“", "’", "a", "A"]
)


@given(st.lists(PARTS, max_size=4).map("".join), st.lists(PARTS, max_size=4).map("".join))
def test_words_that_are_paired_are_spelt_alike(one: str, other: str) -> None:
    """So sentences that can be scored word by word are never aligned in another way."""
    for word in (one, other, plain(one.encode()).decode()):
        assert spelt(plain(word.encode())) == spelt(word.encode())
    if plain(one.encode()) == plain(other.encode()):
        assert spelt(one.encode()) == spelt(other.encode())


@given(SOME, st.data())
def test_a_dropped_word(gold: list[bytes], data: st.DataObject) -> None:
    """All others are the same; of equal neighbours the last is the one without a partner."""
    k = data.draw(st.integers(0, len(gold) - 1))
    system = gold[:k] + gold[k + 1 :]
    last = k
    while last + 1 < len(gold) and spelt(gold[last + 1]) == spelt(gold[k]):
        last += 1
    expected = [*range(last), -1, *range(last, len(system))]
    assert partners(gold, system) == expected
    found = changes(gold, system)
    assert (found.dropped, found.kept + found.respelt) == (1, len(system))


@given(SENTENCE, WORD, st.data())
def test_an_invented_word(gold: list[bytes], new: bytes, data: st.DataObject) -> None:
    """Every word of gold is the same as before."""
    k = data.draw(st.integers(0, len(gold)))
    system = [*gold[:k], new, *gold[k:]]
    found = partners(gold, system)
    assert -1 not in found
    assert [spelt(system[w]) for w in found] == [spelt(word) for word in gold]
    assert changes(gold, system).invented == 1


@given(SOME, WORD, st.data())
def test_a_changed_word(gold: list[bytes], new: bytes, data: st.DataObject) -> None:
    """All others are the same, whether it is close to what it was or not."""
    k = data.draw(st.integers(0, len(gold) - 1))
    assume(spelt(new) != spelt(gold[k]))
    found = partners(gold, [*gold[:k], new, *gold[k + 1 :]])
    assert found.pop(k) in (-1, k)
    assert found == [w for w in range(len(gold)) if w != k]


@given(SOME, st.data())
def test_a_split_and_a_joined_word(gold: list[bytes], data: st.DataObject) -> None:
    """All others are the same; one direction is the other with the sides swapped."""
    letters = [w for w, word in enumerate(gold) if len(word) > 1 and word.isalpha()]
    assume(letters)
    k = data.draw(st.sampled_from(letters))
    cut = data.draw(st.integers(1, len(gold[k]) - 1))
    system = [*gold[:k], gold[k][:cut], gold[k][cut:], *gold[k + 1 :]]
    assert partners(gold, system) == [*range(k), -1, *range(k + 2, len(system))]
    assert changes(gold, system).split == 1
    assert changes(system, gold).joined == 2


@given(SENTENCE, SENTENCE)
def test_no_order_keeps_more_characters(gold: list[bytes], system: list[bytes]) -> None:
    """Words that are alike and the same hold as many characters as any choice of such words can."""
    ours, theirs = [*map(spelt, gold)], [*map(spelt, system)]
    assume("".join(ours) != "".join(theirs))
    found = partners(gold, system)
    kept = sum(len(ours[g]) + 1 for g, s in enumerate(found) if s >= 0 and ours[g] == theirs[s])
    assert kept == common(ours, theirs, space=1)


@given(SENTENCE, SENTENCE)
def test_counterparts_have_half_of_their_characters_in_common(
    gold: list[bytes], system: list[bytes]
) -> None:
    for g, s in enumerate(partners(gold, system)):
        if s >= 0:
            one, other = spelt(gold[g]), spelt(system[s])
            assert 2 * common(one, other) >= max(len(one), len(other))


@given(ANY, ANY)
def test_changes_count_each_word_once(gold: list[bytes], system: list[bytes]) -> None:
    found, back = changes(gold, system), changes(system, gold)
    assert sum(found) - found.invented == len(gold)
    assert (found.kept, found.respelt, found.changed, found.moved) == (
        back.kept, back.respelt, back.changed, back.moved,
    )  # fmt: skip
    assert (found.dropped, found.invented) == (back.invented, back.dropped)
