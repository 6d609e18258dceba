"""What an application needs of a parser: a profile, read from TOML, and the results of a task.

>>> one = profile({"name": "answers", "need": [{"scheme": "evalb", "labels": ["NP"], "weight": 2}]})
>>> str(one.needs[0]), one.needs[0].weight
('evalb NP', 2.0)
"""

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from karat.files import resources
from karat.model.columns import Floats
from karat.model.errors import InputError, UsageError
from karat.model.scheme import Scheme
from karat.schemes import parse

MEASURES = ("f1", "recall", "precision")
# What is counted of a need in each sentence.
COUNTS = ("gold", "system", "matched", "system_matched")


@dataclass(frozen=True)
class Need:
    """Labels of a scheme that an application needs, the measure for them, and their weight."""

    scheme: Scheme
    labels: tuple[str, ...] = ()
    measure: str = "f1"
    weight: float = 1.0
    name: str = ""

    def __str__(self) -> str:
        return self.name or f"{self.scheme.name} {'+'.join(self.labels) or 'all'}"

    def measured(self, counts: Floats) -> Floats:
        """The measure of rows of counts; undefined if gold has none, 0 if only gold has some."""
        columns = dict(zip(COUNTS, counts.T, strict=True))
        measure = next(one for one in self.scheme.group_measures() if one.name == self.measure)
        values = np.asarray(measure(columns), np.float64)
        nothing = (columns["system"] == 0) & (columns["matched"] == 0)
        values = np.where(nothing, np.nan_to_num(values), values)
        return np.where(columns["gold"] == 0, math.nan, values)


@dataclass(frozen=True)
class Profile:
    """The name of an application, and its needs."""

    name: str
    needs: tuple[Need, ...]


def load_profile(path: str) -> Profile:
    """Read a profile from a TOML file."""
    return profile(resources.read(path, resources.SETTINGS).toml(), path)


def profile(data: Mapping[str, Any], path: str = "profile") -> Profile:
    """A profile from its tables; ``path`` is for messages."""
    tables = data.get("need", [])
    if not isinstance(tables, list) or not all(isinstance(one, Mapping) for one in tables):
        raise InputError(f"{path}: a need should be a table under [[need]]")
    needs = tuple(_need(table, f"{path}: need {number}") for number, table in enumerate(tables, 1))
    if not needs:
        raise InputError(f"{path}: the profile has no needs; write one under [[need]]")
    names = [str(need) for need in needs]
    for number, name in enumerate(names, 1):
        if names.index(name) + 1 < number:
            first = names.index(name) + 1
            raise InputError(
                f"{path}: needs {first} and {number} are both called {name!r}; write name = … in one"
            )
    return Profile(str(data.get("name", Path(path).stem)), needs)


def _need(table: Mapping[str, Any], where: str) -> Need:
    known = ("scheme", "labels", "measure", "weight", "name")
    for key in table:
        if key not in known:
            raise InputError(f"{where}: {key!r} is not one of {', '.join(known)}")
    if "scheme" not in table:
        raise InputError(f'{where}: no scheme is named; write scheme = "deps", for example')
    labels, weight = table.get("labels", []), table.get("weight", 1)
    if not isinstance(labels, list) or not all(isinstance(one, str) for one in labels):
        raise InputError(f'{where}: labels should be a list, as in labels = ["NP", "PP"]')
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight < 1e100:
        raise InputError(f"{where}: weight = {f'{weight!r}'[:40]} should be a number above 0")
    measure = table.get("measure", "f1")
    if measure not in MEASURES:
        raise InputError(f"{where}: measure = {measure!r} is not one of {', '.join(MEASURES)}")
    try:
        scheme = parse(str(table["scheme"]))
    except UsageError as error:
        raise InputError(f"{where}: {error}") from None
    return Need(scheme, tuple(labels), measure, float(weight), str(table.get("name", "")))


def load_task(path: str, systems: Sequence[str]) -> dict[str, list[float]]:
    """One column of numbers per system, from a TSV file with a heading."""
    stream = io.StringIO(resources.read(path).text(), newline="")
    rows = list(csv.reader(stream, delimiter="\t"))
    if not rows:
        raise InputError(f"{path}: the file is empty; its first line should name the systems")
    if missing := ", ".join(name for name in systems if name not in rows[0]):
        raise InputError(f"{path}:1: no column for {missing}; it has {', '.join(rows[0])}")
    task: dict[str, list[float]] = {name: [] for name in systems}
    for number, row in enumerate(rows[1:], 2):
        for name in systems:
            try:
                value = float(row[rows[0].index(name)])
            except (IndexError, ValueError):
                value = math.nan
            if not math.isfinite(value):
                raise InputError(f"{path}:{number}: column {name}: expected a number")
            task[name].append(value)
    return task
