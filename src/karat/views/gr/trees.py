"""A constituent tree as Python lists: categories, functions, traces, and the head words of phrases.

Nodes are numbers: the leaves first, null elements among them, then the brackets in pre-order. A
coordination has the heads of all its conjuncts, so relations of the whole are relations of each.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np

from karat.files.spelling import folded
from karat.model.bank import Bank
from karat.model.layers import names_of
from karat.views.edit import parent_rows
from karat.views.gr import kinds, lemmas
from karat.views.gr.arrangement import arrangement
from karat.views.gr.kinds import Label
from karat.views.gr.numbering import Hung, numbered
from karat.views.gr.phrases import CLAUSES, VERBS
from karat.views.gr.words import listed
from karat.views.nulls import nulls

_MOVED = ("*T*", "*RNR*", "*ICH*")
VERBAL = VERBS | {"VP", "TO"}
# Phrases whose conjuncts are related one by one if one of them has another category: plans and how to
# make them, late next year or early in spring.
_MIXED = dict.fromkeys(("NP", "NX", "ADJP"), CLAUSES | {"VP"})
_MIXED |= {"ADVP": frozenset({"ADVP", "NP", "PP", "SBAR"})}


# Phrases that may count as others.
_CHANGING = ("VP", "SBAR", "ADVP")


class Tree:
    """One sentence; ``place`` is a leaf's number among the written words, -1 for null elements.

    ``lemma`` are those of the file; where it has none (``_``, in export ``--``), they are made.
    """

    __slots__ = (
        "base", "bases", "by_index", "children", "dependents", "first_verb", "form", "found",
        "functions", "head_children", "heads", "labels", "leaf", "lemma", "mixed", "null", "ordered",
        "parent", "place", "position", "ranges", "subject", "tag", "target", "traced", "word", "written",
    )  # fmt: skip

    def __init__(
        self,
        form: list[str],
        null: list[bool],
        labels: list[Label],
        children: list[list[int]],
        hung: Hung,
        lemma: list[str],
    ) -> None:
        size = len(labels)
        # How rules look a leaf up in lists of words.
        self.word = [folded(one) for one in form]
        if not listed("owning").isdisjoint(self.word):
            labels = kinds.owners(labels, self.word)
        self.form, self.labels, self.children = form, labels, children
        # The category or tag, and the function tags, of a node. Called hundreds of times a sentence,
        # so these are methods of lists, not Python functions.
        self.bases = [one.base for one in labels]
        self.base: Callable[[int], str] = self.bases.__getitem__
        self.functions: Callable[[int], frozenset[str]] = [
            one.functions for one in labels
        ].__getitem__
        # Whether a node is a word or a null element.
        self.leaf: Callable[[int], bool] = len(form).__gt__
        self.null = [""] * size
        self.place = [-1] * len(form)
        # The parent of a node, and the place of the node among its children.
        self.parent, self.position = hung
        self.heads: list[list[int]] = [[]] * size
        # The children that are heads; the others that may have relations, and for each of these the
        # head words that it depends on.
        self.head_children: list[list[int]] = [[]] * size
        self.dependents: list[list[int]] = [[]] * size
        # The written words as leaves, and the range of them below each node, when they are first asked for.
        self.ordered: list[int] = []
        self.ranges: list[tuple[int, int]] = []
        self.target: dict[int, list[int]] = {}
        # What a rule found out about a node, so that it need not look again for each of its children.
        self.found: dict[tuple[str, int], int] = {}
        # The tag of the first verb of each phrase (TO for an infinitive), if it has one.
        self.first_verb = [""] * size
        # The subjects of clauses, as they are found.
        self.subject: dict[int, int] = {}
        self.by_index: dict[str, int] = {}
        self.traced: set[str] = set()
        # Phrases that join unlike ones, as nouns and a clause.
        self.mixed: set[int] = set()
        self._number_words(null)
        # The leaves of the written words, their tags and base forms.
        self.written = [leaf for leaf, at in enumerate(self.place) if at >= 0]
        self.tag = [self.bases[leaf] for leaf in self.written]
        made = lemmas.lemmatised([form[leaf] for leaf in self.written], self.tag)
        if lemma:
            made = lemmas.given_or(made, [lemma[leaf] for leaf in self.written])
        self.lemma = made
        self._find_heads()

    def _number_words(self, null: list[bool]) -> None:
        if not any(null):
            self.place = list(range(len(null)))
            self.heads[: len(null)] = [[at] for at in self.place]
            return
        count = 0
        for leaf, nothing in enumerate(null):
            if nothing:
                trace = self.null[leaf] = self.form[leaf] or "*"
                moved, _, index = trace.rpartition("-")
                if index and moved in _MOVED:
                    self.traced.add(index)
            else:
                self.place[leaf] = count
                self.heads[leaf] = [count]
                count += 1

    def _find_heads(self) -> None:
        """The heads of all phrases, from the lowest up."""
        leaves, labels, heads = len(self.form), self.labels, self.heads
        children, first_verb, target = self.children, self.first_verb, self.target
        bases, head_children, dependents = self.bases, self.head_children, self.dependents
        kind = kinds.of_words(labels, self.word, self.place, self.lemma)
        kind += [one.kind for one in labels[leaves:]]
        kind_of = kind.__getitem__
        for node in range(len(labels) - 1, leaves - 1, -1):
            inside = children[node]
            if not inside:
                continue
            label, base, first = labels[node], bases[node], inside[0]
            if label.index:
                self.by_index[label.index] = node
            if base == "VP" and first < leaves and kind[first].base[:2] == "NN":
                self._noun_as_verb(inside, kind)
            found = arrangement(base, tuple(map(kind_of, inside)))
            among, hung, verb = found.heads, found.hung, found.verb
            if verb >= 0:
                verb = inside[verb]
                first_verb[node] = bases[verb] if verb < leaves else first_verb[verb]
            if not among:
                self._without_heads(node, kind)
                continue
            head = inside[among[0]]
            if len(among) == 1:
                head_children[node] = [head]
                words = heads[head]
            else:
                chosen = head_children[node] = [inside[i] for i in among]
                unlike = _MIXED.get(base)
                if unlike and any(bases[one] in unlike for one in chosen):
                    self.mixed.add(node)
                words = [word for child in chosen for word in heads[child]]
            heads[node] = words
            if hung:
                own = dependents[node] = []
                for i, on in hung:
                    child = inside[i]
                    own.append(child)
                    target[child] = (
                        words if on is among else [w for j in on for w in heads[inside[j]]]
                    )
            if (
                len(inside) == 1
                or base in _CHANGING
                or bases[first] == "NNP"
                or bases[inside[-1]] == "POS"
            ):
                kind[node] = self._kind(node, head, kind)
            else:
                kind[node] = label.kind

    def _kind(self, node: int, head: int, kind: list[kinds.Kind]) -> kinds.Kind:
        """The kind of a phrase, which may count as another phrase than its label says."""
        label, inside, labels = self.labels[node], self.children[node], self.labels
        if label.base == "VP":
            if not self.first_verb[node] or labels[head].base == "JJ":
                return kinds.kind("FRAG", label.functions)  # its verb was left out
        elif label.base == "SBAR":
            if self.first_word(node) == "which":
                return kinds.kind("SBAR", label.functions, relative=True)
        elif label.base == "ADVP" and labels[head].base == "VP":
            return kinds.kind("VP", label.functions)  # an adverb with its verb
        elif labels[inside[-1]].base == "POS":
            return label.possessor
        elif labels[inside[0]].base == "NNP":
            return label.name
        elif len(inside) == 1:
            only = kind[inside[0]].base
            if only == "UH":
                return kinds.kind("INTJ", label.functions)
            if only == "NN" and self.word[inside[0]] in listed("vague"):
                return kinds.kind("ADVP", label.functions)
        return label.kind

    def _noun_as_verb(self, inside: list[int], kind: list[kinds.Kind]) -> None:
        """A verb phrase that begins with a word tagged as a noun, and has no verb: the word is a verb."""
        first = inside[0]
        if self.word[first].isalpha() and not any(kind[one].base in VERBAL for one in inside):
            kind[first] = kinds.kind("VB")
            at = self.place[first]
            tag = self.tag[at] = "VBG" if self.word[first].endswith("ing") else "VB"
            if self.lemma[at] == self.form[first]:
                self.lemma[at] = lemmas.lemmatised([self.form[first]], [tag])[0]

    def _without_heads(self, node: int, kind: list[kinds.Kind]) -> None:
        """A phrase of null elements, or one with remnants of a clause that has lost its verb."""
        inside = self.children[node]
        if all(self.null[child] for child in inside):
            # Of a complementiser and a trace, (SBAR 0 (S *T*-1)), the trace.
            nothing = [self.null[child] for child in inside]
            self.null[node] = next((one for one in nothing if "-" in one), nothing[0])
            kind[node] = kinds.NULL
        else:
            self.dependents[node] = [child for child in inside if self.labels[child].gap]

    def among(self, node: int, parent: int) -> int:
        """The place of a node among the children of another; -1 if it is not one of them."""
        return self.position[node] if self.parent[node] == parent else -1

    def first(self, node: int) -> int:
        """The first child of a node; a word is its own, as in (NP more)."""
        return self.children[node][0] if self.children[node] else node

    def last(self, node: int) -> int:
        """The last child of a node; a word is its own."""
        return self.children[node][-1] if self.children[node] else node

    def first_leaf(self, node: int) -> int:
        """The first written word below a node, as a leaf; -1 if there is none."""
        todo, words = [node], len(self.form)
        while todo:
            one = todo.pop()
            if one >= words:
                todo += self.children[one][::-1]
            elif self.place[one] >= 0:
                return one
        return -1

    def first_word(self, node: int) -> str:
        """The first written word below a node as rules look it up; empty if there is none."""
        leaf = self.first_leaf(node)
        return self.word[leaf] if leaf >= 0 else ""

    def leaves(self, node: int) -> list[int]:
        """The written words below a node, as leaves, in order."""
        if not self.ranges:
            self._find_ranges()
        begin, end = self.ranges[node]
        return self.ordered[begin:end]

    def _find_ranges(self) -> None:
        """The leaves below each node are a range of all of them in their order."""
        words, begins = len(self.form), [0] * len(self.labels)
        self.ranges = [(0, 0)] * len(self.labels)
        todo = [node for node, above in enumerate(self.parent) if above < 0][::-1]
        while todo:
            one = todo.pop()
            if one < 0:  # everything below it was seen
                self.ranges[~one] = begins[~one], len(self.ordered)
                continue
            begins[one] = len(self.ordered)
            todo.append(~one)
            if one >= words:
                todo += reversed(self.children[one])
            elif self.place[one] >= 0:
                self.ordered.append(one)


def trees(bank: Bank) -> Iterator[Tree]:
    """Every sentence of a Bank as a tree; several trees of one sentence stand side by side.

    Phrases without words are related to nothing, and hide nothing from the phrase that they are in.
    """
    parents = np.where(bank.end > bank.start, parent_rows(bank), -1)
    nodes = numbered(bank, parents)
    begin, items = nodes.begin, nodes.children
    strings, tag, bracket = bank.labels.strings(), bank.tag.tolist(), bank.label.tolist()
    of_tag = {number: kinds.label(strings[number]) for number in {*tag}}
    of_bracket = {number: kinds.label(kinds.phrase_label(strings[number])) for number in {*bracket}}
    tags, brackets = [of_tag[number] for number in tag], [of_bracket[number] for number in bracket]
    text, null = bank.text.tobytes(), nulls(bank).tolist()
    starts, ends = bank.word_start.tolist(), bank.word_end.tolist()
    tokens, spans = bank.token_offset.tolist(), bank.span_offset.tolist()
    morphology = bank.layers.get("morphology")
    bases = names_of(bank.labels, morphology["lemma"]) if morphology else []
    for (first, last), (top, bottom) in zip(pairwise(tokens), pairwise(spans), strict=True):
        words = zip(starts[first:last], ends[first:last], strict=True)
        form = [text[start:end].decode("utf-8", "replace") for start, end in words]
        children: list[list[int]] = [[]] * (last - first)
        children += [items[a:b] for a, b in pairwise(begin[top : bottom + 1])]
        names = tags[first:last] + brackets[top:bottom]
        hung = nodes.words.of(slice(first, last)).and_then(nodes.brackets.of(slice(top, bottom)))
        yield Tree(form, null[first:last], names, children, hung, bases[first:last])
