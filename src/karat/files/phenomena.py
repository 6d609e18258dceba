"""The names of phenomena: the catalogue, other names for the same, and inventories.

An *inventory* says which names count. It is one that comes with karat (``tam2008``), a TOML file with
a list ``names``, a table ``[phenomena]`` of new names, or both, or a list of names joined by ``+``.
"""

import difflib
import hashlib
import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from karat.files import resources
from karat.files.resources import Resource
from karat.model.bank import Bank
from karat.model.columns import Bools
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.layers import Table, offsets

ADVICE = "for the names, type: karat recognise --list"
# The layer that says for each sentence which names could be listed for it.
LAYER = "inventory"


@cache
def catalogue() -> Mapping[str, str]:
    """The known phenomena, each with its description.

    >>> catalogue()["passive"]
    'a passive verb: the window was broken'
    """
    tables = resources.tables("phenomena.toml")
    return {**tables["phenomena"], **tables["judgement"]}


@cache
def judgement_only() -> frozenset[str]:
    """The names of what ungrammatical items violate: no analysis shows them."""
    return frozenset(resources.tables("phenomena.toml")["judgement"])


@cache
def countable() -> frozenset[str]:
    """The names that an analysis can show: the usual inventory."""
    return frozenset(catalogue()) - judgement_only()


def canonical(name: str, own: Collection[str] = ()) -> str:
    """The name that the catalogue, or the user's ``own`` list, has for a phenomenon.

    Capitals, blanks, hyphens and underscores do not matter. A name that nobody knows is an error.

    >>> canonical("Proper noun"), canonical("dative_shifted ditransitive"), canonical("rain", ["Rain"])
    ('proper-noun', 'dative-shift', 'Rain')
    >>> canonical("pasive")
    Traceback (most recent call last):
    karat.model.errors.InputError: there is no phenomenon 'pasive'; did you mean 'passive'?
    """
    if name in catalogue():
        return name
    wanted = _spelt(name)
    found = _spellings().get(wanted) or {_spelt(one): one for one in own}.get(wanted)
    if found:
        return found
    meant = _meant(wanted, tuple(own))
    guess = f"; did you mean {meant!r}?" if meant else ""
    raise InputError(f"there is no phenomenon {name!r}{guess}")


@lru_cache(1024)
def _meant(wanted: str, own: tuple[str, ...]) -> str:
    """The known name that is most like another; a file may have thousands of the same unknown one."""
    known = [*map(_spelt, catalogue()), *map(_spelt, own), *_spellings()]
    close = difflib.get_close_matches(wanted, known, 1)
    return _spellings().get(close[0], close[0]) if close else ""


def is_known(name: str) -> bool:
    """Whether the catalogue has a phenomenon under this name.

    >>> is_known("Noun-noun compound"), is_known("noun")
    (True, False)
    """
    return _spelt(name) in _spellings()


@cache
def _spellings() -> Mapping[str, str]:
    others = resources.tables("phenomena.toml")["aliases"]
    return {_spelt(name): others.get(name, name) for name in (*others, *catalogue())}


def _spelt(name: str) -> str:
    return re.sub(r"[\s_-]+", "-", name.strip().casefold())


class Inventory(NamedTuple):
    """The names that count, and the descriptions of those that the catalogue lacks."""

    names: frozenset[str]
    own: Mapping[str, str] = {}


def inventory(text: str) -> Inventory:
    """An inventory by its name, by its file, or as names joined by ``+``; empty: the usual one.

    >>> len(inventory("tam2008").names), sorted(inventory("passive+Relative clause").names)
    (19, ['passive', 'relative-clause'])
    """
    if not text:
        return Inventory(countable())
    if is_file(text):
        return of_file(resources.find("inventory", "inventories", text))
    try:
        return Inventory(frozenset(canonical(one) for one in text.split("+")))
    except InputError as error:
        known = ", ".join(resources.names("inventories"))
        raise InputError(
            f"inventory={text}: {error}\nname a file (mine.toml), one of karat's inventories "
            f"({known}), or names joined by +; {ADVICE}"
        ) from None


def is_file(text: str) -> bool:
    """Whether an inventory is named by a file, and not listed."""
    return text in resources.names("inventories") or "." in text or "/" in text


def digest(text: str) -> str:
    """What a signature says about the content of an inventory's file."""
    return resources.find("inventory", "inventories", text).digest if is_file(text) else ""


def of_file(file: Resource) -> Inventory:
    """The inventory in a file; a file of rules that describes new names is one too."""
    content = file.toml()
    own, listed = content.get("phenomena", {}), content.get("names")
    advice = 'write names = ["passive", "raising"], and describe new names under [phenomena]'
    if listed is None and not own:
        raise InputError(f"{file.path}: it lists no names of phenomena; {advice}")
    if not isinstance(own, dict) or not all(isinstance(one, str) for one in own.values()):
        raise file.fault("phenomena should be a table of descriptions", _at(file, "phenomena"))
    if listed is None:
        return Inventory(countable() | frozenset(own), own)
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        raise file.fault("names should be a list of names", _at(file, "names"), advice)
    return Inventory(frozenset(checked(file, listed, own)) | frozenset(own), own)


def checked(file: Resource, names: Iterable[str], own: Collection[str] = ()) -> list[str]:
    """The canonical names of those in a file; an unknown one is an error at its place."""
    found = []
    for name in names:
        try:
            found.append(canonical(name, own))
        except InputError as error:
            raise file.fault(str(error), _at(file, name), ADVICE) from None
    return found


def _at(file: Resource, name: str) -> int:
    """The byte at which a name is written in a file."""
    word = re.escape(name.encode())
    found = re.search(rb"(?<![\w-])" + word + rb"(?![\w-])", file.content)
    return found.start() if found else 0


def scope(
    labels: Labels, sentences: int, names: Iterable[str], experimental: Collection[str] = ()
) -> Table:
    """The layer ``inventory``: the same names for every sentence, so that any part of it has them."""
    listed = sorted(names)
    row = {
        "label": labels.numbers([name.encode() for name in listed]),
        "experimental": np.array([name in experimental for name in listed], np.int32),
    }
    columns = {name: np.tile(column, sentences) for name, column in row.items()}
    return Table(offsets([len(listed)] * sentences), columns, frozenset({"label"}))


def scope_of(bank: Bank) -> tuple[frozenset[str], frozenset[str]] | None:
    """The names in the layer ``inventory``, and those of them that are experimental; None if absent."""
    layer = bank.layers.get(LAYER)
    if layer is None or not len(layer):
        return None
    # Every sentence lists about the same names: they are marked, which needs no sorting.
    listed: Bools = np.zeros((2, len(bank.labels)), bool)
    listed[0, layer["label"]] = True
    listed[1, layer["label"][layer["experimental"] != 0]] = True
    names, experimental = (
        frozenset(
            bank.labels[one].decode("utf-8", "replace") for one in np.flatnonzero(some).tolist()
        )
        for some in listed
    )
    return names, experimental


def fingerprint(names: Iterable[str]) -> str:
    """How a signature names an inventory: the number of its names, and a hash of them.

    >>> fingerprint(["passive", "raising"])
    'inventory:2:8ad1213c'
    """
    listed = sorted(names)
    return f"inventory:{len(listed)}:{hashlib.sha256(' '.join(listed).encode()).hexdigest()[:8]}"
