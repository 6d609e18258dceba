"""Small words beside verbs: particles, adverbs of direction and what follows them, interjections."""

from karat.views.gr.nominals import set_off
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import PUNCTUATION
from karat.views.gr.words import listed

_AMOUNTS = ("$", "#")


def lifted(reading: Reading, part: Part) -> Part:
    """A prepositional phrase after an adverb of direction, with the verb that the adverb depends on: to me
    in (came) back to me."""
    tree = reading.tree
    above = part.parent
    if not part.heads:
        return part
    outer = Part(above, part.heads, tree.target.get(above, []), tree.parent[above], part.functions)
    plain = all(
        tree.base(child) in ("RB", "RP", "IN", "ADVP", "PP") for child in tree.children[above]
    )
    if not plain or not reading.verbal(outer) or set_off(tree, outer):
        return part  # down 3 % from last year
    if any(tree.tag[word] in _AMOUNTS or tree.lemma[word] == "%" for word in part.words):
        return part  # down from $ 5
    if tree.lemma[part.heads[0]] in listed("heading") and tree.lemma[outer.heads[0]] != "be":
        return part._replace(heads=outer.heads, parent=outer.parent)
    return part


def particle(reading: Reading, part: Part, verbal: bool) -> bool:
    """Whether a part is the particle of a verb, or of a participle in an ADJP: by its label or its tag."""
    tree = reading.tree
    base = tree.base(part.node)
    if base == "PRT":
        return reading.draft.verb(part.heads[0])
    tagged = bool(part.words) and all(tree.tag[word] == "RP" for word in part.words)
    return verbal and tagged


def directs(reading: Reading, part: Part) -> bool:
    """Whether an adverb of direction before a preposition belongs to the verb: down into the valley."""
    tree = reading.tree
    adverb = tree.base(part.node) in ("RB", "RP", "ADVP", "PRT")
    return adverb and all(
        tree.word[leaf] in listed("directions") for leaf in tree.leaves(part.node)
    )


def quoted(reading: Reading, part: Part) -> bool:
    """Whether an interjection right after a verb that reports is what was said: said hi."""
    tree = reading.tree
    siblings, heads = tree.children[part.parent], tree.head_children[part.parent]
    at = siblings.index(part.node) if part.node in siblings else 0
    near = [one for one in siblings[:at] if tree.base(one) not in PUNCTUATION]
    return near[-1:] == heads and tree.lemma[part.heads[0]] in reading.lexicon.reporting
