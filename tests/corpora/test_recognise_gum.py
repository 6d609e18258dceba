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


def test_words_that_give_a_phenomenon_away(corpora: Path) -> None:
    """Contractions with either apostrophe, and hyphens that the treebank splits off."""
    rules = load("ud")
    sure = {"n't": "negation", "n’t": "negation", "'ll": "modal", "’ll": "modal"}
    seen: Counter[str] = Counter()
    for path in sorted((corpora / "gum" / "dep").glob("*.conllu")):
        evidence = Evidence.of(karat.read(path), "conllu")
        for text, names in zip(evidence.texts, rules(evidence), strict=True):
            words = [line.split("\t") for line in text.splitlines() if line[:1].isdigit()]
            wanted = {sure[word[1]] for word in words if word[1] in sure}
            wanted |= {
                "perfect" for word in words if word[1] in ("'ve", "’ve") and word[7] == "aux"
            }
            wanted |= {"hyphen" for word in words if word[4] == "HYPH"}
            assert wanted <= set(names), text
            seen.update(wanted)
    assert seen["hyphen"] > 50
    assert seen["negation"]
