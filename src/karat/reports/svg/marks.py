"""Rows ready to be drawn: the sign of the mark, the label, and what is told about them in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from karat.analysis.picture import SIGNS, Row, Side
from karat.reports.svg.characters import clipped, escaped, printable, width
from karat.reports.svg.shared import MARKS, SIZES, WORST_FIRST

# How many first and last words of a long stretch are told.
_FIRST, _LAST = 6, 2


@dataclass(frozen=True)
class Drawn:
    """A row: ``sign`` is its mark, ``by`` the numbers of the systems that it concerns, if not all.

    ``title`` says in words what it is.
    """

    sign: str
    label: str
    parts: tuple[tuple[int, int], ...]
    parent: int
    title: str
    by: str = ""

    @property
    def kind(self) -> str:
        """The class of its mark."""
        return MARKS[self.sign][0]

    @property
    def caption(self) -> str:
        """The text that is drawn for it."""
        return f"{self.sign}{self.by} {self.label}" if self.sign != " " else self.label

    @property
    def width(self) -> int:
        return width(self.caption, SIZES["label"])


def said_of(sign: str) -> str:
    """A mark in a word or two."""
    return "not compared" if sign == "·" else MARKS[sign][0]


def rows_of(side: Side, kind: str) -> list[Drawn]:
    """The rows of a side."""
    return [_drawn(row, SIGNS[row.mark], side, kind) for row in side.rows]


def merged(sides: Mapping[int, Side], names: Mapping[int, str], kind: str) -> list[Drawn]:
    """The rows of gold for several systems, by their numbers: where they differ, the worst mark and whose."""
    first = next(iter(sides.values()))
    return [_of_all(at, sides, names, first, kind) for at in range(len(first.rows))]


def _of_all(
    at: int, sides: Mapping[int, Side], names: Mapping[int, str], first: Side, kind: str
) -> Drawn:
    signs = {number: SIGNS[side.rows[at].mark] for number, side in sides.items()}
    worst = min(signs.values(), key=WORST_FIRST.index)
    mine = [number for number, sign in signs.items() if sign == worst]
    row = sides[mine[0]].rows[at]
    if len(mine) == len(signs):
        return _drawn(row, worst, first, kind)
    told = (
        f"{said_of(sign)} by {', '.join(printable(names[n]) for n, s in signs.items() if s == sign)}"
        for sign in WORST_FIRST
        if sign in signs.values()
    )
    return _drawn(row, worst, first, kind, ",".join(map(str, mine)), "; ".join(told))


def _drawn(row: Row, sign: str, side: Side, kind: str, by: str = "", told: str = "") -> Drawn:
    label = clipped(row.label) or "()"
    said = told or said_of(sign)
    title = label if sign == " " else f"{label}, {said}"
    where = _where(row, side, kind)
    title = f"{title}: {where}" if where else title
    title += f" ({printable(row.why)})" if row.why else ""
    return Drawn(sign, label, row.parts, row.parent, title, by)


def _where(row: Row, side: Side, kind: str) -> str:
    """The words of a row; of a link, the dependent and its head."""
    if kind == "arcs" and len(row.parts) == 1:
        return f"{_stretch(side.words, *row.parts[0])} ← root"
    return (" ← " if kind == "arcs" else ", ").join(_stretch(side.words, *one) for one in row.parts)


def _stretch(words: Sequence[str], start: int, end: int) -> str:
    count = max(0, end - max(start, 0))
    if count > _FIRST + _LAST + 1:
        shown = [*words[start : start + _FIRST], "…", *words[end - _LAST : end]]
    else:
        shown = list(words[max(start, 0) : end])
    return " ".join(clipped(word) for word in shown) or "–"


def captioned(row: Drawn) -> str:
    """The text of a row as XML; its sign has a style of its own."""
    if row.sign == " ":
        return escaped(row.label)
    return f'<tspan class="s">{escaped(row.sign + row.by)}</tspan> {escaped(row.label)}'
