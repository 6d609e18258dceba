"""Columns of a line of CoNLL-U, judged one by one: white space, features, attributes."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from karat.formats.conllu.wrong import Wrong

NAMES = ["ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"]
ID, FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC = range(10)
_SPACED = (FORM, LEMMA, MISC)
_SPACE = re.compile(r"\s")

WORD = re.compile(r"[1-9][0-9]*")
RANGE = re.compile(r"([1-9][0-9]*)-([1-9][0-9]*)")
EMPTY = re.compile(r"([0-9]+)\.([1-9][0-9]*)")
_VALUE = "[A-Z0-9][A-Za-z0-9]*"
_FEATURE = re.compile(rf"([A-Z][A-Za-z0-9]*(?:\[[a-z0-9]+\])?)=({_VALUE}(?:,{_VALUE})*)")
# The attributes of the last column that may be there once.
_ONCE = {"SpaceAfter", "Lang", "Translit", "LTranslit", "Gloss", "LId", "LDeriv", "Ref"}


class Row(NamedTuple):
    """A line of a word, a multiword token or an empty node: its columns, and the offset of each."""

    columns: list[str]
    places: list[int]

    @classmethod
    def of(cls, line: bytes, at: int) -> "Row":
        columns, places = [], []
        for one in line.split(b"\t"):
            columns.append(one.decode("utf-8", "surrogateescape"))
            places.append(at)
            at += len(one) + 1
        return cls(columns, places)

    def wrong(self, kind: str, column: int, about: str = "", *, before: str = "") -> Wrong:
        """A fault in a column, after this part of it."""
        skip = len(before.encode("utf-8", "surrogateescape"))
        return Wrong(self.places[column] + skip, kind, about or NAMES[column])

    @property
    def is_word(self) -> bool:
        return WORD.fullmatch(self.columns[ID]) is not None

    @property
    def is_range(self) -> bool:
        return RANGE.fullmatch(self.columns[ID]) is not None

    @property
    def is_empty(self) -> bool:
        return EMPTY.fullmatch(self.columns[ID]) is not None


def spaced(row: Row) -> Iterator[Wrong]:
    """White space where none may be, and columns with nothing in them."""
    several = row.is_range
    for column, value in enumerate(row.columns):
        if not value:
            yield row.wrong("empty-column", column)
        if not _SPACE.search(value):
            continue
        spaces = [at for at, one in enumerate(value) if one.isspace()]
        if several and column in (FORM, LEMMA):
            yield row.wrong("invalid-whitespace-mwt", column, before=value[: spaces[0]])
        elif column not in _SPACED:
            yield row.wrong("invalid-whitespace", column, before=value[: spaces[0]])
        else:
            if spaces[0] == 0:
                yield row.wrong("leading-whitespace", column)
            if spaces[-1] == len(value) - 1:
                yield row.wrong("trailing-whitespace", column, before=value[:-1])
            twice = [at for at in spaces if at + 1 in spaces]
            if twice:
                yield row.wrong("repeated-whitespace", column, before=value[: twice[0]])


def unfilled(row: Row) -> Iterator[Wrong]:
    """Columns of multiword tokens and empty nodes that must be left to their words."""
    if row.is_range:
        for column in range(LEMMA, MISC):
            typo = column == FEATS and row.columns[column] == "Typo=Yes"
            if row.columns[column] != "_" and not typo:
                yield row.wrong("mwt-nonempty-field", column)
    elif row.is_empty:
        for column in (HEAD, DEPREL):
            if row.columns[column] != "_":
                yield row.wrong("empty-node-nonempty-field", column)


def features(row: Row) -> Iterator[Wrong]:
    """Features that are misspelt, repeated or out of order."""
    for before, kind in odd_features(row.columns[FEATS]):
        yield row.wrong(kind, FEATS, before=before)


@lru_cache(1 << 14)
def odd_features(column: str) -> tuple[tuple[str, str], ...]:
    """What is wrong with a column of features: what is before the place, and the kind.

    >>> odd_features("Case=Nom|Number=Plur"), odd_features("Number=Plur|Case=Nom")
    ((), (('Number=Plur|', 'unsorted-features'),))
    """
    if column in ("_", ""):
        return ()
    found, seen, before, last = list[tuple[str, str]](), set[str](), "", ""
    unsorted = repeated = False
    for one in column.split("|"):
        read = _FEATURE.fullmatch(one)
        name = read[1] if read else one
        if one.lower() < last and not unsorted:
            unsorted = True
            found.append((before, "unsorted-features"))
        if name in seen and not repeated:
            repeated = True
            found.append((before, "repeated-feature"))
        if read is None:
            found.append((before, "invalid-feature"))
        else:
            values = read[2].split(",")
            if len(set(values)) < len(values):
                found.append((before, "repeated-feature-value"))
            folded = [value.lower() for value in values]
            if folded != sorted(folded):
                found.append((before, "unsorted-feature-values"))
        seen.add(name)
        last = one.lower()
        before += one + "|"
    return tuple(found)


def attributes(row: Row) -> Iterator[Wrong]:
    """Attributes of the last column that are there twice, but may be there once."""
    seen, before = set[str](), ""
    for one in row.columns[MISC].split("|"):
        name = one.partition("=")[0]
        if name in _ONCE:
            if name in seen:
                yield row.wrong("repeated-misc", MISC, name, before=before)
            seen.add(name)
        before += one + "|"


def numeral(digits: str) -> int:
    """A number in a file. Python reads none of thousands of digits; no sentence has so many words.

    >>> numeral("12"), numeral("1" + 5000 * "0") > 10**15
    (12, True)
    """
    return int(digits.lstrip("0")[:18] or "0")
