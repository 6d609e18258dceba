"""Reads the 1991 format, which __init__.py describes."""

import io
import re
import warnings
from dataclasses import dataclass, replace

import numpy as np

from karat import formats
from karat.files.source import Source
from karat.formats import _block, brackets
from karat.formats._records import spans_of, words_of
from karat.formats.parseval import tokens
from karat.kernels import scan as kernel
from karat.model.bank import Bank
from karat.model.errors import unknown
from karat.model.labels import Labels

BAR = 20
MISMATCH = 21
FAULTS = {
    **brackets.FAULTS,
    BAR: ("a '|' that is not closed", "a token in bars, as |p.m.|, holds no white space"),
    MISMATCH: ("this label is not the one after its '('",
        "make them the same, or put a word that is not a label between bars, or try another labels="),
}  # fmt: skip


@dataclass(frozen=True)
class Block(_block.Block):
    """Whole sentences of a file, still as text, and the side where their labels are."""

    side: str


def _masked(text: bytes, *, final: bool = True) -> bytes:
    """The text with every token in bars replaced by a plain word of the same length.

    If more text follows (``final`` is False), a token that is cut off at the end is replaced too.

    >>> _masked(b"(N |1)|) (N a|b)"), _masked(b"(N |1)", final=False)
    (b'(N xxxx) (N a|b)', b'(N xxx')
    """
    pattern = tokens.IN_BARS if final else tokens.IN_BARS_OR_CUT
    return pattern.sub(lambda token: b"x" * len(token[0]), text) if b"|" in text else text


class _Cutter(brackets.Scanner):
    """Finds the sentences and the brackets that do not match; do not use the rest of its Banks."""

    def scan(self, block: _block.Block, *, final: bool = True) -> Bank:
        text = np.frombuffer(_masked(_block.text_of(block), final=final), np.uint8)
        return super().scan(replace(block, pieces=[text]), final=final)


class Scanner:
    """Turns blocks into Banks; if a block does not say where its labels are, its text decides."""

    def __init__(
        self, labels: Labels, lines: bool, path: str = "<text>", has_trees: bool = True
    ) -> None:
        self.labels, self.lines, self.path, self.has_trees = labels, lines, path, has_trees
        self._cutter = _Cutter(Labels(), lines, path)

    def scan(self, block: _block.Block) -> Bank:
        text = _block.text_of(block)
        side = (
            block.side if isinstance(block, Block) else tokens.choose_labels(text[: brackets.HEAD])
        )
        cut = self._cutter.scan(block)
        fault, fault_at = cut.fault.copy(), cut.fault_at.copy()
        sentence_at = cut.sentence_at.tolist()
        ends = [*sentence_at[1:], len(text)]
        words: list[list[_Word]] = [[] for _ in sentence_at]
        spans: list[list[_Span]] = [[] for _ in sentence_at]
        pool = bytearray(text)
        for i, (begin, stop) in enumerate(zip(sentence_at, ends, strict=False)):
            if fault[i] == kernel.FINE:
                try:
                    words[i], spans[i] = _sentence(text, begin, stop, side, pool)
                except _block.Fault as problem:
                    fault[i], fault_at[i] = problem.number, problem.at
        return Bank.build(
            np.frombuffer(pool, np.uint8), self.labels,
            words_of(words, self.labels), spans_of(spans, self.labels),
            sentence_at=cut.sentence_at.copy(), fault=fault, fault_at=fault_at, faults=FAULTS,
            has_trees=self.has_trees, path=self.path, first_line=block.first_line,
        )  # fmt: skip


# A word: start and end in the text, tag. A constituent: start, end, label, row of its parent.
_Word = tuple[int, int, bytes]
_Span = tuple[int, int, bytes, int]


