"""What must hold of redrawn constructions for any trees whatever, and whoever decides on them."""

from dataclasses import replace
from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import karat
from effort import tries
from karat.engine.memory import outcome_of
from karat.model.bank import Bank
from karat.schemes import parse
from karat.views.prune import prune
from karat.views.redefine import Wanted, by_itself, by_plan, traced

# Words and tags that make the three constructions likely.
LEAVES = [
    *["(PRP it)"] * 4, "(VBZ is)", "(VBZ is)", "(VBZ seems)", "(JJ necessary)", "(JJ clear)", "(NN idea)",
    "(IN that)", "(IN for)", "(PRP us)", "(VB leave)", "(VBN believed)", "(VBD surprised)", "(DT the)",
    "(NN tree)", "(NNS leaves)", "(IN of)", "(IN out)", "(IN with)", "(RP on)", "(RP over)", "(VBD came)",
    "(WDT that)", "(CC and)", "(RB not)", "(TO to)", "(MD will)", "(N the)", "(V is)", "(X of)", "(X out)",
    "(X on)", "(X over)", "(X it)", "(X necessary)", "(. .)", "(-NONE- *EXP*-1)", "(-NONE- *ICH*-1)",
]  # fmt: skip
LABELS = ["S", "S", "NP", "NP", "VP", "PP", "SBAR", "SBAR-1", "ADJP", "ADVP", "PRT", "X", "S_r", ""]

leaves = st.sampled_from(LEAVES)


