"""The rows that two annotators do not share, in words, for any scheme."""

from collections.abc import Callable, Hashable, Sequence
from functools import partial

import numpy as np

from karat.analysis.gr_tables import Compared
from karat.analysis.pairs import Disagreements, Row, Which, side_by_side
from karat.model.bank import Bank
from karat.model.columns import Bools
from karat.model.gr import listed, relations
from karat.model.outcome import Item, Outcome
from karat.model.relation import Relation
from karat.model.scheme import Scheme

# A row's place, and a function that says what it is.
_Described = tuple[Hashable, Callable[[], str]]
# From the number of a row among those of its side, and its sentence.
_Describe = Callable[[int, int], _Described]


def disputed_rows(
    annotators: Which, outcome: Outcome, scheme: Scheme, keep: Bools, begin: int = 0,
    limit: int | None = None,
) -> Disagreements:  # fmt: skip
    """The rows of the sentences to ``keep`` that only one annotator has; ``begin`` came before."""
    sides = []
    hits = outcome.gold_hit, outcome.system_hit
    for side, (relation, hit) in enumerate(zip((outcome.gold, outcome.system), hits, strict=True)):
        sentence = relation.sentence()
        describe = _description(outcome, scheme, side, relation)
        rows = np.flatnonzero((hit == 0) & keep[sentence])
        both = zip(rows.tolist(), sentence[rows].tolist(), strict=True)
        sides.append([Row(at, *describe(row, at)) for row, at in both])
    return side_by_side(annotators, sides[0], sides[1], begin, limit)


def _description(outcome: Outcome, scheme: Scheme, side: int, relation: Relation) -> _Describe:
    bank = outcome.banks[side]
    if scheme.needs.layer == "edges" and scheme.rows != "links":
        return _dependencies(bank, relation)
    if scheme.picture == "names":
        return lambda row, at: (row if side else -row - 1, lambda: _label(bank, relation, row))
    if scheme.rows == "words":
        return _tags(bank, relation)
    if outcome.items is not None:
        return _items(outcome.items, side, bank, relation)
    return _brackets(bank, relation)


def _items(
    items: Callable[[int, int], Sequence[Item]], side: int, bank: Bank, relation: Relation
) -> _Describe:
    """name: words; the question is what these words are."""

    def describe(row: int, at: int) -> _Described:
        item = items(side, at)[row - int(relation.offset[at])]
        return item.parts, lambda: f"{item.name}: {item.said(_words(bank, at))}"

    return describe


def _dependencies(bank: Bank, relation: Relation) -> _Describe:
    """label(head-2, word-4); the question is what a word's head is."""

    def describe(row: int, at: int) -> _Described:
        word = int(relation.first[row])

        def text() -> str:
            words, head = _words(bank, at), int(relation.second[row])
            above = f"{words[head]}-{head + 1}" if head >= 0 else "ROOT"
            return f"{_label(bank, relation, row)}({above}, {words[word]}-{word + 1})"

        return word, text

    return describe


def _brackets(bank: Bank, relation: Relation) -> _Describe:
    """(NP the dog); the question is what stands over these words."""

    def describe(row: int, at: int) -> _Described:
        mine = int(relation.row[row])
        start, end = int(bank.start[mine]), int(bank.end[mine])

        def text() -> str:
            label = bank.labels[int(bank.label[mine])].decode("utf-8", "replace")
            return f"({label} {' '.join(_words(bank, at)[start:end])})"

        return (start, end), text

    return describe


def _tags(bank: Bank, relation: Relation) -> _Describe:
    """dog-2 NN; the question is what a word is."""

    def describe(row: int, at: int) -> _Described:
        word = int(relation.row[row] - bank.token_offset[at])
        return word, lambda: f"{_words(bank, at)[word]}-{word + 1} {_label(bank, relation, row)}"

    return describe


def _label(bank: Bank, relation: Relation, row: int) -> str:
    return bank.labels[int(relation.label[row])].decode("utf-8", "replace")


def _words(bank: Bank, sentence: int) -> Sequence[str]:
    return [word.decode("utf-8", "replace") for word in bank.words(sentence)]


def disputed_relations(
    annotators: Which, compared: Compared, keep: Bools, begin: int = 0, limit: int | None = None
) -> Disagreements:
    """Grammatical relations that are not shared; two that differ only in name are side by side."""
    outcome, pairs = compared.outcome, compared.other_names()
    partner = dict(zip(pairs.system.tolist(), pairs.gold.tolist(), strict=True))
    sides = []
    for side, bank in enumerate((compared.gold, compared.system)):
        rows = compared.sides[side]
        sentence = rows.sentence()
        hit = (outcome.gold_hit, outcome.system_hit)[side]
        left = np.flatnonzero((hit == 0) & keep[sentence])
        numbers = zip(*(one[left].tolist() for one in (sentence, rows.relation.row)), strict=True)
        sides.append([
            Row(at, partner.get(row, -1 - row) if side else row, partial(_relation, bank, at, mine))
            for row, (at, mine) in zip(left.tolist(), numbers, strict=True)
        ])  # fmt: skip
    return side_by_side(annotators, sides[0], sides[1], begin, limit)


def _relation(bank: Bank, sentence: int, row: int) -> str:
    """A relation as text; ``row`` is its row among those of all sentences."""
    return str(listed(bank, sentence)[row - relations(bank).rows(sentence).start])
