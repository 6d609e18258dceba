"""Constructions defined by users: named patterns over trees or graphs, read from a TOML file.

    [[construction]]
    name = "object"
    tree = 'VP < /^VB/=verb < NP=object'
    deps = '{upos:VERB}=verb >obj {}=object'
    gives = ["verb.head", "object"]

``gives`` lists the captured nodes that make up the construction. A name alone is all words of the
node: of a bracket, or of a word with everything below it. ``NAME.head`` is the head word alone.
Without ``gives``, a construction is all words of the first node of the pattern.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from karat.files import resources
from karat.files.profile import Profile
from karat.model.bank import Bank
from karat.model.columns import Ints, Longs
from karat.model.errors import InputError
from karat.model.layers import offsets
from karat.patterns import dependencies as graphs
from karat.patterns import forest, graph
from karat.patterns.bindings import bindings
from karat.patterns.captures import names as captured
from karat.patterns.captures import repeated
from karat.patterns.entries import Entries, Entry
from karat.patterns.forest import Forest
from karat.patterns.pattern import Node, Space
from karat.views.deps.links import Links
from karat.views.edges import dependencies
from karat.views.edit import kept_words
from karat.views.nulls import without_nulls
from karat.views.profile import as_ptb
from karat.views.universal_tags import universal_tags

_KEYS = ("name", "tree", "deps", "gives")
# The largest number of nodes in a construction.
MOST_PARTS = 4


class Part(NamedTuple):
    """A captured node, with all its words or only its head; without a name, the pattern's first node."""

    name: str = ""
    head: bool = False


@dataclass(frozen=True)
class Construction:
    """A name, the patterns that find it, and the nodes that it consists of."""

    name: str
    tree: tuple[Node, ...]
    deps: tuple[Node, ...]
    gives: tuple[Part, ...]
    place: str


@dataclass(frozen=True)
class Constructions:
    """The constructions of a file; ``nulls``: patterns see null elements too."""

    every: tuple[Construction, ...]
    nulls: bool
    digest: str

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.name for one in self.every))


def load(path: str) -> Constructions:
    """The constructions of a user's file."""
    return of_file(resources.read(path, resources.SETTINGS))


@lru_cache(8)
def of_file(file: resources.Resource) -> Constructions:
    """The constructions of a file that was read.

    >>> file = resources.Resource("x.toml", b"[[construction]]\\nname = 'pp'\\ntree = 'PP'\\n")
    >>> of_file(file).names
    ('pp',)
    """
    entries = Entries(file, "construction", ("nulls",))
    nulls = entries.document.get("nulls", False)
    if not isinstance(nulls, bool):
        raise entries.fault("nulls should be true or false, without quotes", entries.top("nulls"))
    every = tuple(_construction(entry, nulls) for entry in entries.tables)
    return Constructions(every, nulls, file.digest)


def _construction(entry: Entry, nulls: bool) -> Construction:
    entry.only(_KEYS)
    name = entry.text("name")
    trees = entry.patterns("tree", forest.compiled)
    deps = entry.patterns("deps", graph.compiled)
    if not trees and not deps:
        raise entry.fault("", f"{name} has no pattern", "add tree = '…', or deps = '…', or both")
    for text in () if nulls else entry.texts("tree"):
        if "-NONE-" in text:
            raise entry.fault(
                "tree", "null elements are removed before patterns are matched",
                "to match them, write nulls = true at the beginning of the file", "-NONE-",
            )  # fmt: skip
    gives = tuple(_part(entry, text) for text in entry.texts("gives"))
    if len(gives) > MOST_PARTS:
        raise entry.fault("gives", f"a construction has at most {MOST_PARTS} parts")
    for key, patterns in (("tree", trees), ("deps", deps)):
        _check_names(entry, key, patterns, gives)
    place = f"{entry.entries.file.path}:{entry.line}"
    return Construction(name, trees, deps, gives or (Part(),), place)


def _part(entry: Entry, text: str) -> Part:
    name, dot, rest = text.partition(".")
    if not name or (dot and rest != "head"):
        raise entry.fault("gives", f"{text!r} is not a part", "write NAME or NAME.head", text)
    return Part(name, bool(dot))


