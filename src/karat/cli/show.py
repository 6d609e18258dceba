"""karat show: single sentences, both trees, what matched, was missed, is spurious or crosses."""

import os
import re
import shutil
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from karat.cli import _options
from karat.reports import trees
from karat.reports.table import cell
from karat.reports.trees import Mark, Piece, Tree, visible

if TYPE_CHECKING:
    from karat.bank import Bank
    from karat.scheme import Comparison, Outcome, Scheme

# So many lines of a tree, and of the words above it, are enough for most people.
_LINES = 300
_LINES_OF_WORDS = 4

_MARKS = (trees.MATCHED, trees.MISSED, trees.SPURIOUS, trees.CROSSING, trees.NOT_COMPARED)
_COUNTS = ("matched", "gold", "system", "violated", "crossing")
_ASCII = str.maketrans(
    {"│": "|", "┃": "|", "├": "|", "└": "`", "─": "-", "»": ">>", "«": "<<", "·": "."}
    | {"…": "...", "⋯": "..", "\u2013": "-"}
)


@click.command(
    epilog="""\b
Examples:
  karat show gold.mrg system.mrg -n 12
  karat show gold.mrg system.mrg -n 3-5 -n 9 --scheme 'evalb(params=new)'
  karat show gold.mrg system.mrg --worst 3
  karat show gold.mrg system.mrg -n 12 --color always --width 160 | less -R"""
)
@click.argument("gold")
@click.argument("system")
@click.option(
    "-n", "--number", "numbers", multiple=True, metavar="N|N-M",
    help="Which sentence, counted from 1, or a range. May be given several times.  [default: 1]",
)  # fmt: skip
@click.option(
    "--worst", type=click.IntRange(1), metavar="K",
    help="Instead, the K sentences with the lowest f1; those without a score come first.",
)  # fmt: skip
@click.option(
    "-s", "--scheme", "scheme_text", default="evalb", show_default=True, metavar="SCHEME",
    help="How the trees are compared, as in 'evalb(params=new)'. See: karat schemes.",
)  # fmt: skip
@_options.reading
@click.option(
    "--width", type=click.IntRange(20), metavar="COLUMNS",
    help="Columns to use; the terminal's if not given.",
)  # fmt: skip
@click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True,
    help="Colours besides the signs; auto: on a terminal, unless NO_COLOR is set.",
)  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="Do not cut what is very long.")
def command(
    gold: str,
    system: str,
    numbers: tuple[str, ...],
    worst: int | None,
    scheme_text: str,
    format: str | None,  # noqa: A002  # the option's name
    layout: str,
    width: int | None,
    color: str,
    everything: bool,
) -> None:
    """Show sentences of GOLD and SYSTEM as trees, with what matched and what did not.

    A sign in the margin says what became of each constituent. Without -n it is the first sentence.
    """
    from karat import read
    from karat.errors import InputError, UsageError
    from karat.scheme import parse

    if gold == system == "-":
        raise UsageError("standard input can be read only once: give '-' for one file at most")
    if numbers and worst:
        raise UsageError("give either -n or --worst, not both")
    scheme = parse(scheme_text)
    wanted = [_numbers(text) for text in numbers or ("1",)]
    ours = read(gold, format=format, layout=layout)
    theirs = read(system, format=format, layout=layout).relabelled(ours.labels)
    size, others = len(ours), len(theirs)
    if not size:
        raise InputError(f"{gold}: there is no sentence in it")
    if others > size:
        click.echo(
            f"karat: {system}: {others} sentences, but {gold} has {size}; are they the same ones?",
            err=True,
        )
    theirs = theirs.padded(size)
    comparison = scheme.comparison(ours.labels)
    if worst:
        chosen = _worst(scheme, comparison, ours, theirs.slice(0, size), worst)
    else:
        chosen = _chosen(wanted, size, gold)
    page = _Page(width or shutil.get_terminal_size().columns, _in_colour(color), everything)
    legend: set[Mark] = set()
    for number in chosen:
        pair = (ours.slice(number - 1, number), theirs.slice(number - 1, number))
        one = _compared(scheme, comparison, *pair, number)
        places = (_place(ours, number, size), _place(theirs, number, others))
        page.write(page.sentence(one, number, places))
        legend |= one.legend
    if legend:
        page.write(page.legend(legend))


def _numbers(text: str) -> range:
    """Read ``12`` or ``3-5``.

    >>> _numbers("12"), _numbers("3-5")
    (range(12, 13), range(3, 6))
    """
    from karat.errors import UsageError

    found = re.fullmatch(r"\s*([0-9]{1,18})\s*(?:-\s*([0-9]{1,18})\s*)?", text)
    if not found or (found[2] and int(found[2]) < int(found[1])):
        raise UsageError(f"-n {text}: write a number or a range, as in -n 12 or -n 3-5")
    return range(int(found[1]), int(found[2] or found[1]) + 1)


