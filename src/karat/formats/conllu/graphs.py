"""The tree and the enhanced graph of a sentence of CoNLL-U, judged as Universal Dependencies does."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from karat.formats.conllu.columns import DEPS, HEAD, ID, Row, numeral
from karat.formats.conllu.wrong import Wrong

_HEAD = re.compile(r"0|[1-9][0-9]*")
_GRAPH_HEAD = re.compile(r"(?:0|[1-9][0-9]*)(?:\.[1-9][0-9]*)?")


def heads(rows: Sequence[Row]) -> Iterator[Wrong]:
    """Heads in both columns that are no numbers, or not in the sentence."""
    known = {"0"} | {row.columns[ID] for row in rows if not row.is_range}
    for row in rows:
        if row.is_range:
            continue
        head = row.columns[HEAD]
        if row.is_word and not _HEAD.fullmatch(head):
            yield row.wrong("invalid-head", HEAD)
        elif row.is_word and head not in known:
            yield row.wrong("unknown-head", HEAD)
        for before, edge, _ in edges(row):
            head, colon, _ = edge.partition(":")
            if not colon:
                yield row.wrong("invalid-deps", DEPS, before=before)
            elif not _GRAPH_HEAD.fullmatch(head):
                yield row.wrong("invalid-ehead", DEPS, before=before)
            elif head not in known:
                yield row.wrong("unknown-ehead", DEPS, before=before)


def edges(row: Row) -> Iterator[tuple[str, str, tuple[int, int]]]:
    """The edges in DEPS: what is before each, its text, and its head as two numbers; (0, 0) for none."""
    before = ""
    for edge in row.columns[DEPS].split("|") if row.columns[DEPS] != "_" else ():
        head = edge.partition(":")[0]
        yield before, edge, _number(head) if _GRAPH_HEAD.fullmatch(head) else (0, 0)
        before += edge + "|"


def _number(name: str) -> tuple[int, int]:
    major, _, minor = name.partition(".")
    return numeral(major), numeral(minor)


def tree(rows: Sequence[Row]) -> Iterator[Wrong]:
    """One fault at the most: no words, a word that is its own head, a second root, no root, a cycle."""
    words = [row for row in rows if row.is_word]
    if not words:
        yield rows[0].wrong("empty-sentence", ID)
        return
    for row in words:
        if row.columns[HEAD] == row.columns[ID]:
            yield row.wrong("head-self-loop", HEAD)
            return
    roots = [row for row in words if row.columns[HEAD] == "0"]
    if len(roots) > 1:
        yield roots[1].wrong("multiple-roots", HEAD)
        return
    if not roots:
        yield words[0].wrong("no-root", HEAD)
        return
    up = {row.columns[ID]: row.columns[HEAD] for row in words}
    lost = _unreached(up, ((head, word) for word, head in up.items()))
    for row in words:
        if row.columns[ID] in lost and _returns(row.columns[ID], up):
            yield row.wrong("non-tree", HEAD)
            return


def _returns(word: str, up: dict[str, str]) -> bool:
    """Whether the heads of a word lead back to it."""
    head, steps = up[word], 0
    while head in up and head != word and steps < len(up):
        head, steps = up[head], steps + 1
    return head == word


def _unreached(nodes: Iterable[str], links: Iterable[tuple[str, str]]) -> set[str]:
    """The nodes to which no path leads from 0."""
    below: dict[str, list[str]] = {}
    for head, node in links:
        below.setdefault(head, []).append(node)
    left, waiting = set(nodes), ["0"]
    while waiting:
        for node in below.pop(waiting.pop(), ()):
            if node in left:
                left.discard(node)
                waiting.append(node)
    return left


def graph_columns(row: Row) -> Iterator[Wrong]:
    """Edges of DEPS that are out of order, repeated, without a relation, or from a node to itself."""
    listed = list(edges(row))
    for before, edge, _ in listed:
        if edge.endswith(":"):
            yield row.wrong("invalid-edeprel", DEPS, before=before)
    numbers = [number for *_, number in listed]
    own = _number(row.columns[ID])
    sorted_ = numbers == sorted(numbers)
    if not sorted_:
        at = next(i for i in range(1, len(numbers)) if numbers[i] < numbers[i - 1])
        yield row.wrong("unsorted-deps", DEPS, before=listed[at][0])
    for (_, edge, number), (before, later, next_) in pairwise(listed):
        if sorted_ and number == next_ and later < edge:
            yield row.wrong("unsorted-deps-2", DEPS, before=before)
        elif sorted_ and later == edge:
            yield row.wrong("repeated-deps", DEPS, before=before)
    for before, _, number in listed:
        if number == own:
            yield row.wrong("deps-self-loop", DEPS, before=before)
            return


def has_graph(rows: Sequence[Row]) -> bool:
    """Whether a sentence has an enhanced graph."""
    return any(row.is_empty or (row.columns[DEPS] != "_" and not row.is_range) for row in rows)


def graph(rows: Sequence[Row]) -> Iterator[Wrong]:
    """The first node of an enhanced graph to which no path leads from the root."""
    if not has_graph(rows):
        return
    nodes = [row for row in rows if not row.is_range]
    links = (
        (edge.partition(":")[0], row.columns[ID]) for row in nodes for _, edge, _ in edges(row)
    )
    lost = _unreached((row.columns[ID] for row in nodes), links)
    for row in nodes:
        if row.columns[ID] in lost:
            yield row.wrong("unconnected-egraph", DEPS)
            return
