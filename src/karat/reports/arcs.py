"""Links between words for a terminal: arcs over the words, or a line for each word.

The arcs of a system are above the words, gold's arcs that it misses below. If they are wider than the
terminal, every word has a line that says what it hangs from.

>>> from karat.analysis.picture import Pair, Row, Side
>>> words, tags = ["dogs", "bark"], ["NNS", "VBP"]
>>> root = Row(Mark.MATCHED, "root", ((1, 2),))
>>> gold = Side("gold", words, tags, [Row(Mark.MISSED, "nsubj", ((0, 1), (1, 2))), root])
>>> system = Side("x", words, tags, [Row(Mark.SPURIOUS, "obj", ((0, 1), (1, 2))), root])
>>> for line in drawing(Pair(gold, system), 80):
...     print("".join(piece.text for piece in line).rstrip())
          =root
  ┌─ +obj ─┐│
  ▼        │▼
dogs      bark
 NNS       VBP
  ▲        │
  └ -nsubj ┘
"""

from collections.abc import Iterable, Iterator, Sequence

from karat.analysis.picture import Mark, Pair, Row, Side
from karat.reports.arc_lines import Arc, Grid, Line
from karat.reports.leaves import LONGEST, SIGNS, leaf
from karat.reports.link_lines import links
from karat.reports.terminal import Piece, flow, shortened
from karat.reports.units import units_of

# The most words over which arcs are drawn.
_MOST = 200


def drawing(pair: Pair, width: int, longest: int | None = LONGEST) -> Iterator[Line]:
    """A sentence with its links; those of which the words are not known are listed below."""
    panels, loose = _panels(pair), _loose(pair)
    linked = any(row.parts for _, above, below in panels for row in (*above, *below))
    for number, (side, above, below) in enumerate(panels if linked else ()):
        yield from [[]] * bool(number)
        yield from _panel(side, above, below, width, longest)
    yield from [[]] * (linked and bool(loose))
    for row in loose:
        sign, colour = SIGNS[row.mark]
        yield [Piece(f"{sign} {shortened(row.label, longest)}", colour)]


def _panels(pair: Pair) -> list[tuple[Side, Sequence[Row], Sequence[Row]]]:
    """Sides with the rows above and below their words; one panel, if both sides have the same words."""
    gold, system = pair.gold, pair.system
    if len(gold.words) == len(system.words) and not pair.failure:
        missed = [row for row in gold.rows if row.mark is not Mark.MATCHED]
        return [(system, system.rows, missed)]
    return [(gold, gold.rows, ()), (system, system.rows, ())]


def _loose(pair: Pair) -> list[Row]:
    """The rows that belong to no words of the sentence; those that match only once."""
    gold = [row for row in pair.gold.rows if not row.parts]
    system = [row for row in pair.system.rows if not row.parts]
    return [*gold, *(row for row in system if row.mark is not Mark.MATCHED)]


def _panel(
    side: Side, above: Sequence[Row], below: Sequence[Row], width: int, longest: int | None
) -> Iterator[Line]:
    units = units_of(side, [*above, *below], longest)
    if not units:
        return
    number = {at: n for n, unit in enumerate(units) for at in range(unit.first, unit.last)}
    upper, lower = (_arcs(rows, number, longest) for rows in (above, below))
    if not upper and not lower:
        words = (leaf(side, at, longest) for at in range(len(side.words)))
        yield from flow((), words, (), width)
        return
    if len(units) <= _MOST:
        grid = Grid.of([unit.width for unit in units], [*upper, *lower])
        if grid.width <= width:
            yield from grid.lines(upper, above=True)
            yield grid.spread([unit.words for unit in units])
            yield from [grid.spread([unit.tags for unit in units])] if any(side.tags) else ()
            yield from grid.lines(lower, above=False)
            return
    yield from links(side, units, above, below, width, longest)


def _arcs(rows: Iterable[Row], number: dict[int, int], longest: int | None) -> list[Arc]:
    found = []
    for row in rows:
        if row.parts:
            ends = [number[first] for first, _ in row.parts]
            label = SIGNS[row.mark].text + shortened(row.label, longest)
            found.append(Arc(ends[0], ends[1] if len(ends) > 1 else -1, label, row.mark))
    return found
