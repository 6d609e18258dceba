"""Parts of a tree that have no relation: function words, markers, first halves of coordinators."""

from karat.views.gr import prepositions
from karat.views.gr.clauses import focuses
from karat.views.gr.kinds import FIRST_HALVES
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import CLAUSES, SILENT, VERBS
from karat.views.gr.trees import Tree

DETERMINERS = frozenset({"DT", "WDT", "WHNP"})


def has_none(reading: Reading, part: Part, verbal: bool) -> bool:
    """Whether a part has no relation of its own: function words, markers, agents, fillers."""
    tree = reading.tree
    base, above = tree.base(part.node), tree.base(part.parent)
    if base in SILENT or above == "CONJP" or "LGS" in part.functions:
        return True
    if tree.leaf(part.node):
        if above == "SBAR" and focuses(tree, part.node):
            return False
        if above == "SBAR" or (above in ("PP", "WHPP") and not _adverb(reading, part)):
            return True
        if base in VERBS and verbal:
            return True
    if _correlates(tree, part):
        return True
    if base == "WHNP" and above == "VP":
        return False  # you know what
    if base in DETERMINERS:
        return base != "DT" or not verbal
    fillers = reading.lexicon.filler
    return base == "INTJ" and all(tree.word[leaf] in fillers for leaf in tree.leaves(part.node))


def _adverb(reading: Reading, part: Part) -> bool:
    """Whether a word of a prepositional phrase is an adverb, and not part of the type: instead of."""
    tree = reading.tree
    return tree.base(part.node) == "RB" and tree.word[part.node] not in prepositions.ADVERBS


def _correlates(tree: Tree, part: Part) -> bool:
    """Whether a part is the first half of both … and, either … or, neither … nor: no adverb."""
    if tree.base(part.node) not in ("RB", "DT", "ADVP"):
        return False
    if tree.first_word(part.node) not in FIRST_HALVES or len(tree.leaves(part.node)) != 1:
        return False
    siblings = tree.children[part.parent]
    after = siblings[siblings.index(part.node) + 1 :] if part.node in siblings else []
    return any(tree.base(c) == "CC" for one in after for c in (one, *tree.children[one]))


def only_helps(reading: Reading, part: Part) -> bool:
    """Whether a verb phrase has only auxiliaries, and the verb was moved: Excluded will be …"""
    tree = reading.tree
    if tree.base(part.parent) not in CLAUSES:
        return False
    leaves = tree.leaves(part.node)
    helping = all(tree.base(leaf) in VERBS | {"RB", "TO"} for leaf in leaves)
    return helping and tree.lemma[tree.place[leaves[-1]]] in ("be", "do", "have")


def filled(tree: Tree, node: int) -> int:
    """The phrase after a word that only fills a gap in speech, and is no preposition: like, so like.

    It is tagged as an interjection, or as a particle before what somebody said; otherwise -1.
    """
    children = tree.children[node]
    if tree.base(node) != "PP" or len(tree.head_children[node]) != 1:
        return -1
    inside = tree.head_children[node][0]
    said = tree.base(children[0]) == "RP" and tree.word[children[0]] == "like"
    said &= tree.base(inside) in CLAUSES
    spoken = tree.base(children[0]) == "UH" or said
    return inside if spoken and inside != children[0] else -1