def _chosen(wanted: Sequence[range], size: int, path: str) -> list[int]:
    """All the numbers, each once, if there are such sentences."""
    from karat.errors import UsageError

    for some in wanted:
        for number in (some[0], some[-1]):
            if not 1 <= number <= size:
                raise UsageError(
                    f"there is no sentence {number}: {path} has {size} "
                    f"sentence{'s' * (size > 1)}, counted from 1"
                )
    return list(dict.fromkeys(number for some in wanted for number in some))


def _worst(
    scheme: "Scheme", comparison: "Comparison", gold: "Bank", system: "Bank", size: int
) -> list[int]:
    """The numbers of the worst sentences: those that failed, then by f1, undefined ones last.

    A scheme without f1 is asked for the first figure of its table.
    """
    import numpy as np

    from karat.errors import UsageError
    from karat.tally import SCORED

    known = scheme.macros()
    measure = next(known[name] for name in ("f1", *scheme.table) if name in known)
    tally = scheme.tally(comparison(gold, system), gold.labels)
    value = np.where(tally.status == SCORED, measure(tally.columns()), -1.0)
    order = np.argsort(value, kind="stable")
    if scheme.length:
        order = order[tally.length[order] <= scheme.length]
        if not len(order):
            raise UsageError(f"{gold.path} has no sentence of at most {scheme.length} words")
    return [int(row) + 1 for row in order[:size]]


@dataclass(frozen=True, eq=False)
class _Compared:
    """A sentence compared: what is drawn, what is said about it, and the marks it needs."""

    gold: Tree
    system: Tree
    remarks: tuple[str, ...]
    legend: frozenset[Mark]


def _compared(
    scheme: "Scheme", comparison: "Comparison", gold: "Bank", system: "Bank", number: int
) -> _Compared:
    from karat.engine.run import describe
    from karat.tally import SCORED

    outcome = comparison(gold, system)
    if int(outcome.status[0]) != SCORED:
        failure = describe(outcome, gold, system, 0, number - 1)
        agree = int(outcome.more["wrong"][0]) if "wrong" in outcome.more else -1
        return _failed(comparison, gold, system, f"{failure.why}: {failure.detail}", agree)
    row = {name: int(n[0]) for name, n in scheme.tally(outcome, gold.labels).columns().items()}
    counts = ", ".join(f"{row[name]} {name}" for name in _COUNTS if name in row)
    figures = ", ".join(
        f"{name} {cell(name, float(measure(row)), 2)}" for name, measure in scheme.macros().items()
    )
    # The outcome is read before the scheme is asked again: then its columns are overwritten.
    if outcome.compared is not None:
        # A scheme that redraws the trees is shown with the trees it compared.
        ours, theirs = _sides(outcome, *outcome.compared)
    else:
        sides = _sides(outcome, gold, system)
        ours, theirs = map(_without, sides, _left_out(comparison, gold, system))
    return _Compared(ours, theirs, (f"{scheme}: {figures}", counts), frozenset(_MARKS))


def _sides(outcome: "Outcome", gold: "Bank", system: "Bank") -> tuple[Tree, Tree]:
    """The trees with a mark on every constituent; those that match are drawn beside each other."""
    marks = ([trees.NOT_COMPARED] * len(gold.label), [trees.NOT_COMPARED] * len(system.label))
    pairs = ([-1] * len(gold.label), [-1] * len(system.label))
    ours, theirs = outcome.gold, outcome.system
    for row, hit in zip(ours.row.tolist(), outcome.gold_hit.tolist(), strict=True):
        marks[0][row] = trees.MATCHED if hit else trees.MISSED
    crossing = outcome.system_crossing.tolist() or [0] * len(theirs)
    for row, hit, bad in zip(
        theirs.row.tolist(), outcome.system_hit.tolist(), crossing, strict=True
    ):
        wrong = trees.CROSSING if bad else trees.SPURIOUS
        marks[1][row] = trees.MATCHED if hit else wrong
    ours, theirs = ours.where(outcome.gold_hit == 1), theirs.where(outcome.system_hit == 1)
    places = [list(zip(r.first.tolist(), r.second.tolist(), strict=True)) for r in (ours, theirs)]
    # Rules that match one to one hit the same places on both sides, in the same order.
    if places[0] == places[1]:
        for number, (one, other) in enumerate(zip(ours.row, theirs.row, strict=True)):
            pairs[0][one] = pairs[1][other] = number
    return Tree.of(gold, marks[0], pairs[0]), Tree.of(system, marks[1], pairs[1])


def _without(tree: Tree, left_out: frozenset[int]) -> Tree:
    return replace(tree, left_out=left_out)


