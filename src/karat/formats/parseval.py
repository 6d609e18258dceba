"""Bracketed parses as the 1991 procedure takes them: labels at either edge, words in bars.

Black et al. (1991), section 0. A label follows ``(``, or precedes ``)``, or does both, or is
missing; a token that holds punctuation stands between vertical bars, which are no part of it, and
may then hold brackets, but no bar and no white space. Where labels stand is an option:

``none``   every atom is a word.
``left``   the first atom of a bracket is its label, unless it is all that the bracket holds or
           stands between bars. ``right``: the last atom, likewise.
``both``   either; a bracket that has a label at both edges must have the same twice.
``auto``   what ``choose_labels`` makes of the beginning of the file; ``Blocks.labels`` says what.

A bracket around one word is that word's own, ``(N Sue)`` with a tag and ``(Sue)`` without: so the
constituents are the same whether labels are written or not. Layouts are those of ``brackets``.

>>> for text in "(S (N' (N I)) (V' (V see) (N' (N Ed))))", "(((I)) ((see) ((Ed))))":
...     bank = loads(text)
...     print(bank.words(0), bank.spans(0))
[b'I', b'see', b'Ed'] [(0, 3, b'S'), (0, 1, b"N'"), (1, 3, b"V'"), (2, 3, b"N'")]
[b'I', b'see', b'Ed'] [(0, 3, b''), (0, 1, b''), (1, 3, b''), (2, 3, b'')]
"""

import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO, NamedTuple

import numpy as np

from karat.bank import Bank, joined
from karat.errors import InputError, unknown
from karat.faults import BAR, MISMATCH
from karat.formats import _block, brackets
from karat.kernels import scan as kernel
from karat.labels import Labels
from karat.source import Source

SUMMARY = "bracketed parses of 1991: labels left, right, both or none; words in |bars|"
EXTENSIONS = (".parseval",)
EXAMPLE = "(S (N' (N |D'Albert|)) (V' (V sees) (N' (N Tom))))"
LAYOUTS = brackets.LAYOUTS
SIDES = ("none", "left", "right", "both")
LABELS = ("auto", *SIDES)

# What can be wrong with a sentence, besides what the scanner of ordinary brackets finds.

_OPEN, _CLOSE, _BARRED, _ATOM, _SILENT = 1, 2, 3, 4, 5
_TOKEN = re.compile(rb"(\()|(\))|(\|[^|\s]*\|)(?![^\s()])|([^\s()]+)")
_IN_BARS = re.compile(rb"(?<![^\s()])\|[^|\s]*\|(?![^\s()])")
_IN_BARS_OR_CUT = re.compile(rb"(?<![^\s()])\|[^|\s]*(?:\|(?![^\s()])|\Z)")
_PLAIN = re.compile(rb"[^\s()|][^\s()]*|\|")
# Letters or digits with punctuation, at the end of a bracket: in this format it would have bars.
_WITHOUT_BARS = re.compile(rb"(?<=\s)(?:\w+[!-'*-/:-@]|[!-'*-/:-@]+\w)[^\s()|]*(?=\s*\))")
_RIGHT_LABEL = re.compile(rb"\)\s*[^\s()]+\s*\)")
_NOT_ALONE = re.compile(rb"[^\s()]\s+[^\s()]|[^\s()]\s*\(|\)\s*[^\s()]")
_UNLABELLED = re.compile(rb"\(\s*\(\s*[^\s()]")
# How a label looks that was seen only once: S, N', NP-s, ?, but not The or of.
_LIKE_A_LABEL = re.compile(rb"[A-Z!-/:-@\[-`{-~](?![a-z])")


def sniff(head: bytes) -> bool:
    """Whether a file that begins so is surely in this format, and not in that of the Treebank.

    It is if words with punctuation stand in bars, if labels stand at the right, or if every word
    has a bracket of its own and there are no labels.

    >>> sniff(b"(S (N |D'Albert|))"), sniff(b"((Sue N) (runs V) S)"), sniff(b"((Sue) (runs))")
    (True, True, True)
    >>> sniff(b"( (S (NP (NN dog)) (VP (VBZ barks) (NP bones)) (. .)))")
    False
    """
    if not head.lstrip().startswith(b"("):
        return False
    barred = sum(len(token) > 2 for token in _IN_BARS.findall(head))
    if barred and barred > len(_WITHOUT_BARS.findall(head)):
        return True
    if not _NOT_ALONE.search(head):
        return bool(_UNLABELLED.search(head))
    return bool(_RIGHT_LABEL.search(head)) and choose_labels(head) in ("right", "both")


