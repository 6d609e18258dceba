"""Extraposed clauses, *it is good to leave*: which brackets theories do not share because of them.

Gaizauskas, Hepple and Huyck (1998), section 4.1: the clause may be in the verb phrase, or follow it
in the sentence. Keys have neither verb phrase: ``(it is good (to leave))``.
"""

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from karat.files.label_map import LabelMap
from karat.model.bank import Bank
from karat.model.columns import Bools
from karat.views.edit import spelt
from karat.views.flatten.shapes import Trees


@dataclass(frozen=True)
class Extraposition:
    """What marks an extraposed clause. Columns of flags have one row per word.

    ``traces`` are the clauses that a trace points to, with the position of the trace.
    """

    begins: Bools  # can begin such a clause
    infinitive: Bools  # begins one that is an infinitive
    impersonal: Bools  # verbs: it seems that
    reported: Bools  # participles after a copula: it is said that
    traces: Mapping[int, int]

    @classmethod
    def of(cls, bank: Bank, rules: LabelMap, traces: Mapping[int, int]) -> "Extraposition":
        return cls(
            begins=spelt(bank, rules["words.extraposed"]),
            infinitive=spelt(bank, rules["words.infinitive"]),
            impersonal=spelt(bank, rules["words.impersonal"]),
            reported=spelt(bank, rules["words.reported"]),
            traces=traces,
        )


def disputed(trees: Trees, head: list[bool], signs: Extraposition) -> Iterator[int]:
    """The verb and adjective phrases that end before or after an extraposed clause.

    A trace points to the clause; or *it* is the subject, and before the clause stand a copula and
    something predicative, or a verb such as *seem*; or the subject is ``(NP (NP it))``, from which a
    trace was removed. The clause is in the verb phrase or follows it.
    """
    top: dict[int, int] = {}
    for row in trees.rows(b"V"):
        top[row] = outer = top[trees.parent[row]] if head[row] and trees.parent[row] in top else row
        if trees.parent[outer] < 0:
            continue
        shape, items = _with_next(trees, row, outer)
        if not re.search(rb"[ABC]", shape):
            continue
        it, removed = _it(trees, outer)
        after = _after_copula(shape) if it else ()
        passive = outer != row and bool(re.search(rb"b[.R]*V", trees.shape(trees.parent[row])))
        verbs = _after_impersonal(shape, items, passive, signs) if it else {}
        for place in (place for place, letter in enumerate(shape) if letter in b"ABC"):
            item = ~items[place]
            if item in signs.traces:
                if signs.traces[item] <= trees.bank.start[outer]:
                    yield outer
            elif shape[place] == ord("A"):
                inside = (trees.row(item, one) for one in range(len(trees.shape(item))))
                clauses = [one for one in inside if one >= 0 and trees.code[one] in b"CB"]
                if place in after and any(signs.begins[trees.first[one]] for one in clauses):
                    yield from (outer, item)
            elif removed or place in after or place in verbs:
                first = trees.first[item]
                subject = re.match(rb"[Nni]", trees.shape(item)) and shape[place - 1] != ord(",")
                # It seems to rain: an infinitive is extraposed only after an object.
                raised = signs.infinitive[first] and verbs.get(place) is False
                if (subject or signs.begins[first]) and (removed or not raised):
                    yield outer


def _with_next(trees: Trees, row: int, outer: int) -> tuple[bytes, list[int]]:
    """The shape and the items of a verb phrase, with the clause that follows its outermost bracket."""
    begin, end = trees.begin[row], trees.begin[row + 1]
    after = trees.at[outer] + 1
    follows = after < trees.begin[trees.parent[outer] + 1] and trees.letters[after] in b"CB"
    more = slice(after, after + follows)
    return trees.letters[begin:end] + trees.letters[more], trees.items[begin:end] + trees.items[
        more
    ]


@functools.lru_cache(1 << 12)
def _after_copula(shape: bytes) -> tuple[int, ...]:
    """The places of clauses after a copula and something predicative, and of ADJPs after a copula.

    >>> _after_copula(b"bAB"), _after_copula(b"bB"), _after_copula(b"bAvB")
    ((1, 2), (), (1,))
    """
    found, ready, copula = [], False, False
    for place, letter in enumerate(shape):
        if letter in b"vb":
            ready, copula = False, letter == ord("b")
        if (ready and letter in b"CB") or (copula and letter == ord("A")):
            found.append(place)
        ready |= copula and letter in b"ANPjni"
    return tuple(found)


def _after_impersonal(
    shape: bytes, items: list[int], passive: bool, signs: Extraposition
) -> dict[int, bool]:
    """The places of clauses after a verb such as *seem*, and whether an object is between the two.

    ``passive``: the verb phrase itself stands after a copula.
    """
    found, ready, given = {}, False, False
    for place, letter in enumerate(shape):
        if letter in b"vb":
            wanted = signs.reported if passive else signs.impersonal
            ready, given, passive = bool(wanted[items[place]]), False, letter == ord("b")
        elif ready and letter in b"CB":
            found[place] = given
        given |= letter in b"Nni"
    return found


def _it(trees: Trees, verb: int) -> tuple[bool, bool]:
    """Whether the subject of a verb phrase is *it*, and whether there was a trace next to it."""
    clause = trees.parent[verb]
    before = trees.shape(clause)[: trees.at[verb] - trees.begin[clause]] if clause >= 0 else b""
    found = re.search(rb"[Nni][^NniV]*$", before[-100:])  # near, so that this stays linear
    if not found:
        return False, False
    item = trees.items[trees.at[verb] - len(found[0])]
    if item >= 0:
        return trees.words[item] == ord("i"), False
    alone = trees.bank.end[~item] - trees.bank.start[~item] == 1
    it = bool(alone) and trees.words[trees.first[~item]] == ord("i")
    return it, it and trees.shape(~item) == b"N"
