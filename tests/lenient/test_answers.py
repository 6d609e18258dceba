"""Answers in the style of language models give the figures that one counts by hand.

Gold has three sentences of 6, 6 and 3 words. As trees they have 4, 5 and 3 brackets.
"""

from pathlib import Path
from typing import NamedTuple

import pytest

import karat
from karat.formats.lenient import read_lenient
from karat.model.repairs import KINDS, by_kind, counts

HERE = Path(__file__).parent
GOLD_TREES, GOLD_GRAPHS = HERE / "gold.mrg", HERE / "gold.conllu"


class Expected(NamedTuple):
    """Sentences read whole, repaired and lost; words; brackets or heads right, and given; repairs."""

    whole: int
    repaired: int
    lost: int
    words: int
    right: int
    given: int
    repairs: str


TREES = {
    "01-fence": Expected(3, 0, 0, 15, 12, 12, "fence 2, prose 2"),
    "02-fence-each": Expected(3, 0, 0, 15, 12, 12, "fence 6, numbering 3"),
    "03-numbers": Expected(3, 0, 0, 15, 12, 12, "numbering 3"),
    "04-bold-numbers": Expected(3, 0, 0, 15, 12, 12, "numbering 3"),
    "05-headings": Expected(3, 0, 0, 15, 12, 12, "prose 3, numbering 3"),
    "06-json-list": Expected(3, 0, 0, 15, 12, 12, "json 3"),
    # Sentence 2 is missing, and the others are in the wrong order.
    "07-json-lines": Expected(2, 0, 1, 9, 7, 7, "json 2, order 1, empty 1"),
    "08-json-arrays": Expected(3, 0, 0, 15, 12, 12, "json 3"),
    # Sentence 2 is null; in sentence 3 NP and VP are tags of words.
    "09-json-objects": Expected(2, 0, 1, 9, 5, 5, "json 3, empty 1"),
    # Sentence 2 ends after three words, sentence 3 is missing.
    "10-json-cut": Expected(
        1, 1, 1, 9, 4, 4, "fence 1, prose 1, json 2, unbalanced 1, truncated 1, empty 1"
    ),
    "11-square": Expected(0, 3, 0, 15, 12, 12, "square-brackets 3"),
    "12-curly": Expected(0, 3, 0, 15, 12, 12, "square-brackets 3"),
    "13-outline": Expected(0, 3, 0, 15, 12, 12, "outline 3"),
    # Sentence 2 lacks three words.
    "14-drawn": Expected(0, 3, 0, 12, 7, 7, "numbering 3, outline 3"),
    "15-unclosed": Expected(1, 2, 0, 15, 12, 12, "unbalanced 2"),
    # In sentence 2 S ends after the first word.
    "16-surplus": Expected(1, 2, 0, 15, 11, 12, "unbalanced 2"),
    "17-truncated": Expected(2, 1, 0, 13, 9, 9, "unbalanced 1, truncated 1"),
    "18-prose": Expected(3, 0, 0, 15, 12, 12, "prose 4"),
    "19-refusal": Expected(2, 0, 1, 9, 7, 7, "refused 1"),
    "20-repeated": Expected(3, 0, 0, 15, 12, 12, "numbering 3, repeated 1, order 1"),
    "21-several": Expected(2, 1, 0, 15, 12, 12, "prose 1, numbering 3, several-answers 1"),
    "22-garbage": Expected(2, 0, 1, 9, 7, 7, "lost 1"),
    # The subjects are right; the verb phrases take the full stop with them.
    "23-no-brackets": Expected(1, 2, 0, 15, 6, 8, "no-brackets 2"),
    "24-everything": Expected(
        0, 2, 1, 9, 7, 7,
        "fence 4, prose 4, numbering 3, square-brackets 1, unbalanced 2, refused 1",
    ),
}  # fmt: skip

