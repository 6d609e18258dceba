"""What must always hold of constructions."""

from hypothesis import given
from tree_strategies import pairs

import karat
from karat.views.constructions import constructions
from karat.views.deps import without_nulls


@given(pairs())
def test_noun_phrases_are_those_of_sets(pair: tuple[str, str]) -> None:
    """Minimal and maximal ones counted the slow way, before punctuation is stripped off."""
    bank = without_nulls(karat.read_text(pair[0], layout="lines"))
    found = constructions(bank).layers["constructions"]
    names = {name: bank.labels.find(name.encode()) for name in ("minimal_np", "maximal_np")}
    for sentence in range(len(bank)):
        spans = [
            (start, end)
            for start, end, label in bank.spans(sentence)
            if label.split(b"-")[0].split(b"=")[0].split(b"|")[0] in (b"NP", b"WHNP")
        ]
        inside = {a for a in spans for b in spans if a != b and b[0] <= a[0] and a[1] <= b[1]}
        around = {b for a in spans for b in spans if a != b and b[0] <= a[0] and a[1] <= b[1]}
        rows = found.rows(sentence)
        for name, outside in (("minimal_np", around), ("maximal_np", inside)):
            of = found["label"][rows] == names[name]
            assert int(of.sum()) <= len(set(spans) - outside)


@given(pairs())
def test_the_same_parse_has_the_same_constructions(pair: tuple[str, str]) -> None:
    """All of a parse's constructions are found in itself."""
    found = karat.score(pair[0], pair[0], "constructions(failed=drop)")
    assert found.counts["gold"] == found.counts["system"] == found.counts["matched"]
