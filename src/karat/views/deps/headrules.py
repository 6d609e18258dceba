"""Head rules: tables that say which part of a phrase is its head, read from data/heads/NAME.toml.

``rules`` has a list of steps for each category: from which side, and which labels, ``of`` any of
them or ``each`` in turn; ``except``, ``when`` and ``unless`` narrow a step. ``same`` gives a
category the rules of another, ``words`` names classes of words, ``moved`` says which phrases hang
elsewhere than where they stand. ``families``, ``separators``, ``shared``, ``leaning`` and ``mixed`` are
for coordination, ``roles`` for names and hyphens, ``fixed`` for expressions of several words; ``labels``,
``objects``, ``expletive``, ``passive`` and ``infinitive`` for the labels of links.
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
from karat.views.deps.kinds import Kind, Members, WordClass

COORDINATION = ("none", "before", "first")
INFINITIVE = ("relative", "other", "marker")
MOVED = ("traces", "wh", "objects", "quotations")
ROLES = (
    "proper", "generic", "title", "common", "hyphen", "given", "adjectival", "initial", "opener",
    "number",
)  # fmt: skip
EXPLETIVE = ("label", "subject", "clause", "complement", "open", "copula", "passive")
OBJECTS = ("label", "recipient", "predicate", "adverbial", "clause")
_PUNCTUATION = frozenset({",", ".", ":", ";", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP", "PUNCT"})
_KEYS = (
    "coordination", "default", "moved", "rules", "same", "words", "families", "separators", "shared",
    "leaning", "mixed", "roles", "passive", "infinitive", "fixed", "expletive", "objects", "labels",
)  # fmt: skip
# What rules for labels ask; views/deps/labels.py explains it.
FACTS = (
    "item", "word", "first", "has", "lacks", "governor", "head", "parent", "around", "beside",
    "apart", "many", "side", "joined",
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
    infinitive: Mapping[str, str]  # the labels of infinitives that modify nouns
    fixed: Mapping[tuple[str, ...], str]  # the words of fixed expressions, and their label
    expletive: Mapping[str, str]  # labels around expletive it
    objects: Mapping[str, str]  # the labels of bare noun phrases beside a verb
    labels: tuple[Mapping[str, str], ...]


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
    try:
        steps = {
            category: tuple(s for row in rows for s in _steps(row, path)) + last
            for category, rows in tables.get("rules", {}).items()
        }
        steps.setdefault("*", last)
        for category, other in tables.get("same", {}).items():
            steps[category] = steps[other]
        fixed = {
            _expression(one, path): label
            for label, lines in tables.get("fixed", {}).items()
            for one in lines
        }
        separators, roles = tables.get("separators", {}), tables.get("roles")
        return HeadRules(
            coordination=COORDINATION.index(coordination),
            moved=moved,
            steps=steps,
            words=_classes(tables.get("words", {}), path) | opening(fixed),
            families=tuple(_split(row) for row in tables.get("families", {}).values()),
            coordinators=_split(separators.get("coordinator", "CC CONJP")),
            commas=_split(separators.get("comma")),
            shared=_split(tables.get("shared")),
            leaning=_split(tables.get("leaning")),
            mixed=_split(tables.get("mixed")),
            roles=tuple(_split(roles.get(role)) for role in ROLES) if roles else (),
            passive=tables.get("passive", {}),
            infinitive=_labels("infinitive", tables, INFINITIVE, path),
            fixed=fixed,
            expletive=_labels("expletive", tables, EXPLETIVE, path),
            objects=_labels("objects", tables, OBJECTS, path),
            labels=tuple(_label_rule(row, path) for row in tables.get("labels", ())),
        )
    except (AttributeError, KeyError, TypeError) as error:
        raise InputError(f"{path}: this is not a table of head rules: {error}") from None


def _classes(tables: Mapping[str, Mapping[str, str]], path: str) -> dict[str, WordClass]:
    keys = ("tags", "words", "unless")
    found = {}
    for name, row in tables.items():
        _known("key of a class of words", row, keys, path)
        one = WordClass(*(_split(row.get(key)) for key in keys))
        _known("class of words", one.unless, tuple(tables), path)
        found[name] = one
    return found


def _label_rule(row: Mapping[str, str], path: str) -> Mapping[str, str]:
    _known("key of a rule for labels", row, ("label", *FACTS), path)
    return {"label": row["label"], **row}


def _expression(text: str, path: str) -> tuple[str, ...]:
    words = _split(text)
    if len(words) < 2:
        raise InputError(f"{path}: the fixed expression {text!r} should have at least two words")
    return words


def opening(fixed: Iterable[tuple[str, ...]]) -> dict[str, WordClass]:
    """The classes of the words that fixed expressions begin with, and of those that come second."""
    columns = zip(*(one[:2] for one in fixed), strict=True)
    names = ("fixed-first", "fixed-second")
    return {
        name: WordClass(words=tuple(sorted(set(words))))
        for name, words in zip(names, columns, strict=False)
    }


def _labels(
    name: str, tables: Mapping[str, Any], keys: Sequence[str], path: str
) -> Mapping[str, str]:
    """A table of labels, with all of its keys, or an empty one."""
    table = tables.get(name, {})
    _known(f"key of [{name}]", table, keys, path)
    return {key: table[key] for key in keys if table}


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
    rules, among = load(source), Members(kinds).among
    categories = list(rules.steps)
    steps = [step for category in categories for step in rules.steps[category]]
    counts = [len(rules.steps[category]) for category in categories]
    family, role = np.zeros((2, len(kinds)), np.int8)
    for number, entries in enumerate(rules.families, 1):
        family[(among(entries) > 0) & (family == 0)] = number
    for number, entries in enumerate(rules.roles, 1):
        role[among(entries) > 0] = number
    coordinator, comma = among(rules.coordinators), among(rules.commas)
    separator = np.where(coordinator > 0, 1, 2 * comma).astype(np.int8)
    return Compiled(
        {category: number for number, category in enumerate(categories)},
        np.cumsum([0, *counts], dtype=np.int32),
        np.array([step.right for step in steps], np.int8),
        np.array([bool(s.when) + 2 * bool(s.unless) for s in steps], np.int8),
        np.array([among(s.of) & (1 - among(s.but)) for s in steps], np.int8),
        np.array([among(s.when) for s in steps], np.int8),
        np.array([among(s.unless) for s in steps], np.int8),
        *(separator, family, among(rules.shared), among(rules.leaning)),
        np.array([category in rules.mixed for category in categories], np.int8),
        role,
    )
