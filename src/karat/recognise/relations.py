"""Grammatical relations as graphs that rules look at: words are nodes, relations edges.

An edge goes from the head to the dependent. Its label is the relation with its type and its initial
relation after colons, where they are not empty: ``ncsubj(dump, John, obj)`` is ncsubj:obj,
``arg_mod(by, dump, Mary, subj)`` is arg_mod:by:subj. So ``ncsubj`` fits every subject, and ``ncsubj:`` only
those that were subjects from the beginning. A word is known by its position if the file gives it,
otherwise by its text: then two words of a sentence that are written alike are one node. A relation of one
word, as RASP's ``passive(die)``, is an edge from the word to itself.
"""

from collections.abc import Sequence

import numpy as np

from karat.formats import read_text
from karat.model.bank import Bank
from karat.model.gr import EMPTY, Gr, listed, relations
from karat.patterns.graph import Graph
from karat.patterns.pattern import Marks

FORMAT = "gr"
_EMPTY = EMPTY.decode()


def bank(texts: Sequence[str]) -> Bank:
    """Relations, one text per sentence; an empty text is a sentence without relations."""
    lines = ("\n".join(line for line in text.split("\n") if line.strip()) for text in texts)
    return read_text("".join((one or "()") + "\n\n" for one in lines), format=FORMAT)


def given(bank: Bank) -> Marks:
    """The sentences that have relations and no fault."""
    return np.asarray((bank.fault == 0) & (np.diff(relations(bank).offset) > 0), bool)


def graph(bank: Bank) -> Graph:
    """The words that relations name, in the order in which they are named first.

    >>> from karat.patterns.graph import compiled
    >>> from karat.patterns.pattern import match
    >>> found = graph(bank(["ncsubj(try, he, _)\\nncsubj(sleep, he, _)\\nxcomp(to, try, sleep)"]))
    >>> match(compiled("{} >ncsubj {}=he >xcomp:to ({} >ncsubj =he)"), found).tolist()
    [True, False, False]
    """
    sentence: list[int] = []
    forms: list[str | None] = []
    deprels: list[str | None] = []
    edges: list[tuple[int, int, str]] = []
    for i in range(len(bank)):
        nodes: dict[tuple[str, int], int] = {}
        for one in listed(bank, i):
            label = _label(one)
            ends = []
            for text, at in ((one.head, one.head_at), (one.dependent, one.dependent_at)):
                if text in ("", _EMPTY):
                    continue
                node = nodes.setdefault(("", at) if at >= 0 else (text, -1), len(sentence))
                if node == len(sentence):
                    sentence.append(i)
                    forms.append(text)
                    deprels.append(None)
                ends.append(node)
            if ends:
                edges.append((ends[0], ends[-1], label))
                deprels[ends[-1]] = deprels[ends[-1]] or label
    heads, dependents, labels = zip(*edges, strict=True) if edges else ((), (), ())
    attributes = {"form": forms, "lemma": forms, "deprel": deprels}
    return Graph(len(bank), np.array(sentence, np.int64), attributes, heads, dependents, labels)


def _label(one: Gr) -> str:
    """The relation with its type and its initial relation.

    >>> _label(Gr("arg_mod", "by", "dump", "Mary", "subj")), _label(Gr("dobj", "", "see", "it", "_"))
    ('arg_mod:by:subj', 'dobj')
    """
    return ":".join(
        [one.label, *(slot for slot in (one.type, one.initial) if slot not in ("", _EMPTY))]
    )
