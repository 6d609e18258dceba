"""Words and phrases that modify others in trees: possessors, parts of names, adverbs, numbers."""

from itertools import pairwise

from karat.files.spelling import full
from karat.views.gr.amounts import between
from karat.views.gr.nominals import set_off
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import NOMINAL
from karat.views.gr.trees import Tree
from karat.views.gr.words import listed

# What a word before another one of these belongs to, and not to the head: very few visitors.
_NEXT = {
    "RB": ("JJ", "JJR", "JJS", "RBR", "CD", "QP", "VBN"), "RBR": ("JJ", "RB"), "RBS": ("JJ", "RB"),
    "CD": (), "IN": ("CD",), "JJR": (),
}  # fmt: skip
# In these, hyphens and parts of names stand between words of the same phrase.
_HYPHENATED = NOMINAL | {"ADJP", "UCP"}


def other(reading: Reading, part: Part) -> None:
    """A modifier: a possessor, or any other word or phrase that is not part of a name."""
    tree, draft = reading.tree, reading.draft
    base = tree.base(part.node)
    if base in ("PRP$", "WP$"):
        owner = reading.traces.antecedent(part.node) if base == "WP$" else []
        draft.modify(part.heads, owner or part.words, "poss")
    elif base == "NP" and _possessor(reading, part):
        draft.modify(part.heads, part.words, "poss")
    elif base.startswith(("NNP", "FW", "NAC")) and _inside_name(reading, part):
        draft.modify(_titled(reading, part), part.words)
    elif base == "PRP" and tree.base(part.parent) in NOMINAL and _after(reading, part):
        return  # a determiner: you guys
    elif base == "CD" and _counts(reading, part):
        return
    else:
        adverb = base in ("ADVP", "JJS") or tree.base(part.parent) in ("PP", "ADVP")
        kind = _preposition(reading, part) if adverb else "_"
        if kind == "_" and tree.base(part.parent) == "QP":
            kind = _range_end(reading, part)
        heads = _hyphenated(reading, part) if reading.hyphens else []
        if not heads and base in _NEXT:
            heads = _next_word(reading, part)
        if not heads and base in ("RB", "ADVP") and tree.base(part.parent) in NOMINAL:
            heads = _next_phrase(reading, part)
        draft.modify(heads or part.heads, part.words, kind)


def _counts(reading: Reading, part: Part) -> bool:
    """Whether a number is one of several that are counted: two three four; not 500 million, 8 3/4."""
    tree = reading.tree
    after = _after(reading, part, 1)
    if tree.base(part.parent) != "QP" or not after or tree.base(after[0]) != "CD":
        return False
    return tree.word[after[0]] not in listed("scales") and "/" not in tree.word[after[0]]


def _possessor(reading: Reading, part: Part) -> bool:
    """Whether a noun phrase ends with the possessive marker, or comes right before it."""
    near = [*_after(reading, part, 1), *reading.tree.children[part.node][-1:]]
    return any(reading.tree.base(child) == "POS" for child in near)


def _after(reading: Reading, part: Part, most: int | None = None) -> list[int]:
    """The siblings after a part, or only the first ones."""
    tree = reading.tree
    at = tree.among(part.node, part.parent) + 1
    if not at:
        return []
    return tree.children[part.parent][at : None if most is None else at + most]


def _inside_name(reading: Reading, part: Part) -> bool:
    """Whether a word is part of the head's name, or of another that goes on after it."""
    tree = reading.tree
    if tree.base(part.parent) not in _HYPHENATED:
        return False
    names = ("NNP", "FW") if tree.base(part.node) == "FW" else ("NNP",)
    if all(tree.tag[head].startswith(names) for head in part.heads):
        return not _place_of(reading, part)
    after = [c for c in _after(reading, part) if tree.base(c) != "HYPH"]
    proper = [tree.base(c).startswith(names) for c in after[:3]]
    if proper[:1] == [True]:
        return True
    # Crum & Forster operations; the Securities and Exchange Commission inquiry.
    return proper[:2] == [False, True] and _goes_on(tree, part, after, proper)


def _titled(reading: Reading, part: Part) -> list[int]:
    """The common noun right after a name, if it says who the head is: Giants owner Ann Moss."""
    tree = reading.tree
    if not part.words or tree.tag[part.words[0] + 1 : part.words[0] + 2] not in (["NN"], ["NNS"]):
        return []
    after = _after(reading, part)
    common = bool(after) and tree.base(after[0]) in ("NN", "NNS") and tree.leaf(part.node)
    named = common and any(tree.heads[one] == part.heads for one in after[1:])
    return tree.heads[after[0]] if named else []


def _goes_on(tree: Tree, part: Part, after: list[int], proper: list[bool]) -> bool:
    """Whether a name goes on after a coordinator: after &, or if one proper noun is joined to several."""
    siblings = tree.children[part.parent]
    at = tree.position[part.node]
    first = at == 0 or not tree.base(siblings[at - 1]).startswith("NNP")
    joined = tree.first_word(after[0]) == "&" or (first and proper[2:] == [True])
    return tree.base(after[0]) == "CC" and joined


