"""The program EVALB: its command line, its run over two files, its exits."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from karat.comparison.brackets import Brackets
from karat.files import evalb_params
from karat.files.evalb_params import Params, atoi
from karat.files.source import Source
from karat.formats._block import Block, text_of
from karat.formats.brackets import Blocks, Scanner
from karat.model.bank import Bank
from karat.model.columns import grouped
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.outcome import Status
from karat.reference import evalb_report
from karat.reference.evalb_lines import Emulator
from karat.reference.evalb_reading import LINE_LIMIT, Row, Side

USAGE = """\
 evalb [-dDh][-c n][-e n][-p param_file] gold-file test-file

    Compares the brackets of test-file with those of gold-file, and prints
    recall, precision, F-measure and tagging accuracy as EVALB does.

    -d             details of every sentence
    -D             details of every bracket
    -c n           cut-off length of the second summary (default 40)
    -e n           number of errors to stop after (default 10)
    -p param_file  parameter file, or collins, or new
    -h             this help
"""


class Exit(Exception):
    """The run ends here, with this status."""

    def __init__(self, status: int) -> None:
        self.status = status


@dataclass(frozen=True)
class Request:
    """A command line that was understood."""

    params: Params
    gold: str
    test: str


def parse_arguments(arguments: list[str], err: BinaryIO) -> Request:
    """Read the options in order: a later one overrides earlier ones, parameter files included."""
    params, names = Params(), list[str]()
    waiting = iter(arguments)
    for argument in waiting:
        if not argument.startswith("-") or argument == "-":
            names.append(argument)
            continue
        letter, rest = argument[1], argument[2:]
        if letter in "dD":
            params = replace(params, debug=1 if letter == "d" else 2)
        elif letter in "cep":
            value = rest or next(waiting, None)
            if value is None:
                raise InputError(f"-{letter} needs a value; type: karat evalb -h")
            if letter == "p":
                params = _with_file(params, value, err)
            elif letter == "c":
                params = replace(params, cutoff=atoi(value.encode()))
            else:
                params = replace(params, max_error=atoi(value.encode()))
        else:
            err.write(USAGE.encode())
            raise Exit(1 if letter == "h" else 0)
    if len(names) < 2:
        raise InputError("give a gold file and a test file; for help, type: karat evalb -h")
    return Request(params, names[0], names[1])


def _with_file(params: Params, path: str, err: BinaryIO) -> Params:
    loaded = evalb_params.load(path, replace(params, messages=()))
    for message in loaded.messages:
        err.write(message)
    return loaded


class Program:
    """One run over two files."""

    def __init__(self, params: Params, out: BinaryIO, err: BinaryIO) -> None:
        self.params, self._out, self._err = params, out, err
        self._emulator = Emulator(params, self._error, out.write)
        self._labels = Labels()
        self._brackets = Brackets(params, self._labels, quirks=True)
        self._errors = 0
        self._line = 0
        self._every, self._short = evalb_report.Sums(), evalb_report.Sums()

    def _error(self, message: bytes) -> None:
        self._err.write(b"%d : " % self._line + message)
        self._errors += 1
        if self._errors > self.params.max_error + 1:
            raise Exit(1)

    def run(self, gold_path: str, test_path: str) -> None:
        """Print what EVALB prints; raises Exit where EVALB exits early."""
        gold, test = (
            Blocks(Source(path, strip_bom=False), "lines") for path in (gold_path, test_path)
        )
        self._out.write(evalb_report.HEADER.encode())
        scanners = [Scanner(self._labels, True, path) for path in (gold_path, test_path)]
        complaint = b"Number of lines unmatch (too many lines in %b file)\n"
        for block in gold:
            other = test.take(block.sentences)
            lines = _lines(block)
            self._block(lines[: other.sentences], _lines(other), scanners)
            if len(lines) > other.sentences:
                # EVALB reads the gold line before it finds that there is none to compare it with.
                self._begin()
                self._read(lines[other.sentences], "gold")
                self._error(complaint % b"gold")
                break
        else:
            self._begin()
            if test.next():
                self._error(complaint % b"test")
        report = evalb_report.summary(self._every, self._short, self.params.cutoff)
        self._out.write(report.encode())

    def _begin(self) -> None:
        self._line += 1
        self._emulator.status = 0

    def _block(self, gold: list[bytes], test: list[bytes], scanners: list[Scanner]) -> None:
        banks = (
            scanner.scan(Block([np.frombuffer(b"".join(lines), np.uint8)], len(lines), 1))
            for scanner, lines in zip(scanners, (gold, test), strict=True)
        )
        for pair in zip(gold, test, self._rows(*banks), strict=True):
            self._begin()
            self._sentence(*pair)

    def _rows(self, gold: Bank, test: Bank) -> Iterator[tuple[bool, Row, bytes]]:
        """For each pair: whether the kernel's figures suffice, the figures, and EVALB's message."""
        outcome = self._brackets(gold, test)
        ours, theirs = outcome.gold, outcome.system
        assert outcome.sizes is not None  # as Brackets makes it
        assert outcome.system_crossing is not None
        table = np.stack(
            [
                (outcome.status == Status.SCORED) & ~_odd(gold) & ~_odd(test),
                outcome.status, outcome.length, grouped(outcome.gold_hit, ours.offset),
                np.diff(ours.offset), np.diff(theirs.offset),
                grouped(outcome.system_crossing, theirs.offset),
                outcome.counts["words"], outcome.counts["tags"], *outcome.sizes,
            ],
            axis=1,
        )  # fmt: skip
        for ordinary, status, length, *figures, gold_words, test_words in table.tolist():
            if not status:
                yield bool(ordinary), Row(length, 0, *figures), b""
            elif status in (Status.MISSING, Status.NOTHING_LEFT):
                yield False, Row(length, 2), b""
            else:
                message = b"Reading sentence\n"
                if status == Status.NUMBER:
                    message = b"Length unmatch (%d|%d)\n" % (gold_words, test_words)
                elif status == Status.DIFFERENT:
                    message = b"Words unmatch\n"
                yield False, Row(length, 1), message

    def _sentence(self, gold: bytes, test: bytes, figures: tuple[bool, Row, bytes]) -> None:
        plain, row, message = figures
        if len(gold) > LINE_LIMIT + 1 or len(test) > LINE_LIMIT + 1:
            # EVALB cannot read such long lines, so the kernel's score is used; it is right.
            if message:
                self._error(message)
        elif plain and self.params.debug < 1 and b"\0" not in gold and b"\0" not in test:
            self._emulator.load(gold)
            self._emulator.load(test)
        else:
            sides = self._read(gold, "gold"), self._read(test, "test")
            self._print(self._emulator.compare(*sides))
            if self.params.debug >= 1:
                self._emulator.show_details(*sides)
            return
        self._print(row)

    def _read(self, line: bytes, name: str) -> Side:
        self._emulator.load(line)
        return self._emulator.read(name)

    def _print(self, row: Row) -> None:
        self._every.add(row)
        if row.length <= self.params.cutoff:
            self._short.add(row)
        self._out.write(evalb_report.sentence(self._line, row).encode())


def _odd(bank: Bank) -> npt.NDArray[np.bool_]:
    """Which sentences EVALB cannot read: a word in them is untagged, or not followed by ``)``."""
    odd = (bank.tag == 0) | (bank.text[bank.word_end] != ord(")"))
    return grouped(odd.view(np.int8), bank.token_offset) > 0


def _lines(block: Block) -> list[bytes]:
    """The lines of a block, each with its newline if it has one."""
    *lines, last = text_of(block).split(b"\n")
    return [line + b"\n" for line in lines] + ([last] if last else [])


def main(arguments: list[str]) -> int:
    """Run the program and return its exit status."""
    out, err = sys.stdout.buffer, sys.stderr.buffer
    try:
        request = parse_arguments(arguments, err)
        Program(request.params, out, err).run(request.gold, request.test)
    except Exit as early:
        return early.status
    finally:
        out.flush()
        err.flush()
    return 0