def bracket(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    parts = st.lists(inside, min_size=1, max_size=4).map(" ".join)
    return st.tuples(st.sampled_from(LABELS), parts).map(lambda pair: f"({pair[0]} {pair[1]})")


# The constructions themselves, word by word, to be put into any brackets.
PHRASES = [
    "(PRP it) (VBZ is) (JJ necessary) (IN for) (PRP us) (VB leave)",
    "(X it) (X is) (X clear) (X that) (X we) (X left)",
    "(PRP it) (VBD surprised) (PRP me) (IN that) (PRP he) (VBD left)",
    "(DT the) (NN tree) (IN of) (NNS leaves) (WDT that) (PRP we) (VBD saw)",
    "(X the) (X tree) (X with) (X leaves) (X of) (X gold)",
    "(VBD came) (RP on) (RP over)",
    "(RB out) (IN of) (JJ old) (NNS cookies)",
]


@st.composite
def phrases(draw: st.DrawFn) -> str:
    """One or two of them, in brackets that mostly branch to the right."""
    parts = " ".join(draw(st.lists(st.sampled_from(PHRASES), min_size=1, max_size=2)))
    words = parts.replace(") (", ")|(").split("|")
    while len(words) > 1:
        size = draw(st.integers(2, min(3, len(words))))
        at = max(0, len(words) - size - draw(st.sampled_from([0, 0, 0, 1, 2, 4, 6])))
        label = draw(st.sampled_from(LABELS))
        words[at : at + size] = [f"({label} {' '.join(words[at : at + size])})"]
    return words[0]


trees = st.one_of(bracket(st.recursive(leaves, bracket, max_leaves=16)), phrases())
banks = st.lists(trees, min_size=1, max_size=3).map(
    lambda lines: karat.read_text("\n".join(lines) + "\n", layout="lines", format="brackets")
)
switches = st.sampled_from(list(product((False, True), repeat=3)))


def spans(bank: Bank) -> list[list[tuple[int, int]]]:
    return [[span[:2] for span in bank.spans(i)] for i in range(len(bank))]


def scheme(redefine: str, switch: tuple[bool, ...], erase: str = "gold") -> str:
    names = ("extraposition", "noun_phrases", "prepositions")
    said = ",".join(
        f"{name}={'yes' if on else 'no'}" for name, on in zip(names, switch, strict=True)
    )
    return f"parseval(erase={erase},redefine={redefine},{said})"


def relabelled(bank: Bank, random) -> Bank:  # type: ignore[no-untyped-def]
    """The same words, tags and brackets under other labels."""
    labels = [bank.labels.intern(label.encode()) for label in LABELS]
    return replace(bank, label=np.array([random.choice(labels) for _ in bank.label], np.int32))


def assert_perfect(gold: Bank, system: Bank, text: str) -> None:
    """All that can be scored is right, and nothing crosses."""
    found = outcome_of(gold, system, parse(text))
    assert found.gold_hit.all()
    assert found.system_hit.all()
    assert len(found.gold) == len(found.system)
    assert found.system_crossing is not None
    assert not found.system_crossing.any()


@given(banks, switches, st.randoms(use_true_random=False))
@settings(max_examples=tries(300))
def test_identical_bracketings_stay_identical(bank: Bank, switch, random) -> None:  # type: ignore[no-untyped-def]
    """Whatever their labels, if gold decides; if each side does, with the same labels."""
    assert_perfect(bank, relabelled(bank, random), scheme("gold", switch))
    for erase in ("gold", "each"):
        assert_perfect(bank, bank, scheme("each", switch, erase))


@given(banks, st.randoms(use_true_random=False))
@settings(max_examples=tries(200))
def test_the_labels_of_the_system_change_nothing(bank: Bank, random) -> None:  # type: ignore[no-untyped-def]
    """Of any parse of gold's words, under redefine=gold."""
    words = [list(zip(bank.words(i), bank.tags(i), strict=True)) for i in range(len(bank))]
    lines = [_some_tree(sentence, random) for sentence in words]
    text = b"\n".join(lines) + b"\n"
    system = karat.read_text(text, layout="lines", format="brackets").relabelled(bank.labels)
    ours, theirs = (
        outcome_of(bank, side, parse("parseval")) for side in (system, relabelled(system, random))
    )
    assert spans(ours.banks[1]) == spans(theirs.banks[1])
    assert ours.system_hit.tolist() == theirs.system_hit.tolist()


def _some_tree(words: list[tuple[bytes, bytes]], random) -> bytes:  # type: ignore[no-untyped-def]
    """Random brackets over tagged words."""
    parts = [b"(%s %s)" % (tag, word) for word, tag in words]
    while len(parts) > 1:
        size = random.randint(2, min(3, len(parts)))
        at = random.choice([len(parts) - size, random.randint(0, len(parts) - size)])
        label = random.choice(LABELS).encode()
        parts[at : at + size] = [b"(%s %s)" % (label, b" ".join(parts[at : at + size]))]
    return parts[0] if parts else b""


@given(banks, st.randoms(use_true_random=False))
@settings(max_examples=tries(300))
def test_a_plan_carried_out_twice_is_carried_out_once(bank: Bank, random) -> None:  # type: ignore[no-untyped-def]
    """On gold and on any other parse: pruned, well nested, no word lost, and the plan's end."""
    gold = prune(bank)
    own = by_itself(gold, Wanted(), traced(bank, Wanted()))
    words = [list(zip(bank.words(i), bank.tags(i), strict=True)) for i in range(len(bank))]
    text = b"\n".join(_some_tree(sentence, random) for sentence in words) + b"\n"
    other = prune(karat.read_text(text, layout="lines", format="brackets"))
    assert spans(by_plan(gold, own.plan).bank) == spans(own.bank)
    for parse_ in (gold, other):
        once = by_plan(parse_, own.plan).bank
        assert spans(by_plan(once, own.plan).bank) == spans(once)
        assert spans(prune(once)) == spans(once)
        assert once.word_start.tolist() == parse_.word_start.tolist()
        for found in spans(once):
            assert all(
                a >= d or c >= b or (a <= c and d <= b) or (c <= a and b <= d)
                for a, b in found
                for c, d in found
            )


@given(banks, st.randoms(use_true_random=False))
def test_a_parse_gets_no_bracket_but_cut_ones_and_cores(bank: Bank, random) -> None:  # type: ignore[no-untyped-def]
    """A new bracket is a core that gold has, or ends where an extraposed clause of gold begins."""
    own = by_itself(prune(bank), Wanted(), traced(bank, Wanted()))
    words = [list(zip(bank.words(i), bank.tags(i), strict=True)) for i in range(len(bank))]
    text = b"\n".join(_some_tree(sentence, random) for sentence in words) + b"\n"
    other = prune(karat.read_text(text, layout="lines", format="brackets"))
    cores = set(zip(*(column.tolist() for column in own.plan.cores[:3]), strict=True))
    cuts = {(one.sentence, one.start) for one in own.plan.clauses}
    before, after = spans(other), spans(by_plan(other, own.plan).bank)
    for i in range(len(other)):
        for start, end in set(after[i]) - set(before[i]):
            assert (i, start, end) in cores or (i, end) in cuts
