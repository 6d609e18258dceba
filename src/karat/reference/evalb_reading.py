"""Read a line as EVALB does, step by step, with its slips.

EVALB has one buffer for both files. If a line ends right after an opening label, EVALB reads past its
end, into what earlier and longer lines have left in the buffer. So the buffer is kept here too.

Its stack of open brackets has no ground: the first ``)`` too many is not noticed, and brackets that
are opened later are put below the ground, from where they are never closed. A line is wrong for EVALB if
the stack does not end at its ground. So the places below it are kept as well.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from karat.files.evalb_params import Params

LINE_LIMIT = 4998
_BUFFER = 5000
_SPACE = frozenset(b" \t\n\v\f\r")
_OPEN, _CLOSE = b"()"
_TERMINATOR = _SPACE | {_OPEN, _CLOSE}
_UNBALANCED = b"Bracketing is unbalanced (too many open bracket)\n"
_TOO_MANY = b"Bracketing unbalance (too many close bracket)\n"
# The result of a word or bracket before it is known, and if it is deleted.
UNSEEN, DELETED = 9, 5


@dataclass
class Word:
    """A terminal; ``result`` is 1 for a right tag, 0 for a wrong one, 9 before that is known."""

    word: bytes
    tag: bytes
    result: int = UNSEEN


@dataclass
class Bracket:
    """A constituent; ``result`` is 1 matched, 0 not, 5 deleted, 9 before that is known."""

    start: int
    label: bytes
    text_start: int
    end: int
    text_end: int
    result: int = UNSEEN


@dataclass
class Quote:
    """A terminal that may be a quotation mark: its position, and the brackets open at it."""

    word: bytes
    tag: bytes
    index: int
    bracket: int
    open_brackets: tuple[int, ...]


@dataclass
class Stack:
    """The open brackets of a line; ``below`` has what was put below the ground, in any line."""

    below: dict[int, int]
    top: int = 0
    rows: list[int] = field(default_factory=list)

    def push(self, row: int) -> None:
        if self.top < 0:
            self.below[self.top] = row
        else:
            self.rows[self.top :] = [row]
        self.top += 1

    def pop(self) -> int:
        self.top -= 1
        return self.rows[self.top] if self.top >= 0 else self.below.get(self.top, 0)

    @property
    def open_brackets(self) -> tuple[int, ...]:
        return tuple(self.rows[: max(0, self.top)])


@dataclass
class Side:
    """The result of reading one line; ``ends`` has the ends of brackets, also of some not yet opened."""

    words: list[Word] = field(default_factory=list)
    brackets: list[Bracket] = field(default_factory=list)
    quotes: list[Quote] = field(default_factory=list)
    ends: dict[int, int] = field(default_factory=dict)
    length: int = 0
    text: bytes = b""


@dataclass(frozen=True)
class Row:
    """The figures EVALB prints for a sentence."""

    length: int
    status: int
    matched: int = 0
    gold: int = 0
    test: int = 0
    crossing: int = 0
    words: int = 0
    tags: int = 0

    @property
    def figures(self) -> tuple[int, ...]:
        """All of them, in this order."""
        bracketing = self.matched, self.gold, self.test, self.crossing
        return self.length, self.status, *bracketing, self.words, self.tags


def c_string(data: bytes) -> bytes:
    """The bytes up to the first NUL, where a string ends in C."""
    return data.split(b"\0", 1)[0]


class Reader:
    """EVALB's state between lines: the buffer, and where brackets ended in earlier lines.

    ``fault`` is called with each message; it may raise to end the run. ``show`` takes debugging
    output.
    """

    def __init__(
        self, params: Params, fault: Callable[[bytes], None], show: Callable[[bytes], object]
    ) -> None:
        self._params, self._fault, self._show = params, fault, show
        self._buffer, self._copy = bytearray(_BUFFER), bytearray(_BUFFER)
        self._text_ends: dict[tuple[str, int], int] = {}
        self._below: dict[int, int] = {}

    def load(self, line: bytes) -> None:
        """Write a line (with its newline) into the buffer, over the old content."""
        self._buffer[: len(line) + 1] = line + b"\0"

    def read(self, name: str) -> Side:
        """Read the line in the buffer, of the file of that name."""
        buffer = bytes(self._buffer)
        side = Side(text=buffer)
        if name == "gold":
            # EVALB copies the gold line before it reads the test line into the same buffer.
            line = c_string(buffer)
            self._copy[: len(line) + 1] = line + b"\0"
            side.text = bytes(self._copy)
        stack = Stack(self._below)
        at = 0
        while at < len(buffer) and buffer[at]:
            byte = buffer[at]
            if byte in _SPACE:
                at += 1
            elif byte == _CLOSE:
                if stack.top < 0:
                    self._fault(_TOO_MANY)
                self._closed(name, at, side, stack.pop())
                at += 1
            elif byte != _OPEN:
                # EVALB's pointer does not move, so it repeats the message until it has too many errors.
                while True:
                    self._fault(b"Reading sentence\n")
            else:
                at = self._opened(name, buffer, at, side, stack)
        if stack.top:
            # EVALB's message is the same if there is a ')' too many.
            self._fault(_UNBALANCED)
        return side

    def _closed(self, name: str, at: int, side: Side, row: int) -> None:
        side.ends[row], self._text_ends[name, row] = len(side.words), at
        if row < len(side.brackets):
            side.brackets[row].end, side.brackets[row].text_end = side.ends[row], at

    def _opened(self, name: str, buffer: bytes, at: int, side: Side, stack: Stack) -> int:
        """Read a terminal, or the label of a bracket; return where reading goes on."""
        end = _atom(buffer, at + 1)
        label = c_string(buffer[at + 1 : end])
        if end < len(buffer) and buffer[end] in _SPACE:
            begin = end
            while begin < len(buffer) and buffer[begin] in _SPACE:
                begin += 1
            after = _atom(buffer, begin)
            word = c_string(buffer[begin:after])
            closed = after < len(buffer) and buffer[after] == _CLOSE
            if closed:
                side.length += label not in self._params.delete_for_length
            if self._params.debug > 1:
                self._show(b"label=%b, word=%b, wid=%d\n" % (label, word, len(side.words)))
            if closed:
                self._terminal(word, label, side, stack)
                return after + 1
            if after < len(buffer) and buffer[after] != _OPEN:
                self._fault(b"More than two elements in a bracket\n")
        row = len(side.brackets)
        stack.push(row)
        last = side.ends.get(row, -1), self._text_ends.get((name, row), 0)
        side.brackets.append(Bracket(len(side.words), label, end, *last))
        return end

    def _terminal(self, word: bytes, label: bytes, side: Side, stack: Stack) -> None:
        if label in self._params.quote and word in (b"'", b'"', b"/"):
            place = len(side.words), len(side.brackets)
            side.quotes.append(Quote(word, label, *place, stack.open_brackets))
        if label not in self._params.delete:
            side.words.append(Word(word, label))


def _atom(buffer: bytes, begin: int) -> int:
    """The end of the label or word that begins here."""
    while begin < len(buffer) and buffer[begin] not in _TERMINATOR:
        begin += 1
    return begin
