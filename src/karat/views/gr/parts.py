"""Reading a tree: children of phrases with the words they depend on, and what all rules need."""

from typing import NamedTuple

from karat.views.gr.draft import Draft
from karat.views.gr.lexicon import Lexicon
from karat.views.gr.phrases import ADVERBIAL, NOMINAL, VERBS
from karat.views.gr.traces import Traces
from karat.views.gr.trees import Tree


class Part(NamedTuple):
    """A child that is not a head: its node, head words, the words it depends on, and its parent."""

    node: int
    words: list[int]
    heads: list[int]
    parent: int
    functions: frozenset[str]


class Reading:
    """One tree, the relations found so far, and a few questions about it."""

    def __init__(self, tree: Tree, lexicon: Lexicon) -> None:
        self.tree, self.lexicon = tree, lexicon
        self.draft = Draft(lexicon, tree.lemma, tree.tag)
        self.traces = Traces(tree)
        # Prepositional phrases without an object whose object has been found elsewhere.
        self.stranded: set[int] = set()
        for node in range(len(tree.form), len(tree.labels)):
            if tree.base(node) == "VP":
                self.draft.passive.update(self._participles(node))

    def _participles(self, node: int) -> list[int]:
        """The passive participles that head a verb phrase: those without a form of have above."""
        tree = self.tree
        found = [c for c in tree.head_children[node] if tree.base(c) in ("VBN", "VBD")]
        above = tree.parent[node]
        while found and above >= 0 and tree.base(above) in ("VP", "SQ", "SINV"):
            heads = tree.head_children[above]
            helpers = [
                tree.lemma[tree.place[c]]
                for c in tree.children[above]
                if tree.base(c) in VERBS and c not in heads
            ]
            if helpers:
                return [tree.place[c] for c in found] if helpers[-1] in ("be", "get") else []
            if not any(tree.base(c) == "VP" for c in heads):
                break
            above = tree.parent[above]
        return [tree.place[c] for c in found if tree.base(c) == "VBN"]

    def verbal(self, part: Part) -> bool:
        """Whether a part depends on a verb."""
        inside = self.tree.base(part.parent)
        return bool(part.heads) and self.draft.verb(part.heads[0]) and inside not in _NO_VERB

    def time(self, words: list[int]) -> bool:
        """Whether all the words name times."""
        names = self.lexicon.time
        return bool(words) and all(self.tree.lemma[word].lower() in names for word in words)

    def objects(self, node: int) -> list[int]:
        """The noun phrases of a verb phrase that may be objects, traces of movement included."""
        tree = self.tree
        nouns = [child for child in tree.children[node] if tree.base(child) in ("NP", "QP", "NX")]
        return [child for child in nouns if not tree.functions(child) & _NO_OBJECT]

    def predicate(self, verbs: list[int], words: list[int], kind: str = "_") -> None:
        """Words that are predicates of the subject of verbs."""
        self.draft.add("xcomp", kind, verbs, words)
        for word in words:
            self.draft.verb_of[word] = verbs[0]


_NO_VERB = NOMINAL | {"ADJP"}
_NO_OBJECT = ADVERBIAL | {"PRD", "LGS", "TPC"}
