"""Recognisers on GUM: the same sentences as trees and as graphs show much the same phenomena."""

from collections import Counter
from pathlib import Path

import karat
from karat.recognise.evidence import Evidence
from karat.recognise.rules import load


def test_two_frameworks_agree(corpora: Path) -> None:
    """F1 of the names found in gold trees and gold graphs; by far the most are the same."""
    trees, graphs = load("ptb"), load("ud")
    both: Counter[str] = Counter()
    one: Counter[str] = Counter()
    for path in sorted((corpora / "gum" / "dep").glob("*.conllu")):
        bank = karat.read(corpora / "gum" / "const" / f"{path.stem}.ptb")
        ours = trees(Evidence.of(bank, "brackets"))
        theirs = graphs(Evidence.of(karat.read(path), "conllu"))
        for a, b in zip(ours, theirs, strict=True):
            both.update(set(a) & set(b))
            one.update(a)
            one.update(b)
    assert 2 * both.total() / one.total() > 0.9
    for name in ("passive", "modal", "perfect", "possessive", "relative-clause", "noun-pp"):
        assert 2 * both[name] / one[name] > 0.9, name
