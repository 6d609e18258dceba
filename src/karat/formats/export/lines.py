"""The lines of the export format: words, nodes, and the tree that they make."""

import re
from typing import NamedTuple

from karat.formats._block import Fault
from karat.model import discontinuous
from karat.model.discontinuous import Placed, PlaceError

FIELDS = 83
NO_NODE = 84
UNENDED = 86
NODE_TWICE = 87
FAULTS = {
    **discontinuous.FAULTS,
    FIELDS: ("a line of too few columns",
        "word, (lemma,) tag, morphology, function, parent; a node's line begins with #500 or more"),
    NO_NODE: ("the parent is not a node of the sentence", "0, or a node with a line of its own"),
    UNENDED: ("a sentence that does not end", "#EOS must follow before the next #BOS"),
    NODE_TWICE: ("a node that is defined twice",
        "every node of a sentence has a number of its own"),
}  # fmt: skip

# An empty value.
NOTHING = b"--"

_LINE = re.compile(rb"[^\n]+")
_FIELD = re.compile(rb"\S+")
_NODE = re.compile(rb"#0*([5-9]\d\d|[1-9]\d{3,})\Z")


def is_node(name: bytes) -> bool:
    """Whether a line whose first column is this is a node's.

    >>> is_node(b"#500"), is_node(b"#1"), is_node(b"#499"), is_node(b"#1017")
    (True, False, False, True)
    """
    return _NODE.match(name) is not None


class Row(NamedTuple):
    """A line: where it begins, its columns (version 4), and secondary edges."""

    begin: int
    name: bytes
    lemma: bytes
    tag: bytes
    morphology: bytes
    function: bytes
    parent: bytes
    more: list[bytes]


class Sentence(NamedTuple):
    """The content of one sentence, in the order of a Bank."""

    words: list[Row]
    nodes: list[Row]
    placed: Placed
    secondary: list[tuple[int, int, bytes]]


EMPTY = Sentence([], [], Placed([], [], [], [], []), [])


def _row(line: bytes, begin: int) -> Row:
    values = line.split()
    if b"%%" in line:
        comments = [i for i, value in enumerate(values) if i and value.startswith(b"%%")]
        values = values[: min(comments, default=None)]
    if len(values) < 5:
        raise Fault(FIELDS, begin)
    if len(values) % 2:
        values.insert(1, NOTHING)
    # There may be blanks before a word.
    begin += line.find(values[0])
    name, lemma, tag, morphology, function, parent, *more = values
    return Row(begin, name, lemma, tag, morphology, function, parent, more)


def _parent_at(text: bytes, row: Row) -> int:
    """The index of the column of the parent."""
    line = text[row.begin : text.find(b"\n", row.begin)]
    place = 5 - (len(line.split(b"%%")[0].split()) % 2)
    fields = list(_FIELD.finditer(line))
    return row.begin + fields[min(place, len(fields) - 1)].start()


def sentence(text: bytes, begin: int, end: int) -> Sentence:
    """Read the lines from #BOS up to #EOS."""
    words: list[Row] = []
    nodes: list[Row] = []
    number: dict[bytes, int] = {b"0": -1}
    lines = _LINE.finditer(text, begin, end)
    next(lines)
    for line in lines:
        content = line[0]
        first = content[:1]
        if first == b"#" and content.split()[0] == b"#EOS":
            break
        if (first == b"%" and content.startswith(b"%%")) or not content.strip():
            continue
        row = _row(content, line.start())
        if row.name[:1] == b"#" and is_node(row.name):
            if row.name[1:] in number:
                raise Fault(NODE_TWICE, row.begin)
            number[row.name[1:]] = len(nodes)
            nodes.append(row)
        else:
            words.append(row)
    else:
        raise Fault(UNENDED, begin)
    parents: list[list[int]] = []
    for rows in (words, nodes):
        for row in rows:
            if row.parent not in number:
                raise Fault(NO_NODE, _parent_at(text, row))
        parents.append([number[row.parent] for row in rows])
    try:
        placed = discontinuous.place(*parents)
    except PlaceError as problem:
        raise Fault(problem.fault, nodes[problem.node].begin) from None
    rank = {node: row for row, node in enumerate(placed.order)} | {-1: -1}
    secondary = []
    children = [(at, row) for at, row in enumerate(words) if row.more]
    children += [(len(words) + rank[i], row) for i, row in enumerate(nodes) if row.more]
    for child, row in sorted(children, key=lambda item: item[0]):
        for label, parent in zip(row.more[::2], row.more[1::2], strict=False):
            if parent not in number:
                raise Fault(NO_NODE, _parent_at(text, row))
            secondary.append((child, rank[number[parent]], label))
    return Sentence(words, [nodes[i] for i in placed.order], placed, secondary)
