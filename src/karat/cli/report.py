"""karat report: everything about systems in one page, with every sentence."""

import os
import shlex
import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import replace
from pathlib import PurePath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from karat.cli import _comparing, _options, verb
from karat.cli._people import safe
from karat.cli._systems import Named, systems
from karat.model.errors import InputError, UsageError, unknown

if TYPE_CHECKING:
    from karat.analysis.overview import Overview
    from karat.views import Views

# By the beginning of a file it is known whether it is a report.
_HEAD = 1 << 14


@verb("""
  karat report gold.mrg system.mrg
  karat report gold.mrg old=a.mrg new=b.mrg -o report.html
  karat report gold.conllu a.conllu b.conllu c.conllu --baseline b.conllu --unit document
  karat report gold.mrg a.mrg b.mrg --scheme 'evalb(params=new)' --scheme chunks --title 'Two parsers'
  karat report gold.mrg a.mrg b.mrg --phenomena""")
@click.argument("gold")
@systems()
@click.option("-o", "--output", "target", default="report.html", show_default=True, metavar="FILE",
    help="The page to write; '-' is standard output. An older report is replaced, any other file only "
    "with --force.")  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite a file that is not a report.")
@click.option("--title", default="", show_default="the names of the systems",
    help="The title of the page.")  # fmt: skip
@click.option("-s", "--scheme", "scheme_texts", multiple=True, metavar="SCHEME",
    show_default="for trees: evalb(params=collins) and deps; for CoNLL-U: conll18 and deps; "
    "otherwise, and above 10,000 sentences: the usual one for gold's format",
    help="A scheme with its options. May be given several times. For a list, type: karat schemes.",
)  # fmt: skip
@click.option("--phenomena/--no-phenomena", default=None,
    show_default="up to 500 sentences",
    help="Recognise phenomena, and say how often each system shows those of gold.")  # fmt: skip
@click.option("--measures", default="", metavar="NAMES", show_default="the main ones",
    help="The figures to compare, as in recall,f1 or f1@sentence (the mean over sentences).",
)  # fmt: skip
@_comparing.how
@_options.views
@_options.reading
@_options.lenient("SYSTEM")
def command(
    gold: str, systems: tuple[Named, ...], target: str, force: bool, title: str,
    scheme_texts: tuple[str, ...], phenomena: bool | None, measures: str, given: dict[str, Any],
    views: "Views", reading: _options.Reading, lenient: bool,
) -> None:  # fmt: skip
    """Write a page about SYSTEM files: figures, differences, errors, phenomena, and every sentence.

    The page is one file that needs no network. It has all that karat compare and karat errors say of the
    systems, charts, and a browser of sentences with drawings of gold and of every system. docs/report.md
    explains it.
    """
    _options.import_numpy()
    from karat.analysis.contest import How
    from karat.analysis.report_plan import planned
    from karat.engine.tallying import Files
    from karat.parsers.processes import remove_with_us
    from karat.reports.chosen import Chosen
    from karat.reports.html.library import Library, check_packages
    from karat.reports.html.making import gathered
    from karat.reports.progress import Progress, Steps
    from karat.schemes import parse

    check_packages()
    _check(gold, systems, given["baseline"])
    _check_target(target, force=force)
    chosen = Chosen(tuple(name for one in measures.split(",") if (name := one.strip())))
    how = How(**{**given, "baseline": given["baseline"] or systems[0].name})
    schemes = list(dict.fromkeys(map(parse, scheme_texts)))
    paths = {one.name: one.path for one in systems}
    files = Files(gold, paths, views, reading.format, reading.layout, lenient)
    # The page is opened first, so that nobody waits for one that cannot be written.
    with _opened(target) as stream, Library() as library, TemporaryDirectory() as folder:
        remove_with_us(folder)
        plan = planned(files, schemes, phenomena)
        chosen.check(plan.schemes)
        how = replace(how, measures=_comparing.measures_of(chosen, plan.schemes))
        with closing(Progress(gold)) as progress, closing(Steps("systems")) as steps:
            found, charts, text, data = gathered(files, plan, how, folder, progress, steps)
        from karat.reports.html.build import Told, report_page

        told = Told(
            title or _title(gold, paths), shlex.join(["karat", *sys.argv[1:]]),
            _comparing.read_with(views, reading, lenient=lenient),
        )  # fmt: skip
        pieces = report_page(found, charts, text, data, told, library.script())
        size = sum(stream.write(one.encode("utf-8", "backslashreplace")) for one in pieces)
    counted = (found.sentences, "sentence"), (len(paths), "system"), (len(plan.schemes), "scheme")
    said = ", ".join(f"{n:,} {what}{'s' * (n != 1)}" for n, what in counted)
    line = f"{target}: {said}, {size / 1e6:.1f} MB; open it in a browser"
    click.echo(safe(line), err=target == "-")
    _options.say([safe(f"note: {one}") for one in _notes(found)])


def _notes(found: "Overview") -> list[str]:
    """What one must know before one reads the page; the page has these notes, too."""
    from karat.reports.compare_words import over_which
    from karat.reports.html.sections_figures import important

    said = []
    for one in found.comparison.contests:
        lost = one.compared < one.total or any(one.lost.values())
        said += [*(over_which(one, None) if lost else []), *important(one)]
    return said


def _check(gold: str, systems: Sequence[Named], baseline: str) -> None:
    """Report wrong usage before any file is read."""
    from karat.files.source import is_pipe

    for path in (gold, *(one.path for one in systems)):
        if is_pipe(path):
            raise UsageError(
                f"{path}: a report reads every file several times; save it as a file first"
            )
    names = [one.name for one in systems]
    if baseline and baseline not in names:
        raise unknown("system", baseline, names)


def _check_target(target: str, *, force: bool) -> None:
    """Refuse to overwrite what is not a report."""
    from karat.reports.html.making import GENERATOR

    if target == "-" or force or not os.path.isfile(target) or not os.path.getsize(target):
        return
    try:
        with open(target, "rb") as stream:
            known = GENERATOR.encode() in stream.read(_HEAD)
    except OSError as error:
        raise InputError(f"{target}: cannot be read: {error.strerror}") from None
    if not known:
        raise UsageError(
            f"{target} exists and is not a report; give another name with -o, or overwrite it with --force"
        )


def _title(gold: str, systems: Iterable[str]) -> str:
    return f"{', '.join(systems)} against {PurePath(gold).name}"


def _opened(target: str) -> AbstractContextManager[Any]:
    """What the page is written to: a file, all of it or nothing, or standard output."""
    from karat.files.atomic import AtomicFile

    return nullcontext(sys.stdout.buffer) if target == "-" else AtomicFile(target, "wb")