def _check_names(
    entry: Entry, key: str, patterns: tuple[Node, ...], gives: tuple[Part, ...]
) -> None:
    """Check that every pattern captures exactly the nodes in ``gives``."""
    wanted = {part.name for part in gives}
    for pattern, text in zip(patterns, entry.texts(key), strict=True):
        known = captured(pattern)
        for name in sorted(wanted - known):
            said = ", ".join(sorted(known)) or "none"
            raise entry.fault(
                key, f"this pattern captures no node {name!r}",
                f"gives needs it; write ={name} after a node (captured here: {said})", text,
            )  # fmt: skip
        for name in sorted(known - wanted - repeated(pattern)):
            advice = f"add {name!r} to gives, or remove ={name}"
            raise entry.fault(key, f"gives does not use the node {name!r}", advice, text)


def found(
    bank: Bank, file: Constructions, heads: str, grammar: Profile
) -> Iterator[tuple[str, Ints]]:
    """For each construction its name and its rows: start and end of each part, by row of the words.

    Words are counted without null elements; a part that is missing is -1, -1.
    """
    source = _Source(bank, file, heads, grammar)
    for one in file.every:
        where, patterns, read = source.of(one)
        for pattern in patterns:
            columns = bindings(pattern, where)
            parts = [read(columns[part.name], part.head) for part in one.gives]
            yield one.name, np.concatenate(parts, axis=1)


@dataclass(frozen=True, eq=False)
class _Source:
    """A Bank as patterns see it."""

    bank: Bank
    file: Constructions
    heads: str
    grammar: Profile

    def of(
        self, one: Construction
    ) -> tuple[Space, tuple[Node, ...], Callable[[Longs, bool], Ints]]:
        """Where to look for a construction, its patterns, and how to read the matching nodes."""
        if one.tree and self.bank.has_trees:
            return self.forest, one.tree, self._phrases
        if one.deps:
            return self.graph, one.deps, self._yields
        raise InputError(
            f"{self.bank.missing('trees')}; {one.name} ({one.place}) has only a pattern for trees: "
            "add one for dependencies, deps = '…'"
        )

    @cached_property
    def real(self) -> Bank:
        return without_nulls(self.bank, self.grammar)

    @cached_property
    def links(self) -> Links:
        real = as_ptb(self.real, self.grammar) if self.real.has_trees else self.real
        return Links(dependencies(real, self.heads))

    @cached_property
    def forest(self) -> Forest:
        return Forest.of(self.bank if self.file.nulls else self.real)

    @cached_property
    def graph(self) -> graph.Graph:
        bank = self.links.bank
        return graphs.of_bank(bank, universal_tags(bank))

    @cached_property
    def _reach(self) -> tuple[Longs, Longs]:
        return self.links.reach(np.ones(len(self.links.itself), bool))

    def _phrases(self, nodes: Longs, head: bool) -> Ints:
        """Brackets and words of trees."""
        space = self.forest
        start, end = (column[nodes] - space.sentence[nodes] for column in (space.start, space.end))
        if self.file.nulls:
            before = offsets(kept_words(self.bank, self.real))
            start, end = before[start], before[end]
        if head:
            start = self._heads(start, end)
            end = np.where(start >= 0, start + 1, -1)
        return _rows(start, end, (nodes >= 0) & (start < end))

    def _heads(self, start: Longs, end: Longs) -> Longs:
        """The word of each span that depends on a word outside of it, or -1 for an empty span."""
        word = np.where(start < end, start, -1)
        above = self.links.head
        # No path upwards is longer than a span, unless it is a cycle.
        for _ in range(int((end - start).max(initial=0))):
            up = above[word]
            inside = (word >= 0) & (up >= start) & (up < end) & (up != word)
            if not inside.any():
                break
            word = np.where(inside, up, word)
        return word

    def _yields(self, nodes: Longs, head: bool) -> Ints:
        """Words of graphs, alone or with all words below them."""
        low, high = (nodes, nodes) if head else (column[nodes] for column in self._reach)
        return _rows(low, high + 1, nodes >= 0)


def _rows(start: Longs, end: Longs, there: np.typing.NDArray[np.bool_]) -> Ints:
    return np.where(there[:, None], np.stack([start, end], axis=1), -1).astype(np.int32)


def by_name(rows: Iterator[tuple[str, Ints]]) -> Mapping[str, Ints]:
    """The rows of each name, filled up to the same number of columns."""
    joined: dict[str, list[Ints]] = {}
    for name, some in rows:
        more = 2 * MOST_PARTS - some.shape[1]
        joined.setdefault(name, []).append(np.pad(some, ((0, 0), (0, more)), constant_values=-1))
    return {name: np.concatenate(parts) for name, parts in joined.items()}
