"""/suites: the suites that have runs; /suite: history of their figures, differences of runs, and items."""

import re
from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from karat import __version__
from karat.reports.suites import changes_remarks, changes_table
from karat.reports.svg.history import History, Moment, Series, history
from karat.reports.table import Style, figure, render
from karat.suites.diff import KINDS, LOSSES, Change, diff, falls
from karat.suites.runs import Result
from karat.web import suite_runs
from karat.web.rendering import download, page, problem, settings, store
from karat.web.suite_runs import Figures, Judged, Suite

_RUN = re.compile("[0-9a-z]{10}")
# Runs on one page; the charts have as many.
PAGE = 50
# Changes that are listed on a page.
MOST = 500
# What the pages call the shares, in the order in which they are shown.
SHOWN = {
    "coverage": "Coverage",
    "overgeneration": "Overgeneration",
    "right_first": "Right first",
    "right_among_all": "Right among all",
}
# What the kinds of changes mean.
MEANING = {
    "lost": "a good item lost its analyses, or a bad one gained one",
    "wrong": "no right analysis any more",
    "demoted": "the right analysis is no longer the first",
    "gained": "a good item gained an analysis, or a bad one lost all",
    "right": "a right analysis now",
    "promoted": "the right analysis is the first one now",
    "analyses": "another number of analyses, or another failure",
    "analysis": "another first analysis",
    "only-first": "only in the first run",
    "only-second": "only in the second run",
}


def listed(request: Request) -> Response:
    """All suites with runs."""
    found = suite_runs.suites(_every(request))
    wanted = request.query_params.get("as", "")
    if wanted in ("json", "csv"):
        return _figures(request, [one for some in found for one in some.runs], "suites")
    return page(request, "suites.html", suites=found, shown=_shown)


def one_suite(request: Request) -> Response:
    """A suite: the history of its figures, and its runs."""
    suite = _suite(request)
    if request.query_params.get("as") in ("json", "csv"):
        return _figures(request, suite.runs, suite.name)
    first = _number(request.query_params.get("from", ""))
    runs = suite.runs[first : first + PAGE]
    if not runs:
        problem(404, "There are no more runs of this suite.")
    names = [name for name in SHOWN if any(one.value(name) is not None for one in suite.runs)]
    asked = request.query_params.get("figure", "")
    chosen = asked if asked in names else next(iter(names), "coverage")
    return page(
        request, "suite.html", suite=suite, runs=runs, first=first, size=PAGE, figures=names,
        titles=SHOWN, shown=_shown, failures=_failures(runs), chosen=chosen,
        chart=_chart(suite, runs, chosen), pair=_pair(suite),
    )  # fmt: skip


def _pair(suite: Suite) -> tuple[str, str]:
    """The two runs that one would compare first: the newest, and the one before it of the same parser."""
    newest, *older = suite.runs
    before = next((one for one in older if one.parser == newest.parser), None)
    return (before or (older or suite.runs)[0]).id, newest.id


def compared(request: Request) -> Response:
    """Two runs of a suite: the items whose results differ, and the figures that fell."""
    suite = _suite(request)
    before, after = (
        _figures_of(suite, request.query_params.get(x, "")) for x in ("before", "after")
    )
    old, new = (suite_runs.items_of(store(request), one.id) for one in (before, after))
    verdicts = old.verdicts, new.verdicts
    changes = diff(old.run, new.run, *verdicts)
    wanted = request.query_params.get("as", "")
    if wanted in ("json", "csv"):
        style = Style(output=wanted)
        text = render(changes_table(changes, None), style)
        return download(request, f"{before.shown} {after.shown}.{wanted}", wanted, text)
    fallen = falls(old.run, new.run, *verdicts)
    kind = request.query_params.get("kind", "")
    counts = Counter(one.kind for one in changes)
    return page(
        request, "suite_diff.html", suite=suite, before=before, after=after, kind=kind, most=MOST,
        changes=[one for one in changes if not kind or one.kind == kind], meaning=MEANING,
        kinds={name: counts[name] for name in KINDS if counts[name]}, losses=LOSSES,
        same=len(new.run.results) - _changed(changes), remarks=changes_remarks(
            changes, fallen, old.run, new.run, 2
        )[1:] + _notes(old, new),
    )  # fmt: skip


