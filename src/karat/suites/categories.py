"""Why items fail: error categories, given by hand in a file and ranked by what mending would gain.

A file of categories is TSV, item and category; an item may stand in several lines. The ranking has
the columns of tables 1 and 2 of Bangalore, Sarkar, Doran and Hockey (1998), and what coverage would
be without the errors of a category.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from karat.model.tally import ratio
from karat.suites.failures import is_covered
from karat.suites.files import pairs
from karat.suites.runs import Result

REST = "rest"


@dataclass(frozen=True)
class Category:
    """A row of the ranking.

    ``errors`` are the failed items that have the category, ``share`` their part of all failed
    items, ``gain`` what mending it alone would add to coverage: only items with no other category
    count for that. ``coverage`` is what coverage would be with this and all categories above it
    mended.
    """

    rank: int
    category: str
    errors: int
    share: float
    gain: float
    coverage: float
    overgenerated: int
    example: str


def read(path: str) -> dict[str, tuple[str, ...]]:
    """The categories by item, from a TSV file."""
    found: dict[str, list[str]] = {}
    for item, category in pairs(path, "category"):
        categories = found.setdefault(item, [])
        if category not in categories:
            categories.append(category)
    return {key: tuple(value) for key, value in found.items()}


def write(proposals: Mapping[str, str], results: Iterable[Result]) -> str:
    """Proposals as such a file, with the sentences beside them, to be corrected by hand."""
    rows = [
        f"{one.item.id}\t{proposals[one.item.id]}\t{one.item.sentence}\n"
        for one in results
        if one.item.id in proposals
    ]
    return "item\tcategory\tsentence\n" + "".join(rows)


def failed(results: Iterable[Result]) -> list[Result]:
    """Good items without an analysis and bad ones with one."""
    return [
        one
        for one in results
        if not one.item.excluded
        and one.item.grammatical is not None
        and is_covered(one) != one.item.grammatical
    ]


def ranking(results: Sequence[Result], categories: Mapping[str, Sequence[str]]) -> list[Category]:
    """Categories by their number of errors; a failed item without one is under ``rest``.

    ``overgenerated`` counts bad items that were parsed, which no table of the paper has; they are
    ranked only where somebody gave them a category.
    """
    known = [one for one in results if not one.item.excluded]
    wanted = sum(one.item.grammatical is True for one in known)
    missed = [one for one in failed(known) if one.item.grammatical]
    parsed = [one for one in failed(known) if not one.item.grammatical]
    of = {one.item.id: tuple(categories.get(one.item.id, ())) or (REST,) for one in missed}
    errors = Counter(name for names in of.values() for name in names)
    alone = Counter(names[0] for names in of.values() if len(names) == 1)
    bad = Counter(name for one in parsed for name in categories.get(one.item.id, ()))
    order = sorted(errors | bad, key=lambda name: (name == REST, -errors[name], -bad[name], name))
    mended: set[str] = set()
    rows = []
    for rank, name in enumerate(order, 1):
        mended.add(name)
        covered = wanted - sum(not mended.issuperset(names) for names in of.values())
        example = next(
            (one.item.sentence for one in missed if name in of[one.item.id]), ""
        ) or next(one.item.sentence for one in parsed if name in categories.get(one.item.id, ()))
        rows.append(
            Category(
                rank, name, errors[name], ratio(errors[name], len(missed)),
                ratio(alone[name], wanted), ratio(covered, wanted), bad[name], example,
            )
        )  # fmt: skip
    return rows
