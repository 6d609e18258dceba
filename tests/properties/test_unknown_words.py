"""Base forms of words that are in no dictionary: lemminflect is asked once for each ending that it sees."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effort import tries
from karat.views.gr.lemmas import _library

ENDINGS = [
    "s",
    "es",
    "ies",
    "ves",
    "ed",
    "ied",
    "ing",
    "nning",
    "er",
    "est",
    "ier",
    "0s",
    "-s",
    "'s",
]
WORDS = st.builds(
    "".join, st.tuples(st.text("abelnoty0-'_é", max_size=12), st.sampled_from(ENDINGS))
)


@settings(max_examples=tries(300))
@given(st.lists(WORDS, min_size=1, max_size=20), st.sampled_from(["NOUN", "VERB", "ADJ", "ADV"]))
def test_a_word_has_the_base_form_that_lemminflect_gives_it(words: list[str], part: str) -> None:
    """Also where another word with the same ending was asked about before."""
    lemminflect = pytest.importorskip("lemminflect")
    library = _library()
    assert library is not None
    for word in words:
        assert [*library(word, part)] == [*lemminflect.getLemma(word, upos=part)]
