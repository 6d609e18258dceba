"""A constituent tree as Python lists: categories, functions, traces, and the head words of phrases.

Nodes are numbers: the leaves first, null elements among them, then the brackets in pre-order. A
coordination has the heads of all its conjuncts, so relations of the whole are relations of each.
"""

import functools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from karat.model.bank import Bank
from karat.model.labels import base_label
from karat.model.layers import names_of
from karat.views.edit import contents
from karat.views.gr import lemmas
from karat.views.gr.coordination import conjuncts, nearest
from karat.views.gr.phrases import POSSESSOR, PUNCTUATION, VERBS, head_of

NULL = "-NONE-"
_PARTS = re.compile(r"([-=|])([^-=|]*)")
_VERB_PHRASES = ("VP", "S", "SINV", "SQ")


@dataclass(frozen=True)
class Label:
    """A label taken apart: NP-SBJ-1 is an NP with function SBJ and index 1; =2 is a gap."""

    base: str
    functions: frozenset[str]
    index: str = ""
    gap: str = ""


@functools.lru_cache(1 << 14)
def label(text: bytes) -> Label:
    """A label taken apart.

    >>> label(b"NP-SBJ=1")
    Label(base='NP', functions=frozenset({'SBJ'}), index='', gap='1')
    """
    base = base_label(text)
    parts = _PARTS.findall(text[len(base) :].decode("utf-8", "replace"))
    marked = [part for mark, part in parts if mark == "-"]
    gaps = [part for mark, part in parts if mark == "="]
    indices = [part for part in marked if part.isdigit()]
    index, gap = ("".join(one[-1:]) for one in (indices, gaps))
    return Label(base.decode("utf-8", "replace"), frozenset(marked).difference(indices), index, gap)


