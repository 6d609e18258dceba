"""Which participles are passive, and whether *'s* before a participle is *is* or *has*.

A participle is passive unless a form of *have* helps it; the verb that helps is looked for above it. Where
only *'s* helps, or nothing does, the verb and its object decide: *He's seen it* has an object and
*see* has no passive with one, so it is *has*; *He's given a book* is passive.
"""

from karat.files.spelling import folded
from karat.views.gr.lexicon import Lexicon
from karat.views.gr.phrases import ADVERBIAL, NOMINAL, VERBS
from karat.views.gr.trees import Tree
from karat.views.gr.words import listed

_NO_OBJECT = ADVERBIAL | {"PRD", "LGS", "TPC", "CLR"}
_ALWAYS_PERFECT = ("be", "have")
_GOT = ("got", "gotten")
# There is no helping verb in a phrase, but there may be one around it.
_FURTHER_UP = -2


def passives(tree: Tree, lexicon: Lexicon) -> set[int]:
    """The passive participles; the lemma of *'s* becomes *have* where it is *has*."""
    found: set[int] = set()
    for node in range(len(tree.form), len(tree.labels)):
        if tree.base(node) == "VP":
            for leaf in tree.head_children[node]:
                if tree.base(leaf) in ("VBN", "VBD") and _passive(tree, lexicon, node, leaf):
                    found.add(tree.place[leaf])
    return found


def _passive(tree: Tree, lexicon: Lexicon, node: int, leaf: int) -> bool:
    helper = _helper(tree, node)
    if helper < 0:
        main = tree.base(tree.parent[node]) not in NOMINAL
        if main and tree.word[leaf] in _GOT:
            return False  # I got ta go
        if tree.base(leaf) == "VBD":
            return not main and _object_moved(tree, node)
        return not (main and _transitive(tree, lexicon, node, leaf))
    word = tree.lemma[tree.place[helper]]
    if word == "be" and tree.word[helper] == "'s" and _perfect(tree, lexicon, node, leaf):
        tree.lemma[tree.place[helper]] = "have"
        return False
    return word in ("be", "get") and (not _intransitive(tree, leaf) or _stranding(tree, node))


def _object_moved(tree: Tree, node: int) -> bool:
    """Whether a reduced relative has the trace of its object, so that VBD was written for VBN."""
    return any(
        tree.null[child] == "*" and tree.base(child) == "NP" for child in tree.children[node]
    )


def _helper(tree: Tree, node: int) -> int:
    """The verb that helps the head of a verb phrase, the nearest if there are several; or -1."""
    beside = tree.found.get(("beside", node))
    if beside is None:
        beside = tree.found["beside", node] = _beside(tree, node)
    if beside >= 0:
        return beside
    above = tree.parent[node]
    while above >= 0 and tree.base(above) in ("VP", "SQ", "SINV"):
        helper = tree.found.get(("helper", above))
        if helper is None:
            helper = tree.found["helper", above] = _inside(tree, above)
        if helper != _FURTHER_UP:
            return helper
        above = tree.parent[above]
    return -1


def _beside(tree: Tree, node: int) -> int:
    """The verb that helps the head of a phrase in the same bracket, or -1: is widely spoken."""
    head = tree.head_children[node][0]
    verbs = [c for c in tree.children[node] if tree.base(c) in VERBS and c < head]
    return verbs[-1] if verbs and tree.leaf(head) else -1


def _inside(tree: Tree, node: int) -> int:
    """The last verb that helps the heads of a phrase; -1 if there is none, and none above it either."""
    heads = set(tree.head_children[node])
    for child in reversed(tree.children[node]):
        if tree.base(child) in VERBS and child not in heads:
            return child
    return _FURTHER_UP if any(tree.base(one) == "VP" for one in heads) else -1


def _perfect(tree: Tree, lexicon: Lexicon, node: int, leaf: int) -> bool:
    """Whether *'s* before a participle is *has*."""
    if tree.lemma[tree.place[leaf]] in _ALWAYS_PERFECT or tree.word[leaf] in _GOT:
        return True
    return _intransitive(tree, leaf) or _transitive(tree, lexicon, node, leaf)


def _intransitive(tree: Tree, leaf: int) -> bool:
    return tree.lemma[tree.place[leaf]] in listed("intransitive")


def _transitive(tree: Tree, lexicon: Lexicon, node: int, leaf: int) -> bool:
    """Whether a participle has an object that its passive would not have, and left no trace."""
    verb = tree.lemma[tree.place[leaf]]
    objects = [
        child
        for child in tree.children[node]
        if tree.base(child) == "NP" and not tree.functions(child) & _NO_OBJECT
    ]
    if not objects or tree.null[objects[0]] or verb in listed("dative") | lexicon.naming:
        return False
    words = tree.heads[objects[0]]
    times = all(folded(tree.lemma[word]) in lexicon.time for word in words)
    return not times and tree.tag[words[0]] != "CD"


def _stranding(tree: Tree, node: int) -> bool:
    """Whether a verb phrase has a preposition without an object: slept in."""
    return any(
        tree.base(c) == "PP" and all(tree.base(w) in ("IN", "TO") for w in tree.leaves(c))
        for c in tree.children[node]
    )
