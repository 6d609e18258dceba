"""What must hold of scores, whatever the trees: evalb, and every scheme there is."""

from math import isnan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_strategies import corpora, flawed_corpora

import karat
from effort import tries
from karat import Score, schemes

EVALB = [
    "evalb", "evalb(quirks=no)", "evalb(params=new)", "evalb(params=new,quirks=no)",
    "evalb(functions=keep)",
]  # fmt: skip
# Those that do not compare trees have tests of their own.
OTHERS = ("evalb", "gr", "conll18", "phenomena")
EVERY = [*EVALB, *(name for name in schemes.names() if name not in OTHERS)]
# One that stops at the first sentence without a score is asked to go on.
EVERY = [
    f"{name}(failed=empty)"
    if name in schemes.names() and schemes.load(name)().failed == "abort"
    else name
    for name in EVERY
]
# Which labels are known depends on all of gold, unless a grammar says it.
EVERY = ["validity(inventory=ptb)" if name == "validity" else name for name in EVERY]
Sentences = list[tuple[str, str]]


def score(sentences: Sentences, scheme: str) -> Score:
    """Gold and system are the two sides of the pairs."""
    return karat.score([gold for gold, _ in sentences], [system for _, system in sentences], scheme)


def same(one: float, other: float) -> bool:
    """Equal, or both undefined."""
    return one == other or (isnan(one) and isnan(other))


@pytest.mark.parametrize("scheme", EVERY)
@settings(max_examples=20)
@given(sentences=corpora())
def test_a_parse_against_itself_is_perfect(scheme: str, sentences: Sentences) -> None:
    """Everything matches and nothing crosses, in every sentence that has a word left."""
    found = score([(gold, gold) for gold, _ in sentences], scheme)
    # A scheme whose views take words away may be left with none, and call that a missing parse.
    bare = set() if scheme in EVALB else {"no system parse"}
    assert set(found.reasons) <= {"no word left to compare"} | bare
    for name in ("recall", "precision", "f1", "conformance", "exact", "tagging"):
        # Under failed=empty a sentence without a score is not exact.
        if name in found.measures and not (name == "exact" and found.sentences["failed"]):
            assert found.measures[name] in (1.0,) or isnan(found.measures[name]), name
    assert found.counts.get("gold", 0) >= found.counts.get("matched", 0)
    assert found.counts.get("crossing", 0) == found.counts.get("violated", 0) == 0


@pytest.mark.parametrize("scheme", ["evalb", "evalb(quirks=no)", "evalb(labelled=no)"])
@settings(max_examples=tries(40))
@given(sentences=corpora())
def test_swapping_sides_swaps_recall_and_precision(scheme: str, sentences: Sentences) -> None:
    """And leaves what matched, and F1, as it was."""
    there = score(sentences, scheme)
    back = score([(system, gold) for gold, system in sentences], scheme)
    assert same(there.recall, back.precision)
    assert same(there.precision, back.recall)
    assert same(there.f1, back.f1)
    assert there.counts["matched"] == back.counts["matched"]
    assert there.counts["gold"] == back.counts["system"]
    assert there.counts["tags"] == back.counts["tags"]


@pytest.mark.parametrize("scheme", EVERY)
@settings(max_examples=tries(25))
@given(sentences=flawed_corpora(), data=st.data())
def test_the_order_of_sentences_does_not_matter(
    scheme: str, sentences: Sentences, data: st.DataObject
) -> None:
    """Neither to the counts, nor to the figures, nor to why sentences failed."""
    other = data.draw(st.permutations(sentences))
    one, two = score(sentences, scheme), score(other, scheme)
    assert one.counts == two.counts
    assert one.reasons == two.reasons
    assert one.sentences == two.sentences
    for name, value in one.measures.items():
        assert same(value, two.measures[name]) or value == pytest.approx(two.measures[name]), name


@pytest.mark.parametrize("scheme", EVERY)
@settings(max_examples=15)
@given(one=flawed_corpora(), two=flawed_corpora())
def test_the_counts_of_parts_add_up(scheme: str, one: Sentences, two: Sentences) -> None:
    """To those of the whole."""
    whole, first, second = (score(part, scheme) for part in (one + two, one, two))
    for name, total in whole.counts.items():
        assert total == first.counts[name] + second.counts[name], name
    for name, total in whole.sentences.items():
        assert total == first.sentences[name] + second.sentences[name], name


@pytest.mark.parametrize("scheme", EVERY)
@settings(max_examples=tries(25))
@given(sentences=flawed_corpora())
def test_counts_and_figures_are_within_their_bounds(scheme: str, sentences: Sentences) -> None:
    """Nothing matches more often than it is there; fractions lie between 0 and 1."""
    found = score(sentences, scheme)
    counts = found.counts
    if "matched" in counts:
        assert 0 <= counts["matched"] <= min(counts["gold"], counts["system"])
    if "crossing" in counts:
        assert 0 <= counts["crossing"] <= counts["system"] - counts["matched"]
    for name, value in found.measures.items():
        # As in word error rates, invented words are counted per word of gold.
        if not name.startswith(("crossing", "invented")):
            assert isnan(value) or 0 <= value <= 1, name
    assert found.sentences["scored"] + found.sentences["failed"] == len(sentences)
    assert sum(found.reasons.values()) == found.sentences["failed"]


@pytest.mark.parametrize("scheme", EVALB)
@settings(max_examples=tries(25))
@given(sentences=flawed_corpora())
def test_the_two_policies_differ_by_the_failed_sentences(scheme: str, sentences: Sentences) -> None:
    """With failed=empty only gold and the number of sentences grow; precision stays."""
    options = "failed=empty," + scheme.removeprefix("evalb").strip("()")
    drop, empty = score(sentences, scheme), score(sentences, f"evalb({options})")
    for name, count in drop.counts.items():
        if name == "gold":
            assert empty.counts[name] >= count
        elif name == "sentences":
            assert empty.counts[name] == count + drop.sentences["failed"]
        else:
            assert empty.counts[name] == count, name
    assert same(drop.precision, empty.precision)


@settings(max_examples=20)
@given(sentences=corpora())
def test_dropping_a_bracket_costs_recall_not_precision(sentences: Sentences) -> None:
    """Gold is always the first argument."""
    richer = [(f"(EXTRA {gold})", gold) for gold, _ in sentences]
    found = score(richer, "evalb")
    assert found.precision == 1.0
    assert found.recall < 1.0
    back = score([(system, gold) for gold, system in richer], "evalb")
    assert back.recall == 1.0
    assert back.precision < 1.0


@settings(max_examples=tries(60))
@given(sentences=corpora())
def test_function_tags_take_away_the_pairs_that_disagree(sentences: Sentences) -> None:
    """What matches with function tags is what matches without them, less the pairs that disagree."""
    plain, kept = score(sentences, "evalb"), score(sentences, "evalb(functions=keep)")
    disagree = kept.counts["functional"] - kept.counts["same_functions"]
    assert kept.counts["matched"] == plain.counts["matched"] - disagree
    for name in ("gold", "system", "crossing", "tags"):
        assert kept.counts[name] == plain.counts[name]
