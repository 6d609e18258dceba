"""One row per sentence, written while the run goes on, into a file that appears when it is whole.

The last column is the recipe of the score: scheme, parameters, failure policy, views, gold's hash and
version. So ``karat score --not-worse-than`` knows whether two files can be compared, and any program
that reads tables can read the file. saved_rows.py reads it back.
"""

import csv
import math
from collections.abc import Callable, Sequence
from pathlib import Path

from karat.files.atomic import AtomicFile
from karat.model.errors import UsageError
from karat.model.measure import Measure
from karat.model.scheme import Scheme
from karat.model.tally import Tally
from karat.reports.table import distinct_names, json_text

EXTENSIONS = (".csv", ".tsv", ".jsonl")
FIXED = ("system", "scheme", "sentence", "length", "status")
RECIPE = "signature"


def figures_of(scheme: Scheme, kind: str) -> dict[str, Measure]:
    """The figures that single sentences have, by their column in a file of this kind."""
    named = {one.name: one for one in scheme.measures() if "sentence" in one.means}
    return named if kind == ".jsonl" else {one.titles[name]: one for name, one in named.items()}


def columns_of(scheme: Scheme, names: Sequence[str], kind: str) -> list[str]:
    """The columns of counts with these names in a file of this kind."""
    return distinct_names([*FIXED, *figures_of(scheme, kind)], names)


class RowWriter:
    """Writes the counts and figures of every sentence, for every system and scheme.

    ``names`` are the names of the systems; rows of systems beyond them (a baseline) are not written.
    ``recipe`` says how the scores of a scheme are made.
    """

    def __init__(self, path: str, names: Sequence[str], recipe: Callable[[Scheme], str]) -> None:
        self._names, self._recipe = names, recipe
        self.kind = Path(path).suffix
        if self.kind not in EXTENSIONS:
            raise UsageError(f"{path}: the name should end in one of {', '.join(EXTENSIONS)}")
        self.file = AtomicFile(path)
        delimiter = "\t" if self.kind == ".tsv" else ","
        self._csv = csv.writer(self.file.stream, delimiter=delimiter, lineterminator="\n")
        self._header: list[str] = []

    def __call__(self, system: int, scheme: Scheme, first: int, tally: Tally) -> None:
        if system >= len(self._names):
            return
        columns = tally.columns()
        figures = {name: one(columns) for name, one in figures_of(scheme, self.kind).items()}
        names = [*columns_of(scheme, tally.names, self.kind), *figures]
        table = [columns[name].tolist() for name in tally.names]
        table += [values.tolist() for values in figures.values()]
        fixed = (tally.sentence.tolist(), tally.length.tolist(), tally.said())
        header = [*FIXED, *names, RECIPE]
        if self.kind != ".jsonl" and header != self._header:
            if self._header:
                raise UsageError(
                    "several schemes with different counts do not fit into one table; "
                    "write --per-sentence to a .jsonl file, or score one scheme at a time"
                )
            self._csv.writerow(header)
            self._header = header
        who, recipe = (self._names[system], str(scheme)), self._recipe(scheme)
        for sentence, length, status, *values in zip(*fixed, *table, strict=True):
            clean = [None if isinstance(v, float) and math.isnan(v) else v for v in values]
            row = [*who, first + sentence + 1, length, status, *clean, recipe]
            if self.kind == ".jsonl":
                record = dict(zip(header, row, strict=True))
                self.file.stream.write(json_text(record) + "\n")
            else:
                self._csv.writerow(row)
