"""A sentence of Universal Dependencies as Python lists, with its enhanced graph, given or made."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Ints, grouped
from karat.model.enhanced import edges as enhanced_edges
from karat.model.layers import names_of
from karat.views.edit import sentence_of_words
from karat.views.gr import lemmas
from karat.views.gr.draft import PRONOUNS

Edge = tuple[int, str]

# Relations that a conjunct shares with the first one, when no enhanced graph says so.
_SHARED = ("nsubj", "csubj", "expl")


@dataclass
class Sentence:
    """The words of a sentence, and for each the edges to its heads; a head of -1 is the root."""

    form: list[str]
    lemma: list[str]
    upos: list[str]
    tag: list[str]
    feats: list[str]
    head: list[int]
    rel: list[str]
    edges: list[list[Edge]]
    enhanced: bool
    children: list[list[int]] = field(default_factory=list)
    bases: list[str] = field(default_factory=list)  # the labels without subtypes

    def __post_init__(self) -> None:
        self.bases = [label.partition(":")[0] for label in self.rel]
        self.children = [[] for _ in self.form]
        for word, head in enumerate(self.head):
            if head >= 0:
                self.children[head].append(word)
        if not self.enhanced:
            self.edges = _enhance(self)
        else:
            _fill_empty_gaps(self)

    def having(self, word: int, *labels: str) -> list[int]:
        """The children of a word, in the tree, with one of these labels (subtypes count)."""
        return [
            child
            for child in self.children[word]
            if self.bases[child] in labels or self.rel[child] in labels
        ]

    def first(self, word: int) -> int:
        """The first conjunct of the coordination that a word belongs to."""
        while self.rel[word] == "conj" and self.head[word] >= 0:
            word = self.head[word]
        return word

    def descendants(self, word: int) -> list[int]:
        found, todo = [], list(self.children[word])
        while todo:
            one = todo.pop()
            found.append(one)
            todo += self.children[one]
        return sorted(found)


def sentences(bank: Bank, enhanced: bool = True) -> Iterator[Sentence]:
    """Every sentence of a Bank with dependencies, with its enhanced graph if there is one."""
    edges = bank.layer("edges")
    labels = names_of(bank.labels, edges["label"])
    nothing = ["_"] * len(labels)
    morphology = bank.layers.get("morphology")
    text = bank.text.tobytes()
    spelt = [
        text[a:b].decode("utf-8", "replace")
        for a, b in zip(bank.word_start.tolist(), bank.word_end.tolist(), strict=True)
    ]
    # One word after the other: lists for all words at once would keep the garbage collector busy.
    deps: Iterator[list[Edge]] = ([] for _ in nothing)
    if morphology:
        upos, xpos, bases, feats = (
            names_of(bank.labels, morphology[name]) for name in ("upos", "xpos", "lemma", "feats")
        )
        if enhanced:
            deps = _deps(bank)
    else:
        upos, xpos, bases, feats = nothing, names_of(bank.labels, bank.tag), nothing, nothing
    tags = [_penn(*one) for one in zip(xpos, upos, feats, strict=True)]
    bases = [
        lemmas.lemma(word, tag) if base in ("_", "") and word != "_" else base
        for word, base, tag in zip(spelt, bases, tags, strict=True)
    ]
    heads = _without_cycles(edges["head"], bank.token_offset).tolist()
    for first, last in pairwise(bank.token_offset.tolist()):
        at = slice(first, last)
        tree = zip(heads[at], labels[at], strict=True)
        given = list(islice(deps, last - first))
        graph = [own or [edge] for own, edge in zip(given, tree, strict=True)]
        words = spelt[at], bases[at], upos[at], tags[at], feats[at]
        yield Sentence(*words, heads[at], labels[at], graph, any(given))


def _deps(bank: Bank) -> Iterator[list[Edge]]:
    """The edges of each word, except those from empty nodes; heads are counted in the sentence."""
    first = bank.token_offset[sentence_of_words(bank)].tolist()
    for at, own in zip(first, enhanced_edges(bank), strict=True):
        yield [
            (head - at if head >= 0 else -1, label.decode("utf-8", "replace"))
            for head, label, _ in own
        ]


def _without_cycles(head: Ints, offset: Ints) -> Ints:
    """The same heads; a sentence whose heads form a cycle loses all of them."""
    sizes = np.diff(offset)
    first = np.repeat(offset[:-1], sizes)
    above = np.append(np.where(head >= 0, head + first, -1), -1)  # the last row means: none
    for _ in range(len(head).bit_length()):
        above = above[above]
    circles = grouped(above[:-1] >= 0, offset) > 0
    return np.where(np.repeat(circles, sizes), -1, head).astype(np.int32)


def _penn(xpos: str, upos: str, feats: str) -> str:
    """The tag of the Penn Treebank, or one that begins the same way."""
    if xpos not in ("_", ""):
        return xpos
    if upos == "PROPN":
        return "NNP"
    if upos in ("VERB", "AUX"):
        if "VerbForm=Part" in feats:
            return "VBN" if "Tense=Past" in feats or "Voice=Pass" in feats else "VBG"
        return "VBG" if "VerbForm=Ger" in feats else "VB" if "VerbForm=Inf" in feats else "VBD"
    if upos == "NOUN":
        return "NNS" if "Number=Plur" in feats else "NN"
    return {"ADJ": "JJ", "ADV": "RB", "NUM": "CD", "PRON": "PRP", "DET": "DT"}.get(upos, upos)


def _enhance(sentence: Sentence) -> list[list[Edge]]:
    """The tree with conjuncts sharing their head's relations and subjects, and relative pronouns.

    A rough stand-in for an enhanced graph; objects and modifiers are not shared, and the subjects of
    infinitives are found later, in control.py.
    """
    edges = [[edge] for edge in zip(sentence.head, sentence.rel, strict=True)]
    for word, (head, rel) in enumerate(zip(sentence.head, sentence.rel, strict=True)):
        if rel != "conj" or head < 0:
            continue
        first = sentence.first(head)
        above = sentence.rel[first]
        if above not in ("root", "parataxis") and sentence.head[first] >= 0:
            edges[word].append((sentence.head[first], above))
        verbal = sentence.upos[word] in ("VERB", "AUX", "ADJ")
        if verbal and not sentence.having(word, "orphan", *_SHARED):
            for child in sentence.having(first, *_SHARED):
                passive = sentence.having(word, "aux:pass")
                name = sentence.rel[child].removesuffix(":pass") + (":pass" if passive else "")
                edges[child].append((word, name))
    for word, rel in enumerate(sentence.rel):
        if rel in ("acl:relcl", "advcl:relcl") and sentence.head[word] >= 0:
            _fill_gap(sentence, edges, word, sentence.head[word])
    return edges


def _fill_empty_gaps(sentence: Sentence) -> None:
    """Relative clauses without a pronoun whose noun has no place in the enhanced graph."""
    for verb, edges in enumerate(sentence.edges):
        for noun, rel in list(edges):
            if rel != "acl:relcl" or noun < 0:
                continue
            inside = {verb, *sentence.descendants(verb)}
            pronouns = any((noun, "ref") in sentence.edges[word] for word in inside)
            if not pronouns and not any(head in inside for head, _ in sentence.edges[noun]):
                _fill_gap(sentence, sentence.edges, verb, noun)


def _fill_gap(sentence: Sentence, edges: list[list[Edge]], verb: int, noun: int) -> None:
    """Put the noun where the relative pronoun is, or where something is missing."""
    for word in sentence.descendants(verb):
        pronoun = sentence.tag[word] in PRONOUNS and word < verb
        if pronoun or "PronType=Rel" in sentence.feats[word]:
            edges[noun].append((sentence.head[word], sentence.rel[word]))
            edges[word] = [(noun, "ref")]
            return
    if any(sentence.upos[w] == "ADP" for w in sentence.having(verb, "obl")):
        edges[noun].append((verb, "obl"))
    elif not sentence.having(verb, "nsubj", "csubj"):
        edges[noun].append((verb, "nsubj"))
    elif not sentence.having(verb, "obj", "cop", "xcomp", "ccomp"):
        edges[noun].append((verb, "obj"))
