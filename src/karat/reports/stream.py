"""Tables of any length: rows are written as they come, and only one is kept in memory.

The result is the same as that of ``render``. Text, Markdown and LaTeX need the width or the kind of
each column before the first row, so for them the rows wait in a temporary file.
"""

import json
import tempfile
from collections.abc import Iterable, Sequence
from typing import IO, Any

from karat.reports.table import Layout, Style, Table, defined, write_csv


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
        layout = Layout(Table(columns, ()))
        with tempfile.TemporaryFile("w+") as held:
            held.writelines(json.dumps(layout.seen(row, style.digits)) + "\n" for row in rows)
            held.seek(0)
            out.writelines(f"{line}\n" for line in layout.lines(map(json.loads, held), style))


def _json(columns: Sequence[str], rows: Iterable[Sequence[Any]], out: IO[str]) -> None:
    before = "[\n "
    for row in rows:
        record = defined(dict(zip(columns, row, strict=True)))
        text = json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False)
        out.write(before + text.replace("\n", "\n "))
        before = ",\n "
    out.write("\n]\n" if before == ",\n " else "[]\n")
