"""Compare the same lines of two files as EVALB does: the lines that it prints, many at a time.

The kernels score ordinary lines. Lines that must be emulated, step by step, are only listed here, with
what EVALB's buffer needs to know of the lines before them.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from karat.comparison.brackets import Brackets
from karat.files.evalb_params import Params
from karat.formats._block import Block
from karat.formats.brackets import Scanner
from karat.kernels import lines as kernel
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints, Longs, grouped
from karat.model.labels import Labels
from karat.model.outcome import Outcome, Status
from karat.reference import evalb_report
from karat.reference.evalb_reading import LINE_LIMIT
from karat.reference.evalb_report import Sums

_SKIPPED = (Status.MISSING, Status.NOTHING_LEFT)


class Pair(NamedTuple):
    """Blocks with the same lines of both files; ``first`` lines came before them."""

    first: int
    gold: Block
    test: Block


class Odd(NamedTuple):
    """A pair of lines to be emulated: its place, and earlier lines of which EVALB's buffer has a rest."""

    at: int
    before: list[bytes]
    gold: bytes
    test: bytes


@dataclass(frozen=True, eq=False)
class Printed:
    """What EVALB prints for a pair of blocks, but for the odd lines.

    ``ends`` says where in ``out`` the line of each sentence ends; ``messages`` are about
    the sentences at the places ``failed``. ``after`` are the last lines of which the buffer has a rest.
    """

    out: memoryview
    ends: Longs
    failed: list[int]
    messages: list[bytes]
    odd: list[Odd]
    after: list[bytes]
    every: Sums
    short: Sums

    def lines(self, begin: int, end: int) -> memoryview:
        """The lines of these sentences."""
        first, last = (int(self.ends[at - 1]) if at else 0 for at in (begin, end))
        return self.out[first:last]

    def errors(self, begin: int, end: int) -> tuple[list[int], list[bytes]]:
        """The messages on these sentences, and the places of the sentences."""
        some = slice(*(bisect_left(self.failed, at) for at in (begin, end)))
        return self.failed[some], self.messages[some]


class Worker:
    """The labels, scanners and comparison of one thread."""

    def __init__(self, params: Params, gold_path: str, test_path: str) -> None:
        self._params = params
        labels = Labels()
        self._gold, self._test = (Scanner(labels, True, path) for path in (gold_path, test_path))
        self._brackets = Brackets(params, labels, quirks=True)

    def __call__(self, pair: Pair) -> Printed:
        gold, test = self._gold.scan(pair.gold), self._test.scan(pair.test)
        outcome = self._brackets(gold, test)
        lines = _Lines(gold, test)
        emulated = self._emulated(outcome, lines)
        figures = _figures(outcome)
        out, ends = evalb_report.sentences(pair.first + 1, figures, emulated.view(np.int8))
        odd = [
            Odd(at, lines.remaining(before, at), *lines.pair(at))
            for before, at in _gaps(np.flatnonzero(emulated))
        ]
        counted = figures[~emulated]
        failed = _failed(outcome, emulated)
        return Printed(
            out, ends, failed.tolist(), list(_messages(outcome, failed, lines, pair.first + 1)), odd,
            lines.remaining(odd[-1].at + 1 if odd else 0, len(gold)),
            Sums.of(counted), Sums.of(counted[counted[:, 0] <= self._params.cutoff]),
        )  # fmt: skip

    def _emulated(self, outcome: Outcome, lines: "_Lines") -> Bools:
        """Which pairs must be emulated: debugging output, or a line that the kernels read otherwise."""
        if self._params.debug >= 1:
            return ~lines.long
        odd: Bools = np.isin(outcome.status, (Status.GOLD_FAULT, Status.SYSTEM_FAULT))
        for bank in outcome.banks:
            odd |= _unreadable(bank) | _with_nul(bank)
        # EVALB cannot read such long lines, so the kernel's score is used; it is right.
        return odd & ~lines.long


