"""Sentences with their trees on a terminal: titles, words, remarks, drawings and the legend."""

import os
import sys
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from karat.analysis.picture import Mark
from karat.analysis.sentence import Compared, Tree
from karat.model.bank import Bank
from karat.reports import listing, terminal, trees
from karat.reports.scores import titles
from karat.reports.table import figure
from karat.reports.terminal import Piece, visible

# How many lines of a tree, and of the words above it, are shown unless all is wanted.
_LINES = 300
_LINES_OF_WORDS = 4
# The counts that are said under a sentence: how many rows each side has, and what became of them.
_COUNTS = ("matched", "gold", "system", "violated", "crossing")

_ASCII = str.maketrans(
    {"│": "|", "┃": "|", "├": "|", "└": "`", "─": "-", "»": ">>", "«": "<<", "·": "."}
    | {"…": "...", "⋯": "..", "\u2013": "-"}
)


@dataclass(frozen=True)
class Page:
    """How sentences are printed: the width in columns, with colours or not, whole or cut."""

    width: int
    colour: bool
    everything: bool

    def sentence(
        self, one: Compared, number: int, places: tuple[str, str],
        why: Iterable[tuple[str, Iterable[str]]] = (),
    ) -> Iterator[str]:  # fmt: skip
        """All that is said about a sentence; ``why`` are headings and lines."""
        limits = _LINES, _LINES_OF_WORDS, trees.LONGEST
        limit, limit_of_words, longest = (None, None, None) if self.everything else limits
        title = f"sentence {number}  {'  '.join(places)} "
        yield terminal.paint(title + "─" * (self.width - terminal.columns(title)), "1", self.colour)
        side = one.gold if one.gold.words else one.system
        words = ([Piece(trees.word(side, at, longest))] for at in range(len(side.words)))
        yield from terminal.shown(terminal.flow((), words, (), self.width), _text, limit_of_words)
        yield from ("", *_remarks(one), "")
        for heading, lines in why:
            yield terminal.paint(heading, "1", self.colour)
            yield from terminal.shown(lines, "  {}".format, limit)
            yield ""
        if one.listing is not None:
            yield from self._listed(one, limit)
            if not one.gold.spans and not one.system.spans:
                return
        titles = (f"gold: {Path(places[0]).name}", f"system: {Path(places[1]).name}")
        yield from trees.drawing(one.gold, one.system, titles, self.width, limit, self.colour)
        yield ""

    def _listed(self, one: Compared, limit: int | None) -> Iterator[str]:
        """The rows of a scheme that compares no brackets, listed and drawn under the words."""
        rows = one.listing or ()
        if not rows:
            yield from ("neither side has any", "")
            return
        listed = listing.lines(one.gold, rows, self.everything)
        for lines in (listed, listing.drawing(one.gold, rows, self.width)):
            yield from terminal.shown(lines, partial(listing.painted, colour=self.colour), limit)
            yield ""

    def legend(self, used: Collection[Mark]) -> Iterator[str]:
        """What the signs mean."""
        signs = [(mark, *trees.SIGNS[mark]) for mark in Mark if mark in used]
        meanings = ([Piece(f"{sign} {mark.value}", c), Piece(" ")] for mark, sign, c in signs)
        for line in terminal.flow((), meanings, (), self.width):
            yield "".join(terminal.paint(*piece, self.colour) for piece in line).rstrip()

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


def _remarks(one: Compared) -> list[str]:
    """The figures and counts of a sentence, or why it has none."""
    if one.failure:
        lines = f"no score: {one.failure}".encode("utf-8", "surrogateescape").split(b"\n")
        said = [visible(line) for line in lines]
        if Mark.DIFFERENT in one.marks:
            words = _odd("gold", one.gold), _odd("system", one.system)
            said.append(f"first difference: {', '.join(words)}")
        return said
    shown = titles(one.scheme)
    figures = (
        f"{shown[measure.name]} {figure(value, measure.unit)}" for measure, value in one.figures
    )
    counts = (f"{one.counts[name]} {name}" for name in _COUNTS if name in one.counts)
    caveats = (f"* {measure.caveat}" for measure, _ in one.figures if measure.caveat)
    return [f"{one.scheme}: {', '.join(figures)}", ", ".join(counts), *caveats]


def _odd(side: str, tree: Tree) -> str:
    """Name the word that differs."""
    if tree.odd < 0:
        return f"{side} has no more words"
    number = (tree.order[tree.odd] if tree.order else tree.odd) + 1
    out = " (not compared)" if tree.odd in tree.left_out else ""
    return f"{side} word {number} {''.join(trees.leaf(tree, tree.odd))}{out}"


def _text(pieces: Iterable[Piece]) -> str:
    return "".join(piece.text for piece in pieces)
