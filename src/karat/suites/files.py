"""Suites as files: TOML with one table ``[[item]]`` per item, JSONL, and TSV with a heading.

In TSV the members of a list are joined by ``;``. A tab, newline, semicolon or backslash inside a
value is escaped: ``\\t``, ``\\n``, ``\\;`` and ``\\\\``.
"""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from karat.files import resources
from karat.files.resources import Resource
from karat.model.errors import InputError, UsageError
from karat.suites.items import FIELDS, LISTS, Item, Suite, checked, item


def read(path: Path) -> Suite:
    """A suite from a file, in the format of its extension."""
    if path.suffix not in _FORMATS:
        raise UsageError(f"{path}: the name of a suite should end in one of {', '.join(_FORMATS)}")
    name = path.parent.name if path.stem == "items" else path.stem
    found = checked(name, _FORMATS[path.suffix][0](resources.read(path)), str(path))
    return replace(found, path=str(path))


def write(suite: Suite, kind: str) -> str:
    """A suite as the text of a file that reads back to the same items."""
    if kind not in _FORMATS:
        known = ", ".join(_FORMATS)
        raise UsageError(f"the name of a suite should end in one of {known}, not {kind!r}")
    return _FORMATS[kind][1](suite)


def pairs(path: str, what: str) -> list[tuple[str, str]]:
    """The first two columns of a TSV file, without a heading and lines that begin with ``#``."""
    found = []
    for number, line in enumerate(resources.read(path).text().split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if number == 1 and cells[:2] == ["item", what]:
            continue
        if len(cells) < 2 or not all(cells[:2]):
            said = f"write an item, a tab and a {what}, not: {line[:60]}"
            raise InputError(f"{path}:{number}: {said}")
        found.append((cells[0], cells[1]))
    return found


def _read_toml(file: Resource) -> list[Item]:
    records = file.toml().get("item", [])
    if not isinstance(records, list) or not all(isinstance(one, dict) for one in records):
        raise InputError(f"{file.path}: an item should be a table under [[item]]")
    return [item(one, i, f"{file.path}: item {i}") for i, one in enumerate(records, 1)]


def _write_toml(suite: Suite) -> str:
    return "\n".join(
        "[[item]]\n" + "".join(f"{name} = {_toml(value)}\n" for name, value in one.record().items())
        for one in suite.items
    )


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    # A JSON string is a TOML string, but TOML wants one more character escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _read_jsonl(file: Resource) -> list[Item]:
    path = file.path
    items: list[Item] = []
    for i, line in enumerate(file.text().split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}:{i}: this is not JSON: {error}") from None
        if not isinstance(record, dict):
            raise InputError(
                f'{path}:{i}: an item should be an object, as in {{"sentence": "Dogs bark"}}'
            )
        items.append(item(record, len(items) + 1, f"{path}:{i}"))
    return items


def _write_jsonl(suite: Suite) -> str:
    return "".join(json.dumps(one.record(), ensure_ascii=False) + "\n" for one in suite.items)


def _read_tsv(file: Resource) -> list[Item]:
    path = file.path
    lines = [line.removesuffix("\r") for line in file.text().split("\n")]
    names = lines[0].split("\t")
    if "sentence" not in names:
        raise InputError(
            f"{path}:1: the first line should name the columns; sentence is required, and "
            f"the others may be {', '.join(name for name in FIELDS if name != 'sentence')}"
        )
    items: list[Item] = []
    for i, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        cells = line.split("\t")
        if len(cells) > len(names):
            raise InputError(f"{path}:{i}: {len(cells)} columns, but the heading has {len(names)}")
        record = {
            name: _pieces(cell) if name in LISTS else _plain(cell)
            for name, cell in zip(names, cells, strict=False)
            if cell
        }
        items.append(item(record, len(items) + 1, f"{path}:{i}"))
    return items


def _write_tsv(suite: Suite) -> str:
    records = [one.record() for one in suite.items]
    names = [name for name in FIELDS if any(name in record for record in records)]
    rows = ["\t".join(_cell(record.get(name)) for name in names) for record in records]
    return "".join(line + "\n" for line in ["\t".join(names), *rows])


_ESCAPE = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", ";": "\\;"}
_MEANING = {escaped: plain for plain, escaped in _ESCAPE.items()}
_ESCAPED = re.compile(r"\\[\\tnr;]")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if value is False:
        return "no"
    if isinstance(value, list):
        return ";".join(map(_cell, value))
    return re.sub(r"[\\\t\n\r;]", lambda found: _ESCAPE[found[0]], str(value))


def _plain(cell: str) -> str:
    return _ESCAPED.sub(lambda found: _MEANING[found[0]], cell)


def _pieces(cell: str) -> list[str]:
    """Split a list at the semicolons that are not escaped.

    >>> _pieces("a;b\\\\;c")
    ['a', 'b;c']
    """
    return [_plain(piece) for piece in re.findall(r"(?:\\.|[^;\\]|\\$)+", cell)]


_FORMATS: dict[str, tuple[Callable[[Resource], list[Item]], Callable[[Suite], str]]] = {
    ".toml": (_read_toml, _write_toml),
    ".jsonl": (_read_jsonl, _write_jsonl),
    ".tsv": (_read_tsv, _write_tsv),
}
EXTENSIONS = tuple(_FORMATS)
