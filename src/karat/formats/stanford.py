"""Typed dependencies as the Stanford parser prints them, basic or collapsed.

    nsubj(sleeps-2, John-1)
    root(ROOT-0, sleeps-2)

A blank line ends a sentence. The tree (``-outputFormat penn,typedDependencies``) and a line of tagged
words (``wordsAndTags``) may stand above the dependencies, with blank lines between; they give the tags,
and the words that no dependency names. Without them, such a word is ``_``: collapsed dependencies have no
prepositions, and by default the parser leaves out punctuation. Where the parser found nothing, it prints
``(())`` or ``SENTENCE_SKIPPED_OR_UNPARSABLE``; both mean that there is no output.

The layer ``typed`` has every dependency as it is in the file: in collapsed ones, a word may have several
heads. The layer ``edges`` has one head per word, the first on the way from the root; a word that is not
reached has none. A copy of a word, ``make-3'``, is the word itself.

>>> import karat
>>> bank = karat.read_text(EXAMPLE)
>>> bank.words(0), bank.layers["edges"]["head"].tolist()
([b'John', b'sleeps'], [1, -1])
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from karat.files.source import Source
from karat.formats._block import Fault
from karat.formats._records import BLOCK, Contents, RecordBlocks, Records, spans_of, words_of
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.layers import table

SUMMARY = "typed dependencies as Stanford writes them: nsubj(sleeps-2, John-1)"
EXTENSIONS = (".typed", ".stanford", ".dep")
SCHEME = "deps"
NEEDS = "edges"
EXAMPLE = "nsubj(sleeps-2, John-1)\nroot(ROOT-0, sleeps-2)\n\n"

# The tag of a word that has none, in a line of tagged words.
UNTAGGED = b"_"
_NO_DEPENDENCY, _TWO_WORDS, _OTHER_WORDS, _BRACKETS, _NUMBER = 1, 2, 3, 4, 5
_FAULTS = {
    _NO_DEPENDENCY: ("this is no typed dependency",
        "write relation(head-2, dependent-1), and a blank line after each sentence"),
    _TWO_WORDS: ("two words have this number", "put a blank line between sentences"),
    _OTHER_WORDS: ("this word is not in the tree or the tagged words above",
        "put a blank line between sentences, and each tree above its own dependencies"),
    _BRACKETS: ("the brackets of this tree do not balance", "count the brackets"),
    _NUMBER: ("the sentence has too few words for this number",
        "count words from 1 in each sentence, and put a blank line between sentences"),
}  # fmt: skip
# Words that no dependency names have their places, too: so many, and ten for each that is named.
_UNNAMED = 1_000

_LINE = re.compile(rb"([A-Za-z][\w:.'&/-]*)\((.+)-(\d+)'*, (.+)-(\d+)'*\)\s*")
# What the parser prints where it found nothing.
_NONE = rb"(?:\(\s*(?:\(\s*\)\s*)?\)|SENTENCE_SKIPPED_OR_UNPARSABLE\.?)"
# Parts of a sentence, each with the blank lines after it; the last line in memory may be cut.
_TAGGED = rb"[^\s()]\S*/[^\s/]+(?:[ \t]+\S+/[^\s/]+)*[ \t]*\r?(?:\n\s*|\Z)"
_TREE = rb"(?!%s\s*$)\([^\n]*(?:\n[ \t]+[^\s][^\n]*)*\s*" % _NONE
_TYPED = rb"[^\s()/]+\([^\n]*\)[ \t]*\r?(?:\n[^\n]*\S[^\n]*)*"
_OTHER = rb"[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*"
_CUT = rb"[^\s()][^\n]*\Z"
_BEGINS = re.compile(
    rb"^(?:(?=\S)(?:(?:%s)?%s[ \t]*\r?$|%s(?:%s)?(?:%s|%s)?|%s(?:%s|%s)?|%s)|%s)"
    % (_TAGGED, _NONE, _TAGGED, _TREE, _TYPED, _CUT, _TREE, _TYPED, _CUT, _TYPED, _OTHER),
    re.MULTILINE,
)
_NOTHING = re.compile(_NONE)
_PART = re.compile(
    rb"\(\s*(?P<tag>[^\s()]+)\s+(?P<word>[^\s()]+)\s*\)|\(\s*(?P<label>[^\s()]*)|\)|[^\s()]+"
)


@dataclass(frozen=True)
class _Sentence:
    """Words with their tags, spans with their parents, and dependencies: head, dependent, label."""

    words: Sequence[bytes] = ()
    tags: Sequence[bytes] = ()
    spans: Sequence[tuple[int, int, bytes, int]] = ()
    typed: Sequence[tuple[int, int, bytes]] = ()


def sniff(head: bytes) -> bool:
    """Whether a file with this beginning has typed dependencies.

    >>> sniff(EXAMPLE.encode()), sniff(b"ncsubj(sleep, John, _)"), sniff(b"(S (NP a) (VP b))")
    (True, False, False)
    """
    lines = (line for line in head.splitlines() if line.strip() and line[:1] not in b"( \t")
    return any(_LINE.fullmatch(line) for line, _ in zip(lines, range(50), strict=False))


def Blocks(source: Source, layout: str = "auto", size: int = BLOCK) -> RecordBlocks:  # noqa: N802  # the name of a format's reader
    """A file cut into blocks of whole sentences."""
    return RecordBlocks(source, Records(_BEGINS, _read, _Sentence(), _contents, _FAULTS), size)


def _read(text: bytes, begin: int, end: int) -> _Sentence:
    words: list[bytes] = []
    tags: list[bytes] = []
    spans: list[tuple[int, int, bytes, int]] = []
    found: dict[int, tuple[bytes, int]] = {}
    typed: list[tuple[int, int, bytes]] = []
    tree = b""
    tree_at = begin
    for at, line in _lines(text, begin, end):
        if _NOTHING.fullmatch(line.strip()):
            return _Sentence()
        if line[:1] in b"( \t" and not typed:
            tree_at = tree_at if tree else at
            tree += line + b"\n"
        elif one := _LINE.fullmatch(line):
            head, dependent = _number(one[3]), _number(one[5])
            _note(found, head, one[2], at + one.start(2))
            _note(found, dependent, one[4], at + one.start(4))
            typed.append((head - 1, dependent - 1, one[1]))
        elif at == begin and re.fullmatch(_TAGGED, line):
            pairs = [token.rpartition(b"/") for token in line.split()]
            words = [pair[0] for pair in pairs]
            tags = [b"" if pair[2] == UNTAGGED else pair[2] for pair in pairs]
        else:
            raise Fault(_NO_DEPENDENCY, at)
    if tree:
        words, tags, spans = _tree(tree, tree_at)
    found.pop(0, None)
    if not words:
        words = _only_named(found)
    for number, (word, at) in found.items():
        if number > len(words) or words[number - 1] != word:
            raise Fault(_OTHER_WORDS, at)
    return _Sentence(words, tags, spans, typed)


def _lines(text: bytes, begin: int, end: int) -> Iterator[tuple[int, bytes]]:
    """The lines of a sentence that are not blank, each with its position."""
    for found in re.finditer(rb"[^\n]*[^\s][^\n]*", text[begin:end]):
        yield begin + found.start(), found[0].rstrip()


def _number(digits: bytes) -> int:
    """A word's number; Python reads no numbers of thousands of digits, and no sentence has such words."""
    return int(digits.lstrip(b"0")[:10] or b"0")