def choose_labels(text: bytes) -> str:
    """Where labels seem to stand: none, left, right or both.

    Brackets with brackets in them decide (if there are none, those with two atoms or more): a side
    is labelled if more than half of them have a bare atom there that can be a label. Such an atom
    stands at that side more often than where only a word can, and recurs or looks like a label.

    >>> choose_labels(b"(S (N' (N Sue)) (V' (V sees) (N' (N Tom))))"), choose_labels(b"((Sue) N)")
    ('left', 'right')
    >>> choose_labels(b"(It (is (necessary (for us to leave))))")
    'none'
    """
    tokens = list(_TOKEN.finditer(text))
    kinds = [token.lastindex or 0 for token in tokens]
    atoms = [token[0] if kind == _ATOM else b"" for token, kind in zip(tokens, kinds, strict=True)]
    found = [pair for pair in _pairs(kinds) if pair.items > 1 or pair.nested]
    deciding = [pair for pair in found if pair.nested] or found
    edges = {at for pair in found for at in (pair.opening + 1, pair.closing - 1)}
    inside = Counter(atom for at, atom in enumerate(atoms) if at not in edges)
    firsts = [atoms[pair.opening + 1] for pair in deciding]
    lasts = [atoms[pair.closing - 1] for pair in deciding]
    left, right = _labelled(firsts, inside), _labelled(lasts, inside)
    if left and right:
        twice = [
            first == last
            for first, last, pair in zip(firsts, lasts, deciding, strict=True)
            if first and last and pair.items > 2
        ]
        return "both" if 2 * sum(twice) > len(twice) else "left"
    return "left" if left else "right" if right else "none"


def _labelled(edge: list[bytes], inside: Counter[bytes]) -> bool:
    counts = Counter(edge)
    labels = sum(
        count
        for atom, count in counts.items()
        if atom and count > inside[atom] and (count > 1 or _LIKE_A_LABEL.match(atom))
    )
    return 2 * labels > len(edge)


class _Pair(NamedTuple):
    """A bracket: its two tokens, how many things are in it, and whether any is a bracket."""

    opening: int
    closing: int
    items: int
    nested: bool


def _pairs(kinds: Iterable[int]) -> Iterator[_Pair]:
    """The brackets that are closed, in the order in which they are."""
    stack: list[list[int]] = []
    for at, kind in enumerate(kinds):
        if kind == _CLOSE:
            if stack:
                opening, items, nested = stack.pop()
                yield _Pair(opening, at, items, bool(nested))
            continue
        if stack:
            stack[-1][1] += 1
            stack[-1][2] |= kind == _OPEN
        if kind == _OPEN:
            stack.append([at, 0, 0])


@dataclass(frozen=True)
class Block(_block.Block):
    """Whole sentences of a file, still as text, and where their labels stand."""

    side: str


def _masked(text: bytes, *, final: bool = True) -> bytes:
    """The text with every token in bars made a plain word as long; also one cut off at the end.

    >>> _masked(b"(N |1)|) (N a|b)"), _masked(b"(N |1)", final=False)
    (b'(N xxxx) (N a|b)', b'(N xxx')
    """
    pattern = _IN_BARS if final else _IN_BARS_OR_CUT
    return pattern.sub(lambda token: b"x" * len(token[0]), text) if b"|" in text else text


class _Cutter(brackets.Scanner):
    """Finds the sentences and the brackets that do not match; the rest is not to be used."""

    def scan(self, block: _block.Block, *, final: bool = True) -> Bank:
        text = np.frombuffer(_masked(_text(block), final=final), np.uint8)
        return super().scan(replace(block, pieces=[text]), final=final)


