"""karat errors: where the errors of systems come from, ranked by cause."""

import shlex
from contextlib import closing
from typing import TYPE_CHECKING

import click

from karat.cli import _options, verb
from karat.cli._systems import Named, systems
from karat.model.errors import UsageError, unknown
from karat.reports.table import Style

if TYPE_CHECKING:
    from karat.analysis.errors.causes import Causes
    from karat.model.scheme import Scheme
    from karat.views import Views


@verb("""
  karat errors gold.mrg system.mrg
  karat errors gold.mrg old=a.mrg new=b.mrg --sort rise
  karat errors gold.mrg system.mrg --by length --by label
  karat errors gold.mrg system.mrg --cause 'PP attachment'
  karat errors gold.mrg system.mrg --scheme parseval --measure recall --output csv""")
@click.argument("gold")
@systems()
@click.option("-s", "--scheme", "scheme_text", metavar="SCHEME",
    show_default="the usual one for gold's format",
    help="How to compare, as in 'evalb(params=new)'. See: karat schemes.")  # fmt: skip
@click.option("--measure", default="", metavar="FIGURE", show_default="f1, or the scheme's main figure",
    help="The figure whose rise is computed, as in recall or f1@sentence.")  # fmt: skip
@click.option("--sort", type=click.Choice(["errors", "rise", "rows"]), default="errors",
    show_default=True,
    help="Rank causes by the number of errors, by how far the figure would rise if they were fixed, "
    "or by the number of wrong rows (brackets, dependencies).")  # fmt: skip
@click.option("--by", multiple=True, metavar="WHAT",
    help="Also group the errors: by length, document, label, depth (trees) or distance (dependencies). "
    "May be given several times.")  # fmt: skip
@click.option("--cause", metavar="CAUSE",
    help="List the errors of one cause instead, with their sentences.")  # fmt: skip
@click.option("--most", type=click.IntRange(0), metavar="K", show_default="10; 40 with --cause",
    help="Show at most K rows of confused labels, of groups and of errors of a cause; 0: all. JSON and "
    "CSV always have all.")  # fmt: skip
@_options.views
@_options.output
@_options.reading
@_options.lenient("SYSTEM")
def command(
    gold: str, systems: tuple[Named, ...], scheme_text: str | None, measure: str, sort: str,
    by: tuple[str, ...], cause: str | None, most: int | None, views: "Views", style: Style,
    reading: _options.Reading, lenient: bool,
) -> None:  # fmt: skip
    """Explain every missed and every spurious row of SYSTEM files by one of a few causes.

    A wrong attachment is one error, however many brackets it breaks. For each cause the table gives the
    number of errors, and how far the score would rise if just these were fixed. docs/errors.md defines
    the causes.
    """
    from karat.analysis.errors.causes import causes_of, group_kinds, measure_of
    from karat.analysis.errors.streamed import can_stream, is_large, streamed_causes
    from karat.engine.tallying import Files
    from karat.formats import usual_scheme
    from karat.reports.error_sentences import how_to_look, sentences
    from karat.reports.errors import Wanted, remarks, report
    from karat.reports.progress import Progress
    from karat.schemes import parse

    if [gold, *(one.path for one in systems)].count("-") > 1:
        raise UsageError("standard input can be read only once: give '-' for one file at most")
    scheme = parse(scheme_text or usual_scheme(gold, reading.format))
    figure = measure_of(scheme, measure)
    if cause:
        _check_cause(scheme, cause)
    for what in by:
        if what not in group_kinds(scheme):
            raise unknown(f"group of errors under {scheme.name}", what, group_kinds(scheme))
    paths = {one.name: one.path for one in systems}
    files = Files(gold, paths, views, reading.format, reading.layout, lenient)
    if not cause and is_large(files) and can_stream(files):
        sums = []
        for name in paths:
            with closing(Progress(gold)) as progress:
                sums.append(streamed_causes(files, name, scheme, figure, by, progress))
        wanted = Wanted(sort, by, 10 if most is None else most)
        _options.write(report(sums, wanted, style), remarks(sums, style), style)
        return
    given = reading.bank(gold)
    ours = views.of_gold(given)
    found = []
    for one in systems:
        theirs = reading.bank(one.path, lenient=lenient, gold=given)
        theirs = views.of_system(theirs).relabelled(ours.labels)
        found.append(causes_of(ours, theirs, one.name, scheme, figure, views.signed()))

    def look(one: "Causes", number: int) -> str:
        return _show(gold, paths[one.system], scheme, views, number)

    if cause:
        text = sentences(found, cause, 40 if most is None else most, look, style)
        _options.write(text, how_to_look(found, cause, look), style)
        return
    wanted = Wanted(sort, by, 10 if most is None else most)
    _options.write(report(found, wanted, style), remarks(found, style), style)


def _check_cause(scheme: "Scheme", cause: str) -> None:
    from karat.analysis.errors.causes import analysis_of
    from karat.analysis.errors.frame import NOT_COMPARED

    known = (*analysis_of(scheme).CAUSES, NOT_COMPARED)
    if cause not in known:
        raise unknown(f"cause of errors under {scheme.name}", cause, known)


def _show(gold: str, system: str, scheme: "Scheme", views: "Views", number: int) -> str:
    """The command that shows a sentence."""
    words = ["karat", "show", gold, system, "-n", str(number), "-s", scheme.drawn_as or str(scheme)]
    sides = (("--gold-view", views.gold), ("--system-view", views.system))
    words += [word for option, texts in sides for text in texts for word in (option, text)]
    return shlex.join(words)
