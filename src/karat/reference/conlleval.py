"""The program conlleval, which compares the chunks in the last two columns of a file, gold and guessed.

It has the program's options, its output byte for byte, and its oddities: the delimiter is a regular
expression, the type ``0`` counts as no type, and chunks without a type are listed twice, for gold and
for the guess. A file may have any number of words, because only counts are kept.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import BinaryIO

import numpy as np

from karat.formats._block import LONGEST
from karat.formats._tagging import CONLLEVAL, OTHER
from karat.kernels import columns as kernel
from karat.model.columns import Bytes, Ints, Longs
from karat.model.errors import InputError, UsageError
from karat.model.labels import Labels
from karat.reference import perl_pattern

_BLOCK = 1 << 21
_PADDING = 16
_BOUNDARY = b"-X-"
_SPECIAL = rb"\.^$*+?{}[]|()"


@dataclass(frozen=True)
class Options:
    """The options: LaTeX output; tags without a prefix (-r); the delimiter; the outside tag for -r."""

    latex: bool = False
    raw: bool = False
    delimiter: bytes = b" "
    outside: bytes = b"O"


def parse(arguments: list[str]) -> Options:
    """The options of a command line.

    >>> parse(["-r", "-d", ";"])
    Options(latex=False, raw=True, delimiter=b';', outside=b'O')
    """
    flags = {"-l": False, "-r": False}
    values = {"-d": b" ", "-o": b"O"}
    rest = list(arguments)
    while rest and rest[0].startswith("-"):
        name = rest.pop(0)
        if name in flags:
            flags[name] = True
        elif name in values:
            if not rest:
                raise UsageError(f"conlleval: {name} requires delimiter character")
            values[name] = rest.pop(0).encode("utf-8", "surrogateescape")
        else:
            raise UsageError(f"conlleval: unknown argument {name}")
    if rest:
        raise UsageError(
            "conlleval: unexpected command line argument; it reads standard input: "
            "karat conlleval < FILE"
        )
    return Options(flags["-l"], flags["-r"], values["-d"], values["-o"])


@dataclass
class Counts:
    """Counts by type; types are numbered in the order in which they appear."""

    types: Labels = field(default_factory=Labels)
    gold: Longs = field(default_factory=lambda: np.zeros(1, np.int64))
    guessed: Longs = field(default_factory=lambda: np.zeros(1, np.int64))
    correct: Longs = field(default_factory=lambda: np.zeros(1, np.int64))
    words: int = 0
    right_tags: int = 0

    def make_room(self) -> None:
        more = len(self.types) - len(self.gold)
        self.gold, self.guessed, self.correct = (
            np.pad(column, (0, more)) for column in (self.gold, self.guessed, self.correct)
        )


class _Tags:
    """The prefix and type of each tag, found when the tag first appears."""

    def __init__(self, options: Options, types: Labels) -> None:
        self._options, self._types = options, types
        self._tags = Labels()
        self._rows: list[tuple[int, int, int]] = []
        self._table: Ints = np.zeros((3, 0), np.int32)
        self._spellings: dict[bytes, int] = {}

    def read(self, text: Bytes, spots: Ints, first: int, lines: int) -> Ints:
        """For each line the prefix, the type, and a number that is the same for equal prefixes.

        ``first`` is 0 for the gold tags and 2 for the guessed ones.
        """
        column = np.arange(first, 4 * lines + first, 4, dtype=np.int32)
        self._tags.fill(text, spots, column)
        fresh = self._tags.strings()[len(self._rows) :]
        if fresh:
            self._rows += [self._meaning(tag) for tag in fresh]
            # The last one is for boundaries, which have no tag.
            self._table = np.array([*self._rows, (0, 0, 0)], np.int32).T.copy()
        column[spots[3 : 4 * lines : 4] == 0] = len(self._rows)
        return self._table.take(column, axis=1)

    def _meaning(self, tag: bytes) -> tuple[int, int, int]:
        if self._options.raw:
            tag = b"O" if tag in (self._options.outside, b"O") else b"B-" + tag
        prefix, _, kind = tag.partition(b"-")
        spelling = self._spellings.setdefault(prefix, len(self._spellings) + 1)
        if prefix == b"O":
            spelling = 0
        number = CONLLEVAL.prefixes.get(prefix, OTHER)
        return number, self._types.intern(b"" if kind == b"0" else kind), spelling


def count(
    stream: BinaryIO, options: Options, progress: Callable[[int], None] = lambda position: None
) -> Counts:
    """The counts of a file; ``progress`` is called with the number of bytes that were counted."""
    counts, position = Counts(), 0
    tags = _Tags(options, counts.types)
    state = np.zeros(5, np.int32)
    for text, spots, lines in _lines(stream, options.delimiter):
        gold, guessed = (tags.read(text, spots, first, lines) for first in (0, 2))
        counts.make_room()
        kernel.compare(
            CONLLEVAL.starts, CONLLEVAL.ends,
            gold[0], gold[1], guessed[0], guessed[1],
            state, counts.gold, counts.guessed, counts.correct,
        )  # fmt: skip
        word = spots[3 : 4 * lines : 4] != 0
        counts.words += int(np.count_nonzero(word))
        same = (gold[1] == guessed[1]) & (gold[2] == guessed[2])
        counts.right_tags += int(np.count_nonzero(word & same))
        position += len(text) - _PADDING
        progress(position)
    if state[4]:
        counts.correct[state[1]] += 1
    return counts


def _lines(stream: BinaryIO, delimiter: bytes) -> Iterator[tuple[Bytes, Ints, int]]:
    """Blocks of whole lines, with the positions of their last two fields and the number of lines."""
    usual, rest, more = -1, b"", True
    size = _BLOCK
    while more:
        data = stream.read(size)
        more = bool(data)
        end = data.rfind(b"\n") + 1 if more else len(data)
        if more and not end:
            rest += data
            if len(rest) > LONGEST:
                raise InputError(f"conlleval: a line of more than {LONGEST >> 20} MiB")
            size = max(size, len(rest))
            continue
        block, rest, size = rest + data[:end], data[end:], _BLOCK
        if not block:
            # The end of the file is not a boundary.
            break
        text = np.frombuffer(bytearray(block + b"\n" * _PADDING), np.uint8)
        spots = np.empty(4 * (block.count(b"\n") + 1), np.int32)
        if len(delimiter) == 1 and delimiter not in _SPECIAL:
            lines, usual, at = kernel.fields(text, len(block), delimiter[0], usual, spots)
        else:
            lines, usual, at = _fields(block, _pattern(delimiter), usual, spots)
        if at < len(block):
            line = block[at:].split(b"\n", 1)[0]
            number = len(split(line, _pattern(delimiter)))
            if number != usual:
                raise InputError(f"unexpected number of features: {number} ({usual})")
            shown = line.decode("utf-8", "backslashreplace")
            raise InputError(f"conlleval: unexpected number of features in line {shown}")
        yield text, spots, lines


def _pattern(delimiter: bytes) -> re.Pattern[bytes]:
    shown = perl_pattern.shown(delimiter)
    try:
        return re.compile(perl_pattern.translated(delimiter))
    except perl_pattern.Untranslated as error:
        raise UsageError(
            f"conlleval: -d {shown}: karat cannot read this part as Perl does: {error}"
        ) from None
    except re.error as error:
        raise UsageError(f"conlleval: -d {shown} is not a regular expression: {error}") from None


def _fields(
    block: bytes, pattern: re.Pattern[bytes], usual: int, spots: Ints
) -> tuple[int, int, int]:
    """Does what the kernel's ``fields`` does, for a delimiter that is a regular expression."""
    begin = lines = 0
    for line in block.removesuffix(b"\n").split(b"\n"):
        found = split(line, pattern)
        row = [-1, 0, -1, 0]
        if found:
            if usual >= 0 and len(found) != usual:
                return lines, usual, begin
            usual = len(found)
            if line[slice(*found[0])] != _BOUNDARY:
                if usual < 2:
                    return lines, usual, begin
                (a, b), (c, d) = found[-2:]
                row = [begin + a - 1, begin + b, begin + c - 1, begin + d]
        spots[4 * lines : 4 * lines + 4] = row
        lines += 1
        begin += len(line) + 1
    return lines, usual, len(block)


