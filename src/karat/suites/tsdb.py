"""Suites from [incr tsdb()] skeletons and profiles, read with PyDelphin.

The phenomena of an item are those in item-phenomenon, or those of its set (item-set, set); their
supertypes are the families of the item. Well-formedness 1 and 0 are yes and no; any other value is
another grade.
"""

from collections import defaultdict
from pathlib import Path
from typing import Any

from karat.model.errors import InputError
from karat.suites.items import Item, Suite, checked

INSTALL = "pip install 'karat[suites]'"


def is_profile(path: Path) -> bool:
    """Whether a folder is a skeleton or a profile."""
    return (path / "relations").is_file()


def read(path: Path) -> Suite:
    """The items of a skeleton or a profile."""
    tables = Tables(path)
    phenomena = {row["p-id"]: row for row in tables.rows("phenomenon")}
    belongs: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for row in tables.rows("item-phenomenon"):
        belongs[row["i-id"]][row["p-id"]] = None
    sets = {row["s-id"]: row["p-id"] for row in tables.rows("set")}
    for row in tables.rows("item-set"):
        if row["s-id"] in sets and row["i-id"] not in belongs:
            belongs[row["i-id"]][sets[row["s-id"]]] = None
    items = [
        _item(row, [phenomena[key] for key in belongs[row["i-id"]] if key in phenomena])
        for row in tables.rows("item")
    ]
    return checked(path.resolve().name, items, str(path))


def _item(row: dict[str, str], shown: list[dict[str, str]]) -> Item:
    grade = row.get("i-wf", "1")
    names = tuple(dict.fromkeys(one["p-name"] for one in shown))
    families = [
        name for one in shown for name in (one.get("p-supertypes") or one["p-name"]).split(",")
    ]
    length = row.get("i-length", "")
    sentence = " ".join(row["i-input"].split())
    return Item(
        row["i-id"], sentence,
        {"1": True, "0": False}.get(grade), "" if grade in ("0", "1") else grade,
        phenomena=names,
        families=tuple(dict.fromkeys(families)),
        source=" ".join(filter(None, (row.get("i-origin", ""), row.get("i-category", "")))),
        comment=row.get("i-comment", ""),
        excluded="" if sentence else "it has no sentence",
        tokens=max(0, int(length)) if length.lstrip("-").isdigit() else 0,
    )  # fmt: skip


class Tables:
    """The tables of a profile, with rows as dictionaries; a missing table has no rows."""

    def __init__(self, path: Path) -> None:
        try:
            from delphin import tsdb
        except ImportError:
            raise InputError(
                f"{path}: reading [incr tsdb()] needs one more package; type: {INSTALL}"
            ) from None
        self._path, self._error = path, tsdb.TSDBError
        try:
            self._database: Any = tsdb.Database(path)
        except (tsdb.TSDBError, OSError, UnicodeDecodeError) as error:
            raise InputError(f"{path}: this is not an [incr tsdb()] profile: {error}") from None

    def rows(self, name: str) -> list[dict[str, str]]:
        """All rows of a table."""
        present = any((self._path / f"{name}{end}").is_file() for end in ("", ".gz"))
        if name not in self._database.schema or not present:
            return []
        columns = [field.name for field in self._database.schema[name]]
        try:
            return [
                {key: value or "" for key, value in zip(columns, row, strict=True)}
                for row in self._database[name]
            ]
        except (self._error, OSError, ValueError) as error:
            raise InputError(f"{self._path / name}: cannot be read: {error}") from None
