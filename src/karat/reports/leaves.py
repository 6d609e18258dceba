"""Words and signs of pictures for a terminal.

>>> from karat.analysis.picture import Side
>>> side = Side("x", ["the", "dog", "."], ["DT", "JJ", "."], (), {2: "punctuation"}, frozenset({1}))
>>> ["".join(piece.text for piece in leaf(side, at)) for at in range(3)]
['the/DT', 'dog≠JJ', '·./.']
"""

from karat.analysis.picture import SIGNS as _SIGNS
from karat.analysis.picture import Mark, Side
from karat.reports.terminal import Piece, shortened

DIM, STRONG = "2", "1"
# Words and labels are cut to this many characters, unless all is wanted.
LONGEST = 200
# What stands between a word and a tag that is not gold's, and its colour.
WRONG = Piece("≠", "1;33")

# How a mark is drawn: a character and an ANSI colour.
_COLOURS = {
    Mark.MATCHED: "32", Mark.MISSED: "1;31", Mark.VIOLATED: "1;35", Mark.SPURIOUS: "1;33",
    Mark.CROSSING: "1;35", Mark.NOT_COMPARED: DIM, Mark.DIFFERENT: "1;7", Mark.PLAIN: "",
}  # fmt: skip
SIGNS = {mark: Piece(sign, _COLOURS[mark]) for mark, sign in _SIGNS.items()}


def leaf(
    side: Side, index: int, longest: int | None = LONGEST, position: int | None = None
) -> tuple[Piece, ...]:
    """A word with its tag; ``position`` is its place in the sentence, if it must be said."""
    if index == side.odd:
        text = f"»{tagged(side, index, longest, position)}«"
        return (Piece(text, SIGNS[Mark.DIFFERENT].colour),)
    if index in side.left_out:
        sign = SIGNS[Mark.NOT_COMPARED]
        return (Piece(f"{sign.text}{tagged(side, index, longest, position)}", sign.colour),)
    word, tag = printed(side, index, longest, position), shortened(side.tags[index], longest)
    if index in side.wrong_tags:
        return Piece(word), Piece(f"{WRONG.text}{tag}", WRONG.colour)
    return (Piece(word), Piece(f"/{tag}", DIM)) if tag else (Piece(word),)


def tagged(
    side: Side, index: int, longest: int | None = LONGEST, position: int | None = None
) -> str:
    """A word with its tag, as text."""
    tag = shortened(side.tags[index], longest)
    return printed(side, index, longest, position) + (f"/{tag}" if tag else "")


def stacked(side: Side, index: int, longest: int | None = LONGEST) -> tuple[Piece, Piece]:
    """A word, and its tag for the line below it."""
    word, tag = printed(side, index, longest), shortened(side.tags[index], longest)
    if index == side.odd:
        return Piece(f"»{word}«", SIGNS[Mark.DIFFERENT].colour), Piece(tag, DIM)
    if index in side.left_out:
        sign = SIGNS[Mark.NOT_COMPARED]
        return Piece(f"{sign.text}{word}", sign.colour), Piece(tag, DIM)
    if index in side.wrong_tags:
        return Piece(word), Piece(f"{WRONG.text}{tag}", WRONG.colour)
    return Piece(word), Piece(tag, DIM)


def printed(
    side: Side, index: int, longest: int | None = LONGEST, position: int | None = None
) -> str:
    """A word alone."""
    text = side.words[index] or '""'
    return shortened(text if position is None else f"{position}={text}", longest)
