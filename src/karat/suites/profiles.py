"""Runs from [incr tsdb()] profiles: results that another program has recorded."""

from collections import defaultdict
from pathlib import Path

from karat import __version__
from karat.model.errors import InputError
from karat.model.numbers import natural
from karat.parsers.adapter import Parsed
from karat.suites import tsdb
from karat.suites.items import Item
from karat.suites.runs import Header, Result, Run


def read(path: Path) -> Run:
    """The run in a profile; an item without an entry was not run."""
    if not tsdb.is_profile(path):
        said = "this folder is not a run; give a file written by karat suite run"
        raise InputError(f"{path}: {said}")
    suite = tsdb.read(path)
    tables = tsdb.Tables(path)
    parses = {row["i-id"]: row for row in tables.rows("parse", "i-id", "parse-id")}
    if not parses:
        raise InputError(f"{path}: this profile has no run; type: karat suite run {path} --with …")
    analyses: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    for row in tables.rows("result", "parse-id"):
        analyses[row["parse-id"]].append(row)
    about = next(iter(tables.rows("run")), {})
    header = Header(
        suite.name, suite.sha256, len(suite.items),
        about.get("application") or about.get("grammar") or "profile",
        about.get("grammar", ""), {}, about.get("start", ""), __version__,
    )  # fmt: skip
    results = tuple(
        Result(one, _parsed(one, parses[one.id], analyses[parses[one.id]["parse-id"]]))
        for one in suite.items
        if one.id in parses
    )
    return Run(header, results, str(path))


def _parsed(item: Item, row: dict[str, str], analyses: list[dict[str, str]]) -> Parsed:
    readings, milliseconds = _number(row.get("readings", "")), _number(row.get("total", ""))
    error = row.get("error", "")
    # A negative number of readings means that the parser did not finish.
    failure = "crash" if readings < 0 or (error and not readings) else ""
    first, *others = [one.get("derivation") or one.get("tree") or "" for one in analyses] or [""]
    return Parsed(
        max(0, readings), first, tuple(others), native=_native(item, analyses),
        seconds=max(0, milliseconds) / 1000, failure=failure, message=error,
    )  # fmt: skip


def _native(item: Item, analyses: list[dict[str, str]]) -> str:
    """The first analysis as a record of the format ``delphin``; empty if it was not recorded."""
    parts = [analyses[0].get(name, "") for name in ("derivation", "mrs")] if analyses else []
    lines = [" ".join(part.split()) for part in parts if part.strip()]
    return "\n".join([f"#id {item.id}", f"#text {item.sentence}", *lines]) if lines else ""


def _number(text: str) -> int:
    return -natural(text[1:]) if text.startswith("-") else natural(text)
