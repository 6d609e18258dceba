"""The lines of the export format: words, nodes, and how they hang together."""

import re
from typing import NamedTuple

from karat import discontinuous
from karat.discontinuous import Placed, PlaceError
from karat.faults import ANCESTOR, FIELDS, NO_NODE, NODE_TWICE, UNENDED, WITHOUT_WORDS

# What stands where nothing is said.
NOTHING = b"--"

_LINE = re.compile(rb"[^\n]+")
_FIELD = re.compile(rb"\S+")
_NODE = re.compile(rb"#(\d{3,})\Z")


def is_node(name: bytes) -> bool:
    """Whether a line that begins so is a node's.

    >>> is_node(b"#500"), is_node(b"#1"), is_node(b"#499"), is_node(b"#1017")
    (True, False, False, True)
    """
    found = _NODE.match(name)
    return found is not None and int(found[1]) >= 500


class Row(NamedTuple):
    """A line: where its first column stands, its columns (version 4), secondary edges."""

    start: int
    end: int
    name: bytes
    lemma: bytes
    tag: bytes
    morphology: bytes
    function: bytes
    parent: bytes
    parent_at: int
    more: list[bytes]


class Sentence(NamedTuple):
    """What one sentence says, in the order of a Bank."""

    words: list[Row]
    nodes: list[Row]
    placed: Placed
    secondary: list[tuple[int, int, bytes]]


class SentenceError(Exception):
    """What is wrong with a sentence, and where in the text."""

    def __init__(self, kind: int, at: int) -> None:
        self.kind, self.at = kind, at


EMPTY = Sentence([], [], Placed([], [], [], [], []), [])


def _row(text: bytes, begin: int, end: int) -> Row:
    fields = list(_FIELD.finditer(text, begin, end))
    for number, field in enumerate(fields):
        if number and field[0].startswith(b"%%"):
            del fields[number:]
            break
    if len(fields) < 5:
        raise SentenceError(FIELDS, begin)
    values = [field[0] for field in fields]
    parent = 5 - len(values) % 2
    if len(values) % 2:
        values.insert(1, NOTHING)
    name, lemma, tag, morphology, function, above, *more = values
    start, stop = fields[0].span()
    at = fields[parent].start()
    return Row(start, stop, name, lemma, tag, morphology, function, above, at, more)


def sentence(text: bytes, begin: int, end: int) -> Sentence:
    """Read the lines from #BOS up to #EOS."""
    words: list[Row] = []
    nodes: list[Row] = []
    number: dict[bytes, int] = {b"0": -1}
    lines = _LINE.finditer(text, begin, end)
    next(lines)
    for line in lines:
        if line[0].startswith((b"#EOS ", b"#EOS\t", b"#EOS\r")) or line[0] == b"#EOS":
            break
        if line[0].startswith(b"%%") or not line[0].strip():
            continue
        row = _row(text, *line.span())
        if is_node(row.name):
            if row.name[1:] in number:
                raise SentenceError(NODE_TWICE, row.start)
            number[row.name[1:]] = len(nodes)
            nodes.append(row)
        else:
            words.append(row)
    else:
        raise SentenceError(UNENDED, begin)
    parents: list[list[int]] = []
    for rows in (words, nodes):
        for row in rows:
            if row.parent not in number:
                raise SentenceError(NO_NODE, row.parent_at)
        parents.append([number[row.parent] for row in rows])
    try:
        placed = discontinuous.place(*parents)
    except PlaceError as problem:
        kind = ANCESTOR if problem.cycle else WITHOUT_WORDS
        raise SentenceError(kind, nodes[problem.node].start) from None
    rank = {node: row for row, node in enumerate(placed.order)} | {-1: -1}
    secondary = []
    children = [*enumerate(words), *((len(words) + rank[i], row) for i, row in enumerate(nodes))]
    for child, row in sorted(children, key=lambda item: item[0]):
        for label, parent in zip(row.more[::2], row.more[1::2], strict=False):
            if parent not in number:
                raise SentenceError(NO_NODE, row.parent_at)
            secondary.append((child, rank[number[parent]], label))
    return Sentence(words, [nodes[i] for i in placed.order], placed, secondary)
