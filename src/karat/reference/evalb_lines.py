"""Compare one pair of lines exactly as EVALB does, step by step, with its slips.

The kernel scores ordinary lines. This module is for the others: lines whose brackets do not balance,
lines that EVALB cannot read, and debugging output, which shows every step.
It follows EVALB's rules literally and takes quadratic time, so it gets only lines within EVALB's
limits.
"""

from collections.abc import Callable

from karat.files.evalb_params import Params
from karat.reference.evalb_reading import DELETED, Bracket, Reader, Row, Side, Word, c_string


class Emulator:
    """Compares pairs of lines; ``status`` is EVALB's status of the current pair.

    ``error`` is called with each message; it may raise to end the run. ``show`` takes debugging
    output.
    """

    def __init__(
        self, params: Params, error: Callable[[bytes], None], show: Callable[[bytes], object]
    ) -> None:
        self.params = params
        self.error, self.show = error, show
        self._reader = Reader(params, self._fault, show)
        self.load, self.read = self._reader.load, self._reader.read
        self.status = 0

    def _fault(self, message: bytes) -> None:
        self.status = 1
        self.error(message)

    def compare(self, gold: Side, test: Side) -> Row:
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
        # The reinserted word has not been compared; the words after it move up by one.
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
                bracket.result = DELETED
                continue
            for mark in (b"-", b"="):
                bracket.label = bracket.label.split(mark, 1)[0]
            deleted = any(
                _equal(bracket.label, label, self.params.equal_labels)
                for label in self.params.delete
            )
            bracket.result = DELETED if deleted else 0

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
                if one.result == DELETED or other.result != 0:
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
            if debug and not found and one.result != DELETED:
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
                if DELETED in (one.result, other.result):
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
    return sum(bracket.result != DELETED for bracket in side.brackets)


def _equal(one: bytes, other: bytes, pairs: tuple[tuple[bytes, bytes], ...]) -> bool:
    return one == other or (one, other) in pairs or (other, one) in pairs
