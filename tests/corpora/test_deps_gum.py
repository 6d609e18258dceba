"""Trees to dependencies on GUM, whose sentences have gold trees and gold UD."""

from pathlib import Path

import numpy as np
import pytest

import karat
from karat.model.layers import names_of
from karat.views.deps import deps


@pytest.mark.parametrize(("heads", "least"), [("ud", 0.88), ("collins", 0.4), ("magerman", 0.4)])
def test_agreement_with_the_gold_heads(corpora: Path, heads: str, least: float) -> None:
    """On words that are not punctuation; the tables of function words are far from UD by design."""
    right = words = 0
    for path in sorted((corpora / "gum" / "const").glob("*.ptb")):
        ours = deps(karat.read(path), heads)
        gold = karat.read(corpora / "gum" / "dep" / f"{path.stem}.conllu")
        assert np.array_equal(ours.token_offset, gold.token_offset)
        upos = names_of(gold.labels, gold.layer("morphology")["upos"])
        counted = np.array([tag != "PUNCT" for tag in upos])
        same = ours.layer("edges")["head"] == gold.layer("edges")["head"]
        right += int(np.count_nonzero(same & counted))
        words += int(np.count_nonzero(counted))
    assert words > 15_000
    assert right / words >= least


def test_recipients(corpora: Path) -> None:
    """Of UD's iobj, those that have a second object or a clause; hardly one that UD has not."""
    both = ours_only = 0
    for path in sorted((corpora / "gum" / "const").glob("*.ptb")):
        ours = deps(karat.read(path))
        gold = karat.read(corpora / "gum" / "dep" / f"{path.stem}.conllu")
        found, right = (
            np.array(names_of(bank.labels, bank.layer("edges")["label"])) == "iobj"
            for bank in (ours, gold)
        )
        both += int(np.count_nonzero(found & right))
        ours_only += int(np.count_nonzero(found & ~right))
    assert both >= 5
    assert ours_only <= both // 5
