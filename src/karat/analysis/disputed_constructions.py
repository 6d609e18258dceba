"""What analyses of the same sentences disagree about: disputed brackets, grouped by construction.

A bracket is disputed if some of the analyses have it and others do not. Its construction is determined
in the first analysis that has it: from its label (or its first word, if the label is unknown), its last
part, the phrase right after it, and the phrase around it. The first construction of ``CONSTRUCTIONS``
that applies is taken.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from karat.files.profile import load
from karat.files.resources import ours
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs
from karat.model.labels import base_label
from karat.model.layers import offsets
from karat.model.relation import Relation
from karat.model.rules import crossing
from karat.views.edges import punctuation
from karat.views.edit import contents, parent_rows, spelt
from karat.views.redefine.reading import (
    ADVERBIAL,
    BIT,
    CLAUSE,
    NOUN,
    PREPOSITIONAL,
    VERBAL,
    Trees,
    read,
    tables,
)  # fmt: skip

CONSTRUCTIONS = {
    "punctuation": "the same bracket without punctuation at its ends",
    "coordination": "it holds a coordinator, or is part of a phrase that does",
    "extraposition": "it ends with a clause or right before one, and begins soon after *it*",
    "modified noun phrase": "a noun phrase in a noun phrase, right before a modifier",
    "preposition phrase": "it is a preposition phrase, ends with one or right before one",
    "clause": "it is a clause, ends with one or right before one",
    "adverb phrase": "it is an adverb phrase, ends with one or right before one",
    "inside a noun phrase": "it is part of a noun phrase",
    "verbs and auxiliaries": "a verb phrase at the end of a verb phrase",
    "verb phrase": "any other verb phrase",
    "noun phrase": "any other noun phrase",
    "other": "anything else",
}
# How many words may stand between *it* and a bracket: (it is (necessary (for us to leave))).
_BEHIND_IT = 3
_OPENING = {"preposition": PREPOSITIONAL, "relative": CLAUSE, "determiner": NOUN, "verb": VERBAL}


@dataclass(frozen=True)
class Construction:
    """A construction: its disputed brackets, how many of them cross another one, and an example."""

    construction: str
    brackets: int
    crossing: int
    labels: Mapping[str, int]
    sentence: int
    words: str


@dataclass(frozen=True)
class Disputed:
    """A disputed bracket: its sentence and span, and the analysis and row that it is taken from."""

    sentence: int
    start: int
    end: int
    analysis: int
    row: int
    crosses: bool


@dataclass(frozen=True)
class Group:
    """The disputed brackets of a construction in some sentences, in a form that adds up."""

    brackets: int
    crossing: int
    labels: Mapping[str, int]
    # The first of them, as an example.
    sentence: int
    words: str

    def __add__(self, other: "Group") -> "Group":
        labels = Counter(self.labels)
        labels.update(other.labels)
        brackets, crossing = self.brackets + other.brackets, self.crossing + other.crossing
        return Group(brackets, crossing, labels, self.sentence, self.words)


def constructions(
    views: Sequence[Bank], relations: Sequence[Relation], disputed: Sequence[Disputed], begin: int
) -> dict[str, Group]:
    """The constructions of the disputed brackets; ``begin`` sentences came before."""
    looks = [Look(view, relation) for view, relation in zip(views, relations, strict=True)]
    groups: dict[str, list[Disputed]] = {}
    for one in disputed:
        groups.setdefault(_construction(one, looks), []).append(one)
    return {name: _group(rows, views, begin) for name, rows in groups.items()}


def _group(rows: Sequence[Disputed], views: Sequence[Bank], begin: int) -> Group:
    labels = Counter(
        views[one.analysis]
        .labels[int(views[one.analysis].label[one.row])]
        .decode("utf-8", "replace")
        for one in rows
    )
    first = rows[0]
    words = views[first.analysis].words(first.sentence)[first.start : first.end]
    text = b" ".join(words).decode("utf-8", "replace")
    crossed = sum(one.crosses for one in rows)
    return Group(len(rows), crossed, labels, begin + first.sentence + 1, text)


def added(one: Mapping[str, Group], other: Mapping[str, Group]) -> dict[str, Group]:
    """The constructions of two blocks of sentences."""
    found = dict(one)
    for name, group in other.items():
        found[name] = found[name] + group if name in found else group
    return found


def ranked(groups: Mapping[str, Group]) -> tuple[Construction, ...]:
    """The constructions, the most frequent first."""
    order = list(CONSTRUCTIONS)
    found = [
        Construction(
            name, one.brackets, one.crossing, dict(Counter(one.labels).most_common()), one.sentence,
            one.words,
        )
        for name, one in groups.items()
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda one: (-one.brackets, order.index(one.construction))))


def crossing_others(relations: Sequence[Relation], relation: Relation) -> Bools:
    """Which rows of an analysis cross a bracket of another one."""
    found: Bools = np.zeros(len(relation), np.bool_)
    for other in relations:
        if other is not relation:
            found |= crossing(other, relation) > 0
    return found


@dataclass(frozen=True, eq=False)
class Look:
    """An analysis, with what its words and labels mean."""

    bank: Bank
    relation: Relation

    @cached_property
    def trees(self) -> Trees:
        return read(self.bank, tables(), load())

    @cached_property
    def contents(self) -> tuple[Longs, Ints]:
        return contents(self.bank)

    @cached_property
    def parent(self) -> Ints:
        return parent_rows(self.bank)

    @cached_property
    def coordinator(self) -> Bools:
        known = ours("agree", "constructions.toml").toml()["coordinators"]
        tags = {tag.encode() for tag in known["tags"]}
        tagged = [base_label(label) in tags for label in self.bank.labels.strings()]
        bare = self.bank.tag == 0
        words = [word.encode() for word in known["words"]]
        found: Bools = np.array(tagged, np.bool_)[self.bank.tag] | (bare & spelt(self.bank, words))
        return found

    @cached_property
    def _loud(self) -> tuple[Longs, Ints]:
        """The words that are not punctuation, and how many of them come before each word."""
        loud = ~punctuation(self.bank)
        return np.flatnonzero(loud), offsets(loud)

    @cached_property
    def stripped(self) -> set[tuple[int, int, int]]:
        """All brackets as sentence, first and last word that is not punctuation."""
        relation = self.relation
        sentence = relation.sentence()
        first, last = self._without_ends(sentence, relation.first, relation.second)
        return set(zip(sentence.tolist(), first.tolist(), last.tolist(), strict=True))

    def without_ends(self, sentence: int, start: int, end: int) -> tuple[int, int]:
        """A span without the punctuation at its ends."""
        first, last = self._without_ends(*(np.array([n], np.int32) for n in (sentence, start, end)))
        return int(first[0]), int(last[0])

    def _without_ends(self, sentence: Ints, start: Ints, end: Ints) -> tuple[Longs, Longs]:
        """Spans without the punctuation at their ends; one of punctuation alone is empty."""
        base, (words, before) = self.bank.token_offset[sentence], self._loud
        some = before[base + start] < before[base + end]
        first, last = start.astype(np.int64), start.astype(np.int64)
        first[some] = words[before[base + start][some]] - base[some]
        last[some] = words[before[base + end][some] - 1] + 1 - base[some]
        return first, last

    def children(self, row: int) -> list[int]:
        """The parts of a bracket in order: a word as its row, a bracket as ~row."""
        begin, items = self.contents
        return items[begin[row] : begin[row + 1]].tolist() if row >= 0 else []

    def kind(self, row: int) -> int:
        """The kind of a bracket, by its label or its first word; 0 if neither is known."""
        if row < 0:
            return 0
        kind = int(self.trees.kind[row])
        bits = int(self.trees.bits[self.trees.start[row]])
        return kind or next((k for name, k in _OPENING.items() if bits & BIT[name]), 0)

    def ends_with(self, row: int, kind: int) -> bool:
        """Whether a bracket in this one, at any depth, ends with it and is of this kind."""
        last = self.children(row)[-1]
        return last < 0 and (self.kind(~last) == kind or self.ends_with(~last, kind))

    def near(self, row: int) -> tuple[int, int]:
        """The kinds of the last part of a bracket and of the phrase right after it; 0 for words."""
        last, beside = self.children(row)[-1], self.children(int(self.parent[row]))
        after = beside[beside.index(~row) + 1 :][:1] if ~row in beside else []
        return self.kind(~last if last < 0 else -1), self.kind(
            ~after[0] if after and after[0] < 0 else -1
        )


def _construction(one: Disputed, looks: Sequence[Look]) -> str:
    """The first construction that fits a disputed bracket."""
    look = looks[one.analysis]
    if _only_punctuation(one, looks):
        return "punctuation"
    up = int(look.parent[one.row])
    if any(
        look.coordinator[item] for row in (one.row, up) for item in look.children(row) if item >= 0
    ):
        return "coordination"
    kind, around, (last, after) = look.kind(one.row), look.kind(up), look.near(one.row)
    if (after == CLAUSE or look.ends_with(one.row, CLAUSE)) and _behind_it(look, one):
        return "extraposition"
    if kind == around == NOUN and after:
        return "modified noun phrase"
    for wanted, name in (
        (PREPOSITIONAL, "preposition phrase"), (CLAUSE, "clause"), (ADVERBIAL, "adverb phrase"),
    ):  # fmt: skip
        if wanted in (kind, last, after):
            return name
    if around == NOUN:
        return "inside a noun phrase"
    if kind == VERBAL:
        ends = around == VERBAL and look.bank.end[up] == one.end
        return "verbs and auxiliaries" if ends else "verb phrase"
    return "noun phrase" if kind == NOUN else "other"


def _behind_it(look: Look, one: Disputed) -> bool:
    base = int(look.bank.token_offset[one.sentence]) + one.start
    near = look.trees.bits[base - min(_BEHIND_IT, one.start) : base]
    return bool((near & BIT["it"]).any())


def _only_punctuation(one: Disputed, looks: Sequence[Look]) -> bool:
    """Whether every analysis has the bracket if punctuation at its ends is ignored."""
    bare = looks[one.analysis].without_ends(one.sentence, one.start, one.end)
    return bare[0] < bare[1] and all((one.sentence, *bare) in look.stripped for look in looks)
