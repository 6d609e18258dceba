"""Constructions: single phenomena that an application may need a parser for.

``minimal_np``          a noun phrase with no other in it: where it starts and ends
``maximal_np``          a noun phrase in no other
``appositive``          a noun phrase that renames the one before it
``pp_modifier``         a preposition phrase, with the word it modifies
``predicative``         a predicate with a copula: its head, and the head of its subject
``relative_clause``     a clause that modifies a noun
``parenthetical``       a remark in brackets or between dashes
``predicate_argument``  a verb, its subject and its object; one of the two may be missing

Spans have no punctuation at either end. Relations between words (the fourth, fifth and last) are
taken from dependencies; for trees, head rules make these.
"""

import numpy as np

from karat.files.profile import DEFAULT, Profile
from karat.model.bank import Bank
from karat.model.columns import Ints, Longs
from karat.model.layers import Table
from karat.views.constructions import brackets, links
from karat.views.deps.edges import dependencies, punctuation
from karat.views.deps.links import Links
from karat.views.edit import sentence_of_words
from karat.views.nulls import without_nulls
from karat.views.profile import as_ptb, grammar_of

NAMES = (
    "minimal_np", "maximal_np", "appositive", "pp_modifier", "predicative", "relative_clause",
    "parenthetical", "predicate_argument",
)  # fmt: skip
_RELATIONS = ("predicative", "predicate_argument")


def constructions(
    bank: Bank, names: tuple[str, ...] = (), heads: str = "ud", profile: Profile | str = DEFAULT
) -> Bank:
    """The Bank with the layer ``constructions``: a name and up to three numbers, -1 for none.

    ``profile`` is a grammar profile, which says what the labels and tags of trees are.

    >>> import karat
    >>> tree = "(S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (NP (NNS cats)) (PP (IN in) (NP (NN town))))))"
    >>> bank = constructions(karat.read_text(tree))
    >>> layer = bank.layers["constructions"]
    >>> for row in zip(layer["label"], layer["first"], layer["second"], layer["third"]):
    ...     print(bank.labels[row[0]].decode(), *map(int, row[1:]))
    minimal_np 0 2 -1
    minimal_np 3 4 -1
    minimal_np 5 6 -1
    maximal_np 0 2 -1
    maximal_np 3 6 -1
    pp_modifier 4 6 3
    predicate_argument 2 1 3
    """
    grammar = grammar_of(profile)
    bank = without_nulls(bank, grammar)
    linked = dependencies(as_ptb(bank, grammar) if bank.has_trees else bank, heads)
    found = brackets.spans(linked) if len(bank.label) else links.spans(Links(linked))
    found |= links.relations(Links(linked))
    wanted = names or NAMES
    chosen = [name for name in NAMES if name in wanted and name in found]
    loud = np.flatnonzero(~punctuation(linked))
    rows = [found[name] if name in _RELATIONS else _stripped(loud, found[name]) for name in chosen]
    numbers = np.array([bank.labels.intern(name.encode()) for name in chosen], np.int32)
    label = np.repeat(numbers, [len(one) for one in rows])
    table = np.concatenate([*rows, np.zeros((0, 3), np.int32)])
    # Every construction names a word first; its sentence is that of the word.
    sentence = sentence_of_words(bank)[table[:, 0]]
    order = np.argsort(sentence, kind="stable")
    base = bank.token_offset[sentence]
    local = np.where(table >= 0, table - base[:, None], -1)[order].astype(np.int32)
    offset = np.searchsorted(sentence[order], np.arange(len(bank) + 1)).astype(np.int32)
    columns = dict(zip(("first", "second", "third"), local.T, strict=True))
    columns["label"] = label[order]
    return bank.with_layers(constructions=Table(offset, columns, interned=frozenset({"label"})))


def _stripped(loud: Longs, rows: Ints) -> Ints:
    """Spans without punctuation at their ends; a span of nothing but punctuation is dropped."""
    after, before = np.searchsorted(loud, rows[:, 0]), np.searchsorted(loud, rows[:, 1]) - 1
    fine = after <= before
    spans = (loud[after[fine]], loud[before[fine]] + 1, rows[fine, 2])
    return np.stack(spans, axis=1).astype(np.int32)
