"""Whether the JSON that a command printed is sound, if somebody else says that it did.

Tables and pages are made from it later, so it must be possible to make them.
"""

from collections.abc import Mapping
from typing import Any

from karat.analysis.restored import comparison_of, score_of
from karat.files.resources import only_ours
from karat.model.errors import KaratError
from karat.reports import compare, notes, scores
from karat.reports import runs as report
from karat.reports.table import Style, render
from karat.store.checking import is_number, need
from karat.suites.coverage import UNITS

_STYLE = Style()
# What pages read of a run of a suite: texts, and tables of numbers by name.
_TEXTS = (("run",), ("signature",), ("suite", "name"), ("suite", "sha256"), ("parser", "name"),
    ("parser", "version"), ("oracle", "right"))  # fmt: skip
_NUMBERS = ("measures", "counts", "failures")


def check_document(kind: str, document: Mapping[str, Any]) -> None:
    """Make the tables of a run; with a scheme that is not known here, they are not made later either."""
    if kind == "suite":
        (run,) = document["runs"]
        _check_suite(run)
    if "recognised" in document:
        need(isinstance(document["rules"], str | None), "rules")
    try:
        with only_ours():
            _show(kind, document)
    except KaratError:
        return


def _show(kind: str, document: Mapping[str, Any]) -> None:
    if kind == "suite":
        report.suite_text(document, _STYLE)
    elif kind == "compare":
        found = comparison_of(document)
        compare.text(found, _STYLE)
        compare.remarks(found, _STYLE.digits)
    elif "recognised" in document:
        render(report.names_table(document), _STYLE)
    else:
        again = [score_of(one) for one in document.get("results") or ()]
        scores.tables(again, _STYLE)
        notes.remarks(again, _STYLE.digits)


def _check_suite(run: Mapping[str, Any]) -> None:
    for path in _TEXTS:
        value: Any = run
        for name in path:
            value = value[name]
        need(isinstance(value, str), ".".join(path))
    need(type(run["suite"]["items"]) is int, "suite.items")
    for name in _NUMBERS:
        values = run[name].values()
        need(all(one is None or is_number(one) for one in values), name)
    need(run["measures"].keys() >= UNITS.keys(), "measures")
    for ends in run["intervals"].values():
        need(len(ends) == 2 and all(one is None or is_number(one) for one in ends), "intervals")
    need(all(isinstance(one, str) for one in (*run["notes"], *run["failures"])), "notes")
    need(all(isinstance(one, dict) for one in run["lexical"]), "lexical")
