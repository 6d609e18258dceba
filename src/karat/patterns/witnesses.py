"""Witnesses: the nodes that a match of a pattern consists of, for people who ask why it matched.

>>> import karat
>>> from karat.patterns.forest import Forest, compiled
>>> forest = Forest.of(karat.read_text("(S (NP (NN dogs)) (VP (VBP bark)))"))
>>> witnesses(compiled("S < NP=subject < (VP !< NP)"), forest, np.array([True]))
{0: {0: '', 1: 'subject', 3: ''}}
"""

import numpy as np

from karat.model.columns import Longs
from karat.patterns.bindings import bindings, pairs
from karat.patterns.captures import relaxed_clauses, repeated
from karat.patterns.pattern import matches
from karat.patterns.terms import Clauses, Marks, Node, Related, Space, hold, within

# By the first node of each match: its nodes, in the order of the pattern, with their names.
Witnesses = dict[int, dict[int, str]]


def witnesses(node: Node, space: Space, sentences: Marks) -> Witnesses:
    """One witness for each node that a pattern fits in these sentences.

    If a name is repeated, only nodes with a name are listed beside the first one.
    """
    roots = matches(node, space)
    roots = roots[sentences[space.sentence[roots]]]
    found: Witnesses = {root: {root: node.name} for root in roots.tolist()}
    if not repeated(node):
        _follow(node.clauses, roots, roots, space, found)
        return found
    columns = bindings(node, space)
    names = list(columns)
    for first, *others in zip(*(column.tolist() for column in columns.values()), strict=True):
        if len(found.get(first, ())) == 1:
            there = zip(names[1:], others, strict=True)
            found[first].update({one: name for name, one in there if one >= 0})
    return found


def _follow(clauses: Clauses, at: Longs, roots: Longs, space: Space, found: Witnesses) -> None:
    """Add, for each node in ``at``, the first node that makes each clause true."""
    for clause in clauses if len(at) else ():
        if not clause.wanted:
            continue
        if isinstance(clause, Related):
            here, there = pairs(clause, np.unique(at), space)
            first = np.full(len(space.sentence), -1)
            first[here[::-1]] = there[::-1]  # the first of several is assigned last
            others = first[at]
            for root, other in zip(roots.tolist(), others.tolist(), strict=True):
                found[root].setdefault(other, clause.other.name)
            _follow(clause.other.clauses, others, roots, space, found)
            continue
        left = np.arange(len(at))
        for choice in clause.choices:
            holds = hold(relaxed_clauses(choice), space, np.unique(at[left]))
            chosen = within(at[left], holds)
            _follow(choice, at[left[chosen]], roots[left[chosen]], space, found)
            left = left[~chosen]