def _left_out(
    comparison: "Comparison", gold: "Bank", system: "Bank"
) -> tuple[frozenset[int], frozenset[int]]:
    """The words that a scheme does not compare, found by asking it.

    It is given trees in which every word is a constituent: the words it drops are those it leaves
    out. A scheme that drops them all for reasons of its own tells us nothing.
    """
    ours, theirs = _word_by_word(gold), _word_by_word(system)
    outcome = comparison(ours, theirs)
    kept = outcome.gold.row.tolist(), outcome.system.row.tolist()
    others = kept[1] or comparison(theirs, theirs).gold.row.tolist()
    return _rest(kept[0], len(gold.tag)), _rest(others, len(system.tag))


def _word_by_word(bank: "Bank") -> "Bank":
    """The same words, each a constituent of its own."""
    import numpy as np

    size = len(bank.tag)
    places = np.arange(size + 1, dtype=np.int32)
    return replace(
        bank,
        span_offset=np.array([0, size], np.int32),
        start=places[:-1],
        end=places[1:],
        label=np.full(size, bank.labels.intern(b"WORD"), np.int32),
        parent=np.full(size, -1, np.int32),
    )


def _rest(kept: list[int], size: int) -> frozenset[int]:
    return frozenset(range(size)).difference(kept) if kept else frozenset()


def _failed(
    comparison: "Comparison", gold: "Bank", system: "Bank", why: str, agree: int
) -> _Compared:
    """A sentence without a score; ``agree``: how many words do before one differs, -1: unknown."""
    left_out = _left_out(comparison, gold, system)
    ours, theirs = map(_without, (Tree.of(gold), Tree.of(system)), left_out)
    lines = f"no score: {why}".encode("utf-8", "surrogateescape").split(b"\n")
    remarks = [visible(line) for line in lines]
    legend = {trees.NOT_COMPARED} if any(left_out) else set()
    places = _first_difference(ours, theirs, agree)
    if max(places) >= 0:
        ours, theirs = replace(ours, odd=places[0]), replace(theirs, odd=places[1])
        said = (_odd("gold", ours), _odd("system", theirs))
        remarks.append(f"first difference: {', '.join(said)}")
        legend.add(trees.DIFFERENT)
    return _Compared(ours, theirs, tuple(remarks), frozenset(legend))


def _first_difference(gold: Tree, system: Tree, agree: int) -> tuple[int, int]:
    """Which words are the first to differ; -1 on a side that has no such word."""
    if not gold.words or not system.words:
        return -1, -1
    if gold.words == system.words:
        parting = min(gold.left_out ^ system.left_out, default=-1)
        return parting, parting
    ours, theirs = (
        [i for i in range(len(tree.words)) if i not in tree.left_out] for tree in (gold, system)
    )
    if agree < 0:
        both = zip(ours, theirs, strict=False)
        agree = sum(1 for _ in takewhile(lambda at: gold.words[at[0]] == system.words[at[1]], both))
    return (
        ours[agree] if agree < len(ours) else -1,
        theirs[agree] if agree < len(theirs) else -1,
    )


def _odd(side: str, tree: Tree) -> str:
    """Name the word that differs."""
    if tree.odd < 0:
        return f"{side} has no more words"
    out = " (not compared)" if tree.odd in tree.left_out else ""
    return f"{side} word {tree.odd + 1} {''.join(trees.leaf(tree, tree.odd))}{out}"


def _place(bank: "Bank", number: int, known: int) -> str:
    """Where a sentence is, as ``file:line``; the file alone if it ended before."""
    name = visible(os.fsencode(bank.path))
    return f"{name}:{bank.line(number - 1)}" if number <= known else name


def _in_colour(choice: str) -> bool:
    """Whether colours are wanted; see no-color.org."""
    if choice != "auto":
        return choice == "always"
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain


@dataclass(frozen=True)
class _Page:
    """How it is printed."""

    width: int
    colour: bool
    everything: bool

    def sentence(self, one: _Compared, number: int, places: tuple[str, str]) -> Iterator[str]:
        """All that is said about a sentence."""
        limit, limit_of_words, longest = (
            (None, None, None) if self.everything else (_LINES, _LINES_OF_WORDS, trees.LONGEST)
        )
        title = f"sentence {number}  {'  '.join(places)} "
        yield trees.paint(title + "─" * (self.width - trees.columns(title)), "1", self.colour)
        words = ([Piece(visible(word, longest))] for word in one.gold.words or one.system.words)
        yield from trees.shown(trees.flow((), words, (), self.width), _text, limit_of_words)
        yield from ("", *one.remarks, "")
        titles = (f"gold: {Path(places[0]).name}", f"system: {Path(places[1]).name}")
        yield from trees.drawing(one.gold, one.system, titles, self.width, limit, self.colour)
        yield ""

    def legend(self, used: Collection[Mark]) -> Iterator[str]:
        """What the signs mean."""
        meanings = (
            [Piece(f"{mark.sign} {mark.meaning}", mark.colour), Piece(" ")]
            for mark in (*_MARKS, trees.DIFFERENT)
            if mark in used
        )
        for line in trees.flow((), meanings, (), self.width):
            yield "".join(trees.paint(*piece, self.colour) for piece in line).rstrip()

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
