"""One pair of lines exactly as EVALB takes it, step by step, slips included.

The kernel scores ordinary lines; this is for the others: lines whose brackets do not balance, lines
that EVALB cannot read, pairs whose words differ, and the debugging output, which shows everything
on the way. It follows EVALB's rules literally and in quadratic time, so it is only given lines
within EVALB's limits.

EVALB keeps one buffer for both files. A line that ends right after an opening label makes it read
on behind the end, into what longer lines before have left there; so the buffer is kept here too.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from karat.files.evalb_params import Params

LINE_LIMIT = 4998
_BUFFER = 5000
_SPACE = frozenset(b" \t\n\v\f\r")
_OPEN, _CLOSE = b"()"
_TERMINATOR = _SPACE | {_OPEN, _CLOSE}
_UNSEEN, _DELETED = 9, 5


@dataclass
class Word:
    """A terminal; ``result`` is 1 for a right tag, 0 for a wrong one, 9 before that is known."""

    word: bytes
    tag: bytes
    result: int = _UNSEEN


@dataclass
class Bracket:
    """A constituent; ``result`` is 1 matched, 0 not, 5 deleted, 9 before that is known."""

    start: int
    label: bytes
    text_start: int
    end: int = -1
    text_end: int = 0
    result: int = _UNSEEN


@dataclass
class Quote:
    """A terminal that may be a quote: where it stands, and which brackets were open there."""

    word: bytes
    tag: bytes
    index: int
    bracket: int
    open_brackets: tuple[int, ...]


@dataclass
class Side:
    """What reading one line gives."""

    words: list[Word] = field(default_factory=list)
    brackets: list[Bracket] = field(default_factory=list)
    quotes: list[Quote] = field(default_factory=list)
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


def c_string(data: bytes) -> bytes:
    """Up to the first NUL, which is where C sees the end."""
    return data.split(b"\0", 1)[0]


class Emulator:
    """EVALB's state between lines: the buffer, and where brackets ended in earlier lines.

    ``error`` is called with each message; it may raise to end the run. ``show`` takes debugging
    output.
    """

    def __init__(
        self, params: Params, error: Callable[[bytes], None], show: Callable[[bytes], None]
    ) -> None:
        self.params = params
        self.error, self.show = error, show
        self.buffer = bytearray(_BUFFER)
        self._copy = bytearray(_BUFFER)
        self._text_ends: dict[tuple[str, int], int] = {}
        self.status = 0

    def load(self, line: bytes) -> None:
        """Put a line (with its newline) into the buffer, over what is there."""
        self.buffer[: len(line) + 1] = line + b"\0"

    def _fault(self, message: bytes) -> None:
        self.status = 1
        self.error(message)

    def read(self, name: str) -> Side:
        """Read the line in the buffer."""
        buffer, params = bytes(self.buffer), self.params
        side = Side(text=buffer)
        if name == "gold":
            # EVALB copies the gold line away before the test line comes into the same buffer.
            line = c_string(buffer)
            self._copy[: len(line) + 1] = line + b"\0"
            side.text = bytes(self._copy)
        stack: list[int] = []
        at = 0

        def atom(begin: int) -> int:
            while begin < len(buffer) and buffer[begin] not in _TERMINATOR:
                begin += 1
            return begin

        while at < len(buffer) and buffer[at]:
            byte = buffer[at]
            if byte in _SPACE:
                at += 1
            elif byte == _CLOSE:
                if stack:
                    row = stack.pop()
                    side.brackets[row].end = len(side.words)
                    side.brackets[row].text_end = self._text_ends[name, row] = at
                else:
                    # One ')' too many, which EVALB takes for an open bracket.
                    self._fault(b"Bracketing is unbalanced (too many open bracket)\n")
                    return side
                at += 1
            elif byte != _OPEN:
                self._endlessly(b"Reading sentence\n")
            else:
                end = atom(at + 1)
                label = c_string(buffer[at + 1 : end])
                if end < len(buffer) and buffer[end] in _SPACE:
                    begin = end
                    while begin < len(buffer) and buffer[begin] in _SPACE:
                        begin += 1
                    after = atom(begin)
                    word = c_string(buffer[begin:after])
                    closed = after < len(buffer) and buffer[after] == _CLOSE
                    if closed:
                        side.length += label not in params.delete_for_length
                    if params.debug > 1:
                        self.show(b"label=%b, word=%b, wid=%d\n" % (label, word, len(side.words)))
                    if closed:
                        if label in params.quote and word in (b"'", b'"', b"/"):
                            side.quotes.append(
                                Quote(
                                    word, label, len(side.words), len(side.brackets), tuple(stack)
                                )
                            )
                        if label not in params.delete:
                            side.words.append(Word(word, label))
                        at = after + 1
                        continue
                    if after < len(buffer) and buffer[after] != _OPEN:
                        self._fault(b"More than two elements in a bracket\n")
                row = len(side.brackets)
                stack.append(row)
                last = self._text_ends.get((name, row), 0)
                side.brackets.append(Bracket(len(side.words), label, end, text_end=last))
                at = end
        if stack:
            self._fault(b"Bracketing is unbalanced (too many open bracket)\n")
        return side

    def _endlessly(self, message: bytes) -> None:
        # The pointer does not move, so the message comes again until there were too many.
        while True:
            self._fault(message)

    def compare(self, gold: Side, test: Side) -> Row:
        """Compare two lines that were read."""
        params = self.params
        if params.debug > 1:
            self.show(b"\n")
        if not test.words:
            self.status = 2
            return Row(gold.length, 2)
        if len(gold.words) != len(test.words):
            self._put_quotes_back(gold, test)
            if len(gold.words) != len(test.words):
                self._fault(b"Length unmatch (%d|%d)\n" % (len(gold.words), len(test.words)))
                return Row(gold.length, self.status)
        for one, other in zip(gold.words, test.words, strict=True):
            if not _equal(one.word, other.word, params.equal_words):
                self._fault(b"Words unmatch (%b|%b)\n" % (one.word, other.word))
                return Row(gold.length, self.status)
        self._prepare(gold)
        self._prepare(test)
        matched = self._match(gold, test)
        crossing = self._cross(gold, test)
        tags = 0
        for one, other in zip(gold.words, test.words, strict=True):
            right = _equal(one.tag, other.tag, params.equal_labels)
            one.result = other.result = int(right)
            tags += right
        return Row(
            gold.length, self.status, matched, _kept(gold), _kept(test), crossing,
            len(gold.words), tags,
        )  # fmt: skip

    def _put_quotes_back(self, gold: Side, test: Side) -> None:
        deleted = self.params.delete
        if self.params.debug > 1:
            for i in range(max(len(gold.quotes), len(test.quotes))):
                for side in (gold, test):
                    if i < len(side.quotes):
                        quote = side.quotes[i]
                        self.show(b"%d: %b - %b\n" % (quote.index, quote.tag, quote.word))
        for i, other in enumerate(test.quotes):
            index = other.index
            for j, one in enumerate(gold.quotes):
                if one.index != index or one.tag == other.tag:
                    continue
                if one.tag in deleted and other.tag not in deleted:
                    self._reinsert(gold, j)
                elif other.tag in deleted and one.tag not in deleted:
                    self._reinsert(test, i)

    def _reinsert(self, side: Side, number: int) -> None:
        quote = side.quotes[number]
        # The slot the word is put into was never compared, or belongs to the word it pushes on.
        side.words.insert(quote.index, Word(quote.word, quote.tag))
        debug = self.params.debug > 1
        if debug:
            self.show(b"bra=%d, ind=%d\n" % (quote.bracket, quote.index))
        for row, bracket in enumerate(side.brackets):
            if debug:
                self.show(b"bracket[%d]={%d,%d}\n" % (row, bracket.start, bracket.end))
            if row >= quote.bracket:
                bracket.start += 1
                bracket.end += 1
        if debug:
            self.show(b"endslen=%d\n" % len(quote.open_brackets))
        for row in quote.open_brackets:
            side.brackets[row].end += 1
        for later in side.quotes[number:]:
            later.index += 1

    def _prepare(self, side: Side) -> None:
        for bracket in side.brackets:
            if bracket.start == bracket.end:
                bracket.result = _DELETED
                continue
            for mark in (b"-", b"="):
                bracket.label = bracket.label.split(mark, 1)[0]
            deleted = any(
                _equal(bracket.label, label, self.params.equal_labels)
                for label in self.params.delete
            )
            bracket.result = _DELETED if deleted else 0

    def _match(self, gold: Side, test: Side) -> int:
        matched = 0
        same_span: set[int] = set()
        debug = self.params.debug > 1
        for one in gold.brackets:
            found = False
            for j, other in enumerate(test.brackets):
                if debug:
                    self.show(
                        b"1.res=%d, 2.res=%d, 1.start=%d, 2.start=%d, 1.end=%d, 2.end=%d\n"
                        % (one.result, other.result, one.start, other.start, one.end, other.end)
                    )
                if one.result == _DELETED or other.result != 0:
                    continue
                if (one.start, one.end) != (other.start, other.end):
                    continue
                found = True
                if not self.params.labelled or _equal(
                    one.label, other.label, self.params.equal_labels
                ):
                    one.result = other.result = 1
                    matched += 1
                    break
                if debug:
                    self._show_text(b"LABEL", one, gold.text)
                same_span.add(j)
            if debug and not found and one.result != _DELETED:
                self._show_text(b"BRACKET", one, gold.text)
        for j, other in enumerate(test.brackets):
            if debug and other.result == 0 and j not in same_span:
                self._show_text(b"EXTRA", other, test.text)
        return matched

    def _cross(self, gold: Side, test: Side) -> int:
        crossing = 0
        last: Bracket | None = None
        for other in test.brackets:
            for one in gold.brackets:
                if _DELETED in (one.result, other.result):
                    continue
                if (one.start < other.start < one.end < other.end) or (
                    other.start < one.start < other.end < one.end
                ):
                    if one is not last and self.params.debug > 1:
                        self._show_text(b"CROSSING", one, gold.text)
                    last = one
                    crossing += 1
                    break
        return crossing

    def _show_text(self, what: bytes, bracket: Bracket, text: bytes) -> None:
        shown = c_string(text[bracket.text_start : max(bracket.text_start, bracket.text_end)])
        self.show(b"  %b[%d-%d]: %b\n" % (what, bracket.start, bracket.end - 1, shown))

    def show_details(self, gold: Side, test: Side) -> None:
        """The listing of words and brackets that follows each sentence with -d."""
        show = self.show
        show(b"-<1>---(wn1=%3d, bn1=%3d)-           " % (len(gold.words), len(gold.brackets)))
        show(b"-<2>---(wn2=%3d, bn2=%3d)-\n" % (len(test.words), len(test.brackets)))
        for i in range(max(len(gold.words), len(test.words))):
            for side, empty, gap in ((gold, b" " * 40, b"      "), (test, b"\n", b"\n")):
                word = side.words[i] if i < len(side.words) else None
                if word is None or not word.word:
                    show(empty)
                else:
                    show(b"%3d : %d : %-6b  %-16b" % (i, word.result, word.tag, word.word) + gap)
        show(b"\n")
        for i in range(max(len(gold.brackets), len(test.brackets))):
            for side, empty, gap in ((gold, b" " * 32, b"      "), (test, b"\n", b"\n")):
                if i >= len(side.brackets):
                    show(empty)
                else:
                    b = side.brackets[i]
                    show(
                        b"%3d : %d : %3d  %3d  %-6b" % (i, b.result, b.start, b.end, b.label) + gap
                    )
        show(b"\n========\n")


def _kept(side: Side) -> int:
    return sum(bracket.result != _DELETED for bracket in side.brackets)


def _equal(one: bytes, other: bytes, pairs: tuple[tuple[bytes, bytes], ...]) -> bool:
    return one == other or (one, other) in pairs or (other, one) in pairs