GRAPHS = {
    "31-spaces": Expected(0, 3, 0, 15, 15, 15, "spaces-for-tabs 3"),
    "32-four-columns": Expected(0, 3, 0, 15, 15, 15, "missing-columns 3"),
    "33-table": Expected(0, 3, 0, 15, 15, 15, "table 3, missing-columns 3, numbering 3"),
    # One head of the two in the cycle is right.
    "34-cycle": Expected(2, 1, 0, 15, 14, 15, "cycle 1"),
    "35-two-roots": Expected(2, 1, 0, 15, 14, 15, "several-roots 1"),
    "36-no-root": Expected(2, 1, 0, 15, 14, 15, "cycle 1, no-root 1"),
    "37-missing-heads": Expected(2, 1, 0, 15, 13, 13, "missing-head 1"),
    "38-bad-heads": Expected(2, 1, 0, 15, 13, 13, "bad-head 1"),
    "39-numbers-from-0": Expected(0, 3, 0, 15, 15, 15, "bad-id 3"),
    # Sentence 1 twice, the second time right; sentence 2 is missing.
    "40-sent-ids": Expected(2, 0, 1, 9, 9, 9, "repeated 1, order 1, empty 1"),
    "41-refusal": Expected(2, 0, 1, 9, 9, 9, "fence 4, numbering 3, refused 1"),
    "42-json-tokens": Expected(3, 0, 0, 15, 15, 15, "json 3"),
    "43-cut": Expected(2, 1, 0, 15, 14, 14, "truncated 1, missing-columns 1, missing-head 1"),
    "44-no-blank-lines": Expected(1, 2, 0, 15, 15, 15, "no-blank-line 2"),
    "45-wrong-number": Expected(2, 1, 0, 15, 15, 15, "bad-id 1"),
}


def check(name: str, gold_path: Path, scheme: str, expected: Expected) -> None:
    gold = karat.read(gold_path)
    path = HERE / "answers" / f"{name}.txt"
    found = read_lenient(path.read_bytes(), None, str(path), gold)
    kinds = {kind: len(some) for kind, some in by_kind(found.repairs).items()}
    said = dict(one.split() for one in expected.repairs.split(", "))
    assert kinds == {kind: int(number) for kind, number in said.items()}
    assert counts(found.bank) == expected[:3]
    assert len(found.bank) == 3
    score = karat.score(gold, found.bank, scheme)
    figures = len(found.bank.tag), score.counts["matched"], score.counts["system"]
    assert figures == (expected.words, expected.right, expected.given)


@pytest.mark.parametrize("name", TREES)
def test_trees(name: str) -> None:
    """Each answer as a tree against gold, with evalb."""
    check(name, GOLD_TREES, "evalb(failed=empty)", TREES[name])


@pytest.mark.parametrize("name", GRAPHS)
def test_graphs(name: str) -> None:
    """Each answer as dependencies against gold, head by head."""
    check(name, GOLD_GRAPHS, "deps(failed=empty)", GRAPHS[name])


@pytest.mark.parametrize("name", [*TREES, *GRAPHS])
def test_validity(name: str) -> None:
    """The scheme has the same counts, and tells refusals apart from other losses."""
    expected = (TREES | GRAPHS)[name]
    gold = karat.read(GOLD_TREES if name in TREES else GOLD_GRAPHS)
    system = karat.read(HERE / "answers" / f"{name}.txt", lenient=True, gold=gold)
    found = karat.score(gold, system, "validity").counts
    assert (found["whole"], found["repaired"]) == (expected.whole, expected.repaired)
    assert found["lost"] + found["refused"] == expected.lost
    assert found["system"] == expected.words
    assert found["refused"] == ("refused" in expected.repairs)


def test_every_answer_is_counted() -> None:
    """No file is left out, and every kind of repair occurs in one."""
    files = {path.stem for path in (HERE / "answers").iterdir()}
    assert files == {*TREES, *GRAPHS}
    assert len(files) >= 30
    said = {
        one.split()[0]
        for row in (*TREES.values(), *GRAPHS.values())
        for one in row.repairs.split(", ")
    }
    # Blank lines are said to be layout only if gold has another number of sentences: test_blank_lines.py
    assert said == set(KINDS) - {"blank-lines"}
