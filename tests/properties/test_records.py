"""Texts cut into records: what was written is read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.recognise.records import Records

LINE = st.text("ab #=-\t", min_size=1, max_size=6).filter(
    lambda line: line.strip() and not line.startswith(("#id", "#none", "==="))
)
# The output for a sentence, with blank lines inside; None where there is none.
TEXTS = st.lists(
    st.none() | st.lists(LINE, min_size=1, max_size=4).map("\n\n".join), min_size=1, max_size=6
)


@given(TEXTS)
def test_our_form(texts: list[str | None]) -> None:
    """#id and #none; blank lines inside and between are kept apart."""
    written = "".join(f"#id s{i}\n{text or '#none'}\n\n" for i, text in enumerate(texts))
    found = list(Records().cut(written.split("\n")))
    assert [one.text for one in found] == [text or "" for text in texts]
    assert [one.id for one in found] == [f"s{i}" for i in range(len(texts))]


@given(TEXTS, st.booleans())
def test_separators(texts: list[str | None], leading: bool) -> None:
    """Before each record, or after it; one without text is one without output."""
    pytest.importorskip("re2")
    records = Records.of({"separator": "^===$"})
    pieces = [text or "" for text in texts]
    if not leading and not pieces[0]:
        pieces[0] = "x"  # a file that begins with a separator has them before the records
    lines = "".join(f"===\n{one}\n" if leading else f"{one}\n===\n" for one in pieces)
    assert [one.text for one in records.cut(lines.split("\n"))] == pieces


@given(TEXTS, st.lists(LINE, max_size=3))
def test_ids_stay_with_their_texts(texts: list[str | None], before: list[str]) -> None:
    """Whatever is printed before the first separator with an id."""
    pytest.importorskip("re2")
    records = Records.of({"separator": "^===", "id": r"^=== (\S+)", "none": "^!!!"})
    pieces = "".join(f"=== s{i}\n{text or '!!!'}\n" for i, text in enumerate(texts))
    found = list(records.cut([*before, *pieces.split("\n")]))
    assert [(one.id, one.text) for one in found] == [
        (f"s{i}", text or "") for i, text in enumerate(texts)
    ]
    assert [bool(one.note) for one in found] == [bool(before), *[False] * (len(texts) - 1)]
