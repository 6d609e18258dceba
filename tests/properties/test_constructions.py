"""What must always hold of constructions."""

from hypothesis import given
from tree_strategies import pairs

import karat
from karat.model.labels import base_label
from karat.views.constructions import constructions
from karat.views.edges import dependencies, punctuation
from karat.views.nulls import without_nulls


@given(pairs())
def test_noun_phrases_are_those_of_sets(pair: tuple[str, str]) -> None:
    """Minimal and maximal ones the slow way, with punctuation stripped off their ends."""
    bank = without_nulls(karat.read_text(pair[0], layout="lines"))
    found = constructions(bank).layers["constructions"]
    for sentence in range(len(bank)):
        words = slice(bank.token_offset[sentence], bank.token_offset[sentence + 1])
        quiet = punctuation(dependencies(bank))[words].tolist()
        spans = {
            (start, end)
            for start, end, label in bank.spans(sentence)
            if base_label(label) in (b"NP", b"WHNP")
        }
        held = {(a, b) for a in spans for b in spans if a != b and b[0] <= a[0] and a[1] <= b[1]}
        rows = found.rows(sentence)
        for name, others in (
            ("minimal_np", {b for _, b in held}),
            ("maximal_np", {a for a, _ in held}),
        ):
            number = bank.labels.find(name.encode())
            ours = {
                (start, end)
                for start, end, label in zip(
                    *(found[column][rows].tolist() for column in ("first", "second", "label")),
                    strict=True,
                )
                if label == number
            }
            loud = [[i for i in range(*span) if not quiet[i]] for span in spans - others]
            assert ours == {(one[0], one[-1] + 1) for one in loud if one}


@given(pairs())
def test_the_same_parse_has_the_same_constructions(pair: tuple[str, str]) -> None:
    """All of a parse's constructions are found in itself."""
    found = karat.score(pair[0], pair[0], "constructions(failed=drop)")
    assert found.counts["gold"] == found.counts["system"] == found.counts["matched"]
