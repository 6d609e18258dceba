"""Text tables of any content and width: no line is too long, and no character is lost."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from karat.reports.table import Style, Table, render
from karat.reports.terminal import columns

TEXT = st.text(st.sampled_from("ab(c,/|@. 犬\u0301é–[1]"), max_size=25)
CELLS = st.one_of(TEXT, st.integers(0, 10**9), st.floats(0, 1))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Tables of at most 8 columns and 4 rows."""
    size = draw(st.integers(1, 8))
    head = draw(st.lists(TEXT, min_size=size, max_size=size))
    rows = draw(st.lists(st.lists(CELLS, min_size=size, max_size=size), max_size=4))
    return Table(head, rows)


@given(tables(), st.integers(1, 120))
def test_every_line_fits(table: Table, width: int) -> None:
    """Also where a terminal has fewer than 20 columns, which is as narrow as a table can be."""
    text = render(table, Style(width=width))
    assert all(columns(line) <= max(width, 20) for line in text.splitlines())


@given(tables(), st.integers(20, 120))
def test_no_character_is_lost(table: Table, width: int) -> None:
    """The first column is there once for each block, the others once."""
    one = Table(table.columns[:1], [row[:1] for row in table.rows])
    first, whole = (_characters(render(some, Style())) for some in (one, table))
    found = _characters(render(table, Style(width=width)))
    assert not whole - found
    times = {count / first[c] for c, count in (found - whole).items()}
    assert len(times) <= 1


def _characters(text: str) -> Counter[str]:
    return Counter("".join(text.split()))
