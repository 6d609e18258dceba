"""Extraposed clauses marked by null elements: ``*EXP*-1`` is where the clause ``SBAR-1`` belongs.

``*EXP*`` stands beside "it"; ``*ICH*`` stands in the phrase that a clause depends on, as in "a man came
*in who knew us*". Other constituents than clauses can have ``*ICH*`` too; they are not moved.

>>> import karat
>>> from karat.files.profile import load
>>> from karat.views.redefine.reading import tables
>>> bank = karat.read_text(
...     "(S (NP (NP (PRP it)) (S (-NONE- *EXP*-1))) (VP (VBZ is) (JJ vain) (S-1 (VP (TO to) (VB go)))))"
... )
>>> find(bank, tables(), load())
[Clause(sentence=0, low=2, behind=4, start=4, end=6, limit=6, trace='*EXP*')]
"""

import re
from collections.abc import Iterator

import numpy as np

from karat.files.profile import Profile
from karat.model.bank import Bank
from karat.views.redefine.plan import Clause
from karat.views.redefine.reading import BIT, CLAUSE, NOUN, PREPOSITIONAL, Tables, Trees, read

_TRACE = re.compile(rb"(\*(?:EXP|ICH)\*)-(\d+)\Z")
_INDEX = re.compile(rb"-(\d+)(?:=\d+)?\Z")


def find(bank: Bank, tables: Tables, grammar: Profile) -> list[Clause]:
    """The extraposed clauses of trees that still have their null elements."""
    starred = np.flatnonzero(bank.text.take(bank.word_start, mode="clip") == ord("*"))
    found = []
    for at in starred.tolist():
        word = bank.text[bank.word_start[at] : bank.word_end[at]].tobytes()
        if trace := _TRACE.match(word):
            found.append((at, trace))
    if not found:
        return []
    t = read(bank, tables, grammar)
    clauses = (_of_trace(t, at, *trace.groups()) for at, trace in found)
    return [one for one in clauses if one is not None]


def _of_trace(t: Trees, at: int, trace: bytes, index: bytes) -> Clause | None:
    """The clause that a trace at this word refers to, if the tree says which."""
    sentence = int(np.searchsorted(t.bank.token_offset, at, "right")) - 1
    rows = range(*t.bank.span_offset[sentence : sentence + 2].tolist())
    same = [row for row in rows if t.start[row] > at and _index(t, row) == index]
    exp = trace == b"*EXP*"
    if len(same) != 1 or not (exp or t.kind[same[0]] == CLAUSE):
        return None
    path = list(_up(t, same[0]))
    host = next(
        (i for i, row in enumerate(path) if t.start[row] <= at and t.kind[row] == CLAUSE), None
    )
    if host is None:
        return None
    around, path = path[host], path[:host]
    start, end = int(t.start[same[0]]), int(t.end[same[0]])
    if any(_coordinated(t, row, end) for row in path):
        return None
    low = _low(t, around, path, at)
    inmost = max((int(t.start[row]) for row in path), default=low)
    behind = max(_predicate_end(t, low, start, rows) if exp else low + 1, inmost + 1)
    first = int(t.bank.token_offset[sentence])
    limit = int(t.end[around])
    places = low - first, behind - first, start - first, end - first, limit - first
    return Clause(sentence, *places, trace.decode())


def _index(t: Trees, row: int) -> bytes:
    found = _INDEX.search(t.bank.labels[int(t.bank.label[row])])
    return found[1] if found else b""


def _up(t: Trees, row: int) -> Iterator[int]:
    """The brackets around a bracket, from the innermost."""
    while (row := int(t.parent[row])) >= 0:
        yield row


def _coordinated(t: Trees, row: int, at: int) -> bool:
    """Whether a bracket continues with a conjunction after this word, so that it cannot be cut there."""
    rest = slice(at, int(t.end[row]))
    return bool(((t.around[rest] == row) & (t.bits[rest] & BIT["coordinator"] > 0)).any())


def _low(t: Trees, host: int, path: list[int], at: int) -> int:
    """Where the predicate begins: after the subject with the trace, or with the phrase that holds it."""
    child = int(t.around[at])
    while t.parent[child] != host and child != host:
        child = int(t.parent[child])
    subject = child != host and t.kind[child] == NOUN and child not in path
    return int(t.end[child] if subject else at if child == host else t.start[child])


def _predicate_end(t: Trees, low: int, start: int, rows: range) -> int:
    """Where the words before a clause end, without preposition phrases: "clear to me that"."""
    phrases = {
        int(t.end[row]): int(t.start[row])
        for row in reversed(rows)
        if t.kind[row] == PREPOSITIONAL and t.start[row] > low
    }
    while start in phrases:
        start = phrases[start]
    return start
