"""What the words and labels of a Bank may mean for the view ``redefine``."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

import numpy as np

from karat.files import resources
from karat.files.profile import Profile
from karat.files.resources import Resource
from karat.kernels import words as lexical
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints
from karat.model.errors import InputError, unknown
from karat.model.labels import base_label
from karat.views.edit import around_words, first_words, parent_rows
from karat.views.lexicon import lexicon
from karat.views.profile import translated

# The kind of a bracket by its label; 0 if its words must decide.
NOUN, CLAUSE, VERBAL, PREPOSITIONAL, ADVERBIAL, MODIFYING, NEITHER = range(1, 8)
_KINDS = (
    "noun_phrase", "clause", "verb_phrase", "preposition_phrase", "adverb_phrase", "modifier", "other",
)  # fmt: skip
# What a word may be, as bits; the names are those of the data.
_ROLES = (
    "it", "determiner", "preposition", "particle", "relative", "question", "verb", "joint", "be",
    "link", "infinitive", "finite", "verbal", "participle", "passive", "looked_up", "other", "object",
    "subordinator", "coordinator", "pronoun", "premodifier",
)  # fmt: skip
BIT = {name: 1 << at for at, name in enumerate(_ROLES)}


@dataclass(frozen=True, eq=False)
class Tables:
    """What labels, tags and words mean: bits by name, and the kind of each label.

    This is all that ``redefine`` knows about a grammar; another grammar is another instance.
    """

    labels: Mapping[bytes, int]
    tags: Mapping[bytes, int]
    words: Mapping[bytes, int]
    extraposition: Mapping[bytes, int]

    @cached_property
    def words_column(self) -> Ints:
        return lexicon(self.words)

    @cached_property
    def extraposition_column(self) -> Ints:
        return lexicon(self.extraposition)


@cache
def bundled() -> Tables:
    """The tables that come with karat."""
    return _tables(resources.ours("parseval", "redefine.toml").toml())


def tables(predicates: str | os.PathLike[str] = "") -> Tables:
    """The tables, with the predicates of extraposed clauses from a user's file if one is named.

    >>> tables().extraposition[b"necessary"] == BIT["infinitive"] | BIT["finite"]
    True
    """
    return (
        _with_predicates(resources.read(predicates, resources.SETTINGS))
        if predicates
        else bundled()
    )


def digest_of(predicates: str) -> str:
    """The hash of the file of predicates; empty if none is named."""
    return resources.read(predicates, resources.SETTINGS).digest if predicates else ""


@lru_cache(16)
def _with_predicates(own: Resource) -> Tables:
    """Each list of the file replaces the bundled one with the same name."""
    data = resources.ours("parseval", "redefine.toml").toml()
    known = data["extraposition"]
    given = own.toml()
    for key, group in given.items():
        if key not in known:
            raise InputError(f"{own.path}: {unknown('list of predicates', key, sorted(known))}")
        if not isinstance(group, list) or not all(isinstance(one, str) for one in group):
            raise InputError(f'{own.path}: {key} must be a list of words: {key} = ["easy", "hard"]')
    lower = {key: [word.lower() for word in group] for key, group in given.items()}
    return _tables({**data, "extraposition": {**known, **lower}})


def _tables(data: Mapping[str, Any]) -> Tables:
    return Tables(
        *(_meanings(data, table) for table in ("labels", "tags", "words", "extraposition"))
    )


def _meanings(data: Mapping[str, Any], table: str) -> dict[bytes, int]:
    found: dict[bytes, int] = {}
    for key, group in data[table].items():
        for one in group:
            meaning = 1 + _KINDS.index(key) if table == "labels" else BIT[key]
            found[one.encode()] = found.get(one.encode(), 0) | meaning
    return found


@dataclass(frozen=True, eq=False)
class Shape:
    """The brackets of a Bank without their labels; words and brackets are rows of the Bank."""

    bank: Bank

    @cached_property
    def around(self) -> Ints:
        return around_words(self.bank)

    @cached_property
    def parent(self) -> Ints:
        return parent_rows(self.bank)

    @cached_property
    def first(self) -> Ints:
        """The first word of each bracket's sentence."""
        return first_words(self.bank)

    @cached_property
    def start(self) -> Ints:
        return self.first + self.bank.start

    @cached_property
    def end(self) -> Ints:
        return self.first + self.bank.end

    @cached_property
    def last(self) -> Ints:
        """The last word directly in each bracket, or -1."""
        last: Ints = np.full(len(self.start) + 1, -1, np.int32)  # the last row: words in no bracket
        last[self.around.astype(np.intp)] = np.arange(len(self.around), dtype=np.int32)
        return last[:-1]


@dataclass(frozen=True, eq=False)
class Trees(Shape):
    """A Bank, what each of its words may be, and the kind of each bracket by its label.

    ``behind_be`` marks words before which a form of "be" was erased.
    """

    bits: Ints
    kinds: Flags
    tables: Tables
    behind_be: Bools

    @cached_property
    def kind(self) -> Flags:
        return self.kinds.take(self.bank.label)

    def word(self, at: int) -> bytes:
        return self.bank.text[self.bank.word_start[at] : self.bank.word_end[at]].tobytes().lower()

    def of(self, bank: Bank) -> "Trees":
        """The same words under other brackets."""
        return Trees(bank, self.bits, self.kinds, self.tables, self.behind_be)


def read(bank: Bank, tables: Tables, grammar: Profile, behind_be: Bools | None = None) -> Trees:
    """Look up the tags and labels of a Bank, and the words whose tags are not enough."""
    tag = translated(bank, grammar).tag
    strings = bank.labels.strings()
    of_tags = np.array([_tag(tables, one) for one in strings], np.int32)
    open_tags = (of_tags == 0) | (of_tags & BIT["looked_up"] > 0)
    bits = look_up(bank, tables.words_column, tag, open_tags.astype(np.int8))
    bits |= of_tags.take(tag)
    kinds = np.array([_kind(tables, grammar, one) for one in strings], np.int8)
    if behind_be is None:
        behind_be = np.zeros(len(bits), np.bool_)
    return Trees(bank, bits, kinds, tables, behind_be)


def look_up(bank: Bank, column: Ints, tag: Ints, wanted: Flags, words: Ints | None = None) -> Ints:
    """The lexicon entry of each word whose tag is wanted, or only of ``words``."""
    rows = slice(None) if words is None else words
    bits: Ints = np.empty(len(tag), np.int32)
    found = lexical.Words(bank.text, bank.word_start[rows], bank.word_end[rows], tag)
    lexical.look_up(found, wanted, column, bits)
    return bits


@lru_cache(1 << 16)
def _tag(tables: Tables, label: bytes) -> int:
    return tables.tags.get(label) or tables.tags.get(base_label(label), 0)


@lru_cache(1 << 16)
def _kind(tables: Tables, grammar: Profile, label: bytes) -> int:
    return tables.labels.get(base_label(grammar.label(label)), 0)
