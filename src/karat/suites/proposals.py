"""Proposed categories of errors: by rules that look at the run, or by the phenomena of the items.

``run``: the first of these that applies. The failure in the run (crash, time-out …); ``ranking``, if
the right analysis is not the first; ``missing lexical item``, if a word occurs in two or more failed
items and in no covered good item; if a covered good item differs in one word only, ``POS tag`` where
the two words have different tags elsewhere in the run, and ``feature clash`` where they have the
same; ``missing construction``, if most good items with the same phenomenon are in error; ``rest``.
An overgenerated item can only be POS tag, feature clash or rest; a wrong one ranking, missing
construction or rest.

``xtag``, or a TOML file like data/categories/xtag.toml: the category of the core phenomenon;
otherwise, of all categories that the phenomena of the item belong to, the one whose items are most
often in error. A failure in the run and ``ranking`` come first here too.

The proposals are a first guess, to be corrected by hand.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from karat.files import resources
from karat.model.errors import InputError
from karat.model.measure import ratio
from karat.suites.categories import ERRORS, FAILED, OVERGENERATED, REST, Error
from karat.suites.failures import words
from karat.suites.items import Item
from karat.suites.right import NONE, Verdicts
from karat.suites.runs import Result

RUN = "run"
RANKING = "ranking"
LEXICAL, TAG = "missing lexical item", "POS tag"
CLASH, CONSTRUCTION = "feature clash", "missing construction"
_EVERYTHING = "*"


def propose(
    results: Sequence[Result], found: Mapping[str, Error], verdicts: Verdicts = NONE,
    rules: "Table | None" = None,
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
    """What the other items of a run say about an item."""

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
        """Whether a word of an item is only in items that failed, and in several."""
        tokens = words(item.sentence)
        return any(one not in self._covered_words and self._failures[one] > 1 for one in tokens)

    def _pairs(self, item: Item) -> list[tuple[str, str]]:
        """A word of the item, and the one in its place in a covered item that is else the same."""
        tokens = words(item.sentence)
        return [
            (token, other)
            for i, token in enumerate(tokens)
            for other in self._frames[_frame(tokens, i)] - {token}
        ]

    def _alike(self, word: str, other: str) -> bool:
        """Whether two words can have the same tag; true if nothing is known of either."""
        ours, theirs = self._tags[word], self._tags[other]
        return bool(ours & theirs) or ours == theirs


def _frame(tokens: Sequence[str], gap: int) -> tuple[str, ...]:
    return (*tokens[:gap], "", *tokens[gap + 1 :])


@dataclass(frozen=True)
class Table:
    """Categories with the patterns of phenomena and sources that belong to them."""

    phenomena: Mapping[str, str]
    sources: Mapping[str, str]
    kinds: Mapping[str, tuple[str, ...]]
    rest: str = REST
    lexical: str = REST

    def category(self, phenomenon: str, kind: str) -> str:
        """The category of a phenomenon for an error of this kind; empty if there is none."""
        fitting = [
            pattern for pattern, name in self.phenomena.items()
            if kind in self.kinds[name] and fnmatchcase(phenomenon, pattern)
        ]  # fmt: skip
        return self.phenomena[max(fitting, key=len)] if fitting else ""

    def categories(self, item: Item, kind: str) -> list[str]:
        """All categories that an item belongs to, that of its core phenomenon first."""
        found = [self.category(one, kind) for one in item.all_phenomena]
        found += [
            name for pattern, name in self.sources.items()
            if kind in self.kinds[name] and fnmatchcase(item.source, pattern)
        ]  # fmt: skip
        return list(dict.fromkeys(filter(None, found)))


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
            return max(special, key=self._rate)
        if error.kind == FAILED and evidence.lexical(item):
            return table.lexical
        return names[0] if names else table.rest

    def _rate(self, name: str) -> tuple[float, int]:
        """How often items of a category are in error; of equal ones, the rarer category is preferred."""
        return ratio(self._errors[name], self._items[name]), -self._items[name]


def load(name: str) -> Table | None:
    """A table of categories by its name or file; None for ``run``."""
    if name == RUN:
        return None
    file = resources.find("set of rules", "categories", name)
    content = file.toml()
    records = content.get("category", [])
    if not isinstance(records, list) or not records:
        raise InputError(
            f"{file.path}: there is no category; write [[category]], name and phenomena"
        )
    phenomena: dict[str, str] = {}
    sources: dict[str, str] = {}
    kinds: dict[str, tuple[str, ...]] = {}
    for i, record in enumerate(records, 1):
        where = f"{file.path}: category {i}"
        given = _strings(record, "kinds", where) or ERRORS
        if strange := [one for one in given if one not in ERRORS]:
            raise InputError(f"{where}: kinds are {', '.join(ERRORS)}, not {strange[0]!r}")
        kinds[_name(record, where)] = tuple(given)
        phenomena |= dict.fromkeys(_strings(record, "phenomena", where), record["name"])
        sources |= dict.fromkeys(_strings(record, "sources", where), record["name"])
    rest = str(content.get("rest", REST))
    return Table(phenomena, sources, kinds, rest, str(content.get("lexical", rest)))


def _name(record: Any, where: str) -> str:
    name = record.get("name") if isinstance(record, dict) else None
    if not isinstance(name, str) or not name:
        raise InputError(f'{where}: a category needs a name, as in name = "ellipsis"')
    return name


def _strings(record: Any, field: str, where: str) -> list[str]:
    given = record.get(field, []) if isinstance(record, dict) else []
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise InputError(f'{where}: {field} should be a list of texts, as in ["gapping"]')
    return given
