"""karat runs history: a figure over the saved runs, as a table, as JSON and as a chart."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from karat import __version__
from karat.cli import _options, verb
from karat.cli._saving import existing, store
from karat.model.errors import UsageError
from karat.reports.table import Style, dumps, render

if TYPE_CHECKING:
    from karat.reports.runs_history import HistoryOf
    from karat.store.records import Board
    from karat.store.store import Store


@verb("""
  karat runs history
  karat runs history f1
  karat runs history 'evalb(params=collins).f1' --chart f1.svg
  karat runs history conll18.LAS --system parser --tag nightly --output json
  karat runs history coverage --gold tam2008""")
@click.argument("figures", metavar="[FIGURE|BOARD]...", nargs=-1)
@click.option("--gold", default="", metavar="NAME",
    help="Only runs against this gold or suite: its name, or how its SHA-256 begins.")  # fmt: skip
@click.option("--system", default="", metavar="NAME", help="Only this system.")
@click.option("--name", default="", metavar="NAME", help="Only runs with this name.")
@click.option("--tag", default="", metavar="TAG", help="Only runs with this tag.")
@click.option("--chart", metavar="FILE.svg",
    help="Also write the history as a chart with intervals; '-': to standard output.")  # fmt: skip
@store
@_options.output
def history(
    figures: tuple[str, ...], gold: str, system: str, name: str, tag: str, chart: str | None,
    store: str | None, style: Style,
) -> None:  # fmt: skip
    """Show how a figure changed over the saved runs, with its intervals.

    FIGURE is a measure such as f1, or one with its scheme, such as conll18.LAS. Figures of test suites are
    coverage, overgeneration, right_first and the others that karat suite score prints. Results that cannot
    be compared, because their gold or their scheme differs, are in different tables; BOARD is the id of
    one of them. Without arguments, everything that has a history is listed.
    """
    if chart not in (None, "-") and not str(chart).lower().endswith(".svg"):
        raise UsageError(
            f"--chart {chart}: charts are written as SVG; give a name that ends in .svg"
        )
    if chart and not figures:
        raise UsageError(
            "--chart draws one figure; name it, as in: karat runs history f1 --chart f1.svg"
        )
    with existing(store) as opened:
        if not figures:
            _boards(opened, gold, style)
            return
        found = _found(opened, figures, gold, {"system": system, "name": name, "tag": tag})
    if chart:
        _draw(found, chart)
    if chart != "-":
        _write(found, style)


def _boards(opened: "Store", gold: str, style: Style) -> None:
    """What has a history."""
    from karat.reports.runs import boards_table

    boards = [one for one in opened.boards() if _is_of(one, gold)]
    if not boards:
        _options.note([f"{opened.shown} has no results with a history yet"], style)
        return
    rows = [one._asdict() for one in boards]
    if style.output == "json":
        sys.stdout.write(dumps({"karat": __version__, "boards": rows}))
    else:
        sys.stdout.write(render(boards_table(rows), style))
    _options.note(["for the history of a figure, type: karat runs history FIGURE or BOARD"], style)


def _is_of(board: "Board", gold: str) -> bool:
    return not gold or board.gold == gold or (len(gold) >= 4 and board.gold_sha256.startswith(gold))


def _found(
    opened: "Store", figures: Sequence[str], gold: str, chosen: dict[str, str]
) -> "list[HistoryOf]":
    """The histories that were asked for; each figure must have at least one."""
    from karat.store import as_json
    from karat.store.suite_history import FIGURES, suite_histories

    boards = [one for one in opened.boards() if _is_of(one, gold)]
    found = []
    for text in figures:
        mine = [
            as_json.history(board, figure, opened.history(board.id, figure, **chosen))
            for board, figure in _asked(text, boards, opened)
        ]
        if text.removeprefix("coverage.") in FIGURES:
            mine += suite_histories(opened, text.removeprefix("coverage."), gold, **chosen)
        some = [one for one in mine if one.points]
        if not some:
            known = list(dict.fromkeys(f"{one.scheme}.{one.main}" for one in boards))
            listed = f"; the store has for example {', '.join(known[:5])}" if known else ""
            raise UsageError(f"{opened.shown}: no saved run that fits has a figure {text}{listed}")
        found += some
    return found


def _asked(text: str, boards: "Sequence[Board]", opened: "Store") -> "list[tuple[Board, str]]":
    """The boards that a text means, each with the figure: BOARD, BOARD.figure, SCHEME.figure or figure."""
    from karat.model.errors import KaratError
    from karat.schemes import parse

    for board in boards:
        if text == board.id or text.startswith(f"{board.id}."):
            return [(board, text[len(board.id) + 1 :] or board.main)]
    scheme, _, figure = text.rpartition(".")
    try:
        scheme = str(parse(scheme)) if scheme else ""
    except KaratError:
        return []
    found = []
    for board in boards:
        if not scheme or board.scheme == scheme:
            first = opened.entries(board.id, limit=1)
            if first and figure in first[0].measures:
                found.append((board, figure))
    return found


def _draw(found: "Sequence[HistoryOf]", target: str) -> None:
    from karat.files.atomic import AtomicFile
    from karat.reports.svg.history import history as drawn

    if len(found) > 1:
        listed = "; ".join(f"{one.title} of {one.gold}, {one.board}" for one in found)
        raise UsageError(
            f"--chart draws one history, and there are {len(found)}: {listed}; name one BOARD"
        )
    text = drawn(found[0].chart())
    if target == "-":
        sys.stdout.write(text)
        return
    with AtomicFile(target) as stream:
        stream.write(text)


def _write(found: "Sequence[HistoryOf]", style: Style) -> None:
    from karat.reports import runs_history as report

    if style.output == "json":
        sys.stdout.write(dumps(report.document(found)))
        return
    sys.stdout.write(report.text(found, style))
    ends = "[…]: 95 % intervals; change: from the run of the same system before"
    lower = [one.title for one in found if one.better == "lower"]
    said = [ends, *(f"lower is better: {one}" for one in lower)]
    if any(one.partial for one in found):
        said.append(
            "scored: sentences with a score, of all; figures over different sentences are compared by: "
            "karat runs diff"
        )
    _options.write(
        "", "".join(f"{line}\n" for line in said) if style.output == "table" else "", style
    )
