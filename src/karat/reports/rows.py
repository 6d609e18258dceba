"""One row a sentence, written while the run goes on, into a file that appears when it is whole."""

import csv
import json
import math
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from karat.errors import InputError, UsageError
from karat.reports.table import distinct_names
from karat.scheme import Scheme
from karat.tally import STATUS, Tally

EXTENSIONS = (".csv", ".tsv", ".jsonl")


class AtomicFile:
    """A file written beside its place and moved there when done: never half a file."""

    def __init__(self, path: str, mode: str = "w") -> None:
        self.path = Path(path)
        if self.path.is_dir():
            raise InputError(f"{path}: this is a folder; give the name of a file")
        # A device or a pipe is written to, not replaced.
        self._temporary: Path | None = None
        try:
            if self.path.exists() and not self.path.is_file():
                handle = os.open(self.path, os.O_WRONLY)
            else:
                handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")
                self._temporary = Path(name)
        except OSError as error:
            raise InputError(f"{path}: cannot be written: {error.strerror}") from None
        text = (
            {} if "b" in mode else {"encoding": "utf-8", "newline": "", "errors": "surrogateescape"}
        )
        self.stream: Any = os.fdopen(handle, mode, **text)  # type: ignore[call-overload]  # by mode

    def keep(self) -> None:
        """Everything was written: put the file in its place."""
        self.stream.flush()
        if self._temporary is None:
            self.stream.close()
            return
        os.fsync(self.stream.fileno())
        self.stream.close()
        umask = os.umask(0)
        os.umask(umask)
        self._temporary.chmod(0o666 & ~umask)
        self._temporary.replace(self.path)

    def discard(self) -> None:
        """Leave no trace, if the file was not kept."""
        self.stream.close()
        if self._temporary is not None:
            self._temporary.unlink(missing_ok=True)


class RowWriter:
    """Writes the counts and figures of every sentence, for every system and scheme."""

    def __init__(self, path: str, names: Mapping[str, str]) -> None:
        self._names = names
        self.kind = Path(path).suffix
        if self.kind not in EXTENSIONS:
            raise UsageError(f"{path}: the name should end in one of {', '.join(EXTENSIONS)}")
        self.file = AtomicFile(path)
        delimiter = "\t" if self.kind == ".tsv" else ","
        self._csv = csv.writer(self.file.stream, delimiter=delimiter, lineterminator="\n")
        self._header: list[str] = []

    def __call__(self, system: str, scheme: Scheme, first: int, tally: Tally) -> None:
        columns = tally.columns()
        figures = {name: measure(columns) for name, measure in scheme.macros().items()}
        fixed_names = ["system", "scheme", "sentence", "length", "status"]
        names = [*distinct_names([*fixed_names, *figures], tally.names), *figures]
        table = [columns[name].tolist() for name in tally.names]
        table += [values.tolist() for values in figures.values()]
        fixed = (tally.length.tolist(), tally.status.tolist())
        if self.kind != ".jsonl":
            header = [*fixed_names, *names]
            if header != self._header:
                if self._header:
                    raise UsageError(
                        "several schemes with different counts do not fit into one table; "
                        "write --per-sentence to a .jsonl file, or score one scheme at a time"
                    )
                self._csv.writerow(header)
                self._header = header
        for i, (length, status, *values) in enumerate(zip(*fixed, *table, strict=True)):
            why = STATUS[status] if status else ""
            clean = [None if isinstance(v, float) and math.isnan(v) else v for v in values]
            row = [self._names.get(system, system), str(scheme), first + i + 1, length, why]
            if self.kind == ".jsonl":
                keys = [*fixed_names, *names]
                record = dict(zip(keys, [*row, *clean], strict=True))
                self.file.stream.write(json.dumps(record, ensure_ascii=False) + "\n")
            else:
                self._csv.writerow([*row, *clean])
