"""Saved runs of suites: their figures from what was saved, their items from the kept files of the runs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from karat.files.resources import only_ours
from karat.reports.tidy import Row, tidy_csv
from karat.store.diffing import suite_run
from karat.store.store import Store
from karat.suites.coverage import SHARES
from karat.suites.right import Verdicts
from karat.suites.runs import Run
from karat.web.cache import Cache

# How many bytes of runs with their items a server keeps in memory.
_RUNS = Cache(128 << 20)
# What a run in memory takes, for each byte of its file.
_GROWTH = 4


class Figures(NamedTuple):
    """A saved run of a suite without its items; ``document`` is its part of the JSON of suite score."""

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
    found = store.printed([one.id for one in lines])
    return [
        Figures(one.id, one.name, one.created, one.tags, found[one.id]["runs"][0]) for one in lines
    ]


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


def _judged(store: Store, key: str) -> Judged:
    # A run names the scheme that it was judged by, whose options may be paths.
    with only_ours():
        return Judged(*suite_run(store, store.run(key)))


def _size(one: Judged) -> int:
    return _GROWTH * sum(
        len(x.parsed.native) + len(x.parsed.first) + sum(map(len, x.parsed.others)) + 500
        for x in one.run.results
    )


def as_csv(runs: Sequence[Figures]) -> str:
    """The figures and counts of runs, as ``karat suite score --output csv`` has them."""
    return tidy_csv(row for one in runs for row in _rows(one))


def _rows(one: Figures) -> Iterable[Row]:
    document = one.document
    begin = Row(one.shown, "coverage", "", signature=document["signature"])
    for name, value in document["measures"].items():
        low, high = one.interval(name) or (float("nan"), float("nan"))
        unit = "share" if name in SHARES else "mean"
        number = float("nan") if value is None else value
        yield begin._replace(measure=name, value=number, unit=unit, low=low, high=high)
    for name, count in {**document["counts"], **document["failures"]}.items():
        yield begin._replace(measure=f"{name}_count", value=count, unit="count")
    for word in document["lexical"]:
        found = begin._replace(group_kind="word", group=word["words"])
        yield found._replace(measure="failed_count", value=word["failed"], unit="count")
        yield found._replace(measure="items_count", value=word["items"], unit="count")
        yield found._replace(measure="excess", value=word["excess"], unit="mean")
