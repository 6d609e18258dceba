"""The names that a suite lists as a gold standard, and the inventory that they come from."""

import hashlib
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from karat.files import phenomena, resources
from karat.files.phenomena import Inventory
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.recognise.banks import listed
from karat.suites.items import Item, Suite


def declared(suite: Suite) -> Inventory | None:
    """The inventory that a suite's TOML file names, with the new names under [phenomena]; or None."""
    if not suite.path.endswith(".toml"):
        return None
    file = resources.read(suite.path)
    content = file.toml()
    own, given = content.get("phenomena", {}), content.get("inventory")
    if not isinstance(own, dict):
        raise InputError(f"{file.path}: phenomena should be a table of new names")
    if given is None:
        return Inventory(phenomena.countable() | frozenset(own), own) if own else None
    if isinstance(given, str):
        beside = Path(suite.path).parent / given
        base = phenomena.inventory(str(beside) if beside.is_file() else given)
        return Inventory(base.names | frozenset(own), {**base.own, **own})
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise InputError(f"{file.path}: inventory should be a name, a file, or a list of names")
    return Inventory(frozenset(phenomena.checked(file, given, own)) | frozenset(own), own)


def gold_of(items: Sequence[Item], path: str = "<items>", stated: Inventory | None = None) -> Bank:
    """The phenomena that a suite lists, as a gold standard; its hash covers all fields of the items.

    ``stated`` is the inventory of the suite. A name that is unknown is an error, at its place in the
    file if there is one.
    """
    own = stated.own if stated else {}

    def known(item: Item, names: Iterable[str]) -> list[str]:
        return [_canonical(one, item, path, own) for one in names]

    bank = listed(
        [item.sentence for item in items],
        path,
        phenomena=[known(item, item.all_phenomena) for item in items],
        core=[known(item, [item.core] if item.core else []) for item in items],
        errors=[known(item, item.errors) for item in items],
        ids=[[item.id] for item in items],
    )
    if stated:
        bank = bank.with_layers(inventory=phenomena.scope(bank.labels, len(items), stated.names))
    said = "\n".join(repr(sorted(item.record().items())) for item in items)
    return replace(bank, sha256=hashlib.sha256(said.encode()).hexdigest())


def _canonical(name: str, item: Item, path: str, own: Collection[str]) -> str:
    try:
        return phenomena.canonical(name, own)
    except InputError as error:
        advice = (
            f"{phenomena.ADVICE}; to add a name, describe it under [phenomena] in the suite's file"
        )
        if not Path(path).is_file():
            raise InputError(f"{path}: item {item.id!r}: {error}\n{advice}") from None
        file = resources.read(path)
        begin = _found(item.id, file.content, 0)
        raise file.fault(
            f"item {item.id!r}: {error}", _found(name, file.content, begin), advice
        ) from None


def _found(word: str, content: bytes, begin: int) -> int:
    """Where a word begins in a file, from a byte on; that byte if it is not found."""
    found = re.compile(rb"(?<![\w-])" + re.escape(word.encode()) + rb"(?![\w-])").search(
        content, begin
    )
    return found.start() if found else begin
