"""Pictures of real output: all sentences, and the marks add up to the counts of the scheme."""

from pathlib import Path

import pytest

import karat
from karat.analysis.picture import Mark, Side
from karat.analysis.picture_of import Pairs
from karat.engine.memory import outcome_of
from karat.model.bank import relabelled_pair
from karat.schemes import parse

TREES = [
    "evalb(params=collins)", "parseval", "flat", "deps", "chunks", "gr", "constructions", "tags",
]  # fmt: skip


def compared(side: Side) -> int:
    return sum(row.mark is not Mark.NOT_COMPARED for row in side.rows)


def check(gold: Path, system: Path, text: str) -> Pairs:
    """Counts of every sentence with a score; a wrong tag is a word whose tags differ."""
    scheme = parse(text)
    ours, theirs = relabelled_pair(karat.read(gold), karat.read(system))
    outcome = outcome_of(ours, theirs, scheme)
    tally = scheme.tally(outcome, ours.labels)
    pairs, columns = Pairs(scheme, outcome, system.name), tally.columns()
    for row, number in enumerate(tally.sentence.tolist()):
        found = pairs.pair(number)
        assert bool(found.failure) == bool(tally.status[row])
        if found.failure:
            continue
        matched = sum(one.mark is Mark.MATCHED for one in found.gold.rows)
        counts = [int(columns[name][row]) for name in ("gold", "system", "matched")]
        assert [compared(found.gold), compared(found.system), matched] == counts, number
        wrong = len(found.system.wrong_tags)
        if "tags" in columns and not found.aligned:
            assert wrong == int(columns["words"][row] - columns["tags"][row]), number
    return pairs


@pytest.mark.parametrize("scheme", TREES)
def test_trees(at_hand: Path, scheme: str) -> None:
    folder = at_hand / "gum-news"
    check(folder / "gold.mrg", folder / "benepar.mrg", scheme)


@pytest.mark.parametrize(
    "scheme", ["deps", "chunks", pytest.param("gr", marks=pytest.mark.corpora), "flat", "tags"]
)
def test_other_tokens_and_sentences(at_hand: Path, scheme: str) -> None:
    folder = at_hand / "conll18" / "en_ewt"
    check(folder / "gold.conllu", folder / "Stanford-18.conllu", scheme)