@dataclass
class Tree:
    """One sentence; ``place`` is a leaf's number among the written words, -1 for null elements.

    ``lemma`` are those of the file; where it has none (``_``, in export ``--``), they are made.
    """

    form: list[str]
    place: list[int]
    labels: list[Label]
    children: list[list[int]]
    parent: list[int]
    # The category or tag, and the function tags, of a node.
    base: Callable[[int], str] = field(init=False)
    functions: Callable[[int], frozenset[str]] = field(init=False)
    lemma: list[str] = field(default_factory=list)
    tag: list[str] = field(default_factory=list)
    null: list[str] = field(default_factory=list)
    heads: list[list[int]] = field(default_factory=list)
    # The children that are heads; for every other child the head words that it depends on.
    head_children: list[list[int]] = field(default_factory=list)
    target: dict[int, list[int]] = field(default_factory=dict)
    # The tag of the first verb of each phrase (TO for an infinitive), if it has one.
    first_verb: list[str] = field(default_factory=list)
    by_index: dict[str, int] = field(default_factory=dict)
    traced: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        size, leaves = len(self.labels), len(self.form)
        # Called hundreds of times per sentence, so these are methods of lists, not Python functions.
        self.base = [one.base for one in self.labels].__getitem__
        self.functions = [one.functions for one in self.labels].__getitem__
        written = [leaf for leaf in range(leaves) if self.place[leaf] >= 0]
        self.tag = [self.labels[leaf].base for leaf in written]
        made = lemmas.lemmatised([self.form[leaf] for leaf in written], self.tag)
        self.lemma = [
            own if given in ("", "_", "--") else given
            for given, own in zip(self.lemma or made, made, strict=True)
        ]
        self.null, self.heads = [""] * size, [[] for _ in range(size)]
        self.head_children, self.first_verb = [[] for _ in range(size)], [""] * size
        for node, (form, place) in enumerate(zip(self.form, self.place, strict=True)):
            if place < 0:
                self.null[node] = form
                kind, _, index = form.rpartition("-")
                if index and kind in ("*T*", "*RNR*", "*ICH*"):
                    self.traced.add(index)
            else:
                self.heads[node] = [place]
        for node in range(size - 1, leaves - 1, -1):
            if self.labels[node].index:
                self.by_index[self.labels[node].index] = node
            self._find_heads(node)

    def _find_heads(self, node: int) -> None:
        children = self.children[node]
        bases = [self.base(child) for child in children]
        phrases = [c for c, base in zip(children, bases, strict=True) if base in _VERB_PHRASES]
        self.first_verb[node] = next(
            (base for base in bases if base in VERBS or base == "TO"),
            self.first_verb[phrases[0]] if phrases else "",
        )
        full = [child for child in children if not self.null[child]]
        if not full:
            self.null[node] = self.null[children[0]] if children else "*"
            return
        if any(self.labels[child].gap for child in full):
            # Gapping: the remnants of a clause are related through the first clause.
            return
        if len(children) == 1:
            self.head_children[node], self.heads[node] = full, self.heads[full[0]]
            return
        bases = [self._category(child) for child in full]
        base, functions = self.base(node), [self.functions(child) for child in full]
        joined = conjuncts(base, bases, functions)
        chosen = joined or [head_of(base, bases, functions, [self._auxiliary(c) for c in full])]
        self.head_children[node] = [full[i] for i in chosen]
        self.heads[node] = [word for i in chosen for word in self.heads[full[i]]]
        taken = set(chosen)
        for i, child in enumerate(full):
            if i not in taken and bases[i] not in PUNCTUATION:
                hung = nearest(base, bases, chosen, i) if joined else chosen
                self.target[child] = [word for j in hung for word in self.heads[full[j]]]
        for child in children:
            if self.null[child]:
                self.target[child] = self.heads[node]

    def _category(self, node: int) -> str:
        """The category of a child for head rules, which treat possessors and either … separately."""
        base, inside = self.labels[node].base, self.children[node]
        if inside and self.labels[inside[-1]].base == "POS":
            return POSSESSOR
        if base == "CC" and self.form[node].lower() in ("either", "both", "neither"):
            return "PDT"
        return base

    def _auxiliary(self, node: int) -> bool:
        """Whether a leaf is a verb that only helps another."""
        base = self.labels[node].base
        if not self.leaf(node) or not base.startswith(("V", "AUX")):
            return self.leaf(node) and base in ("MD", "TO")
        return self.lemma[self.place[node]] in ("be", "have", "do", "get")

    def leaf(self, node: int) -> bool:
        """Whether a node is a word or a null element."""
        return node < len(self.form)

    def leaves(self, node: int) -> list[int]:
        """The written words below a node, as leaves, in order."""
        found, todo = [], [node]
        while todo:
            one = todo.pop()
            todo += reversed(self.children[one])
            if self.leaf(one) and self.place[one] >= 0:
                found.append(one)
        return found


def trees(bank: Bank) -> Iterator[Tree]:
    """Every sentence of a Bank as a tree; several trees of one sentence stand side by side."""
    begin, items = (column.tolist() for column in contents(bank))
    labels = [label(one) for one in bank.labels.strings()]
    tags, brackets = bank.tag.tolist(), bank.label.tolist()
    text = bank.text.tobytes()
    starts, ends = bank.word_start.tolist(), bank.word_end.tolist()
    tokens, spans = bank.token_offset.tolist(), bank.span_offset.tolist()
    morphology = bank.layers.get("morphology")
    bases = names_of(bank.labels, morphology["lemma"]) if morphology else []
    for (first, last), (top, bottom) in zip(pairwise(tokens), pairwise(spans), strict=True):
        count = last - first
        form = [text[starts[w] : ends[w]].decode("utf-8", "replace") for w in range(first, last)]
        names = [labels[tags[w]] for w in range(first, last)]
        written = [name.base != NULL for name in names]
        place = [
            at - 1 if here else -1 for at, here in zip(accumulate(written), written, strict=True)
        ]
        names += [labels[brackets[row]] for row in range(top, bottom)]
        children: list[list[int]] = [[] for _ in range(count)]
        parent = [-1] * len(names)
        for row in range(top, bottom):
            inside = [
                item - first if item >= 0 else count + ~item - top
                for item in items[begin[row] : begin[row + 1]]
            ]
            children.append(inside)
            for child in inside:
                parent[child] = count + row - top
        lemma = [bases[first + leaf] for leaf in range(count) if place[leaf] >= 0] if bases else []
        yield Tree(form, place, names, children, parent, lemma=lemma)
