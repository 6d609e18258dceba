"""Label maps: what karat must know about a treebank's labels, in a file that a user can replace."""

import functools
import os
from collections.abc import Mapping
from dataclasses import dataclass

from karat.files.resources import Resource, find
from karat.model.errors import InputError, unknown
from karat.model.labels import base_label

# The categories and the kinds of words, each with the letter that the view ``flatten`` uses for it.
CATEGORIES = {"clause": "C", "NP": "N", "VP": "V", "PP": "P", "ADVP": "R", "ADJP": "A"}
TAGS = {
    "noun": "n", "determiner": "d", "verb": "v", "adjective": "j", "preposition": "p",
    "coordinator": "&", "possessive": "'", "opening": "(", "comma": ",",
}  # fmt: skip
_KEYS = {
    "categories": tuple(CATEGORIES),
    "names": ("sentence", *CATEGORIES),
    "special": ("subordinate", "inner", "aside", "subject"),
    "tags": ("null", *TAGS),
    "words": (
        "noun", "coordinator", "separator", "trace", "it", "copula",
        "inverting", "extraposed", "infinitive", "impersonal", "reported",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class LabelMap:
    """What the rules must know about a treebank. Keys of ``lists`` are table and key: ``tags.noun``."""

    names: Mapping[str, bytes]
    lists: Mapping[str, tuple[bytes, ...]]

    def __getitem__(self, key: str) -> tuple[bytes, ...]:
        return self.lists.get(key, ())

    def categories(self) -> dict[bytes, bytes]:
        """The category of each label that has one.

        >>> load_labels("ptb").categories()[b"WHPP"]
        b'PP'
        """
        return {label: key.encode() for key in CATEGORIES for label in self[f"categories.{key}"]}


_find = functools.partial(find, "label map", "flatten")


def load_labels(source: str | os.PathLike[str] = "ptb") -> LabelMap:
    """A label map of karat by its name, or a user's by its path.

    >>> load_labels("ptb")["categories.PP"]
    (b'PP', b'WHPP')
    """
    return _parse(_find(source))


def digest_of(source: str) -> str:
    """The hash of a label map that is a user's file; empty for one of ours."""
    return _find(source).digest


@functools.lru_cache
def _parse(resource: Resource) -> LabelMap:
    tables, path = resource.toml(), resource.path
    names = {key: key.encode() for key in CATEGORIES} | {"sentence": b"S", "clause": b"SBAR"}
    lists: dict[str, tuple[bytes, ...]] = {}
    for table, keys in tables.items():
        if table not in _KEYS:
            raise InputError(f"{path}: {unknown('table', table, _KEYS)}")
        if not isinstance(keys, dict):
            raise InputError(f"{path}: {table} must be a table, [{table}]")
        for key, value in keys.items():
            if key not in _KEYS[table]:
                raise InputError(f"{path}: {unknown(f'key in [{table}]', key, _KEYS[table])}")
            if table == "names":
                if not isinstance(value, str):
                    raise InputError(f'{path}: {table}.{key} must be a label, "{key}"')
                names[key] = value.encode()
            elif isinstance(value, list) and all(isinstance(one, str) for one in value):
                lists[f"{table}.{key}"] = tuple(one.encode() for one in value)
            else:
                raise InputError(f'{path}: {table}.{key} must be a list of strings, ["a", "b"]')
    _check(names, lists, path)
    return LabelMap(names, lists)


def _check(names: Mapping[str, bytes], lists: Mapping[str, tuple[bytes, ...]], path: str) -> None:
    owner: dict[bytes, str] = {}
    for key in CATEGORIES:
        for label in lists.get(f"categories.{key}", ()):
            if base_label(label) != label:
                raise InputError(f"{path}: write {label.decode()!r} without its function tag")
            if owner.setdefault(label, key) != key:
                raise InputError(f"{path}: {label.decode()!r} is in {owner[label]} and in {key}")
    for key, name in names.items():
        wanted = "clause" if key == "sentence" else key
        if f"categories.{wanted}" in lists and owner.get(name) != wanted:
            raise InputError(
                f"{path}: names.{key} is {name.decode()!r}, which must also be in "
                f"categories.{wanted}, so that a key that is flattened again stays as it is"
            )
