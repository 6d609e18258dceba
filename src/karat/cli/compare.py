"""karat compare: is the difference between systems real?"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from karat.cli import _ci, _comparing, _options, _saving, verb
from karat.cli._measures import measures
from karat.cli._people import safe
from karat.cli._systems import Named, systems
from karat.model.errors import InputError, UsageError
from karat.reports.table import Style

if TYPE_CHECKING:
    from karat.analysis.comparison import Comparison
    from karat.analysis.how import How
    from karat.engine.results import Run
    from karat.engine.tallied import Tallied
    from karat.model.scheme import Scheme
    from karat.reports.chosen import Chosen
    from karat.views import Views


@verb("""
  karat compare gold.mrg old=a.mrg new=b.mrg
  karat compare gold.mrg a.mrg b.mrg c.mrg --all-pairs --measures f1
  karat compare gold.conllu a.conllu b.conllu --scheme conll18 --measures LAS --unit document
  karat compare gold.mrg a.mrg b.mrg --scheme evalb --scheme flat --output json
  karat compare --tallies counts/
  karat compare gold.mrg a.mrg b.mrg --save a-and-b --tag paper
  karat compare gold.mrg a.mrg b.mrg c.mrg --scheme evalb --scheme leafancestor --schemes""")
@click.argument("gold")
@systems(required=False)
@_options.schemes
@measures
@_comparing.how
@click.option("--bootstrap", type=click.Choice(["multinomial", "poisson"]),
    show_default="multinomial; poisson for tallies of more than 100,000 sentences",
    help="Draw as many units as there are (multinomial), or draw a weight for each unit independently "
    "(poisson).")  # fmt: skip
@click.option("--common", is_flag=True,
    help="Compare only sentences that have a score for all systems, under every scheme. Schemes that "
    "drop sentences without a score do so anyway.")  # fmt: skip
@click.option("--schemes", "between", is_flag=True,
    help="Compare the schemes instead: do they rank systems and sentences in the same order?")  # fmt: skip
@click.option("--tallies", is_flag=True,
    help="Instead of GOLD and SYSTEM files, read the counts that karat score --tallies kept: files, or "
    "folders of them. Several files of a system are parts of a corpus, in order.")  # fmt: skip
@_options.views
@_options.output_or("github", "junit")
@_options.reading
@_options.lenient("SYSTEM")
@_saving.saving
@click.option(
    "--threads", default=0, type=click.IntRange(0), help="The number of threads; 0: one per core."
)
def command(
    gold: str, systems: tuple[Named, ...], scheme_texts: tuple[str, ...], chosen: "Chosen",
    given: dict[str, Any], bootstrap: str | None, common: bool, between: bool, tallies: bool,
    views: "Views", style: Style, reading: _options.Reading, lenient: bool, saving: _saving.Saving,
    threads: int,
) -> None:  # fmt: skip
    """Compare SYSTEM files on the same GOLD file: is the difference real, or chance?

    Every figure has an interval, and every difference to the baseline an interval, a p-value, an
    effect size, and the number of sentences where the figure is higher, equal or lower. Systems that
    share a letter do not differ significantly. Below the tables it says which difference this test
    set could show, and how many sentences would be enough to show the one observed.

    If a scheme drops sentences without a score, only the sentences that have a score for all systems
    are compared.
    """
    _options.import_numpy()
    from karat.analysis.how import How

    if tallies:
        from karat.cli import _tallies

        _tallies.compare(gold, systems, scheme_texts, chosen, given, bootstrap, style, threads)
        return
    watched = _saving.Watched(saving, [gold, *(one.path for one in systems)])
    schemes = _schemes(scheme_texts, gold, reading.format, between=between)
    chosen.check(schemes)
    how = How(_comparing.measures_of(chosen, schemes), **given)
    _check(gold, systems, how, between=between, saved=saving.wanted)
    done, found = _comparing.tallied(
        gold, systems, schemes, views, reading, lenient, threads, common, twins=saving.wanted
    )
    if between:
        options = _comparing.read_with(views, reading, lenient=lenient)
        _between(done, found, how, style, options, {one.name: one.path for one in systems})
        return
    documents = _comparing.documents_of(gold, how, reading)
    from karat.analysis.comparison import comparison
    from karat.reports import compare as report

    how = replace(how, baseline=how.baseline or systems[0].name)
    in_order = _comparing.sorted_by(found, chosen)
    compared = (
        _comparing.by_poisson(in_order, how, documents, gold, threads)
        if bootstrap == "poisson"
        else comparison(in_order, how, documents, gold)
    )
    show(compared, done, style)
    if saving.wanted:
        from karat.store.making import scored

        read = _comparing.files_of(gold, systems, views, reading, lenient)
        files, document = watched.files(read, done.sha256), report.as_json(compared, done)
        saving.save(
            scored(
                done, found, files=files, document=document, kind="compare", documents=documents,
                **saving.labels,
            ),
            style,
        )  # fmt: skip


def show(compared: "Comparison", done: "Run", style: Style) -> None:
    """Print a comparison, unless it has too few units."""
    from karat.reports import compare as report

    for one in compared.contests:
        if one.units < 2:
            raise InputError(
                f"{done.gold}: {one.scheme}: there is only one {compared.how.unit} to compare, which cannot "
                "show how certain a difference is; for the figures, type: karat score"
            )
    _options.write(_text(compared, done, style), report.remarks(compared, style.digits), style)


def _text(found: "Comparison", done: "Run", style: Style) -> str:
    """The output in the format that was asked for."""
    from karat.reports import compare as report

    if style.output == "json":
        return report.as_json(found, done)
    if style.output not in ("github", "junit"):
        return report.text(found, style)
    from karat.reports import compare_ci
    from karat.reports.ci import inert

    if style.output == "junit":
        return compare_ci.junit(found, style.digits)
    _ci.summarise(report.text(found, style._replace(output="markdown")))
    notices = "".join(f"{line}\n" for line in compare_ci.notices(found, style.digits))
    return notices + "\n" + inert(report.text(found, style._replace(output="table")))


def _check(gold: str, systems: Sequence[Named], how: "How", *, between: bool, saved: bool) -> None:
    """Report wrong usage before any file is read."""
    from karat.model.errors import unknown

    if not systems:
        raise click.MissingParameter(param_hint="'SYSTEM...'", param_type="argument")
    if between and saved:
        raise UsageError("--schemes compares schemes, not systems; leave out --save")

    paths = [gold, *(one.path for one in systems)]
    if paths.count("-") > 1:
        raise UsageError("standard input can be read only once: give '-' for one file at most")
    if len(systems) < 2 and not between:
        raise UsageError(
            f"there is only one system, {systems[0].name}; give at least two to compare, or type: "
            f"karat score {gold} {systems[0].path} --interval"
        )
    names = [one.name for one in systems]
    if how.baseline and how.baseline not in names:
        raise unknown("system", how.baseline, names)
    if how.baseline and how.all_pairs:
        raise UsageError("give either --baseline or --all-pairs, not both")


def _schemes(
    texts: Sequence[str], gold: str, given: str | None, *, between: bool
) -> "list[Scheme]":
    from karat.formats import usual_scheme
    from karat.schemes import parse

    found = list(dict.fromkeys(map(parse, texts or (usual_scheme(gold, given),))))
    if between and len(found) < 2:
        raise UsageError(
            "--schemes compares schemes; name at least two, as in --scheme evalb --scheme flat"
        )
    return found


def _between(
    done: "Run", found: "Sequence[Tallied]", how: "How", style: Style, options: tuple[str, ...],
    paths: dict[str, str],
) -> None:  # fmt: skip
    """How far schemes agree; ``options`` are those with which the files were read."""
    if style.output in ("github", "junit"):
        raise UsageError(f"--schemes has no output {style.output}; choose table, json or csv")
    from karat.analysis.contest import wanted
    from karat.analysis.scheme_ranks import scheme_ranks
    from karat.reports import scheme_ranks as report

    schemes = list(dict.fromkeys(one.result.scheme for one in found))
    chosen = {
        one: wanted(one, how.measures)[0] if how.measures else one.main_figure() for one in schemes
    }
    agreements = scheme_ranks([one.score() for one in found], chosen)
    if style.output == "json":
        text = report.as_json(done, agreements, chosen)
    else:
        text = report.text(agreements, chosen, style, report.Files(done.gold, paths, options))
        text = text if style.output == "csv" else safe(text)
    click.echo(text, nl=False)
