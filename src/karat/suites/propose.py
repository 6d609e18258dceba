"""Rules that propose an error category for each good item that failed, using only the run.

The first of these that applies: the failure in the run (crash, time-out …); ``missing lexical
item``, if a word occurs in two or more failed items and in no covered item; if a covered item
differs in one word only, ``POS tag`` where the two words have different tags elsewhere in the run,
and ``feature clash`` where they have the same; ``missing construction``, if most good items with the
same phenomenon fail; ``rest``. The proposals are a first guess, to be corrected by hand.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

from karat.suites.categories import REST
from karat.suites.failures import words
from karat.suites.runs import Result

LEXICAL, TAG = "missing lexical item", "POS tag"
CLASH, CONSTRUCTION = "feature clash", "missing construction"


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
