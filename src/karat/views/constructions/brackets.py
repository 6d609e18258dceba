"""Constructions that are brackets of a tree."""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints
from karat.views.edit import among, around_words, first_words, parent_rows


def spans(bank: Bank) -> dict[str, Ints]:
    """Rows of (first word, end, -1), by row of the Bank."""
    base = first_words(bank)
    start, end = base + bank.start, base + bank.end
    noun = among(bank, (b"NP", b"WHNP"))[bank.label]
    parent = parent_rows(bank)

    def rows(chosen: Bools) -> Ints:
        found = np.stack([start, end, np.full_like(end, -1)], axis=1)[chosen]
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
    """Which chosen brackets contain another; that would be the next one in pre-order."""
    rows = np.flatnonzero(chosen)
    result: Bools = np.zeros(len(chosen), np.bool_)
    result[rows[:-1]] = end[rows[1:]] <= end[rows[:-1]]
    return result


def _within_another(chosen: Bools, end: Ints) -> Bools:
    """Which chosen brackets are inside another: an earlier one that does not end before them."""
    rows = np.flatnonzero(chosen)
    result: Bools = np.zeros(len(chosen), np.bool_)
    result[rows[1:]] = np.maximum.accumulate(end[rows])[:-1] >= end[rows[1:]]
    return result


def _renames(bank: Bank, parent: Ints, start: Ints, phrase: Bools) -> Bools:
    """A noun phrase after a comma, in a noun phrase that begins with one and has no coordinator."""
    first = (parent >= 0) & (start == start[parent])
    leads, joined = np.zeros(
        (2, len(parent) + 1), np.bool_
    )  # the last row means: no bracket around
    leads[parent[first & phrase]] = True
    joined[around_words(bank)[among(bank, (b"CC",))[bank.tag]]] = True
    joined[parent[among(bank, (b"CONJP",))[bank.label]]] = True
    mark = among(bank, (b",", b":", b"-LRB-", b"HYPH"))[bank.tag]
    found: Bools = (start > 0) & ~first & mark[start - 1] & leads[parent] & ~joined[parent]
    return found


def _relative(bank: Bank, in_noun: Bools, start: Ints) -> Bools:
    """Subordinate clauses in a noun phrase that begin neither with a conjunction nor with *to*.

    The preposition of *to which* is in a phrase of its own; a conjunction is not.
    """
    clause = among(bank, (b"SBAR",))[bank.label] & in_noun
    rows = np.flatnonzero(clause & (bank.start < bank.end))
    tag, around = bank.tag[start[rows]], around_words(bank)[start[rows]]
    conjunction = among(bank, (b"IN",))[tag] & (around == rows)
    infinitive = among(bank, (b"TO",))[tag] & among(bank, (b"S", b"VP"))[bank.label[around]]
    result: Bools = np.zeros(len(clause), np.bool_)
    result[rows] = ~conjunction & ~infinitive
    return result
