"""Disputed brackets of a key: optional brackets, and alternatives, of which a parse may have any.

A key marks them at the end of the label, with a question mark:

``VP?``      optional: a parse may have this bracket or not
``VP?1``     the bracket belongs to alternative 1 of the sentence's dispute; ``VP?2`` to alternative 2
``VP?a1``    the same where a sentence has several disputes: alternative 1 of dispute ``a``
``VP?a1+1``  a part: brackets of one sentence with the same label, number included, are one bracket

A bracket that belongs to two alternatives is written twice, one around the other. A tree cannot hold
brackets that cross, so one of two alternatives that cross is written in parts. The label
``?`` alone is an ordinary label. Gaizauskas, Hepple and Huyck (1998), section 4.1 and footnote 4.

>>> [mark(label) for label in (b"VP?", b"NP-SBJ?b12", b"VP?a1+2", b"VP", b"?")]
[Mark(base=b'VP', dispute=b'', alternative=0, part=0), \
Mark(base=b'NP-SBJ', dispute=b'b', alternative=12, part=0), \
Mark(base=b'VP', dispute=b'a', alternative=1, part=2), None, None]
"""

import re
from collections import defaultdict
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.model.packing import Packing
from karat.model.relation import Relation
from karat.model.rules import crossing

WAYS = ("ignore", "best")

_MARK = re.compile(rb"(.+?)\?(?:([A-Za-z]*)([1-9][0-9]{0,8}))?(?:\+([1-9][0-9]{0,8}))?")


class Mark(NamedTuple):
    """What a label says about its bracket: alternative 0 is optional, part 0 is a whole bracket."""

    base: bytes
    dispute: bytes
    alternative: int
    part: int = 0

    def may_cross(self, other: "Mark") -> bool:
        """Whether two brackets may cross: two alternatives of one dispute, or two optional brackets."""
        if self.alternative and other.alternative:
            return self.dispute == other.dispute and self.alternative != other.alternative
        return not self.alternative and not other.alternative


@lru_cache(1 << 16)
def mark(label: bytes) -> Mark | None:
    """The mark at the end of a label, if it has one."""
    found = _MARK.fullmatch(label) if b"?" in label else None
    if not found:
        return None
    return Mark(found[1], found[2] or b"", int(found[3] or 0), int(found[4] or 0))


def unmarked(label: bytes) -> bytes:
    found = mark(label)
    return found.base if found else label


def joined(key: Relation, bank: Bank) -> Relation:
    """The brackets of a key, with parts joined to whole brackets; the rows come from ``bank``.

    Alternatives may then cross. Rows stay in tree order, and a bracket has the row of its first part.

    >>> import karat
    >>> from karat.views.spans import spans
    >>> bank = karat.read_text("(S (A?1 a (B?2+1 ( b))) (B?2+1 ( c)))")
    >>> whole = joined(spans(bank), bank)
    >>> list(zip(whole.first.tolist(), whole.second.tolist()))
    [(0, 3), (0, 2), (1, 3)]
    """
    marks = [mark(label) for label in bank.labels.strings()]
    in_parts = np.array([one is not None and one.part > 0 for one in marks], bool)
    if not in_parts.any():
        return key
    label, sentence, second = bank.label[key.row], key.sentence(), key.second.copy()
    parts: dict[tuple[int, int], list[int]] = defaultdict(list)
    for row in np.flatnonzero(in_parts[label]).tolist():
        parts[int(sentence[row]), int(label[row])].append(row)
    keep = np.ones(len(key), bool)
    for (number, _), rows in parts.items():
        if any(key.first[b] != key.second[a] for a, b in pairwise(rows)):
            raise _fault(
                bank, number, f"the parts of {_text(bank, label[rows[0]])} are not adjacent"
            )
        second[rows[0]] = key.second[rows[-1]]
        keep[rows[1:]] = False
    whole = replace(key, second=second).where(keep)
    order = np.lexsort((whole.row, -whole.second, whole.first, whole.sentence()))
    columns = {name: getattr(whole, name)[order] for name in ("first", "second", "label", "row")}
    whole = replace(whole, **columns)
    for number in sorted({number for number, _ in parts}):
        _refuse_crossing(whole, bank, number)
    return whole


def _refuse_crossing(key: Relation, bank: Bank, sentence: int) -> None:
    """Stop at two brackets that cross although one parse could have both."""
    rows = range(int(key.offset[sentence]), int(key.offset[sentence + 1]))
    for a, b in combinations(rows, 2):
        if key.first[a] < key.first[b] < key.second[a] < key.second[b]:
            labels = [bank.labels[int(bank.label[key.row[row]])] for row in (a, b)]
            one, other = map(mark, labels)
            if not (one and other and one.may_cross(other)):
                names = " and ".join(label.decode("utf-8", "replace") for label in labels)
                raise _fault(
                    bank, sentence,
                    f"{names} cross; only alternatives of one dispute may cross, or optional brackets",
                )  # fmt: skip


def _text(bank: Bank, label: int) -> str:
    return bank.labels[int(label)].decode("utf-8", "replace")


def _fault(bank: Bank, sentence: int, what: str) -> InputError:
    return InputError(f"{bank.path}:{bank.line(sentence)}: {what}")


def settled(key: Relation, parse: Relation, bank: Bank, way: str) -> Relation:
    """The brackets of a joined key that count; its rows and labels come from ``bank``.

    With ``ignore``, disputed brackets do not count. With ``best``, an optional bracket counts if the
    parse has it, and for each dispute one alternative counts: the one with the highest number of
    matched minus crossed brackets, or the first if several are equal. Spans that are also undisputed
    do not affect this choice.
    """
    marks = [mark(label) for label in bank.labels.strings()]
    if not any(marks):
        return key
    labels = bank.label[key.row]
    disputed = np.array([one is not None for one in marks], bool)[labels]
    if way == "ignore" or not disputed.any():
        return key.where(~disputed)
    packing = Packing.of((key, parse))
    places = packing.keys(key)
    sentence = packing.sentence(places).tolist()
    hit = np.isin(places, packing.keys(parse))
    crossed = crossing(parse, key)
    plain = np.isin(places, places[~disputed])
    fits: dict[tuple[int, bytes], dict[int, dict[int, int]]] = defaultdict(dict)
    found = {row: one for row in np.flatnonzero(disputed).tolist() if (one := marks[labels[row]])}
    for row, one in found.items():
        if one.alternative:
            dispute = fits[sentence[row], one.dispute]
            value = 0 if plain[row] else int(hit[row]) - int(crossed[row])
            dispute.setdefault(one.alternative, {})[int(places[row])] = value
    best = {
        dispute: max(alternatives, key=lambda n: (sum(alternatives[n].values()), -n))
        for dispute, alternatives in fits.items()
    }
    keep = ~disputed
    for row, one in found.items():
        here = sentence[row], one.dispute
        keep[row] = best[here] == one.alternative if one.alternative else hit[row]
    return key.where(keep)
