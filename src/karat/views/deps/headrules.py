"""Head rules: tables that say which part of a phrase is its head, read from data/heads/NAME.toml.

``rules`` has a list of steps for each category: from which side, and which labels, ``of`` any of
them or ``each`` in turn; ``except``, ``when`` and ``unless`` narrow a step. ``same`` gives a
category the rules of another, ``words`` names classes of words, ``families`` and ``separators`` are
for coordination, ``roles`` for names and hyphens, ``labels``, ``objects`` and ``passive`` for the
labels of links.
A user's file has the same form; data/heads/ud.toml uses everything.
"""

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from karat.files.resources import Resource, find
from karat.model.columns import Flags, Ints
from karat.model.errors import InputError, unknown
from karat.views.deps.kinds import Kind, WordClass, member

COORDINATION = ("none", "before", "first")
MOVED = ("traces", "wh", "objects", "quotations")
ROLES = (
    "proper", "generic", "title", "common", "hyphen", "given", "adjectival", "initial", "opener",
    "number",
)  # fmt: skip
EXPLETIVE = ("label", "subject", "clause", "complement", "open", "copula", "passive")
OBJECTS = ("label", "recipient", "predicate", "adverbial", "clause")
_PUNCTUATION = frozenset({",", ".", ":", ";", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP", "PUNCT"})
_KEYS = (
    "coordination", "default", "moved", "rules", "same", "words", "families", "separators", "shared", "leaning", "mixed", "roles", "passive", "fixed",
    "expletive", "objects", "labels",
)  # fmt: skip
_STEP = ("from", "of", "each", "except", "when", "unless")


@dataclass(frozen=True)
class Step:
    """The first item, from one side, that is one of these."""

    right: bool
    of: tuple[str, ...]
    but: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


@dataclass(frozen=True)
class HeadRules:
    coordination: int
    moved: tuple[str, ...]  # what is hung where it belongs: MOVED
    steps: Mapping[str, tuple[Step, ...]]
    words: Mapping[str, WordClass]
    families: tuple[tuple[str, ...], ...]
    coordinators: tuple[str, ...]
    commas: tuple[str, ...]
    shared: tuple[str, ...]  # words that may be joined to modify what follows
    leaning: tuple[str, ...]  # adverbs, which belong to a clause that follows them
    mixed: tuple[str, ...]  # categories whose conjuncts may be of several families
    roles: tuple[tuple[str, ...], ...]
    passive: Mapping[str, str]
    fixed: Mapping[tuple[str, ...], str]  # the words of fixed expressions, and their label
    expletive: Mapping[str, str]  # labels around expletive it
    objects: Mapping[str, str]  # the labels of bare noun phrases beside a verb
    labels: tuple[Mapping[str, Any], ...]


@functools.cache
def load(source: str) -> HeadRules:
    """A table of karat by its name, or a user's by its path.

    >>> load("magerman").steps["PP"][0]
    Step(right=False, of=('IN',), but=(), when=(), unless=())
    """
    return _parse(find("table of heads", "heads", source))


def _parse(resource: Resource) -> HeadRules:
    tables, path = resource.toml(), resource.path
    _known("key", tables, _KEYS, path)
    coordination = tables.get("coordination", "none")
    _known("coordination", (str(coordination),), COORDINATION, path)
    moved = _split(tables.get("moved"))
    _known("movement", moved, MOVED, path)
    right = tables.get("default", "left") == "right"
    last = (Step(right, ("*",), tuple(sorted(_PUNCTUATION))), Step(right, ("*",)))
    objects = tables.get("objects", {})
    expletive = tables.get("expletive", {})
    _known("key of [expletive]", expletive, EXPLETIVE, path)
    _known("key of [objects]", objects, OBJECTS, path)
    try:
        steps = {
            category: tuple(s for row in rows for s in _steps(row, path)) + last
            for category, rows in tables.get("rules", {}).items()
        }
        steps.setdefault("*", last)
        for category, other in tables.get("same", {}).items():
            steps[category] = steps[other]
        return HeadRules(
            COORDINATION.index(coordination),
            moved,
            steps,
            {
                name: WordClass(*(_split(row.get(key)) for key in ("tags", "words", "unless")))
                for name, row in tables.get("words", {}).items()
            },
            tuple(_split(row) for row in tables.get("families", {}).values()),
            _split(tables.get("separators", {}).get("coordinator", "CC CONJP")),
            _split(tables.get("separators", {}).get("comma", "")),
            *(_split(tables.get(key)) for key in ("shared", "leaning", "mixed")),
            tuple(_split(tables["roles"].get(role)) for role in ROLES) if "roles" in tables else (),
            tables.get("passive", {}),
            {
                tuple(one.split()): label
                for label, lines in tables.get("fixed", {}).items()
                for one in lines
            },
            {key: expletive[key] for key in EXPLETIVE if expletive},
            {key: objects[key] for key in OBJECTS if objects},
            tuple(tables.get("labels", ())),
        )
    except (AttributeError, KeyError, TypeError) as error:
        raise InputError(f"{path}: this is not a table of head rules: {error}") from None


def _known(what: str, given: Iterable[str], names: Sequence[str], path: str) -> None:
    for one in given:
        if one not in names:
            raise InputError(f"{path}: {unknown(what, one, names)}")


def _split(text: str | None) -> tuple[str, ...]:
    return tuple((text or "").split())


def _steps(row: Mapping[str, str], path: str) -> list[Step]:
    _known("key of a step", row, _STEP, path)
    right = row["from"] == "right"
    narrow = [_split(row.get(key)) for key in ("except", "when", "unless")]
    each = [(label,) for label in _split(row["each"])] if "each" in row else [_split(row["of"])]
    return [Step(right, labels, *narrow) for labels in each]


@dataclass(frozen=True, eq=False)
class Compiled:
    """A table as arrays for the kernel, for the classes of items that occur."""

    number: Mapping[str, int]
    step_begin: Ints
    side: Flags
    conditional: Flags
    of: Flags
    when: Flags
    unless: Flags
    separator: Flags
    family: Flags
    shared: Flags
    leaning: Flags
    mixed: Flags
    role: Flags


@functools.lru_cache(16)
def compile_for(source: str, kinds: tuple[Kind, ...]) -> Compiled:
    rules = load(source)
    categories = list(rules.steps)
    steps = [step for category in categories for step in rules.steps[category]]
    counts = [len(rules.steps[category]) for category in categories]
    family, role = np.zeros((2, len(kinds)), np.int8)
    for number, entries in enumerate(rules.families, 1):
        family[(member(kinds, entries) > 0) & (family == 0)] = number
    for number, entries in enumerate(rules.roles, 1):
        role[member(kinds, entries) > 0] = number
    coordinator, comma = member(kinds, rules.coordinators), member(kinds, rules.commas)
    separator = np.where(coordinator > 0, 1, 2 * comma).astype(np.int8)
    return Compiled(
        {category: number for number, category in enumerate(categories)},
        np.cumsum([0, *counts], dtype=np.int32),
        np.array([step.right for step in steps], np.int8),
        np.array([bool(s.when) + 2 * bool(s.unless) for s in steps], np.int8),
        np.array([member(kinds, s.of) & (1 - member(kinds, s.but)) for s in steps], np.int8),
        np.array([member(kinds, s.when) for s in steps], np.int8),
        np.array([member(kinds, s.unless) for s in steps], np.int8),
        *(separator, family, member(kinds, rules.shared), member(kinds, rules.leaning)),
        np.array([category in rules.mixed for category in categories], np.int8),
        role,
    )
