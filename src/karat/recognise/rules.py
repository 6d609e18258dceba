"""Rules: a phenomenon and the condition under which a sentence shows it, read from a TOML file.

    format = "brackets"

    [[rule]]
    phenomenon = "passive"
    tree = ['VP < VBN << (NP < -NONE-"\\\\*-*")']
    match = ["(S …)"]
    other = ["(S …)"]

A condition has one or more of ``tree``, ``deps``, ``enhanced``, ``regex`` (a pattern, or a list of
patterns, one of which must match), ``all``, ``any``, ``none`` (lists of conditions). All its parts
must hold. ``match`` lists examples of native output that shows the phenomenon, ``other`` examples
that do not; both may name examples under ``[examples]``. ``experimental = true`` marks a rule that is
wrong too often on unseen text. A name under ``[define]`` can be used after an @.
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
from karat.model.errors import unknown
from karat.patterns import forest, graph
from karat.patterns.entries import Entries, Entry
from karat.patterns.names import regular
from karat.patterns.pattern import Marks, match
from karat.recognise.evidence import FORMATS, Evidence

# A function from native output to the sentences for which a condition holds.
Condition: TypeAlias = Callable[[Evidence], Marks]

_KEYS = ("tree", "deps", "enhanced", "regex", "all", "any", "none")


@dataclass(frozen=True)
class Rule:
    """A phenomenon, its condition, and examples of native output that test the condition."""

    phenomenon: str
    condition: Condition
    match: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    experimental: bool = False
    # The kinds of patterns in the condition: tree, deps, enhanced, regex.
    kinds: frozenset[str] = frozenset()


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

    @property
    def experimental(self) -> frozenset[str]:
        """The phenomena whose rules are wrong too often on unseen text to count in a score."""
        return frozenset(rule.phenomenon for rule in self.rules if rule.experimental)

    def read(self, texts: Sequence[str]) -> Evidence:
        """Native output, one text per sentence; an empty text is a sentence without output."""
        return Evidence(self.format, texts)

    def __call__(self, evidence: Evidence) -> list[tuple[str, ...]]:
        """The phenomena of each sentence, in the order of the rules.

        >>> ptb = load("ptb")
        >>> ptb(ptb.read(["(S (NP (NNP John)) (VP (VBZ sleeps)))", ""]))
        [('proper-noun', 'intransitive'), ()]
        """
        found = [
            rule.condition(evidence) & evidence.given & evidence.present(rule.kinds)
            for rule in self.rules
        ]
        return [tuple(compress(self.phenomena, marks)) for marks in np.array(found).T.tolist()]


def names() -> list[str]:
    """The recognisers that come with karat.

    >>> names()
    ['erg', 'link-grammar', 'ptb', 'ud']
    """
    return resources.names("recognisers")


def load(name: str) -> Recogniser:
    """A recogniser: one that comes with karat, or a file of rules."""
    file = resources.find("recogniser", "recognisers", name)
    return _recogniser(file, Path(file.path).stem)


def loads(text: str, path: str = "<rules>", name: str = "rules") -> Recogniser:
    """A recogniser from the text of a file of rules."""
    return _recogniser(Resource(path, text.encode()), name)


def catalogue() -> dict[str, str]:
    """The known phenomena, each with its description.

    >>> catalogue()["passive"]
    'a passive verb: the window was broken'
    """
    return dict(resources.ours("phenomena.toml").toml())


def _recogniser(file: Resource, name: str) -> Recogniser:
    entries = Entries(file, "rule", ("format", "phenomena", "examples"))
    form = entries.document.get("format")
    if form not in FORMATS:
        what = f"format should be one of {', '.join(FORMATS)}"
        raise entries.fault(what, entries.top("format"), 'write it as in format = "brackets"')
    known, examples = {*catalogue(), *entries.texts("phenomena")}, entries.texts("examples")
    rules = tuple(_rule(entry, known, examples) for entry in entries.tables)
    return Recogniser(name, form, rules, hashlib.sha256(file.content).hexdigest())


def _rule(entry: Entry, known: set[str], examples: Mapping[str, str]) -> Rule:
    entry.only((*_KEYS, "phenomenon", "match", "other", "experimental"))
    name = entry.text("phenomenon")
    if name not in known:
        guess = str(unknown("phenomenon", name, known)).split(" Known:")[0].rstrip(".")
        advice = (
            "for the names, type: karat recognise --list; to add a name, write it under "
            "[phenomena] with its description"
        )
        raise entry.fault("phenomenon", guess, advice, f'"{name}"')
    shown, other = (
        tuple(examples.get(one, one) for one in (entry.texts(key) if entry.table.get(key) else ()))
        for key in ("match", "other")
    )
    condition = {key: value for key, value in entry.table.items() if key in _KEYS}
    experimental = entry.table.get("experimental", False)
    if not isinstance(experimental, bool):
        raise entry.fault("experimental", "experimental should be true or false")
    holds = _condition(entry, condition)
    return Rule(name, holds, shown, other, experimental, _kinds(condition))


def _condition(entry: Entry, table: Any) -> Condition:
    if not isinstance(table, dict) or not table:
        advice = f"it has one or more of {', '.join(_KEYS)}"
        raise entry.fault("", "expected a condition", advice)
    parts: list[Condition] = []
    for key, value in table.items():
        entry.known(key, _KEYS, f"a condition has no {key!r}")
        if key in _PATTERNS:
            # In a regular expression, @ is an ordinary character.
            texts = entry.texts(key, value)
            one = [entry.compiled(text, _PATTERNS[key], key, key != "regex") for text in texts]
        elif isinstance(value, list):
            one = [_condition(entry, inner) for inner in value]
        else:
            raise entry.fault(key, f"{key} should be a list of conditions")
        if not one:
            raise entry.fault(key, f"{key} is empty")
        parts.append(_joined("any" if key in _PATTERNS else key, one))
    return _joined("all", parts)


def _kinds(table: Mapping[str, Any]) -> frozenset[str]:
    """The kinds of patterns in a condition, and in those inside it.

    >>> sorted(_kinds({"tree": "S", "none": [{"regex": "a"}]}))
    ['regex', 'tree']
    """
    inner = (_kinds(one) for key in ("all", "any", "none") for one in table.get(key, ()))
    return frozenset(table.keys() & _PATTERNS.keys()).union(*inner)


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
