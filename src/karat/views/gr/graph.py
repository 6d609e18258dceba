"""A sentence of Universal Dependencies as Python lists, with its enhanced graph, given or made."""

import functools
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Ints, grouped
from karat.model.enhanced import heads_and_labels, unreadable
from karat.model.layers import names_of
from karat.model.places import sentence_of_words
from karat.views.gr import lemmas
from karat.views.gr.draft import PRONOUNS
from karat.views.gr.guessed import guessed
from karat.views.inventories import PENN_TAGS
from karat.views.universal_tags import universal_tags

# What stands where a word has no lemma; spaCy up to version 2 writes the last one for every pronoun.
_NO_LEMMA = ("_", "", "-PRON-")

Edge = tuple[int, str]
_NOTHING: Sequence[int] = ()
_LEAF: dict[str, list[int]] = {}  # of words without children; nothing is put into it
RELATIVE = ("acl:relcl", "advcl:relcl")
_OWN_TAGS = PENN_TAGS - {"SYM"}  # which is a universal tag, too
# So many words are sought one by one; more, in the clause as a whole.
_FEW = 20


@functools.cache
def base(label: str) -> str:
    """A label without its subtypes."""
    return label.partition(":")[0]


@dataclass
class Sentence:
    """The words of a sentence, and for each the edges to its heads; a head of -1 is the root.

    ``edges`` is the enhanced graph where the file has one, otherwise only the tree.
    """

    form: list[str]
    lemma: list[str]
    upos: list[str]
    tag: list[str]
    feats: list[str]
    head: list[int]
    rel: list[str]
    edges: list[list[Edge]]
    enhanced: bool
    bases: list[str] = field(default_factory=list)  # the labels without subtypes
    below: list[dict[str, list[int]]] = field(default_factory=list)  # children by label
    # Edges of words to which some were added, and how many these are; see enhance.py.
    completed: dict[int, tuple[list[Edge], set[Edge]]] = field(default_factory=dict)
    more: int = 0
    referents: dict[int, int] = field(default_factory=dict)
    _firsts: dict[int, int] = field(default_factory=dict)
    _having: dict[tuple[int, tuple[str, ...]], list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.bases = list(map(base, self.rel))
        below = self.below = [_LEAF] * len(self.rel)
        for word, (head, label, kind) in enumerate(
            zip(self.head, self.rel, self.bases, strict=True)
        ):
            if head < 0:
                continue
            own = below[head]
            if own is _LEAF:
                own = below[head] = {}
            if kind in own:
                own[kind].append(word)
            else:
                own[kind] = [word]
            if label is not kind and label != kind:
                own.setdefault(label, []).append(word)

    def of(self, word: int, label: str) -> Sequence[int]:
        """The children of a word, in the tree, with a label; one without subtype means all of them."""
        return self.below[word].get(label, _NOTHING)

    def having(self, word: int, *labels: str) -> list[int]:
        """The children of a word, in the tree, with one of these labels (without their subtypes)."""
        own = self.below[word]
        return [child for label in labels if label in own for child in own[label]] if own else []

    def children(self, word: int) -> list[int]:
        """All children of a word."""
        return sorted({child for some in self.below[word].values() for child in some})

    def first(self, word: int) -> int:
        """The first conjunct of the coordination that a word belongs to; conjuncts may form a chain."""
        asked = []
        while self.bases[word] == "conj" and self.head[word] >= 0 and word not in self._firsts:
            asked.append(word)
            word = self.head[word]
        found = self._firsts.get(word, word)
        self._firsts.update(dict.fromkeys(asked, found))
        return found

    def conjuncts_having(self, first: int, *labels: str) -> list[int]:
        """The conjuncts of a word, in order, that have children with one of these labels; kept."""
        if (first, labels) not in self._having:
            joined = self.of(first, "conj")
            self._having[first, labels] = [w for w in joined if self.having(w, *labels)]
        return self._having[first, labels]

    def inside(self, word: int, above: int) -> bool:
        """Whether a word is in the phrase of another, in the tree."""
        while word >= 0 and word != above:
            word = self.head[word]
        return word >= 0

    def punctuated(self, begin: int, end: int) -> bool:
        """Whether there is punctuation among some words."""
        at = bisect_left(self._marks, begin)
        return at < len(self._marks) and self._marks[at] < end

    @cached_property
    def _marks(self) -> list[int]:
        return [word for word, upos in enumerate(self.upos) if upos == "PUNCT"]

    def clause(self, verb: int) -> list[int]:
        """The words of a clause, in order, without relative clauses and conjuncts inside it."""
        found, todo = [verb], [verb]
        while todo:
            for child in self.children(todo.pop()):
                if self.rel[child] not in RELATIVE and self.bases[child] != "conj":
                    found.append(child)
                    todo.append(child)
        return sorted(found)

    def pronoun(self, verb: int, noun: int) -> int:
        """The relative pronoun or adverb of a clause on a noun, or -1.

        It is the first word between the noun and the verb that can be one, by its tag or its feature.
        """
        between = self._relative[
            bisect_right(self._relative, noun) : bisect_left(self._relative, verb)
        ]
        if len(between) > _FEW:
            clause = set(self.clause(verb))
            return next((word for word in between if word in clause), -1)
        return next((word for word in between if self._in_clause(word, verb)), -1)

    def _in_clause(self, word: int, verb: int) -> bool:
        """Whether ``clause`` of a verb has another word; only what is above the word is looked at."""
        while word >= 0 and self.rel[word] not in RELATIVE and self.bases[word] != "conj":
            word = self.head[word]
            if word == verb:
                return True
        return False

    @cached_property
    def _relative(self) -> list[int]:
        """The words that can be relative pronouns or adverbs."""
        pairs = enumerate(zip(self.tag, self.feats, strict=True))
        return [word for word, (tag, feats) in pairs if tag in PRONOUNS or "PronType=Rel" in feats]


def sentences(bank: Bank, enhanced: bool = True, language: str = "en") -> Iterator[Sentence]:
    """Every sentence of a Bank with dependencies, with its enhanced graph if there is one.

    A graph that cannot be read is not used at all, not even in part: ``notes`` of the view says so.
    """
    rows = bank.layer("edges")
    labels = names_of(bank.labels, rows["label"])
    nothing = ["_"] * len(labels)
    morphology = bank.layers.get("morphology")
    text = bank.text.tobytes()
    spelt = [
        text[a:b].decode("utf-8", "replace")
        for a, b in zip(bank.word_start.tolist(), bank.word_end.tolist(), strict=True)
    ]
    deps: list[list[Edge]] = []
    if morphology:
        upos = names_of(bank.labels, universal_tags(bank))
        xpos, bases, feats = (
            names_of(bank.labels, morphology[name]) for name in ("xpos", "lemma", "feats")
        )
        if enhanced:
            deps = heads_and_labels(bank)
            for sentence in np.unique(sentence_of_words(bank)[unreadable(bank)]).tolist():
                first, last = bank.token_offset[[sentence, sentence + 1]].tolist()
                deps[first:last] = [[] for _ in range(first, last)]
    else:
        upos, xpos, bases, feats = nothing, names_of(bank.labels, bank.tag), nothing, nothing
    tags = [_penn(*one, language) for one in zip(xpos, upos, feats, strict=True)]
    heads = _without_cycles(rows["head"], bank.token_offset).tolist()
    if language == "en":
        for first, last in pairwise(bank.token_offset.tolist()):
            at = slice(first, last)
            # Where no word of a sentence has features or an English tag, these are guessed.
            if all(one == "_" for one in feats[at]) and _OWN_TAGS.isdisjoint(xpos[at]):
                made = guessed(spelt[at], upos[at], heads[at], labels[at])
                tags[at] = [own or tag for own, tag in zip(made, tags[at], strict=True)]
    bases = [
        _lemma(word, tag, language) if base in _NO_LEMMA and word != "_" else base
        for word, base, tag in zip(spelt, bases, tags, strict=True)
    ]
    for first, last in pairwise(bank.token_offset.tolist()):
        at = slice(first, last)
        graph = deps[at]
        if not (given := any(graph)):
            graph = [[edge] for edge in zip(heads[at], labels[at], strict=True)]
        elif not all(graph):
            tree = zip(heads[at], labels[at], strict=True)
            graph = [own or [edge] for own, edge in zip(graph, tree, strict=True)]
        words = spelt[at], bases[at], upos[at], tags[at], feats[at]
        yield Sentence(*words, heads[at], labels[at], graph, given)


def _without_cycles(head: Ints, offset: Ints) -> Ints:
    """The same heads; a sentence whose heads form a cycle loses all of them."""
    sizes = np.diff(offset)
    first = np.repeat(offset[:-1], sizes)
    above = np.append(np.where(head >= 0, head + first, -1), -1)  # the last row means: none
    for _ in range(len(head).bit_length()):
        above = above[above]
    circles = grouped(above[:-1] >= 0, offset) > 0
    return np.where(np.repeat(circles, sizes), -1, head).astype(np.int32)


def _lemma(word: str, tag: str, language: str) -> str:
    """The base form of a word of a file without lemmas; only English ones can be made."""
    return lemmas.lemma(word, tag) if language == "en" else word


@functools.lru_cache(1 << 14)
def _penn(xpos: str, upos: str, feats: str, language: str) -> str:
    """The tag of the Penn Treebank, or one that begins the same way.

    The file's own tag counts if it is English; otherwise the tag follows from UPOS and features.
    """
    if language == "en" and (xpos in PENN_TAGS or (upos == "_" and xpos not in ("_", ""))):
        return xpos
    if upos in ("VERB", "AUX"):
        if "VerbForm=Part" in feats:
            return "VBN" if "Tense=Past" in feats or "Voice=Pass" in feats else "VBG"
        if "VerbForm=Ger" in feats or "VerbForm=Conv" in feats:
            return "VBG"
        return "VB" if "VerbForm=Inf" in feats else "VBD"
    asks = "PronType=Rel" in feats or "PronType=Int" in feats
    if asks and upos in ("PRON", "DET", "ADV"):
        return "WRB" if upos == "ADV" else "WP$" if "Poss=Yes" in feats else "WP"
    if upos == "NOUN":
        return "NNS" if "Number=Plur" in feats else "NN"
    return _TAGS.get(upos, upos)


_TAGS = {
    "PROPN": "NNP", "ADJ": "JJ", "ADV": "RB", "NUM": "CD", "PRON": "PRP", "DET": "DT", "ADP": "IN",
    "SCONJ": "IN", "INTJ": "UH", "CCONJ": "CC",
}  # fmt: skip
