"""Steps 1 to 3 of PARSEVAL for several analyses, none of which is gold.

A vote decides which words are erased and where a construction is redrawn: if more than half of the
analyses show it, all of them are changed, by position. So all keep the same words, and equal
bracketings stay equal whatever their labels. Each analysis has its own null elements.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import reduce
from itertools import repeat
from typing import Any, TypeVar

import numpy as np

from karat.comparison.pairing import same_words, spelt_like
from karat.comparison.reduced import Side, by_itself
from karat.files.profile import load
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags
from karat.views import erase, parasites, prune, redefine
from karat.views.edit import keep_brackets
from karat.views.nulls import without_nulls
from karat.views.redefine import Wanted
from karat.views.redefine.plan import Cores, Plan

WAYS = ("majority", "each")
STEPS = 3
Item = TypeVar("Item", bound=Hashable)


def normalised(banks: Sequence[Bank], steps: int = STEPS, decide: str = "majority") -> list[Bank]:
    """The analyses after the first ``steps`` of the three steps, decided by ``majority`` or ``each``.

    Null elements never count, not even with no step at all.

    >>> import karat
    >>> texts = ["(S (NP (PRP I)) (VP (MD will) (VP (VB go))))", "(S (N I) (VP (MD will) (VB go)))"]
    >>> [bank.words(0) for bank in normalised([karat.read_text(text) for text in texts])]
    [[b'I', b'go'], [b'I', b'go']]
    """
    if not steps:
        return spelt_alike([without_nulls(bank) for bank in banks])
    banks = [parasites.free(bank) for bank in banks]
    found = [erase.without_nulls(bank) for bank in banks]
    shorter, codes = spelt_alike([bank for bank, _ in found]), [code for _, code in found]
    if decide == "majority":
        codes = _voted(shorter, codes)
    erased = [erase.erase(bank, code) for bank, code in zip(shorter, codes, strict=True)]
    if steps == 1:
        return [keep_brackets(bank, bank.start < bank.end) for bank in erased]
    pruned = [prune.prune(bank) for bank in erased]
    if steps == 2:
        return pruned
    sides = map(Side, shorter, codes, erased, pruned, repeat(load()))
    redrawn = [by_itself(*pair, Wanted()) for pair in zip(banks, sides, strict=True)]
    if decide == "each":
        return [one.bank for one in redrawn]
    plan = _voted_plan([one.plan for one in redrawn]).of(in_all(pruned))
    return [redefine.by_plan(bank, plan).bank for bank in pruned]


def _voted_plan(plans: Sequence[Plan]) -> Plan:
    """What most plans redraw; if these plans differ in detail, the most frequent form."""
    clauses = _voted_items([plan.clauses for plan in plans], lambda one: (one.sentence, one.start))
    runs = _voted_items([plan.runs for plan in plans], lambda one: (one.sentence, *one[2:]))
    rows = [list(zip(*(c.tolist() for c in plan.cores), strict=True)) for plan in plans]
    cores = _voted_items(rows, lambda one: one[:3])
    columns = np.array(cores, np.int32).reshape(-1, len(Cores._fields)).T
    return Plan(tuple(clauses), Cores(*np.ascontiguousarray(columns)), tuple(runs))


def _voted_items(items: Sequence[Iterable[Item]], place: Callable[[Item], Any]) -> list[Item]:
    """The items at places that more than half have, in order, each in its most frequent form."""
    found: dict[Any, Counter[Item]] = defaultdict(Counter)
    for some in items:
        for at, one in {place(one): one for one in some}.items():
            found[at][one] += 1
    return [
        forms.most_common(1)[0][0]
        for _, forms in sorted(found.items())
        if 2 * forms.total() > len(items)
    ]


def spelt_alike(banks: Sequence[Bank]) -> list[Bank]:
    """The analyses with the first one's spelling of escaped words, such as ( and -LRB-."""
    return [banks[0], *(spelt_like(banks[0], bank) for bank in banks[1:])]


def in_all(banks: Sequence[Bank]) -> Bools:
    """Which sentences have the same words in all analyses."""
    every: Bools = np.ones(len(banks[0]), np.bool_)
    return reduce(lambda same, bank: same_words(banks[0], bank, same), banks[1:], every)


def _voted(banks: Sequence[Bank], codes: Sequence[Flags]) -> list[Flags]:
    """Why each word is erased, the same in all analyses of a sentence with the same words."""
    same = in_all(banks)
    inside = [np.repeat(same, np.diff(bank.token_offset)) for bank in banks]
    chosen = _vote(np.stack([code[rows] for code, rows in zip(codes, inside, strict=True)]))
    result = [code.copy() for code in codes]
    for code, rows in zip(result, inside, strict=True):
        code[rows] = chosen
    return result


def _vote(codes: Flags) -> Flags:
    """The voted code of each word, 0 for none; ``codes`` has one row per analysis.

    A word is erased if more than half erase it; the reason is the most frequent one.

    >>> a, n = erase.AUXILIARY, erase.NEGATION
    >>> _vote(np.array([[a, 0, a], [n, 0, a], [a, a, 0]], np.int8)).tolist() == [a, 0, a]
    True
    """
    kinds = np.arange(max(erase.RULES) + 1, dtype=np.int8)
    times = (codes[None] == kinds[:, None, None]).sum(axis=1)
    out = erase.gone(kinds)
    stays = ~out & (kinds > 0)
    leaves = 2 * times[out].sum(axis=0) > len(codes)
    changed = 2 * times[stays].max(axis=0) > len(codes)
    reason, change = (
        kinds[out][times[out].argmax(axis=0)],
        kinds[stays][times[stays].argmax(axis=0)],
    )
    return np.where(leaves, reason, np.where(changed, change, 0)).astype(np.int8)
