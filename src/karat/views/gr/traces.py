"""Traces: the words that a null element stands for.

``*T*-1`` stands for a moved phrase, ``*-1`` for a controller or a promoted object; a relative pronoun
stands for the noun before it.
"""

from karat.views.gr.clauses import asks, subject_of
from karat.views.gr.phrases import NOMINAL
from karat.views.gr.trees import Tree
from karat.views.gr.words import listed

_NO_VERB = NOMINAL | {"ADJP"}


def relates(tree: Tree, node: int) -> bool:
    """Whether a WHNP is only that or which, also where these are tagged as a preposition or article."""
    leaves = tree.leaves(node) if tree.base(node) == "WHNP" else []
    return len(leaves) == 1 and tree.word[leaves[0]] in ("that", "which")


class Traces:
    """The traces of one tree."""

    def __init__(self, tree: Tree) -> None:
        self.t = tree
        # The antecedents of clauses where the tree does not name them.
        self.antecedents: dict[int, list[int]] = {}
        # Clauses that were found to modify a verb: their when asks nothing.
        self.adverbial: set[int] = set()

    def source(self, trace: str) -> int:
        """The node that a trace refers to, or -1."""
        return self.t.by_index.get(trace.rpartition("-")[2], -1) if "-" in trace else -1

    def resolve(self, trace: str) -> list[int]:
        """The words that a null element stands for."""
        t, seen = self.t, set()
        while True:
            node = self.source(trace)
            if node < 0 or node in seen:
                return []
            seen.add(node)
            if t.base(node).startswith("WH"):
                return self.pronoun(node)
            if not t.null[node]:
                return t.heads[node]
            trace = t.null[node]
            if trace == "*":
                return self._reduced(node)

    def _reduced(self, node: int) -> list[int]:
        """The noun that a participle modifies, for its unindexed object: shares sold * to raise cash."""
        t, node = self.t, self.t.parent[node]
        while node >= 0 and t.base(node) == "VP" and t.base(t.parent[node]) in ("VP", "RRC"):
            node = t.parent[node]
        above = t.parent[node] if node >= 0 else -1
        reduced = above >= 0 and t.base(node) == "VP" and t.base(above) in NOMINAL
        return t.target.get(node, []) if reduced else []

    def pronoun(self, node: int) -> list[int]:
        """What a question word or relative pronoun stands for: itself, or the noun before it."""
        words = self.t.heads[node]
        own = words and not self.t.tag[words[0]].startswith("W") and not relates(self.t, node)
        return words if own else self.antecedent(node) or words

    def antecedent(self, node: int) -> list[int]:
        """What a relative clause modifies, given a node in its first phrase; or nothing."""
        t = self.t
        while node >= 0 and t.base(node) != "SBAR":
            if t.base(node) in ("S", "SBARQ", "SQ", "VP"):
                return []
            node = t.parent[node]
        if node < 0:
            return []
        relating = any(t.word[leaf] in listed("relating") for leaf in t.leaves(node)[:3])
        around = {"SBAR", "PRN"} if relating else {"SBAR"}
        while t.parent[node] >= 0 and t.base(t.parent[node]) in around:
            if node in t.target and t.first_word(node) == "which":
                return t.target[node]  # beside another clause, which it is about
            node = t.parent[node]
        above = t.parent[node]
        if node in self.antecedents:
            return self.antecedents[node]
        if above >= 0 and t.base(above) in NOMINAL and node in t.target:
            return t.target[node]
        if above >= 0 and t.base(above) == "ADJP":
            return self._of_predicate(above)
        if above >= 0 and "CLF" in t.functions(t.parent[above]):
            return self.predicate(node)
        return t.target[node] if self.about_clause(node) and node in t.target else []

    def about_clause(self, node: int) -> bool:
        """Whether a relative clause is about the whole clause before it: …, which is a pity."""
        t = self.t
        above = t.parent[node]
        if above < 0 or t.base(above) in _NO_VERB:
            return False
        siblings = t.children[above]
        at = t.position[node]
        if at == 0 or t.base(siblings[at - 1]) != ",":
            return False
        first = t.first_word(node)
        # With who it is about a noun, or asks: It is not clear, however, who …
        noun = any(t.base(one) == "NP" for one in siblings[:at])
        return first in ("which", "where") or (first == "who" and noun)

    def _of_predicate(self, node: int) -> list[int]:
        """The subject of which a phrase is the predicate: easy to please."""
        t = self.t
        while node >= 0 and t.base(node) not in ("S", "SINV", "SQ"):
            node = t.parent[node]
        subject = subject_of(t, node) if node >= 0 else -1
        if subject < 0:
            return []
        return self.resolve(t.null[subject]) if t.null[subject] else t.heads[subject]

    def predicate(self, node: int) -> list[int]:
        """The predicate beside a cleft clause: by its function tag, else the noun phrase before it."""
        t = self.t
        siblings = [one for one in t.children[t.parent[node]] if one != node and not t.null[one]]
        tagged = [one for one in siblings if "PRD" in t.functions(one)]
        before = [one for one in siblings if one < node and t.base(one) == "NP"]
        return next((t.heads[one] for one in tagged or before), [])

    def free(self, node: int) -> list[int]:
        """The word that heads a free relative, also if its bracket is doubled."""
        t = self.t
        while t.base(node) == "SBAR" and [t.base(c) for c in t.head_children[node]] == ["SBAR"]:
            node = t.head_children[node][0]
        return t.heads[next((child for child in t.children[node] if asks(t, child)), node)]

    def question(self, node: int) -> bool:
        """Whether a moved phrase asks, and neither relates nor joins clauses."""
        t = self.t
        above = t.parent[node]
        if above < 0 or t.base(above) != "SBAR":
            return True
        adverbial = t.functions(above) & {"TMP", "ADV", "LOC", "PRP", "MNR"}
        if above in self.adverbial or adverbial or self.antecedent(node):
            return False
        return self._asked(above)

    def _asked(self, node: int) -> bool:
        """Whether a clause with a question word is a question by where it stands: below a verb or a
        preposition, as a subject, or by itself (How to grow basil)."""
        t = self.t
        above = t.parent[node]
        if above >= 0 and t.base(above) == "VP":
            return True
        if not t.tag[t.heads[node][0]].startswith(("V", "MD")):
            return False
        timed = t.word[t.leaves(node)[0]] in ("when", "whenever")
        if timed and t.first_verb[node] != "TO":
            return False  # than when he came; When I bought it, as an answer
        alone = above < 0 or t.base(above) in ("PP", "FRAG", "ROOT", "TOP", "S1", "")
        return alone or subject_of(t, above) == node