def _place_of(reading: Reading, part: Part) -> bool:
    """Whether a proper noun follows the head and a comma: Stamford, Conn.; not Weil, Friedrichs Inc."""
    tree, siblings = reading.tree, reading.tree.children[part.parent]
    heads = tree.head_children[part.parent]
    if tree.base(part.node) != "NNP" or tree.word[part.node] in _no_place(reading):
        return False
    at = max(tree.among(part.node, part.parent), 0)
    after = at > 0 and len(heads) == 1 and tree.position[heads[0]] == at - 2
    if not after or tree.base(siblings[at - 1]) != ",":
        return False
    return not any(tree.base(one).startswith("NNP") for one in siblings[at + 1 :])


def _no_place(reading: Reading) -> frozenset[str]:
    """What ends a name after a comma: Jr., Inc."""
    return reading.lexicon.suffix | listed("companies")


def approximates(reading: Reading, part: Part) -> bool:
    """Whether a preposition is an adverb that belongs to a number or amount: about 20, over half."""
    return reading.tree.word[part.node] in listed("approximating")


def _range_end(reading: Reading, part: Part) -> str:
    """The preposition between the two numbers of a range, for the second: 16 to 19."""
    tree, siblings = reading.tree, reading.tree.children[part.parent]
    if (at := tree.found.get(("range", part.parent))) is None:
        at = tree.found["range", part.parent] = between([tree.base(one) for one in siblings])
    first = tree.head_children[part.parent][0]
    end = -1 < at and first < siblings[at] < part.node and part.heads == tree.heads[first]
    return tree.word[siblings[at]] if end and tree.base(siblings[at]) != "SYM" else "_"


def _preposition(reading: Reading, part: Part) -> str:
    """The preposition right before the head of an adverb (at all, over there), before a superlative beside
    a number (at least ten), or before a noun that measures nothing itself: a mile from here."""
    tree, node = reading.tree, part.node
    inside = tree.head_children[node]
    if (
        tree.base(node) == "ADVP"
        and inside[:1] == tree.children[node][:1]
        and len(inside) == 1
        and tree.base(inside[0]) == "ADVP"
    ):
        node = inside[0]  # at all, like others
    if tree.base(node) == "ADVP":
        near, wanted = tree.children[node], tree.head_children[node]
    else:
        at = tree.among(node, part.parent)
        near, wanted = tree.children[part.parent][max(at - 1, 0) : at + 1], [node]
    pairs = ((a, b) for a, b in pairwise(near) if tree.base(a) == "IN" and not tree.null[a])
    found = next((a for a, b in pairs if b in wanted and tree.base(b) != "IN"), -1)
    if found < 0 or tree.place[found] in part.heads:
        return "_"
    adverb = tree.base(node) == "ADVP" and tree.base(wanted[0]) in ("RB", "ADVP")
    if adverb and tree.word[found] not in listed("directions"):
        return "_"  # so far
    return full(tree.form[found], "IN")


def _hyphenated(reading: Reading, part: Part) -> list[int]:
    """The word after a hyphen, to which the word before it belongs: 19 - year, large - scale."""
    tree = reading.tree
    if not tree.leaf(part.node) or tree.base(part.parent) not in _HYPHENATED:
        return []
    siblings = tree.children[part.parent]
    at = tree.among(part.node, part.parent) + 1
    after = siblings[at : at + 2] if at else []
    joined = len(after) == 2 and tree.base(after[0]) == "HYPH" and tree.leaf(after[1])
    return tree.heads[after[1]] if joined and tree.base(after[1]) not in ("IN", "TO", "CC") else []


def _next_phrase(reading: Reading, part: Part) -> list[int]:
    """The noun phrase right after an adverb that a comma or dash parts from the head: Ann, formerly dean."""
    tree, after = reading.tree, _after(reading, part, 1)
    if not after or tree.base(after[0]) != "NP":
        return []
    return tree.heads[after[0]] if set_off(tree, part) and not tree.null[after[0]] else []


def _next_word(reading: Reading, part: Part) -> list[int]:
    """The next word, where an adverb or number belongs to it: very few, 71 million, about 20 times."""
    tree = reading.tree
    inside, base = tree.base(part.parent), tree.base(part.node)
    after = _after(reading, part, None if inside == "QP" else 2)
    if not after or not tree.leaf(part.node) or tree.null[after[0]]:
        return []
    fits = tree.base(after[0]) in _NEXT[base] and inside not in ("VP", "QP")
    fits = fits or (base == "CD" and tree.leaf(after[0]) and tree.word[after[0]] == "%")
    if inside == "QP" and tree.base(after[0]) in ("JJ", "JJR", "RBR"):
        fits = base == "RB"  # no more than ten, as many as 12
    elif inside == "QP":
        counted = base != "CD" and tree.tag[part.heads[0]].startswith("NN")
        after = [one for one in after if tree.base(one) == "CD"] if counted else after
        fits = bool(after) and "CD" == tree.base(after[0]) and (counted or base == "CD")
    elif inside == "ADJP" and base == "RB" and tree.base(after[0]) == "RB":
        fits = tree.word[part.node] in listed("degrees") and tree.word[after[0]] != "not"
    elif inside == "ADVP" and base == "RB" and tree.base(after[0]) == "RB":
        fits = len(after) > 1 and tree.base(after[1]) == "RB"  # so far away
    return tree.heads[after[0]] if fits else []
