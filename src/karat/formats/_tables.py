"""Columns of tables as files: a row of Parquet or JSON lines has a sentence in one of its columns.

``jsonl(column=tree)`` reads bracketed trees, one per row; ``parquet(column=text,of=conllu)`` reads another
format. The column is read as if its values were the lines of a plain file, or its paragraphs, so results
and hashes are those of such a file. A row without a value is a sentence without a parse, and refused if its
format cannot say so. Rows are read in batches; a fault of a tree names its row as the line.
"""

import io
import json
import re
from collections.abc import Iterator
from functools import partial
from typing import Any, BinaryIO, NamedTuple, cast

from karat.files.parquet import arrow
from karat.files.remote import is_url, open_url
from karat.files.source import STANDARD_INPUT, Source, open_bytes
from karat.formats._block import LONGEST
from karat.model import options
from karat.model.errors import InputError, UsageError

KINDS = ("jsonl", "parquet")
_TREES = ("brackets", "discbracket")
# Formats in which a paragraph of this one line is one sentence without a parse: a comment, or a fault.
_PARAGRAPHS = ("conllu", "conllx", "conll08", "conll09", "delphin", "iob", "stanford")
_NO_PARSE = "# no parse"
_LINE_ENDS = re.compile(r"[\r\n]+\s*")
_ROWS = 4096


class Column(NamedTuple):
    """A column of a table, and the format of its values."""

    kind: str
    name: str
    of: str

    @property
    def layout(self) -> str:
        """How the values are laid out once they are text."""
        return "lines" if self.of.partition("(")[0] in _TREES else "auto"


def advice_on(head: bytes) -> str:
    """What to do about a file that begins so and has none of the known formats.

    >>> advice_on(b'{"tree": "(S (N a))"}')
    "if it is a table, karat score reads a column of it: --format 'jsonl(column=NAME)'"
    """
    lines = re.match(rb'\s*\{\s*"', head)
    if table := "parquet" if head.startswith(b"PAR1") else "jsonl" if lines else "":
        return (
            f"if it is a table, karat score reads a column of it: --format '{table}(column=NAME)'"
        )
    return "if it is one of them, say so with --format"


def column(text: str | None) -> Column | None:
    """The column that a format names; None if it is the format of a plain file.

    >>> column("jsonl(column=tree)"), column("conllu")
    (Column(kind='jsonl', name='tree', of='brackets'), None)
    """
    if text is None or text.partition("(")[0].strip() not in KINDS:
        return None
    kind, given, rest = options.split(text)
    unknown = [name for name in given if name not in ("column", "of")]
    if rest or unknown or not given.get("column"):
        raise UsageError(
            f"{text}: write {kind}(column=NAME) for trees, or {kind}(column=NAME,of=FORMAT)"
        )
    return Column(kind, given["column"], given.get("of", "brackets"))


def refuse_table(name: str, text: str) -> None:
    """Refuse columns of tables where a format is named for a plain file."""
    if name in KINDS:
        raise UsageError(
            f"{text}: only plain files can be used here; karat score, compare and other verbs that take GOLD "
            "read columns of tables"
        )


def opened(
    path: str, format: str | None, layout: str, *, hashed: bool  # noqa: A002  # the option's name
) -> tuple[Source, str | None, str]:  # fmt: skip
    """A file, or a column as a plain file, with its format and layout."""
    wanted = column(format)
    if wanted is None:
        return Source(path, hashed=hashed), format, layout
    rows = _parquet(path, wanted.name) if wanted.kind == "parquet" else _jsonl(path, wanted.name)
    stream = io.BufferedReader(_Texts(_texts(rows, path, wanted)), 1 << 20)
    source = Source.of(cast(BinaryIO, stream), path, hashed=hashed)
    return source, wanted.of, wanted.layout


def _texts(rows: Iterator[Any], path: str, wanted: Column) -> Iterator[bytes]:
    in_lines, of = wanted.layout == "lines", wanted.of.partition("(")[0].strip()
    for number, value in enumerate(rows, 1):
        if value is not None and not isinstance(value, str):
            raise InputError(
                f"{path}: row {number}: the column {wanted.name!r} has a {type(value).__name__} where text "
                "is expected"
            )
        blank = value is None or not value.strip()
        if blank and not in_lines and of not in _PARAGRAPHS:
            raise InputError(
                f"{path}: row {number}: the column {wanted.name!r} has no text, and in the format {of} "
                "nothing stands for a sentence without a parse; leave out this sentence on both sides"
            )
        if in_lines:
            text = _LINE_ENDS.sub(" ", (value or "").strip("\r\n")) + "\n"
        else:
            text = (_NO_PARSE if value is None or blank else value).strip("\r\n") + "\n\n"
        try:
            yield text.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            raise InputError(
                f"{path}: row {number}: the column {wanted.name!r} has half a surrogate "
                "pair, which is no character"
            ) from None


def _jsonl(path: str, name: str) -> Iterator[Any]:
    with open_bytes(path) as stream:
        for number, line in enumerate(iter(partial(stream.readline, LONGEST + 1), b""), 1):
            if len(line) > LONGEST:
                raise InputError(f"{path}: row {number}: a line of more than {LONGEST >> 20} MiB")
            if not line.strip():
                raise InputError(
                    f"{path}: row {number}: a blank line; each line is one JSON object"
                )
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise InputError(f"{path}: row {number}: this is not JSON: {error}") from None
            if not isinstance(row, dict) or name not in row:
                known = ", ".join(row) if isinstance(row, dict) else type(row).__name__
                raise InputError(
                    f"{path}: row {number}: there is no column {name!r}; it has: {known}"
                )
            yield row[name]


def _parquet(path: str, name: str) -> Iterator[Any]:
    pyarrow, parquet = arrow()
    if path == STANDARD_INPUT:
        raise InputError("Parquet cannot be read from standard input; give a file")
    # Opened first, so that a missing file is told as for every other format.
    with open_url(path) if is_url(path) else open_bytes(path) as stream:
        try:
            table = parquet.ParquetFile(stream)
            names = table.schema_arrow.names
            if names.count(name) != 1:
                many = "no column" if name not in names else "more than one column"
                raise InputError(f"{path}: there is {many} {name!r}; it has: {', '.join(names)}")
            for batch in table.iter_batches(_ROWS, columns=[name]):
                yield from batch.column(0).to_pylist()
        except (pyarrow.ArrowException, OSError) as error:
            why = str(error).partition("\n")[0]
            raise InputError(f"{path}: this Parquet file cannot be read: {why}") from None


class _Texts(io.RawIOBase):
    """Texts as a stream of bytes."""

    def __init__(self, texts: Iterator[bytes]) -> None:
        self._texts, self._rest = texts, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        pieces, size = [self._rest], len(self._rest)
        while size < len(buffer) and (text := next(self._texts, None)) is not None:
            pieces.append(text)
            size += len(text)
        every = b"".join(pieces)
        buffer[: min(size, len(buffer))] = every[: len(buffer)]
        self._rest = every[len(buffer) :]
        return min(size, len(buffer))
