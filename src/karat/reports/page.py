"""Sentences with their trees on a terminal: titles, words, remarks, drawings and the legend."""

import sys
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from karat.reports import terminal, trees
from karat.reports.terminal import Piece, visible
from karat.reports.trees import Mark

if TYPE_CHECKING:
    from karat.analysis.sentence import Compared

# So many lines of a tree, and of the words above it, are enough for most people.
_LINES = 300
_LINES_OF_WORDS = 4

_ASCII = str.maketrans(
    {"│": "|", "┃": "|", "├": "|", "└": "`", "─": "-", "»": ">>", "«": "<<", "·": "."}
    | {"…": "...", "⋯": "..", "\u2013": "-"}
)


@dataclass(frozen=True)
class Page:
    """How it is printed."""

    width: int
    colour: bool
    everything: bool

    def sentence(self, one: "Compared", number: int, places: tuple[str, str]) -> Iterator[str]:
        """All that is said about a sentence."""
        limit, limit_of_words, longest = (
            (None, None, None) if self.everything else (_LINES, _LINES_OF_WORDS, trees.LONGEST)
        )
        title = f"sentence {number}  {'  '.join(places)} "
        yield terminal.paint(title + "─" * (self.width - terminal.columns(title)), "1", self.colour)
        words = ([Piece(visible(word, longest))] for word in one.gold.words or one.system.words)
        yield from terminal.shown(terminal.flow((), words, (), self.width), _text, limit_of_words)
        yield from ("", *one.remarks, "")
        for heading, lines in one.why:
            yield terminal.paint(heading, "1", self.colour)
            yield from terminal.shown(lines, "  {}".format, limit)
            yield ""
        titles = (f"gold: {Path(places[0]).name}", f"system: {Path(places[1]).name}")
        yield from trees.drawing(one.gold, one.system, titles, self.width, limit, self.colour)
        yield ""

    def legend(self, used: Collection[Mark]) -> Iterator[str]:
        """What the signs mean."""
        meanings = (
            [Piece(f"{mark.sign} {mark.meaning}", mark.colour), Piece(" ")]
            for mark in (*trees.MARKS, trees.DIFFERENT)
            if mark in used
        )
        for line in terminal.flow((), meanings, (), self.width):
            yield "".join(terminal.paint(*piece, self.colour) for piece in line).rstrip()

    def write(self, lines: Iterable[str]) -> None:
        """Print, in plainer characters where the output cannot have these."""
        encoding = sys.stdout.encoding or "utf-8"
        for line in lines:
            try:
                line.encode(encoding)
                click.echo(line, color=self.colour)
            except UnicodeEncodeError:
                plain = line.translate(_ASCII).encode(encoding, "backslashreplace")
                click.echo(plain.decode(encoding), color=self.colour)


def _text(pieces: Iterable[Piece]) -> str:
    return "".join(piece.text for piece in pieces)
