"""Tallies as Parquet files: the counts of every sentence of one system under one scheme.

A file has one row per sentence: its number from 0, why it has no score (0: it has one), its length, its
document if gold names documents, and the counts. The metadata say how it was made: ``karat:facts`` has
what a saved result has besides its counts. Row groups have the same number of sentences in every file,
so a file does not depend on threads. Every page has a checksum.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from karat import __version__
from karat.engine.results import Run, make_score
from karat.engine.tallied import Tallied
from karat.files.atomic import AtomicFile
from karat.files.parquet import arrow
from karat.model.documents import Documents
from karat.model.errors import InputError, UsageError
from karat.model.scheme import Scheme
from karat.model.tally import Tally
from karat.store.facts import facts_of

FORMAT, FACTS = "karat:tallies", "karat:facts"
VERSION = "1"
FIXED = ("sentence", "status", "length")
DOCUMENT = "document"
_NONE = np.zeros(0, np.int32)
# A tally without sentences: the counts of files are read later.
NO_ROWS = Tally((), np.zeros((0, 0), np.int32), _NONE, _NONE, _NONE)
# The sentences of a row group.
ROWS = 1 << 16


class TallyWriter:
    """Writes the counts of every sentence of a run; ``run`` calls it as ``on_rows``.

    ``names`` are the names of the systems; rows of systems beyond them (a baseline) are not written.
    As a context manager it removes what was written, unless ``keep`` was called.
    """

    def __init__(
        self, folder: str, names: Sequence[str], documents: Documents | None = None
    ) -> None:
        arrow()
        self._folder, self._names, self._documents = Path(folder), names, documents
        self._files: dict[tuple[int, Scheme], _File] = {}
        self._made = not self._folder.exists()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{folder}: cannot be made a folder: {error.strerror}") from None
        if any(self._folder.glob("*.parquet")):
            raise UsageError(f"{folder}: there are Parquet files already; give a new folder")

    def __call__(self, system: int, scheme: Scheme, first: int, tally: Tally) -> None:
        if system >= len(self._names):
            return
        key = system, scheme
        if key not in self._files:
            path = self._folder / self._file_name(system, scheme)
            self._files[key] = _File(str(path), tally, documented=self._documents is not None)
        self._files[key].add(self._columns(first, tally))

    def keep(self, done: Run) -> list[str]:
        """The run is complete: give the files their names, and say how they were made."""
        width = len({scheme for _, scheme in self._files})
        for at, result in enumerate(done.results):
            if file := self._files.get((at // width, result.scheme)):
                name = self._names[at // width]
                facts = facts_of(Tallied(name, result, done, NO_ROWS))
                score = make_score(result, done, name=name)
                file.end(facts | {"place": at // width, "signature": score.signature})
        for file in self._files.values():
            file.atomic.keep()
        return [str(file.atomic.path) for file in self._files.values()]

    def __enter__(self) -> "TallyWriter":
        return self

    def __exit__(self, *_error: object) -> None:
        for file in self._files.values():
            file.discard()
        if self._made and not any(self._folder.iterdir()):
            self._folder.rmdir()

    def _file_name(self, system: int, scheme: Scheme) -> str:
        """The system and the scheme, in characters that every file system has; each name once."""
        name = "".join(c if c.isalnum() or c in "-_." else "_" for c in self._names[system])[:80]
        stem = f"{name.lstrip('.') or 'system'}.{scheme.name}"
        taken = {file.atomic.path.name for file in self._files.values()}
        numbered = (f"{stem}{'' if n < 2 else f'-{n}'}.parquet" for n in range(1, len(taken) + 2))
        return next(one for one in numbered if one not in taken)

    def _columns(self, first: int, tally: Tally) -> dict[str, Any]:
        sentence = tally.sentence.astype(np.int64) + first
        found = {"sentence": sentence, "status": tally.status, "length": tally.length}
        if self._documents is not None:
            found[DOCUMENT] = self._documents.number[sentence]
        return found | {f"count:{name}": column for name, column in tally.columns().items()}


class _File:
    """One file that is being written; rows are gathered until they fill a row group."""

    def __init__(self, path: str, tally: Tally, *, documented: bool) -> None:
        self._arrow, parquet = arrow()
        count = self._arrow.float64() if tally.counts.dtype.kind == "f" else self._arrow.int64()
        kinds = {"sentence": self._arrow.int64(), "status": self._arrow.int8()}
        kinds |= {"length": self._arrow.int32()}
        kinds |= {DOCUMENT: self._arrow.int32()} if documented else {}
        kinds |= {f"count:{name}": count for name in tally.names}
        self._schema = self._arrow.schema(list(kinds.items()))
        self.atomic = AtomicFile(path, "wb")
        others = [name for name in kinds if name != "sentence"]
        self._parquet = parquet.ParquetWriter(
            self.atomic.stream, self._schema, compression="zstd", use_dictionary=others,
            column_encoding={"sentence": "DELTA_BINARY_PACKED"}, write_page_checksum=True,
        )  # fmt: skip
        self._held: list[Any] = []
        self._rows = 0

    def add(self, columns: dict[str, Any]) -> None:
        try:
            batch = self._arrow.table(columns).cast(self._schema)
        except self._arrow.ArrowInvalid as error:
            raise InputError(
                f"{self.atomic.path}: a count is too large to be kept: {error}"
            ) from None
        self._held.append(batch)
        self._rows += len(batch)
        while self._rows >= ROWS:
            self._write(ROWS)

    def _write(self, rows: int) -> None:
        table = self._arrow.concat_tables(self._held)
        self._parquet.write_table(table.slice(0, rows), row_group_size=rows)
        rest = table.slice(rows)
        self._held, self._rows = [rest], len(rest)

    def end(self, facts: dict[str, Any]) -> None:
        if self._rows:
            self._write(self._rows)
        said = {
            FORMAT: VERSION,
            "karat:version": __version__,
            "karat:signature": facts["signature"],
        }
        self._parquet.add_key_value_metadata(said | {FACTS: json.dumps(facts)})
        self._parquet.close()

    def discard(self) -> None:
        """Remove the file, unless it was kept; the writer must not go on once its stream is closed."""
        if not self.atomic.stream.closed:
            self._parquet.close()
        self.atomic.discard()
