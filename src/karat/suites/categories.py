"""Errors of a run and their categories, ranked by what fixing them would gain.

An item is in error if it is good and has no analysis (``failed``), if it is good and its first
analysis is not right (``wrong``: by its gold analysis, or because it was given a category by hand),
or if it is bad and has an analysis (``overgenerated``).

A file of categories is TSV: item and category; an item may be on several lines. The ranking has the
columns of tables 1 and 2 of Bangalore, Sarkar, Doran and Hockey (1998), and the coverage without the
errors of each category. Differences from the paper: its tables count failed items only.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from karat.model.measure import ratio
from karat.suites.files import pairs
from karat.suites.right import NONE, Verdicts
from karat.suites.runs import Result

FAILED, WRONG, OVERGENERATED = ERRORS = ("failed", "wrong", "overgenerated")
REST = "rest"


@dataclass(frozen=True)
class Error:
    """An item in error: which of ERRORS it is, and its result."""

    kind: str
    result: Result


@dataclass(frozen=True)
class Category:
    """A row of the ranking.

    ``counts`` is the number of errors of each kind in the category, ``share`` the share of all
    errors. ``gain`` is what fixing this category alone would add to coverage: only failed items
    without another category count. ``coverage`` is the coverage after fixing this category and all
    above it.
    """

    rank: int
    category: str
    counts: Mapping[str, int]
    share: float
    gain: float
    coverage: float
    example: str

    @property
    def errors(self) -> int:
        return sum(self.counts.values())


def read(path: str) -> dict[str, tuple[str, ...]]:
    """The categories of each item, from a TSV file."""
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for item, category in pairs(path, "category"):
        found[item][category] = None
    return {key: tuple(names) for key, names in found.items()}


def write(proposals: Mapping[str, str], results: Iterable[Result]) -> str:
    """A file of proposed categories, with the sentences, to be corrected by hand."""
    items = (one.item for one in results if one.item.id in proposals)
    rows = (f"{one.id}\t{proposals[one.id]}\t{one.sentence}\n" for one in items)
    return "item\tcategory\tsentence\n" + "".join(rows)


def errors(
    results: Iterable[Result], verdicts: Verdicts = NONE, by_hand: Iterable[str] = ()
) -> dict[str, Error]:
    """The items in error, by their ids; ``by_hand`` are the ids that were given a category."""
    known = frozenset(by_hand)
    found = {}
    for one in results:
        key, good = one.item.id, one.item.grammatical
        if one.item.excluded or good is None:
            continue
        if one.covered != good:
            found[key] = Error(FAILED if good else OVERGENERATED, one)
        elif good and (key in known or (key in verdicts.of and not verdicts.first(key))):
            found[key] = Error(WRONG, one)
    return found


def ranking(
    results: Sequence[Result], found: Mapping[str, Error], categories: Mapping[str, Sequence[str]]
) -> list[Category]:
    """Categories by their number of errors; an error without a category is under ``rest``."""
    wanted = sum(one.item.good for one in results)
    of = {key: tuple(categories.get(key, ())) or (REST,) for key in found}
    members: defaultdict[str, list[str]] = defaultdict(list)
    for key, names in of.items():
        for name in names:
            members[name].append(key)
    failed = {key: names for key, names in of.items() if found[key].kind == FAILED}
    alone = Counter(names[0] for names in failed.values() if len(names) == 1)
    fixed: set[str] = set()
    rows = []
    order = sorted(members, key=lambda name: (name == REST, -len(members[name]), name))
    for rank, name in enumerate(order, 1):
        fixed.add(name)
        covered = wanted - sum(not fixed.issuperset(names) for names in failed.values())
        kinds = Counter(found[key].kind for key in members[name])
        rows.append(Category(
            rank, name, {kind: kinds[kind] for kind in ERRORS},
            ratio(len(members[name]), len(found)), ratio(alone[name], wanted),
            ratio(covered, wanted), found[members[name][0]].result.item.sentence,
        ))  # fmt: skip
    return rows