def _note(found: dict[int, tuple[bytes, int]], number: int, word: bytes, at: int) -> None:
    """Take note of a word's number, which no other word may have."""
    if found.setdefault(number, (word, at))[0] != word:
        raise Fault(_TWO_WORDS, at)


def _only_named(found: dict[int, tuple[bytes, int]]) -> list[bytes]:
    """The words of a sentence that has only dependencies; those between them are unknown."""
    last = max(found, default=0)
    if last > _UNNAMED + 10 * len(found):
        raise Fault(_NUMBER, found[last][1])
    return [found[i][0] if i in found else b"_" for i in range(1, last + 1)]


def _tree(
    text: bytes, at: int
) -> tuple[list[bytes], list[bytes], list[tuple[int, int, bytes, int]]]:
    """The words, tags and constituents of a tree."""
    words: list[tuple[bytes, bytes]] = []
    begins: list[tuple[int, bytes, int]] = []
    ends: dict[int, int] = {}
    open_: list[int] = []
    for found in _PART.finditer(text):
        if found["word"]:
            words.append((found["word"], found["tag"]))
        elif found["label"] is not None:
            begins.append((len(words), found["label"], open_[-1] if open_ else -1))
            open_.append(len(begins) - 1)
        elif open_ and found[0] == b")":
            ends[open_.pop()] = len(words)
        else:
            raise Fault(_BRACKETS, at + found.start())
    if open_:
        raise Fault(_BRACKETS, at)
    spans = [(start, ends[i], label, up) for i, (start, label, up) in enumerate(begins)]
    return [word for word, _ in words], [tag for _, tag in words], spans


