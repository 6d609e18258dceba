"""karat score: one table, systems by measures."""

import os
from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from karat.cli import _ci, _comparing, _engine, _gates, _options, _saving, verb
from karat.cli._measures import measures
from karat.cli._systems import Named, systems
from karat.model.errors import UsageError, unknown
from karat.reports.table import Style

if TYPE_CHECKING:
    from karat.engine.results import OnRows, Run
    from karat.engine.tallied import KeptRows, Tallied
    from karat.engine.tallying import Files
    from karat.model.scheme import Scheme
    from karat.model.score import Score
    from karat.model.tally import Tally
    from karat.reports.chosen import Chosen
    from karat.reports.rows import RowWriter
    from karat.store.tally_files import TallyWriter
    from karat.views import Views


@verb("""
  karat score gold.mrg system.mrg
  karat score gold.mrg old=a.mrg new=b.mrg --scheme 'evalb(params=new)' --by label
  karat score gold.mrg.gz - --output json < system.mrg
  karat score gold.mrg system.mrg --fail-under f1=0.9
  karat score gold.mrg system.mrg --not-worse-than last-week.csv --output github
  karat score gold.mrg a.mrg b.mrg --tallies counts/
  karat score gold.mrg system.mrg --save monday
  karat score gold.mrg system.mrg --not-worse-than run:monday
  karat score gold.conllu system.conllu --scheme conll18 --scheme deps
  karat score gold.mrg xtag.mrg --system-view 'rewrite(rules=xtag)'
  karat score gold.mrg answers.txt --lenient
  karat score gold/ system/ --engine dask --resume parts""")
@click.argument("gold")
@systems()
@_options.schemes
@click.option("--by", multiple=True, metavar="WHAT",
    help="Break the figures down, for example by label or length. To see what a scheme has, type: "
    "karat schemes NAME. May be given several times.",
)  # fmt: skip
@click.option("--per-sentence", metavar="FILE",
    help="Write one row per sentence to a .csv, .tsv or .jsonl file.")  # fmt: skip
@click.option("--tallies", metavar="FOLDER",
    help="Keep the counts of every sentence in a new folder of Parquet files, one for each system and "
    "scheme. karat compare --tallies FOLDER compares them, however many they are.")  # fmt: skip
@_gates.gates
@click.option("--common", is_flag=True,
    help="Score only the sentences that have a score for all systems.")  # fmt: skip
@click.option("--interval", is_flag=True,
    help="Add to every figure its 95 % interval, by the bootstrap over sentences.")  # fmt: skip
