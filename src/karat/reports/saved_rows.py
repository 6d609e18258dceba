"""Read the files of ``karat score --per-sentence`` back into tallies."""

import csv
import io
import json
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from karat.files.source import Source
from karat.model.errors import InputError, no_sentences
from karat.model.outcome import Status
from karat.model.scheme import Scheme
from karat.model.tally import Tally
from karat.reports.rows import FIXED, RECIPE, columns_of, figures_of

_HEAD = 1 << 16
_STATUS = {one.reason: int(one) for one in Status} | {"aligned": int(Status.SCORED)}
_AGAIN = "write the file again with karat score --per-sentence"


class Saved(NamedTuple):
    """The counts of every sentence of a system under a scheme, and how they were made."""

    system: str
    scheme: str
    recipe: str
    tally: Tally


def _kind(source: Source) -> str:
    """What a file is by its content: .csv, .tsv or .jsonl rows of sentences; .json, a saved score; or ""."""
    head = source.peek(_HEAD).decode("utf-8", "replace").lstrip()
    first = head.partition("\n")[0].rstrip("\r")
    for kind, delimiter in ((".csv", ","), (".tsv", "\t")):
        if first.split(delimiter)[: len(FIXED)] == list(FIXED):
            return kind
    if first.startswith('{"system": ') and '"sentence": ' in first:
        return ".jsonl"
    return ".json" if head.startswith("{") and '"karat":' in head and '"results":' in head else ""


def read_saved(path: str, schemes: Sequence[Scheme]) -> list[Saved] | None:
    """The systems and schemes of a file, in order, with the counts of these schemes only.

    None if it is not a file of rows of sentences; a saved score is refused.
    """
    with closing(Source(path)) as source:
        kind = _kind(source)
        if kind == ".json":
            raise InputError(
                f"{path}: this is a saved score, which has no counts for single sentences, so no test can "
                "be made; save them with --per-sentence FILE.csv and give that file, or with --save NAME and "
                "give run:NAME"
            )
        return _read(source, kind, {str(scheme): scheme for scheme in schemes}) if kind else None


def _read(source: Source, kind: str, wanted: Mapping[str, Scheme]) -> list[Saved]:
    found: dict[tuple[str, str], _Rows] = {}
    for line, row in _records(source, kind):
        try:
            key = str(row["system"]), str(row["scheme"])
            if key not in found:
                found[key] = _Rows(wanted.get(key[1]), row, kind)
            found[key].add(row)
        except (KeyError, ValueError) as error:
            said = f"there is no column {error}" if isinstance(error, KeyError) else error
            raise InputError(
                f"{source.path}:{line}: this is not the row of a sentence ({said}); {_AGAIN}"
            ) from None
    if not found:
        raise no_sentences(source.path)
    return [Saved(*key, rows.recipe, rows.tally()) for key, rows in found.items()]


def _records(source: Source, kind: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The rows with their lines."""
    path = source.path
    lines = io.StringIO(source.text(), newline="")
    if kind == ".jsonl":
        for number, text in enumerate(lines, 1):
            try:
                yield number, json.loads(text)
            except (ValueError, RecursionError) as error:
                raise InputError(f"{path}:{number}: this is not JSON: {error}; {_AGAIN}") from None
        return
    reader = csv.DictReader(lines, delimiter="\t" if kind == ".tsv" else ",", strict=True)
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise InputError(f"{path}:{reader.line_num}: {error}; {_AGAIN}") from None


def _number(row: Mapping[str, Any], column: str) -> float:
    try:
        return float(row[column])
    except (TypeError, ValueError):
        raise ValueError(f"{column} is {row[column]!r}, which is not a number") from None


@dataclass
class _Rows:
    """The rows of a system under a scheme, as they are read; without the scheme, only their recipe."""

    scheme: Scheme | None
    first: Mapping[str, Any]
    kind: str
    names: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    numbers: "array[float]" = field(default_factory=lambda: array("d"))

    def __post_init__(self) -> None:
        self.recipe = str(self.first[RECIPE])
        if self.scheme is not None:
            every = list(self.scheme.counts)
            titles = zip(every, columns_of(self.scheme, every, self.kind), strict=True)
            both = [(name, title) for name, title in titles if title in self.first]
            self.names, self.columns = tuple(n for n, _ in both), tuple(t for _, t in both)
            # The figures of a sentence follow from its counts, which must be there.
            for figure in figures_of(self.scheme, self.kind).values():
                figure(dict.fromkeys(self.names, np.zeros(1)))

    def add(self, row: Mapping[str, Any]) -> None:
        if self.scheme is None:
            return
        if row[RECIPE] != self.recipe:
            raise ValueError(f"{RECIPE} differs from that of the rows before it")
        if row["status"] not in _STATUS:
            raise ValueError(f"status {row['status']!r} is unknown")
        fixed = _number(row, "sentence") - 1, _number(row, "length"), _STATUS[row["status"]]
        self.numbers.extend((*fixed, *(_number(row, title) for title in self.columns)))

    def tally(self) -> Tally:
        table = np.array(self.numbers).reshape(-1, 3 + len(self.columns))
        sentence, length, status = table[:, :3].astype(np.int32).T
        counts = table[:, 3:]
        whole = counts.astype(np.int64)
        counts = whole if (whole == counts).all() else counts
        return Tally(self.names, counts, status, length, sentence)
