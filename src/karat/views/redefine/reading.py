"""What the words and labels of a Bank may mean for the view ``redefine``."""

from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache

import numpy as np

from karat.files.profile import Profile
from karat.files.resources import ours
from karat.kernels import words as lexical
from karat.model.bank import Bank
from karat.model.columns import Flags, Ints
from karat.model.labels import base_label
from karat.views.edit import around_words, first_words, parent_rows
from karat.views.lexicon import lexicon
from karat.views.profile import translated

# What a bracket is by its label; 0 is for those whose words must tell.
NOUN, CLAUSE, VERBAL, PREPOSITIONAL, ADVERBIAL, MODIFYING, NEITHER = range(1, 8)
_KINDS = (
    "noun_phrase", "clause", "verb_phrase", "preposition_phrase", "adverb_phrase", "modifier", "other",
)  # fmt: skip
# What a word may be, as bits; the names are those of the data.
_ROLES = (
    "it", "determiner", "preposition", "particle", "relative", "question", "verb", "joint", "be",
    "link", "infinitive", "finite", "verbal", "participle", "passive", "looked_up", "other",
)  # fmt: skip
BIT = {name: 1 << at for at, name in enumerate(_ROLES)}


@dataclass(frozen=True, eq=False)
class Trees:
    """A pruned Bank, what each of its words may be, and what each label says of a bracket."""

    bank: Bank
    bits: Ints
    kinds: Flags

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
    def kind(self) -> Flags:
        return self.kinds[self.bank.label]

    def word(self, at: int) -> bytes:
        return self.bank.text[self.bank.word_start[at] : self.bank.word_end[at]].tobytes().lower()

    def of(self, bank: Bank) -> "Trees":
        """The same words under other brackets."""
        return replace(self, bank=bank)


def read(bank: Bank, grammar: Profile) -> Trees:
    """Look up the tags, the words that these leave open, and the labels of a pruned Bank."""
    tag = translated(bank, grammar).tag
    strings = bank.labels.strings()
    tags = np.array([_tag(one) for one in strings], np.int32)
    open_tags = (tags == 0) | (tags & BIT["looked_up"] > 0)
    bits = look_up(bank, "words", tag, open_tags.astype(np.int8)) | tags[tag]
    kinds = [_kind(grammar, one) for one in strings]
    return Trees(bank, bits, np.array(kinds, np.int8))


def look_up(bank: Bank, table: str, tag: Ints, wanted: Flags, words: Ints | None = None) -> Ints:
    """What a table of the data says of each word whose tag is wanted; or only of ``words``."""
    rows = slice(None) if words is None else words
    bits: Ints = np.empty(len(tag), np.int32)
    found = lexical.Words(bank.text, bank.word_start[rows], bank.word_end[rows], tag)
    lexical.look_up(found, wanted, _lexicon(table), bits)
    return bits


@cache
def _lexicon(table: str) -> Ints:
    return lexicon(meanings(table))


@cache
def meanings(table: str) -> dict[bytes, int]:
    """What each word, tag or label of a table means: bits, for a label its kind."""
    found: dict[bytes, int] = {}
    for key, group in ours("parseval", "redefine.toml").toml()[table].items():
        for one in group:
            meaning = 1 + _KINDS.index(key) if table == "labels" else BIT[key]
            found[one.encode()] = found.get(one.encode(), 0) | meaning
    return found


@lru_cache(1 << 16)
def _tag(label: bytes) -> int:
    return meanings("tags").get(label) or meanings("tags").get(base_label(label), 0)


@lru_cache(1 << 16)
def _kind(grammar: Profile, label: bytes) -> int:
    return meanings("labels").get(base_label(grammar.label(label)), 0)
