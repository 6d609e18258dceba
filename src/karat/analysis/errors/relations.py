"""The errors of grammatical relations: missed relations paired with spurious ones by what they agree in.

What cannot be paired is an error by itself. If the system took one word for another in several relations,
because it took the wrong word for the head of a phrase, these relations are one error.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np

from karat.analysis.errors.frame import Error, Rows
from karat.analysis.errors.mending import mended_rows
from karat.comparison.gr.compare import Matched
from karat.files import resources
from karat.model.bank import Bank
from karat.model.columns import Longs, Numbers
from karat.model.errors import InputError, UsageError
from karat.model.gr import EMPTY, WHOLE, Gr, listed
from karat.model.outcome import Outcome, Status
from karat.model.relation import Relation
from karat.model.scheme import Scheme

SLOT, LABEL, HEAD, DEPENDENT = "slot", "label", "head", "dependent"
PP, MISSED, SPURIOUS = "PP attachment", "missed relation", "spurious relation"
CAUSES = (
    SLOT, LABEL, PP, "clause attachment", "modifier attachment", HEAD, DEPENDENT, MISSED, SPURIOUS,
)  # fmt: skip
GROUPS = ("label",)
_FOLLOWS = frozenset(
    {"gold", "system", "matched", "gold_relations", "system_relations", "exact", "sentences"}
)


class _Row(NamedTuple):
    """A relation: its row in the outcome, its words as they are compared (None: empty), and as text."""

    row: int
    head: int | None
    dependent: int | None
    told: Gr

    @property
    def label(self) -> str:
        return self.told.label


class _Pair(NamedTuple):
    """A missed and a spurious relation, or one of them; with the cause if it is an error by itself.

    ``swap`` is a word of gold and the word that the system has instead. ``decides``: all relations with
    this swap are one error.
    """

    cause: str
    gold: _Row | None
    system: _Row | None
    swap: tuple[int | None, int | None] | None = None
    decides: bool = False


_Key: TypeAlias = Callable[[_Row], tuple[str | int | None, ...]]


class _Way(NamedTuple):
    """A way to pair relations: those with the same key, of which no part is None."""

    cause: str
    gold: _Key
    system: _Key
    # Whether the two relations are about one mistake in the structure of a phrase.
    decides: bool = False


def _way(cause: str, key: _Key, *, decides: bool = False) -> _Way:
    return _Way(cause, key, key, decides)


# The first that fits is taken: relations that agree in most of what they say.
_WAYS = (
    _way(SLOT, lambda row: (row.label, row.head, row.dependent)),
    _way(LABEL, lambda row: (row.head, row.dependent)),
    _way(HEAD, lambda row: (row.label, row.dependent)),
    _way(DEPENDENT, lambda row: (row.label, row.head, row.told.type), decides=True),
    # Head and dependent have changed places.
    _Way(HEAD, lambda row: (row.head, row.dependent), lambda row: (row.dependent, row.head), True),
    _way(HEAD, lambda row: (row.dependent,)),
)


def classify(outcome: Outcome, scheme: Scheme, wrong: Rows, sentences: Longs) -> list[Error]:
    """The errors of these sentences."""
    _refuse(outcome, scheme)
    empty = {0, outcome.banks[0].labels.intern(EMPTY)}
    lost, extra = (set(np.flatnonzero(mark).tolist()) for mark in wrong)
    found = list[Error]()
    for sentence in sentences.tolist():
        gold, system = (
            _rows(side, bank, sentence, empty)
            for side, bank in zip((outcome.gold, outcome.system), outcome.banks, strict=True)
        )
        pairs = _pairs(
            [row for row in gold if row.row in lost], [row for row in system if row.row in extra]
        )
        prepositions = _prepositions(gold)
        words = tuple(outcome.banks[0].token_offset[[sentence, sentence + 1]].tolist())
        found += (
            replace(_error(sentence, group, prepositions), words=words)
            for group in _together(pairs)
        )
    return found


def follows(scheme: Scheme) -> frozenset[str]:
    """All counts but those of pairs with any names."""
    return _FOLLOWS


def mended(outcome: Outcome, scheme: Scheme, put_right: Rows) -> Outcome:
    """The outcome if these rows were right."""
    found = mended_rows(outcome, put_right)
    gold, system = (_sizes(side) for side in (found.gold, found.system))
    matched = np.bincount(found.gold.sentence()[found.gold_hit == 1], minlength=len(gold))
    exact = (gold == matched) & (system == matched) & (found.status == Status.SCORED)
    counts: dict[str, Numbers] = {
        **outcome.counts, "gold": gold, "system": system, "matched": matched, "exact": exact,
        "gold_relations": gold, "system_relations": system,
    }  # fmt: skip
    return replace(found, counts=counts)


def said(outcome: Outcome, side: int, row: int) -> str:
    """A relation with its slots."""
    bank, relation = outcome.banks[side], (outcome.gold, outcome.system)[side]
    sentence = int(np.searchsorted(relation.offset, row, "right")) - 1
    first = bank.layers["gr"].rows(sentence).start
    return str(listed(bank, sentence)[int(relation.row[row]) - first])


def _sizes(side: Relation) -> Longs:
    return np.diff(side.offset).astype(np.int64)


def _refuse(outcome: Outcome, scheme: Scheme) -> None:
    """Refuse what counts relations as partly right: then errors do not explain all that is lost."""
    if getattr(scheme, "mode", "") == "hier":
        raise UsageError(
            f"{scheme}: a relation can be partly right under mode=hier, so its causes cannot "
            "be told apart; type for example: --scheme 'gr(mode=eq)'"
        )
    assert isinstance(outcome, Matched)
    for side, bank in zip(outcome.sides or (), outcome.banks, strict=False):
        if (side.weight != WHOLE).any():
            raise InputError(
                f"{bank.path}: its relations have weights, so they can be partly right; "
                "karat errors needs relations without weights"
            )


def _rows(side: Relation, bank: Bank, sentence: int, empty: set[int]) -> list[_Row]:
    """The relations of a sentence that were compared; ``empty`` are the numbers of empty slots."""
    first, told = bank.layers["gr"].rows(sentence).start, listed(bank, sentence)
    rows = range(int(side.offset[sentence]), int(side.offset[sentence + 1]))
    head, dependent, row = (
        column[rows.start : rows.stop].tolist() for column in (side.first, side.second, side.row)
    )
    words = ([None if word in empty else word for word in column] for column in (head, dependent))
    return list(map(_Row, rows, *words, (told[at - first] for at in row)))


def _pairs(gold: Sequence[_Row], system: Sequence[_Row]) -> list[_Pair]:
    """Missed and spurious relations in pairs, and those that are left."""
    found, missed, spurious = list[_Pair](), list(gold), list(system)
    for way in _WAYS:
        there = defaultdict[tuple[str | int | None, ...], list[_Row]](list)
        for row in spurious:
            there[way.system(row)].append(row)
        left, used = list[_Row](), set[int]()
        for row in missed:
            key = way.gold(row)
            if None in key or not there[key]:
                left.append(row)
                continue
            other = there[key].pop(0)
            used.add(other.row)
            found.append(_Pair(way.cause, row, other, _swap(way.cause, row, other), way.decides))
        missed, spurious = left, [row for row in spurious if row.row not in used]
    found += (_Pair(MISSED, row, None) for row in missed)
    found += (_Pair(SPURIOUS, None, row) for row in spurious)
    return found


def _swap(cause: str, gold: _Row, system: _Row) -> tuple[int | None, int | None] | None:
    if cause == HEAD:
        return gold.head, system.head
    return (gold.dependent, system.dependent) if cause == DEPENDENT else None


def _together(pairs: Sequence[_Pair]) -> Iterator[list[_Pair]]:
    """Pairs that are one error; the first of them decides the cause."""
    swapped = {pair.swap for pair in pairs if pair.decides}
    same = defaultdict[tuple[int | None, int | None], list[_Pair]](list)
    for pair in pairs:
        if pair.swap is None or pair.swap not in swapped:
            yield [pair]
        else:
            same[pair.swap].append(pair)
    for some in same.values():
        yield sorted(some, key=lambda pair: (not pair.decides, pair.cause != DEPENDENT))


def _prepositions(gold: Sequence[_Row]) -> set[int | None]:
    """The words that have an object, among which the dependents of modifiers are prepositions."""
    return {row.head for row in gold if row.label in _kind("object")} - {None}


@cache
def _kind(name: str) -> frozenset[str]:
    return frozenset(resources.tables("errors", "relations.toml")["kinds"][name].split())


def _attachment(row: _Row, prepositions: set[int | None]) -> str:
    """The cause of a wrong head, by gold's relation."""
    if row.label in _kind("prepositional"):
        typed = bool(row.told.type) and row.told.type not in _kind("other_types")
        if typed or row.dependent in prepositions:
            return PP
    table = resources.tables("errors", "relations.toml")["attachments"]
    return next((cause for cause, names in table.items() if row.label in names.split()), HEAD)


def _error(sentence: int, group: Sequence[_Pair], prepositions: set[int | None]) -> Error:
    first = group[0]
    cause, told = first.cause, (first.gold or first.system)
    assert told is not None  # every pair has at least one relation
    if cause == HEAD and first.gold and not first.decides:
        cause = _attachment(first.gold, prepositions)
    sides = [side and str(side.told) for side in (first.gold, first.system)]
    pair = (first.gold.label, first.system.label) if first.gold and first.system else None
    return Error(
        cause,
        sentence,
        [pair.gold.row for pair in group if pair.gold],
        [pair.system.row for pair in group if pair.system],
        " > ".join(side or "nothing" for side in sides),
        pair if cause == LABEL else None,
        {"label": told.label},
    )
