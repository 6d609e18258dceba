"""Constructions by patterns on real parses, against those that are found without patterns."""

from collections import Counter
from pathlib import Path

import karat
from construction_patterns import BRACKETS
from karat.views.constructions import constructions

PATTERNS = (
    BRACKETS
    + r"""

[[construction]]
name = "predicative"
deps = '{}=what [ >cop {} >nsubj {}=subject | >cop {} !>nsubj {} >expl {}=subject ]'
gives = ["what.head", "subject.head"]
"""
)


def test_the_same_noun_phrases(corpora: Path, tmp_path: Path) -> None:
    """As many in gold, in the system, and in both."""
    path = tmp_path / "p.toml"
    path.write_text(PATTERNS)
    gold, system = (karat.read(corpora / "gum-news" / f"{one}.mrg") for one in ("gold", "benepar"))
    known, found = (
        karat.score(gold, system, scheme, by=["construction"]).groups["construction"]
        for scheme in (
            "constructions(failed=drop)",
            f'constructions(patterns="{path}",failed=drop)',
        )
    )
    for name in ("minimal_np", "maximal_np", "parenthetical"):
        assert found[name] == known[name]
    assert found["minimal_np"]["counts"]["gold"] > 3000


def test_predicatives_of_derived_dependencies(corpora: Path, tmp_path: Path) -> None:
    """The view takes the first of several subjects, the pattern all of them; else they agree."""
    path = tmp_path / "p.toml"
    path.write_text(PATTERNS)
    gold = karat.read(corpora / "gum-news" / "gold.mrg")
    known, found = (constructions(gold, ("predicative",), patterns=one) for one in ("", str(path)))
    ours = known.layers["constructions"]
    subjects = {
        (sentence, first, second)
        for sentence in range(len(known))
        for first, second in ours.each(sentence, "first", "second")
        if second >= 0
    }
    theirs = found.layers["constructions"]
    captured = {
        (sentence, what, subject)
        for sentence in range(len(found))
        for what, subject in theirs.each(sentence, "first", "third")
    }
    first: dict[tuple[int, int], int] = {}
    for sentence, what, subject in sorted(captured):
        first.setdefault((sentence, what), subject)
    assert {(*key, subject) for key, subject in first.items()} == subjects
    assert len(subjects) > 150


PASSIVES = """
[define]
BE = "am|is|are|was|were|be|been|being"

[[construction]]
name = "passive"
tree = 'VB*"@BE" $.. (VP < VBN=verb)'
deps = '{}=verb >aux:pass {}'
gives = ["verb.head"]
"""
# The others are set aside.
OPEN = """academic_census academic_economics academic_eegimaa academic_enjambment academic_exposure
bio_byron bio_emperor news_asylum news_clock news_defector news_election news_flag news_hackers"""


def test_passives_of_trees_and_of_dependencies(corpora: Path, tmp_path: Path) -> None:
    """Patterns of both kinds agree, as documented: 123 of 127 and of 125."""
    path = tmp_path / "p.toml"
    path.write_text(PASSIVES)
    total = Counter[str]()
    for name in OPEN.split():
        links = karat.read(corpora / "gum" / "dep" / f"GUM_{name}.conllu")
        trees = karat.read(corpora / "gum" / "const" / f"GUM_{name}.ptb")
        total.update(karat.score(links, trees, f'constructions(patterns="{path}")').counts)
    assert (total["gold"], total["system"]) == (127, 125)
    assert total["matched"] == 123
