"""Wildcards in names: many labels at once, and each by itself."""

from hypothesis import given, settings
from hypothesis import strategies as st

from effort import tries
from karat.patterns.names import SPELLINGS, Names, any_case, wild

_NAME = st.lists(st.sampled_from(["a", "b", "*", "?", r"\*", r"\?"]), min_size=1, max_size=5).map(
    "".join
)
_LABELS = st.lists(st.text("abA*?\\", max_size=5), max_size=6)


@settings(max_examples=tries(500))
@given(st.lists(_NAME, min_size=1, max_size=3), _LABELS, st.booleans(), st.booleans())
def test_many_labels_are_tested_as_one_by_one(
    names: list[str], labels: list[str], denied: bool, words: bool
) -> None:
    """Names that begin or end with their only star are tested otherwise than the rest."""
    fits = any_case if words else wild
    together = Names("^" * denied + "|".join(names))
    given_names = together.alternatives
    assert given_names is not None
    alone = [*given_names.plain, *given_names.wild]
    expected = [any(fits(name, label) for name in alone) != denied for label in labels]
    assert together.tests(fits)([SPELLINGS[fits](label) for label in labels]) == expected
    assert [together.test(fits)(label) for label in labels] == expected
