"""Validity of real output: counted again by a few lines of other code."""

import re
from pathlib import Path

import pytest

import karat

LEAF = re.compile(r"\(([^\s()]+) ([^\s()]+)\)")
LABEL = re.compile(r"\(([^\s()]+) (?=\()")
ESCAPES = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "``": '"', "''": '"', "`": "'",
           "“": '"', "”": '"', "‘": "'", "’": "'"}  # fmt: skip


def words(line: str) -> list[str]:
    found = [word for tag, word in LEAF.findall(line) if tag != "-NONE-"]
    return [ESCAPES.get(word, word).replace("\\/", "/") for word in found]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")


@pytest.mark.parametrize("system", ["benepar", "stanza"])
def test_faithful_sentences_and_known_labels(corpora: Path, system: str) -> None:
    folder = corpora / "gum-news"
    gold, other = lines(folder / "gold.mrg"), lines(folder / f"{system}.mrg")
    banks = (karat.read(folder / f"{name}.mrg") for name in ("gold", system))
    counts = karat.score(*banks, "validity").counts
    assert counts["sentences"] == counts["whole"] == len(gold) == len(other) == 736
    same = [words(one) == words(two) for one, two in zip(gold, other, strict=True)]
    assert counts["faithful"] == sum(same)
    assert counts["gold"] == sum(len(words(line)) for line in gold)
    inventory = {re.split("[-=|]", label)[0] for line in gold for label in LABEL.findall(line)}
    used = [
        label for line in other for label in LABEL.findall(line) if label not in ("ROOT", "TOP")
    ]
    assert counts["labels"] == len(used)
    assert counts["known"] == sum(label in inventory for label in used)
