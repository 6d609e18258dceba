"""Sentences on a terminal: titles, words, remarks, drawings and the legend."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from karat.analysis.picture import Mark, Pair, Picture, Side
from karat.model.bank import Bank
from karat.reports import terminal
from karat.reports.drawings import Drawings
from karat.reports.lanes import labels_are_tags
from karat.reports.leaves import DIM, LONGEST, SIGNS, WRONG, printed, tagged
from karat.reports.table import figure
from karat.reports.terminal import Piece, visible
from karat.reports.unfolded import unfolded

# How many lines of a drawing, and of the words above it, are shown unless all is wanted.
_LINES = 300
_LINES_OF_WORDS = 4

_ASCII = str.maketrans(
    {"│": "|", "┃": "|", "├": "|", "┤": "|", "└": "`", "┘": "'", "┌": ".", "┐": ".", "┬": "+"}
    | {"┴": "+", "┼": "+", "─": "-", "▼": "v", "▲": "^", "←": "<-", "→": "->", "≠": "!="}
    | {"»": ">>", "«": "<<", "·": ".", "…": "...", "⋯": "..", "\u2013": "-"}
)


@dataclass(frozen=True)
class Page:
    """How sentences are printed: the width in columns, with colours or not, whole or cut."""

    width: int
    colour: bool
    everything: bool

    @property
    def _limit(self) -> int | None:
        return None if self.everything else _LINES

    def sentence(
        self, picture: Picture, places: Sequence[str], why: Iterable[tuple[str, Iterable[str]]] = ()
    ) -> Iterator[str]:
        """All that is said about a sentence.

        ``places`` are those of gold and of each system, ``why`` headings and lines.
        """
        pairs, single = picture.pairs, len(picture.pairs) == 1
        title = "  ".join([f"sentence {picture.number}", *places[: 2 if single else 1]]) + " "
        yield self._strong(title + "─" * (self.width - terminal.columns(title)))
        if picture.id:
            yield terminal.paint(f"id {terminal.shortened(picture.id, LONGEST)}", DIM, self.colour)
        yield from self._words(picture)
        yield ""
        for pair, place in zip(pairs, places[1:], strict=True):
            if not single:
                yield self._strong(f"{_name(pair)}  {place}")
            yield from (*_remarks(pair, picture), "")
        for heading, lines in why:
            yield self._strong(heading)
            yield from terminal.shown(lines, "  {}".format, self._limit)
            yield ""
        yield from Drawings(self.width, self._limit, self.colour).drawn(
            picture.kind, pairs, _titles(pairs, places)
        )
        yield ""

    def _strong(self, text: str) -> str:
        return terminal.paint(text, "1", self.colour)

    def _words(self, picture: Picture) -> Iterator[str]:
        """The words of gold, or of a system if gold has none."""
        pairs = picture.pairs
        side = next((pair.gold for pair in pairs if pair.gold.words), pairs[0].system)
        order = unfolded(side)[0] if picture.kind == "tree" else []
        longest = None if self.everything else LONGEST
        words = (
            [Piece(printed(side, at, longest, at if order else None))]
            for at in order or range(len(side.words))
        )
        if not side.words:
            return
        limit = None if self.everything else _LINES_OF_WORDS
        yield from terminal.shown(terminal.flow((), words, (), self.width), _text, limit)

    def legend(self, pictures: Iterable[Picture]) -> Iterator[str]:
        """What the signs in these pictures mean."""
        used, wrong, several = set[Mark](), False, False
        for picture in pictures:
            several |= len(picture.pairs) > 1 and picture.kind != "arcs"
            for side in (side for pair in picture.pairs for side in (pair.gold, pair.system)):
                used |= _marks(side)
                wrong |= bool(side.wrong_tags) and not labels_are_tags(side)
        said = [(*SIGNS[mark], mark.value) for mark in Mark if mark in used and mark.value]
        said += [(*WRONG, "tag that is not gold's")] if wrong else []
        if not said:
            return
        meanings = ([Piece(f"{sign} {text}", c), Piece(" ")] for sign, c, text in said)
        for line in terminal.flow((), meanings, (), self.width):
            yield "".join(terminal.paint(*piece, self.colour) for piece in line).rstrip()
        if several:
            yield "Several signs before a row of gold are those of the systems, in their order."

    def write(self, lines: Iterable[str]) -> None:
        """Print, in plainer characters where the output cannot encode ours."""
        encoding = sys.stdout.encoding or "utf-8"
        for line in lines:
            try:
                line.encode(encoding)
                click.echo(line, color=self.colour)
            except UnicodeEncodeError:
                plain = line.translate(_ASCII).encode(encoding, "backslashreplace")
                click.echo(plain.decode(encoding), color=self.colour)


def place(bank: Bank, sentence: int, known: int) -> str:
    """Where a sentence is, as ``file:line``; the file alone if it has only ``known`` sentences."""
    name = visible(os.fsencode(bank.path))
    return f"{name}:{bank.line(sentence)}" if sentence < known else name


def _name(pair: Pair) -> str:
    return terminal.shortened(pair.system.name, LONGEST)


def _titles(pairs: Sequence[Pair], places: Sequence[str]) -> list[str]:
    """The titles of drawings: gold and systems with the lines of their files."""
    names = [Path(place).name for place in places]
    if len(pairs) == 1:
        return [f"gold: {names[0]}", f"system: {names[1]}"]
    return [f"gold: {names[0]}", *map(_name, pairs)]


def _remarks(pair: Pair, picture: Picture) -> list[str]:
    """The figures and counts of a sentence, or why it has none."""
    if pair.failure:
        lines = f"no score: {pair.failure}".encode("utf-8", "surrogateescape").split(b"\n")
        said = [visible(line) for line in lines]
        if max(pair.gold.odd, pair.system.odd) >= 0:
            sides = ("gold", pair.gold), ("system", pair.system)
            words = (_odd(name, side, tree=picture.kind == "tree") for name, side in sides)
            said.append(f"first difference: {', '.join(words)}")
        return said
    figures = (
        f"{one.titles[one.name]}{'*' * bool(one.caveat)} {figure(value, one.unit)}"
        for one, value in pair.figures
    )
    counts = ", ".join(f"{count} {name}" for name, count in pair.counts)
    caveats = (f"* {measure.caveat}" for measure, _ in pair.figures if measure.caveat)
    aligned = ["other tokens than gold's; they were aligned"] if pair.aligned else []
    return [f"{picture.scheme}: {', '.join(figures)}", *filter(None, [counts]), *caveats, *aligned]


def _odd(name: str, side: Side, *, tree: bool) -> str:
    """Name the word that differs."""
    if side.odd < 0:
        return f"{name} has no more words"
    position = side.odd if tree and unfolded(side)[0] else None
    said = tagged(side, side.odd, LONGEST, position)
    out = " (not compared)" if side.odd in side.left_out else ""
    return f"{name} word {side.odd + 1} {said}{out}"


def _marks(side: Side) -> set[Mark]:
    """The marks of a side that a reader should know."""
    found = {row.mark for row in side.rows} | ({Mark.NOT_COMPARED} if side.left_out else set())
    return found | {Mark.DIFFERENT} if side.odd >= 0 else found


def _text(pieces: Iterable[Piece]) -> str:
    return "".join(piece.text for piece in pieces)
