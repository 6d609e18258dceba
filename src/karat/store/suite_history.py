"""The history of a figure over saved runs of test suites, which have no boards."""

from typing import TYPE_CHECKING, Any

from karat.reports.runs_history import HistoryOf, PointOf
from karat.suites.coverage import UNITS

if TYPE_CHECKING:
    from karat.store.records import StoredRun
    from karat.store.store import Store

FIGURES = tuple(UNITS)


def suite_histories(
    store: "Store", figure: str, gold: str = "", *, system: str = "", name: str = "", tag: str = ""
) -> list[HistoryOf]:
    """The figure over the runs of each suite, oldest first; ``system`` is the parser, ``gold`` the suite.

    Runs of a suite that was changed between them are apart.
    """
    found: dict[tuple[str, str, str], list[PointOf]] = {}
    for line in reversed(store.runs(kind="suite", tag=tag, limit=0)):
        if name and line.name != name:
            continue
        run = store.run(line.id)
        for one in run.document["runs"]:
            suite, parser = one["suite"], one["parser"]["name"]
            wanted = not gold or suite["name"] == gold or suite["sha256"].startswith(gold)
            if wanted and (not system or parser == system):
                key = suite["name"], suite["sha256"], one["oracle"]["right"]
                found.setdefault(key, []).append(_point(run, one, parser, figure))
    better = "lower" if figure == "overgeneration" else "higher"
    return [
        HistoryOf(
            board="",
            gold=f"{suite} {sha256[:8]}",
            scheme="coverage",
            recipe=f"coverage|suite:{suite} {sha256[:8]}|right:{right}",
            figure=figure,
            unit=UNITS[figure],
            better=better,
            points=points,
        )
        for (suite, sha256, right), points in found.items()
    ]


def _point(run: "StoredRun", one: dict[str, Any], parser: str, figure: str) -> PointOf:
    low, high = one["intervals"].get(figure) or (None, None)
    line = run.line
    value = one["measures"].get(figure)
    return PointOf("", line.id, line.name, line.created, parser, value, low, high, None, None)