def _sentence(
    text: bytes, begin: int, end: int, side: str, pool: bytearray
) -> tuple[list[_Word], list[_Span]]:
    """The words and constituents of a sentence whose brackets are known to match.

    A word with escaped characters is added, without the escapes, at the end of ``pool``.
    """
    found = list(tokens.TOKEN.finditer(text, begin, end))
    kinds = [token.lastindex or 0 for token in found]
    for token, kind in zip(found, kinds, strict=True):
        if kind == tokens.ATOM and token[0].startswith(b"|") and len(token[0]) > 1:
            raise _block.Fault(BAR, token.start())
    # The loop over tokens below skips labels, and brackets that belong to a single word.
    roles = kinds.copy()
    names: dict[int, bytes] = {}
    lone: list[int] = []
    left, right = side in ("left", "both"), side in ("right", "both")
    for opening, closing, items, nested in tokens.pairs(kinds):
        first, last = opening + 1, closing - 1
        if left and items > 1 and kinds[first] == tokens.ATOM:
            names[opening] = found[first][0]
            roles[first] = tokens.SILENT
            first += 1
        if right and items > 1 and kinds[last] == tokens.ATOM:
            label = found[last][0]
            if names.setdefault(opening, label) != label:
                raise _block.Fault(MISMATCH, found[last].start())
            roles[last] = tokens.SILENT
            last -= 1
        if first == last and not nested:
            roles[opening] = roles[closing] = tokens.SILENT
            names[first] = names.get(opening, b"")
            lone += [first] * (side != "none" and items == 1 and kinds[first] == tokens.ATOM)
    empty = _empty(found, lone, set(names.values()), right=side == "right")
    names |= {at: found[at][0] for at in empty}
    words: list[_Word] = []
    spans: list[_Span] = []
    top = -1
    for at, role in enumerate(roles):
        if role == tokens.OPEN:
            spans.append((len(words), -1, names.get(at, b""), top))
            top = len(spans) - 1
        elif role == tokens.CLOSE:
            start, _, label, above = spans[top]
            spans[top] = (start, len(words), label, above)
            top = above
        elif role != tokens.SILENT:
            bar = int(role == tokens.BARRED)
            start, stop = found[at].start() + bar, found[at].end() - bar
            if at in empty:
                start = stop
            if bar and b"\\" in found[at][0]:
                word = tokens.unescaped(text[start:stop])
                start, stop = len(pool), len(pool) + len(word)
                pool += word
            words.append((start, stop, names.get(at, b"")))
    return words, spans


def _empty(
    found: list[re.Match[bytes]], lone: list[int], names: set[bytes], *, right: bool
) -> set[int]:
    """Which atoms that are alone in their brackets are labels whose word is missing.

    An atom is one if it is a label elsewhere in the sentence, or if white space is only on the side
    where its word would be: ``(Npl )``, but not ``( Sue )``.
    """
    before = {at: found[at].start() > found[at - 1].end() for at in lone}
    after = {at: found[at].end() < found[at + 1].start() for at in lone}
    gap, edge = (before, after) if right else (after, before)
    return {at for at in lone if (gap[at] and not edge[at]) or found[at][0] in names}


class Blocks(brackets.Blocks):
    """A file cut into blocks of whole sentences; ``labels`` says where its labels are.

    >>> blocks = Blocks(Source.of(io.BytesIO(b"((Sue N) (sees V) S)"), "x.txt"))
    >>> blocks.labels
    'right'
    >>> blocks.notice
    'x.txt: read with labels=right, judging by its beginning; or give none, left or both (--labels)'
    """

    def __init__(
        self, source: Source, layout: str = "auto", labels: str = "auto", size: int = brackets.BLOCK
    ) -> None:
        if labels not in tokens.LABELS:
            raise unknown("place for labels", labels, tokens.LABELS)
        head = source.head(brackets.HEAD)
        super().__init__(source, layout, size)
        if not self.lines:
            self._scanner = _Cutter(Labels(), False, source.path)
        self.labels = tokens.choose_labels(head) if labels == "auto" else labels
        self.notice = ""
        if labels == "auto":
            *others, last = (side for side in tokens.SIDES if side != self.labels)
            self.notice = (
                f"{source.path}: read with labels={self.labels}, judging by its beginning; "
                f"or give {', '.join(others)} or {last} (--labels)"
            )
            warnings.warn(self.notice, stacklevel=2)

    new_scanner = Scanner

    def next(self) -> Block | None:
        block = super().next()
        return None if block is None else self._with_side(block)

    def take(self, sentences: int) -> Block:
        return self._with_side(super().take(sentences))

    def _with_side(self, block: _block.Block) -> Block:
        return Block(**{**vars(block), "side": self.labels})

    def _looks_like_lines(self) -> bool:
        text = _masked(self._first_lines())
        return brackets.Blocks(Source.of(io.BytesIO(text), self.source.path)).lines


def loads(text: str | bytes, layout: str = "auto", labels: str = "auto") -> Bank:
    """Parses from a string.

    >>> bank = loads("((The prospect) (of (cutting back |spending.|)))")
    >>> bank.words(0)[-1], bank.spans(0)[1]
    (b'spending.', (0, 2, b''))
    """
    return formats.read_text(text, format=f"parseval(labels={labels})", layout=layout)
