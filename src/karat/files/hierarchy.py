"""Hierarchies of grammatical relations: the parents and the slots of each relation.

A hierarchy is a graph without cycles and with one root. A relation may have several parents: ``dobj``
is both an ``obj`` and a ``subj_or_dobj``. It is printed under its first parent, which comes before it
in the file; its depth is counted along first parents. ``1999`` and ``2006`` come with karat
(data/hierarchies); a user's own is a TOML file of the same form.

>>> h = load("1999")
>>> h.subsumes("subj_or_dobj", "ncsubj"), h.subsumer("ncsubj", "dobj"), h.depth("dobj")
(True, 'subj_or_dobj', 4)
"""

import functools
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from karat.files.resources import Resource, find
from karat.model.columns import Longs
from karat.model.errors import InputError, unknown

SLOTS = ("type", "head", "dependent", "initial")
BUILT_IN = ("1999", "2006")
# Tables have a cell for every two relations.
MOST = 1_000


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """Relations, first parents before children; the tables are indexed by the order of ``names``."""

    name: str
    names: tuple[str, ...]
    parents: Mapping[str, tuple[str, ...]]
    slots: Mapping[str, tuple[str, ...]]
    underspecified: frozenset[str] = frozenset()
    untyped: frozenset[str] = frozenset()
    citation: str = ""

    def __contains__(self, name: str) -> bool:
        return name in self.parents

    @property
    def root(self) -> str:
        """The root: the relation above all others."""
        return self.names[0]

    @functools.cached_property
    def number(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.names)}

    @functools.cached_property
    def above(self) -> npt.NDArray[np.bool_]:
        """above[i, j]: relation i is j or subsumes it."""
        table = np.eye(len(self.names), dtype=bool)
        for j, name in enumerate(self.names):
            todo = [name]
            while todo:
                for upper in self.parents[todo.pop()]:
                    if not table[self.number[upper], j]:
                        table[self.number[upper], j] = True
                        todo.append(upper)
        return table

    @functools.cached_property
    def inner(self) -> frozenset[str]:
        """The relations that have others below them."""
        return frozenset(parent for mine in self.parents.values() for parent in mine)

    @functools.cached_property
    def depths(self) -> Longs:
        """How far each relation is from the root, along first parents."""
        found = np.zeros(len(self.names), np.int64)
        for i, name in enumerate(self.names[1:], 1):
            found[i] = found[self.number[self.parents[name][0]]] + 1
        return found

    @functools.cached_property
    def common(self) -> Longs:
        """common[i, j]: the deepest relation at or above both; the first if several are equally deep."""
        found = np.zeros((len(self.names),) * 2, np.int64)
        # The deepest relation is written last, and the first of those that are equally deep.
        for upper in np.lexsort((-np.arange(len(self.names)), self.depths)).tolist():
            below = np.flatnonzero(self.above[upper])
            found[np.ix_(below, below)] = upper
        return found

    def depth(self, name: str) -> int:
        """How far a relation is from the root."""
        return int(self.depths[self.number[name]])

    def subsumes(self, upper: str, lower: str) -> bool:
        """Whether a relation is the other one, or is above it."""
        return bool(self.above[self.number[upper], self.number[lower]])

    def subsumer(self, one: str, other: str) -> str:
        """The lowest common subsumer."""
        return self.names[int(self.common[self.number[one], self.number[other]])]

    def below(self, names: Iterable[str]) -> frozenset[str]:
        """These relations and all that they subsume."""
        uppers = [self.number[name] for name in names]
        return frozenset(
            name for name, i in self.number.items() if any(self.above[u, i] for u in uppers)
        )

    def printed(self) -> Iterator[tuple[str, int]]:
        """Relations with their depths, each under its first parent, in the order of the file."""
        children: dict[str, list[str]] = {name: [] for name in self.names}
        for name in self.names[1:]:
            children[self.parents[name][0]].append(name)
        todo = [(self.root, 0)]
        while todo:
            name, depth = todo.pop()
            yield name, depth
            todo += [(child, depth + 1) for child in reversed(children[name])]

    def inclusive(self, counts: Mapping[str, int]) -> dict[str, int]:
        """Counts of relations turned into counts that include the relations that each subsumes.

        A relation that the hierarchy does not have counts only for the root.

        >>> load("1999").inclusive({"ncsubj": 2, "dobj": 1, "zz": 1})["dependent"]
        4
        """
        known = [(name, n) for name, n in counts.items() if name in self]
        found = {
            upper: sum(n for name, n in known if self.subsumes(upper, name)) for upper in self.names
        }
        found[self.root] = sum(counts.values())
        return found