class Scanner:
    """Turns blocks into Banks; a block that does not say where labels stand decides by itself."""

    def __init__(self, labels: Labels, lines: bool, path: str = "<text>") -> None:
        self.labels, self.lines, self.path = labels, lines, path
        self._cutter = _Cutter(Labels(), lines, path)

    def scan(self, block: _block.Block) -> Bank:
        """The sentences of a block."""
        text = _text(block)
        side = block.side if isinstance(block, Block) else choose_labels(text[: brackets.HEAD])
        cut = self._cutter.scan(block)
        fault, fault_at = cut.fault.copy(), cut.fault_at.copy()
        sentence_at = cut.sentence_at.tolist()
        ends = [*sentence_at[1:], len(text)]
        words: list[_Word] = []
        spans: list[_Span] = []
        token_offset, span_offset, odd = [0], [0], []
        for sentence, (begin, stop) in enumerate(zip(sentence_at, ends, strict=False)):
            odd.append(kernel.FINE)
            if fault[sentence] == kernel.FINE:
                try:
                    more_words, more_spans = _sentence(text, begin, stop, side)
                except _SentenceError as problem:
                    fault[sentence], fault_at[sentence] = problem.kind, problem.at
                else:
                    words += more_words
                    spans += more_spans
                    odd[-1] = kernel.ODD if any(not tag for _, _, tag in more_words) else 0
            token_offset.append(len(words))
            span_offset.append(len(spans))
        names = dict.fromkeys([*(word[2] for word in words), *(span[2] for span in spans)])
        numbers = {name: self.labels.intern(name) for name in names}
        word = np.array([(a, b, numbers[tag]) for a, b, tag in words], np.int32)
        span = np.array([(a, b, numbers[label], above) for a, b, label, above in spans], np.int32)
        word_start, word_end, tag = word.reshape(-1, 3).T.copy()
        start, end, label, parent = span.reshape(-1, 4).T.copy()
        self.labels.uses[np.unique(tag)] |= kernel.TAG
        self.labels.uses[np.unique(label)] |= kernel.BRACKET
        return Bank(
            text=np.frombuffer(bytearray(text), np.uint8),
            labels=self.labels,
            token_offset=np.array(token_offset, np.int32),
            word_start=word_start,
            word_end=word_end,
            tag=tag,
            span_offset=np.array(span_offset, np.int32),
            start=start,
            end=end,
            label=label,
            parent=parent,
            sentence_at=cut.sentence_at.copy(),
            fault=fault,
            fault_at=fault_at,
            odd=np.array(odd, np.int8),
            path=self.path,
            first_line=block.first_line,
        )


def _text(block: _block.Block) -> bytes:
    return b"".join(piece.tobytes() for piece in block.pieces)


# Where a word begins and ends in the text, and its tag; a constituent and the row of its parent.
_Word = tuple[int, int, bytes]
_Span = tuple[int, int, bytes, int]


class _SentenceError(Exception):
    """What is wrong with a sentence, and where in the text."""

    def __init__(self, kind: int, at: int) -> None:
        self.kind, self.at = kind, at


def _sentence(text: bytes, begin: int, end: int, side: str) -> tuple[list[_Word], list[_Span]]:
    """The words and constituents of a sentence whose brackets are known to match."""
    tokens = list(_TOKEN.finditer(text, begin, end))
    kinds = [token.lastindex or 0 for token in tokens]
    for token, kind in zip(tokens, kinds, strict=True):
        if kind == _ATOM and token[0].startswith(b"|") and len(token[0]) > 1:
            raise _SentenceError(BAR, token.start())
    # Labels, and brackets that are a word's own, are not met when the tokens are gone through.
    roles = kinds.copy()
    names: dict[int, bytes] = {}
    left, right = side in ("left", "both"), side in ("right", "both")
    for opening, closing, items, nested in _pairs(kinds):
        first, last = opening + 1, closing - 1
        if left and items > 1 and kinds[first] == _ATOM:
            names[opening] = tokens[first][0]
            roles[first] = _SILENT
            first += 1
        if right and items > 1 and kinds[last] == _ATOM:
            label = tokens[last][0]
            if names.setdefault(opening, label) != label:
                raise _SentenceError(MISMATCH, tokens[last].start())
            roles[last] = _SILENT
            last -= 1
        if first == last and not nested:
            roles[opening] = roles[closing] = _SILENT
            names[first] = names.get(opening, b"")
    words: list[_Word] = []
    spans: list[_Span] = []
    top = -1
    for at, role in enumerate(roles):
        if role == _OPEN:
            spans.append((len(words), -1, names.get(at, b""), top))
            top = len(spans) - 1
        elif role == _CLOSE:
            start, _, label, above = spans[top]
            spans[top] = (start, len(words), label, above)
            top = above
        elif role != _SILENT:
            bar = int(role == _BARRED)
            start, stop = tokens[at].span()
            words.append((start + bar, stop - bar, names.get(at, b"")))
    return words, spans


