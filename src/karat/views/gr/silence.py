"""Parts of a tree that have no relation: function words, markers, first halves of coordinators."""

import re

from karat.views.gr import prepositions
from karat.views.gr.clauses import focuses
from karat.views.gr.draft import FINITE
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import CLAUSES, NOMINAL, PUNCTUATION, SILENT, VERBS
from karat.views.gr.trees import Tree
from karat.views.gr.words import listed

# A heading in a fragment, and a sentence after one.
_HEADED = {"NP": "FRAG", "S": "NP"}
_HELPING = VERBS | {"RB", "TO"}
DETERMINERS = frozenset({"DT", "WDT", "WHNP"})
_ASIDE = frozenset({"UH", "INTJ", "X", "NP", "PRN", "LST", "ADVP", "RB", "CD"})
# What a noun phrase or adverb that says nothing begins with.
_SHORT = frozenset({"DT", "CD", "LS", "UH", "-LRB-"})
_YEAR = re.compile(r"(1[5-9]|20)\d\d[a-z]?")
# In these some interjections are hesitations: the, well, third one.
_NO_CLAUSES = NOMINAL | {"ADJP", "PP", "PRN", "X", "UCP"}


def has_none(reading: Reading, part: Part, verbal: bool) -> bool:
    """Whether a part has no relation of its own: function words, markers, agents, fillers."""
    tree = reading.tree
    base, above = tree.base(part.node), tree.base(part.parent)
    if base in SILENT or above == "CONJP" or "LGS" in part.functions:
        return True
    if tree.leaf(part.node):
        if above == "SBAR":
            return not focuses(tree, part.node)
        if above in ("PP", "WHPP") and not _adverb(reading, part):
            return True
        if base in VERBS and verbal:
            return True
    if base in ("RB", "DT", "ADVP") and _correlates(reading, part):
        return True
    if _HEADED.get(base) == above and _heading(tree, part):
        return True
    if base == "WHNP" and above == "VP":
        return False  # you know what
    if base in DETERMINERS:
        return base != "DT" or not verbal
    if base == "SBAR":
        if tree.base(tree.last(part.node)) == "IN":
            return True  # a clause that was given up: if
    elif base in _ASIDE and _says_nothing(reading, part):
        return True
    return bool(reading.broken) and reading.broken.issuperset(part.words) and bool(part.words)


def _says_nothing(reading: Reading, part: Part) -> bool:
    """Whether a part is only said by the way: a sound, a false start (th-), a hesitation inside a phrase,
    a verb as interjection (look, it works), a number of a list, a reference ([12]), a determiner
    after its noun (we all)."""
    tree = reading.tree
    base = tree.base(part.node)
    if base in ("NP", "ADVP"):
        if tree.base(tree.first(part.node)) not in _SHORT:
            return False
    elif base == "RB":
        return _fixed(tree, part)
    leaves = tree.leaves(part.node)
    words = [leaf for leaf in leaves if tree.base(leaf) not in PUNCTUATION]
    tags = {tree.base(leaf) for leaf in words}
    if base in ("UH", "INTJ") or (base == "ADVP" and tags == {"UH"}):
        empty = reading.lexicon.filler
        if tree.base(part.parent) in _NO_CLAUSES:
            empty = empty | listed("hesitations")
        return tags == {"VB"} or all(
            tree.word[leaf] in empty or tree.place[leaf] in reading.broken for leaf in words
        )
    if tags == {"DT"}:
        amount = any(tree.tag[head] in ("$", "#", "CD") for head in part.heads)  # $ 5 each
        return tree.base(part.parent) in NOMINAL and not amount  # we all
    if tags == {"CD"}:
        return numbers(tree, part.node if base != "CD" else tree.parent[part.node])
    return tags == {"LS"}


def _fixed(tree: Tree, part: Part) -> bool:
    """Whether a word is the first of an adverb of two words: as in as well."""
    if tree.base(part.parent) != "ADVP":
        return False
    if tree.base(tree.parent[part.parent]) == "ADVP":
        return False  # as well as they could
    words = [tree.word[leaf] for leaf in tree.leaves(part.parent)]
    return words[:1] == [tree.word[part.node]] and "_".join(words) in listed("fixed")


