"""karat compare: is the difference between systems real?"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from karat.cli import _ci, _options, verb
from karat.cli._measures import measures
from karat.cli._people import safe
from karat.cli._systems import Named, systems
from karat.model.errors import InputError, UsageError
from karat.reports.table import Style

if TYPE_CHECKING:
    from karat.analysis.comparison import Comparison
    from karat.analysis.contest import How
    from karat.engine.results import Run
    from karat.engine.tallied import Tallied
    from karat.model.documents import Documents
    from karat.model.scheme import Scheme
    from karat.reports.chosen import Chosen
    from karat.views import Views

_how = _options.stacked(
    click.option("--baseline", metavar="NAME",
        help="The system that the others are compared with.  [default: the first]"),
    click.option("--all-pairs", is_flag=True, help="Compare every two systems."),
    click.option("--test", type=click.Choice(["permutation", "bootstrap"]), default="permutation",
        show_default=True, help="The paired test."),
    click.option("--unit", type=click.Choice(["sentence", "document"]), default="sentence",
        show_default=True, help="What is drawn and exchanged as a whole."),
    click.option("--strata", type=click.Choice(["length", "document"]),
        help="Draw from sentences of similar length, or from each document, separately."),
    click.option("--samples", default=10_000, show_default=True, type=click.IntRange(1),
        help="The number of bootstrap samples, and of permutations."),
    click.option("--seed", default=1, show_default=True, type=click.IntRange(0),
        help="The seed of the random numbers."),
    click.option("--level", default=0.95, show_default=True,
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        help="The level of the intervals; a difference is significant if p is at most 1 - level."),
    click.option("--interval", type=click.Choice(["percentile", "bca"]), default="percentile",
        show_default=True, help="How intervals are computed from bootstrap samples."),
    click.option("--adjust", type=click.Choice(["holm", "bh", "none"]), default="holm",
        show_default=True,
        help="Adjust p for the number of comparisons: Holm, Benjamini-Hochberg, or not at all."),
)  # fmt: skip


@verb("""
  karat compare gold.mrg old=a.mrg new=b.mrg
  karat compare gold.mrg a.mrg b.mrg c.mrg --all-pairs --measures f1
  karat compare gold.conllu a.conllu b.conllu --scheme conll18 --measures LAS --unit document
  karat compare gold.mrg a.mrg b.mrg --scheme evalb --scheme flat --output json
  karat compare gold.mrg a.mrg b.mrg c.mrg --scheme evalb --scheme leafancestor --schemes""")
@click.argument("gold")
@systems()
@_options.schemes
@measures
@_how
@click.option("--common", is_flag=True,
    help="Compare only sentences that have a score for all systems, under every scheme. Schemes that "
    "drop sentences without a score do so anyway.")  # fmt: skip
@click.option("--schemes", "between", is_flag=True,
    help="Compare the schemes instead: do they rank systems and sentences in the same order?")  # fmt: skip
@_options.views
@_options.output_or("github", "junit")
@_options.reading
@_options.lenient("SYSTEM")
@click.option(
    "--threads", default=0, type=click.IntRange(0), help="The number of threads; 0: one per core."
)
def command(
    gold: str, systems: tuple[Named, ...], scheme_texts: tuple[str, ...], chosen: "Chosen",
    baseline: str | None, all_pairs: bool, test: str, unit: str, strata: str | None, samples: int,
    seed: int, level: float, interval: str, adjust: str, common: bool, between: bool,
    views: "Views", style: Style, reading: _options.Reading, lenient: bool, threads: int,
) -> None:  # fmt: skip
    """Compare SYSTEM files on the same GOLD file: is the difference real, or chance?

    Every figure has an interval, and every difference to the baseline an interval, a p-value, an
    effect size, and the number of sentences where the figure is higher, equal or lower. Systems that
    share a letter do not differ significantly. Below the tables it says which difference this test
    set could show, and how many sentences would show the one observed.

    If a scheme drops sentences without a score, only those are compared that have one for all systems.
    """
    _options.import_numpy()
    from karat.analysis.contest import How

    schemes = _schemes(scheme_texts, gold, reading.format, between=between)
    chosen.check(schemes)
    how = How(
        _measures(chosen, schemes), baseline or "", all_pairs, test, unit, strata or "", samples, seed,
        level, interval, adjust,
    )  # fmt: skip
    _check(gold, systems, how, between=between)
    done, found = _tallied(gold, systems, schemes, views, reading, lenient, threads, common)
    if between:
        if style.output in ("github", "junit"):
            raise UsageError(f"--schemes has no output {style.output}; choose table, json or csv")
        options = _read_with(views, reading, lenient=lenient)
        _between(done, found, how, style, options, {one.name: one.path for one in systems})
        return
    documents = _documents(gold, how, reading)
    from karat.analysis.comparison import comparison
    from karat.reports import compare as report

    how = replace(how, baseline=how.baseline or systems[0].name)
    compared = comparison(_sorted(found, chosen), how, documents, gold)
    for one in compared.contests:
        if one.units < 2:
            raise InputError(
                f"{gold}: {one.scheme}: there is one {how.unit} to compare, and one does not say how "
                "certain a difference is; for the figures type: karat score"
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


def _check(gold: str, systems: Sequence[Named], how: "How", *, between: bool) -> None:
    """Report wrong usage before any file is read."""
    from karat.model.errors import unknown

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


def _measures(chosen: "Chosen", schemes: "Sequence[Scheme]") -> tuple[str, ...]:
    """The names of the figures asked for, where tables may call them otherwise; none: the usual ones."""
    if not chosen.measures:
        return ()
    return tuple(dict.fromkeys(name for one in schemes for name in chosen.of(one)))


def _sorted(found: "Sequence[Tallied]", chosen: "Chosen") -> "list[Tallied]":
    """The systems in the order asked for, under the first scheme that has the figure."""
    if not chosen.sort:
        return list(found)
    names = {one.system: None for one in chosen.ordered(one.score() for one in found)}
    return [one for name in names for one in found if one.name == name]


def _tallied(
    gold: str, systems: Sequence[Named], schemes: "Sequence[Scheme]", views: "Views",
    reading: _options.Reading, lenient: bool, threads: int, common: bool,
) -> "tuple[Run, list[Tallied]]":  # fmt: skip
    """The systems under the schemes, with the counts of every sentence."""
    from karat.engine.run import run
    from karat.engine.tallied import KeptRows
    from karat.reports.progress import Progress

    rows = KeptRows()
    with closing(Progress(gold)) as progress:
        done = run(
            gold, [one.path for one in systems], schemes, layout=reading.layout,
            format=reading.format, on_rows=rows, progress=progress, threads=threads, through=views,
            common=common, lenient=lenient,
        )  # fmt: skip
    return done, rows.of(done, [one.name for one in systems])


def _documents(gold: str, how: "How", reading: _options.Reading) -> "Documents | None":
    from karat.engine.documents import documents_of_file

    asked = "document" in (how.unit, how.strata)
    if asked and gold == "-":
        raise UsageError("documents need gold twice; save it, and give the file instead of '-'")
    return documents_of_file(gold, reading.layout, reading.format, thorough=asked)


def _between(
    done: "Run", found: "Sequence[Tallied]", how: "How", style: Style, options: tuple[str, ...],
    paths: dict[str, str],
) -> None:  # fmt: skip
    """How far schemes agree; ``options`` are those with which the files were read."""
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


def _read_with(views: "Views", reading: _options.Reading, *, lenient: bool) -> tuple[str, ...]:
    """The options with which the files were read, as they are typed."""
    found = [("--gold-view", one) for one in views.gold]
    found += [("--system-view", one) for one in views.system]
    found += [("--format", reading.format)] if reading.format else []
    found += [("--layout", reading.layout)] if reading.layout != "auto" else []
    return (*(part for pair in found for part in pair), *(["--lenient"] if lenient else []))
