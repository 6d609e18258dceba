"""Expletives: *it* that stands for a clause after the predicate, or for nothing.

The table ``[expletive]`` of ``data/heads/NAME.toml`` names the labels. *it* is an expletive, and the
clause the subject, if the clause stands beside

- a predicate with a copula, or an adjective after another verb (*it is good that*, *became clear that*);
- a passive verb that has the clause for its object (*it was found that*);
- a verb that says what something takes or does to somebody (*it takes time to*, the class ``costing``).

After verbs like *seem* (the class ``seeming``), *it* is an expletive, and the clause a complement. With
verbs of the weather it stands for nothing. A clause inside the predicate is not beside it: *it is ready
to go*, where the clause is in the adjective phrase.
"""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs
from karat.views.deps.headrules import HeadRules
from karat.views.deps.hung import Hung


def mark_expletives(bank: Bank, rules: HeadRules, hung: Hung, label: Ints) -> Ints:
    """The labels of all links, with expletive *it* and its clauses; unchanged without a table."""
    if not rules.expletive:
        return label
    named = {key: bank.labels.intern(name.encode()) for key, name in rules.expletive.items()}
    rows = np.flatnonzero((label == named["subject"]) & hung.among("it")[hung.tag_kind])
    if not len(rows):
        return label
    it: Longs = np.full(len(label) + 1, -1)
    it[hung.head[rows]] = rows
    result = label.copy()
    clauses = _clauses(hung, label, named, it)
    above = hung.head[clauses]
    predicate = _marked(hung, label == named["copula"]) | _marked(
        hung, _adjectives(hung, label, named)
    )
    passive = _marked(hung, label == named["passive"])
    complement = label[clauses] == named["complement"]
    costing = hung.words_among("costing", above)
    subject = predicate[above] | (passive[above] & complement) | costing
    result[clauses[subject]] = named["clause"]
    seeming = hung.words_among("seeming", above) & ~subject
    result[clauses[seeming]] = named["complement"]
    result[it[above[subject | seeming]]] = named["label"]
    result[rows[hung.words_among("weather", hung.head[rows])]] = named["label"]
    return result


def _clauses(hung: Hung, label: Ints, named: dict[str, int], it: Longs) -> Longs:
    """The heads of clauses after a predicate with *it*, right beside the predicate."""
    kinds = [named["complement"], named["open"], named["clause"]]
    found = np.isin(label, kinds) & (it[hung.head] >= 0)
    rows = np.flatnonzero(found & (np.arange(len(label)) > hung.head))
    item = hung.item[rows]
    clause = hung.among("S SBAR !SBAR-NOM")[hung.kind[item]]
    beside = hung.among("VP SQ S")[hung.bracket_kind[hung.owner[item]]]
    found_rows: Longs = rows[clause & beside]
    return found_rows


def _adjectives(hung: Hung, label: Ints, named: dict[str, int]) -> Bools:
    """Which words head an adjective phrase that is the predicate of another verb."""
    kind = np.where(hung.item >= 0, hung.kind[hung.item], 0)
    found: Bools = (label == named["open"]) & (hung.item >= 0) & hung.among("ADJP")[kind]
    return found


def _marked(hung: Hung, chosen: Bools) -> Bools:
    """The words that are the head of a chosen word."""
    found: Bools = np.zeros(len(chosen) + 1, np.bool_)
    found[hung.head[chosen]] = True
    found[-1] = False
    return found