def item(request: Request) -> Response:
    """An item of a suite: what each of the runs gave for it, as text."""
    suite = _suite(request)
    asked = request.query_params.getlist("run") or [one.id for one in suite.runs[:2]]
    runs = [_figures_of(suite, key) for key in asked[:10]]
    key = request.query_params.get("id", "")
    found = []
    for one in runs:
        run, verdicts = suite_runs.items_of(store(request), one.id)
        result = next((x for x in run.results if x.item.id == key), None)
        if result is not None:
            found.append((one, result, _said(result, verdicts.of.get(key))))
    if not found:
        problem(404, "These runs have no such item.")
    if request.query_params.get("as") == "json":
        document = {
            "karat": __version__,
            "results": [{"run": one.id, **result.record()} for one, result, _ in found],
        }
        return download(request, f"{suite.name} {key}.json", "json", document)
    _, first, _ = found[0]
    return page(request, "suite_item.html", suite=suite, item=first.item, found=found)


def _said(result: Result, right: tuple[bool, ...] | None) -> str:
    """What became of an item, in a phrase."""
    parsed = result.parsed
    if parsed.failure:
        return f"{parsed.failure}: {parsed.message}" if parsed.message else parsed.failure
    count = "1 analysis" if parsed.analyses == 1 else f"{parsed.analyses or 'no'} analyses"
    if right is None or not result.covered:
        return count
    return f"{count}, " + (
        f"number {right.index(True) + 1} is right" if any(right) else "none is right"
    )


def _changed(changes: Sequence[Change]) -> int:
    return sum(one.kind != "only-first" for one in changes)


def _notes(*runs: Judged) -> list[str]:
    return list(dict.fromkeys(f"note: {text}" for one in runs for text in one.verdicts.notes))


def _every(request: Request) -> list[Figures]:
    """All runs of suites, as this server may show them."""
    found = suite_runs.every(store(request))
    if not settings(request).read_only:
        return found
    return [one._replace(document=suite_runs.without_folders(one.document)) for one in found]


def _suite(request: Request) -> Suite:
    found = suite_runs.suite(_every(request), request.path_params["suite"])
    if found is None:
        problem(
            404, "No run of such a suite was saved.", "The suites with runs are on the page Suites."
        )
    return found


def _figures_of(suite: Suite, key: str) -> Figures:
    found = (
        next((one for one in suite.runs if one.id == key), None) if _RUN.fullmatch(key) else None
    )
    if found is None:
        problem(404, "This suite has no such run.", "Choose two runs on the page of the suite.")
    return found


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def _shown(one: Figures, name: str) -> dict[str, str] | None:
    """A figure with its interval, as text; None if it is undefined."""
    value, ends = one.value(name), one.interval(name)
    if value is None:
        return None
    interval = f"{figure(ends[0], 'share')} – {figure(ends[1], 'share')}" if ends else ""
    return {"value": figure(value, "share"), "interval": interval}


def _failures(runs: Sequence[Figures]) -> list[str]:
    """The kinds of failure that happened."""
    names = runs[0].document["failures"]
    return [name for name in names if any(one.document["failures"].get(name) for one in runs)]


def _chart(suite: Suite, runs: Sequence[Figures], name: str) -> Markup:
    """A figure over runs, oldest first, one line for each parser; its text is escaped."""
    series = []
    for parser in dict.fromkeys(one.parser for one in runs):
        moments = [_moment(one, name) for one in reversed(runs) if one.parser == parser]
        series.append(Series(parser, moments))
    better = "lower" if name == "overgeneration" else "higher"
    about = f"{suite.name}, {suite.items} items; intervals: 95 %, Wilson"
    return Markup(history(History(SHOWN[name], about, "share", better, series), styled=False))


def _moment(one: Figures, name: str) -> Moment:
    undefined = float("nan")
    low, high = one.interval(name) or (undefined, undefined)
    value = one.value(name)
    return Moment(one.id, one.created, one.name, undefined if value is None else value, low, high)


def _figures(request: Request, runs: Sequence[Figures], name: str) -> Response:
    """The figures of runs as a file, as ``karat suite score`` gives them."""
    found = suite_runs.documents(store(request), runs)
    if settings(request).read_only:
        found = [suite_runs.without_folders(one) for one in found]
    if request.query_params.get("as") == "csv":
        text = suite_runs.as_csv([one.shown for one in runs], found)
        return download(request, f"{name}.csv", "csv", text)
    return download(request, f"{name}.json", "json", {"karat": __version__, "runs": found})


ROUTES = [
    Route("/suites", listed),
    Route("/suite/{suite}", one_suite),
    Route("/suite/{suite}/diff", compared),
    Route("/suite/{suite}/item", item),
]
MENU = ("Suites", "/suites", 40)
