"""The kernel that writes EVALB's lines of figures, against Python's own printf."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from karat.reference import evalb_report

Row = tuple[int, int, int, int, int, int, int, int]
# 100 * part / whole is half-way between two hundredths only if whole is a multiple of 32; if it is one of
# 4000, the double is above or below that.
WHOLE = st.one_of(
    st.integers(0, 300),
    st.builds(int.__mul__, st.sampled_from([32, 160, 800, 4000, 20000]), st.integers(1, 100)),
    st.integers(0, 2**31 - 1),
)


@st.composite
def rows(draw: st.DrawFn) -> Row:
    """Figures as EVALB has them: no more matches than brackets, no more right tags than words."""
    gold, test, words = (draw(WHOLE) for _ in range(3))
    matched, tags = draw(st.integers(0, min(gold, test))), draw(st.integers(0, words))
    length, crossing = (draw(st.integers(0, 10**5)) for _ in range(2))
    return length, draw(st.integers(0, 2)), matched, gold, test, crossing, words, tags


def percent(part: int, whole: int) -> float:
    return 100.0 * part / whole if whole else 0.0


def printed(number: int, row: Row) -> bytes:
    """The line with EVALB's own formats."""
    length, status, matched, gold, test, crossing, words, tags = row
    figures = (percent(matched, gold), percent(matched, test), matched, gold, test, crossing)
    return (
        b"%4d  %3d    %d  " % (number, length, status)
        + b"%6.2f %6.2f   %3d    %3d  %3d    %3d" % figures
        + b"   %4d  %4d   %6.2f\n" % (words, tags, percent(tags, words))
    )


@example(1, [(1, 0, 1, 32, 32, 0, 4000, 1), (1, 0, 3, 32, 160, 0, 20000, 9999)], 0)
@example(9_999, [(0, 2, 0, 0, 0, 0, 0, 0), (1000, 0, 1001, 1001, 1001, 0, 1000, 1000)], 1)
@given(st.integers(1, 10**10), st.lists(rows(), max_size=5), st.integers(0, 4))
def test_lines_are_those_of_printf(first: int, table: list[Row], left_out: int) -> None:
    """All figures, for any number of the first line; one sentence has no line."""
    flags = np.array([at == left_out for at in range(len(table))], np.int8)
    figures = np.array(table, np.int32).reshape(-1, 8)
    out, ends = evalb_report.sentences(first, figures, flags)
    lines = [b"" if at == left_out else printed(first + at, row) for at, row in enumerate(table)]
    assert bytes(out) == b"".join(lines)
    assert ends.tolist() == np.cumsum([len(line) for line in lines], dtype=int).tolist()


def test_every_tie_of_a_few_thousand_words() -> None:
    """All quotients half-way between two hundredths with these denominators, about 14,000."""
    table = [
        (1, 0, part, whole, whole, 0, whole, part)
        for whole in (32, 96, 160, 800, 4000, 12000, 20000, 28000)
        for part in range(whole + 1)
        if 20000 * part % whole == 0 and 20000 * part // whole % 2
    ]
    assert len(table) > 10_000
    out, _ = evalb_report.sentences(1, np.array(table, np.int32), np.zeros(len(table), np.int8))
    assert bytes(out) == b"".join(printed(at, row) for at, row in enumerate(table, 1))
