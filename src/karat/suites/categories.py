"""Error categories of items, given by hand in a file, and ranked by what fixing them would gain.

A file of categories is TSV: item and category; an item may be on several lines. The ranking has the
columns of tables 1 and 2 of Bangalore, Sarkar, Doran and Hockey (1998), and the coverage without the
errors of each category.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from karat.model.measure import ratio
from karat.suites.files import pairs
from karat.suites.runs import Result

REST = "rest"


@dataclass(frozen=True)
class Category:
    """A row of the ranking.

    ``errors`` is the number of failed items of the category, ``share`` their share of all failed
    items. ``gain`` is what fixing this category alone would add to coverage: only items without
    another category count. ``coverage`` is the coverage after fixing this category and all above it.
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
    """The categories of each item, from a TSV file."""
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for item, category in pairs(path, "category"):
        found[item][category] = None
    return {key: tuple(names) for key, names in found.items()}


def write(proposals: Mapping[str, str], results: Iterable[Result]) -> str:
    """A file of proposed categories, with the sentences, to be corrected by hand."""
    rows = [
        f"{one.item.id}\t{proposals[one.item.id]}\t{one.item.sentence}\n"
        for one in results
        if one.item.id in proposals
    ]
    return "item\tcategory\tsentence\n" + "".join(rows)


def failed(results: Iterable[Result]) -> list[Result]:
    """Good items without an analysis, and bad items with one."""
    return [
        one
        for one in results
        if not one.item.excluded
        and one.item.grammatical is not None
        and one.covered != one.item.grammatical
    ]


def ranking(results: Sequence[Result], categories: Mapping[str, Sequence[str]]) -> list[Category]:
    """Categories by their number of errors; failed items without a category are under ``rest``.

    ``overgenerated`` counts bad items with an analysis, which the paper does not; they are ranked
    only if they were given a category.
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
    fixed: set[str] = set()
    rows = []
    for rank, name in enumerate(order, 1):
        fixed.add(name)
        covered = wanted - sum(not fixed.issuperset(names) for names in of.values())
        with_it = [one for one in missed if name in of[one.item.id]]
        with_it += [one for one in parsed if name in categories.get(one.item.id, ())]
        rows.append(Category(
            rank, name, errors[name], ratio(errors[name], len(missed)), ratio(alone[name], wanted),
            ratio(covered, wanted), bad[name], with_it[0].item.sentence,
        ))  # fmt: skip
    return rows