@_options.resampling
@_options.views
@measures
@_options.output_or("github", "junit")
@_options.reading
@_options.lenient("SYSTEM")
@_saving.saving
@_engine.engine
@click.option(
    "--threads", default=0, type=click.IntRange(0), help="The number of threads; 0: one per core."
)
def command(
    gold: str, systems: tuple[Named, ...], scheme_texts: tuple[str, ...], by: tuple[str, ...],
    per_sentence: str | None, tallies: str | None, gates: _gates.Gates, common: bool, interval: bool,
    samples: int, seed: int, views: "Views", chosen: "Chosen", style: Style, reading: _options.Reading,
    lenient: bool, saving: _saving.Saving, engine: _engine.Engine, threads: int,
) -> int:  # fmt: skip
    """Score one or several SYSTEM files against a GOLD file.

    The sentences must be the same and in the same order; ``-`` is standard input. Each may also be a
    corpus of several files: a folder, a glob in quotes, or @LIST, a file with one name per line. The
    default scheme is the one named in --fail-under, otherwise the usual one for gold's format: for trees
    evalb(params=collins), which deletes punctuation as most papers on English do (evalb alone deletes
    nothing); conll18 for CoNLL-U; chunks for IOB columns; gr for grammatical relations.
    """
    from karat.engine.ahead import hash_ahead

    corpora = [gold, *(one.path for one in systems)]
    by_parts = engine.by_parts(corpora)
    # Before anything heavy is imported: the other core has nothing to do yet.
    ahead = None if by_parts or _engine.is_table(reading.format) else hash_ahead(gold)
    watched = _saving.Watched(saving, corpora)
    _options.import_numpy()
    from karat.files.corpus import files

    _options.need_interval(interval)
    _refuse([*corpora, gates.baseline or ""], gates, common)
    if by_parts:
        engine.refuse(corpora, gates, {
            "--per-sentence": per_sentence, "--interval": interval, "--save": saving.wanted,
            "--output github": style.output == "github", "--lenient": lenient, "--tallies": tallies,
        })  # fmt: skip
    figures = _gates.read_figures(gates.fail_under)
    schemes, usual = _schemes(scheme_texts, figures, files(gold)[0], reading.format, by)
    chosen.check(schemes)
    asked = _gates.Asked(gates, figures, schemes, systems, saving.url)
    recipe = partial(_gates.recipe, views=views, common=common)
    kept = _kept(asked, style, interval, saving)
    how = _how(by, reading, views, common)
    names, paths = ([*column] for column in zip(*asked.systems, strict=True))
    if by_parts:
        from karat.engine.recipe import recipe_of

        recipe_ = recipe_of(gold, paths, schemes, **how, pair=engine.pair)
        if not (done := engine.run(recipe_, names, usual, threads)):
            return 0
    else:
        rows = _writer(per_sentence, gold, systems, recipe)
        counts = _tally_writer(tallies, gold, systems, reading)
        how |= {"threads": threads, "ahead": ahead, "lenient": lenient}
        done = _run(gold, paths, schemes, how, rows, kept, counts)
    tallied = kept.of(done, names) if kept else []
    plan = (samples, seed)
    scores = _with_intervals(tallied, by, *plan) if interval else _scores(done, asked, by)
    verdicts = asked.verdicts(scores, tallied, partial(recipe, done.sha256))
    result = _ci.Scored(done, chosen.ordered(scores), verdicts, asked.of_judged(tallied))
    _ci.print_scores(result, usual, style, chosen, reading, repaired=lenient)
    status = _gates.told(verdicts)
    read = _comparing.files_of(gold, systems, views, reading, lenient)
    _save(result, saving.after(status, gates.baseline, style), watched, read, by, plan, style)
    return status


def _kept(
    asked: _gates.Asked, style: Style, interval: bool, saving: _saving.Saving
) -> "KeptRows | None":
    """What keeps the counts of every sentence in memory, if they are needed."""
    from karat.engine.tallied import KeptRows

    needed = asked.baseline or style.output == "github" or interval or saving.wanted
    return KeptRows(twins=saving.wanted) if needed else None


def _how(
    by: tuple[str, ...], reading: _options.Reading, views: "Views", common: bool
) -> dict[str, Any]:
    return {
        "by": by, "layout": reading.layout, "format": reading.format, "through": views,
        "common": common,
    }  # fmt: skip


def _run(
    gold: str, paths: Sequence[str], schemes: "Sequence[Scheme]", how: dict[str, Any],
    rows: "RowWriter | None", kept: "KeptRows | None", tallies: "TallyWriter | None",
) -> "Run":  # fmt: skip
    """Score files in this process, with progress on a terminal."""
    from karat.engine.run import run
    from karat.reports.progress import Progress

    with (
        closing(Progress(gold)) as progress,
        rows.file if rows else nullcontext(),
        tallies or nullcontext(),
    ):
        on_rows = _to_all(rows, kept, tallies)
        done = run(gold, paths, schemes, on_rows=on_rows, progress=progress, **how)
        if tallies:
            tallies.keep(done)
    return done


def _scores(done: "Run", asked: _gates.Asked, by: tuple[str, ...]) -> "list[Score]":
    """The scores of all systems under all schemes, with the systems' names."""
    from karat.engine.results import make_score

    width = len(done.results) // len(asked.systems)
    names = [one.name for one in asked.systems for _ in range(width)]
    both = zip(done.results, names, strict=True)
    return [make_score(one, done, by, name=name) for one, name in both]


