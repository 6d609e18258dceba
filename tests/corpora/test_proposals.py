"""What propose drafts from real treebanks passes the check, in English and in French."""

from pathlib import Path

import pytest

import karat
from effort import slow
from karat.formats import gr as grs
from karat.views.gr import gr

FILES = [
    "gum-news/gold.mrg", "gum/const/*", "gum/dep/*",
    pytest.param("conll18/fr_gsd/gold.conllu", marks=pytest.mark.corpora),
]  # fmt: skip


@pytest.mark.parametrize("files", FILES)
@pytest.mark.parametrize("positions", [False, *slow(True)])
def test_no_fault(at_hand: Path, files: str, positions: bool) -> None:
    """Doubles, final stops, French, and whatever else real text has."""
    seen = 0
    for path in sorted(at_hand.glob(files)):
        draft = grs.dumps(gr(karat.read(path), positions=positions))
        again = grs.loads(draft)
        assert not again.fault.any()
        assert [str(fault) for fault in grs.check(again)] == []
        assert grs.remarks(again) == []
        seen += len(again)
    assert seen in (736, 921, 416, 252)


def test_inflected_heads_are_found(corpora: Path) -> None:
    """Forms in place of base forms: hardly a sentence of news passes, with lemmas or without."""
    bank = gr(karat.read(corpora / "gum-news" / "gold.mrg"), heads="form")
    with_lemmas = grs.loads(grs.dumps(bank))
    without = grs.loads(grs.dumps(bank).replace("# lemmas = ", "# "))
    inflected, found = (sum(1 for _ in grs.check(one)) for one in (with_lemmas, without))
    assert inflected > 4000
    # Participles may be adjectives and pass where no lemma says otherwise.
    assert found > inflected * 3 / 5
