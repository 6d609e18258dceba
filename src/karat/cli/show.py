"""karat show: single sentences, both trees, what matched, was missed, is spurious or crosses."""

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

import click

from karat.cli import _options
from karat.reports.page import Page
from karat.reports.terminal import visible
from karat.reports.trees import Mark

if TYPE_CHECKING:
    from karat.model.bank import Bank
    from karat.model.scheme import Comparison, Scheme


@click.command(
    epilog="""\b
Examples:
  karat show gold.mrg system.mrg -n 12
  karat show gold.mrg system.mrg -n 3-5 -n 9 --scheme 'evalb(params=new)'
  karat show gold.mrg system.mrg --worst 3
  karat show gold.mrg system.mrg -n 12 --scheme parseval --why
  karat show treebank.mrg system.mrg --gold-view flatten --scheme flat --why
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
@click.option(
    "--gold-view", "view_texts", multiple=True, metavar="VIEW",
    help="Look at GOLD through a view first, as in flatten; several apply in order.",
)  # fmt: skip
@click.option(
    "--why", is_flag=True,
    help="Also say which rule or parameter erased each word and dropped each bracket.",
)  # fmt: skip
@_options.reading
@_options.width
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
    view_texts: tuple[str, ...],
    why: bool,
    format: str | None,  # noqa: A002  # the option's name
    layout: str,
    width: int | None,
    color: str,
    everything: bool,
) -> None:
    """Show sentences of GOLD and SYSTEM as trees, with what matched and what did not.

    A sign in the margin says what became of each constituent. Without -n it is the first sentence.
    """
    from karat import read, views
    from karat.analysis.sentence import compared
    from karat.model.errors import InputError, UsageError
    from karat.model.scheme import parse

    if gold == system == "-":
        raise UsageError("standard input can be read only once: give '-' for one file at most")
    if numbers and worst:
        raise UsageError("give either -n or --worst, not both")
    scheme = parse(scheme_text)
    chain = [views.parse(text) for text in view_texts]
    if not scheme.drawn:
        raise UsageError(
            f"{scheme.name} compares no brackets, so there is nothing to draw; type for example: "
            f"karat score {gold} {system} --scheme {scheme.name} --per-sentence rows.csv"
        )
    wanted = [_numbers(text) for text in numbers or ("1",)]
    ours = read(gold, format=format, layout=layout)
    theirs = read(system, format=format, layout=layout).relabelled(ours.labels)
    size, others = len(ours), len(theirs)
    if not size:
        raise InputError(f"{gold}: there is no sentence in it")
    if "gr" in ours.layers:
        raise InputError(f"{gold}: these are no trees; type: karat gr GOLD SYSTEM -n 1")
    if others > size:
        click.echo(
            f"karat: {system}: {others} sentences, but {gold} has {size}; are they the same ones?",
            err=True,
        )
    theirs = theirs.padded(size)
    given, ours = ours, reduce(lambda bank, view: view(bank), chain, ours)
    comparison = scheme.comparison(ours.labels)
    if worst:
        chosen = _worst(scheme, comparison, ours, theirs.slice(0, size), worst)
    else:
        chosen = _chosen(wanted, size, gold)
    page = Page(width or _options.terminal_width(), _in_colour(color), everything)
    legend: set[Mark] = set()
    for number in chosen:
        pair = (ours.slice(number - 1, number), theirs.slice(number - 1, number))
        one = compared(scheme, comparison, *pair, number)
        if why:
            whole = given.slice(number - 1, number)
            one = replace(one, why=_why(scheme, view_texts, whole, *pair))
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
    from karat.model.errors import UsageError

    found = re.fullmatch(r"\s*([0-9]{1,18})\s*(?:-\s*([0-9]{1,18})\s*)?", text)
    if not found or (found[2] and int(found[2]) < int(found[1])):
        raise UsageError(f"-n {text}: write a number or a range, as in -n 12 or -n 3-5")
    return range(int(found[1]), int(found[2] or found[1]) + 1)


def _chosen(wanted: Sequence[range], size: int, path: str) -> list[int]:
    """All the numbers, each once, if there are such sentences."""
    from karat.model.errors import UsageError

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

    from karat.model.errors import UsageError
    from karat.model.tally import SCORED

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


def _why(
    scheme: "Scheme", view_texts: Sequence[str], whole: "Bank", gold: "Bank", system: "Bank"
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Titles and lines: what the views took out of the gold tree, and the scheme out of both."""
    from karat import views
    from karat.analysis.why import of_view, reasons

    found = []
    for text in view_texts:
        found.append((f"why, gold, {text}:", of_view(text, whole)))
        whole = views.parse(text)(whole)
    known = reasons(scheme, gold, system)
    if known is None:
        found.append((f"why, {scheme.name}:", ["this scheme gives no reasons"]))
    else:
        found += [("why, gold:", known[0]), ("why, system:", known[1])]
    return tuple((title, tuple(lines or ["nothing was left out"])) for title, lines in found)


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
