"""Pictures agree with counts: as many rows are marked as the scheme counts, whatever the sentences."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_strategies import flawed_corpora
from ud_strategies import file

import karat
from effort import tries
from karat.analysis.picture import Mark, Pair, Side
from karat.analysis.picture_of import Pairs
from karat.engine.memory import outcome_of
from karat.model.bank import Bank, relabelled_pair
from karat.model.tally import Tally
from karat.reports.drawings import Drawings
from karat.schemes import parse

TREES = [
    "evalb", "evalb(params=new,failed=align)", "evalb(quirks=no,failed=empty)", "flat", "parseval",
    "parseval(erase=each,redefine=each)", "rules", "discodop(failed=align)", "chunks", "tags",
]  # fmt: skip
WORDS = ["deps", "deps(punctuation=no,labelled=no)", "deps(failed=drop)", "gr", "chunkdeps", "tags"]


def marked(side: Side, *marks: Mark) -> int:
    return sum(row.mark in marks for row in side.rows)


def agrees(pair: Pair, counts: dict[str, int]) -> None:
    """The marks of a sentence add up to its counts."""
    gold, system = pair.gold, pair.system
    missed = marked(gold, Mark.MISSED, Mark.VIOLATED)
    spurious = marked(system, Mark.SPURIOUS, Mark.CROSSING)
    assert marked(gold, Mark.MATCHED) == counts["matched"]
    assert marked(gold, Mark.MATCHED) + missed == counts["gold"]
    assert marked(system, Mark.MATCHED) + spurious == counts["system"]
    if "violated" in counts:
        assert marked(gold, Mark.VIOLATED) == counts["violated"]
    if "crossing" in counts:
        assert marked(system, Mark.CROSSING) == counts["crossing"]
    for side in (gold, system):
        assert all(0 <= a <= b <= len(side.words) for row in side.rows for a, b in row.parts)
        assert all(not row.why for row in side.rows if row.mark is not Mark.NOT_COMPARED)


def check(gold: Bank, system: Bank, text: str) -> None:
    scheme = parse(text)
    ours, theirs = relabelled_pair(gold, system)
    outcome = outcome_of(ours, theirs, scheme)
    tally: Tally = scheme.tally(outcome, ours.labels)
    pairs, columns = Pairs(scheme, outcome, "x"), tally.columns()
    for row, (number, status) in enumerate(zip(tally.sentence, tally.status, strict=True)):
        pair = pairs.pair(int(number))
        assert bool(pair.failure) == bool(status)
        if not status:
            agrees(pair, {name: int(column[row]) for name, column in columns.items()})
        lines = list(Drawings(70, None, False).drawn(scheme.picture, [pair], ["gold", "x"]))
        assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("scheme", TREES)
@settings(max_examples=tries(40))
@given(flawed_corpora())
def test_trees(scheme: str, sentences: list[tuple[str, str]]) -> None:
    gold, system = (karat.read_text("\n".join(side) + "\n", format="brackets", layout="lines")
                    for side in zip(*sentences, strict=True))  # fmt: skip
    check(gold, system, scheme)


@pytest.mark.parametrize("scheme", WORDS)
@settings(max_examples=tries(40))
@given(st.text("abAB", min_size=1, max_size=12).flatmap(lambda t: st.tuples(file(t), file(t))))
def test_words(scheme: str, files: tuple[str, str]) -> None:
    """The same text in other tokens and other sentences."""
    gold, system = (karat.read_text(text, format="conllu") for text in files)
    if scheme == "deps(failed=drop)":
        system = system[: len(gold)]
    check(gold, system, scheme)
