"""Runs of prepositions at the start of a constituent, or of particles at its end.

Each word of a run is attached to the constituent separately. ``find`` locates the runs in one parse.
``redraw`` works on any parse of the same words: it dissolves a bracket that holds only words of the
run, or that begins (for particles: ends) within the run and fills the rest of the bracket around it.
"""

from collections.abc import Iterator

import numpy as np

from karat.model.columns import Bools, Flags
from karat.views.redefine.plan import Run
from karat.views.redefine.reading import (
    ADVERBIAL,
    BIT,
    CLAUSE,
    NEITHER,
    PREPOSITIONAL,
    VERBAL,
    Shape,
    Trees,
)  # fmt: skip


def redraw(shape: Shape, runs: tuple[Run, ...]) -> Bools:
    """The brackets that dissolve."""
    found: Bools = np.zeros(len(shape.start), np.bool_)
    for run in runs:
        first = int(shape.bank.token_offset[run.sentence])
        low, start, end = (first + place for place in run[1:4])
        rows = _final(shape, low, start, end) if run.final else _initial(shape, start, end)
        found[list(rows)] = True
    return found


def _initial(shape: Shape, start: int, end: int) -> Iterator[int]:
    """Of prepositions: ``(out of)``, and ``(of …)`` in ``(out (of …))``."""
    seen = set[int]()
    for word in range(start, end):
        row = int(shape.around[word])
        while row >= 0 and shape.start[row] >= start and row not in seen:
            seen.add(row)
            up = int(shape.parent[row])
            if up < 0 or shape.start[up] < start:
                break
            if shape.end[row] <= end or (
                shape.start[up] < shape.start[row] < end
                and shape.end[up] == shape.end[row]
                and _first_owner(shape, row, end) == row
            ):
                yield row
            row = up


def _first_owner(shape: Shape, row: int, end: int) -> int:
    """The bracket that the first word of a bracket is in, not counting brackets within the run."""
    owner = int(shape.around[shape.start[row]])
    while owner != row and shape.end[owner] <= end:
        owner = int(shape.parent[owner])
    return owner


def _final(shape: Shape, low: int, start: int, end: int) -> Iterator[int]:
    """Of particles: ``(on over)``, and ``(came on)`` in ``((came on) over)``."""
    seen = set[int]()
    for word in range(end - 1, start - 1, -1):
        row = int(shape.around[word])
        while row >= 0 and shape.end[row] <= end and row not in seen:
            seen.add(row)
            up = int(shape.parent[row])
            if up < 0 or shape.end[up] > end or shape.start[up] < low:
                break
            if shape.start[row] >= start or (
                start < shape.end[row] < shape.end[up]
                and shape.start[up] == shape.start[row]
                and _last_owner(shape, row, start) == row
            ):
                yield row
            row = up


def _last_owner(shape: Shape, row: int, start: int) -> int:
    """The bracket that the last word of a bracket is in, not counting brackets within the run."""
    owner = int(shape.around[shape.end[row] - 1])
    while owner != row and shape.start[owner] >= start:
        owner = int(shape.parent[owner])
    return owner


def find(t: Trees) -> tuple[Run, ...]:
    """All runs of prepositions and of particles."""
    found = [*((*one, False) for one in _prepositions(t)), *((*one, True) for one in _particles(t))]
    offset, starts = t.bank.token_offset, [start for _, start, _, _ in found]
    numbers = np.searchsorted(offset, starts, "right") - 1
    firsts = zip(numbers.tolist(), offset[numbers].tolist(), found, strict=True)
    return tuple(
        Run(number, low - first, start - first, end - first, final)
        for number, first, (low, start, end, final) in firsts
    )


def _prepositions(t: Trees) -> Iterator[tuple[int, int, int]]:
    preposition = np.append(t.bits & BIT["preposition"] > 0, False)
    rows = np.flatnonzero(preposition.take(t.start))
    rows = rows[
        preposition.take(t.start.take(rows) + 1) & (t.end.take(rows) - t.start.take(rows) > 2)
    ]
    rows = rows[_one_of(t.kind.take(rows), PREPOSITIONAL, ADVERBIAL)]
    covered = 0
    for row in rows.tolist():
        start = int(t.start[row])
        if start < covered:
            continue
        end = _run_end(t, row, preposition)
        if end - start > 1:
            covered = end
            yield start, start, end


def _run_end(t: Trees, row: int, preposition: Bools) -> int:
    """Where the prepositions at the start of a bracket end; its start if nothing follows them in it."""
    first = at = int(t.start[row])
    while at < t.end[row] and preposition[at]:
        inner = int(t.around[at])
        if inner == row:
            at += 1
            continue
        while t.parent[inner] != row:
            inner = int(t.parent[inner])
        if preposition[at : t.end[inner]].all():
            at = int(t.end[inner])
        elif (
            at > t.start[row] and t.end[inner] == t.end[row] and t.kind[inner] in (0, PREPOSITIONAL)
        ):
            row = inner
        else:
            break
    return at if at < t.end[row] else first


def _particles(t: Trees) -> Iterator[tuple[int, int, int]]:
    particle = t.bits & BIT["particle"] > 0
    ends = t.end[particle.take(t.end - 1)]
    ends = ends[particle.take(ends - 2)]
    covered = len(particle) + 1
    verbal = _one_of(t.kind, VERBAL, CLAUSE, NEITHER)
    for end in sorted(set(ends.tolist()), reverse=True):
        if end > covered:
            continue
        first = t.bank.token_offset[np.searchsorted(t.bank.token_offset, end, "left") - 1]
        start = end - 1
        while start > first and particle[start - 1]:
            start -= 1
        row, apart = int(t.around[end - 1]), -1
        while row >= 0 and t.end[row] == end and t.start[row] >= start:
            apart, row = row, int(t.parent[row])
        if row >= 0 and t.end[row] == end and verbal[row]:
            low = row
            while row >= 0 and t.end[row] == end and verbal[row]:
                low, row = row, int(t.parent[row])
            yield int(t.start[low]), start, end
        elif apart >= 0:
            start = int(t.start[apart])
            yield start, start, end
        else:
            continue
        covered = start + 1


def _one_of(kind: Flags, *wanted: int) -> Bools:
    """Whether a label is unknown or of one of these kinds."""
    table: Bools = np.zeros(NEITHER + 1, np.bool_)
    table[[0, *wanted]] = True
    return table.take(kind)
