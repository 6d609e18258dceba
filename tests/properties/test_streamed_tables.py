"""Tables written row by row are the same as tables rendered at once."""

import io

from hypothesis import given
from hypothesis import strategies as st

from karat.reports.stream import write
from karat.reports.table import FORMATS, Style, Table, render

CELLS = (
    st.text('ab |1é"\\\n', max_size=12)
    | st.integers(0, 999)
    | st.floats(0, 1)
    | st.just(float("nan"))
)
ROWS = st.lists(st.tuples(st.text("xy1", max_size=4), CELLS, CELLS), max_size=6)


@given(ROWS, st.sampled_from(FORMATS), st.none() | st.integers(20, 60))
def test_the_same_as_at_once(
    rows: list[tuple[object, ...]], output: str, width: int | None
) -> None:
    """In every output, also for figures that are undefined, and with wrapped cells."""
    columns, style = ["one", "two words", "three"], Style(output, 2, width)
    stream = io.StringIO()
    write(columns, iter(rows), style, stream)
    assert stream.getvalue() == render(Table(columns, rows), style)
