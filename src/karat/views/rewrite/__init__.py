"""Trees rewritten by rules: a parser's output converted to another style without a script.

    [[rule]]
    drop = '-NONE-'                    # removes the node, with everything in it

    [[rule]]
    splice = 'VP > VP'                 # removes the bracket, keeps its contents

    [[rule]]
    raise = 'PP >- (NP > VP)'          # the node moves out of its parent, to its grandparent

    [[rule]]
    rename = 'N|PNP|NX'                # the node gets another label
    to = "NN"

Patterns are those of recognisers (docs/recognisers.md); a rule changes the first node of its pattern.
Rules are applied in the order of the file. Each is applied to all matching nodes at once, and
again until it changes nothing, or only once with ``once = true``.

Only drop removes words, and no rule changes their order.
"""

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Longs
from karat.model.errors import InputError, UsageError
from karat.model.outcome import Remark, Stage
from karat.patterns.forest import Forest
from karat.patterns.lexicon import Lexicon
from karat.patterns.pattern import Marks, match
from karat.views.rewrite.operations import Change, change
from karat.views.rewrite.rules import OPERATIONS, Rule, file, names, of_file

# A rule that renames the same node more often than this would never end.
_OFTEN = 20
_STAYS = {
    "raise": "cannot be raised: it is in the middle of its parent, or has no grandparent",
    "splice": "cannot be spliced: it is the tag of a word, not a bracket",
}


def rewrite(bank: Bank, rules: str = "") -> Bank:
    """The trees after all rules of a file, or of a set that comes with karat.

    >>> import karat
    >>> from karat.formats.brackets import dumps
    >>> bank = karat.read_text("(S_r (NP (N John)) (VP_r (V is) (VP (V sleeping))) (Punct .))")
    >>> print(dumps(rewrite(bank, rules="xtag")), end="")
    (S (NP (NN John)) (VP (VB is) (VP (VB sleeping))) (. .))
    """
    return rewritten(bank, _loaded(rules))


def rewritten(bank: Bank, rules: Iterable[Rule]) -> Bank:
    """The trees after some rules; a note says in how many sentences a node could not be changed."""
    for step in _steps(bank, rules):
        bank = step.change.bank
        count = len(np.unique(step.forest.sentence[step.change.stay]))
        if count and step.final:
            rule = step.rule
            said = f"{rule.place}: {rule.name}: in {bank.corpus or bank.path}, a node that fits"
            warnings.warn(Remark(f"{said} {_STAYS[rule.operation]}", count), stacklevel=2)
    return bank


def stages(bank: Bank, rules: str = "") -> list[Stage]:
    """What each rule did to which nodes."""
    found: list[Stage] = []
    for step in _steps(bank, _loaded(rules)):
        found += step.stages()
    return found


def digest(rules: str = "") -> str:
    """The hash of a user's file of rules; empty for rules that come with karat."""
    return file(rules).digest


@dataclass(frozen=True, eq=False)
class _Step:
    """One pass of a rule over all trees; ``final``: it changed nothing more."""

    rule: Rule
    forest: Forest
    change: Change
    final: bool

    def stages(self) -> Iterator[Stage]:
        """One stage for each kind of node and each new label."""
        by = f"by {self.rule.name} ({self.rule.place})"
        for rows, why in self._reasons():
            yield from self._stages(rows, f"{why} {by}")
        if self.final and self.change.stay.any():
            why = _STAYS[self.rule.operation]
            yield from self._stages(self.forest.row[self.change.stay], f"{why}, {by}")

    def _reasons(self) -> Iterator[tuple[Longs, str]]:
        rows = self.forest.row[self.change.done]
        did = OPERATIONS[self.rule.operation]
        if self.rule.operation != "rename":
            yield rows, did
            return
        after = self.change.bank
        new = np.concatenate([after.label, after.tag])[rows]
        for number in np.unique(new).tolist():
            label = after.labels[number].decode("utf-8", "replace")
            yield rows[new == number], f"{did} {label or '(no label)'}"

    def _stages(self, rows: Longs, why: str) -> Iterator[Stage]:
        bank = self.forest.bank
        brackets = len(bank.label)
        halves = (("brackets", rows[rows < brackets]), ("words", rows[rows >= brackets] - brackets))
        for what, some in halves:
            if len(some):
                yield Stage("", what, bank, np.sort(some).astype(np.int32), why)


def _loaded(rules: str) -> tuple[Rule, ...]:
    if not rules:
        known = ", ".join(names())
        raise UsageError(
            "the view rewrite needs rules: rewrite(rules=FILE), or one of these by name: " + known
        )
    return of_file(file(rules))


def _steps(bank: Bank, rules: Iterable[Rule]) -> Iterator[_Step]:
    if not bank.has_trees:
        raise InputError(f"{bank.missing('trees')}; the view rewrite changes trees")
    forest = Forest.of(bank)
    for rule in rules:
        times = np.zeros(len(forest), np.int64)
        while True:
            step = _step(rule, forest)
            yield step
            if not step.change.done.any():
                break
            if rule.operation == "rename":
                times[forest.row[step.change.done]] += 1
                _refuse_endless(rule, step, times)
            forest = _forest(step.change.bank, forest)
            if rule.once:
                break


def _step(rule: Rule, forest: Forest) -> _Step:
    found: Marks = np.zeros(len(forest), np.bool_)
    for pattern in rule.patterns:
        found |= match(pattern, forest)
    if not found.any():
        none = np.zeros(len(forest), np.bool_)
        return _Step(rule, forest, Change(forest.bank, none, none), True)
    done = change(rule, forest, found)
    return _Step(rule, forest, done, rule.once or not done.done.any())


def _forest(bank: Bank, before: Forest) -> Forest:
    """The trees of a changed Bank; words that are the same are not read again."""
    same = len(bank.tag) == len(before.bank.tag)
    return Forest.of(bank, before.lexicon if same else Lexicon(bank))


def _refuse_endless(rule: Rule, step: _Step, times: Longs) -> None:
    row = int(times.argmax()) if len(times) else 0
    if not len(times) or times[row] <= _OFTEN:
        return
    before = step.forest.bank
    label = before.labels[int(np.concatenate([before.label, before.tag])[row])]
    raise InputError(
        f"{rule.place}: {rule.name} has no end: it renamed the same node {_OFTEN} times, and the "
        f"label is now {label.decode('utf-8', 'replace')}; add once = true, or a condition that "
        "the new label does not fulfil"
    )
