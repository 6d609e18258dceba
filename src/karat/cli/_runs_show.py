"""karat runs list, show and diff: what is in the store, and how two runs differ."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from karat.cli import _options, verb
from karat.cli._measures import measures
from karat.cli._saving import NONE_YET, existing, missing, store
from karat.model.errors import KaratError, UsageError
from karat.reports.table import Style, dumps, render

if TYPE_CHECKING:
    from karat.model.score import Failure
    from karat.reports.chosen import Chosen
    from karat.store.records import RunLine, StoredRun
    from karat.store.store import Store

_KINDS = ("score", "compare", "suite", "recognise")


@verb("""
  karat runs list
  karat runs list --tag paper --kind compare
  karat runs list --text gold.mrg --limit 0 --output csv""")
@click.option("--text", default="", metavar="TEXT",
    help="Only runs with this text in their id, name, command, gold or systems.")  # fmt: skip
@click.option("--tag", default="", metavar="TAG", help="Only runs with this tag.")
@click.option("--kind", type=click.Choice(_KINDS), help="Only runs of this verb.")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(0),
    help="List at most this many runs, the newest first; 0: all.")  # fmt: skip
@store
@_options.output
def list_(
    text: str, tag: str, kind: str | None, limit: int, store: str | None, style: Style
) -> None:
    """List saved runs, the newest first."""
    from karat.reports.runs import list_table
    from karat.store import as_json
    from karat.store.place import place_of

    found: list[RunLine] = []
    if not missing(store):
        with existing(store) as opened:
            most = limit + 1 if limit else 0
            found = opened.runs(text=text, tag=tag, kind=kind or "", limit=most)
    shown = found[:limit] if limit else found
    document = as_json.lines(shown)
    if style.output == "json":
        sys.stdout.write(dumps(document))
    elif shown or style.output != "table":
        sys.stdout.write(render(list_table(document["runs"], whole=style.output == "csv"), style))
    none = "no saved run fits" if text or tag or kind else f"{place_of(store).shown}: {NONE_YET}"
    said = [] if shown else [none]
    if len(found) > len(shown):
        said = [f"these are the newest {limit}; --limit 0 lists all"]
    _options.note(said, style)


@verb("""
  karat runs show monday
  karat runs show ab12 --output json
  karat runs show monday --output latex""")
@click.argument("run")
@store
@_options.output
def show(run: str, store: str | None, style: Style) -> None:
    """Show a saved run: its tables as they were printed, its files with their hashes, its comments.

    RUN is the name of a run (the newest one that has it), its id, or the first four or more letters of
    its id.
    """
    from karat.reports import runs as report
    from karat.reports.terminal import readable
    from karat.store import as_json

    with existing(store) as opened:
        found = opened.run(run)
        document = as_json.run(found)
        if style.output == "json":
            sys.stdout.write(dumps(document))
            return
        text, remarks = _printed(opened, found, document, style)
    about, files = report.heading(document), render(report.files_table(document["files"]), style)
    if style.output == "csv":
        sys.stdout.write(text)
        return
    said = [*report.comments(document), *(about if style.output != "table" else [])]
    if style.output == "table" and not style.quiet:
        sys.stdout.write("".join(f"{readable(line)}\n" for line in about) + "\n")
    sys.stdout.write(text + ("\n" if text else "") + files)
    _options.write("", "".join(f"{line}\n" for line in said) + remarks, style)


def _printed(
    opened: "Store", found: "StoredRun", document: dict[str, Any], style: Style
) -> tuple[str, str]:
    """The tables of a run as its command printed them, and what stood below them."""
    from karat.reports import compare, notes, scores
    from karat.reports import runs as report
    from karat.reports.suites import WILSON

    kept = found.document
    try:
        if found.line.kind == "compare":
            from karat.analysis.restored import comparison_of

            compared = comparison_of(kept)
            return compare.text(compared, style), compare.remarks(compared, style.digits)
        if found.line.kind == "suite":
            signed = [f"signature {one['run']}: {one['signature']}\n" for one in kept["runs"]]
            return report.suite_text(kept, style), f"{WILSON}\n{''.join(signed)}"
        if "recognised" in kept:
            return render(report.names_table(kept), style), f"rules: {kept['rules'] or 'none'}\n"
        from karat.analysis.restored import score_of

        results = kept.get("results") or [opened.result(one.id) for one in found.entries]
        failures = _failures(opened, found)
        again = [score_of(one, failures.get((one["system"], one["scheme"]), ())) for one in results]
        return scores.tables(again, style), notes.remarks(again, style.digits)
    except KaratError as error:
        # A scheme of a plugin, or one with a file that is not here: the figures are there all the same.
        table = report.entries_table(document["entries"], style.digits)
        return render(table, style), f"note: {error}\n"


def _failures(opened: "Store", found: "StoredRun") -> "dict[tuple[str, str], Sequence[Failure]]":
    """The first sentences without a score, for each system and scheme."""
    wanted = [one for one in found.entries if one.sentences.get("failed")]
    kept = opened.tallied([one.id for one in wanted])
    return {
        (one.system, one.scheme): tallied.result.failures
        for one, tallied in zip(wanted, kept, strict=True)
    }


@verb("""
  karat runs diff monday tuesday
  karat runs diff monday tuesday --measures f1,exact --output json
  karat runs diff old-parser new-parser""")
@click.argument("first", metavar="RUN1")
@click.argument("second", metavar="RUN2")
@measures
@click.option("--unit", type=click.Choice(["sentence", "document"]), default="sentence",
    show_default=True, help="What is drawn and exchanged as a whole.")  # fmt: skip
@click.option("--samples", default=10_000, show_default=True, type=_options.SAMPLES,
    help="The number of bootstrap samples, and of permutations.")  # fmt: skip
@store
@_options.output
def diff(
    first: str,
    second: str,
    chosen: "Chosen",
    unit: str,
    samples: int,
    store: str | None,
    style: Style,
) -> None:
    """Compare RUN2 with RUN1: is the difference real, or chance?

    Results are compared if they were scored against the same gold in the same way: by the paired test, with
    the number of sentences where the figure is higher, equal or lower, and the sentences that changed most.
    What cannot be compared is listed, with the reason. Runs of a suite are compared item by item, as by
    karat suite diff.
    """
    if chosen.sort:
        raise UsageError("--sort: the results are in the order of the runs")
    _options.import_numpy()
    from karat.analysis.contest import How
    from karat.reports import runs_diff as report
    from karat.store import as_json
    from karat.store.diffing import diff_runs

    how = How(chosen.measures, unit=unit, samples=samples)
    with existing(store) as opened:
        a, b = opened.run(first), opened.run(second)
        if a.line.id == b.line.id:
            raise UsageError(f"{first} and {second} are the same run, {a.line.id}; name two")
        found = diff_runs(opened, a, b, how, style.digits)
    if style.output == "json":
        lines = as_json.line(a.line), as_json.line(b.line)
        sys.stdout.write(dumps(report.document(found, *lines)))
        return
    _options.write(report.text(found, style), report.remarks(found, style.digits), style)