_find = functools.partial(find, "hierarchy", "hierarchies")


def load(source: str | os.PathLike[str]) -> Hierarchy:
    """A hierarchy of karat by its name, or a user's by its path."""
    return _parse(_find(source))


def digest_of(source: str) -> str:
    """The hash of a hierarchy that is a user's file; empty for one of ours."""
    return "" if source == "auto" else _find(source).digest


def choose(names: Iterable[str], usual: str) -> str:
    """The hierarchy, 1999 or 2006, that has more of these relations; ``usual`` if neither has more.

    >>> choose(["ncsubj", "det"], "1999"), choose(["ncsubj", "ncmod"], "1999")
    ('2006', '1999')
    """
    given = set(names)
    older, newer = (len(given - set(load(name).names)) for name in BUILT_IN)
    return usual if older == newer else "1999" if older < newer else "2006"


@functools.lru_cache
def _parse(resource: Resource) -> Hierarchy:
    tables, path = resource.toml(), resource.path
    relations = tables.get("relations")
    if not isinstance(relations, dict) or not relations:
        raise InputError(
            f"{path}: the file has no table [relations]; write lines like this one into it:\n"
            'mod = { parents = ["dependent"], slots = ["type", "head", "dependent"] }'
        )
    if len(relations) > MOST:
        raise InputError(
            f"{path}: a hierarchy has at most {MOST:,} relations, not {len(relations):,}"
        )
    known: list[str] = []
    parents: dict[str, tuple[str, ...]] = {}
    slots: dict[str, tuple[str, ...]] = {}
    for name, given in relations.items():
        if not isinstance(given, dict):
            raise InputError(f"{path}: {name}: write a table with parents and slots, not {given!r}")
        parents[name] = _strings(given.get("parents"), path, f"{name}: parents")
        slots[name] = _strings(given.get("slots"), path, f"{name}: slots")
        _sound(name, parents[name], slots[name], known, path)
        known.append(name)
    _acyclic(parents, path)
    return Hierarchy(
        name=str(tables.get("name", path)),
        names=tuple(known),
        parents=parents,
        slots=slots,
        underspecified=_some(tables, "underspecified", known, path),
        untyped=_some(tables, "untyped", known, path),
        citation=str(tables.get("citation", "")),
    )


def _sound(
    name: str, parents: tuple[str, ...], slots: tuple[str, ...], known: list[str], path: str
) -> None:
    if bool(known) != bool(parents):
        what = "it has no parent" if known else "the first relation is the root and has no parents"
        raise InputError(f"{path}: {name}: {what}")
    if parents and parents[0] not in known:
        raise InputError(
            f"{path}: {name}: its first parent {parents[0]!r} is not among the relations before it"
        )
    if "head" not in slots or list(slots) != [slot for slot in SLOTS if slot in slots]:
        raise InputError(
            f"{path}: {name}: slots are head and some of {', '.join(SLOTS)}, in this order; "
            f"not {', '.join(slots) or 'none'}"
        )


def _acyclic(parents: Mapping[str, tuple[str, ...]], path: str) -> None:
    """Refuse unknown parents and cycles: remove relations without parents left, until none is left."""
    left = dict(parents)
    while left:
        done = [name for name, mine in left.items() if not any(one in left for one in mine)]
        for name in done:
            for parent in left.pop(name):
                if parent not in parents:
                    raise InputError(f"{path}: {name}: {unknown('relation', parent, parents)}")
        if not done:
            raise InputError(f"{path}: these subsume each other in a circle: {', '.join(left)}")


def _strings(given: Any, path: str, what: str) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise InputError(f'{path}: {what} should be a list of strings, as in ["head"]')
    return tuple(given)


def _some(tables: dict[str, Any], key: str, known: list[str], path: str) -> frozenset[str]:
    names = _strings(tables.get(key, []), path, key)
    for name in names:
        if name not in known:
            raise InputError(f"{path}: {key}: {unknown('relation', name, known)}")
    return frozenset(names)
