"""How chunk tags make chunks: the prefixes of each kind of tagging, and where chunks start and end."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np

from karat.kernels.columns import KINDS
from karat.model.columns import Flags

OUTSIDE, BEGIN, INSIDE, END, SINGLE, DOT, BRACKET, OTHER = range(KINDS)


@dataclass(frozen=True, eq=False)
class Tagging:
    """A kind of tagging: the meanings of its prefixes, and two rules as tables for the kernel.

    If it is ``strict``, other prefixes are faults.
    """

    prefixes: dict[bytes, int]
    starts: Flags
    ends: Flags
    strict: bool


# Whether a chunk starts or ends between two prefixes; the third argument: their types differ.
_Rule = Callable[[int, int, bool], bool]


def _table(rule: _Rule) -> Flags:
    """The value of a rule for every case.

    >>> _table(_starts)[[KINDS * OUTSIDE + INSIDE, KINDS * INSIDE + INSIDE]].tolist()
    [1, 0]
    """
    cases = product((False, True), range(KINDS), range(KINDS))
    return np.array([rule(before, now, differ) for differ, before, now in cases], np.int8)


def _starts(before: int, now: int, differ: bool) -> bool:
    if now == OUTSIDE:
        return False
    return differ or now in (BEGIN, SINGLE) or before in (OUTSIDE, END, SINGLE)


def _ends(before: int, now: int, differ: bool) -> bool:
    return now == OUTSIDE or _starts(before, now, differ)


_CONLLEVAL_STARTS = {
    (BEGIN, BEGIN), (INSIDE, BEGIN), (OUTSIDE, BEGIN), (OUTSIDE, INSIDE),
    (END, END), (END, INSIDE), (OUTSIDE, END),
}  # fmt: skip
_CONLLEVAL_ENDS = {
    (BEGIN, BEGIN), (BEGIN, OUTSIDE), (INSIDE, BEGIN), (INSIDE, OUTSIDE),
    (END, END), (END, INSIDE), (END, OUTSIDE),
}  # fmt: skip


def _conlleval_starts(before: int, now: int, differ: bool) -> bool:
    other = differ and now not in (OUTSIDE, DOT)
    return (before, now) in _CONLLEVAL_STARTS or other or now == BRACKET


def _conlleval_ends(before: int, now: int, differ: bool) -> bool:
    other = differ and before not in (OUTSIDE, DOT)
    return (before, now) in _CONLLEVAL_ENDS or other or before == BRACKET


_IOB = {b"O": OUTSIDE, b"B": BEGIN, b"I": INSIDE}
_BIOES = _IOB | {
    b"E": END, b"L": END, b"M": INSIDE, b"S": SINGLE, b"U": SINGLE, b"W": SINGLE,
}  # fmt: skip
_CONLLEVAL = _IOB | {b"E": END, b".": DOT, b"[": BRACKET, b"]": BRACKET}

_RULES = _table(_starts), _table(_ends)
CONLLEVAL = Tagging(_CONLLEVAL, _table(_conlleval_starts), _table(_conlleval_ends), strict=False)
# The rules of IOB1, IOB2 and BIOES never contradict each other, so one table serves them all.
TAGGINGS = {
    "auto": Tagging(_BIOES, *_RULES, strict=True),
    "iob1": Tagging(_IOB, *_RULES, strict=True),
    "iob2": Tagging(_IOB, *_RULES, strict=True),
    "bioes": Tagging(_BIOES, *_RULES, strict=True),
    "conlleval": CONLLEVAL,
}
