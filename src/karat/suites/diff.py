"""Two runs of a suite held against each other: gained, lost, changed."""

from collections.abc import Sequence
from dataclasses import dataclass

from karat.suites.failures import is_covered
from karat.suites.runs import Result, Run

KINDS = ("lost", "gained", "analyses", "analysis", "only-first", "only-second")


@dataclass(frozen=True)
class Change:
    """One item that came out differently.

    ``lost`` and ``gained`` are about being right: an ungrammatical item that has an analysis now and
    had none is lost. An item of another grade can only change its number of analyses.
    """

    kind: str
    id: str
    sentence: str
    judgement: str
    before: str
    after: str


def diff(first: Run, second: Run) -> list[Change]:
    """What is different, in the order of KINDS and of the items.

    Items are told by id and sentence; excluded ones are left out.
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
