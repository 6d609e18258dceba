"""Constructions that are brackets of a tree."""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints
from karat.views.edit import among, around_words, parent_rows

_NOUN_PHRASES = (b"NP", b"WHNP")
_MARKS = (b",", b":", b"-LRB-", b"HYPH")


def spans(bank: Bank) -> dict[str, Ints]:
    """Rows of (first word, end, -1), by row of the Bank."""
    base = np.repeat(bank.token_offset[:-1], np.diff(bank.span_offset))
    start, end = base + bank.start, base + bank.end
    noun = among(bank, _NOUN_PHRASES)[bank.label]
    parent = parent_rows(bank)

    def rows(chosen: Bools) -> Ints:
        none = np.full(int(np.count_nonzero(chosen)), -1)
        found = np.stack([start[chosen], end[chosen], none], axis=1)
        return np.unique(found, axis=0).astype(np.int32)

    phrase, in_noun = among(bank, (b"NP",))[bank.label], noun[parent] & (parent >= 0)
    return {
        "minimal_np": rows(noun & ~_holds_another(noun, end)),
        "maximal_np": rows(noun & ~_within_another(noun, end)),
        "appositive": rows(phrase & in_noun & _renames(bank, parent, start, phrase)),
        "relative_clause": rows(_relative(bank, in_noun, start)),
        "parenthetical": rows(among(bank, (b"PRN",))[bank.label]),
    }


def _holds_another(chosen: Bools, end: Ints) -> Bools:
    """Of the chosen brackets, those that hold another: it would be the next one in pre-order."""
    rows = np.flatnonzero(chosen)
    result: Bools = np.zeros(len(chosen), np.bool_)
    result[rows[:-1]] = end[rows[1:]] <= end[rows[:-1]]
    return result


def _within_another(chosen: Bools, end: Ints) -> Bools:
    """Of the chosen brackets, those inside another: one before them that ends no earlier."""
    rows = np.flatnonzero(chosen)
    result: Bools = np.zeros(len(chosen), np.bool_)
    if len(rows):
        furthest = np.maximum.accumulate(end[rows])
        result[rows[1:]] = furthest[:-1] >= end[rows[1:]]
    return result


def _renames(bank: Bank, parent: Ints, start: Ints, phrase: Bools) -> Bools:
    """A noun phrase after a comma, in a noun phrase that begins with one and has no coordinator."""
    first = np.zeros(len(parent), np.bool_)
    rows = np.flatnonzero(parent >= 0)
    first[rows] = start[rows] == start[parent[rows]]
    leads = np.zeros(len(parent), np.bool_)
    leads[parent[np.flatnonzero(first & phrase & (parent >= 0))]] = True
    joined = _with_direct(bank, (b"CC",), (b"CONJP",), parent)
    mark = among(bank, _MARKS)[bank.tag]
    after_mark = np.zeros(len(parent), np.bool_)
    inner = np.flatnonzero((start > 0) & ~first)
    after_mark[inner] = mark[start[inner] - 1]
    return after_mark & leads[parent] & ~joined[parent]


def _with_direct(
    bank: Bank, tags: tuple[bytes, ...], labels: tuple[bytes, ...], parent: Ints
) -> Bools:
    """The brackets that have a word with such a tag, or a bracket with such a label, as a child."""
    found: Bools = np.zeros(len(parent) + 1, np.bool_)
    found[around_words(bank)[among(bank, tags)[bank.tag]]] = True
    found[parent[among(bank, labels)[bank.label]]] = True
    return found[:-1]


def _relative(bank: Bank, in_noun: Bools, start: Ints) -> Bools:
    """Subordinate clauses in a noun phrase that begin neither with a conjunction nor with *to*.

    The preposition of *to which* is in a phrase of its own; a conjunction is not.
    """
    clause = among(bank, (b"SBAR",))[bank.label] & in_noun
    rows = np.flatnonzero(clause & (bank.start < bank.end))
    first = start[rows]
    conjunction = among(bank, (b"IN",))[bank.tag][first] & (around_words(bank)[first] == rows)
    infinitive = (
        among(bank, (b"TO",))[bank.tag][first]
        & among(bank, (b"S", b"VP"))[bank.label[around_words(bank)[first]]]
    )
    result: Bools = np.zeros(len(clause), np.bool_)
    result[rows] = ~conjunction & ~infinitive
    return result
