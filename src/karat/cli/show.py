"""karat show: single sentences, what matched, was missed or violated, is spurious or crosses."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from karat.cli import _options, _systems, verb
from karat.model.errors import UsageError
from karat.reports.terminal import terminal_width

if TYPE_CHECKING:
    from karat.analysis.picture import Picture
    from karat.analysis.pictured import Placed
    from karat.model.bank import Bank
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
    _options.import_numpy()
    from karat.formats import usual_scheme
    from karat.reports.page import Page
    from karat.schemes import parse

    _refuse_mixtures(numbers, worst, failed, output)
    wanted = [_options.numbers(text) for text in numbers or ("1",)]
    scheme = _drawable(parse(scheme_text or usual_scheme(gold, reading.format)))
    files = _read(gold, systems, reading, lenient)
    ours = views.of_gold(files[0])
    placed = _placed(scheme, ours, [views.of_system(bank) for bank in files[1:]], systems)
    if worst or failed is not None:
        chosen = _selected(placed, worst, failed)
    else:
        chosen = _chosen(wanted, len(ours), gold)
    if output is not None:
        _write_svg(placed, chosen, output)
        return
    page = Page(width or terminal_width(), _in_colour(color), everything)
    reasons = _Reasons(views, files, scheme.aligned) if why else None
    _write(page, placed, chosen, reasons)


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


def _read(
    gold: str, systems: Sequence[_systems.Named], reading: _options.Reading, lenient: bool
) -> list["Bank"]:
    """Gold and all systems, which share their labels."""
    if [gold, *(one.path for one in systems)].count("-") > 1:
        raise UsageError("standard input can be read only once: give '-' for one file at most")
    ours = reading.bank(gold)
    paths = (one.path for one in systems)
    others = (reading.bank(path, lenient=lenient, gold=ours) for path in paths)
    return [ours, *(bank.relabelled(ours.labels) for bank in others)]


def _placed(
    scheme: "Scheme", gold: "Bank", banks: Sequence["Bank"], systems: Sequence[_systems.Named]
) -> list["Placed"]:
    from karat.analysis.pictured import Placed

    found = []
    for bank, one in zip(banks, systems, strict=True):
        found.append(Placed(scheme, one.name, gold, bank))
        if len(bank) > len(gold) and not found[-1].laid:
            said = (
                f"{len(bank)} sentences, but {gold.path} has {len(gold)}; are they the same ones?"
            )
            click.echo(f"karat: {bank.path}: {said}", err=True)
    return found


def _selected(placed: Sequence["Placed"], worst: int | None, failed: int | None) -> list[int]:
    """The worst sentences, or those without a score."""
    from karat.analysis import pictured

    scheme, gold = placed[0].scheme, placed[0].gold
    if not any(len(one.tally) for one in placed):
        raise UsageError(f"{gold.path} has no sentence of at most {scheme.length} words")
    found = pictured.worst(placed, worst) if worst else pictured.failed(placed)[: failed or None]
    if not found:
        what = "no sentence has a score" if worst else "every sentence has a score"
        click.echo(f"{what} under {scheme}")
    return found


class _Reasons:
    """What views and the scheme left out of a sentence, for ``--why``."""

    def __init__(self, views: "Views", files: Sequence["Bank"], aligned: bool) -> None:
        from karat.analysis.pictured import in_place

        self._views, self._gold = views, files[0]
        self._systems = [in_place(files[0], bank, aligned=aligned).system for bank in files[1:]]

    def sections(
        self, placed: Sequence["Placed"], sentence: int
    ) -> Iterator[tuple[str, Iterable[str]]]:
        """Headings and lines; those of several systems are named."""
        from karat.analysis.why import of_views
        from karat.reports.why import sections

        for bank, one in zip(self._systems, placed, strict=True):
            seen = (("gold", self._views.gold, self._gold), ("system", self._views.system, bank))
            taken = {
                side: of_views(texts, given.slice(sentence, sentence + 1))
                for side, texts, given in seen
            }
            whose = f"{one.name}, " if len(placed) > 1 else ""
            yield from sections(taken, one.outcome(sentence), whose)


def _write(
    page: "Page", placed: Sequence["Placed"], chosen: Sequence[int], reasons: _Reasons | None
) -> None:
    from karat.analysis.pictured import picture_of
    from karat.reports.page import place

    shown = list["Picture"]()
    for at in chosen:
        found = picture_of(placed, at)
        places = [place(placed[0].gold, at, len(placed[0].gold))]
        places += [place(one.system, at, one.known) for one in placed]
        page.write(page.sentence(found, places, reasons.sections(placed, at) if reasons else ()))
        shown.append(found)
    page.write(page.legend(shown))


def _write_svg(placed: Sequence["Placed"], chosen: Sequence[int], path: str) -> None:
    """The sentences as one picture."""
    from karat.analysis.pictured import picture_of
    from karat.files.atomic import AtomicFile
    from karat.reports.svg import drawing

    text = drawing(*(picture_of(placed, at) for at in chosen))
    if path == "-":
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
