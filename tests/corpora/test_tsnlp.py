"""TSNLP's own analyses, and the page of the XTAG experiment."""

import shutil
from pathlib import Path

import pytest

from contributing import GENERATE, ROOT

pytest.importorskip("delphin")

from karat.suites import keys
from karat.suites.keys import key_of

live = pytest.mark.skipif(
    shutil.which("link-parser") is None, reason="link-parser is not installed"
)

# Checked by hand against the sentences and the rows of the suite.
TREES = {
    "24230103": "( She asks her (SBAR whether it works) .)",
    "35035004": "( (NP the firm) (SBAR (PP at which) she aims))",
    "29290801": "( She can't (VP have (VP been (VP being seen))) .)",
    "35380203": "( (NP (NP The firm) , (SBAR which he approves of) ,) succeeds .)",
    "38021125": "( He sees (NP us and her) .)",
}
HEADS = {
    "23240501": "He 'll subj, have 'll v-comp, succeeded have v-comp",
    "24092703": "She leads subj, her leads obj, astray leads verb-particle",
    "35347804": "around revolves p-obj, he revolves subj, revolves committee mod",
    "29290801": "She can't subj, have can't v-comp, been have v-comp, being been v-comp, seen being v-comp",
    "36641133": "twice firm spec, every firm spec",
}


def test_every_row(corpora: Path) -> None:
    """All 19,727 rows are a part of the key, or there is a reason why not."""
    for layer, used, items in (("trees", keys.BRACKET, 1099), ("edges", keys.DEPENDENCY, 1290)):
        found = key_of(corpora / "suites" / "english", layer)
        assert found.rows == sum(found.became.values()) == 19727
        assert len(found.texts) == items
        assert found.became[used] == {"trees": 2010, "edges": 3344}[layer]


def test_keys_by_hand(corpora: Path) -> None:
    """Brackets and dependencies of single items."""
    found = key_of(corpora / "suites" / "english", "trees").texts
    assert {key: found[key] for key in TREES} == TREES
    found = key_of(corpora / "suites" / "english", "edges").texts
    for key, wanted in HEADS.items():
        rows = [row.split("\t") for row in found[key].splitlines() if row[0] != "#"]
        linked = [f"{row[1]} {rows[int(row[6]) - 1][1]} {row[7]}" for row in rows if row[6] != "_"]
        assert ", ".join(linked) == wanted


@live
@pytest.mark.corpora
@pytest.mark.slow  # docs/generate.py --check, a part of make test, does the same
def test_the_page(corpora: Path) -> None:
    """Every command of the page prints what the page says."""
    page = ROOT / "docs" / "xtag.md"
    text = page.read_text("utf-8")
    assert GENERATE.CORPORA == corpora
    assert GENERATE.made(page) == text
    assert "\n42\n" in text
