"""Bare noun phrases beside a verb: recipients, direct objects, predicates and adverbials.

The head rules call every noun phrase after a verb its object. Here the table ``[objects]`` of
``data/heads/NAME.toml`` tells them apart:

=================================  ============================================================
*gave Mary books*                  the first of two objects is the recipient
*told Mary that it rains*          so is an object before a clause, after a verb that takes two
*called Mary a genius*             after a verb of naming, the second is a predicate of the first
*gave a talk last week*            a time is an adverbial: after an object, or if it is dated
*moved the car two feet*           and so are a measure and a reflexive after an object
=================================  ============================================================
"""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs
from karat.views import edit
from karat.views.deps.headrules import HeadRules
from karat.views.deps.hung import Hung

# After a recipient with one of these tags, "a day" may be the direct object.
_PERSONS = (b"PRP", b"NNP", b"NNPS")
# If one of these, a comma or a coordinator is between two objects, they do not share a verb.
_BETWEEN = "VP verb be have do get ."


def label_objects(bank: Bank, rules: HeadRules, hung: Hung, label: Ints) -> Ints:
    """The labels of all links, with bare objects distinguished; unchanged without a table."""
    named = rules.objects
    if not named:
        return label
    rows, later = _objects(bank, rules, hung, label)
    adverbial = _adverbial(bank, hung, rows, later)
    rest = rows[~adverbial]
    # If the object before it is no object any more, an object begins a new group.
    begins = np.flatnonzero(np.append(np.diff(np.cumsum(~later)[~adverbial], prepend=0) > 0, True))
    first, size = begins[:-1], np.diff(begins)
    naming = hung.words_among("naming", hung.head[rest[first]])
    two = size > 1
    result = label.copy()
    result[rows[adverbial]] = bank.labels.intern(named["adverbial"].encode())
    result[rest[first[two & naming] + 1]] = bank.labels.intern(named["predicate"].encode())
    told = (size == 1) & _before_clause(bank, rules, hung, rest[first], label)
    recipients = rest[first[two & ~naming | told]]
    result[recipients] = bank.labels.intern(named["recipient"].encode())
    return result


def _objects(bank: Bank, rules: HeadRules, hung: Hung, label: Ints) -> tuple[Longs, Bools]:
    """The words that head an object after its verb, and whether each follows another object of it."""
    rows = np.flatnonzero(label == bank.labels.find(rules.objects["label"].encode()))
    rows = rows[hung.item[rows] > hung.governor[hung.item[rows]]]
    rows = rows[np.argsort(hung.item[rows])]
    item = hung.item[rows]
    between = (hung.table.separator > 0) | hung.among(_BETWEEN)
    apart = np.cumsum(between[hung.kind])
    same = np.stack([hung.owner[item], hung.governor[item], apart[item]])
    later: Bools = np.zeros(len(rows), np.bool_)
    later[1:] = (same[:, 1:] == same[:, :-1]).all(axis=0)
    return rows, later


def _adverbial(bank: Bank, hung: Hung, rows: Longs, later: Bools) -> Bools:
    """Which objects are really times, measures or reflexives."""

    first = _first_words(bank, hung, rows)
    time, verb = hung.words_among("time", rows), hung.head[rows]
    number = bank.tag[first] == bank.labels.find(b"CD")
    dated = (hung.words_among("dated", first) | number) & ~hung.words_among("spending", verb)
    given = hung.words_among("giving", verb) & (hung.words_among("counted", first) | number)
    given[1:] &= ~later[1:] | np.isin(
        bank.tag[rows[:-1]], [bank.labels.find(tag) for tag in _PERSONS]
    )
    measure = hung.words_among("reflexive", rows) | hung.words_among("unit", rows)
    found: Bools = (time & (dated | later) & ~given) | (measure & later)
    return found


def _first_words(bank: Bank, hung: Hung, rows: Longs) -> Longs:
    """The first word of the phrase of each of these heads."""
    found = hung.items[hung.item[rows]].astype(np.int64)
    phrases = found < 0
    start = edit.first_words(bank) + bank.start
    found[phrases] = start[~found[phrases]]
    return found


def _before_clause(bank: Bank, rules: HeadRules, hung: Hung, rows: Longs, label: Ints) -> Bools:
    """Which objects of verbs that take two have a clause after them in the same phrase."""
    clauses = np.flatnonzero(label == bank.labels.find(rules.objects["clause"].encode()))
    clauses = clauses[hung.item[clauses] >= 0]
    last = np.full(len(hung.begin), -1)
    np.maximum.at(last, hung.owner[hung.item[clauses]], hung.item[clauses])
    item = hung.item[rows]
    telling = hung.words_among("telling", hung.head[rows])
    found: Bools = telling & (last[hung.owner[item]] > item)
    return found