def _save(
    result: _ci.Scored, saving: _saving.Saving, watched: _saving.Watched, read: "Files",
    by: tuple[str, ...], drawn: tuple[int, int], style: Style,
) -> None:  # fmt: skip
    """Save the result if asked to: with intervals, even if they were not printed."""
    if not saving.wanted:
        return
    from karat.engine.documents import documents_of_file
    from karat.reports.scores import as_json
    from karat.stats.plan import Plan
    from karat.store.making import scored

    document = as_json(result.run, result.scores, result.verdicts)
    documents = documents_of_file(read.gold, read.layout, read.format, thorough=False)
    files = watched.files(read, result.run.sha256)
    new = scored(
        result.run, result.tallied, files=files, by=by, plan=Plan(*drawn), document=document,
        documents=documents, **saving.labels,
    )  # fmt: skip
    saving.save(new, style)


def _refuse(paths: Sequence[str], gates: _gates.Gates, common: bool) -> None:
    """Refuse options that do not go together."""
    if paths.count("-") > 1:
        raise UsageError("standard input can be read only once: give '-' for one file at most")
    if common and gates.any:
        raise UsageError(
            "with --common a system could pass --fail-under, --min-scored or --not-worse-than by "
            "failing: type two commands"
        )


def _with_intervals(
    found: "Sequence[Tallied]", by: tuple[str, ...], samples: int, seed: int
) -> "list[Score]":
    from karat.analysis.intervals import with_intervals
    from karat.stats.plan import Plan

    return [with_intervals(one.score(by), Plan(samples, seed)) for one in found]


def _schemes(
    texts: tuple[str, ...], figures: Sequence[_gates.Figure], gold: str, given: str | None,
    by: tuple[str, ...],
) -> "tuple[list[Scheme], str]":  # fmt: skip
    """The schemes asked for, each once, and the one for trees if it was chosen because none was.

    The breakdowns must be breakdowns of one of them.
    """
    from karat.formats import USUAL_SCHEME, usual_scheme
    from karat.schemes import parse

    named = [one.scheme for one in figures if one.scheme]
    usual = "" if texts or named else usual_scheme(gold, given)
    found = list(dict.fromkeys([*map(parse, texts or filter(None, [usual])), *named]))
    known = {"length", *(kind.name for scheme in found for kind in scheme.breakdowns)}
    for what in by:
        if what not in known:
            raise unknown("breakdown of these schemes", what, known)
    return found, usual if usual == USUAL_SCHEME else ""


def _writer(
    path: str | None, gold: str, systems: Sequence[Named], recipe: "Callable[[str, Scheme], str]"
) -> "RowWriter | None":
    """What writes the rows of sentences, if they are asked for; it must know gold's hash at once."""
    if not path:
        return None
    for read in (gold, *(one.path for one in systems)):
        if os.path.isfile(path) and os.path.isfile(read) and os.path.samefile(path, read):
            raise UsageError(
                f"--per-sentence would replace {read}, which is scored; give another name"
            )
    from karat.engine.twins import content_hash
    from karat.reports.rows import RowWriter

    return RowWriter(path, [one.name for one in systems], partial(recipe, content_hash(gold)))


def _tally_writer(
    folder: str | None, gold: str, systems: Sequence[Named], reading: _options.Reading
) -> "TallyWriter | None":
    """What keeps the counts of sentences in files, if they are asked for."""
    if not folder:
        return None
    from karat.engine.documents import documents_of_file
    from karat.store.tally_files import TallyWriter

    documents = documents_of_file(gold, reading.layout, reading.format, thorough=False)
    return TallyWriter(folder, [one.name for one in systems], documents)


def _to_all(*asked: "OnRows | None") -> "OnRows | None":
    """What is called with the counts of sentences: files, statistics, or several of them."""
    called = [one for one in asked if one is not None]

    def call(system: int, scheme: "Scheme", first: int, tally: "Tally") -> None:
        for one in called:
            one(system, scheme, first, tally)

    return call if called else None
