"""Tables that say which phenomena belong to which category of errors.

>>> load("xtag").category("NP_Coordination-Correlatives", "failed")
'funny coordination'
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from karat.files import resources
from karat.model.errors import InputError, SyntaxFault
from karat.recognise.rules import Recogniser, loads
from karat.suites.categories import ERRORS, REST
from karat.suites.items import Item


@dataclass(frozen=True)
class Table:
    """Categories with the patterns of phenomena and sources that belong to them."""

    phenomena: Mapping[str, str]
    sources: Mapping[str, str]
    kinds: Mapping[str, tuple[str, ...]]
    rest: str = REST
    lexical: str = REST
    # Finds categories in gold trees; None if no category asks for it.
    recogniser: Recogniser | None = None

    def category(self, phenomenon: str, kind: str) -> str:
        """The category of a phenomenon for an error of this kind; empty if there is none."""
        fitting = [
            pattern for pattern, name in self.phenomena.items()
            if kind in self.kinds[name] and fnmatchcase(phenomenon, pattern)
        ]  # fmt: skip
        return self.phenomena[max(fitting, key=len)] if fitting else ""

    def categories(self, item: Item, kind: str) -> list[str]:
        """All categories that an item belongs to, that of its core phenomenon first."""
        found = [self.category(one, kind) for one in item.all_phenomena]
        found += [
            name for pattern, name in self.sources.items()
            if kind in self.kinds[name] and fnmatchcase(item.source, pattern)
        ]  # fmt: skip
        return list(dict.fromkeys(filter(None, found)))


def load(name: str) -> Table:
    """A table of categories by its name or file."""
    file = resources.find("set of rules", "categories", name)
    content = file.toml()
    records = content.get("category", [])
    if not isinstance(records, list) or not records:
        raise InputError(
            f"{file.path}: the file has no category; write [[category]] with a name and phenomena"
        )
    trees: dict[str, list[str]] = {}
    phenomena: dict[str, str] = {}
    sources: dict[str, str] = {}
    kinds: dict[str, tuple[str, ...]] = {}
    for i, record in enumerate(records, 1):
        where = f"{file.path}: category {i}"
        given = _strings(record, "kinds", where) or ERRORS
        if strange := [one for one in given if one not in ERRORS]:
            raise InputError(f"{where}: kinds are {', '.join(ERRORS)}, not {strange[0]!r}")
        kinds[_name(record, where)] = tuple(given)
        if patterns := _strings(record, "trees", where):
            trees[record["name"]] = patterns
            # What is found in gold trees has the name of the category.
            phenomena[record["name"]] = record["name"]
        phenomena |= dict.fromkeys(_strings(record, "phenomena", where), record["name"])
        sources |= dict.fromkeys(_strings(record, "sources", where), record["name"])
    rest = str(content.get("rest", REST))
    lexical = str(content.get("lexical", rest))
    return Table(phenomena, sources, kinds, rest, lexical, _recogniser(trees, file.path))


def _recogniser(trees: Mapping[str, Sequence[str]], path: str) -> Recogniser | None:
    """Rules that find each category in trees by its patterns."""
    if not trees:
        return None
    lines = ['format = "brackets"', "[phenomena]"]
    lines += [f"{json.dumps(name)} = {json.dumps(name)}" for name in trees]
    for name, patterns in trees.items():
        lines += ["[[rule]]", f"phenomenon = {json.dumps(name)}", f"tree = {json.dumps(patterns)}"]
    try:
        return loads("\n".join(lines), path)
    except SyntaxFault as fault:
        raise InputError(f"{path}: a tree pattern cannot be read: {fault.what}") from None


def _name(record: Any, where: str) -> str:
    name = record.get("name") if isinstance(record, dict) else None
    if not isinstance(name, str) or not name:
        raise InputError(f'{where}: a category needs a name, as in name = "ellipsis"')
    return name


def _strings(record: Any, field: str, where: str) -> list[str]:
    given = record.get(field, []) if isinstance(record, dict) else []
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise InputError(f'{where}: {field} should be a list of texts, as in ["gapping"]')
    return given