class Blocks(brackets.Blocks):
    """A file cut into blocks of whole sentences; ``labels`` is where its labels stand.

    >>> blocks = Blocks(Source.of(io.BytesIO(b"((Sue N) (sees V) S)"), "x.txt"))
    >>> blocks.labels
    'right'
    >>> blocks.notice
    'x.txt: read with labels=right, judging by its beginning; or give none, left or both'
    """

    def __init__(
        self,
        source: Source,
        layout: str = "auto",
        labels: str = "auto",
        size: int = brackets.BLOCK,
    ) -> None:
        if labels not in LABELS:
            raise unknown("place for labels", labels, LABELS)
        head = source.peek(brackets.HEAD)
        super().__init__(source, layout, size)
        if not self.lines:
            self._scanner = _Cutter(Labels(), False, source.path)
        self.labels = choose_labels(head) if labels == "auto" else labels
        self.notice = ""
        if labels == "auto":
            *others, last = (side for side in SIDES if side != self.labels)
            self.notice = (
                f"{source.path}: read with labels={self.labels}, judging by its beginning; "
                f"or give {', '.join(others)} or {last}"
            )

    def scanner(self, labels: Labels) -> "Scanner":  # type: ignore[override]  # the same in use
        """What turns these blocks into Banks."""
        return Scanner(labels, self.lines, self.source.path)

    def next(self) -> Block | None:
        """The next block of about the usual size; None at the end."""
        block = super().next()
        return None if block is None else self._with_side(block)

    def take(self, sentences: int) -> Block:
        """The next so many sentences, or what there is."""
        return self._with_side(super().take(sentences))

    def _with_side(self, block: _block.Block) -> Block:
        return Block(block.pieces, block.sentences, block.first_line, self.labels)

    def _looks_like_lines(self) -> bool:
        super()._looks_like_lines()  # reads what it takes to tell, but knows nothing of bars
        text = _masked(b"".join(piece.tobytes() for piece in self._pieces))
        return brackets.Blocks(Source.of(io.BytesIO(text), self.source.path)).lines


def read(source: Source, layout: str = "auto", labels: str = "auto") -> Bank:
    """A whole file as one Bank."""
    blocks = Blocks(source, layout, labels, size=1 << 22)
    table = Labels()
    scanner = Scanner(table, blocks.lines, source.path)
    found = []
    total = 0
    for one in blocks:
        total += sum(map(len, one.pieces))
        if total >= (1 << 31) - 1:
            raise InputError(
                f"{source.path}: more than 2 GiB do not fit into one Bank; "
                "karat score reads files of any size in blocks"
            )
        found.append(scanner.scan(one))
    bank = joined(found or [scanner.scan(brackets.block(b""))])
    return replace(bank, sha256=source.sha256())


def loads(text: str | bytes, layout: str = "auto", labels: str = "auto") -> Bank:
    """Parses from a string.

    >>> bank = loads("((The prospect) (of (cutting back |spending.|)))")
    >>> bank.words(0)[-1], bank.spans(0)[1]
    (b'spending.', (0, 2, b''))
    """
    data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    return read(Source.of(io.BytesIO(data), "<text>"), layout, labels)


def dumps(bank: Bank, *, labels: str = "left", pretty: bool = False) -> str:
    """Parses as text, one a line or indented.

    >>> bank = loads("(S (NP |D'Albert|) (VP (V sees) (NP the moon)))")
    >>> for side in SIDES:
    ...     print(dumps(bank, labels=side), end="")
    ((|D'Albert|) ((sees) (the moon)))
    (S (NP |D'Albert|) (VP (V sees) (NP the moon)))
    ((|D'Albert| NP) ((sees V) (the moon NP) VP) S)
    (S (NP |D'Albert| NP) (VP (V sees V) (NP the moon NP) VP) S)
    """
    return b"".join(_texts(bank, labels, pretty)).decode("utf-8", "surrogateescape")


