"""Chunks and constructions of GUM's trees against those of the same sentences' UD."""

from collections import Counter
from pathlib import Path

import karat


def agreement(corpora: Path, scheme: str) -> dict[str, float]:
    """F by label, over all documents."""
    gold: Counter[str] = Counter()
    system: Counter[str] = Counter()
    matched: Counter[str] = Counter()
    for path in sorted((corpora / "gum" / "const").glob("*.ptb")):
        links = karat.read(corpora / "gum" / "dep" / f"{path.stem}.conllu")
        found = karat.score(links, karat.read(path), scheme, by=["label"])
        assert found.sentences["failed"] == 0
        for label, row in found.groups["label"].items():
            gold[label] += row["counts"]["gold"]
            system[label] += row["counts"]["system"]
            matched[label] += row["counts"]["matched"]
    f = {label: 2 * matched[label] / (gold[label] + system[label]) for label in gold}
    return {**f, "all": 2 * matched.total() / (gold.total() + system.total())}


def test_chunks(corpora: Path) -> None:
    """As documented: nine of ten agree, verb and preposition chunks better."""
    found = agreement(corpora, "chunks")
    assert found["all"] > 0.9
    assert found["NP"] > 0.89
    assert min(found["VP"], found["PP"]) > 0.94


def test_constructions(corpora: Path) -> None:
    """Appositives are where the annotations differ most."""
    found = agreement(corpora, "constructions")
    assert found["all"] > 0.84
    assert found["appositive"] == min(found.values())
    assert found["predicative"] > 0.88