class _Lines:
    """The lines of a pair of blocks. ``long``: which pairs have a line that EVALB cannot read."""

    def __init__(self, gold: Bank, test: Bank) -> None:
        self._texts = gold.text, test.text
        self._ends = [np.append(bank.sentence_at, len(bank.text)) for bank in (gold, test)]
        self._sizes = np.stack([np.diff(ends) for ends in self._ends], axis=1)
        self.long: Bools = self._sizes.max(axis=1) > LINE_LIMIT + 1

    def _line(self, side: int, at: int) -> bytes:
        return self._texts[side][self._ends[side][at] : self._ends[side][at + 1]].tobytes()

    def pair(self, at: int) -> tuple[bytes, bytes]:
        return self._line(0, at), self._line(1, at)

    def remaining(self, begin: int, end: int) -> list[bytes]:
        """Of the lines of these sentences, in the order in which EVALB reads them, those that are
        longer than all that follow: of the others nothing remains in its buffer."""
        if begin == end:
            return []
        sizes = np.where(self.long[begin:end, None], 0, self._sizes[begin:end]).reshape(-1)
        later = np.maximum.accumulate(sizes[::-1])[::-1]
        last = np.append(sizes[:-1] > later[1:], True) & (sizes > 0)
        return [self._line(at % 2, begin + at // 2) for at in np.flatnonzero(last).tolist()]


def _gaps(places: Longs) -> Iterator[tuple[int, int]]:
    """Each place, and the one after the place before it.

    >>> list(_gaps(np.array([2, 3, 7])))
    [(0, 2), (3, 3), (4, 7)]
    """
    before = 0
    for at in places.tolist():
        yield before, at
        before = at + 1


def _figures(outcome: Outcome) -> Ints:
    """For each sentence the figures that EVALB prints, the fields of Row; zeros if it has no score."""
    assert outcome.system_crossing is not None  # as Brackets makes it
    ours, theirs = outcome.gold, outcome.system
    status = outcome.status
    figures = np.empty((len(status), 8), np.int32)
    figures[:, 0] = outcome.length
    figures[:, 1] = np.where(np.isin(status, _SKIPPED), 2, status != Status.SCORED)
    figures[:, 2] = grouped(outcome.gold_hit, ours.offset)
    figures[:, 3], figures[:, 4] = np.diff(ours.offset), np.diff(theirs.offset)
    figures[:, 5] = grouped(outcome.system_crossing, theirs.offset)
    figures[:, 6], figures[:, 7] = outcome.counts["words"], outcome.counts["tags"]
    figures[status != Status.SCORED, 2:] = 0
    return figures


def _failed(outcome: Outcome, emulated: Bools) -> Longs:
    """The places of the sentences that EVALB has a message on, except those that are emulated."""
    fine = np.isin(outcome.status, (Status.SCORED, *_SKIPPED))
    return np.flatnonzero(~fine & ~emulated)


def _messages(outcome: Outcome, failed: Longs, lines: _Lines, first: int) -> Iterator[bytes]:
    """EVALB's messages on these sentences; the number of the first line is given."""
    assert outcome.sizes is not None  # as Brackets makes it
    columns = np.stack([failed, *(one[failed] for one in (outcome.status, *outcome.sizes))], axis=1)
    for at, why, gold_words, test_words in columns.tolist():
        if why == Status.NUMBER:
            yield b"%d : Length unmatch (%d|%d)\n" % (first + at, gold_words, test_words)
        elif why == Status.DIFFERENT and not lines.long[at]:
            yield b"%d : Words unmatch (%b|%b)\n" % (first + at, *_parting(outcome, at))
        elif why == Status.DIFFERENT:
            yield b"%d : Words unmatch\n" % (first + at)
        else:
            yield b"%d : Reading sentence\n" % (first + at)


def _parting(outcome: Outcome, sentence: int) -> Iterator[bytes]:
    """The first word of each side that differs."""
    assert outcome.parting is not None  # as Brackets makes it
    for bank, place in zip(outcome.banks, outcome.parting, strict=True):
        token = bank.token_offset[sentence] + place[sentence]
        yield bank.text[bank.word_start[token] : bank.word_end[token]].tobytes()


def _unreadable(bank: Bank) -> Bools:
    """Which sentences EVALB cannot read: a word in them is untagged, or not followed by ``)``."""
    odd: Flags = np.empty(len(bank), np.int8)
    kernel.unreadable(bank.text, bank.token_offset, bank.word_end, bank.tag, odd)
    return odd.view(np.bool_)


def _with_nul(bank: Bank) -> Bools:
    """Which lines have a NUL, where a string ends in C."""
    found = np.zeros(len(bank), np.bool_)
    if bank.text.min(initial=1) == 0:
        found[np.searchsorted(bank.sentence_at, np.flatnonzero(bank.text == 0), "right") - 1] = True
    return found
