"""What was recognised in each sentence of a file, and why: rows that are written as they come."""

import sys
from collections.abc import Collection, Container, Iterator
from dataclasses import asdict
from pathlib import PurePath
from typing import Any

from karat.recognise.rules import Recogniser
from karat.suites.native import Native

COLUMNS: tuple[str, ...] = ("sentence", "output", "phenomena")
WHY = ("sentence", "phenomenon", "rule", "line", "pattern", "nodes")
WHY_OBJECTS = ("sentence", "phenomenon", "rules", "rule", "line", "pattern", "nodes")
_ALL = range(sys.maxsize)


def rows(
    recogniser: Recogniser,
    native: Native,
    chosen: Container[int] = _ALL,
    only: Collection[str] = (),
) -> Iterator[list[Any]]:
    """The phenomena of each sentence, and whether there was output for it.

    ``chosen`` are the sentences that are wanted, counted from 0 in the file, and ``only`` the
    phenomena, if not all.
    """
    given = native.evidence.given.tolist()
    for i, found in enumerate(recogniser(native.evidence)):
        if native.first + i in chosen:
            shown = [name for name in found if name in only or not only]
            yield [native.name(i), "yes" if given[i] else "no", " ".join(shown)]


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
            said = f"note: sentence {native.first + i + 1} cannot be read: {native.bank.error(i)}"
            self._notes.append(said)
        self._count += len(faulty)

    def lines(self) -> list[str]:
        """The first faults, and how many more there are."""
        more = self._count - len(self._notes)
        return self._notes + [f"note: … and {more} more that cannot be read"] * (more > 0)
