"""Gold dependencies of GUM against the flat keys of its gold trees."""

from pathlib import Path

import pytest

import karat
from karat.views.flatten import flatten
from karat.views.yields import yields

pytestmark = pytest.mark.corpora


def test_gold_dependencies_respect_flat_keys(corpora: Path) -> None:
    """The same words, nested spans, and few constituents of a key crossed; with vp=yes more found."""
    counts = {vp: [0, 0, 0] for vp in (False, True)}
    broken = sentences = 0
    for path in sorted((corpora / "gum" / "dep").glob("*.conllu"))[:6]:
        bank = karat.read(path)
        key = flatten(karat.read(corpora / "gum" / "const" / f"{path.stem}.ptb"))
        assert len(bank) == len(key)
        sentences += len(bank)
        for vp, sums in counts.items():
            spans = yields(bank, vp=vp)
            broken += len(spans.layer("blocks"))
            for sentence in range(len(spans)):
                rows = [(start, end) for start, end, _ in spans.spans(sentence)]
                assert len(set(rows)) == len(rows)
                assert rows == sorted(rows, key=lambda row: (row[0], -row[1]))
            found = karat.score(key, spans, "flat")
            for place, name in enumerate(("gold", "matched", "violated")):
                sums[place] += found.counts[name]
    assert sentences > 100
    assert broken > 0
    for gold, _, violated in counts.values():
        assert violated < 0.08 * gold
    assert counts[True][1] > 1.05 * counts[False][1] > 0.3 * counts[True][0]
