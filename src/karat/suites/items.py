"""Item and Suite: sentences to test a parser with, and what is known about each.

>>> item = Item("7", "Him likes she .", grammatical=False, core="pronoun-case")
>>> item.length, item.all_phenomena
(4, ('pronoun-case',))
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from karat.model.errors import InputError, unknown

_YES = ("yes", "true", "1")
_NO = ("no", "false", "0")


@dataclass(frozen=True)
class Item:
    """One sentence of a suite.

    ``grammatical`` is None if the item has another ``grade`` than yes or no: it is run and shown, but
    does not count for coverage or overgeneration. An ``excluded`` item does not count either; the
    field gives the reason.
    """

    id: str
    sentence: str
    grammatical: bool | None = True
    grade: str = ""
    phenomena: tuple[str, ...] = ()
    core: str = ""
    errors: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    pair: str = ""
    source: str = ""
    comment: str = ""
    excluded: str = ""
    gold: str = ""
    tokens: int = 0

    @property
    def length(self) -> int:
        """The number of tokens: as the suite says, or the words between blanks."""
        return self.tokens or len(self.sentence.split())

    @property
    def good(self) -> bool:
        """Whether it counts as a grammatical item."""
        return self.grammatical is True and not self.excluded

    @property
    def all_phenomena(self) -> tuple[str, ...]:
        """The phenomena, with the core phenomenon first."""
        return tuple(dict.fromkeys((self.core,) * bool(self.core) + self.phenomena))

    @property
    def judgement(self) -> str:
        """``yes``, ``no`` or another grade."""
        return {True: "yes", False: "no", None: self.grade}[self.grammatical]

    def record(self) -> dict[str, Any]:
        """The fields that do not have their default values.

        >>> Item("1", "Dogs bark", phenomena=("intransitive",)).record()
        {'id': '1', 'sentence': 'Dogs bark', 'phenomena': ['intransitive']}
        >>> Item("2", "Dogs dogs", grammatical=None, grade="3").record()
        {'id': '2', 'sentence': 'Dogs dogs', 'grammatical': '3'}
        """
        said: dict[str, Any] = {"id": self.id, "sentence": self.sentence}
        if self.grammatical is not True:
            said["grammatical"] = self.grade if self.grammatical is None else False
        for name in FIELDS[3:]:
            if value := getattr(self, name):
                said[name] = list(value) if isinstance(value, tuple) else value
        return said


# In what repr() writes. Those that stand for bytes, \\udc80 to \\udcff, can be written again.
_SURROGATE = re.compile(r"(?<!\\)(?:\\\\)*\\ud(?:[89abef]|c[0-7]|d)")

_MOST_TOKENS = 10**9

# The fields of an item in a file, in the order in which they are written.
FIELDS = tuple(one.name for one in fields(Item) if one.name != "grade")
LISTS = tuple(one.name for one in fields(Item) if one.default == ())


def item(record: Mapping[str, Any], number: int, where: str) -> Item:
    """An item from its fields in a file; errors name the place.

    >>> item({"sentence": "Dogs bark", "grammatical": "yes"}, 4, "x.tsv:5").id
    '4'
    """
    for name in record:
        if name not in FIELDS:
            raise InputError(f"{where}: {unknown('field of an item', name, FIELDS)}")
    if _SURROGATE.search(repr(record.values())):
        raise InputError(f"{where}: a text has half a character, a lone surrogate such as \\ud800")
    sentence = record.get("sentence")
    if not isinstance(sentence, str) or not (sentence.strip() or record.get("excluded")):
        raise InputError(f'{where}: an item needs a sentence, as in sentence = "Dogs bark"')
    judged, grade = _judgement(record.get("grammatical", True))
    values: dict[str, Any] = {}
    for name in FIELDS[3:]:
        value = record.get(name)
        if value is None or value == "":
            continue
        if name in LISTS:
            values[name] = _strings(value, name, where)
        elif name == "tokens":
            values[name] = _whole(value, where)
        elif isinstance(value, str | int) and not isinstance(value, bool):
            values[name] = str(value)
        else:
            raise InputError(f"{where}: {name} should be a text")
    key = record.get("id", "")
    return Item(
        str(number) if key == "" else str(key), " ".join(sentence.split()), judged, grade, **values
    )


def _judgement(value: Any) -> tuple[bool | None, str]:
    if isinstance(value, bool):
        return value, ""
    text = str(value).strip().lower()
    if text in _YES or not text:
        return True, ""
    return (False, "") if text in _NO else (None, str(value).strip())


def _strings(value: Any, name: str, where: str) -> tuple[str, ...]:
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, Sequence) or not all(isinstance(one, str) for one in value):
        raise InputError(f'{where}: {name} should be a list of names, as in ["passive"]')
    return tuple(dict.fromkeys(one for one in value if one))


def _whole(value: Any, where: str) -> int:
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        number = -1
    if not 0 <= number < _MOST_TOKENS:
        said = f"{value!r}"[:40]
        raise InputError(f"{where}: tokens should be a whole number, not {said}")
    return number


@dataclass(frozen=True)
class Suite:
    """A named list of items; ``path`` is the file of items that it was read from, if any."""

    name: str
    items: tuple[Item, ...]
    path: str = ""

    @cached_property
    def sha256(self) -> str:
        """The hash of all fields of the items."""
        lines = (json.dumps(one.record(), sort_keys=True) + "\n" for one in self.items)
        return hashlib.sha256("".join(lines).encode()).hexdigest()


def checked(name: str, items: Sequence[Item], where: str) -> Suite:
    """A suite of items, which must have different ids."""
    if not items:
        raise InputError(f"{where}: it has no items")
    seen: set[str] = set()
    for one in items:
        if one.id in seen:
            raise InputError(f"{where}: two items have the id {one.id!r}; ids must be unique")
        seen.add(one.id)
    return Suite(name, tuple(items))
