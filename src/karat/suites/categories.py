"""Error categories of items, by hand or proposed by rules, ranked by what fixing them would gain.

A file of categories is TSV: item and category; an item may be on several lines. The ranking has the
columns of tables 1 and 2 of Bangalore, Sarkar, Doran and Hockey (1998), and the coverage without the
errors of each category.

Rules propose a category for each good item that failed, using only the run. The first of these that
applies: the failure in the run (crash, time-out …); ``missing lexical item``, if a word occurs in
two or more failed items and in no covered item; if a covered item differs in one word only, ``POS
tag`` where the two words have different tags elsewhere in the run, and ``feature clash`` where they
have the same; ``missing construction``, if most good items with the same phenomenon fail; ``rest``.
The proposals are a first guess, to be corrected by hand.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from karat.model.measure import ratio
from karat.suites.failures import words
from karat.suites.files import pairs
from karat.suites.runs import Result

REST = "rest"
LEXICAL, TAG = "missing lexical item", "POS tag"
CLASH, CONSTRUCTION = "feature clash", "missing construction"


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
    items = (one.item for one in results if one.item.id in proposals)
    rows = (f"{one.id}\t{proposals[one.id]}\t{one.sentence}\n" for one in items)
    return "item\tcategory\tsentence\n" + "".join(rows)


def failed(results: Iterable[Result]) -> list[Result]:
    """Good items without an analysis, and bad items with one."""
    judged = [one for one in results if not one.item.excluded and one.item.grammatical is not None]
    return [one for one in judged if one.covered != one.item.grammatical]


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


def propose(results: Sequence[Result]) -> dict[str, str]:
    """A category for each good item that failed, by item id."""
    good = [one for one in results if one.item.good]
    evidence = _Evidence(good)
    return {one.item.id: evidence.category(one) for one in good if not one.covered}


class _Evidence:
    """What the other items of a run say about an item."""

    def __init__(self, good: Sequence[Result]) -> None:
        self._covered_words: set[str] = set()
        self._failures: Counter[str] = Counter()
        self._items: Counter[str] = Counter()
        self._phenomenon_failures: Counter[str] = Counter()
        self._tags: defaultdict[str, set[str]] = defaultdict(set)
        # Covered sentences with one word left out, and the words that fill the gap.
        self._frames: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
        for one in good:
            tokens = words(one.item.sentence)
            self._items.update(one.item.all_phenomena)
            if not one.covered:
                self._failures.update(set(tokens))
                self._phenomenon_failures.update(one.item.all_phenomena)
                continue
            self._covered_words.update(tokens)
            for word, tag in one.parsed.tags:
                if tag:
                    self._tags[word.lower()].add(tag.split("-")[0])
            for i, token in enumerate(tokens):
                self._frames[_frame(tokens, i)].add(token)

    def category(self, one: Result) -> str:
        if one.parsed.failure:
            return one.parsed.failure
        tokens = words(one.item.sentence)
        if any(token not in self._covered_words and self._failures[token] > 1 for token in tokens):
            return LEXICAL
        pairs = [
            (token, other)
            for i, token in enumerate(tokens)
            for other in self._frames[_frame(tokens, i)] - {token}
        ]
        if pairs:
            return CLASH if any(self._alike(*pair) for pair in pairs) else TAG
        if any(2 * self._phenomenon_failures[p] > self._items[p] for p in one.item.all_phenomena):
            return CONSTRUCTION
        return REST

    def _alike(self, word: str, other: str) -> bool:
        """Whether two words can have the same tag; true if nothing is known of either."""
        ours, theirs = self._tags[word], self._tags[other]
        return bool(ours & theirs) or ours == theirs


def _frame(tokens: Sequence[str], gap: int) -> tuple[str, ...]:
    return (*tokens[:gap], "", *tokens[gap + 1 :])