def write(bank: Bank, stream: BinaryIO, *, labels: str = "left", pretty: bool = False) -> None:
    """Write a Bank, a blank line for a sentence without a parse.

    Reading it back with the same ``labels`` changes nothing, except that ``none`` leaves labels and
    tags out. What cannot be read back is refused: a bracket that has a label at one side and holds
    nothing; a word or label with white space, or with a bar at its beginning or beside a bracket;
    and, indented, a forest or a missing parse.
    """
    for text in _texts(bank, labels, pretty):
        stream.write(text)


def _texts(bank: Bank, labels: str, pretty: bool) -> Iterator[bytes]:
    if labels not in SIDES:
        raise unknown("place for labels", labels, SIDES)
    for sentence in range(len(bank)):
        try:
            yield _tree(bank, sentence, labels, pretty) + b"\n"
        except InputError as problem:
            where = f"{bank.path}:{bank.line(sentence)}: sentence {sentence + 1}"
            raise InputError(f"{where}: {problem}") from None


def _tree(bank: Bank, sentence: int, side: str, pretty: bool) -> bytes:
    """One sentence as text; an untagged word stands bare where that cannot be read as a label."""
    words, tags, spans = bank.words(sentence), bank.tags(sentence), bank.spans(sentence)
    rows = slice(bank.span_offset[sentence], bank.span_offset[sentence + 1])
    parents = bank.parent[rows].tolist()
    if pretty and (parents.count(-1) != 1 or spans[0][:2] != (0, len(words))):
        kind = "a forest" if words or spans else "no tree"
        raise InputError(f"{kind} cannot be indented; write one parse a line instead")
    pieces: list[bytes] = []
    stack: list[int] = []
    done = 0
    for row, (start, _, label) in enumerate([*spans, (len(words), -1, b"")]):
        parent = parents[row] if row < len(spans) else -1
        # First the words before this bracket and the brackets that end before it.
        while True:
            first, last, around = spans[stack[-1]] if stack else (0, len(words), b"")
            bare = bool(stack) and last - first > 1 and bool(around or side == "none")
            while done < min(start, last):
                pieces += (_space(pieces), _leaf(words[done], tags[done], side, bare))
                done += 1
            if not stack or stack[-1] == parent:
                break
            before, after = _labels(around, side)
            if around and pieces[-1] == before and side in ("left", "right"):
                raise InputError(
                    f"the bracket {around!r} holds nothing, and ({around.decode(errors='replace')})"
                    " would be a word; use labels=both or none, or the format brackets"
                )
            pieces.append(after)
            stack.pop()
        if row < len(spans):
            if pieces:
                pieces.append(b"\n" + b"  " * len(stack) if pretty else _space(pieces))
            pieces.append(_labels(label, side)[0])
            stack.append(row)
    return b"".join(pieces)


def _space(pieces: list[bytes]) -> bytes:
    return b" " if pieces and pieces[-1] != b"(" else b""


def _labels(label: bytes, side: str) -> tuple[bytes, bytes]:
    """How a bracket with this label begins and ends."""
    if not label or side == "none":
        return b"(", b")"
    if not _PLAIN.fullmatch(label):
        raise InputError(f"{label!r} cannot be written as a label; use labels=none")
    return (
        b"(" + label if side in ("left", "both") else b"(",
        b" " + label + b")" if side in ("right", "both") else b")",
    )


def _leaf(word: bytes, tag: bytes, side: str, bare: bool) -> bytes:
    before, after = _labels(tag, side)
    text = _barred(word)
    if bare and not tag:
        return text
    return before + (b" " if before != b"(" else b"") + text + after


def _barred(word: bytes) -> bytes:
    """A word, in bars if there is punctuation in it; one that has a bar itself stands as it is.

    >>> _barred(b"Ed"), _barred(b"p.m."), _barred(b""), _barred(b"a|b")
    (b'Ed', b'|p.m.|', b'||', b'a|b')
    """
    if not re.search(rb"[|\s]", word):
        text = word.decode("utf-8", "surrogateescape")
        if word and not any(unicodedata.category(letter)[0] in "PS" for letter in text):
            return word
        return b"|" + word + b"|"
    if not _PLAIN.fullmatch(word):
        raise InputError(f"the word {word!r} cannot be written, with bars or without")
    return word
