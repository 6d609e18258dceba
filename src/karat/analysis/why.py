"""What a view left out or redrew, and why, and what crosses a bracket of gold.

What a scheme left out is in the stages of an Outcome.
"""

from collections.abc import Iterator, Sequence
from typing import get_type_hints

import numpy as np

from karat import views
from karat.comparison.tuples import in_order
from karat.model import options
from karat.model.bank import Bank
from karat.model.outcome import Outcome, Stage
from karat.model.relation import Relation
from karat.model.rules import equal


def of_view(text: str, bank: Bank) -> list[Stage]:
    """What a view, with its options, does to a Bank.

    A view that knows its reasons has a function ``stages`` beside it. For other
    views, only the brackets that are gone or new are known.

    >>> import karat
    >>> bank = karat.read_text("(S (NP (N a) (N b)) (N c))")
    >>> [(stage.rows.tolist(), stage.why) for stage in of_view("filter(categories=S)", bank)]
    [([1], 'dropped by filter(categories=S)')]
    """
    view = views.parse(text)
    name, given, _ = options.split(text)
    stages = getattr(views.REGISTRY.load(name), "stages", None)
    if stages is None:
        return _changed(bank, view(bank), text)
    return list(stages(bank, **options.read(name, given, get_type_hints(stages))))


def of_views(texts: Sequence[str], bank: Bank) -> list[tuple[str, list[Stage]]]:
    """What each of several views does, one after another."""
    found = []
    for text in texts:
        found.append((text, of_view(text, bank)))
        bank = views.parse(text)(bank)
    return found


def violations(outcome: Outcome) -> Iterator[tuple[int, list[int]]]:
    """The gold constituents that the system crosses, and the system constituents that cross each.

    Both are rows of the Banks of the outcome, which must be that of one sentence.
    """
    if outcome.gold_crossed is None or outcome.system_crossing is None:
        return
    ours = outcome.gold.where(outcome.gold_crossed == 1)
    theirs = outcome.system.where(outcome.system_crossing == 1)
    for row, start, end in zip(ours.row.tolist(), ours.first, ours.second, strict=True):
        left = (theirs.first < start) & (start < theirs.second) & (theirs.second < end)
        right = (start < theirs.first) & (theirs.first < end) & (end < theirs.second)
        yield row, theirs.row[left | right].tolist()


def _changed(before: Bank, after: Bank, text: str) -> list[Stage]:
    """The brackets, whatever their labels, that only one of two Banks has."""
    ours, theirs = (in_order(_places(bank)).as_bag() for bank in (before, after))
    kept, known = equal(ours, theirs)
    stages = [
        Stage("", "brackets", before, np.sort(ours.row[kept == 0]), f"dropped by {text}"),
        Stage("", "brackets", after, np.sort(theirs.row[known == 0]), f"drawn by {text}"),
    ]
    return [stage for stage in stages if len(stage.rows)]


def _places(bank: Bank) -> Relation:
    rows = np.arange(len(bank.label), dtype=np.int32)
    return Relation(bank.span_offset, bank.start, bank.end, np.zeros_like(bank.label), rows)
