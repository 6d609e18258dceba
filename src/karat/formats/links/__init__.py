"""The output of link-parser, the program of Link Grammar: links between words, and a tree.

It reads the PostScript display (``link-parser -postscript=1 -graphics=0``, the safest), the diagram
that the program draws by default, the table (``-links=1``, together with ``-constituents=3``) and the
tree (``-constituents=1`` or ``3``). If a sentence has several linkages, the first is taken. What the
program adds to a word is removed: the dictionary entry in ``test.n``, which becomes the tag; the mark
of a guess, ``[?]``; the brackets of a word that is in no link, ``[the]``. The program writes some
words in lower case; with ``-echo=1`` they are read as in the sentence.

A Bank gets the layer ``links`` (left, right, label; -1 is the left wall, the number of words is the
right wall) and, made from it, ``edges``. Links have no direction: the table data/links/heads.toml, or
the arrow that is printed on some links, says which end is the head. A word that would have two heads
keeps the first in the order of that table, and the other link does not become an edge; ``unused``
counts such links. The root is the word that the wall is linked to, or the head above it. Words linked
only to a wall depend on the root; words in no link have no head (-2). A sentence without a linkage is
a missing parse.

>>> import karat
>>> bank = karat.read_text(EXAMPLE)
>>> bank.words(0), bank.tags(0), bank.spans(0)
([b'dogs', b'bark'], [b'n', b'v'], [(0, 2, b'S'), (0, 1, b'NP'), (1, 2, b'VP')])
>>> bank.layers["edges"]["head"].tolist()
[1, -1]
"""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import BinaryIO, TypeAlias

import numpy as np

from karat.files.source import Source
from karat.formats import HEAD
from karat.formats._block import Fault
from karat.formats._records import BLOCK, Contents, RecordBlocks, Records, spans_of, words_of
from karat.formats.links import reading
from karat.formats.links.heads import edges_of
from karat.formats.links.reading import LEFT_WALL, RIGHT_WALL, Link, Linkage, LinkageError, plain
from karat.model.bank import Bank
from karat.model.columns import Longs
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.layers import table

SUMMARY = "output of link-parser: links as dependencies, and its trees (Link Grammar)"
EXTENSIONS = (".links",)
SCHEME = "deps"
NEEDS = "links"
EXAMPLE = (
    "Found 1 linkage (1 had no P.P. violations)\n\tUnique linkage\n(S (NP dogs.n) (VP bark.v))\n\n"
    "[(LEFT-WALL)(dogs.n)(bark.v)(RIGHT-WALL)]\n[[0 2 0 (WV)][0 1 0 (Wd)][1 2 0 (Sp)]]\n[0]\n\n"
)

CUT_DIAGRAM = 90
NO_WORD = 91
FAULTS = {
    CUT_DIAGRAM: ("a diagram of links that was cut into several pieces",
                  "run link-parser with -width=16381, or with -postscript=1 -graphics=0"),
    NO_WORD: ("words or links that do not fit together",
              "try link-parser -postscript=1 -graphics=0"),
}  # fmt: skip

# If words had to be left out, the program announces the linkages on two lines.
_ANSWER = (
    rb"(?:No complete linkages found\.(?:\r?\nFound \d+ linkages?[^\n]*at null count)?"
    rb"|Found \d+ linkages?\b)"
)
_BEGINS = re.compile(
    rb"^(?:(?!No complete linkages|Found \d+ linkage|Bye\.)[^\S\n]*\S[^\n]*\n)?(?:linkparser> )?"
    + _ANSWER,
    re.MULTILINE,
)
_FIRST = re.compile(_ANSWER)
# The words of a sentence, each with its entry in the dictionary, and its links.
_Read: TypeAlias = tuple[list[tuple[str, str]], Linkage]
_NOTHING: _Read = [], Linkage([], [], [])
_TREE = re.compile(rb"^\([A-Z]+\b", re.MULTILINE)
_NEXT_LINKAGE = re.compile(r"\t(?:Linkage (?!1\b)\d+|Linkage 1\d+),")


def sniff(head: bytes) -> bool:
    """Whether the beginning of a file contains an answer of the program.

    >>> sniff(b"Found 4 linkages (4 had no P.P. violations)"), sniff(b"(S (NP dogs.n))")
    (True, False)
    """
    return re.search(rb"^" + _ANSWER, head, re.MULTILINE) is not None


def _encoded(text: str) -> bytes:
    """Text as the bytes of the file, whether they are UTF-8 or not."""
    return text.encode("utf-8", "surrogateescape")


def _contents(found: list[_Read], begins: list[int], pool: bytearray, labels: Labels) -> Contents:
    words: list[list[tuple[int, int, bytes]]] = []
    for inner, _ in found:
        words.append([])
        for form, entry in inner:
            begin = len(pool)
            pool += _encoded(form)
            words[-1].append((begin, len(pool), _encoded(entry)))
    spans = [[(a, b, _encoded(name), up) for a, b, name, up in one.spans] for _, one in found]
    links = [[(one.left, one.right, _encoded(one.label)) for one in of.links] for _, of in found]
    edges = [
        [(head, _encoded(label)) for head, label in edges_of(of.links, len(inner))]
        for inner, of in found
    ]
    return words_of(words, labels), spans_of(spans, labels), {
        "links": table(links, "left right label", labels),
        "edges": table(edges, "head label", labels),
    }  # fmt: skip


