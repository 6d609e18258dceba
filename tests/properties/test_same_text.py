"""Two files with the same text, cut into parts: laid over each other, the parts are as the whole."""

from collections.abc import Iterator
from itertools import accumulate, pairwise

from hypothesis import given
from hypothesis import strategies as st

import karat
from karat.comparison.bead import Bead
from karat.comparison.laid_account import Account
from karat.comparison.laid_over import laid_over
from karat.engine.same_text import parts_with_same_text
from karat.model.bank import Bank

# Few words, so that sentences recur and text seems to have moved.
WORDS = st.lists(st.sampled_from(["a", "ab", "b", "aba", "dogs", "bark"]), min_size=1, max_size=24)
LENGTHS = st.one_of(
    st.lists(st.integers(1, 4), min_size=1, max_size=30),
    st.lists(st.integers(0, 4), min_size=1, max_size=30),
)
BLOCKS = st.lists(st.integers(1, 5), min_size=1, max_size=12)


def bank_of(words: list[str], lengths: list[int]) -> Bank:
    """The words in sentences of these lengths; one of length 0 is a missing parse."""
    ends = [min(end, len(words)) for end in accumulate(lengths)]
    cuts = [0, *ends, len(words)] if ends[-1] < len(words) else [0, *ends]
    lines = [" ".join(f"(N {word})" for word in words[a:b]) for a, b in pairwise(cuts)]
    return karat.read_text("".join(f"(S {line})\n" if line else "()\n" for line in lines))


def in_blocks(bank: Bank, sizes: list[int]) -> Iterator[Bank]:
    first = 0
    for size in sizes:
        if first < len(bank):
            yield bank.slice(first, min(first + size, len(bank)))
            first += size
    if first < len(bank):
        yield bank.slice(first, len(bank))


@given(WORDS, LENGTHS, LENGTHS, BLOCKS, BLOCKS)
def test_parts_are_laid_over_as_the_whole(
    words: list[str], ours: list[int], theirs: list[int], cuts: list[int], others: list[int]
) -> None:
    gold, system = bank_of(words, ours), bank_of(words, theirs)
    whole = laid_over(gold, system)
    parts = parts_with_same_text(in_blocks(gold, cuts), in_blocks(system, others))
    if not all(bank.words(at) for bank in (gold, system) for at in range(len(bank))):
        # The place of a missing parse is known only in the whole file.
        assert parts == []
        return
    assert sum(part.gold for part in parts) == len(gold)
    assert sum(part.system for part in parts) == len(system)
    found, sentences, account, one, other = list[Bead](), list[list[bytes]](), Account(), 0, 0
    for part in parts:
        laid = laid_over(gold.slice(one, one + part.gold), system.slice(other, other + part.system))
        found += [Bead(a + one, b + one, c + other, d + other) for a, b, c, d in laid.beads]
        sentences += [laid.system.words(at) for at in range(len(laid.system))]
        account += laid.account
        one, other = one + part.gold, other + part.system
    assert found == list(whole.beads)
    assert sentences == [whole.system.words(at) for at in range(len(whole.system))]
    assert account.notes() == whole.notes()


@given(WORDS, LENGTHS, st.integers(0, 30), BLOCKS)
def test_texts_that_differ_have_no_parts(
    words: list[str], lengths: list[int], at: int, cuts: list[int]
) -> None:
    other = [*words[:at], "cats", *words[at:]]
    gold, system = bank_of(words, lengths), bank_of(other, lengths)
    assert parts_with_same_text(in_blocks(gold, cuts), in_blocks(system, cuts)) == []
    assert parts_with_same_text(in_blocks(system, cuts), in_blocks(gold, cuts)) == []


def test_every_block_may_end_a_part() -> None:
    """Where all sentences are the same, a part ends before the last sentence that is known of both."""
    bank = karat.read_text("(S a)\n(S b)\n(S c)\n(S d)\n(S e)\n")
    both = parts_with_same_text(in_blocks(bank, [2, 2]), in_blocks(bank, [2, 2]))
    assert [tuple(part) for part in both] == [(1, 1), (2, 2), (1, 1), (1, 1)]
