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

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints
from karat.model.layers import Table
from karat.views.constructions import brackets, links
from karat.views.deps import without_nulls
from karat.views.deps.edges import dependencies, punctuation
from karat.views.deps.links import Links
from karat.views.edit import sentence_of_words

NAMES = (
    "minimal_np",
    "maximal_np",
    "appositive",
    "pp_modifier",
    "predicative",
    "relative_clause",
    "parenthetical",
    "predicate_argument",
)
# Columns of numbers: the sentence's first row, then the rows themselves.
_COLUMNS = ("first", "second", "third")


def constructions(bank: Bank, names: tuple[str, ...] = (), heads: str = "ud") -> Bank:
    """The Bank with the layer ``constructions``: a name and up to three numbers, -1 for none.

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
    bank = without_nulls(bank)
    linked = dependencies(bank, heads)
    found = brackets.spans(linked) if len(bank.label) else links.spans(Links(linked))
    found |= links.relations(Links(linked))
    wanted = names or NAMES
    rows = [(name, found[name]) for name in NAMES if name in wanted and name in found]
    sentences = sentence_of_words(bank)
    quiet = punctuation(linked)
    columns = [_stripped(bank, quiet, one) if _is_span(name) else one for name, one in rows]
    labels = [
        np.full(len(one), bank.labels.intern(name.encode()), np.int32)
        for (name, _), one in zip(rows, columns, strict=True)
    ]
    table = np.concatenate([*columns, np.zeros((0, 3), np.int32)])
    label = np.concatenate([*labels, np.zeros(0, np.int32)])
    # Every construction names a word first; its sentence is that of the word.
    sentence = sentences[table[:, 0]] if len(table) else np.zeros(0, np.int32)
    order = np.argsort(sentence, kind="stable")
    base = bank.token_offset[sentence]
    local = np.where(table >= 0, table - base[:, None], -1)[order]
    offset = np.searchsorted(sentence[order], np.arange(len(bank) + 1)).astype(np.int32)
    layer = Table(
        offset,
        {name: local[:, i].astype(np.int32) for i, name in enumerate(_COLUMNS)}
        | {"label": label[order]},
        interned=frozenset({"label"}),
    )
    return bank.with_layers(constructions=layer)


def _is_span(name: str) -> bool:
    return name not in ("predicative", "predicate_argument")


def _stripped(bank: Bank, quiet: Bools, rows: Ints) -> Ints:
    """Spans without punctuation at their ends; a span of nothing but punctuation is dropped."""
    words = len(bank.tag)
    loud = np.flatnonzero(~quiet)
    if not len(loud):
        return rows[:0]
    after = np.searchsorted(loud, rows[:, 0])
    before = np.searchsorted(loud, rows[:, 1]) - 1
    fine = after <= before
    start = loud[np.minimum(after, len(loud) - 1)]
    end = loud[np.maximum(before, 0)] + 1
    stripped = np.stack([start, end, rows[:, 2]], axis=1)[fine]
    assert not len(stripped) or stripped[:, :2].max() <= words  # ends are half-open
    return stripped.astype(np.int32)
