"""The words of a sentence as the check sees them: which of them a slot can be the base form of.

The base forms are the file's own where it has them: in the layer ``lemmas`` or ``morphology``, or on
a line ``# lemmas = the dog bark`` below the sentence. Otherwise they follow from the rules of English,
if the text is English, and from the tags, if the words have them.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from karat.files.base_forms import available, base_forms, by_rule
from karat.files.resources import ours
from karat.files.spelling import folded
from karat.model.bank import Bank
from karat.model.layers import names_of

LEMMAS = b"# lemmas = "
NO_BREAK = "\u00a0"
_LINE = re.compile(rb"^#[ \t]*lemmas[ \t]*=[ \t]*(.*?)[ \t\r]*$", re.MULTILINE)
_AROUND = '.,;:!?"()[]{}“”‘`…'
# A text of so many words, in which so few are frequent in English, is in another language.
_ENOUGH, _FEW = 10, 0.1
# The language of a text is told from so many sentences.
_FIRST = 500


@dataclass(frozen=True, eq=False)
class Words:
    """The words of a sentence, with their base forms and tags where they are known."""

    forms: Sequence[str]
    lemmas: Sequence[str] = ()
    tags: Sequence[str] = ()
    english: bool = True

    @property
    def known(self) -> bool:
        """Whether it can be said which base forms are in the sentence."""
        return bool(self.lemmas) or (bool(self.forms) and self.english)

    def _bases(self, at: int, tag: str) -> "_Bases":
        """What the base form of a word can be; a tag is for words that have none."""
        if self.lemmas:
            return _Bases(frozenset({folded(self.lemmas[at])}))
        return _bases(self.forms[at], (self.tags[at] if self.tags else "") or tag)

    @functools.cached_property
    def _index(self) -> dict[str, dict[str, list[int]]]:
        return {}

    def _places(self, tag: str) -> dict[str, list[int]]:
        """The words by what their base forms can be; under "" those of which some are unknown."""
        if tag not in self._index:
            found = self._index[tag] = dict[str, list[int]]()
            for i in range(len(self.forms)):
                bases = self._bases(i, tag)
                for base in (*bases.known, *([""] if bases.unknown else [])):
                    found.setdefault(base, []).append(i)
        return self._index[tag]

    def places(self, slot: str, tag: str = "") -> list[int]:
        """The words of which this is the base form; the last word of a name stands for all of it.

        >>> Words(["Bill", "Clinton", "spoke"]).places("Bill_Clinton")
        [1]
        """
        places = self._places(tag)
        likely = {*places.get(folded(slot), ()), *places.get("", ())}
        if "_" in slot:
            likely.update(range(len(self.forms)))
        return [i for i in sorted(likely) if self.fits(slot, i, tag)]

    def fits(self, slot: str, at: int, tag: str = "") -> bool:
        """Whether a slot is the base form of a word, or a name that ends in it."""
        if self._bases(at, tag).fit(slot):
            return True
        *first, last = slot.split("_")
        if not first or not self._bases(at, "").fit(last):
            return False
        spoken = {folded(word) for word in (*self.forms, *self.lemmas)}
        return all(folded(one) in spoken for one in first)

    def advice(self, slot: str, tag: str = "") -> str:
        """The base forms of a slot that is inflected, as in the sentence or otherwise; or nothing."""
        found: set[str] = set()
        for i, form in enumerate(self.forms):
            for part in _parts(form):
                if folded(part) == folded(slot):
                    found |= {self.lemmas[i]} if self.lemmas else self._bases(i, tag).known
        if not found and not self.lemmas:
            found = {base for base in base_forms(slot, tag) if self.places(base)}
        return "" if folded(slot) in map(folded, found) else " or ".join(sorted(found))


class _Bases(NamedTuple):
    """What the base form of a word can be, and the parts of it of which none is known."""

    known: frozenset[str]
    unknown: tuple[str, ...] = ()

    def fit(self, slot: str) -> bool:
        return folded(slot) in self.known or any(by_rule(slot, part) for part in self.unknown)


@functools.lru_cache(1 << 15)
def _bases(form: str, tag: str) -> _Bases:
    parts = _parts(form)
    if not available():
        return _Bases(frozenset(), parts)
    each = {part: base_forms(part, tag) for part in parts}
    unknown = tuple(part for part, bases in each.items() if not bases)
    # A number may be written without its commas.
    more = (form.replace(",", ""),) if unknown and "," in form else ()
    return _Bases(frozenset().union(*each.values()), (*unknown, *more))


@functools.lru_cache(1 << 14)
def _parts(word: str) -> tuple[str, ...]:
    """A word of a text, as it is, without the punctuation around it, and its parts.

    >>> _parts("D.C."), _parts("U.S.-made,"), _parts("don't")
    (('D.C.', 'D.C'), ('U.S.-made,', 'U.S.-made', 'U.S.', 'made'), ("don't", 'do', "n't"))
    """
    bare = word.strip(_AROUND)
    plain = folded(bare)
    found = [word, bare]
    if "-" in bare or "/" in bare:
        found += re.split("[-/–]", bare)
    if cut := re.fullmatch(r"(.+?)(n't|'(?:s|re|ve|ll|d|m)?)", plain):
        found += [bare[: len(cut[1])], cut[2]]
    return tuple(dict.fromkeys(part for part in found if part))


@dataclass(frozen=True)
class Text:
    """What a whole text says about each of its sentences; the parts of a text add up to it."""

    sentences: int = 0
    # Of the first sentences: how many words there are, and how many of them are frequent in English.
    words: int = 0
    frequent: int = 0
    # The sentences that the original scorer is given begin with their numbers.
    numbered: bool = True
    # Whether every sentence has base forms, if its first word is one of them, and if it is a number.
    lemmatised: tuple[bool, bool] = (True, True)

    @classmethod
    def of(cls, bank: Bank) -> "Text":
        """What a text says, or a part of it."""
        first = range(max(0, min(len(bank), _FIRST - bank.before)))
        some = [folded(_decoded(word)) for i in first for word in bank.words(i)]
        frequent = sum(word in _frequent() for word in some)
        numbered = "gr" not in bank.layers and all(
            bank.words(i)[:1] == [b"%d" % bank.number(i)] for i in range(len(bank))
        )
        return cls(len(bank), len(some), frequent, numbered, _lemmatised(bank))

    def __add__(self, later: "Text") -> "Text":
        ours, theirs = self.lemmatised, later.lemmatised
        return Text(
            self.sentences + later.sentences, self.words + later.words, self.frequent + later.frequent,
            self.numbered and later.numbered, (ours[0] and theirs[0], ours[1] and theirs[1]),
        )  # fmt: skip

    @property
    def english(self) -> bool:
        """Whether it has as many of the frequent English words as English has; a short text may."""
        return self.words < _ENOUGH or self.frequent > _FEW * self.words

    @property
    def has_lemmas(self) -> bool:
        """Whether every sentence has base forms."""
        return self.lemmatised[self.numbered]


def sentences(bank: Bank, text: Text | None = None) -> Iterator[Words]:
    """The words of each sentence of a file, or of a part of the ``text``."""
    text = text or Text.of(bank)
    skip = int(text.numbered)
    for i, lemmas in enumerate(given_lemmas(bank)):
        forms = [_decoded(word) for word in bank.words(i)[skip:]]
        fitting = lemmas if len(lemmas) == len(forms) else ()
        tags = [_decoded(tag) for tag in bank.tags(i)[skip:]]
        yield Words(forms, fitting, tags, text.english)


def given_lemmas(bank: Bank) -> Iterator[Sequence[str]]:
    """The base forms that a file has for the words of each sentence; none where it has none."""
    for name in ("lemmas", "morphology"):
        if name in bank.layers:
            column = bank.layers[name]["lemma"]
            texts = names_of(bank.labels, column)
            unknown = np.isin(column, [bank.labels.find(b""), bank.labels.find(b"_")])
            before = np.append(0, np.cumsum(unknown))[bank.token_offset]
            all_known = (before[1:] == before[:-1]).tolist()
            for (a, b), known in zip(pairwise(bank.token_offset.tolist()), all_known, strict=True):
                yield texts[a:b] if known else ()
            return
    found = dict[int, Sequence[str]]()
    text = bank.text.tobytes()
    for line in _LINE.finditer(text) if b"lemmas" in text else ():
        sentence = int(np.searchsorted(bank.sentence_at, line.start(), "right")) - 1
        found[sentence] = [_decoded(lemma) for lemma in line[1].split()]
    for sentence in range(len(bank)):
        yield found.get(sentence, ())


def _lemmatised(bank: Bank) -> tuple[bool, bool]:
    """Whether every sentence has as many base forms as words, or has no words; then without first words."""
    plain = numbered = True
    for lemmas, words in zip(given_lemmas(bank), np.diff(bank.token_offset).tolist(), strict=True):
        plain &= len(lemmas) == words
        numbered &= len(lemmas) == words - 1 or words <= 1
        if not plain and not numbered:
            break
    return plain, numbered


@functools.cache
def _frequent() -> frozenset[str]:
    return frozenset(ours("gr", "english.toml").toml()["words"].split())


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "replace").replace(NO_BREAK, " ")
