"""Mutations: what parsers and language models do to the words of a sentence, done to trees and graphs.

A mutation of a tree changes one word, or two neighbours, and leaves the rest of the tree as it is; it
says which of gold's words it touched. Brackets that have lost all their words are removed.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

# Schemes that align and compare something else than brackets alone.
OTHERS = (
    "parseval", "leafancestor", "tags", "chunks", "deps", "chunkdeps", "constructions", "gr",
)  # fmt: skip
# What gold has, whatever the system does.
OF_GOLD = ("gold", "words", "links")

_LEAF = re.compile(r"\(([^() ]*) ([^() ]+)\)")
_EMPTY = re.compile(r" ?\([^() ]* *\)")


class Mutant(NamedTuple):
    """A sentence that was changed, and the numbers of gold's words that the change touched."""

    tree: str
    touched: frozenset[int]


def leaves(tree: str) -> list[re.Match[str]]:
    """The words of a tree with their tags."""
    return [*_LEAF.finditer(tree)]


def _replaced(tree: str, number: int, new: str, count: int = 1) -> str:
    """The tree with something else in place of a word, or of several; the others of these are gone."""
    found = leaves(tree)[number : number + count]
    for leaf in reversed(found[1:]):
        tree = tree[: leaf.start()] + tree[leaf.end() :]
    tree = tree[: found[0].start()] + new + tree[found[0].end() :]
    while (less := _EMPTY.sub("", tree)) != tree:
        tree = less
    return tree


def split(tree: str, number: int) -> Mutant:
    """One word cut into two."""
    _, tag, word = _parts(tree, number)
    half = max(1, len(word) // 2)
    parts = [part for part in (word[:half], word[half:]) if part]
    new = " ".join(f"({tag} {part})" for part in parts)
    return Mutant(_replaced(tree, number, new), frozenset({number}))


def merge(tree: str, number: int) -> Mutant:
    """Two words put together; the result stands where the first was."""
    if number + 1 == len(leaves(tree)):
        return Mutant(tree, frozenset())
    (_, tag, word), (_, _, other) = _parts(tree, number), _parts(tree, number + 1)
    return Mutant(
        _replaced(tree, number, f"({tag} {word}{other})", 2), frozenset({number, number + 1})
    )


def upper(tree: str, number: int) -> Mutant:
    """Another case, which is no other word."""
    _, tag, word = _parts(tree, number)
    return Mutant(_replaced(tree, number, f"({tag} {word.swapcase()})"), frozenset())


def requoted(tree: str, number: int) -> Mutant:
    """Other quotation marks and brackets, which are no other words."""
    for one, other in (("``", "\u201c"), ("''", '"'), ("-LRB-", "-lrb-"), ("'s", "\u2019s")):
        tree = tree.replace(f" {one})", f" {other})")
    return Mutant(tree, frozenset())


def drop(tree: str, number: int) -> Mutant:
    """A word left out; the only word of a sentence stays."""
    if len(leaves(tree)) == 1:
        return Mutant(tree, frozenset())
    return Mutant(_replaced(tree, number, ""), frozenset({number}))


def repeat(tree: str, number: int) -> Mutant:
    """A word written twice."""
    leaf, _, _ = _parts(tree, number)
    return Mutant(_replaced(tree, number, f"{leaf} {leaf}"), frozenset({number}))


def change(tree: str, number: int) -> Mutant:
    """Another word in place of one."""
    _, tag, _ = _parts(tree, number)
    return Mutant(_replaced(tree, number, f"({tag} qzjxv)"), frozenset({number}))


def insert(tree: str, number: int) -> Mutant:
    """A word that gold lacks, after one that it has."""
    leaf, _, _ = _parts(tree, number)
    return Mutant(_replaced(tree, number, f"{leaf} (NN qzjxv)"), frozenset({number}))


def cut(tree: str, number: int) -> Mutant:
    """Everything after a word is missing."""
    count = len(leaves(tree))
    for last in range(count - 1, number, -1):
        tree = _replaced(tree, last, "")
    return Mutant(tree, frozenset(range(number + 1, count)))


MUTATIONS: dict[str, Callable[[str, int], Mutant]] = {
    one.__name__: one for one in (split, merge, upper, requoted, drop, repeat, change, insert, cut)
}


def _parts(tree: str, number: int) -> tuple[str, str, str]:
    leaf = leaves(tree)[number]
    return leaf[0], leaf[1], leaf[2]


class Word(NamedTuple):
    """A word of a dependency graph; heads are counted from 0, -1 is the root."""

    form: str
    head: int
    label: str


Graph = list[Word]


def conllu(graphs: list[Graph]) -> str:
    """Graphs as a file."""
    rows = (
        "".join(
            f"{at}\t{form}\t_\tX\t_\t_\t{head + 1}\t{label}\t_\t_\n"
            for at, (form, head, label) in enumerate(graph, 1)
        )
        for graph in graphs
    )
    return "".join(f"{row}\n" for row in rows)


def without(graph: Graph, number: int) -> Graph:
    """A word left out; its dependents hang on its head."""
    above = graph[number].head
    heads = [above if word.head == number else word.head for word in graph]
    return [
        word._replace(head=head - (head > number))
        for at, (word, head) in enumerate(zip(graph, heads, strict=True))
        if at != number
    ]


def with_one_more(graph: Graph, number: int, form: str) -> Graph:
    """A word that hangs on the one before it, at ``number``."""
    moved = [word._replace(head=word.head + (word.head > number)) for word in graph]
    return [*moved[: number + 1], Word(form, number, "dep"), *moved[number + 1 :]]


def graph_mutant(graph: Graph, number: int, kind: str) -> tuple[Graph, frozenset[int]]:
    """A graph with one word changed, and the numbers of gold's words whose own head may differ."""
    word = graph[number]
    below = {at for at, one in enumerate(graph) if one.head == number}
    if kind == "split":
        half = max(1, len(word.form) // 2)
        new = with_one_more(graph, number, word.form[half:] or "x")
        new[number] = new[number]._replace(form=word.form[:half])
        return new, frozenset({number, *below})
    if kind == "insert":
        return with_one_more(graph, number, "qzjxv"), frozenset()
    if kind == "repeat":
        return with_one_more(graph, number, word.form), frozenset({number, *below})
    if kind == "drop":
        return without(graph, number), frozenset({number, *below})
    changed = [*graph]
    changed[number] = word._replace(form={"upper": word.form.upper()}.get(kind, "qzjxv"))
    return changed, frozenset() if kind == "upper" else frozenset({number, *below})


GRAPH_MUTATIONS = ("split", "insert", "repeat", "drop", "upper", "change")
