"""Extraposed clauses: in "it is necessary for us to leave" the clause moves to the node of "it".

``find`` locates such clauses in one parse; ``move`` redraws any parse of the same words. A
bracket with the predicate and the clause is cut before the clause, if everything in it that reaches
across the beginning of the clause is such a bracket too. So no parse gets more brackets than it has.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints
from karat.model.outcome import Stage
from karat.views.edit import keep_brackets, with_spans
from karat.views.erase import AUXILIARY, gone
from karat.views.prune import dropped
from karat.views.redefine import reading
from karat.views.redefine.plan import Clause
from karat.views.redefine.reading import (
    ADVERBIAL,
    BIT,
    CLAUSE,
    MODIFYING,
    NEITHER,
    NOUN,
    PREPOSITIONAL,
    VERBAL,
    Shape,
    Tables,
    Trees,
)  # fmt: skip

_FINITE, _INFINITIVE, _OBJECT = BIT["finite"], BIT["infinitive"], BIT["object"]
# Tags of adverbs; "(S (RB simply) (VB go))" is what remains of "to simply go".
_ADVERB = BIT["link"] | BIT["looked_up"]
# How many words after "it" are searched for the predicate of the clause.
_WINDOW = 7


def move(shape: Shape, clauses: Iterable[Clause]) -> tuple[Bank, list[Stage]]:
    """The trees with each such clause moved, and the brackets that were dropped and drawn."""
    bank, end = shape.bank, shape.bank.end.copy()
    cut: dict[int, str] = {}
    for one in clauses:
        for row in _across(shape, one, end):
            end[row] = one.start
            cut[row] = one.trace
    if not cut:
        return bank, []
    drawn = with_spans(bank, bank.span_offset, bank.start, end, bank.label)
    codes = dropped(drawn)
    number = (np.cumsum(codes == 0) - 1).astype(np.int32)
    pruned = keep_brackets(drawn, codes == 0)
    stages = []
    for trace in sorted(set(cut.values())):
        rows: Ints = np.array(sorted(row for row in cut if cut[row] == trace), np.int32)
        what = f"an extraposed clause{f' ({trace})' if trace else ''}"
        stages.append(Stage("", "brackets", bank, rows, f"redrawn, {what}"))
        left = number[rows[codes[rows] == 0]]
        if len(left):
            stages.append(Stage("", "brackets", pruned, left, f"drawn, {what}"))
    return pruned, stages


def _across(shape: Shape, one: Clause, end: Ints) -> Iterator[int]:
    """The brackets to cut, from the innermost up to the first one that does not have the right form."""
    first = int(shape.bank.token_offset[one.sentence])
    row = int(shape.around[first + one.start - 1])
    while row >= 0 and shape.bank.start[row] >= one.low:
        if end[row] > one.start:
            if shape.bank.start[row] >= one.behind or not one.end <= end[row] <= one.limit:
                return
            yield row
        row = int(shape.parent[row])


def behind_be(bank: Bank, codes: Flags, tables: Tables) -> Bools:
    """Which of the words that remain after step 1 had a form of "be" erased before them.

    Without this, "it was announced that" and "it has announced that" would now look the same.
    """
    erased = np.flatnonzero(codes == AUXILIARY).astype(np.int32)
    any_tag = np.zeros(len(erased), np.int32), np.ones(1, np.int8)
    bits = reading.look_up(bank, tables.extraposition_column, *any_tag, erased)
    lost = np.flatnonzero(gone(codes))
    be = erased[bits & BIT["be"] > 0]
    found: Bools = np.zeros(len(codes) - len(lost) + 1, np.bool_)
    found[be - np.searchsorted(lost, be)] = True
    return found[:-1]


def find(t: Trees) -> Iterator[Clause]:
    """The extraposed clauses of pruned trees, by the rules."""
    for word, behind, allowed in _predicates(t):
        found = _clause_behind(t, int(t.around[word]), behind, allowed)
        if found is None:
            continue
        start, end = found
        sentence = int(np.searchsorted(t.bank.token_offset, word, "right")) - 1
        first = int(t.bank.token_offset[sentence])
        limit = int(t.end[t.around[word]])
        places = word + 1 - first, behind - first, start - first, end - first, limit - first
        yield Clause(sentence, *places)


def _predicates(t: Trees) -> Iterator[tuple[int, int, int]]:
    """Each "it", the word after its predicate, and which clauses the predicate takes."""
    bank = t.bank
    its = np.flatnonzero(t.bits & BIT["it"])
    if not len(its):
        return
    limit = bank.token_offset[np.searchsorted(bank.token_offset, its, "right")]
    places = its[:, None] + np.arange(1, _WINDOW + 1)
    inside = places < limit[:, None]
    places = np.minimum(places, len(bank.tag) - 1)
    any_tag = np.zeros(places.size, np.int32), np.ones(1, np.int8)
    bits = reading.look_up(bank, t.tables.extraposition_column, *any_tag, places.ravel())
    bits = np.where(inside, bits.reshape(places.shape), 0)
    own = t.bits[places]
    link = (bits & (BIT["link"] | BIT["be"]) > 0) | (own & (BIT["link"] | BIT["premodifier"]) > 0)
    link &= inside
    reached = np.logical_and.accumulate(np.insert(link[:, :-1], 0, True, axis=1), axis=1)
    with_be = np.logical_or.accumulate((bits & BIT["be"] > 0) | t.behind_be[places], axis=1)
    finite = (bits & BIT["verbal"] > 0) | ((bits & BIT["passive"] > 0) & with_be)
    allowed = np.where(own & BIT["verb"], 0, bits & (_FINITE | _INFINITIVE)) | finite * _FINITE
    allowed |= (bits & _OBJECT > 0) * (_FINITE | _INFINITIVE | _OBJECT)
    for row, column in np.argwhere(reached & (allowed > 0)).tolist():
        yield int(its[row]), int(places[row, column]) + 1, int(allowed[row, column])
    for row, column in np.argwhere(reached & (bits & BIT["be"] > 0)).tolist():
        if fronted := _fronted(t, int(its[row])):
            yield int(its[row]), int(places[row, column]) + 1, fronted


def _fronted(t: Trees, word: int) -> int:
    """Which clauses the predicate takes in "how difficult it is to leave"; or 0."""
    offset = t.bank.token_offset
    first = int(offset[np.searchsorted(offset, word, "right") - 1])
    if word - first < 2 or t.word(word - 2) != b"how":
        return 0
    return t.tables.extraposition.get(t.word(word - 1), 0) & (_FINITE | _INFINITIVE)


def _clause_behind(t: Trees, host: int, at: int, allowed: int) -> tuple[int, int] | None:
    """The start and end of the clause after a predicate; None if there is none."""
    if host < 0 or t.kind[host] not in (0, CLAUSE, NEITHER):
        return None
    behind = at
    for _ in range(3):
        if at >= t.end[host]:
            return None
        up, clause = int(t.around[at]), -1
        while t.start[up] == at:
            clause, up = up, int(t.parent[up])
        if _clause(t, clause, at) & allowed and not (allowed & _OBJECT and at == behind):
            break
        if not _between(t, clause, at, allowed):
            return None
        at = int(t.end[clause]) if clause >= 0 else at + 1
    else:
        return None
    end = int(t.end[clause]) if clause >= 0 else at + 1
    return (at, end) if _reaches(t, up, host, behind, at, end) else None


def _between(t: Trees, row: int, at: int, allowed: int) -> bool:
    """Whether this may come before the clause: "clear to me that", "surprised them all that"."""
    if row < 0:
        return bool(allowed & _OBJECT)
    kind = t.kind[row]
    if t.bits[at] & BIT["preposition"]:
        return kind in (0, PREPOSITIONAL) and not allowed & _OBJECT
    return bool(allowed & _OBJECT) and kind in (0, NOUN)


def _reaches(t: Trees, up: int, host: int, behind: int, at: int, end: int) -> bool:
    """Whether a clause can be moved from its bracket ``up`` to its host.

    All brackets around it must hold the predicate, and none may be a noun phrase that it modifies as a
    relative clause. Modifiers that follow it move too, but not the second part of a coordination.
    """
    relative = t.bits[at] & BIT["relative"] > 0
    while up != host:
        if up < 0 or t.start[up] >= behind or t.kind[up] == CLAUSE:
            return False
        if relative and t.kind[up] == NOUN:
            return False
        if t.end[up] > end and not _modifiers(t, up, end):
            return False
        end = int(t.end[up])
        up = int(t.parent[up])
    return True


def _modifiers(t: Trees, up: int, at: int) -> bool:
    """Whether a bracket holds only modifiers from this word on."""
    while at < t.end[up]:
        row = int(t.around[at])
        if row == up:
            return False
        while t.parent[row] != up:
            row = int(t.parent[row])
        known = t.kind[row] in (CLAUSE, PREPOSITIONAL, ADVERBIAL, MODIFYING)
        opens = t.bits[at] & (BIT["preposition"] | BIT["relative"] | BIT["subordinator"])
        if t.start[row] != at or not (known or (t.kind[row] == 0 and opens)):
            return False
        at = int(t.end[row])
    return True


def _clause(t: Trees, row: int, at: int) -> int:
    """Whether a bracket, or with row -1 a single word, is a finite or infinitive clause; or 0."""
    bits = int(t.bits[at])
    if row < 0:
        return bits & _INFINITIVE
    kind, word = t.kind[row], t.word(at)
    if kind == VERBAL:
        return _INFINITIVE
    if kind not in (0, CLAUSE) or t.tables.words.get(word, 0) & BIT["subordinator"]:
        return 0
    if t.tables.words.get(word, 0) & (BIT["relative"] | BIT["question"]):
        return _FINITE
    if bits & (_INFINITIVE | BIT["participle"]) or word == b"to":  # "to have left" is now "left"
        return _INFINITIVE
    if word == b"for":
        return _INFINITIVE if kind or _for_clause(t, row, at) else 0
    if kind:
        return _FINITE if bits & ~_ADVERB else _FINITE | _INFINITIVE
    return 0 if bits else _INFINITIVE


def _for_clause(t: Trees, row: int, at: int) -> bool:
    """Whether "for us to leave", or what is left of it, is more than "for us" or "for the best"."""
    at, end = at + 1, int(t.end[row])
    if t.around[at] != row and t.end[row + 1] == end:  # "for (us to leave)"
        row += 1
    if t.around[at] == row:
        return (
            at + 1 < end
            and not t.bits[at] & BIT["determiner"]
            and (t.start[row] < at or t.bits[at] & BIT["pronoun"] > 0)
        )
    # "for (the men) to leave", but "for ((the men) (in charge))"
    after = int(t.end[row + 1])
    return after < end and not t.bits[after] & (BIT["preposition"] | BIT["relative"])
