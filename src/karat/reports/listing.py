"""Rows as lines for a terminal: each with its signs, its label and its words, and drawn under the sentence.

>>> words = ["dogs", "see", "cats"]
>>> rows = [Row(Mark.MATCHED, "np", ((0, 1),)), Row(Mark.MISSED, "object", ((1, 2), (2, 3)))]
>>> gold = Side("gold", words, ["", "", ""], rows)
>>> listed = merged([Pair(gold, Side("x", words, ["", "", ""], rows[:1]))])
>>> for line in [*lines(gold, listed), *under(gold, listed, 40)]:
...     print("".join(piece.text for piece in line).rstrip())
= np      dogs
- object  see, cats
          dogs see cats
= np      ────
- object       111 2222
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from karat.analysis.picture import Mark, Pair, Row, Side
from karat.reports.leaves import LONGEST, SIGNS, WRONG, printed
from karat.reports.terminal import Piece, columns, shortened, stretches

Line: TypeAlias = list[Piece]
# Rows of both sides, each with a mark for every system.
Rows: TypeAlias = Sequence[tuple[tuple[Mark, ...], Row]]

# The greatest width of the labels, and the least width of the words, in columns.
_LABELS = 24
_NARROWEST = 20
# How many first and last words of a long part are listed.
_FIRST, _LAST = 6, 2


def merged(pairs: Sequence[Pair]) -> Rows:
    """The rows of gold and of all systems, in the order of the sentence; a row that matches is there once.

    A row that a system lacks, and gold too, has no sign for it.
    """
    marks = dict[tuple[str, object, int], list[Mark]]()
    rows = dict[tuple[str, object, int], Row]()
    for number, pair in enumerate(pairs):
        spurious = [row for row in pair.system.rows if row.mark is not Mark.MATCHED]
        for side in (pair.gold.rows, spurious):
            seen = Counter[tuple[str, object, bool]]()
            for row in side:
                found = row.label, row.parts, side is spurious
                seen[found] += 1
                key = row.label, row.parts, seen[found] * (-1 if side is spurious else 1)
                rows.setdefault(key, row)
                marks.setdefault(key, [Mark.PLAIN] * len(pairs))[number] = row.mark
    order = sorted(rows, key=lambda key: rows[key].parts)
    return [(tuple(marks[key]), rows[key]) for key in order]


def lines(side: Side, rows: Rows, longest: int | None = LONGEST) -> Iterator[Line]:
    """One line for each row, with its words; parts are separated by commas.

    Of a long part only the first and last words are shown, unless everything is wanted.
    """
    room = max((min(_LABELS, columns(row.label)) for _, row in rows if row.parts), default=0)
    words = [printed(side, at, longest) for at in range(len(side.words))]
    for marks, row in rows:
        said = ", ".join(_part(words[a:b], longest) for a, b in row.parts)
        label = _padded(row.label, room) if said else shortened(row.label, longest)
        yield [*_signs(marks), Piece(f" {label}  {said}".rstrip())]


def _part(words: Sequence[str], longest: int | None) -> str:
    if len(words) > _FIRST + _LAST + 1 and longest is not None:
        words = [*words[:_FIRST], "…", *words[-_LAST:]]
    return " ".join(words)


def under(side: Side, rows: Rows, width: int) -> Iterator[Line]:
    """The words, and under them one line for each row; a long sentence is continued below.

    A row with several parts has their numbers in place of a line.
    """
    room = max((min(_LABELS, columns(row.label)) for _, row in rows), default=0)
    margin = max((len(marks) for marks, _ in rows), default=1)
    words = [_word(side, at) for at in range(len(side.words))]
    for first, last in stretches(
        list(map(columns, words)), max(_NARROWEST, width - room - margin - 3)
    ):
        if first:
            yield []
        yield [Piece(" " * (margin + 1 + room + 2) + " ".join(words[first:last]))]
        begins = [0]
        for word in words[first:last]:
            begins.append(begins[-1] + columns(word) + 1)
        for marks, row in rows:
            drawn = _under(row, first, last, begins)
            if drawn.strip():
                yield [*_signs(marks), Piece(f" {_padded(row.label, room)}  {drawn}".rstrip())]


def _word(side: Side, at: int) -> str:
    """A word, with its tag only if that is wrong."""
    sign = SIGNS[Mark.NOT_COMPARED].text if at in side.left_out else ""
    tag = f"{WRONG.text}{shortened(side.tags[at], LONGEST)}" if at in side.wrong_tags else ""
    return f"{sign}{printed(side, at)}{tag}"


def _under(row: Row, first: int, last: int, begins: Sequence[int]) -> str:
    cells = [" "] * begins[-1]
    numbered = enumerate(row.parts, 1)
    # A part inside another is drawn over it.
    for number, (a, b) in sorted(numbered, key=lambda one: one[1][0] - one[1][1]):
        low, high = max(a, first) - first, min(b, last) - first
        if low < high:
            sign = str(number) if len(row.parts) > 1 else "─"
            cells[begins[low] : begins[high] - 1] = sign * (begins[high] - 1 - begins[low])
    return "".join(cells)


def _signs(marks: Sequence[Mark]) -> list[Piece]:
    return [SIGNS[mark] for mark in marks]


def _padded(label: str, room: int) -> str:
    short = shortened(label, room)
    return short + " " * (room - columns(short))
