"""A sentence of Universal Dependencies as Python lists, with its enhanced graph, given or made."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from karat.model.bank import Bank
from karat.model.layers import names_of
from karat.views.gr import lemmas

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

    def __post_init__(self) -> None:
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
            if self.rel[child] in labels or self.rel[child].split(":")[0] in labels
        ]

    def descendants(self, word: int) -> list[int]:
        """The words below a word in the tree."""
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
    heads = edges["head"].tolist()
    nothing = ["_"] * len(heads)
    morphology = bank.layers.get("morphology")
    text = bank.text.tobytes()
    spelt = [
        text[a:b].decode("utf-8", "replace")
        for a, b in zip(bank.word_start.tolist(), bank.word_end.tolist(), strict=True)
    ]
    tags = [names_of(bank.labels, bank.tag)]
    if morphology:
        tags += [names_of(bank.labels, morphology[name]) for name in ("upos", "xpos")]
        bases, feats = (names_of(bank.labels, morphology[name]) for name in ("lemma", "feats"))
        deps = [
            text[a:b]
            for a, b in zip(
                morphology["deps_start"].tolist(), morphology["deps_end"].tolist(), strict=True
            )
        ]
    else:
        tags += [nothing, tags[0]]
        bases, feats, deps = nothing, nothing, [b"_"] * len(heads)
    offsets = bank.token_offset.tolist()
    heads = _without_cycles(heads, offsets)
    for first, last in pairwise(offsets):
        form, upos = spelt[first:last], tags[1][first:last]
        tag = [
            _penn(*one) for one in zip(tags[2][first:last], upos, feats[first:last], strict=True)
        ]
        lemma = [
            lemmas.lemma(word, name) if base in ("_", "") and word != "_" else base
            for word, base, name in zip(form, bases[first:last], tag, strict=True)
        ]
        graph = [_deps(one, last - first) if enhanced else [] for one in deps[first:last]]
        rel = labels[first:last]
        if any(graph):
            graph = [
                edge or [(head, label)]
                for edge, head, label in zip(graph, heads[first:last], rel, strict=True)
            ]
        yield Sentence(
            form, lemma, upos, tag, feats[first:last], heads[first:last], rel, graph, any(graph)
        )


def _without_cycles(heads: list[int], offsets: list[int]) -> list[int]:
    """The same heads; a sentence whose heads go in a circle loses all of them."""
    found = list(heads)
    for begin, end in pairwise(offsets):
        done = [False] * (end - begin)
        for word in range(end - begin):
            path: set[int] = set()
            while word >= 0 and not done[word] and word not in path:
                path.add(word)
                word = heads[begin + word]
            if word in path:
                found[begin:end] = [-1] * (end - begin)
                break
            for one in path:
                done[one] = True
    return found


def _deps(text: bytes, words: int) -> list[Edge]:
    """The edges of a word, except those from empty nodes."""
    found = []
    for part in text.split(b"|"):
        head, _, label = part.partition(b":")
        if head.isdigit() and int(head) <= words:
            found.append((int(head) - 1, label.decode("utf-8", "replace")))
    return found


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
        first = head
        while sentence.rel[first] == "conj" and sentence.head[first] >= 0:
            first = sentence.head[first]
        above = sentence.rel[first]
        if above not in ("root", "parataxis") and sentence.head[first] >= 0:
            edges[word].append((sentence.head[first], above))
        verbal = sentence.upos[word] in ("VERB", "AUX", "ADJ") and not sentence.having(
            word, "orphan"
        )
        if verbal and not sentence.having(word, *_SHARED):
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
        if "PronType=Rel" in sentence.feats[word] or (
            sentence.tag[word] in ("WDT", "WP", "WP$", "WRB") and word < verb
        ):
            edges[noun].append((sentence.head[word], sentence.rel[word]))
            edges[word] = [(noun, "ref")]
            return
    if any(sentence.upos[w] == "ADP" for w in sentence.having(verb, "obl")):
        edges[noun].append((verb, "obl"))
    elif not sentence.having(verb, "nsubj", "csubj"):
        edges[noun].append((verb, "nsubj"))
    elif not sentence.having(verb, "obj", "cop", "xcomp", "ccomp"):
        edges[noun].append((verb, "obj"))
