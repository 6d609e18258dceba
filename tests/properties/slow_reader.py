"""A slow reader of bracketed text, from the description in ``karat.formats.brackets`` alone.

Sentences are (kind, words, spans): ``kind`` is "" or what is wrong, words are (tag, word), spans
(start, end, label, parent) in pre-order. A sentence with a fault has neither words nor spans.
"""

from dataclasses import dataclass, field

SPACE = b" \t\n\v\f\r"
STOP = SPACE + b"()"
UNCLOSED, SURPLUS, OUTSIDE = "unclosed", "surplus", "outside"

Span = tuple[int, int, bytes, int]


@dataclass
class Sentence:
    """One sentence; ``begin`` is where it begins in the text, ``place`` where its fault is."""

    begin: int
    kind: str = ""
    place: int = 0
    words: list[tuple[bytes, bytes]] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)


def skip(text: bytes, at: int, stop: bytes, *, inside: bool) -> int:
    """The next place whose byte is, or is not, one of these."""
    while at < len(text) and (text[at] in stop) == inside:
        at += 1
    return at


class Reader:
    """Reads trees from a place on, until told otherwise."""

    def __init__(self, text: bytes, at: int) -> None:
        self.text, self.at = text, at
        self.sentence = Sentence(at)
        self.open: list[tuple[int, int]] = []  # rows, with the places of their brackets
        self.rows: list[Span] = []

    def fault(self, kind: str, place: int) -> None:
        self.sentence = Sentence(self.sentence.begin, kind, place)

    def finish(self) -> Sentence:
        if not self.sentence.kind:
            self.sentence.spans = self.rows
        return self.sentence

    def step(self) -> bool:
        """Read one thing; False at a fault or at the end of the text."""
        text, words = self.text, self.sentence.words
        self.at = skip(text, self.at, SPACE, inside=True)
        if self.at == len(text):
            return False
        if text[self.at] == ord("("):
            label_end = skip(text, self.at + 1, STOP, inside=False)
            label = text[self.at + 1 : label_end]
            word = skip(text, label_end, SPACE, inside=True)
            word_end = skip(text, word, STOP, inside=False)
            close = skip(text, word_end, SPACE, inside=True)
            if word > label_end and text[close : close + 1] == b")":
                words.append((label, text[word:word_end]))
                self.at = close + 1
                return True
            parent = self.open[-1][0] if self.open else -1
            self.open.append((len(self.rows), self.at))
            self.rows.append((len(words), -1, label, parent))
            self.at = label_end
            return True
        if not self.open:
            self.fault(SURPLUS if text[self.at] == ord(")") else OUTSIDE, self.at)
            return False
        if text[self.at] == ord(")"):
            row, _ = self.open.pop()
            start, _, label, parent = self.rows[row]
            self.rows[row] = (start, len(words), label, parent)
            self.at += 1
            return True
        end = skip(text, self.at, STOP, inside=False)
        words.append((b"", text[self.at : end]))
        self.at = end
        return True


def lines(text: bytes) -> list[Sentence]:
    """A line is a sentence; a fault is that line's alone."""
    found = []
    begin = 0
    while begin < len(text):
        end = text.find(b"\n", begin)
        end = len(text) if end < 0 else end
        reader = Reader(text[:end], begin)
        while reader.step():
            pass
        if not reader.sentence.kind and reader.open:
            reader.fault(UNCLOSED, reader.open[-1][1])
        found.append(reader.finish())
        begin = end + 1
    return found


def free(text: bytes) -> list[Sentence]:
    """A sentence ends where its brackets balance; after a fault, on to the next line with a ``(``.

    Stray text on the line on which a sentence ended spoils that sentence.
    """
    found: list[Sentence] = []
    at = ended = 0
    while True:
        at = skip(text, at, SPACE, inside=True)
        if at == len(text):
            return found
        reader = Reader(text, at)
        while reader.step() and reader.open:
            pass
        if not reader.sentence.kind and reader.open:
            reader.fault(UNCLOSED, reader.open[-1][1])
        sentence = reader.finish()
        if not sentence.kind:
            at = ended = reader.at
            found.append(sentence)
            continue
        if sentence.kind != UNCLOSED and ended and b"\n" not in text[ended:at]:
            sentence.begin = found.pop().begin
        found.append(sentence)
        ended = 0
        line = text.find(b"\n(", at)
        at = len(text) if line < 0 else line + 1
