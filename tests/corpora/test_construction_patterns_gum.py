"""Constructions by patterns on real parses, against those that are found without patterns."""

from pathlib import Path

import karat

PATTERNS = r"""
[[construction]]
name = "minimal_np"
tree = 'NP|WHNP !<< NP|WHNP'

[[construction]]
name = "maximal_np"
tree = 'NP|WHNP !>> NP|WHNP'

[[construction]]
name = "parenthetical"
tree = 'PRN'

[[construction]]
name = "predicative"
deps = '{}=what [ >cop {} >nsubj {}=subject | >cop {} !>nsubj {} >expl {}=subject ]'
gives = ["what.head", "subject.head"]
"""


def test_the_same_noun_phrases(corpora: Path, tmp_path: Path) -> None:
    """As many in gold, in the system, and in both."""
    path = tmp_path / "p.toml"
    path.write_text(PATTERNS)
    gold, system = (karat.read(corpora / "gum-news" / f"{one}.mrg") for one in ("gold", "benepar"))
    known, found = (
        karat.score(gold, system, scheme, by=["construction"]).groups["construction"]
        for scheme in ("constructions", f'constructions(patterns="{path}")')
    )
    for name in ("minimal_np", "maximal_np", "parenthetical"):
        assert found[name] == known[name]
    assert found["minimal_np"]["counts"]["gold"] > 3000


def test_predicatives_of_derived_dependencies(corpora: Path, tmp_path: Path) -> None:
    """The view takes the first of several subjects, the pattern all of them; else they agree."""
    path = tmp_path / "p.toml"
    path.write_text(PATTERNS)
    gold = karat.read(corpora / "gum-news" / "gold.mrg")
    from karat.views.constructions import constructions

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
