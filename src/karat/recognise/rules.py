"""Rules: a phenomenon and the condition under which a sentence shows it, read from a TOML file.

    format = "brackets"

    [[rule]]
    phenomenon = "passive"
    tree = ['VP < VBN << (NP < -NONE-"\\\\*-*")']
    match = ["(S …)"]
    other = ["(S …)"]

A condition has one or more of ``tree``, ``deps``, ``enhanced``, ``regex`` (a pattern, or a list of
patterns of which one must match), ``all``, ``any``, ``none`` (lists of conditions); all parts must
hold. ``match`` and ``other`` are examples of native output that shows the phenomenon and that does
not, or names of such under ``[examples]``. A name under ``[define]`` can be used after an @.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from karat.files import resources
from karat.files.resources import Resource
from karat.model.errors import SyntaxFault, unknown
from karat.patterns import forest, graph
from karat.patterns.definitions import expanded
from karat.patterns.names import BadPattern, regular
from karat.patterns.pattern import Marks, match
from karat.recognise.evidence import FORMATS, Evidence

# From native output to the sentences for which a condition holds.
Condition: TypeAlias = Callable[[Evidence], Marks]

_KEYS = ("tree", "deps", "enhanced", "regex", "all", "any", "none")


@dataclass(frozen=True)
class Rule:
    """A phenomenon, its condition, and examples of native output that test the condition."""

    phenomenon: str
    condition: Condition
    match: tuple[str, ...] = ()
    other: tuple[str, ...] = ()


@dataclass(frozen=True)
class Recogniser:
    """The rules for one kind of native output."""

    name: str
    format: str
    rules: tuple[Rule, ...]
    sha256: str = ""

    @property
    def phenomena(self) -> list[str]:
        return [rule.phenomenon for rule in self.rules]

    def read(self, texts: Sequence[str]) -> Evidence:
        """Native output, one text per sentence; an empty text is a sentence without output."""
        return Evidence(self.format, texts)

    def __call__(self, evidence: Evidence) -> list[tuple[str, ...]]:
        """The phenomena of each sentence, in the order of the rules.

        >>> ptb = load("ptb")
        >>> ptb(ptb.read(["(S (NP (NNP John)) (VP (VBZ sleeps)))", ""]))
        [('proper-noun', 'intransitive'), ()]
        """
        found = [rule.condition(evidence) & evidence.given for rule in self.rules]
        return [tuple(compress(self.phenomena, marks)) for marks in np.array(found).T.tolist()]


def names() -> list[str]:
    """The recognisers that come with karat.

    >>> names()
    ['link-grammar', 'ptb', 'ud']
    """
    return resources.names("recognisers")


def load(name: str) -> Recogniser:
    """A recogniser: one that comes with karat, or a file of rules."""
    file = resources.find("recogniser", "recognisers", name)
    return _Loader(file, Path(file.path).stem).recogniser()


def loads(text: str, path: str = "<rules>", name: str = "rules") -> Recogniser:
    """A recogniser from the text of a file of rules."""
    return _Loader(Resource(path, text.encode()), name).recogniser()


def catalogue() -> dict[str, str]:
    """The known phenomena, each with its description.

    >>> catalogue()["passive"]
    'a passive verb: the window was broken'
    """
    return dict(resources.ours("phenomena.toml").toml())


class _Loader:
    """Reads one file of rules, and finds the places in it that messages name."""

    def __init__(self, file: Resource, name: str) -> None:
        self.file, self.text, self.name = file, file.text(), name
        # Messages look for a text after this position: the rules before it were read.
        self.searched = 0
        self.defined: dict[str, Any] = {}
        self.examples: dict[str, Any] = {}

    def recogniser(self) -> Recogniser:
        document = self.file.toml()
        for key in document:
            if key not in ("format", "rule", "phenomena", "define", "examples"):
                raise self._wrong(key, f"a file of rules has no {key!r}", _FILE)
        form = document.get("format")
        if form not in FORMATS:
            raise self._wrong("format", f"format should be one of {', '.join(FORMATS)}", _FILE)
        own, self.defined, self.examples = (
            self._table(document, key) for key in ("phenomena", "define", "examples")
        )
        rules = document.get("rule", [])
        if not isinstance(rules, list) or not rules:
            raise self._wrong("format", "there are no rules", _FILE)
        known = {*catalogue(), *own}
        found = tuple(self._rule(rule, known) for rule in rules)
        return Recogniser(self.name, form, found, hashlib.sha256(self.file.content).hexdigest())

    def _table(self, document: dict[str, Any], key: str) -> dict[str, Any]:
        table = document.get(key, {})
        if not isinstance(table, dict) or not all(isinstance(one, str) for one in table.values()):
            raise self._wrong(key, f"{key} should be a table of texts", _FILE)
        return table

    def _rule(self, rule: Any, known: set[str]) -> Rule:
        name = rule.get("phenomenon") if isinstance(rule, dict) else None
        if not isinstance(name, str):
            raise self._wrong("[[rule]]", "a rule needs a phenomenon", _FILE)
        place = self.text.find("phenomenon", self.searched)
        self.searched = max(self.searched, self.text.find(f'"{name}"', max(place, 0)))
        if name not in known:
            advice = f"{unknown('phenomenon', name, known)}"
            raise self._wrong(
                f'"{name}"', advice.split(" Known:")[0].rstrip("."),
                "for the names, type: karat recognise --list; to add a name, write it under "
                "[phenomena] with its description",
            )  # fmt: skip
        for key in rule:
            if key not in (*_KEYS, "phenomenon", "match", "other"):
                raise self._wrong(key, f"a rule has no {key!r}", f"it has {', '.join(_KEYS)}")
        shown, other = (
            tuple(self.examples.get(one, one) for one in self._strings(rule.get(key, []), key))
            for key in ("match", "other")
        )
        condition = {key: value for key, value in rule.items() if key in _KEYS}
        return Rule(name, self._condition(condition), shown, other)

    def _condition(self, table: Any) -> Condition:
        if not isinstance(table, dict) or not table:
            raise self._wrong(
                "[[rule]]", "expected a condition", f"it has one or more of {', '.join(_KEYS)}"
            )
        parts: list[Condition] = []
        for key, value in table.items():
            if key not in _KEYS:
                raise self._wrong(key, f"a condition has no {key!r}", f"it has {', '.join(_KEYS)}")
            if key in _PATTERNS:
                one = [self._pattern(key, text) for text in self._strings(value, key)]
            elif isinstance(value, list):
                one = [self._condition(inner) for inner in value]
            else:
                raise self._wrong(key, f"{key} should be a list of conditions")
            if not one:
                raise self._wrong(key, f"{key} is empty")
            parts.append(_joined("any" if key in _PATTERNS else key, one))
        return _joined("all", parts)

    def _pattern(self, kind: str, text: str) -> Condition:
        try:
            # In a regular expression, @ is an ordinary character.
            whole, places = (
                (text, range(len(text) + 1)) if kind == "regex" else expanded(text, self.defined)
            )
        except BadPattern as error:
            raise self._fault(error.what, self._find(text) + error.at, error.advice) from None
        try:
            return _PATTERNS[kind](whole)
        except BadPattern as error:
            at = self._find(text) + places[error.at]
            raise self._fault(error.what, at, error.advice) from None

    def _strings(self, value: Any, key: str) -> tuple[str, ...]:
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self._wrong(key, f"{key} should be a text or a list of texts")
        return tuple(value)

    def _find(self, text: str) -> int:
        at = self.text.find(text, self.searched)
        return at if at >= 0 else max(self.text.find(text), self.searched)

    def _wrong(self, key: str, what: str, advice: str = "") -> SyntaxFault:
        return self._fault(what, self._find(key), advice)

    def _fault(self, what: str, at: int, advice: str) -> SyntaxFault:
        return self.file.fault(what, len(self.text[:at].encode()), advice)


_FILE = 'a file of rules has format = "brackets" (or another) and tables [[rule]]'


def _tree(text: str) -> Condition:
    node = forest.compiled(text)
    return lambda evidence: evidence.forest.in_sentence(match(node, evidence.forest))


def _deps(text: str, which: str = "graph") -> Condition:
    node = graph.compiled(text)
    space: Callable[[Evidence], graph.Graph] = attrgetter(which)
    return lambda evidence: space(evidence).in_sentence(match(node, space(evidence)))


def _regex(text: str) -> Condition:
    search = regular(text)
    return lambda evidence: np.array([search(one) for one in evidence.texts], bool)


_PATTERNS: Mapping[str, Callable[[str], Condition]] = {
    "tree": _tree, "deps": _deps, "enhanced": partial(_deps, which="enhanced"), "regex": _regex,
}  # fmt: skip


def _joined(how: str, conditions: list[Condition]) -> Condition:
    if len(conditions) == 1 and how != "none":
        return conditions[0]

    def condition(evidence: Evidence) -> Marks:
        found = conditions[0](evidence)
        for one in conditions[1:]:
            found = found & one(evidence) if how == "all" else found | one(evidence)
        return ~found if how == "none" else found

    return condition