def split(line: bytes, pattern: re.Pattern[bytes]) -> list[tuple[int, int]]:
    """The positions of a line's fields, split as Perl does it: empty fields at the end are left out.

    A delimiter ends behind the place where the field before it begins. What groups of the expression
    match are fields too.

    >>> split(b"a::b:", re.compile(b":"))
    [(0, 1), (2, 2), (3, 4)]
    >>> split(b"ab", re.compile(b"|")), split(b"a,b", re.compile(b"(,)"))
    ([(0, 1), (1, 2)], [(0, 1), (1, 2), (2, 3)])
    """
    fields: list[tuple[int, int]] = []
    begin = 0
    while begin < len(line):
        match = pattern.search(line, begin)
        if match and match.end() == begin:
            match = _longer(pattern, len(line) - begin - 1).search(line, begin)
        if not match:
            break
        if match.end() > match.start() or match.start() < len(line):
            fields.append((begin, match.start()))
            groups = (match.span(1 + one) for one in range(pattern.groups))
            fields += [(max(a, 0), max(b, 0)) for a, b in groups]
        else:
            break
        begin = match.end()
    fields.append((begin, len(line)))
    while fields and fields[-1][0] == fields[-1][1]:
        fields.pop()
    return fields


@lru_cache(1 << 10)
def _longer(pattern: re.Pattern[bytes], rest: int) -> re.Pattern[bytes]:
    """The pattern, where at most so many bytes follow: it may not match nothing at the beginning."""
    return re.compile(b"(?:%s)(?=[\\s\\S]{0,%d}\\Z)" % (pattern.pattern, rest))


