"""The edges of enhanced graphs, read from the column DEPS."""

import functools
import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from karat.kernels.conllu import NONE
from karat.model.bank import Bank
from karat.model.numbers import natural
from karat.model.places import sentence_of_words

# An edge: its head (the row of a word, -1 for the root), its label, and the label's universal part.
# Where empty nodes were collapsed, the label is a path, ``conj:and>obj``, with one part per step.
Edge = tuple[int, bytes, bytes]
# One edge in the column: its head, which may be an empty node, and its label.
_EDGE = rb"[0-9]{1,9}(?:\.[0-9]{1,9})?:[^|]+"
_COLUMN = re.compile(rb"_?|" + _EDGE + rb"(?:\|" + _EDGE + rb")*")

GRAPH = 52
_FAULTS = {
    GRAPH: ("the column DEPS of this word is not an enhanced graph here",
        "write HEAD:RELATION with heads of the sentence, and | between edges; karat check says more"),
}  # fmt: skip


def unreadable(bank: Bank) -> list[int]:
    """The words whose DEPS cannot be read, or has a head that is not in the sentence; empty nodes are.

    >>> import karat
    >>> word = "\\ta\\t_\\t_\\t_\\t_\\t0\\troot\\t{}\\t_\\n\\n"
    >>> [unreadable(karat.read_text("1" + word.format(deps))) for deps in ("0:root", "1.1:x", "root", "2:x")]
    [[], [], [0], [0]]
    """
    columns = _columns(bank)
    highest = {one: _highest(one) for one in set(columns)}
    lengths = np.repeat(np.diff(bank.token_offset), np.diff(bank.token_offset))
    heads = np.array([highest[one] for one in columns], np.int64)
    return np.flatnonzero(heads > lengths).tolist()


def contradicting(bank: Bank) -> list[int]:
    """The words whose DEPS lacks the edge of the tree, by its head and the universal part of its label.

    In Universal Dependencies an enhanced graph has every edge of the tree, except around relative pronouns
    (``ref``) and empty nodes, which are not looked at. Nor are words without DEPS or without a head.

    >>> import karat
    >>> word = "1\\ta\\t_\\t_\\t_\\t_\\t0\\troot\\t{}\\t_\\n\\n"
    >>> graphs = ("0:root", "1:x", "0:dep", "1:ref", "1.1:x", "_")
    >>> [contradicting(karat.read_text(word.format(deps))) for deps in graphs]
    [[], [0], [0], [], [], []]
    """
    edges = bank.layer("edges")
    heads = edges["head"].tolist()
    labels = [bank.labels[one].split(b":")[0] for one in edges["label"].tolist()]
    columns = _columns(bank)
    known = {column: _tree_edges(column) for column in set(columns)}
    return [
        word
        for word, (column, head, label) in enumerate(zip(columns, heads, labels, strict=True))
        if (graph := known[column]) and head != NONE and (head, label) not in graph
    ]


def _tree_edges(column: bytes) -> frozenset[tuple[int, bytes]]:
    """The edges of a graph with the universal parts of their labels; none of one that says little."""
    found = [
        (head, label.split(b":")[0])
        for head, _, label in (one.partition(b":") for one in column.split(b"|"))
    ]
    if any(label == b"ref" or not head.isdigit() for head, label in found):
        return frozenset()
    return frozenset((int(head[:9]) - 1, label) for head, label in found)


def _columns(bank: Bank) -> list[bytes]:
    """The column DEPS of each word."""
    morphology = bank.layer("morphology")
    text = bank.text.tobytes()
    places = zip(morphology["deps_start"].tolist(), morphology["deps_end"].tolist(), strict=True)
    return [text[a:b] for a, b in places]


def with_graphs(bank: Bank) -> Bank:
    """The Bank, with a fault for every sentence whose enhanced graph cannot be read."""
    words = unreadable(bank)
    if not words:
        return bank
    fault, fault_at = bank.fault.copy(), bank.fault_at.copy()
    sentence = sentence_of_words(bank)
    places = bank.layer("morphology")["deps_start"]
    for word in reversed(words):
        if bank.fault[sentence[word]] == 0:
            fault[sentence[word]], fault_at[sentence[word]] = GRAPH, places[word]
    return replace(bank, fault=fault, fault_at=fault_at, faults={**bank.faults, **_FAULTS})


def refuse(bank: Bank) -> None:
    """Raise an error about the first sentence whose enhanced graph cannot be read, if there is one."""
    found = with_graphs(bank)
    other = found.fault != GRAPH
    for error in replace(found, fault=np.where(other, np.int8(0), found.fault)).errors():
        raise error


@functools.lru_cache(1 << 13)
def _highest(column: bytes) -> int:
    """The highest word that is a head; a column that cannot be read has one beyond every sentence."""
    if not _COLUMN.fullmatch(column):
        return 1 << 40
    return max((edge[0] for one in column.split(b"|") if (edge := _edge(one))), default=0)


def edges(bank: Bank) -> Iterator[list[Edge]]:
    """The edges of each word's enhanced graph, as its DEPS column lists them.

    Edges from empty nodes are left out, as in the shared task's script: collapse such graphs first.
    """
    morphology = bank.layer("morphology")
    # Only the text of these columns: the Bank may be a small part of a large one.
    begin = int(morphology["deps_start"].min(initial=len(bank.text)))
    text = bank.text[begin : int(morphology["deps_end"].max(initial=0))].tobytes()
    starts, ends = ((morphology[key] - begin).tolist() for key in ("deps_start", "deps_end"))
    lengths = np.diff(bank.token_offset)
    first = np.repeat(bank.token_offset[:-1], lengths).tolist()
    last = np.repeat(lengths, lengths).tolist()
    known: dict[bytes, list[Edge]] = {}
    for a, b, base, length in zip(starts, ends, first, last, strict=True):
        column = text[a:b]
        if column not in known:
            known[column] = [edge for one in column.split(b"|") if (edge := _edge(one))]
        yield [
            (base + head - 1 if head else -1, label, universal)
            for head, label, universal in known[column]
            if head <= length
        ]


def heads_and_labels(bank: Bank) -> list[list[tuple[int, str]]]:
    """The edges of each word's enhanced graph: heads counted in the sentence, -1 for the root, and labels.

    Words with the same column share one list: do not change it.
    """
    columns = _columns(bank)
    known = {column: _heads_and_labels(column) for column in set(columns)}
    highest = {column: max(own)[0] if own else -1 for column, own in known.items()}
    lengths = np.repeat(np.diff(bank.token_offset), np.diff(bank.token_offset))
    beyond = np.array([highest[column] for column in columns], np.int64) >= lengths
    found = [known[column] for column in columns]
    for word in np.flatnonzero(beyond).tolist():
        found[word] = [edge for edge in found[word] if edge[0] < lengths[word]]
    return found


@functools.lru_cache(1 << 13)
def _heads_and_labels(column: bytes) -> list[tuple[int, str]]:
    parts = (one.partition(":") for one in column.decode("utf-8", "replace").split("|"))
    return [(at - 1, label) for head, _, label in parts if (at := natural(head, -1)) >= 0]


def _edge(text: bytes) -> Edge | None:
    head, _, label = text.partition(b":")
    if (number := natural(head, -1)) < 0:
        return None
    return number, label, b">".join(step.split(b":")[0] for step in label.split(b">"))
