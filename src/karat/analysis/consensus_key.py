"""A key of the brackets that all analyses of a sentence share, with disputed brackets marked.

A bracket that all analyses have is in the key. A bracket that only some have, and that no other
crosses, is optional (``VP?``). Brackets that cross each other are a dispute: each analysis that has
some of them is an alternative (``VP?a1``, ``NP?a2``). If one analysis has none of them, all are
optional. A tree cannot hold brackets that cross, so the later of two is written in parts
(``NP?a2+1``); ``comparison/disputes.py`` puts the parts together again.

The alternative with the fewest brackets comes first, then the one with the most analyses. So every
analysis fits the key made from it completely, under ``flat(disputed=best)`` as well as ``ignore``.

Gaizauskas, Hepple and Huyck (1998), section 4.1 and footnote 4.

>>> import karat
>>> from karat.formats.brackets import dumps
>>> texts = "(S it (VP is (AP good (S to go))))", "(S it (VP is good) (S to go))"
>>> print(dumps(consensus_key([karat.read_text(text) for text in texts])), end="")
(S it (VP? (VP?a1 is (AP?a2+1 ( good))) (AP?a2+1 (S to go))))
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, pairwise, product
from string import ascii_lowercase
from typing import NamedTuple, TypeAlias

import numpy as np

from karat.analysis.voting import in_all, spelt_alike
from karat.comparison.disputes import mark
from karat.comparison.faithful import nameless_root
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.views.edit import keep_brackets, with_spans
from karat.views.nulls import without_nulls
from karat.views.prune import prune

Span: TypeAlias = tuple[int, int]
# The spans of an analysis, with their labels.
Spans: TypeAlias = dict[Span, bytes]

# A label for brackets that have none: a mark needs something before it.
_NAMELESS = b"X"


class Bracket(NamedTuple):
    """A bracket of a key, or a part of one; ``whole`` is the span of the whole."""

    start: int
    end: int
    label: bytes
    whole: Span


def consensus_key(banks: Sequence[Bank]) -> Bank:
    """The key of analyses of the same sentences; it has every word but no null elements.

    A sentence whose words differ has no brackets in it.
    """
    for bank in banks:
        _refuse_marks(bank)
    bare = spelt_alike([without_nulls(bank) for bank in banks])
    bare = [prune(keep_brackets(bank, ~nameless_root(bank))) for bank in bare]
    same = in_all(bare)
    brackets = [
        key_of([constituents(bank, i) for bank in bare]) if same[i] else []
        for i in range(len(bare[0]))
    ]
    rows = [bracket for sentence in brackets for bracket in sentence]
    offset = np.cumsum([0, *map(len, brackets)]).astype(np.int32)
    start, end = (np.array([row[at] for row in rows], np.int32) for at in (0, 1))
    label = np.array([bare[0].labels.intern(row.label) for row in rows], np.int32)
    return with_spans(bare[0], offset, start, end, label)


def _refuse_marks(bank: Bank) -> None:
    """A label that looks like a mark would be taken for one in the key."""
    for number in np.unique(bank.label).tolist():
        if mark(bank.labels[number]):
            label = bank.labels[number].decode("utf-8", "replace")
            raise InputError(
                f"{bank.path}: in a key the label {label} would mark a disputed bracket; rename it"
            )


def constituents(bank: Bank, sentence: int) -> Spans:
    """The distinct spans of a sentence, with the outermost label of each that has one."""
    found: Spans = {}
    for start, end, label in bank.spans(sentence):
        if start < end:
            found[start, end] = found.get((start, end)) or label
    return found


def key_of(analyses: Sequence[Spans]) -> list[Bracket]:
    """The brackets of a sentence's key in tree order, marked and in parts where that is needed."""
    label: Spans = {}
    for analysis in reversed(analyses):
        label |= {span: name or _NAMELESS for span, name in analysis.items()}
    times = Counter(span for analysis in analyses for span in analysis)
    agreed = [span for span in label if times[span] == len(analyses)]
    marked = [Bracket(*span, label[span], span) for span in sorted(agreed)]
    names = _names()
    for group in disputes(span for span in label if times[span] < len(analyses)):
        alternatives = _alternatives(group, analyses)
        name = next(names) if alternatives else b""
        for number, some in enumerate(alternatives or [group], 1):
            sign = b"?%s%d" % (name, number) if alternatives else b"?"
            marked += [Bracket(*span, label[span] + sign, span) for span in sorted(some)]
    return _in_tree(marked)


def disputes(spans: Iterable[Span]) -> list[list[Span]]:
    """Spans grouped so that those that cross, directly or through others, are together."""
    groups: list[list[Span]] = []
    for span in sorted(spans):
        near = [group for group in groups if any(_cross(span, other) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([*(other for group in near for other in group), span])
    return sorted(groups, key=min)


def _alternatives(group: Sequence[Span], analyses: Sequence[Spans]) -> list[frozenset[Span]]:
    """The alternatives of a dispute; empty if its brackets are optional."""
    if len(group) == 1:
        return []
    times = Counter(frozenset(span for span in group if span in analysis) for analysis in analyses)
    if frozenset() in times:
        return []
    return sorted(times, key=lambda some: (len(some), -times[some], sorted(some)))


def _names() -> Iterator[bytes]:
    """a, b, … z, aa, ab …"""
    for length in count(1):
        for letters in product(ascii_lowercase, repeat=length):
            yield "".join(letters).encode()


def _cross(one: Span, other: Span) -> bool:
    (a, b), (c, d) = sorted((one, other))
    return a < c < b < d


def _in_tree(brackets: Sequence[Bracket]) -> list[Bracket]:
    """The brackets in tree order; a bracket that crosses an earlier one is split into parts."""
    placed: list[Bracket] = []
    number = 0
    for start, end, label, whole in brackets:
        cuts = {
            edge
            for other in placed
            if _cross((start, end), other[:2])
            for edge in other[:2]
            if start < edge < end
        }
        if cuts:
            number += 1
            label += b"+%d" % number
        edges = sorted({start, end} | cuts)
        placed += [Bracket(a, b, label, whole) for a, b in pairwise(edges)]
    # If parts have the same words, the part of the larger bracket is outside.
    return sorted(placed, key=lambda one: (one.start, -one.end, one.whole[0] - one.whole[1]))
