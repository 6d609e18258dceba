"""karat show: single sentences, what matched, was missed or violated, is spurious or crosses."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from karat.cli import _options, _systems, verb
from karat.cli._people import People
from karat.model.errors import UsageError
from karat.reports.terminal import terminal_width

if TYPE_CHECKING:
    from karat.analysis.picture import Picture
    from karat.analysis.pictured import Drawn, Whole
    from karat.analysis.pictured_files import Parts
    from karat.model.scheme import Scheme
    from karat.reports.page import Page
    from karat.views import Views


@verb("""
  karat show gold.mrg system.mrg -n 12
  karat show gold.mrg system.mrg -n 3-5 -n 9 --scheme 'evalb(params=new)'
  karat show gold.conllu a.conllu b.conllu --worst 3
  karat show gold.conllu system.conllu --failed
  karat show gold.mrg system.mrg -n 12 --scheme chunks
  karat show gold.mrg system.mrg -n 12 -o picture.svg
  karat show gold.mrg system.mrg -n 12 --scheme parseval --why
  karat show treebank.mrg system.mrg --gold-view flatten --scheme flat --why
  karat show gold.mrg system.mrg -n 12 --color always --width 160 | less -R""")
@click.argument("gold")
@_systems.systems("system", "SYSTEM...")
@click.option("-n", "--number", "numbers", multiple=True, metavar="N|N-M",
    help="Which sentence, counted from 1, or a range. May be given several times.  [default: 1]",
)  # fmt: skip
@click.option("--worst", type=click.IntRange(1), metavar="K",
    help="Show the K worst of the sentences that have a score, by the main figure of the scheme, such "
    "as f1 or las. With several systems, their mean counts.")  # fmt: skip
@click.option("--failed", is_flag=False, flag_value=0, type=click.IntRange(0), metavar="[K]",
    help="Show the sentences without a score, with the reason: all, or the first K.")  # fmt: skip
@click.option("-s", "--scheme", "scheme_text", metavar="SCHEME",
    show_default="the usual one for gold's format, as in karat score",
    help="How to compare the sentences, as in 'evalb(params=new)'. See: karat schemes.")  # fmt: skip
@_options.views
@click.option("--why", is_flag=True,
    help="Also say which rule or parameter left out each word and each bracket, and what crosses a "
    "violated bracket.")  # fmt: skip
@_options.reading
@_options.lenient("SYSTEM")
@click.option("-o", "--output", "output", metavar="FILE.svg",
    help="Write an SVG picture of the sentences instead, '-': to standard output.")  # fmt: skip
@_options.width
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto",
    show_default=True,
    help="Use colours besides the signs; auto: on a terminal, unless NO_COLOR is set.")  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="Do not cut long sentences and drawings.")
def command(
    gold: str, systems: tuple[_systems.Named, ...], numbers: tuple[str, ...], worst: int | None,
    failed: int | None, scheme_text: str | None, views: "Views", why: bool,
    reading: _options.Reading, lenient: bool, output: str | None, width: int | None,
    color: str, everything: bool,
) -> None:  # fmt: skip
    """Show sentences of GOLD and of one or several systems, with what matched and what did not.

    Constituents are drawn as trees, dependencies and relations as arcs, chunks under the words; names are
    listed. A sign says how each of them was compared. The default is the first sentence.
    """
    from karat.formats import usual_scheme
    from karat.reports.page import Page
    from karat.schemes import parse

    _refuse_mixtures(numbers, worst, failed, output)
    wanted = [_options.numbers(text) for text in numbers or ("1",)]
    scheme = _drawable(parse(scheme_text or usual_scheme(gold, reading.format)))
    found = _sentences(scheme, gold, systems, views, reading, lenient)
    for path, sentences in found.longer:
        said = f"{sentences} sentences, but {gold} has {found.size}; are they the same ones?"
        click.echo(f"karat: {path}: {said}", err=True)
    if worst or failed is not None:
        chosen = _selected(found, gold, worst, failed)
    else:
        chosen = _chosen(wanted, found.size, gold)
    if output is not None:
        _write_svg(found.sentences(chosen), output)
        return
    coloured = _in_colour(color)
    if isinstance(sys.stdout, People):
        sys.stdout.colours = coloured
    page = Page(width or terminal_width(), coloured, everything)
    _write(page, found.sentences(chosen), views if why else None)
    for said in views.said():
        click.echo(said)


def _refuse_mixtures(
    numbers: Sequence[str], worst: int | None, failed: int | None, output: str | None
) -> None:
    given = [
        option
        for option, is_given in (
            ("-n", numbers),
            ("--worst", worst),
            ("--failed", failed is not None),
        )
        if is_given
    ]
    if len(given) > 1:
        raise UsageError(f"give either {given[0]} or {given[1]}, not both")
    if output not in (None, "-") and not str(output).lower().endswith(".svg"):
        raise UsageError(f"-o {output}: pictures are written as SVG; give a name that ends in .svg")


def _drawable(scheme: "Scheme") -> "Scheme":
    """The scheme under which sentences are drawn."""
    from karat.analysis.pictured import drawn_as

    if not scheme.picture:
        raise UsageError(
            f"{scheme.name} has nothing to draw; type for example: karat score GOLD SYSTEM "
            f"--scheme {scheme.name} --per-sentence rows.csv"
        )
    drawn = drawn_as(scheme)
    if drawn is not scheme:
        said = f"{scheme.name} compares the text as a whole; sentences are shown under {drawn}"
        click.echo(f"karat: {said}", err=True)
    return drawn


def _sentences(
    scheme: "Scheme", gold: str, systems: Sequence[_systems.Named], views: "Views",
    reading: _options.Reading, lenient: bool,
) -> "Parts | Whole":  # fmt: skip
    """The sentences of the files: step by step if a file is large, otherwise in memory."""
    from karat.analysis.errors.streamed import can_stream, is_large
    from karat.analysis.pictured import Whole
    from karat.analysis.pictured_files import drawn_files
    from karat.engine.tallying import Files

    if [gold, *(one.path for one in systems)].count("-") > 1:
        raise UsageError("standard input can be read only once: give '-' for one file at most")
    names = {one.name: one.path for one in systems}
    files = Files(gold, names, views, reading.format, reading.layout, lenient)
    if len(names) == len(systems) and can_stream(files) and is_large(files):
        return drawn_files(scheme, files)
    ours = reading.bank(gold)
    others = (reading.bank(one.path, lenient=lenient, gold=ours) for one in systems)
    banks = [bank.relabelled(ours.labels) for bank in others]
    return Whole(scheme, [one.name for one in systems], ours, banks, views)


def _selected(
    found: "Parts | Whole", gold: str, worst: int | None, failed: int | None
) -> list[int]:
    """The worst sentences, or those without a score."""
    scheme = found.scheme
    numbers = found.worst(worst) if worst else found.failed(failed or None)
    if numbers is None:
        raise UsageError(f"{gold} has no sentence of at most {scheme.length} words")
    if not numbers:
        what = "no sentence has a score" if worst else "every sentence has a score"
        click.echo(f"{what} under {scheme}")
    return numbers


def _reasons(views: "Views", found: "Drawn") -> Iterator[tuple[str, Iterable[str]]]:
    """What views and the scheme left out of a sentence: headings and lines; several systems are named."""
    from karat.analysis.why import of_views
    from karat.reports.why import sections

    gold, *systems = found.given()
    for bank, one in zip(systems, found.placed, strict=True):
        seen = (("gold", views.gold, gold), ("system", views.system, bank))
        taken = {
            side: of_views(texts, given.slice(found.at, found.at + 1))
            for side, texts, given in seen
        }
        whose = f"{one.name}, " if len(found.placed) > 1 else ""
        yield from sections(taken, one.outcome(found.at), whose)


def _write(page: "Page", sentences: "Iterable[Drawn]", why: "Views | None") -> None:
    from karat.reports.page import place

    shown = list["Picture"]()
    for one in sentences:
        picture, placed, at = one.picture(), one.placed, one.at
        places = [place(placed[0].gold, at, len(placed[0].gold))]
        places += [place(beside.system, at, beside.known) for beside in placed]
        page.write(page.sentence(picture, places, _reasons(why, one) if why is not None else ()))
        shown.append(picture)
    page.write(page.legend(shown))


def _write_svg(sentences: "Iterable[Drawn]", path: str) -> None:
    """The sentences as one picture."""
    from karat.files.atomic import AtomicFile
    from karat.reports.svg import drawing

    text = drawing(*(one.picture() for one in sentences))
    if path == "-":
        _options.print_data()
        click.echo(text, nl=False)
        return
    with AtomicFile(path) as stream:
        stream.write(text)


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
