"""Runs from [incr tsdb()] profiles: results that another program has recorded."""

from collections import defaultdict
from pathlib import Path

from karat import __version__
from karat.model.errors import InputError
from karat.parsers.adapter import Parsed
from karat.suites import tsdb
from karat.suites.runs import Header, Result, Run


def read(path: Path) -> Run:
    """The run in a profile; an item without an entry was not run."""
    if not tsdb.is_profile(path):
        said = "this folder is not a run; give a file written by karat suite run"
        raise InputError(f"{path}: {said}")
    suite = tsdb.read(path)
    tables = tsdb.Tables(path)
    parses = {row["i-id"]: row for row in tables.rows("parse")}
    if not parses:
        raise InputError(f"{path}: this profile has no run; type: karat suite run {path} --with …")
    trees: defaultdict[str, list[str]] = defaultdict(list)
    for row in tables.rows("result"):
        trees[row["parse-id"]].append(row.get("derivation") or row.get("tree") or "")
    about = next(iter(tables.rows("run")), {})
    header = Header(
        suite.name, suite.sha256, len(suite.items),
        about.get("application") or about.get("grammar") or "profile",
        about.get("grammar", ""), {}, about.get("start", ""), __version__,
    )  # fmt: skip
    results = tuple(
        Result(one, _parsed(parses[one.id], trees[parses[one.id]["parse-id"]]))
        for one in suite.items
        if one.id in parses
    )
    return Run(header, results, str(path))


def _parsed(row: dict[str, str], analyses: list[str]) -> Parsed:
    readings, milliseconds = _number(row.get("readings", "")), _number(row.get("total", ""))
    error = row.get("error", "")
    # A negative number of readings means that the parser did not finish.
    failure = "crash" if readings < 0 or (error and not readings) else ""
    first, *others = analyses or [""]
    seconds = max(0, milliseconds) / 1000
    return Parsed(
        max(0, readings), first, tuple(others), seconds=seconds, failure=failure, message=error
    )


def _number(text: str) -> int:
    return int(text) if text.lstrip("-").isdigit() else 0
