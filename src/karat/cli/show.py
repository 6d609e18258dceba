"""karat show: single sentences, both trees, what matched, was missed or violated, is spurious or crosses."""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from karat.cli import _options, verb
from karat.model.errors import UsageError

if TYPE_CHECKING:
    from karat.model.bank import Bank
    from karat.model.scheme import Scheme
    from karat.views import Views


@verb("""
  karat show gold.mrg system.mrg -n 12
  karat show gold.mrg system.mrg -n 3-5 -n 9 --scheme 'evalb(params=new)'
  karat show gold.mrg system.mrg --worst 3
  karat show gold.mrg system.mrg -n 12 --scheme parseval --why
  karat show treebank.mrg system.mrg --gold-view flatten --scheme flat --why
  karat show gold.mrg system.mrg -n 12 --scheme 'constructions(patterns=mine.toml)'
  karat show gold.mrg system.mrg -n 12 --color always --width 160 | less -R""")
@click.argument("gold")
@click.argument("system")
@click.option("-n", "--number", "numbers", multiple=True, metavar="N|N-M",
    help="Which sentence, counted from 1, or a range. May be given several times.  [default: 1]",
)  # fmt: skip
@click.option("--worst", type=click.IntRange(1), metavar="K",
    help="Show the K sentences with the lowest f1 instead; sentences without a score come first.",
)  # fmt: skip
@click.option("-s", "--scheme", "scheme_text", metavar="SCHEME",
    show_default="the usual one for gold's format, as in karat score",
    help="How to compare the trees, as in 'evalb(params=new)'. See: karat schemes.")  # fmt: skip
@_options.views
@click.option("--why", is_flag=True,
    help="Also say which rule or parameter left out each word and each bracket, and what crosses a "
    "violated bracket.")  # fmt: skip
@_options.reading
@_options.lenient("SYSTEM")
@_options.width
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto",
    show_default=True,
    help="Use colours besides the signs; auto: on a terminal, unless NO_COLOR is set.")  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="Do not cut long sentences and trees.")
def command(
    gold: str, system: str, numbers: tuple[str, ...], worst: int | None, scheme_text: str | None,
    views: "Views", why: bool, reading: _options.Reading, lenient: bool, width: int | None,
    color: str, everything: bool,
) -> None:  # fmt: skip
    """Show sentences of GOLD and SYSTEM as trees, with what matched and what did not.

    A sign in the margin says how each constituent was compared; a scheme that compares no
    constituents lists what it found instead. The default is the first sentence.
    """
    from karat.analysis.picture import Mark
    from karat.analysis.sentence import compared
    from karat.analysis.sentence import worst as worst_of
    from karat.analysis.why import of_views
    from karat.comparison.layers import compare
    from karat.formats import usual_scheme
    from karat.reports.page import Page, place
    from karat.reports.why import sections
    from karat.schemes import parse

    if numbers and worst:
        raise UsageError("give either -n or --worst, not both")
    scheme = parse(scheme_text or usual_scheme(gold, reading.format))
    if not scheme.picture:
        raise UsageError(
            f"{scheme.name} compares no brackets, so there is nothing to draw; type for example: "
            + (
                scheme.drawn_as
                or f"karat score GOLD SYSTEM --scheme {scheme.name} --per-sentence rows.csv"
            )
        )
    wanted = [_options.numbers(text) for text in numbers or ("1",)]
    given, whole = _read(gold, system, reading, lenient)
    other, known = _in_place(given, whole, aligned=scheme.aligned)
    ours, theirs = views.of_gold(given), views.of_system(other)
    scheme = scheme.settled(ours, theirs)
    if scheme.aligned:
        theirs = _with_layer(ours, views.of_system(whole), theirs, scheme)
    comparison = compare(scheme, ours.labels)
    chosen = _chosen(wanted, len(ours), gold)
    if worst:
        chosen = worst_of(scheme, comparison, ours, theirs, worst)
    page = Page(width or _options.terminal_width(), _in_colour(color), everything)
    seen = (("gold", views.gold, given), ("system", views.system, other)) if why else ()
    legend: set[Mark] = set()
    for at in chosen:
        one = compared(scheme, comparison, *(bank.slice(at, at + 1) for bank in (ours, theirs)))
        places = place(ours, at, len(ours)), place(theirs, at, known)
        taken = {side: of_views(texts, bank.slice(at, at + 1)) for side, texts, bank in seen}
        said = sections(taken, one) if why else ()
        page.write(page.sentence(one, at + 1, places, said))
        legend |= one.marks
    if legend:
        page.write(page.legend(legend))


def _read(
    gold: str, system: str, reading: _options.Reading, lenient: bool
) -> tuple["Bank", "Bank"]:
    """Both files."""
    if gold == system == "-":
        raise UsageError("standard input can be read only once: give '-' for one file at most")
    ours = reading.bank(gold)
    theirs = reading.bank(system, lenient=lenient, gold=ours).relabelled(ours.labels)
    return ours, theirs


def _in_place(ours: "Bank", theirs: "Bank", *, aligned: bool) -> tuple["Bank", int]:
    """The system with as many sentences as gold, and how many of them it really has."""
    size, known = len(ours), len(theirs)
    if aligned:
        from karat.comparison.laid_over import laid_over
        from karat.comparison.standing import at_their_places

        if not at_their_places(ours, theirs):
            return laid_over(ours, theirs).system, size
    if known > size:
        said = f"{known} sentences, but {ours.path} has {size}; are they the same ones?"
        click.echo(f"karat: {theirs.path}: {said}", err=True)
    return theirs.padded(size).slice(0, size), known


def _with_layer(ours: "Bank", whole: "Bank", theirs: "Bank", scheme: "Scheme") -> "Bank":
    """The system in place, with a layer derived as when it is scored: from its own sentences."""
    from karat.comparison.laid_over import laid_over
    from karat.comparison.standing import at_their_places
    from karat.engine.memory import laid_system

    if at_their_places(ours, whole):
        return theirs
    return laid_system(ours, whole, scheme, laid_over(ours, whole))[0]


def _chosen(wanted: Sequence[range], size: int, path: str) -> list[int]:
    """The positions of the sentences with these numbers, each once, if there are such sentences."""
    for some in wanted:
        for number in (some[0], some[-1]):
            if not 1 <= number <= size:
                raise UsageError(
                    f"there is no sentence {number}: {path} has {size} "
                    f"sentence{'s' * (size > 1)}, counted from 1"
                )
    return list(dict.fromkeys(number - 1 for some in wanted for number in some))


def _in_colour(choice: str) -> bool:
    """Whether colours are wanted; see no-color.org."""
    if choice != "auto":
        return choice == "always"
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain
