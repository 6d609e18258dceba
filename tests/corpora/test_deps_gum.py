"""Trees to dependencies on GUM, whose sentences have gold trees and gold UD."""

from pathlib import Path

import numpy as np
import pytest

import karat
from karat.model.layers import names_of
from karat.views.deps import deps


@pytest.mark.parametrize(("heads", "least"), [("ud", 0.915), ("collins", 0.4), ("magerman", 0.4)])
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


def test_agreement_with_the_gold_labels(corpora: Path) -> None:
    """Heads and labels without subtypes; the trees of GUM were made by a parser."""
    right = words = 0
    for path in sorted((corpora / "gum" / "const").glob("*.ptb")):
        gold = corpora / "gum" / "dep" / f"{path.stem}.conllu"
        scheme = "deps(punctuation=no,subtypes=no)"
        found = karat.score(karat.read(gold), karat.read(path), scheme).counts
        right += found["matched"]
        words += found["gold"]
    assert words > 15_000
    assert right / words >= 0.88


def test_clauses_are_no_objects(corpora: Path) -> None:
    """The function tag PRP (purpose) was taken for a pronoun in 52 of 900 objects."""
    objects = clauses = 0
    for path in sorted((corpora / "gum" / "const").glob("*.ptb")):
        ours = deps(karat.read(path))
        gold = karat.read(corpora / "gum" / "dep" / f"{path.stem}.conllu")
        found = np.array(names_of(ours.labels, ours.layer("edges")["label"])) == "obj"
        label = np.array(names_of(gold.labels, gold.layer("edges")["label"]))
        objects += int(np.count_nonzero(found))
        clauses += int(np.count_nonzero(found & np.isin(label, ["advcl", "xcomp", "ccomp"])))
    assert objects > 700
    assert clauses < objects // 50