def _linkage(text: bytes, begin: int, end: int) -> _Read:
    """The words of a sentence, each with its dictionary entry, and its linkage over these words."""
    answer = _FIRST.search(text, begin)
    assert answer is not None  # it is part of what begins a sentence
    echo = text[begin : answer.start()].decode("utf-8", "surrogateescape").strip()
    lines = text[answer.end() : end].decode("utf-8", "surrogateescape").splitlines()
    try:
        linkage = reading.read(_first_linkage(lines))
    except LinkageError as problem:
        raise Fault(CUT_DIAGRAM if problem.cut else NO_WORD, answer.start()) from None
    inner, links = _inner(linkage)
    forms = reading.restored([form for form, _ in inner], echo)
    words = [(form, entry) for form, (_, entry) in zip(forms, inner, strict=True)]
    return words, linkage._replace(links=links)


def _first_linkage(lines: list[str]) -> list[str]:
    """The lines up to where a second linkage begins."""
    return list(takewhile(lambda line: not _NEXT_LINKAGE.match(line), lines))


def _inner(linkage: Linkage) -> tuple[list[tuple[str, str]], list[Link]]:
    """The words without the walls, and the links between them, renumbered."""
    place: list[int] = []
    inner: list[tuple[str, str]] = []
    for word in linkage.words:
        place.append(-1 if word == LEFT_WALL else len(inner))
        if word not in (LEFT_WALL, RIGHT_WALL):
            inner.append(plain(word))
    links = (one._replace(left=place[one.left], right=place[one.right]) for one in linkage.links)
    return inner, list(links)


class Blocks(RecordBlocks):
    """A file cut into blocks of whole sentences; it has no layouts to choose from."""

    def __init__(self, source: Source, layout: str = "auto", size: int = BLOCK) -> None:
        has_trees = _TREE.search(source.head(HEAD)) is not None
        records = Records(_BEGINS, _linkage, _NOTHING, _contents, FAULTS, has_trees)
        super().__init__(source, records, size)


def unused(bank: Bank) -> Longs:
    """The number of links in each sentence that are not edges, because a word has only one head."""
    links, edges = bank.layer("links"), bank.layer("edges")
    found = np.zeros(len(bank), np.int64)
    for sentence in range(len(bank)):
        heads = edges["head"][edges.rows(sentence)].tolist()
        used = {(min(pair), max(pair)) for pair in enumerate(heads)}
        ends = links.each(sentence, "left", "right")
        found[sentence] = sum(a >= 0 and b < len(heads) and (a, b) not in used for a, b in ends)
    return found


def write(bank: Bank, stream: BinaryIO) -> None:
    """Write links, words and trees as in the program's PostScript display.

    The Bank must have links: other dependencies lack the link types that the display needs.
    """
    stream.writelines(_texts(bank))


def _texts(bank: Bank) -> Iterator[bytes]:
    layer = bank.layer("links")
    strings = bank.labels.strings()
    for sentence in range(len(bank)):
        words, tags = bank.words(sentence), bank.tags(sentence)
        if not words:
            yield b"No complete linkages found.\n\n"
            continue
        for word in words:
            if not word or b")(" in word or b"\n" in word:
                raise InputError(
                    f"{bank.path}: sentence {bank.number(sentence)}: the word {word!r} cannot be written"
                )
        names = [word + (b"." + tag if tag else b"") for word, tag in zip(words, tags, strict=True)]
        lines = [b"Found 1 linkage (1 had no P.P. violations)", b"\tUnique linkage"]
        if bank.span_offset[sentence] < bank.span_offset[sentence + 1]:
            lines += [_tree(bank, sentence, names), b""]
        inner = b")(".join([LEFT_WALL.encode(), *names, RIGHT_WALL.encode()])
        links = b"".join(
            b"[%d %d 0 (%b)]" % (left + 1, right + 1, strings[label])
            for left, right, label in layer.each(sentence, "left", "right", "label")
        )
        yield b"\n".join([*lines, b"[(" + inner + b")]", b"[" + links + b"]", b"[0]", b"", b""])


def _tree(bank: Bank, sentence: int, names: list[bytes]) -> bytes:
    """The tree on one line; round brackets in words become curly ones."""
    spans = bank.spans(sentence)
    rows = slice(*bank.span_offset[sentence : sentence + 2].tolist())
    opened: dict[int, list[bytes]] = {}
    closed: dict[int, int] = {}
    for (start, end, label), parent in zip(spans, bank.parent[rows].tolist(), strict=True):
        # One tree, over the first words at least.
        if start == end or (parent < 0 and (start > 0 or opened)):
            raise InputError(
                f"{bank.path}: sentence {bank.number(sentence)}: this is not a tree of link-parser"
            )
        opened.setdefault(start, []).append(b"(" + label)
        closed[end] = closed.get(end, 0) + 1
    pieces = []
    for at, name in enumerate(names[: max(closed)]):
        shown = name.replace(b"(", b"{").replace(b")", b"}")
        pieces.append(b" ".join([*opened.get(at, []), shown]) + b")" * closed.get(at + 1, 0))
    return b" ".join(pieces)
