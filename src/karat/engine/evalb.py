"""Run the program EVALB over two files: threads compare blocks, and what EVALB prints comes in order."""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, BinaryIO, Protocol, cast

import numpy as np

from karat.engine.pool import cores, in_order
from karat.files.evalb_params import Params
from karat.files.source import Source
from karat.formats._block import Block, opened_together, text_of
from karat.formats.brackets import Blocks
from karat.reference import evalb_report
from karat.reference.evalb_block import Odd, Pair, Printed, Worker
from karat.reference.evalb_lines import Emulator
from karat.reference.evalb_program import Exit, parse_arguments
from karat.reference.evalb_reading import Side

_COMPLAINT = b"Number of lines unmatch (too many lines in %b file)\n"
# Smaller than usual: what is printed of a block waits for the blocks before it.
_BLOCK = 1 << 20
_KEPT = np.zeros(1, np.int8)


class Program:
    """One run over two files; ``threads`` is the number of threads (0: one for each core)."""

    def __init__(
        self, params: Params, out: BinaryIO, err: BinaryIO, threads: int = 0,
        progress: Callable[[int], None] = lambda position: None,
    ) -> None:  # fmt: skip
        self.params, self._out, self._err, self._progress = params, out, err, progress
        self._threads = threads or cores()
        self._emulator = Emulator(params, self._error, out.write)
        self._errors = 0
        self._line = 0
        self._every, self._short = evalb_report.Sums(), evalb_report.Sums()
        # The first line of gold without one to compare it with.
        self._alone = b""

    def run(self, gold_path: str, test_path: str) -> None:
        """Print what EVALB prints; raises Exit where EVALB exits early."""
        gold, test = opened_together(
            Blocks(Source(path, strip_bom=False), "lines", _BLOCK)
            for path in (gold_path, test_path)
        )
        try:
            self._out.write(evalb_report.HEADER.encode())
            work = in_order(
                self._pairs(gold, test),
                lambda: Worker(self.params, gold_path, test_path),
                self._threads,
            )
            for pair, printed in work:
                self._print(pair.first, printed)
                self._progress(gold.source.position)
            self._begin(self._line + 1)
            if self._alone:
                # EVALB reads the gold line before it finds that there is none to compare it with.
                self._read(self._alone, "gold")
                self._error(_COMPLAINT % b"gold")
            elif test.next():
                self._error(_COMPLAINT % b"test")
        finally:
            for blocks in (gold, test):
                blocks.source.close()
        report = evalb_report.summary(self._every, self._short, self.params.cutoff)
        self._out.write(report.encode())

    def _pairs(self, gold: Blocks, test: Blocks) -> Iterator[Pair]:
        first = 0
        for block in gold:
            other = test.take(block.sentences)
            if other.sentences < block.sentences:
                lines = text_of(block).split(b"\n", other.sentences)
                text = b"".join(line + b"\n" for line in lines[:-1])
                line, newline, _ = lines[-1].partition(b"\n")
                self._alone = line + newline
                block = Block([np.frombuffer(text, np.uint8)], other.sentences, block.first_line)
            if other.sentences:
                yield Pair(first, block, other)
            if self._alone:
                return
            first += block.sentences

    def _print(self, first: int, printed: Printed) -> None:
        """Print a pair of blocks, of which only the odd lines are still to be compared."""
        done = 0
        for odd in printed.odd:
            self._copy(printed, done, odd.at)
            self._begin(first + odd.at + 1)
            self._emulate(odd)
            done = odd.at + 1
        self._copy(printed, done, len(printed.ends))
        for line in printed.after:
            self._emulator.load(line)
        self._line = first + len(printed.ends)
        self._every += printed.every
        self._short += printed.short

    def _copy(self, printed: Printed, begin: int, end: int) -> None:
        """Print the lines of these sentences, up to the error that is one too many."""
        places, messages = printed.errors(begin, end)
        allowed = max(0, self.params.max_error + 1 - self._errors)
        if len(messages) > allowed:
            # EVALB exits at this error, before it prints the line of its sentence.
            self._err.write(b"".join(messages[: allowed + 1]))
            self._out.write(printed.lines(begin, places[allowed]))
            raise Exit(1)
        self._errors += len(messages)
        self._err.write(b"".join(messages))
        self._out.write(printed.lines(begin, end))

    def _begin(self, line: int) -> None:
        self._line = line
        self._emulator.status = 0

    def _error(self, message: bytes) -> None:
        self._err.write(b"%d : " % self._line + message)
        self._errors += 1
        if self._errors > self.params.max_error + 1:
            raise Exit(1)

    def _emulate(self, odd: Odd) -> None:
        for line in odd.before:
            self._emulator.load(line)
        sides = self._read(odd.gold, "gold"), self._read(odd.test, "test")
        row = self._emulator.compare(*sides)
        figures = np.array([row.figures], np.int32)
        self._every += evalb_report.Sums.of(figures)
        if row.length <= self.params.cutoff:
            self._short += evalb_report.Sums.of(figures)
        self._out.write(evalb_report.sentences(self._line, figures, _KEPT)[0])
        if self.params.debug >= 1:
            self._emulator.show_details(*sides)

    def _read(self, line: bytes, name: str) -> Side:
        self._emulator.load(line)
        return self._emulator.read(name)


class Bar(Protocol):
    """Shows how many bytes of gold were read, until it is closed."""

    def __call__(self, position: int) -> None: ...
    def close(self) -> None: ...


class _Messages(io.RawIOBase):
    """Standard error; the bar is erased before a message."""

    def __init__(self, stream: BinaryIO, bar: Bar) -> None:
        self._stream, self._bar = stream, bar

    def write(self, data: Any) -> int:
        if data:
            self._bar.close()
        return self._stream.write(data)


def main(arguments: list[str], bar: Callable[[str], Bar]) -> int:
    """Run the program and return its exit status; ``bar`` makes the progress bar of a file."""
    out, err = sys.stdout.buffer, sys.stderr.buffer
    try:
        request = parse_arguments(arguments, err)
        with closing(bar(request.gold)) as progress:
            messages = cast(BinaryIO, _Messages(err, progress))
            program = Program(request.params, out, messages, progress=progress)
            program.run(request.gold, request.test)
    except Exit as early:
        return early.status
    finally:
        out.flush()
        err.flush()
    return 0
