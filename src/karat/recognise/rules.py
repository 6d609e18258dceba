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
wrong too often on unseen text. A name under ``[define]`` can be used after an @; ``words = "english"`` adds
the lists of data/words/english.toml. ``labels`` says which labels of dependencies the rules are for.
"""

import hashlib
import re
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import compress
from pathlib import Path
from typing import Any

import numpy as np

from karat.files import resources
from karat.files.phenomena import ADVICE, canonical
from karat.files.resources import Resource
from karat.model.errors import InputError, unknown
from karat.patterns import forest, graph
from karat.patterns.entries import Entries, Entry
from karat.patterns.names import BadPattern, expression
from karat.patterns.pattern import Marks
from karat.recognise.conditions import Condition, Joined, Pattern, Reason, Search, Structure
from karat.recognise.conditions import expression as matching
from karat.recognise.evidence import FORMATS, PATTERNS, Evidence
from karat.recognise.records import PARTS, Records
from karat.views import label_kinds

_BLANK_LINES = Records()
# What names a recogniser that is a program or a Python function; karat.suites.programs runs it.
PROGRAM = re.compile(r"command\(.*|(?P<module>[^(]+):(?P<name>[A-Za-z_]\w*)", re.DOTALL)
_TOP = ("format", "labels", "words", "phenomena", "examples", "records")
# What may be the name of an example, and is no output in any format but text.
_NAME = re.compile(r"[\w-]+")
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
    # Its number and its line in the file.
    number: int = 0
    line: int = 0

    def __call__(self, evidence: Evidence) -> Marks:
        """The sentences that show the phenomenon; all that the condition looks at must be there."""
        return self.condition(evidence) & evidence.given & evidence.present(self.kinds)

    def reasons(self, evidence: Evidence) -> Iterator[Reason]:
        """What was found; a condition that only denies found nothing, and gives one empty reason."""
        marks, seen = self(evidence), set[int]()
        for reason in self.condition.reasons(evidence, marks):
            seen.add(reason.sentence)
            yield reason
        for sentence in np.flatnonzero(marks).tolist():
            if sentence not in seen:
                yield Reason(sentence, "none", "", self.line, ())


@dataclass(frozen=True)
class Recogniser:
    """The rules for one kind of native output."""

    name: str
    format: str
    rules: tuple[Rule, ...]
    sha256: str = ""
    # The path of the rules file, as messages name it, and how its text is cut into records.
    path: str = ""
    records: Records = _BLANK_LINES
    # The inventory of labels that the rules are for, by its name in data/labels.toml.
    labels: str = ""
    # The names that the catalogue lacks, with their descriptions.
    own: Mapping[str, str] = field(default_factory=dict)

    @property
    def phenomena(self) -> list[str]:
        return [rule.phenomenon for rule in self.rules]

    @property
    def stated(self) -> bool:
        """Whether it is known what it can show: always, for rules."""
        return True

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
        phenomena = self.phenomena
        return [
            tuple(compress(phenomena, marks))
            for part in evidence.parts()
            for marks in np.array([rule(part) for rule in self.rules]).T.tolist()
        ]

    def reasons(
        self, evidence: Evidence, only: Container[str] | None = None
    ) -> Iterator[tuple[Rule, Reason]]:
        """What the rules found, sentence by sentence; ``only`` are the phenomena that are wanted."""
        rules = [rule for rule in self.rules if only is None or rule.phenomenon in only]
        first = 0
        for part in evidence.parts():
            found = [(rule, reason) for rule in rules for reason in rule.reasons(part)]
            for rule, reason in sorted(found, key=lambda pair: pair[1].sentence):
                yield rule, replace(reason, sentence=first + reason.sentence)
            first += len(part)


def names() -> list[str]:
    """The recognisers that come with karat.

    >>> names()
    ['clear', 'erg', 'gr', 'link-grammar', 'ptb', 'stanford', 'ud']
    """
    return resources.names("recognisers")


def load(name: str) -> Recogniser:
    """A recogniser: one that comes with karat, which is read once, or a file of rules."""
    file = resources.find("recogniser", "recognisers", name)
    return (_recogniser if file.own else _ours)(file, Path(file.path).stem)


def loads(text: str, path: str = "<rules>", name: str = "rules") -> Recogniser:
    """A recogniser from the text of a file of rules."""
    return _recogniser(Resource(path, text.encode()), name)


def _recogniser(file: Resource, name: str) -> Recogniser:
    entries = Entries(file, "rule", _TOP)
    form = entries.document.get("format")
    if form not in FORMATS:
        what = f"format should be one of {', '.join(FORMATS)}"
        raise entries.fault(what, entries.top("format"), 'write it as in format = "brackets"')
    digest = hashlib.sha256(file.content)
    if words := entries.document.get("words", ""):
        shared = resources.find("list of words", "words", words)
        entries.defined = {**shared.toml(), **entries.defined}
        digest.update(shared.content)
    labels = entries.document.get("labels", "")
    if labels and labels not in label_kinds.known():
        what = f"labels should be one of {', '.join(label_kinds.known())}"
        raise entries.fault(what, entries.top("labels"), "or leave it out")
    own = entries.texts("phenomena")
    rules = tuple(_rule(entry, own, form) for entry in entries.tables)
    records = _records(entries, form)
    return Recogniser(name, form, rules, digest.hexdigest(), file.path, records, labels, own)


_ours = cache(_recogniser)


def _records(entries: Entries, form: str) -> Records:
    """How a text is cut, by the table ``[records]``."""
    given, at = entries.texts("records"), entries.top("records")
    if given and form != "text":
        raise entries.fault("only a text is cut into records", at, f"{form} needs no [records]")
    for key, text in given.items():
        entries.known(key, PARTS, f"[records] has no {key!r}", entries.inside("records", key))
        try:
            expression(text)
        except BadPattern as error:
            raise entries.fault(error.what, entries.inside("records", key), error.advice) from None
    return Records.of(given)


def _rule(entry: Entry, own: Collection[str], form: str) -> Rule:
    entry.only((*_KEYS, "phenomenon", "match", "other", "experimental"))
    given = entry.text("phenomenon")
    try:
        name = canonical(given, own)
    except InputError as error:
        advice = f"{ADVICE}; to add a name, write it under [phenomena] with its description"
        raise entry.fault("phenomenon", str(error), advice, f'"{given}"') from None
    shown, other = (_examples(entry, key, form) for key in ("match", "other"))
    condition = {key: value for key, value in entry.table.items() if key in _KEYS}
    experimental = entry.table.get("experimental", False)
    if not isinstance(experimental, bool):
        raise entry.fault("experimental", "experimental should be true or false")
    holds, kinds = _condition(entry, condition), _kinds(condition)
    for kind in sorted(kinds):
        if form not in PATTERNS[kind]:
            usable = ", ".join(one for one in PATTERNS if form in PATTERNS[one])
            what = f"{kind} patterns need {' or '.join(PATTERNS[kind])}, but the format is {form}"
            raise entry.fault(kind, what, f"for {form}, a condition can have {usable}")
    return Rule(name, holds, shown, other, experimental, kinds, entry.number, entry.line)


def _examples(entry: Entry, key: str, form: str) -> tuple[str, ...]:
    """Examples as texts; some are named, and a name that is not under [examples] is refused."""
    known = entry.entries.texts("examples")
    given = entry.texts(key) if entry.table.get(key) else ()
    for one in given:
        if form != "text" and one not in known and _NAME.fullmatch(one):
            advice = f"write the output itself ({form}), or put it under [examples] with this name"
            said = str(unknown("example", one, known)) if known else f"there is no example {one!r}"
            raise entry.fault(key, said, advice, f'"{one}"')
    return tuple(known.get(one, one) for one in given)


def _condition(entry: Entry, table: Any) -> Condition:
    if not isinstance(table, dict) or not table:
        advice = f"it has one or more of {', '.join(_KEYS)}"
        raise entry.fault("", "expected a condition", advice)
    parts: list[Condition] = []
    for key, value in table.items():
        entry.known(key, _KEYS, f"a condition has no {key!r}")
        if key in _PATTERNS:
            texts = entry.texts(key, value)
            one = [_pattern(entry, key, text) for text in texts]
        elif isinstance(value, list):
            one = [_condition(entry, inner) for inner in value]
        else:
            raise entry.fault(key, f"{key} should be a list of conditions")
        if not one:
            raise entry.fault(key, f"{key} is empty")
        parts.append(_joined("any" if key in _PATTERNS else key, one))
    return _joined("all", parts)


def _pattern(entry: Entry, key: str, text: str) -> Condition:
    search = entry.compiled(text, _PATTERNS[key], key, regular=key == "regex")
    return Pattern(key, text, entry.line_of(key, text), search)


def _kinds(table: Mapping[str, Any]) -> frozenset[str]:
    """The kinds of patterns in a condition, and in those inside it.

    >>> sorted(_kinds({"tree": "S", "none": [{"regex": "a"}]}))
    ['regex', 'tree']
    """
    inner = (_kinds(one) for key in ("all", "any", "none") for one in table.get(key, ()))
    return frozenset(table.keys() & _PATTERNS.keys()).union(*inner)


def _tree(text: str) -> Search:
    return Structure(forest.compiled(text), "forest")


def _deps(text: str, which: str = "graph") -> Search:
    return Structure(graph.compiled(text), which)


_PATTERNS: Mapping[str, Callable[[str], Search]] = {
    "tree": _tree, "deps": _deps, "enhanced": partial(_deps, which="enhanced"),
    "regex": matching,
}  # fmt: skip


def _joined(how: str, conditions: list[Condition]) -> Condition:
    if len(conditions) == 1 and how != "none":
        return conditions[0]
    return Joined(how, tuple(conditions))
