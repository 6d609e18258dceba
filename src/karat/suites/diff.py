"""Compare two runs of a suite: which items were gained, lost or changed, and which figures fell."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from karat.suites.coverage import SHARES, Coverage, tally
from karat.suites.right import NONE, Verdicts
from karat.suites.runs import Result, Run

KINDS = (
    "lost", "wrong", "demoted", "gained", "right", "promoted", "analyses", "analysis",
    "only-first", "only-second",
)  # fmt: skip
# The changes for the worse.
LOSSES = frozenset({"lost", "wrong", "demoted", "only-first"})


@dataclass(frozen=True)
class Change:
    """One item whose result differs.

    ``lost``: a good item lost its analyses, or a bad item gained one; ``wrong``: an item has no
    right analysis any more; ``demoted``: its right analysis is no longer the first. ``gained``,
    ``right`` and ``promoted`` are the opposites. If the parser fails on a bad item, that is no gain, but
    another number of ``analyses``. For an item with another grade, only the number of
    analyses can change.
    """

    kind: str
    id: str
    sentence: str
    judgement: str
    before: str
    after: str


@dataclass(frozen=True)
class Fall:
    """A figure that is worse in the second run, over the items that are in both."""

    figure: str
    before: float
    after: float


@dataclass(frozen=True)
class Judged:
    """A result, and whether each of its analyses is right; None if the item was not judged."""

    result: Result
    right: tuple[bool, ...] | None

    @property
    def rank(self) -> int:
        """2 if the first analysis is right, 1 if another one is, 0 if none is."""
        return 0 if not self.right else 2 if self.right[0] else int(any(self.right))

    def said(self) -> str:
        """The number of analyses, or how it failed; then which analysis is right."""
        parsed = self.result.parsed
        found = parsed.failure or str(parsed.analyses)
        if self.right is None or not self.result.covered:
            return found
        right = f"number {self.right.index(True) + 1} is right" if self.rank else "none is right"
        return f"{found}, {right}"


def diff(
    first: Run, second: Run, before: Verdicts = NONE, after: Verdicts = NONE
) -> list[Change]:  # fmt: skip
    """All changes, in the order of KINDS and of the items.

    Items are identified by id and sentence; excluded items are left out.
    """
    old, new = _by_id(first.results, before), _by_id(second.results, after)
    changes = []
    for key in {**old, **new}:
        item = (old.get(key) or new[key]).result.item
        if found := _change(old.get(key), new.get(key)):
            kind, *said = found
            changes.append(Change(kind, item.id, item.sentence, item.judgement, *said))
    return sorted(changes, key=lambda one: KINDS.index(one.kind))


def falls(
    first: Run, second: Run, before: Verdicts = NONE, after: Verdicts = NONE
) -> list[Fall]:  # fmt: skip
    """The figures that are worse in the second run, over the items that are in both."""
    old, new = _by_id(first.results, before), _by_id(second.results, after)
    scores = []
    for side, verdicts in ((old, before), (new, after)):
        # An item may be judged in one run only if the runs have different gold.
        both = [key for key in side if key in old and key in new]
        judged = [key for key in both if old[key].right is not None and new[key].right is not None]
        of = {key[0]: verdicts.of[key[0]] for key in judged}
        results = [side[key].result for key in both]
        scores.append(Coverage.of(tally(results, replace(verdicts, of=of))).measures)
    was, now = scores
    return [
        Fall(name, was[name], now[name])
        for name in SHARES
        if (now[name] > was[name] if name == "overgeneration" else now[name] < was[name])
    ]


def _by_id(results: Sequence[Result], verdicts: Verdicts) -> dict[tuple[str, str], Judged]:
    return {
        (one.item.id, one.item.sentence): Judged(one, verdicts.of.get(one.item.id))
        for one in results
        if not one.item.excluded
    }


def _change(before: Judged | None, after: Judged | None) -> tuple[str, str, str] | None:
    """The kind of change, and what was before and after; None if the results are the same."""
    if before is None or after is None:
        kind = "only-first" if before else "only-second"
        return kind, before.said() if before else "", after.said() if after else ""
    said = before.said(), after.said()
    was, now, good = before.result, after.result, before.result.item.grammatical
    if was.covered != now.covered and good is not None:
        # A bad item that the parser fails on now is not rejected.
        failed = now.parsed.failure and not good
        return "analyses" if failed else "gained" if now.covered == good else "lost", *said
    if before.right is not None and after.right is not None and before.rank != after.rank:
        if before.rank and after.rank:
            return "promoted" if after.rank > before.rank else "demoted", *said
        return "right" if after.rank else "wrong", *said
    if (was.parsed.analyses, was.parsed.failure) != (now.parsed.analyses, now.parsed.failure):
        return "analyses", *said
    if was.parsed.first != now.parsed.first:
        return "analysis", was.parsed.first, now.parsed.first
    return None
