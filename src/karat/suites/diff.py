"""Compare two runs of a suite: which items were gained, lost or changed."""

from collections.abc import Sequence
from dataclasses import dataclass

from karat.suites.failures import is_covered
from karat.suites.runs import Result, Run

KINDS = ("lost", "gained", "analyses", "analysis", "only-first", "only-second")


@dataclass(frozen=True)
class Change:
    """One item whose result differs.

    ``lost``: a good item lost its analyses, or a bad item gained one; ``gained`` is the opposite. For
    an item with another grade, only the number of analyses can change.
    """

    kind: str
    id: str
    sentence: str
    judgement: str
    before: str
    after: str


def diff(first: Run, second: Run) -> list[Change]:
    """All changes, in the order of KINDS and of the items.

    Items are identified by id and sentence; excluded items are left out.
    """
    before, after = _by_id(first.results), _by_id(second.results)
    changes = [
        change for key in before if key in after for change in _compare(before[key], after[key])
    ]
    changes += [_alone("only-first", before[key]) for key in before if key not in after]
    changes += [_alone("only-second", after[key]) for key in after if key not in before]
    return sorted(changes, key=lambda one: KINDS.index(one.kind))


def _by_id(results: Sequence[Result]) -> dict[tuple[str, str], Result]:
    return {(one.item.id, one.item.sentence): one for one in results if not one.item.excluded}


def _compare(before: Result, after: Result) -> list[Change]:
    item, was, now = before.item, is_covered(before), is_covered(after)
    if was != now and item.grammatical is not None:
        kind = "gained" if now == item.grammatical else "lost"
    elif (before.parsed.analyses, before.parsed.failure) != (
        after.parsed.analyses,
        after.parsed.failure,
    ):
        kind = "analyses"
    elif before.parsed.first != after.parsed.first:
        return [_change("analysis", before, before.parsed.first, after.parsed.first)]
    else:
        return []
    return [_change(kind, before, outcome(before), outcome(after))]


def _change(kind: str, result: Result, before: str, after: str) -> Change:
    item = result.item
    return Change(kind, item.id, item.sentence, item.judgement, before, after)


def _alone(kind: str, result: Result) -> Change:
    said = outcome(result)
    first = kind == "only-first"
    return _change(kind, result, said if first else "", "" if first else said)


def outcome(result: Result) -> str:
    """A result in a word: the number of analyses, or how it failed."""
    return result.parsed.failure or str(result.parsed.analyses)
