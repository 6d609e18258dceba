"""karat show: single sentences, both trees, what matched, was missed, is spurious or crosses."""

import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
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
    from karat.columns import Flags
    from karat.relation import Relation
    from karat.scheme import Comparison, Outcome, Scheme

# So many lines of a tree, and of the words above it, are enough for most people.
_LINES = 300
_LINES_OF_WORDS = 4

_LEGEND = (trees.MATCHED, trees.MISSED, trees.SPURIOUS, trees.CROSSING, trees.NOT_COMPARED)
_COUNTS = ("matched", "gold", "system", "crossing")
_ASCII = str.maketrans(
    {"│": "|", "┃": "|", "├": "|", "└": "`", "─": "-", "…": "...", "⋯": "..", "·": ".", "–": "-"}
    | {"»": ">>", "«": "<<", "“": '"', "”": '"'}
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
    help="Which sentence, counted from 1, or which range. May be given several times.  [default: 1]",
)  # fmt: skip
@click.option(
    "--worst", type=click.IntRange(1), metavar="K",
    help="The K sentences with the lowest f1 instead; those without a score come first.",
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
        one = _compared(
            scheme, comparison, ours.slice(number - 1, number), theirs.slice(number - 1, number), number
        )
        places = (_place(ours, number, size), _place(theirs, number, others))
        page.write(page.sentence(one, number, places, (gold, system)))
        legend |= one.legend
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
    """The numbers of the worst sentences: those that failed, then by f1, undefined ones last."""
    import numpy as np

    from karat.errors import UsageError
    from karat.tally import SCORED

    measure = scheme.macros().get("f1")
    if measure is None:
        raise UsageError(f"{scheme} has no f1 to find the worst sentences by; give -n")
    tally = scheme.tally(comparison(gold, system), gold.labels)
    value = np.where(tally.status == SCORED, measure(tally.columns()), -1.0)
    order = np.argsort(value, kind="stable")
    if scheme.length:
        order = order[tally.length[order] <= scheme.length]
    return [int(row) + 1 for row in order[:size]]


@dataclass(frozen=True, eq=False)
class _Compared:
    """A sentence compared: what is drawn, and what is said about it."""

    gold: Tree
    system: Tree
    lines: tuple[str, ...]
    legend: frozenset[Mark]


def _compared(
    scheme: "Scheme", comparison: "Comparison", gold: "Bank", system: "Bank", number: int
) -> _Compared:
    from karat.tally import SCORED

    outcome = comparison(gold, system)
    if int(outcome.status[0]) != SCORED:
        return _failed(comparison, outcome, gold, system, number)
    columns = scheme.tally(outcome, gold.labels).columns()
    row = {name: int(column[0]) for name, column in columns.items()}
    counts = [f"{row[name]} {name}" for name in _COUNTS if name in row]
    figures = [
        f"{name} {cell(name, float(measure(row)), 2)}" for name, measure in scheme.macros().items()
    ]
    sides = _sides(outcome, gold, system)
    left_out = _left_out(comparison, gold, system)
    return _Compared(
        replace(sides[0], left_out=left_out[0]),
        replace(sides[1], left_out=left_out[1]),
        (f"{scheme}: {', '.join(counts)}; {', '.join(figures)}",),
        frozenset(_LEGEND),
    )


def _sides(outcome: "Outcome", gold: "Bank", system: "Bank") -> tuple[Tree, Tree]:
    """The trees with a mark on every constituent; those that match are drawn beside each other."""
    marks = ([trees.NOT_COMPARED] * len(gold.label), [trees.NOT_COMPARED] * len(system.label))
    for row, hit in zip(outcome.gold.row.tolist(), outcome.gold_hit.tolist(), strict=True):
        marks[0][row] = trees.MATCHED if hit else trees.MISSED
    crossing = outcome.system_crossing.tolist() or [0] * len(outcome.system)
    for row, hit, crosses in zip(
        outcome.system.row.tolist(), outcome.system_hit.tolist(), crossing, strict=True
    ):
        wrong = trees.CROSSING if crosses else trees.SPURIOUS
        marks[1][row] = trees.MATCHED if hit else wrong
    hits = (_hits(outcome.gold, outcome.gold_hit), _hits(outcome.system, outcome.system_hit))
    numbers = {key: number for number, key in enumerate(sorted(hits[0].keys() & hits[1].keys()))}
    pairs = ([-1] * len(gold.label), [-1] * len(system.label))
    for side, pair in zip(hits, pairs, strict=True):
        for key, row in side.items():
            pair[row] = numbers.get(key, -1)
    return Tree.of(gold, marks[0], pairs[0]), Tree.of(system, marks[1], pairs[1])


def _hits(relation: "Relation", hit: "Flags") -> dict[tuple[int, int, int], int]:
    """The rows that were hit by their place in tree order: start, end, which of equal ones."""
    found: dict[tuple[int, int, int], int] = {}
    repeats: Counter[tuple[int, int]] = Counter()
    chosen = hit.astype(bool)
    columns = (relation.first[chosen], relation.second[chosen], relation.row[chosen])
    for first, second, row in zip(*(column.tolist() for column in columns), strict=True):
        found[first, -second, repeats[first, second]] = row
        repeats[first, second] += 1
    return found


def _failed(
    comparison: "Comparison", outcome: "Outcome", gold: "Bank", system: "Bank", number: int
) -> _Compared:
    from karat.engine.run import describe

    failure = describe(outcome, gold, system, 0, number - 1)
    wrong = int(outcome.more["wrong"][0]) if "wrong" in outcome.more else -1
    left_out = _left_out(comparison, gold, system)
    ours, theirs = (
        Tree.of(bank, left_out=words) for bank, words in zip((gold, system), left_out, strict=True)
    )
    told = f"no score: {failure.why}: {failure.detail}".encode("utf-8", "surrogateescape")
    said = [visible(line) for line in told.split(b"\n")]
    legend = {trees.NOT_COMPARED} if ours.left_out or theirs.left_out else set()
    places = _first_difference(ours, theirs, wrong)
    if places is not None:
        ours, theirs = replace(ours, odd=places[0]), replace(theirs, odd=places[1])
        said.append(_difference(ours, theirs))
        legend.add(trees.DIFFERENT)
    return _Compared(ours, theirs, tuple(said), frozenset(legend))


def _first_difference(gold: Tree, system: Tree, wrong: int) -> tuple[int, int] | None:
    """Where the words of the two sides part, -1 for a side that has ended; None: nowhere.

    ``wrong`` is how many of the words compared agree, if that is known, else -1.
    """
    if not gold.words or not system.words:
        return None
    if gold.words == system.words:
        # Then a word was left out on one side only.
        parted = min(gold.left_out ^ system.left_out, default=-1)
        return (parted, parted) if parted >= 0 else None
    kept = [[i for i in range(len(t.words)) if i not in t.left_out] for t in (gold, system)]
    if wrong < 0:
        both = zip(*kept, strict=False)
        same = takewhile(lambda pair: gold.words[pair[0]] == system.words[pair[1]], both)
        wrong = sum(1 for _ in same)
    ours, theirs = (side[wrong] if wrong < len(side) else -1 for side in kept)
    return (ours, theirs) if (ours, theirs) != (-1, -1) else None


def _difference(gold: Tree, system: Tree) -> str:
    """Say where the sides part."""
    said = []
    for name, tree in (("gold", gold), ("system", system)):
        if tree.odd < 0:
            said.append(f"{name} has no more words")
            continue
        leaf = "/".join(visible(text) for text in (tree.words[tree.odd], tree.tags[tree.odd]) if text)
        out = " (not compared)" if tree.odd in tree.left_out else ""
        said.append(f"{name} word {tree.odd + 1} {leaf}{out}")
    return "first difference: " + ", ".join(said)


def _left_out(
    comparison: "Comparison", gold: "Bank", system: "Bank"
) -> tuple[frozenset[int], frozenset[int]]:
    """The words that a scheme does not compare, found by asking it.

    It is given trees in which every word is a constituent: the words it drops are those it leaves
    out. A scheme that drops them all for reasons of its own tells us nothing.
    """
    ours, theirs = _word_by_word(gold), _word_by_word(system)
    outcome = comparison(ours, theirs)
    mine = outcome.gold.row.tolist()
    other = outcome.system.row.tolist() or comparison(theirs, theirs).gold.row.tolist()
    return _others(mine, len(gold.tag)), _others(other, len(system.tag))


def _word_by_word(bank: "Bank") -> "Bank":
    """The same words, each a constituent of its own."""
    import numpy as np

    size = len(bank.tag)
    places = np.arange(size + 1, dtype=np.int32)
    label = np.full(size, bank.labels.intern(b"WORD"), np.int32)
    return replace(
        bank, span_offset=np.array([0, size], np.int32), start=places[:-1], end=places[1:],
        label=label, parent=np.full(size, -1, np.int32),
    )  # fmt: skip


def _others(kept: list[int], size: int) -> frozenset[int]:
    return frozenset(range(size)).difference(kept) if kept else frozenset()


def _place(bank: "Bank", number: int, known: int) -> str:
    """Where a sentence is, as ``file:line``; the file alone if it ended before."""
    name = _name(bank.path)
    return f"{name}:{bank.line(number - 1)}" if number <= known else name


def _name(path: str) -> str:
    return visible(os.fsencode(path))


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

    def sentence(
        self, one: _Compared, number: int, places: tuple[str, str], paths: tuple[str, str]
    ) -> Iterator[str]:
        """All that is said about a sentence."""
        title = f"sentence {number}  {'  '.join(places)} "
        yield trees.paint(title + "─" * (self.width - trees.columns(title)), "1", self.colour)
        words = ([Piece(visible(word))] for word in one.gold.words or one.system.words)
        yield from trees.shown(
            trees.flow((), words, (), self.width),
            lambda line: "".join(piece.text for piece in line),
            None if self.everything else _LINES_OF_WORDS,
        )
        yield ""
        yield from one.lines
        yield ""
        names = [_name(Path(path).name) for path in paths]
        titles = (f"gold: {names[0]}", f"system: {names[1]}")
        limit = None if self.everything else _LINES
        yield from trees.drawing(one.gold, one.system, titles, self.width, limit, self.colour)
        yield ""

    def legend(self, used: Iterable[Mark]) -> Iterator[str]:
        """What the signs mean."""
        meanings = (
            [Piece(f"{mark.sign} {mark.meaning}", mark.colour), Piece(" ")]
            for mark in (*_LEGEND, trees.DIFFERENT)
            if mark in used
        )
        for line in trees.flow((), meanings, (), self.width):
            yield "".join(trees.paint(*piece, self.colour) for piece in line).rstrip()

    def write(self, lines: Iterable[str]) -> None:
        """Print, in other characters where the output cannot have these."""
        encoding = sys.stdout.encoding or "utf-8"
        for line in lines:
            try:
                line.encode(encoding)
            except UnicodeEncodeError:
                plain = line.translate(_ASCII).encode(encoding, "backslashreplace")
                line = plain.decode(encoding)
            click.echo(line, color=self.colour)
