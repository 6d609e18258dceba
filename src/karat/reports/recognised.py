"""What was recognised in each sentence of a file, and why: rows that are written as they come."""

import sys
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import asdict
from pathlib import PurePath
from typing import Any, NamedTuple, Protocol

import numpy as np

from karat.files.phenomena import countable, scope_of
from karat.model.layers import names_of
from karat.recognise.rules import Recogniser
from karat.suites.native import Native

COLUMNS: tuple[str, ...] = ("sentence", "output", "phenomena")
# The column for names whose rules are experimental, if there are such rules.
EXPERIMENTAL: tuple[str, ...] = ("experimental",)
WHY = ("sentence", "phenomenon", "rule", "line", "pattern", "nodes")
WHY_OBJECTS = ("sentence", "phenomenon", "rules", "rule", "line", "pattern", "nodes")
_ALL = range(sys.maxsize)
# What rules of each kind look at, in analyses that may lack it.
_PARTS = {"deps": "a semantic structure", "tree": "a derivation"}


class Scope(NamedTuple):
    """The names that a file can show, and those of them that are experimental."""

    names: Collection[str]
    experimental: Collection[str]

    @classmethod
    def of(cls, recogniser: Recogniser | None, native: Native) -> "Scope":
        """What the rules have; without a recogniser, what a file of names says about itself."""
        if recogniser is not None:
            return cls(recogniser.phenomena, recogniser.experimental)
        found = scope_of(native.bank) if native.bank is not None else None
        return cls(*found) if found else cls(countable(), ())


def rows(
    recogniser: Recogniser | None, native: Native, chosen: Container[int] = _ALL,
    only: Collection[str] = (), experimental: Collection[str] = (),
) -> Iterator[list[Any]]:  # fmt: skip
    """The phenomena of each sentence, and whether there was output for it.

    ``chosen`` are the sentences that are wanted, counted from 0 in the file, and ``only`` the
    phenomena, if not all. The ``experimental`` ones, if any, have a column of their own. Without a
    recogniser, the file lists names.
    """
    found, given = _recognised(recogniser, native) if recogniser else _listed(native)
    for i, names in enumerate(found):
        if native.first + i in chosen:
            shown = [name for name in names if name in only or not only]
            sure = " ".join(name for name in shown if name not in experimental)
            doubtful = " ".join(name for name in shown if name in experimental)
            output = "yes" if given[i] else "no"
            yield [native.name(i), output, sure, *([doubtful] if experimental else [])]


_Found = tuple[Sequence[Sequence[str]], Sequence[bool]]


def _recognised(recogniser: Recogniser, native: Native) -> _Found:
    return recogniser(native.evidence), native.evidence.given.tolist()


def _listed(native: Native) -> _Found:
    bank = native.bank
    assert bank is not None  # files of names are read as Banks
    layer = bank.layers["phenomena"]
    names = names_of(bank.labels, layer["label"])
    given: list[bool] = (np.diff(bank.token_offset) > 0).tolist()
    return [names[layer.rows(i)] for i in range(len(bank))], given


def reasons(
    recogniser: Recogniser, native: Native, chosen: Container[int] = _ALL,
    only: Collection[str] = (), *, as_objects: bool = False,
) -> Iterator[list[Any]]:  # fmt: skip
    """Which rule recognised each phenomenon, and by which nodes; ``as_objects`` for JSON."""
    file = PurePath(recogniser.path).name
    for rule, reason in recogniser.reasons(native.evidence, only or None):
        if native.first + reason.sentence not in chosen:
            continue
        pattern = f"{reason.key}: {reason.pattern}" if reason.pattern else "none of its patterns"
        begin = [native.name(reason.sentence), rule.phenomenon]
        if as_objects:
            nodes = [asdict(node) for node in reason.nodes]
            yield [*begin, file, rule.number, reason.line, pattern, nodes]
        else:
            place, shown = f"{file}:{reason.line}", "; ".join(map(str, reason.nodes))
            yield [*begin, rule.number, place, pattern, shown]


class Notes(Protocol):
    """Notes about a file that is read piece by piece."""

    def see(self, native: Native) -> None:
        """Take note of a piece."""

    def lines(self) -> list[str]:
        """The notes, after the last piece."""


class Unreadable:
    """Notes about sentences that count as without output because they cannot be read."""

    def __init__(self, most: int = 3) -> None:
        self._most, self._count = most, 0
        self._notes: list[str] = []

    def see(self, native: Native) -> None:
        """Take note of the faults in a piece of a file."""
        if native.bank is None:
            return
        faulty = native.bank.fault.nonzero()[0].tolist()
        for i in faulty[: self._most - len(self._notes)]:
            error = native.bank.error(i)
            assert error is not None  # the sentence has a fault
            said = f"sentence {native.name(i)} cannot be read: {error}"
            if native.items:  # the Bank was made from the items: its lines are not those of a file
                said = f"{native.evidence.path}: item {native.name(i)}: {error.what}"
            self._notes.append(f"note: {said}")
        self._count += len(faulty)

    def lines(self) -> list[str]:
        """The first faults, and how many more there are."""
        more = self._count - len(self._notes)
        return self._notes + [f"note: … and {more} more that cannot be read"] * (more > 0)


class Unseen:
    """Notes about rules that look at what some sentences do not have, such as a derivation."""

    def __init__(self, recogniser: Recogniser, about: str = "") -> None:
        """``about`` names the file, where there are several."""
        self._about, self._given = about, 0
        self._phenomena: dict[frozenset[str], list[str]] = {}
        for rule in recogniser.rules:
            self._phenomena.setdefault(rule.kinds, []).append(rule.phenomenon)
        self._lacking = dict.fromkeys(self._phenomena, 0)

    def see(self, native: Native) -> None:
        """Take note of what the sentences of a piece do not have."""
        evidence = native.evidence
        self._given += int(evidence.given.sum())
        for kinds in self._lacking:
            self._lacking[kinds] += int((evidence.given & ~evidence.present(kinds)).sum())

    def lines(self) -> list[str]:
        """One line for the rules that look at the same parts of an analysis."""
        lines = []
        for kinds, lacking in self._lacking.items():
            if lacking:
                what = " or ".join(_PARTS[kind] for kind in sorted(kinds) if kind in _PARTS)
                lines.append(
                    f"note: {self._about}{lacking} of {self._given} analyses lack {what}, so they cannot "
                    f"show {', '.join(self._phenomena[kinds])}"
                )
        return lines
