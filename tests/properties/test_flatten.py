"""What must hold of flat keys whatever the trees are."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

import karat
from effort import tries
from karat.formats.brackets import dumps
from karat.model.bank import Bank
from karat.views.flatten import flatten

LABELS = [
    "S", "S-NOM-1", "SBAR", "SBAR-ADV-1", "SQ", "NP", "NP-SBJ", "NP-1", "VP", "VP", "PP", "ADVP",
    "ADJP", "ADJP-PRD", "PRN", "NX", "NAC", "QP", "UCP", "CONJP", "FRAG", "WHNP", "ROOT", "",
]  # fmt: skip
WORDS = [
    "(NN dog)", "(PRP it)", "(DT the)", "(VBZ is)", "(VB go)", "(MD can)", "(JJ good)", "(IN in)",
    "(IN that)", "(TO to)", "(CC and)", "(POS 's)", "(, ,)", "(: ;)", "(-LRB- -LRB-)", "(RB as)",
    "(RB well)", "(IN as)", "(RB so)", "(-NONE- *)", "(-NONE- *EXP*-1)", "(. .)", "dog",
]  # fmt: skip
KEPT = {b"S", b"SBAR", b"NP", b"VP", b"PP", b"ADVP", b"ADJP"}


def bracket(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """A bracket around some of these."""
    inside = st.lists(children, min_size=1, max_size=5).map(" ".join)
    return st.tuples(st.sampled_from(LABELS), inside).map(lambda made: f"({made[0]} {made[1]})")


NODES = st.recursive(st.sampled_from(WORDS), bracket, max_leaves=30)
LINES = st.lists(bracket(NODES), max_size=2).map(" ".join)  # forests, and missing parses
TEXTS = st.lists(LINES, min_size=1, max_size=3).map("\n".join)


def read(text: str) -> Bank:
    """A text as a Bank, a line a sentence."""
    return karat.read_text(text, layout="lines")


@settings(max_examples=tries(200))
@given(TEXTS)
@example("(VP (VBZ is) (ADJP-PRD (RB so) (JJ good)) (PRN (VP (VB go) (NN dog))))")
def test_flattened_again_nothing_changes(text: str) -> None:
    """What the rules read in function tags and null elements is not needed a second time."""
    key = flatten(read(text))
    assert dumps(flatten(key)) == dumps(key)


@given(TEXTS)
def test_a_key_keeps_words_and_invents_no_span(text: str) -> None:
    """Every word that is no null element stays, with its tag; every span was there before."""
    bank = read(text)
    key = flatten(bank)
    assert len(key) == len(bank)
    for sentence in range(len(bank)):
        pairs = list(zip(bank.words(sentence), bank.tags(sentence), strict=True))
        kept = [pair for pair in pairs if pair[1] != b"-NONE-"]
        assert list(zip(key.words(sentence), key.tags(sentence), strict=True)) == kept
        before = [0]
        for _, tag in pairs:
            before.append(before[-1] + (tag != b"-NONE-"))
        old = {(before[start], before[end]) for start, end, _ in bank.spans(sentence)}
        assert {(start, end) for start, end, _ in key.spans(sentence)} <= old


@given(TEXTS)
def test_a_key_has_the_form_of_a_key(text: str) -> None:
    """No unary and no one-word brackets, no crossing, known labels, parents that fit."""
    key = flatten(read(text))
    for sentence in range(len(key)):
        spans = key.spans(sentence)
        assert all(end - start > 1 for start, end, _ in spans)
        assert len({span[:2] for span in spans}) == len(spans)
        assert {label for _, _, label in spans} <= KEPT
        parents = key.parent[key.span_offset[sentence] : key.span_offset[sentence + 1]].tolist()
        for row, parent in enumerate(parents):
            (start, end, label), around = spans[row], spans[parent][:2]
            assert (label == b"S") <= (parent == -1)
            assert parent == -1 or (parent < row and around[0] <= start < end <= around[1])
        for row, (_, end, _) in enumerate(spans):
            assert all(other >= end or last <= end for other, last, _ in spans[row + 1 :])


@given(st.lists(LINES, min_size=1, max_size=4))
def test_sentences_do_not_disturb_each_other(lines: list[str]) -> None:
    """The keys of a file are the keys of its lines."""
    assert dumps(flatten(read("\n".join(lines) + "\n"))) == "".join(
        dumps(flatten(read(line + "\n"))) for line in lines
    )


@given(bracket(NODES))
@example("(PRN (S-NOM-1 (VBZ is)) (S (NN dog) (NN dog)))")
def test_the_wrapper_does_not_matter(tree: str) -> None:
    """With ROOT, TOP, a nameless bracket or none around it, a tree has the same key."""
    plain = dumps(flatten(read(tree)))
    assert all(dumps(flatten(read(f"({name} {tree})"))) == plain for name in ("ROOT", "TOP", ""))