def report(counts: Counts, options: Options) -> bytes:
    names = counts.types.strings()
    gold, guessed, correct = (
        dict(zip(names, column.tolist(), strict=True))
        for column in (counts.gold, counts.guessed, counts.correct)
    )
    overall = figures(sum(correct.values()), sum(gold.values()), sum(guessed.values()))
    listed = sorted([name for name in names if gold[name]] + [n for n in names if guessed[n]])
    types = [name for at, name in enumerate(listed) if not name or not at or listed[at - 1] != name]
    rows = [(name, figures(correct[name], gold[name], guessed[name])) for name in types]
    if options.latex:
        head = b"        & Precision &  Recall  & F$_{\\beta=1} \\\\\\hline"
        line = b"%-7s &  %6.2f\\%% & %6.2f\\%% & %6.2f \\\\"
        lines = [head, *(line % (name, *row) for name, row in rows)]
        return b"\n".join(lines) + b"\\hline\n" + line % (b"Overall", *overall) + b"\\hline\n"
    text = b"processed %d tokens with %d phrases; found: %d phrases; correct: %d.\n" % (
        counts.words, sum(gold.values()), sum(guessed.values()), sum(correct.values()),
    )  # fmt: skip
    line = b"precision: %6.2f%%; recall: %6.2f%%; FB1: %6.2f"
    if counts.words:
        accuracy = 100 * counts.right_tags / counts.words
        text += b"accuracy: %6.2f%%; " % accuracy + line % overall + b"\n"
    for name, row in rows:
        text += b"%17s: " % name + line % row + b"  %d\n" % guessed[name]
    return text


def figures(correct: int, gold: int, guessed: int) -> tuple[float, float, float]:
    """Precision, recall and their harmonic mean in per cent, as conlleval computes them: 0 for 0/0.

    >>> figures(1, 2, 4)
    (25.0, 50.0, 33.333333333333336)
    """
    precision = 100 * correct / guessed if guessed else 0.0
    recall = 100 * correct / gold if gold else 0.0
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0
