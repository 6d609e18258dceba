"""Saved runs of suites: their figures from what was saved, their items from the kept files of the runs."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from threading import Lock
from typing import Any, NamedTuple

from karat.files.resources import only_ours
from karat.reports.tidy import Row, tidy_csv
from karat.store.diffing import suite_run
from karat.store.store import Store
from karat.suites.coverage import SHARES
from karat.suites.right import Verdicts
from karat.suites.runs import Run
from karat.web.cache import Cache

# The figures of runs by their ids, and how many are kept in memory; so many are read at once.
_FIGURES: dict[str, Mapping[str, Any]] = {}
_LOCK = Lock()
_MOST, _TOGETHER = 10_000, 5_000
_PARTS = ("suite", "parser", "measures", "intervals", "failures", "missing", "oracle")
# Everything of a path up to its last part.
_FOLDER = re.compile(r"""[^\s"'=(),:]*/""")
# How many bytes of runs with their items a server keeps in memory.
_RUNS = Cache(128 << 20)
# What a run in memory takes, for each byte of its file.
_GROWTH = 4


class Figures(NamedTuple):
    """A saved run of a suite without its items; ``document`` has the parts of its JSON that pages show."""

    id: str
    name: str
    created: str
    tags: Sequence[str]
    document: Mapping[str, Any]

    @property
    def suite(self) -> str:
        return str(self.document["suite"]["name"])

    @property
    def sha256(self) -> str:
        return str(self.document["suite"]["sha256"])

    @property
    def parser(self) -> str:
        return str(self.document["parser"]["name"])

    @property
    def version(self) -> str:
        return str(self.document["parser"]["version"])

    @property
    def shown(self) -> str:
        """What pages call the run."""
        return self.name or self.id

    def value(self, figure: str) -> float | None:
        found: float | None = self.document["measures"][figure]
        return found

    def interval(self, figure: str) -> tuple[float, float] | None:
        low, high = self.document["intervals"].get(figure) or (None, None)
        return None if low is None or high is None else (low, high)


def every(store: Store) -> list[Figures]:
    """All saved runs of suites, newest first."""
    lines = store.runs(kind="suite", limit=0)
    found = _known(store, [one.id for one in lines])
    return [Figures(one.id, one.name, one.created, one.tags, found[one.id]) for one in lines]


def documents(store: Store, runs: Sequence[Figures]) -> list[Mapping[str, Any]]:
    """What ``karat suite score --output json`` says of these runs."""
    found = store.printed([one.id for one in runs])
    return [found[one.id]["runs"][0] for one in runs]


def without_folders(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document for those who need not know where somebody's parser is.

    >>> without_folders({"parser": {"name": "command(run=\'/home/ann/bin/parse -q\')"}})["parser"]["name"]
    "command(run='parse -q')"
    """
    found = {**document, "parser": dict(document["parser"])}
    found["parser"]["name"] = _FOLDER.sub("", found["parser"]["name"])
    if "signature" in found:
        parts = found["signature"].split("|")
        found["signature"] = "|".join(
            _FOLDER.sub("", one) if one.startswith("parser:") else one for one in parts
        )
    return found


def _known(store: Store, keys: Sequence[str]) -> dict[str, Mapping[str, Any]]:
    """The figures of runs; those that were asked for before are in memory, for they never change."""
    with _LOCK:
        found = {key: _FIGURES[key] for key in keys if key in _FIGURES}
    missing = [key for key in keys if key not in found]
    for begin in range(0, len(missing), _TOGETHER):
        for key, document in store.printed(missing[begin : begin + _TOGETHER]).items():
            (one,) = document["runs"]
            found[key] = {name: one[name] for name in _PARTS}
    with _LOCK:
        if len(_FIGURES) + len(missing) > _MOST:
            _FIGURES.clear()
        _FIGURES.update({key: found[key] for key in missing})
    return found


class Suite(NamedTuple):
    """A suite and its runs, newest first; ``others`` are suites of the same name with other items."""

    name: str
    sha256: str
    runs: Sequence[Figures]
    others: Sequence[str] = ()

    @property
    def items(self) -> int:
        return int(self.runs[0].document["suite"]["items"])

    @property
    def parsers(self) -> list[str]:
        return list(dict.fromkeys(one.parser for one in self.runs))


def suites(runs: Iterable[Figures]) -> list[Suite]:
    """The suites of these runs, those with the newest runs first."""
    found: dict[str, list[Figures]] = {}
    for one in runs:
        found.setdefault(one.sha256, []).append(one)
    names = {sha256: some[0].suite for sha256, some in found.items()}
    return [
        Suite(names[key], key, some, [x for x in found if names[x] == names[key] and x != key])
        for key, some in found.items()
    ]


def suite(runs: Iterable[Figures], key: str) -> Suite | None:
    """A suite by its name, of which the newest content is meant, or by the beginning of its hash."""
    every_one = suites(runs)
    named = (one for one in every_one if one.name == key)
    hashed = (one for one in every_one if len(key) >= 8 and one.sha256.startswith(key))
    return next(named, None) or next(hashed, None)


class Judged(NamedTuple):
    """A run with its items, and which of its analyses are right."""

    run: Run
    verdicts: Verdicts


def items_of(store: Store, key: str) -> Judged:
    """A saved run with its items; an InputError if its file was not kept."""
    return _RUNS.get(key, lambda: _judged(store, key), _size)


def parser_without_folders(one: Judged) -> Judged:
    """The run for those who need not know where somebody's parser is."""
    header = one.run.header
    header = replace(header, parser=_FOLDER.sub("", header.parser))
    return one._replace(run=replace(one.run, header=header))


def _judged(store: Store, key: str) -> Judged:
    # A run names the scheme that it was judged by, whose options may be paths.
    with only_ours():
        return Judged(*suite_run(store, store.run(key)))


def _size(one: Judged) -> int:
    return _GROWTH * sum(
        len(x.parsed.native) + len(x.parsed.first) + sum(map(len, x.parsed.others)) + 500
        for x in one.run.results
    )


def as_csv(names: Sequence[str], runs: Sequence[Mapping[str, Any]]) -> str:
    """The figures and counts of runs, as ``karat suite score --output csv`` has them."""
    pairs = zip(names, runs, strict=True)
    return tidy_csv(row for name, document in pairs for row in _rows(name, document))


def _rows(name: str, document: Mapping[str, Any]) -> Iterable[Row]:
    begin = Row(name, "coverage", "", signature=document["signature"])
    for figure, value in document["measures"].items():
        low, high = document["intervals"].get(figure) or (None, None)
        unit = "share" if figure in SHARES else "mean"
        found = begin._replace(measure=figure, unit=unit, value=_number(value))
        yield found._replace(low=_number(low), high=_number(high))
    for count, value in {**document["counts"], **document["failures"]}.items():
        yield begin._replace(measure=f"{count}_count", value=value, unit="count")
    for word in document["lexical"]:
        found = begin._replace(group_kind="word", group=word["words"])
        yield found._replace(measure="failed_count", value=word["failed"], unit="count")
        yield found._replace(measure="items_count", value=word["items"], unit="count")
        yield found._replace(measure="excess", value=word["excess"], unit="mean")


def _number(value: float | None) -> float:
    return math.nan if value is None else value
