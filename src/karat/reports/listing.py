"""Rows that are not brackets, for a terminal: listed with their words and drawn under the sentence.

>>> from karat import read_text
>>> tree = Tree.of(read_text("(S (NP (NNS dogs)) (VP (VBP see) (NP (NNS cats))))"))
>>> rows = [(Mark.MATCHED, Item("np", ((0, 1),))), (Mark.MISSED, Item("object", ((1, 2), (2, 3))))]
>>> for line in [*lines(tree, rows), *drawing(tree, rows, 40)]:
...     print(painted(line))
= np      dogs
- object  see, cats
          dogs see cats
= np      ────
- object       111 2222
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from karat.analysis.picture import Mark
from karat.analysis.sentence import Tree
from karat.model.outcome import Item
from karat.reports.terminal import Piece, columns, paint, visible
from karat.reports.trees import LONGEST, SIGNS

Rows: TypeAlias = Sequence[tuple[Mark, Item]]
# A line: the sign of its mark, a name and a text.
Line: TypeAlias = tuple[Mark, str, str]

# The greatest width of the names, and the least width of the words, in columns.
_NAMES = 24
_NARROWEST = 20
# How many first and last words of a long part are listed.
_FIRST, _LAST = 6, 2


def painted(line: Line, colour: bool = False) -> str:
    mark, name, text = line
    sign = SIGNS[mark]
    return "".join(paint(*piece, colour) for piece in (sign, Piece(f" {name}  {text}"))).rstrip()


def lines(tree: Tree, rows: Rows, everything: bool = False) -> Iterator[Line]:
    """One line for each row, with its words; parts are separated by commas.

    Of a long part only the first and last words are shown, unless everything is wanted.
    """
    room, words = _room(rows), _words(tree)
    for mark, item in rows:
        said = (_part(words[a:b], everything) if a >= 0 else "–" for a, b in item.parts)
        yield mark, _padded(item.name, room), visible(item.text.encode()) or ", ".join(said)


def _part(words: Sequence[str], everything: bool) -> str:
    if len(words) > _FIRST + _LAST + 1 and not everything:
        words = [*words[:_FIRST], "…", *words[-_LAST:]]
    return " ".join(words)


def drawing(tree: Tree, rows: Rows, width: int) -> Iterator[Line]:
    """The words, and under them one line for each row; a long sentence is continued below.

    A row with several parts has their numbers in place of a line.
    """
    room = _room(rows)
    for first, last in _stretches(tree, max(_NARROWEST, width - room - 4)):
        words = _words(tree)[first:last]
        if first:
            yield Mark.PLAIN, "", ""
        yield Mark.PLAIN, " " * room, " ".join(words)
        begins = [0]
        for word in words:
            begins.append(begins[-1] + columns(word) + 1)
        for mark, item in rows:
            under = _under(item, first, last, begins)
            if under.strip():
                yield mark, _padded(item.name, room), under


def _under(item: Item, first: int, last: int, begins: Sequence[int]) -> str:
    cells = [" "] * begins[-1]
    numbered = enumerate(item.parts, 1)
    # A part inside another is drawn over it.
    for number, (a, b) in sorted(numbered, key=lambda one: one[1][0] - one[1][1]):
        low, high = max(a, first) - first, min(b, last) - first
        if low < high:
            sign = str(number) if len(item.parts) > 1 else "─"
            cells[begins[low] : begins[high] - 1] = sign * (begins[high] - 1 - begins[low])
    return "".join(cells)


def _stretches(tree: Tree, width: int) -> Iterator[tuple[int, int]]:
    """Words that fit on a line, one stretch after another."""
    first = used = 0
    words = _words(tree)
    for at, word in enumerate(words):
        if at > first and used + columns(word) > width:
            yield first, at
            first, used = at, 0
        used += columns(word) + 1
    if words:
        yield first, len(words)


def _words(tree: Tree) -> list[str]:
    return [visible(word, LONGEST) for word in tree.words]


def _room(rows: Rows) -> int:
    return max((min(_NAMES, columns(item.name)) for _, item in rows), default=0)


def _padded(name: str, room: int) -> str:
    short = visible(name.encode("utf-8", "replace"), room)
    return short + " " * (room - columns(short))
