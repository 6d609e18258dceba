"""Extracted dependencies and relations that cannot be right: cycles, and heads of the wrong class.

**Cycles.** Dependencies make a cycle if some word never leads to a root. Relations make one if a way
along them, from head to dependent, comes back to where it began. A relative clause does so rightly:
in *the clerk who smiled*, *clerk* is modified by *smile*, whose subject is *clerk*. So a way may not
go on from a word into a clause that modifies it (cmod, xmod) if it came to that word by a relation
that can be the gap of such a clause: subjects, objects, ncmod, predicates (*the fool that he is*), and
ccomp if a word introduces the clause (*it failed, which we had heard*).

**Heads.** Only verbs have subjects and objects. There are two reasons why another word may: ``file``,
the file's own dependency says so, and the word has no copula (*Food good*, *x = y*, *worth it*);
``verbless``, the smallest phrase around both words has no verb outside its clauses, in trees.
Punctuation, conjunctions and possessive marks are never heads; as dependents they may be words that
the sentence is about (*the word and*), so nothing is said about dependents.

>>> import karat
>>> from karat.views.gr import gr
>>> row = "{}\\t{}\\t{}\\t{}\\t_\\t_\\t{}\\t{}\\t_\\t_\\n".format
>>> text = row(1, "Food", "food", "NOUN", 2, "nsubj") + row(2, "good", "good", "ADJ", 0, "root") + "\\n"
>>> [(str(one.relation), one.reason) for one in wrong_heads(gr(karat.read_text(text), positions=True))]
[('ncsubj(good, food, _)', 'file')]
"""

from collections.abc import Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Longs
from karat.model.gr import Gr, listed
from karat.views.gr.graph import Sentence, sentences

_CLAUSES = ("cmod", "xmod")
_GAPS = ("ncsubj", "xsubj", "csubj", "dobj", "obj2", "iobj", "arg_mod", "ncmod")
_OF_VERBS = ("ncsubj", "xsubj", "csubj", "dobj", "obj2")
_ARGUMENTS = ("nsubj", "csubj", "expl", "obj", "iobj")
_NEVER_HEADS = frozenset((".", ",", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "CC", "POS"))


class Misplaced(NamedTuple):
    """A relation whose head is of the wrong class, and the reason, which is empty if there is none."""

    sentence: int
    relation: Gr
    tag: str
    reason: str


def dependency_cycles(bank: Bank) -> list[int]:
    """The sentences in which some word never leads to a root.

    >>> import karat
    >>> row = "{}\\t{}\\t_\\tX\\t_\\t_\\t{}\\tdep\\t_\\t_\\n"
    >>> dependency_cycles(karat.read_text(row.format(1, "a", 2) + row.format(2, "b", 1) + "\\n"))
    [0]
    """
    sizes = np.diff(bank.token_offset)
    first = np.repeat(bank.token_offset[:-1], sizes).astype(np.int64)
    head = bank.layer("edges")["head"].astype(np.int64)
    above: Longs = np.append(np.where(head >= 0, head + first, -1), -1)
    for _ in range(int(sizes.max(initial=1)).bit_length()):  # each time twice as far up
        above = above[above]
    lost = np.flatnonzero(above[:-1] >= 0)
    found: list[int] = np.unique(np.searchsorted(bank.token_offset, lost, "right") - 1).tolist()
    return found


def relation_cycles(bank: Bank) -> list[int]:
    """The sentences whose relations, with positions, make a cycle.

    >>> import karat
    >>> found = "(|xcomp| _ |be:1_VB| |go:2_VB|)\\n(|xcomp| _ |go:2_VB| |be:1_VB|)"
    >>> relation_cycles(karat.read_text(found, format="gr"))
    [0]
    """
    return [number for number in range(len(bank)) if _cyclic(listed(bank, number))]


def _cyclic(relations: Sequence[Gr]) -> bool:
    """Whether a way along relations comes back to a relation that it has already taken."""
    placed = [one for one in relations if one.head_at >= 0 <= one.dependent_at]
    onward = {
        number: [
            other
            for other, following in enumerate(placed)
            if following.head_at == one.dependent_at
            and not (following.label in _CLAUSES and _may_be_gap(one, following))
        ]
        for number, one in enumerate(placed)
    }
    try:
        TopologicalSorter(onward).prepare()
    except CycleError:
        return True
    return False


def _may_be_gap(one: Gr, clause: Gr) -> bool:
    if one.label == "ccomp":
        return clause.type != "_"
    return one.label in _GAPS or (one.label == "xcomp" and one.type == "_")


def wrong_heads(bank: Bank) -> Iterator[Misplaced]:
    """The relations, with positions, whose head is of the wrong class, by tags of the Penn Treebank."""
    graphs = sentences(bank) if "edges" in bank.layers else iter([None] * len(bank))
    for number, graph in enumerate(graphs):
        tags = [tag.decode("utf-8", "replace") for tag in bank.tags(number)]
        for one in listed(bank, number):
            if one.head_at < 0:
                continue
            tag = tags[one.head_at]
            verb = _verbal(tag) or (graph and graph.upos[one.head_at] in ("VERB", "AUX"))
            if tag in _NEVER_HEADS:
                yield Misplaced(number, one, tag, "")
            elif one.label in _OF_VERBS and not verb:
                spans = bank.spans(number)
                reason = _said(graph, one) if graph else _verbless(spans, tags, one)
                yield Misplaced(number, one, tag, reason)


def _verbal(tag: str) -> bool:
    """Whether a tag is that of a verb, or of the *to* of an infinitive that was left out."""
    return tag.startswith("V") or tag in ("MD", "TO")


def _said(graph: Sentence, one: Gr) -> str:
    """``file`` if the dependent is an argument of the head in the file, and the head has no copula."""
    labels = [name for head, name in graph.edges[one.dependent_at] if head == one.head_at]
    said = any(name.partition(":")[0] in _ARGUMENTS for name in labels)
    return "file" if said and not graph.having(one.head_at, "cop") else ""


def _verbless(spans: Sequence[tuple[int, int, bytes]], tags: Sequence[str], one: Gr) -> str:
    """``verbless`` if the smallest phrase around both words has no verb outside its clauses;
    ``tagged`` if the head begins a verb phrase, so that the tree makes a verb of what is tagged as a noun."""
    if any(start == one.head_at and label.startswith(b"VP") for start, _, label in spans):
        return "tagged"
    first = min(one.head_at, one.dependent_at if one.dependent_at >= 0 else one.head_at)
    last = max(one.head_at, one.dependent_at)
    around = [(end - start, start, end) for start, end, _ in spans if start <= first and last < end]
    if not around:
        return ""
    size, start, end = min(around)
    clauses = [
        range(a, b)
        for a, b, label in spans
        if label.startswith(b"S") and start <= a and b <= end and b - a < size
    ]
    verbs = [at for at in range(start, end) if _verbal(tags[at])]
    return "" if any(not any(at in one for one in clauses) for at in verbs) else "verbless"
