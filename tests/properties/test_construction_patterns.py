"""Constructions by patterns against the same constructions found without patterns."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from tree_strategies import corpora

import karat
from construction_patterns import BRACKETS

NAMES = "names=minimal_np+maximal_np+parenthetical"


@pytest.fixture(scope="module")
def patterns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file."""
    path = tmp_path_factory.mktemp("patterns") / "np.toml"
    path.write_text(BRACKETS)
    return path


@given(pairs=corpora())
def test_noun_phrases(patterns: Path, pairs: list[tuple[str, str]]) -> None:
    """Minimal and maximal ones, on random trees; a pattern sees nothing else than the view does."""
    # A noun phrase of nothing but punctuation is one for patterns only: their users decide.
    both = ("\n".join(side) for side in zip(*pairs, strict=True))
    gold, system = (re.sub(r"\((,|\.|-LRB-) ", "(DT ", text) for text in both)
    known, found = (
        karat.score(gold, system, f"constructions({options})", by=["construction"])
        for options in (NAMES, f'patterns="{patterns}"')
    )
    assert found.counts == known.counts
    assert found.groups == known.groups


@given(pairs=corpora(least=2))
def test_the_order_of_sentences_does_not_matter(
    patterns: Path, pairs: list[tuple[str, str]]
) -> None:
    """Neither for the whole nor for any sentence."""
    scheme = f'constructions(patterns="{patterns}")'
    tallies = []
    for order in (pairs, pairs[::-1]):
        gold, system = ("\n".join(side) for side in zip(*order, strict=True))
        found = karat.score(gold, system, scheme)
        assert found.tally is not None
        tallies.append(found.tally.counts.tolist())
    assert tallies[0] == tallies[1][::-1]
