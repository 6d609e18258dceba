"""Write suites as [incr tsdb()] skeletons, the format of grammar engineers, with PyDelphin."""

from pathlib import Path
from typing import Any

from karat.model.errors import InputError
from karat.suites.items import Suite
from karat.suites.tsdb import INSTALL

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


def write(suite: Suite, path: Path) -> None:
    """Write a new folder with the items and their phenomena.

    If the ids of the items are not numbers, the items are numbered. Fields that a skeleton does not
    have (core, errors, pair, excluded, gold) are left out.
    """
    try:
        from delphin import tsdb
    except ImportError:
        raise InputError(
            f"{path}: writing [incr tsdb()] needs one more package; type: {INSTALL}"
        ) from None
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
    numbered = all(one.id.isdigit() for one in suite.items)
    names: dict[str, int] = {}
    items: list[dict[str, Any]] = []
    links: list[dict[str, Any]] = []
    for place, one in enumerate(suite.items, 1):
        key = int(one.id) if numbered else place
        if one.grammatical is None:
            grade = int(one.grade) if one.grade.isdigit() else 2
        else:
            grade = int(one.grammatical)
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
