"""Suites as [incr tsdb()] skeletons and profiles, the format of grammar engineers, with PyDelphin.

The phenomena of an item are those in item-phenomenon, or those of its set (item-set, set); their
supertypes are the families of the item. Well-formedness 1 and 0 are yes and no; any other value is
another grade.
"""

from collections import defaultdict
from pathlib import Path
from typing import Any

from karat.model.errors import InputError
from karat.model.numbers import natural
from karat.suites.items import Item, Suite, checked

# The tables of a skeleton that a suite can fill.
_SCHEMA = {
    "item": (
        "i-id:integer:key i-origin:string i-register:string i-format:string i-difficulty:integer "
        "i-category:string i-input:string i-tokens:string i-gloss:string i-translation:string "
        "i-wf:integer i-length:integer i-comment:string i-author:string i-date:date"
    ),
    "phenomenon": (
        "p-id:integer:key p-name:string p-supertypes:string p-presupposition:string "
        "p-interaction:string p-purpose:string p-restrictions:string p-comment:string "
        "p-author:string p-date:date"
    ),
    "item-phenomenon": (
        "ip-id:integer:key i-id:integer:key p-id:integer:key ip-author:string ip-date:date"
    ),
}


def is_profile(path: Path) -> bool:
    """Whether a folder is a skeleton or a profile."""
    return (path / "relations").is_file()


def read(path: Path) -> Suite:
    """The items of a skeleton or a profile."""
    tables = Tables(path)
    phenomena = {row["p-id"]: row for row in tables.rows("phenomenon", "p-id", "p-name")}
    belongs: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for row in tables.rows("item-phenomenon", "i-id", "p-id"):
        belongs[row["i-id"]][row["p-id"]] = None
    sets = {row["s-id"]: row["p-id"] for row in tables.rows("set", "s-id", "p-id")}
    for row in tables.rows("item-set", "s-id", "i-id"):
        if row["s-id"] in sets and row["i-id"] not in belongs:
            belongs[row["i-id"]][sets[row["s-id"]]] = None
    items = [
        _item(row, [phenomena[key] for key in belongs[row["i-id"]] if key in phenomena])
        for row in tables.rows("item", "i-id", "i-input")
    ]
    return checked(path.resolve().name, items, str(path))


def _item(row: dict[str, str], shown: list[dict[str, str]]) -> Item:
    grade = row.get("i-wf", "1")
    names = tuple(dict.fromkeys(one["p-name"] for one in shown))
    families = [
        name for one in shown for name in (one.get("p-supertypes") or one["p-name"]).split(",")
    ]
    sentence = " ".join(row["i-input"].split())
    return Item(
        row["i-id"], sentence,
        {"1": True, "0": False}.get(grade), "" if grade in ("0", "1") else grade,
        phenomena=names,
        families=tuple(dict.fromkeys(families)),
        source=" ".join(filter(None, (row.get("i-origin", ""), row.get("i-category", "")))),
        comment=row.get("i-comment", ""),
        excluded="" if sentence else "it has no sentence",
        tokens=natural(row.get("i-length", "")),
    )  # fmt: skip


def _delphin(path: Path, doing: str) -> Any:
    try:
        from delphin import tsdb
    except ImportError:
        raise InputError(
            f"{path}: {doing} [incr tsdb()] needs one more package; type: pip install 'karat[suites]'"
        ) from None
    return tsdb


class Tables:
    """The tables of a profile, with rows as dictionaries; a missing table has no rows."""

    def __init__(self, path: Path) -> None:
        tsdb = _delphin(path, "reading")
        self._path, self._error = path, tsdb.TSDBError
        try:
            self._database: Any = tsdb.Database(path)
        except (tsdb.TSDBError, OSError, UnicodeDecodeError, AttributeError) as error:
            # PyDelphin has an AttributeError for fields that it cannot read.
            raise InputError(f"{path}: this is not an [incr tsdb()] profile: {error}") from None

    def rows(self, name: str, *needed: str) -> list[dict[str, str]]:
        """The rows of a table, which must have the columns that are needed."""
        present = any((self._path / f"{name}{end}").is_file() for end in ("", ".gz"))
        if name not in self._database.schema or not present:
            return []
        columns = [field.name for field in self._database.schema[name]]
        if lacking := [one for one in needed if one not in columns]:
            said = f"the table {name} has no field {lacking[0]}"
            raise InputError(f"{self._path / 'relations'}: {said}; it has: {', '.join(columns)}")
        try:
            return [
                {key: value or "" for key, value in zip(columns, row, strict=True)}
                for row in self._database[name]
            ]
        except (self._error, OSError, ValueError) as error:
            raise InputError(f"{self._path / name}: cannot be read: {error}") from None


def write(suite: Suite, path: Path) -> None:
    """Write a new folder with the items and their phenomena.

    If the ids of the items are not numbers, the items are numbered. Fields that a skeleton does not
    have (core, errors, pair, excluded, gold) are left out.
    """
    tsdb = _delphin(path, "writing")
    schema = {name: [_field(tsdb, one) for one in text.split()] for name, text in _SCHEMA.items()}
    try:
        path.mkdir()
        tsdb.write_schema(path, schema)
        for name, rows in _tables(suite).items():
            records = [tsdb.make_record(row, schema[name]) for row in rows]
            tsdb.write(path, name, records, schema[name])
    except FileExistsError:
        raise InputError(f"{path}: this exists already; give the name of a new folder") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from None


def _field(tsdb: Any, text: str) -> Any:
    name, *rest = text.split(":")
    kind, *flags = (f":{one}" for one in rest)
    return tsdb.Field(name, kind, tuple(flags))


def _tables(suite: Suite) -> dict[str, list[dict[str, Any]]]:
    numbered = all(natural(one.id, -1) >= 0 for one in suite.items)
    names: dict[str, int] = {}
    items: list[dict[str, Any]] = []
    links: list[dict[str, Any]] = []
    for place, one in enumerate(suite.items, 1):
        key = natural(one.id) if numbered else place
        grade = natural(one.grade, 2) if one.grammatical is None else int(one.grammatical)
        items.append({
            "i-id": key, "i-origin": one.source or "unknown", "i-register": "formal",
            "i-format": "none", "i-difficulty": 1, "i-category": "", "i-input": one.sentence,
            "i-wf": grade, "i-length": one.length, "i-comment": one.comment,
        })  # fmt: skip
        for name in one.all_phenomena:
            number = names.setdefault(name, len(names) + 1)
            links.append({"ip-id": len(links) + 1, "i-id": key, "p-id": number})
    phenomena = [{"p-id": number, "p-name": name} for name, number in names.items()]
    return {"item": items, "phenomenon": phenomena, "item-phenomenon": links}
