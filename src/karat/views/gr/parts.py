"""Reading a tree: children of phrases with the words they depend on, and what all rules need."""

from typing import NamedTuple

from karat.files.spelling import folded
from karat.views.gr.clauses import clause_of
from karat.views.gr.draft import Draft
from karat.views.gr.lexicon import Lexicon
from karat.views.gr.phrases import ADVERBIAL, NOMINAL
from karat.views.gr.traces import Traces
from karat.views.gr.trees import Tree
from karat.views.gr.voice import passives
from karat.views.gr.words import listed

_QUOTES = frozenset({"``", "''"})


class Part(NamedTuple):
    """A child that is not a head: its node, head words, the words it depends on, and its parent."""

    node: int
    words: list[int]
    heads: list[int]
    parent: int
    functions: frozenset[str]

    def with_words(self, words: list[int]) -> "Part":
        """The same with other head words."""
        return Part(self.node, words, self.heads, self.parent, self.functions)


class Reading:
    """One tree, the relations found so far, and a few questions about it."""

    def __init__(self, tree: Tree, lexicon: Lexicon) -> None:
        self.tree, self.lexicon = tree, lexicon
        self.draft = Draft(lexicon, tree.lemma, tree.tag)
        self.traces = Traces(tree)
        # What was asked before, for many children of the same phrase.
        self.lone: dict[int, int] = {}
        self.clause_before: dict[int, int] = {}
        self.joined_at: dict[int, dict[int, int]] = {}
        self.last_coordinator: dict[int, int] = {}
        self._objects: dict[int, list[int]] = {}
        self._real_objects: dict[int, list[int]] = {}
        # Prepositional phrases without an object whose object has been found elsewhere.
        self.stranded: set[int] = set()
        # Objects that are recipients, because another object is missing beside them.
        self.recipients: set[int] = set()
        # Predicates of verbs that stand before the subject: how bad it is.
        self.fronted: dict[int, list[int]] = {}
        self.broken = broken_off(tree)
        # Whether there are hyphens between words.
        self.hyphens = "HYPH" in tree.tag
        # Whether there are quotation marks.
        self.quotes = not _QUOTES.isdisjoint(tree.bases)
        self.draft.passive.update(passives(tree, lexicon))

    def verbal(self, part: Part) -> bool:
        """Whether a part depends on a verb."""
        inside = self.tree.base(part.parent)
        return bool(part.heads) and self.draft.verb(part.heads[0]) and inside not in _NO_VERB

    def time(self, words: list[int]) -> bool:
        """Whether all the words name times."""
        names = self.lexicon.time
        return bool(words) and all(folded(self.tree.lemma[word]) in names for word in words)

    def person(self, word: int) -> bool:
        """Whether a word is a person: a personal pronoun other than it and they, a name, a noun."""
        lemma, tag = folded(self.tree.lemma[word]), self.tree.tag[word]
        pronoun = tag == "PRP" and lemma not in ("it", "they")
        return pronoun or tag == "NNP" or lemma in listed("people") | listed("someone")

    def objects(self, node: int) -> list[int]:
        """The noun phrases of a verb phrase that may be objects, traces of movement included."""
        found = self._objects.get(node)
        if found is None:
            found = self._objects[node] = self._find_objects(node)
        return found

    def _find_objects(self, node: int) -> list[int]:
        tree = self.tree
        children = tree.children[node]
        if tree.base(node) == "S" and tree.head_children[node]:
            children = children[tree.position[tree.head_children[node][0]] + 1 :]
        nouns = [child for child in children if tree.base(child) in ("NP", "QP", "NX")]
        return [child for child in nouns if not tree.functions(child) & _NO_OBJECT]

    def measures(self, node: int) -> bool:
        """Whether a noun phrase beside a verb has a head that is tagged as an adverbial.

        As a time or a measure (danced the rest of the evening), not beside be; or as any adverbial after
        an object or a predicate: found it lots of places.
        """
        tree, heads = self.tree, self.tree.head_children[node]
        if not heads or not tree.functions(heads[0]) & ADVERBIAL:
            return False
        above = tree.parent[node]
        acts = tree.base(above) == "VP" and tree.lemma[tree.heads[above][0]] != "be"
        if acts and tree.functions(heads[0]) & {"TMP", "EXT"}:
            return True
        siblings = tree.children[above]
        told = any("PRD" in tree.functions(one) for one in siblings if one != node)
        return told or node in self.objects(above)[1:]

    def real_objects(self, node: int) -> list[int]:
        """The objects of a verb phrase without times and numbers in brackets."""
        found = self._real_objects.get(node)
        if found is None:
            found = self._real_objects[node] = self._find_real_objects(node)
        return found

    def _find_real_objects(self, node: int) -> list[int]:
        tree = self.tree
        return [
            child
            for child in self.objects(node)
            if not self.measures(child)
            if tree.null[child]
            or not (self.time(tree.heads[child]) or tree.base(tree.first_leaf(child)) == "-LRB-")
        ]

    def recipient(self, verb: str, objects: list[int]) -> bool:
        """Whether the first of two objects is a recipient: by the verb, or a pronoun right before."""
        tree, (first, second) = self.tree, objects[:2]
        if verb in listed("dative") or verb in listed("benefactive"):
            return True
        words = tree.heads[first]
        pronoun = bool(words) and tree.tag[words[0]] == "PRP" and tree.leaf(tree.first(first))
        return pronoun and tree.position[second] == tree.position[first] + 1

    def subject(self, verbs: list[int], words: list[int], label: str = "") -> None:
        """Words as subjects of verbs, of which other words have none.

        A verb as subject, without a label, stands for its clause: …, which is a pity.
        """
        clause = bool(words) and words[0] >= 0 and self._clausal(words[0])
        label = label or (self._clause_label(words[0]) if clause else "ncsubj")
        self.draft.subject(filter(self.draft.verb, verbs), words, label)

    def object(self, verbs: list[int], words: list[int], kind: str = "obj") -> None:
        """Words as objects of verbs, of which other words have none."""
        self.draft.object(filter(self.draft.verb, verbs), words, kind)

    def _clausal(self, word: int) -> bool:
        """Whether a word is the verb of a clause, and not one in a noun phrase: the snaking of ropes."""
        above = self.tree.parent[self.tree.written[word]]
        return self.draft.verb(word) and above >= 0 and self.tree.base(above) not in NOMINAL

    def _clause_label(self, word: int) -> str:
        """The relation of a clause that is a subject: xsubj if it has neither subject nor tense."""
        tree = self.tree
        node = above = tree.parent[tree.written[word]]
        while above >= 0 and tree.base(above) in ("VP", "S") and word in tree.heads[above]:
            node, above = above, tree.parent[above]
        return "xsubj" if clause_of(tree, node).open else "csubj"

    def free_relative(self, node: int) -> list[int]:
        """The word that heads a free relative, which its clause modifies."""
        word = self.traces.free(node)
        self.draft.add("cmod", "_", word, self.tree.heads[node])
        return word

    def predicate(self, verbs: list[int], words: list[int], kind: str = "_") -> None:
        """Words that are predicates of the subject of verbs."""
        self.draft.add("xcomp", kind, verbs, words)
        for word in words:
            self.draft.verb_of[word] = verbs[0]


def broken_off(tree: Tree) -> frozenset[int]:
    """The words that were not finished (th-), unless another ends them (pre- and postwar), and articles
    that are heads: what such a word begins was given up."""
    articles = listed("articles")
    found = [
        leaf
        for leaf, word in enumerate(tree.word)
        if (
            word in articles
            and tree.base(leaf) == "DT"
            and leaf in tree.head_children[tree.parent[leaf]]
        )
        or (word[-1:] == "-" and word != "-" and not word.endswith("rb-"))
    ]
    return frozenset(
        tree.place[leaf]
        for leaf in found
        if tree.place[leaf] >= 0 and tree.labels[leaf + 1].base != "CC"
    )


_NO_VERB = NOMINAL | {"ADJP"}
_NO_OBJECT = ADVERBIAL | {"PRD", "LGS", "TPC"}
