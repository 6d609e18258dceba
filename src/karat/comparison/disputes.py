"""Disputed brackets of a key: optional ones, and alternatives of which a parse may have either.

A key says so in its labels, behind a question mark:

``VP?``      optional: a parse may have this bracket or not
``VP?1``     the bracket belongs to alternative 1 of the sentence's dispute; ``VP?2`` to alternative 2
``VP?a1``    the same where a sentence has several disputes: alternative 1 of dispute ``a``

A bracket that belongs to two alternatives is written twice, one around the other. A label that is
nothing but ``?`` is a label. Gaizauskas, Hepple and Huyck (1998), footnote 4.

>>> [mark(label) for label in (b"VP?", b"NP-SBJ?b12", b"VP", b"?")]
[Mark(base=b'VP', dispute=b'', alternative=0), Mark(base=b'NP-SBJ', dispute=b'b', alternative=12), None, None]
"""

import re
from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Longs
from karat.model.relation import Relation
from karat.model.rules import crosses

WAYS = ("ignore", "best")

_MARK = re.compile(rb"(.+?)\?(?:([A-Za-z]*)([1-9][0-9]{0,8}))?")
_BITS = 21


class Mark(NamedTuple):
    """What a label says of its bracket: alternative 0 is an optional one."""

    base: bytes
    dispute: bytes
    alternative: int


@lru_cache(1 << 16)
def mark(label: bytes) -> Mark | None:
    """The mark at the end of a label, if it has one."""
    found = _MARK.fullmatch(label) if b"?" in label else None
    return Mark(found[1], found[2] or b"", int(found[3] or 0)) if found else None


def unmarked(label: bytes) -> bytes:
    found = mark(label)
    return found.base if found else label


def settled(key: Relation, parse: Relation, bank: Bank, way: str) -> Relation:
    """The part of a key that counts; ``bank`` is where its rows and their labels come from.

    With ``ignore`` no disputed bracket does. With ``best`` an optional one does if the parse has it,
    and of each dispute the alternative with the most brackets matched less brackets crossed, over
    spans that are not also undisputed; of equal ones the first.
    """
    marks = [mark(label) for label in bank.labels.strings()]
    if not any(marks):
        return key
    labels = bank.label[key.row]
    disputed = np.array([one is not None for one in marks], bool)[labels]
    if way == "ignore" or not disputed.any():
        return key.where(~disputed)
    places = _places(key)
    hit = np.isin(places, _places(parse))
    crossed, _ = crosses(key, parse)
    plain = np.isin(places, places[~disputed])
    fits: dict[tuple[int, bytes], dict[int, dict[int, int]]] = defaultdict(dict)
    found = {row: one for row in np.flatnonzero(disputed).tolist() if (one := marks[labels[row]])}
    for row, one in found.items():
        if one.alternative:
            dispute = fits[int(places[row]) >> 2 * _BITS, one.dispute]
            value = 0 if plain[row] else int(hit[row]) - int(crossed[row])
            dispute.setdefault(one.alternative, {})[int(places[row])] = value
    best = {
        dispute: max(alternatives, key=lambda n: (sum(alternatives[n].values()), -n))
        for dispute, alternatives in fits.items()
    }
    keep = ~disputed
    for row, one in found.items():
        here = int(places[row]) >> 2 * _BITS, one.dispute
        keep[row] = best[here] == one.alternative if one.alternative else hit[row]
    return key.where(keep)


def _places(relation: Relation) -> Longs:
    """Sentence, start and end of each row as one number."""
    sentence = relation.sentence().astype(np.int64)
    return (((sentence << _BITS) | relation.first) << _BITS) | relation.second
