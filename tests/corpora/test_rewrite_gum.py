"""The bundled rules on real parses."""

from pathlib import Path

import pytest

import karat
from karat.views.rewrite import rewrite


@pytest.mark.parametrize("system", ["benepar", "stanza"])
def test_evalb_without_parameters_on_rewritten_trees(at_hand: Path, system: str) -> None:
    """The rules called evalb do to trees what COLLINS.prm does to a comparison."""
    folder = at_hand / "gum-news"
    gold, parsed = karat.read(folder / "gold.mrg"), karat.read(folder / f"{system}.mrg")
    wanted = karat.score(gold, parsed, "evalb(params=collins)")
    found = karat.score(rewrite(gold, "evalb"), rewrite(parsed, "evalb"), "evalb")
    assert found.counts == wanted.counts
    assert found.measures == wanted.measures
    assert found.sentences == wanted.sentences