def _contents(
    found: list[_Sentence], begins: list[int], pool: bytearray, labels: Labels
) -> Contents:
    words: list[list[tuple[int, int, bytes]]] = []
    for one in found:
        words.append([])
        for i, word in enumerate(one.words):
            begin = len(pool)
            pool += word
            words[-1].append((begin, len(pool), one.tags[i] if one.tags else b""))
    spans = spans_of([one.spans for one in found], labels)
    return words_of(words, labels), spans if len(spans.start) else None, {
        "edges": table([_edges(one) for one in found], "head label", labels),
        "typed": table([one.typed for one in found], "head dependent label", labels),
    }  # fmt: skip


def _edges(sentence: _Sentence) -> list[tuple[int, bytes]]:
    """One head for each word: the first on the way from the root, -1 for a root, -2 for none.

    Old versions of the parser print no root; it is then a word that has dependents and no head.
    """
    below: dict[int, list[tuple[int, bytes]]] = {}
    for head, dependent, label in sentence.typed:
        below.setdefault(head, []).append((dependent, label))
    dependents = {dependent for _, dependent, _ in sentence.typed}
    edges = [(-2, b"_")] * len(sentence.words)
    if -1 not in below:
        below[-1] = [(head, b"root") for head in sorted(below.keys() - dependents)]
    waiting, seen = deque([-1]), {-1}
    while waiting:
        head = waiting.popleft()
        for dependent, label in below.get(head, ()):
            if dependent not in seen:
                seen.add(dependent)
                edges[dependent] = head, label
                waiting.append(dependent)
    return edges


def write(bank: Bank, stream: BinaryIO, *, pretty: bool = False) -> None:
    """Write the typed dependencies, or else those of a Bank with one head per word.

    Words that no dependency names are in a line of tagged words above.
    """
    strings = bank.labels.strings()
    for sentence in range(len(bank)):
        words = bank.words(sentence)
        rows = [row for row in _dependencies(bank, sentence) if row[0] >= -1]
        lines = [
            b"%s(%s, %s)\n" % (strings[label], _named(words, head), _named(words, dependent))
            for head, dependent, label in rows
        ]
        named = {place for row in rows for place in row[:2]}
        if any(at not in named and word != b"_" for at, word in enumerate(words)):
            lines.insert(0, _tagged(words, bank.tags(sentence)))
        if words and not (rows and all(map(_readable, lines))):
            why = (
                "no dependencies"
                if not rows
                else "a word or a relation that would be read as another"
            )
            raise InputError(
                f"{bank.path}: sentence {bank.number(sentence)} has {why}, which typed dependencies "
                "cannot say; write CoNLL-U (--to conllu)"
            )
        stream.writelines([*lines, b"\n" if words else b"(())\n\n"])


def _tagged(words: Sequence[bytes], tags: Sequence[bytes]) -> bytes:
    pairs = zip(words, tags, strict=True)
    return b" ".join(b"%s/%s" % (word, tag or UNTAGGED) for word, tag in pairs) + b"\n\n"


def _readable(line: bytes) -> bool:
    return bool(_LINE.fullmatch(line) or re.fullmatch(_TAGGED, line))


def _dependencies(bank: Bank, sentence: int) -> Iterator[tuple[int, int, int]]:
    if "typed" in bank.layers:
        for head, dependent, label in bank.layers["typed"].each(
            sentence, "head", "dependent", "label"
        ):
            yield head, dependent, label
        return
    for dependent, (head, label) in enumerate(bank.layers["edges"].each(sentence, "head", "label")):
        yield head, dependent, label


def _named(words: Sequence[bytes], at: int) -> bytes:
    return b"%s-%d" % (words[at] if at >= 0 else b"ROOT", at + 1)
