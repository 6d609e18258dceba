"""Extraposed clauses: that of "it is necessary for us to leave" goes to the node that holds "it"."""

from collections.abc import Iterator

import numpy as np

from karat.model.columns import Ints
from karat.model.outcome import Stage
from karat.views.edit import keep_brackets, with_spans
from karat.views.prune import dropped
from karat.views.redefine import reading
from karat.views.redefine.reading import BIT, CLAUSE, NEITHER, PREPOSITIONAL, VERBAL, Trees

_FINITE, _INFINITIVE = BIT["finite"], BIT["infinitive"]
# How many words behind "it" are looked at for what the clause depends on.
_WINDOW = 7


def move_clauses(t: Trees) -> tuple[Trees, list[Stage]]:
    """The trees with each such clause moved, and the brackets that were dropped and drawn."""
    bank = t.bank
    end, shorter = bank.end.copy(), set[int]()
    for word, behind, allowed in _predicates(t):
        moved = _host_path(t, word, behind, allowed)
        if moved:
            at, path = moved
            end[path] = at - t.first[path]
            shorter.update(path)
    if not shorter:
        return t, []
    rows: Ints = np.array(sorted(shorter), np.int32)
    drawn = with_spans(bank, bank.span_offset, bank.start, end, bank.label)
    codes = dropped(drawn)
    left = rows[codes[rows] == 0]
    number = (np.cumsum(codes == 0) - 1).astype(np.int32)
    pruned = keep_brackets(drawn, codes == 0)
    return t.of(pruned), [
        Stage("", "brackets", bank, rows, "redrawn, an extraposed clause"),
        Stage("", "brackets", pruned, number[left], "drawn, an extraposed clause"),
    ]


def _predicates(t: Trees) -> Iterator[tuple[int, int, int]]:
    """Each "it", the word behind what a clause may depend on, and what clauses that takes."""
    bank = t.bank
    its = np.flatnonzero(t.bits & BIT["it"])
    if not len(its):
        return
    limit = bank.token_offset[np.searchsorted(bank.token_offset, its, "right")]
    places = its[:, None] + np.arange(1, _WINDOW + 1)
    inside = places < limit[:, None]
    places = np.minimum(places, len(bank.tag) - 1)
    any_tag = np.zeros(places.size, np.int32), np.ones(1, np.int8)
    bits = reading.look_up(bank, "extraposition", *any_tag, places.ravel())
    bits = np.where(inside, bits.reshape(places.shape), 0)
    own = t.bits[places]
    link = inside & ((bits & (BIT["link"] | BIT["be"]) > 0) | (own & BIT["link"] > 0))
    reached = np.logical_and.accumulate(np.insert(link[:, :-1], 0, True, axis=1), axis=1)
    with_be = np.logical_or.accumulate(bits & BIT["be"] > 0, axis=1)
    passive = (bits & BIT["passive"] > 0) & ((own & BIT["participle"] > 0) | with_be)
    finite = (bits & BIT["verbal"] > 0) | passive
    allowed = np.where(own & BIT["verb"], 0, bits & (_FINITE | _INFINITIVE)) | finite * _FINITE
    for row, column in np.argwhere(reached & (allowed > 0)).tolist():
        yield int(its[row]), int(places[row, column]) + 1, int(allowed[row, column])


def _host_path(t: Trees, word: int, at: int, allowed: int) -> tuple[int, list[int]] | None:
    """Where the clause behind a predicate begins, and the brackets it leaves; None if there is none."""
    host = int(t.around[word])
    if host < 0 or t.kind[host] not in (0, CLAUSE, NEITHER):
        return None
    for _ in range(2):
        if at >= t.end[host]:
            return None
        up, clause = int(t.around[at]), -1
        while t.start[up] == at:
            clause, up = up, int(t.parent[up])
        if _clause(t, clause, at) & allowed:
            break
        # "clear to me that", "kind of you to": behind a phrase of a preposition.
        opens = clause >= 0 and t.bits[at] & BIT["preposition"] > 0
        if not opens or t.kind[clause] not in (0, PREPOSITIONAL):
            return None
        at = t.end[clause]
    else:
        return None
    end = t.end[clause] if clause >= 0 else at + 1
    path = []
    while up != host:
        if up < 0 or t.end[up] != end or t.kind[up] == CLAUSE:
            return None
        path.append(up)
        up = int(t.parent[up])
    return (at, path) if path else None


def _clause(t: Trees, row: int, at: int) -> int:
    """Whether a bracket, or with row -1 a single word, is a finite or infinitive clause; or 0."""
    bits = int(t.bits[at])
    if row < 0:
        return bits & _INFINITIVE
    kind, word = t.kind[row], t.word(at)
    if kind == VERBAL:
        return _INFINITIVE
    if kind not in (0, CLAUSE):
        return 0
    if reading.meanings("words").get(word, 0) & (BIT["relative"] | BIT["question"]):
        return _FINITE
    if bits & _INFINITIVE or word == b"to":
        return _INFINITIVE
    if word == b"for":
        return _INFINITIVE if kind or _for_clause(t, row, at) else 0
    if kind:
        return _FINITE
    return 0 if bits else _INFINITIVE


def _for_clause(t: Trees, row: int, at: int) -> bool:
    """Whether "for us to leave", or what is left of it, is more than "for us" or "for the best"."""
    after, end = at + 1, int(t.end[row])
    if t.around[after] == row:
        after = end if t.bits[after] & BIT["determiner"] else after + 1
    else:
        after = int(t.end[row + 1])
    return after < end
