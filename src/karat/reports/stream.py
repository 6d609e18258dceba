"""Tables of any length: rows are written as they come, and only one is kept in memory.

The result is the same as that of ``render``. Text, Markdown and LaTeX need the width or the kind of
each column before the first row, so for them the rows wait in a temporary file.
"""

import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import IO, Any

from karat.reports.grid import Grid, is_words
from karat.reports.table import Style, Table, defined, grid_lines, json_text, write_csv


def write(
    columns: Sequence[str], rows: Iterable[Sequence[Any]], style: Style, out: IO[str]
) -> None:
    """Write a table.

    >>> import sys
    >>> write(["id", "names"], iter([["1", "passive"], ["2", ""]]), Style(), sys.stdout)
    id  names
    1   passive
    2
    """
    if style.output == "json":
        _json(columns, rows, out)
    elif style.output == "csv":
        write_csv(columns, rows, out)
    else:
        with tempfile.TemporaryFile("w+") as held:
            table, words = Table(columns, ()), [at == 0 for at in range(len(columns))]
            for row in rows:
                words = [one or is_words(cell) for one, cell in zip(words, row, strict=True)]
                cells = map(table.cell, columns, row, repeat(style.digits))
                held.write(json.dumps(list(cells)) + "\n")
            grid = Grid(columns, _Held(held), words)
            out.writelines(f"{line}\n" for line in grid_lines(grid, style))


class _Held(Iterable[list[str]]):
    """Rows in a file, which can be gone through several times."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def __iter__(self) -> Iterator[list[str]]:
        self._file.seek(0)
        return map(json.loads, self._file)


def _json(columns: Sequence[str], rows: Iterable[Sequence[Any]], out: IO[str]) -> None:
    before = "[\n "
    for row in rows:
        record = defined(dict(zip(columns, row, strict=True)))
        text = json_text(record, indent=1)
        out.write(before + text.replace("\n", "\n "))
        before = ",\n "
    out.write("\n]\n" if before == ",\n " else "[]\n")
