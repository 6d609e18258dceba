"""One row a sentence, written while the run goes on, into a file that appears when it is whole."""

import csv
import json
import math
from collections.abc import Sequence
from pathlib import Path

from karat.files.atomic import AtomicFile
from karat.model.errors import UsageError
from karat.model.scheme import Scheme
from karat.model.tally import Tally
from karat.reports.table import distinct_names

EXTENSIONS = (".csv", ".tsv", ".jsonl")


class RowWriter:
    """Writes the counts and figures of every sentence, for every system and scheme."""

    def __init__(self, path: str, names: Sequence[str]) -> None:
        self._names = names
        self.kind = Path(path).suffix
        if self.kind not in EXTENSIONS:
            raise UsageError(f"{path}: the name should end in one of {', '.join(EXTENSIONS)}")
        self.file = AtomicFile(path)
        delimiter = "\t" if self.kind == ".tsv" else ","
        self._csv = csv.writer(self.file.stream, delimiter=delimiter, lineterminator="\n")
        self._header: list[str] = []

    def __call__(self, system: int, scheme: Scheme, first: int, tally: Tally) -> None:
        columns = tally.columns()
        named = {one.name: one for one in scheme.measures() if "sentence" in one.means}
        titles = {one.titles[name]: one for name, one in named.items()}
        chosen = named if self.kind == ".jsonl" else titles
        figures = {name: one(columns) for name, one in chosen.items()}
        fixed_names = ["system", "scheme", "sentence", "length", "status"]
        names = [*distinct_names([*fixed_names, *figures], tally.names), *figures]
        table = [columns[name].tolist() for name in tally.names]
        table += [values.tolist() for values in figures.values()]
        fixed = (tally.sentence.tolist(), tally.length.tolist(), tally.said())
        header = [*fixed_names, *names]
        if self.kind != ".jsonl" and header != self._header:
            if self._header:
                raise UsageError(
                    "several schemes with different counts do not fit into one table; "
                    "write --per-sentence to a .jsonl file, or score one scheme at a time"
                )
            self._csv.writerow(header)
            self._header = header
        who = self._names[system], str(scheme)
        for sentence, length, status, *values in zip(*fixed, *table, strict=True):
            clean = [None if isinstance(v, float) and math.isnan(v) else v for v in values]
            row = [*who, first + sentence + 1, length, status]
            if self.kind == ".jsonl":
                record = dict(zip(header, [*row, *clean], strict=True))
                self.file.stream.write(json.dumps(record, ensure_ascii=False) + "\n")
            else:
                self._csv.writerow([*row, *clean])
