"""Particles and adverbs of direction, and prepositional phrases beside them: came back to me."""

from karat.views.gr.parts import Part, Reading
from karat.views.gr.words import listed


def lifted(reading: Reading, part: Part) -> Part:
    """A phrase as what it stands for: (PP like a dog), where like is an interjection, is a noun phrase; to
    me in (came) back to me depends on the verb, as back does."""
    tree = reading.tree
    base, inside = tree.base(part.node), tree.head_children[part.node]
    if base == "PP" and tree.base(tree.children[part.node][0]) == "UH" and len(inside) == 1:
        return part._replace(node=inside[0])
    above = part.parent
    if base != "PP" or tree.base(above) != "ADVP" or not part.heads:
        return part
    if above in tree.target and tree.lemma[part.heads[0]] in listed("heading"):
        return part._replace(heads=tree.target[above], parent=tree.parent[above])
    return part


def particle(reading: Reading, part: Part, verbal: bool) -> bool:
    """Whether a part is the particle of a verb, or of a participle in an ADJP: by its label or its tag."""
    tree = reading.tree
    base = tree.base(part.node)
    if base == "PRT":
        return reading.draft.verb(part.heads[0])
    tagged = bool(part.words) and all(tree.tag[word] == "RP" for word in part.words)
    return verbal and tagged and base in ("RP", "ADVP")


def directs(reading: Reading, part: Part) -> bool:
    """Whether an adverb of direction before a preposition belongs to the verb: down into the valley."""
    tree = reading.tree
    adverb = tree.base(part.node) in ("RB", "RP", "ADVP", "PRT")
    return adverb and all(
        tree.word[leaf] in listed("directions") for leaf in tree.leaves(part.node)
    )
