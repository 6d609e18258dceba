"""Links as lines, one for each word: what it hangs from in the system, and in gold if that differs.

>>> from karat.analysis.picture import Mark
>>> from karat.reports.units import units_of
>>> side = Side("x", ["dogs", "bark"], ["NNS", "VBP"], ())
>>> system = [Row(Mark.SPURIOUS, "obj", ((0, 1), (1, 2))), Row(Mark.MATCHED, "root", ((1, 2),))]
>>> missed = [Row(Mark.MISSED, "nsubj", ((0, 1), (1, 2)))]
>>> for line in links(side, units_of(side, system), system, missed, 80):
...     print("".join(piece.text for piece in line).rstrip())
1  dogs/NNS  + obj ← bark 2  - nsubj ← bark 2
2  bark/VBP  = root
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from karat.analysis.picture import Row, Side
from karat.reports.leaves import DIM, LONGEST, SIGNS, leaf, printed
from karat.reports.terminal import Piece, flow, shortened, width_of
from karat.reports.units import Unit

# The greatest width of the words, and of the links of a side, in columns.
_WORDS = 36
_LINKS = 40


def links(
    side: Side, units: Sequence[Unit], above: Sequence[Row], below: Sequence[Row], width: int,
    longest: int | None = LONGEST,
) -> Iterator[list[Piece]]:  # fmt: skip
    """The links of a sentence; ``above`` are those of the system, ``below`` others that gold has."""
    both = [_by_word(side, rows, longest) for rows in (above, below)]
    words = [_words_of(side, unit, longest) for unit in units]
    digits = len(str(len(side.words)))
    room = min(_WORDS, max(map(width_of, words), default=0))
    column = min(_LINKS, max((_wide(some) for some in both[0].values()), default=0))
    margin = digits + 2 + room + 2
    for unit, word in zip(units, words, strict=True):
        number = Piece(f"{unit.first + 1:>{digits}}  ", DIM)
        head = [number, *word, Piece(" " * (room - width_of(word)))]
        ours, theirs = (some.get(unit.first, []) for some in both)
        gap = Piece(" " * (column - _wide(ours) - 1)) if theirs else Piece("")
        said = [*ours, *([[gap]] if gap.text else []), *theirs]
        yield from flow([*head, Piece("  ")], said, [Piece(" " * margin)], width)


def _words_of(side: Side, unit: Unit, longest: int | None) -> list[Piece]:
    words = [leaf(side, at, longest) for at in range(unit.first, unit.last)]
    return [piece for word in words for piece in (*word, Piece(" "))][:-1]


def _by_word(side: Side, rows: Sequence[Row], longest: int | None) -> dict[int, list[list[Piece]]]:
    """What each dependent hangs from."""
    found: dict[int, list[list[Piece]]] = defaultdict(list)
    for row in rows:
        if row.parts:
            sign, colour = SIGNS[row.mark]
            head = f" ← {_words(side, row.parts[1], longest)}" if len(row.parts) > 1 else ""
            text = f"{sign} {shortened(row.label, longest)}{head}"
            found[row.parts[0][0]].append([Piece(text, colour), Piece(" ")])
    return found


def _words(side: Side, part: tuple[int, int], longest: int | None) -> str:
    text = " ".join(printed(side, at, longest) for at in range(*part))
    return f"{text} {part[0] + 1}"


def _wide(said: list[list[Piece]]) -> int:
    return sum(width_of(one) + 1 for one in said)
