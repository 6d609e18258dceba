"""The comparative that a phrase or clause with than belongs to."""

from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import NOMINAL

_TAGS = ("JJR", "RBR")


def comparative(reading: Reading, part: Part) -> list[int]:
    """The first comparative among the siblings before a part: more books than she has.

    If more or less measures an adjective or adverb, it is that word: a more useful book than this.
    """
    tree = reading.tree
    siblings = tree.children[tree.parent[part.node]]
    before = siblings[: tree.position[part.node]]
    for leaf in (leaf for sibling in before for leaf in tree.leaves(sibling)):
        if tree.base(leaf) in _TAGS:
            above = tree.base(tree.parent[leaf])
            measured = above == "ADJP" or (tree.base(leaf) == "RBR" and above not in NOMINAL)
            return tree.heads[tree.parent[leaf]] if measured else tree.heads[leaf]
    return []