def numbers(tree: Tree, node: int) -> bool:
    """Whether a parenthesis has only numbers of references: [12], [13, 14]."""
    leaves = tree.leaves(node)
    tags = {tree.base(leaf) for leaf in leaves} - PUNCTUATION
    return tags == {"CD"} and tree.word[leaves[0]] in ("[", "-lsb-")


def refers(reading: Reading, part: Part, inside: int) -> bool:
    """Whether a noun in brackets refers to a source, and modifies nothing: any beside a verb (Figure 2),
    elsewhere a name with a year that is no date (Smith 1999)."""
    tree = reading.tree
    if tree.base(tree.first(part.node)) != "-LRB-":
        return False
    if reading.verbal(part):
        return tree.base(inside) in NOMINAL | {"CD", "NNP", "NN"}
    leaves = tree.leaves(part.node)
    named = any(tree.base(leaf) == "NNP" for leaf in leaves)
    dated = any(tree.word[leaf] in reading.lexicon.time for leaf in leaves)
    return named and not dated and any(_YEAR.fullmatch(tree.word[leaf]) for leaf in leaves)


def _adverb(reading: Reading, part: Part) -> bool:
    """Whether a word of a prepositional phrase is an adverb, and not part of the type: instead of."""
    tree = reading.tree
    return tree.base(part.node) == "RB" and not prepositions.joins(tree, part.node)


def _correlates(reading: Reading, part: Part) -> bool:
    """Whether a part is the first half of both … and, either … or, neither … nor: no adverb."""
    tree = reading.tree
    leaves = [part.node] if tree.leaf(part.node) else tree.children[part.node]
    if (
        len(leaves) != 1
        or not tree.leaf(leaves[0])
        or tree.word[leaves[0]] not in listed("correlating")
    ):
        return False
    at = tree.among(part.node, part.parent)
    return 0 <= at < _last_coordinator(reading, part.parent)


def _last_coordinator(reading: Reading, node: int) -> int:
    """The position of the last child that is a coordinator or has one among its own children, or -1."""
    tree, known = reading.tree, reading.last_coordinator
    if node not in known:
        children = tree.children[node]
        places = range(len(children) - 1, -1, -1)
        inside = ((children[at], *tree.children[children[at]]) for at in places)
        with_one = (any(tree.base(c) == "CC" for c in some) for some in inside)
        known[node] = next((at for at, one in zip(places, with_one, strict=True) if one), -1)
    return known[node]


def _heading(tree: Tree, part: Part) -> bool:
    """Whether a noun phrase and a sentence have only a colon or dash between them: COPPER: Prices rose.

    The noun phrase is a heading if the sentence is the head of a fragment; and it is one before a sentence
    if nothing is around both.
    """
    base = tree.base(part.node)
    heads = tree.head_children[part.parent]
    if not heads:
        return False
    sentence = part.node if base == "S" else heads[0]
    alone = base == "NP" or tree.base(tree.parent[part.parent]) in ("", "ROOT", "TOP", "S1")
    siblings = tree.children[part.parent]
    child = tree.parent[part.node] == part.parent
    parted = child and tree.base(siblings[tree.position[sentence] - 1]) == ":"
    finite = tree.first_verb[sentence] in FINITE and tree.base(sentence) == "S"
    return alone and parted and finite


def only_helps(reading: Reading, part: Part) -> bool:
    """Whether a verb phrase has only auxiliaries, and the verb was moved: Excluded will be …"""
    tree = reading.tree
    if tree.base(part.parent) not in CLAUSES:
        return False
    leaves = tree.leaves(part.node)
    helping = all(tree.base(leaf) in _HELPING for leaf in leaves)
    return helping and tree.lemma[tree.place[leaves[-1]]] in ("be", "do", "have")


def filled(tree: Tree, node: int) -> int:
    """The phrase after a word that only fills a gap in speech, and is no preposition: like, so like.

    It is tagged as an interjection, or as a particle before what somebody said; otherwise -1.
    """
    children = tree.children[node]
    if not children or len(tree.head_children[node]) != 1:
        return -1
    if tree.base(children[0]) not in ("UH", "RP"):
        return -1
    inside = tree.head_children[node][0]
    said = tree.base(children[0]) == "RP" and tree.word[children[0]] == "like"
    said &= tree.base(inside) in CLAUSES
    spoken = tree.base(children[0]) == "UH" or said
    return inside if spoken and inside != children[0] else -1
