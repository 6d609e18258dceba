"""Compare two runs of a suite: which items were gained, lost or changed."""

from collections.abc import Sequence
from dataclasses import dataclass

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
    changes = []
    for key in {**before, **after}:
        item = (before.get(key) or after[key]).item
        if found := _change(before.get(key), after.get(key)):
            kind, *said = found
            changes.append(Change(kind, item.id, item.sentence, item.judgement, *said))
    return sorted(changes, key=lambda one: KINDS.index(one.kind))


def _by_id(results: Sequence[Result]) -> dict[tuple[str, str], Result]:
    return {(one.item.id, one.item.sentence): one for one in results if not one.item.excluded}


def _change(before: Result | None, after: Result | None) -> tuple[str, str, str] | None:
    """The kind of change, and what was before and after; None if the results are the same."""
    if before is None or after is None:
        return "only-first" if before else "only-second", _said(before), _said(after)
    was, now, good = before.parsed, after.parsed, before.item.grammatical
    if before.covered != after.covered and good is not None:
        return "gained" if after.covered == good else "lost", _said(before), _said(after)
    if (was.analyses, was.failure) != (now.analyses, now.failure):
        return "analyses", _said(before), _said(after)
    return ("analysis", was.first, now.first) if was.first != now.first else None


def _said(result: Result | None) -> str:
    """A result in a word: the number of analyses, or how it failed."""
    return (result.parsed.failure or str(result.parsed.analyses)) if result else ""
