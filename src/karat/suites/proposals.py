"""Proposed categories of errors: by rules that look at the run, or by the phenomena of the items.

``run``: the first of these that applies. The failure in the run (crash, time-out …); ``ranking``, if
the right analysis is not the first; ``missing lexical item``, if a word occurs in two or more failed
items and in no covered good item; if a covered good item differs in one word only, ``POS tag`` where
the two words have different tags elsewhere in the run, and ``feature clash`` where they have the
same; ``missing construction``, if most good items with the same phenomenon are in error; ``rest``.
An overgenerated item can only be POS tag, feature clash or rest; a wrong one ranking, missing
construction or rest.

``xtag``, or another table of categories: the category of the core phenomenon; otherwise, of all
categories that the phenomena of the item belong to, the one whose items are most often in error. If
several cannot be told apart (the 95 % intervals of their rates overlap that of the highest), it is
the rarest, which says most. A failure in the run and ``ranking`` come first here too.

The proposals are a first guess, to be corrected by hand.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from karat.stats.wilson import wilson
from karat.suites.categories import FAILED, OVERGENERATED, REST, Error
from karat.suites.category_tables import Table
from karat.suites.failures import words
from karat.suites.items import Item
from karat.suites.right import NONE, Verdicts
from karat.suites.runs import Result

RANKING = "ranking"
LEXICAL, TAG = "missing lexical item", "POS tag"
CLASH, CONSTRUCTION = "feature clash", "missing construction"
_EVERYTHING = "*"


def propose(
    results: Sequence[Result], found: Mapping[str, Error], verdicts: Verdicts = NONE,
    rules: Table | None = None,
) -> dict[str, str]:  # fmt: skip
    """A category for each error, by item id; without a table the rules that look at the run decide."""
    evidence = _Evidence([one for one in results if one.item.good], found)
    rates = _Rates(rules, results, found) if rules else None
    proposed = {}
    for key, error in found.items():
        if error.result.parsed.failure:
            proposed[key] = error.result.parsed.failure
        elif verdicts.among(key):
            proposed[key] = RANKING
        else:
            proposed[key] = rates.category(error, evidence) if rates else evidence.category(error)
    return proposed


class _Evidence:
    """What the other items of a run show about an item."""

    def __init__(self, good: Sequence[Result], found: Mapping[str, Error]) -> None:
        self._covered_words: set[str] = set()
        self._failures: Counter[str] = Counter()
        self._items: Counter[str] = Counter()
        self._phenomenon_errors: Counter[str] = Counter()
        self._tags: defaultdict[str, set[str]] = defaultdict(set)
        # Covered sentences with one word left out, and the words that fill the gap.
        self._frames: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
        for one in good:
            tokens = words(one.item.sentence)
            self._items.update(one.item.all_phenomena)
            if one.item.id in found:
                self._phenomenon_errors.update(one.item.all_phenomena)
            if not one.covered:
                self._failures.update(set(tokens))
                continue
            self._covered_words.update(tokens)
            for word, tag in one.parsed.tags:
                if tag:
                    self._tags[word.lower()].add(tag.split("-")[0])
            for i, token in enumerate(tokens):
                self._frames[_frame(tokens, i)].add(token)

    def category(self, error: Error) -> str:
        item = error.result.item
        if error.kind == FAILED and self.lexical(item):
            return LEXICAL
        if error.kind in (FAILED, OVERGENERATED) and (pairs := self._pairs(item)):
            return CLASH if any(self._alike(*pair) for pair in pairs) else TAG
        many = (2 * self._phenomenon_errors[p] > self._items[p] for p in item.all_phenomena)
        return CONSTRUCTION if error.kind != OVERGENERATED and any(many) else REST

    def lexical(self, item: Item) -> bool:
        """Whether a word of an item occurs in several failed items and in no others."""
        tokens = words(item.sentence)
        return any(one not in self._covered_words and self._failures[one] > 1 for one in tokens)

    def _pairs(self, item: Item) -> list[tuple[str, str]]:
        """A word of the item, and the word in its place in a covered item that is otherwise the same."""
        tokens = words(item.sentence)
        return [
            (token, other)
            for i, token in enumerate(tokens)
            for other in self._frames[_frame(tokens, i)] - {token}
        ]

    def _alike(self, word: str, other: str) -> bool:
        """Whether two words can have the same tag; true if nothing is known about either."""
        ours, theirs = self._tags[word], self._tags[other]
        return bool(ours & theirs) or ours == theirs


def _frame(tokens: Sequence[str], gap: int) -> tuple[str, ...]:
    return (*tokens[:gap], "", *tokens[gap + 1 :])


class _Rates:
    """How often the items of each category are in error."""

    def __init__(self, table: Table, results: Sequence[Result], found: Mapping[str, Error]) -> None:
        self._table, self._of = table, cache(table.categories)
        self._items: Counter[str] = Counter()
        self._errors: Counter[str] = Counter()
        for one in results:
            if one.item.excluded or one.item.grammatical is None:
                continue
            error = found.get(one.item.id)
            usual = FAILED if one.item.grammatical else OVERGENERATED
            names = self._of(one.item, error.kind if error else usual)
            self._items.update(names)
            self._errors.update(names if error else ())

    def category(self, error: Error, evidence: _Evidence) -> str:
        item, table = error.result.item, self._table
        general = table.phenomena.get(_EVERYTHING, "")
        core = table.category(item.core, error.kind) if item.core else ""
        if core and core != general:
            return core
        names = self._of(item, error.kind)
        if special := [name for name in names if name != general]:
            return self._likeliest(special)
        if error.kind == FAILED and evidence.lexical(item):
            return table.lexical
        return names[0] if names else table.rest

    def _likeliest(self, names: Sequence[str]) -> str:
        """The rarest of the categories whose rate of errors may be the highest."""
        rates = {name: wilson(self._errors[name], self._items[name]) for name in names}
        surely = max(low for low, _ in rates.values())
        return min(
            (name for name in names if rates[name][1] >= surely), key=self._items.__getitem__
        )
