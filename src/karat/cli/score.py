"""karat score: one table, systems by measures."""

from collections.abc import Sequence
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING, TypeAlias

import click

from karat.cli import _options, verb
from karat.cli._systems import Named, systems
from karat.model.errors import UsageError, unknown
from karat.reports.table import Style

if TYPE_CHECKING:
    from karat.model.scheme import Scheme
    from karat.model.score import Score
    from karat.views import Views

    # A scheme, one of its figures, and the least it may be.
    Threshold: TypeAlias = tuple[Scheme, str, float]


_EXAMPLE = "evalb.f1=0.9"


@verb("""
  karat score gold.mrg system.mrg
  karat score gold.mrg old=a.mrg new=b.mrg --scheme 'evalb(params=new)' --by label
  karat score gold.mrg.gz - --output json < system.mrg
  karat score gold.mrg system.mrg --fail-under evalb.f1=0.9
  karat score gold.mrg xtag.mrg --system-view 'rewrite(rules=xtag)'
  karat score gold.mrg answers.txt --lenient""")
@click.argument("gold")
@systems()
@_options.schemes
@click.option("--by", multiple=True, metavar="WHAT",
    help="Break the figures down, for example by label or length. To see what a scheme has, type: "
    "karat schemes NAME. May be given several times.",
)  # fmt: skip
@click.option("--per-sentence", metavar="FILE",
    help="Write one row per sentence to a .csv, .tsv or .jsonl file.")  # fmt: skip
@_options.fail_under(_EXAMPLE, " Sentences without a score count as empty parses.")
@click.option("--min-scored", type=click.FloatRange(0, 1), metavar="SHARE",
    help="Exit with 1 if a smaller share of the sentences has a score.")  # fmt: skip
@click.option("--common", is_flag=True,
    help="Score only the sentences that have a score for all systems.")  # fmt: skip
@_options.views
@_options.output
@_options.reading
@_options.lenient("SYSTEM")
@click.option(
    "--threads", default=0, type=click.IntRange(0), help="The number of threads; 0: one per core."
)
def command(
    gold: str, systems: tuple[Named, ...], scheme_texts: tuple[str, ...], by: tuple[str, ...],
    per_sentence: str | None, fail_under: tuple[str, ...], min_scored: float | None, common: bool,
    views: "Views", style: Style, reading: _options.Reading, lenient: bool, threads: int,
) -> int:  # fmt: skip
    """Score one or several SYSTEM files against a GOLD file.

    The sentences must be the same and in the same order; ``-`` is standard input. The
    default scheme is the one named in --fail-under, otherwise the usual one for gold's format: evalb
    without parameters, which deletes nothing, for trees; conll18 for CoNLL-U; chunks for IOB columns;
    gr for grammatical relations.
    """
    from karat.engine.ahead import hash_ahead

    # Before anything heavy is imported: the other core has nothing to do yet.
    ahead = hash_ahead(gold)
    _options.import_numpy()
    from karat.engine.results import make_score
    from karat.engine.run import run
    from karat.reports import scores as report
    from karat.reports.progress import Progress
    from karat.reports.rows import RowWriter

    paths = [one.path for one in systems]
    if [gold, *paths].count("-") > 1:
        raise UsageError("standard input can be read only once: give '-' for one file at most")
    if common and (fail_under or min_scored is not None):
        raise UsageError(
            "with --common a system could pass --fail-under or --min-scored by failing: "
            "type two commands"
        )
    thresholds = [_threshold(text) for text in fail_under]
    schemes = _schemes(scheme_texts, thresholds, gold, reading.format, by)
    names = [one.name for one in systems]
    rows = RowWriter(per_sentence, names) if per_sentence else None
    with closing(Progress(gold)) as progress, rows.file if rows else nullcontext():
        done = run(
            gold, paths, schemes, by=by, layout=reading.layout, format=reading.format,
            on_rows=rows, progress=progress, threads=threads, ahead=ahead, through=views, common=common,
            lenient=lenient,
        )  # fmt: skip
    scores = [
        make_score(result, done, by, name=names[at // len(schemes)])
        for at, result in enumerate(done.results)
    ]
    remarks = report.remarks(scores, style.digits)
    text = report.as_json(done, scores) if style.output == "json" else report.tables(scores, style)
    _options.write(text, remarks, style)
    return _options.say(_missed(thresholds, scores) + _unscored(min_scored, scores))


def _schemes(
    texts: tuple[str, ...], thresholds: "list[Threshold]", gold: str, given: str | None,
    by: tuple[str, ...],
) -> "list[Scheme]":  # fmt: skip
    """The schemes asked for, each once; the breakdowns must be breakdowns of one of them."""
    from karat.formats import usual_scheme
    from karat.schemes import parse

    if not texts and not thresholds:
        texts = (usual_scheme(gold, given),)
    found = list(dict.fromkeys([*map(parse, texts), *(scheme for scheme, _, _ in thresholds)]))
    known = {"length", *(kind.name for scheme in found for kind in scheme.breakdowns)}
    for what in by:
        if what not in known:
            raise unknown("breakdown of these schemes", what, known)
    return found


def _missed(thresholds: "list[Threshold]", scores: "Sequence[Score]") -> list[str]:
    """What to say of figures below their thresholds.

    Judged is the score that counts every sentence: a parser must not pass by failing.
    """
    said = []
    for scheme, measure, value in thresholds:
        for score in scores:
            if score.scheme != scheme:
                continue
            judged = score.other_policies.get("empty", score.measures)[measure]
            failed = score.sentences["failed"]
            unscored = f"{failed} sentence{'s' * (failed != 1)} without a score"
            figure = f"karat: {scheme}.{measure} of {score.system}"
            if not judged >= value:
                how = f", counting {unscored}" if failed else ""
                said.append(f"{figure} is {judged:.4f}{how}, under {value:g}")
            elif failed and judged == score.other_policies.get("drop", score.measures)[measure]:
                click.echo(
                    f"{figure} says nothing of {unscored}; --min-scored can make them fail",
                    err=True,
                )  # fmt: skip
    return said


def _unscored(least: float | None, scores: "Sequence[Score]") -> list[str]:
    """What to say of systems with too few sentences that have a score."""
    return [
        f"karat: {score.scheme} scored {score.sentences['scored']} of {score.sentences['total']} "
        f"sentences of {score.system}, a share under {least:g}"
        for score in scores
        if least is not None and score.sentences["scored"] < least * score.sentences["total"]
    ]


def _threshold(text: str) -> "Threshold":
    from karat.schemes import parse_figure

    figure, least = _options.read_threshold(text, _EXAMPLE)
    return *parse_figure(figure), least
