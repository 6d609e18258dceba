"""Noun phrases and words in trees: objects, predicates, possessors, modifiers and parts of names."""

from itertools import pairwise

from karat.views.gr import prepositions
from karat.views.gr.clauses import clause_of
from karat.views.gr.gaps import fill_gap
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import ADVERBIAL, CLAUSES, NOMINAL, VERBS
from karat.views.gr.trees import Tree
from karat.views.gr.words import listed

# Beside a verb these are noun phrases too.
NOUN_PHRASES = NOMINAL | {"$", "EX", "PRP", "NN", "NNS", "NNP", "CD"}
_WITH_VERB = ("VP", "SQ", "SBARQ", "SINV")
_DATED = (
    "tonight", "last", "next", "this", "that", "every", "each", "yesterday", "today", "tomorrow", "all",
)  # fmt: skip
# What a word before another one of these belongs to, and not to the head: very few visitors.
_NEXT = {
    "RB": ("JJ", "JJR", "JJS", "RBR", "CD", "VBN"), "RBR": ("JJ", "RB"), "RBS": ("JJ", "RB"), "CD": (),
}  # fmt: skip


# In these, hyphens stand between words of the same phrase.
_HYPHENATED = NOMINAL | {"ADJP", "UCP"}


def beside_verb(reading: Reading, part: Part) -> None:
    """A noun phrase beside a verb: an object, a predicate or a modifier."""
    tree, draft = reading.tree, reading.draft
    inside = tree.base(part.parent)
    heads = tree.head_children[part.parent]
    if (
        inside == "S"
        and heads
        and tree.leaf(heads[0])
        and part.node in reading.objects(part.parent)
    ):
        inside = "VP"  # after a verb without a bracket of its own
    verb = tree.lemma[part.heads[0]]
    subjects = draft.subjects.get(part.heads[0], ()) if "SBJ" in part.functions else ()
    if any(tree.lemma[word] == "there" for word in subjects if word >= 0):
        reading.predicate(part.heads, part.words)  # there exists a proof
        return
    copular = verb in ("be", "become", "remain") and inside in ("VP", "SQ")
    free = copular and not part.functions & ADVERBIAL and not reading.measures(part.node)
    if "PRD" in part.functions or free:
        reading.predicate(part.heads, part.words)
    elif _left_over(reading, part):
        return
    elif (
        part.functions & ADVERBIAL
        or _when(reading, part)
        or _called(reading, part)
        or tree.base(tree.first_leaf(part.node)) == "-LRB-"
        or reading.measures(part.node)
    ):
        draft.modify(part.heads, part.words)
    elif inside in _WITH_VERB:
        rest = _prepositional(reading, part)
        if rest:
            _object(reading, part._replace(heads=rest))
    elif inside == "FRAG" and tree.base(heads[0]) in CLAUSES:
        return  # Another concern: prices tend to swing
    elif inside == "S" and part.functions <= {"TPC"}:
        _fronted(reading, part)
    else:
        draft.modify(part.heads, part.words)


def _left_over(reading: Reading, part: Part) -> bool:
    """Whether a noun phrase is joined with whole verb phrases, and means nothing: came late or something."""
    tree = reading.tree
    heads, siblings = tree.head_children[part.parent], tree.children[part.parent]
    if len(heads) < 1 or tree.base(heads[0]) != "VP" or part.node not in siblings:
        return False
    at = siblings.index(part.node)
    return at > siblings.index(heads[-1]) and tree.base(siblings[at - 1]) == "CC"


def _prepositional(reading: Reading, part: Part) -> list[int]:
    """Relate a noun phrase to joined verb phrases that end in a preposition; the other verbs.

    It is the object of the preposition: spoke to, and heard from, the mayor.
    """
    tree, rest = reading.tree, list(part.heads)
    joined = tree.head_children[part.parent]
    for one in joined if len(joined) > 1 else []:
        lone = [c for c in tree.children[one] if prepositions.lone(reading, c)]
        if lone and tree.base(one) == "VP":
            reading.stranded.add(lone[0])
            kind = prepositions.type_of(reading, lone[0])
            verbs = [verb for verb in tree.heads[one] if verb in rest]
            prepositions.attach(reading, kind, part._replace(node=lone[0], heads=verbs))
            rest = [verb for verb in rest if verb not in verbs]
    return rest


def _fronted(reading: Reading, part: Part) -> None:
    """A noun phrase before the subject, or after clauses that share it: a missing object."""
    tree = reading.tree
    joined = tree.head_children[part.parent]
    if len(joined) > 1 and part.node > joined[-1]:
        reading.object(part.heads, part.words)
    elif joined and tree.base(joined[0]) in CLAUSES:
        return  # beside a whole clause: I – I agree
    elif len(joined) == 1 and part.node < joined[0] and not reading.time(part.words):
        fill_gap(reading, clause_of(tree, part.parent), part.words)
    else:
        reading.draft.modify(part.heads, part.words)


def _called(reading: Reading, part: Part) -> bool:
    """Whether a noun phrase is set off by a comma, as a form of address is."""
    tree = reading.tree
    siblings = tree.children[part.parent]
    at = siblings.index(part.node) if part.node in siblings else 0
    if at > 0 and tree.base(part.parent) in ("VP", "SQ"):
        return set_off(tree, part) and not part.functions and not _after_aside(tree, part)
    after = siblings[at + 1 : at + 2]
    return at == 0 and bool(after) and tree.base(after[0]) == ","


def set_off(tree: Tree, part: Part) -> bool:
    """Whether a comma, dash or colon comes right before a part."""
    siblings = tree.children[part.parent]
    at = siblings.index(part.node) if part.node in siblings else 0
    return at > 0 and tree.base(siblings[at - 1]) in (",", ":")


def _after_aside(tree: Tree, part: Part) -> bool:
    """Whether the comma before a noun phrase closes what the comma right after the verb opened.

    It symbolizes, in a way, the limits; they control, or compose, their faces. No noun phrase may stand
    between them: that would be a list.
    """
    siblings, heads = tree.children[part.parent], tree.head_children[part.parent]
    inside = {tree.base(child) for head in heads for child in tree.children[head]}
    if part.node not in siblings or inside - VERBS - {"ADVP", "RB"}:
        return False
    between = siblings[siblings.index(heads[0]) + 1 : siblings.index(part.node)]
    bases = [tree.base(one) for one in between]
    return bases[:1] == [","] == bases[-1:] and bases.count(",") == 2 and "NP" not in bases


def _when(reading: Reading, part: Part) -> bool:
    """Whether a noun of time says when or how long, and is not an object: last Tuesday, two hours."""
    tree = reading.tree
    if part.words and tree.tag[part.words[0]].startswith("RB") and not tree.null[part.node]:
        return True
    if not reading.time(part.words):
        return False
    if part.node in reading.objects(part.parent)[1:] or part.heads[0] in reading.draft.passive:
        return True
    leaves = tree.leaves(part.node)
    if not leaves or part.functions:
        return False
    counted = tree.base(leaves[0]) == "CD" and tree.lemma[part.heads[0]] not in listed("spending")
    same = any(tree.word[leaf] in ("same", "following", "previous") for leaf in leaves[:3])
    return counted or same or tree.word[leaves[0]] in _DATED


def _object(reading: Reading, part: Part) -> None:
    """Of two objects the first is the recipient, if the verb has recipients."""
    tree, draft = reading.tree, reading.draft
    verb = tree.lemma[part.heads[0]]
    found = reading.real_objects(part.parent)
    naming = verb in reading.lexicon.naming
    passive = part.heads[0] in draft.passive
    first = part.node not in found or found[0] == part.node
    if part.node in reading.recipients:
        reading.object(part.heads, part.words, "iobj")
    elif naming and (passive or not first):
        draft.add("xcomp", "_", part.heads, part.words)
    elif len(found) > 1 and not naming:
        if not reading.recipient(verb, found):
            reading.object(part.heads, part.words) if first else draft.modify(
                part.heads, part.words
            )
        else:
            reading.object(part.heads, part.words, "iobj" if first else "obj")
    else:
        kind = "obj"
        if passive and verb in listed("dative") and not _about_nobody(reading, part):
            # The authority given us: a person is the recipient, if the subject is a thing.
            kind = "iobj" if _recipient_left(reading, part) else "obj"
            promoted = "obj" if kind == "iobj" else "iobj"
            draft.promoted.update(dict.fromkeys(part.heads, promoted))
        reading.object(part.heads, part.words, kind)


def _about_nobody(reading: Reading, part: Part) -> bool:
    """Whether a participle begins an adjunct without a subject, as a preposition does: given the costs."""
    tree, verb = reading.tree, part.heads[0]
    listed_so = f"{tree.lemma[verb]}/{tree.tag[verb]}" in reading.lexicon.dangling
    clause = tree.parent[part.parent]
    alone = tree.base(clause) == "S" and tree.base(tree.parent[clause]) != "SBAR"
    return listed_so and (alone or tree.base(clause) == "PP")


def _recipient_left(reading: Reading, part: Part) -> bool:
    """Whether the object of a passive is a person, and its subject is not."""
    subjects = [word for word in reading.draft.subjects.get(part.heads[0], ()) if word >= 0]
    things = bool(subjects) and not any(reading.person(word) for word in subjects)
    return things and all(reading.person(word) for word in part.words)


def other(reading: Reading, part: Part) -> None:
    """A modifier: a possessor, or any other word or phrase that is not part of a name."""
    tree, draft = reading.tree, reading.draft
    base = tree.base(part.node)
    if base in ("PRP$", "WP$"):
        owner = reading.traces.antecedent(part.node) if base == "WP$" else []
        draft.modify(part.heads, owner or part.words, "poss")
    elif base == "NP" and _possessor(reading, part):
        draft.modify(part.heads, part.words, "poss")
    elif base.startswith(("NNP", "FW")) and _inside_name(reading, part):
        return
    else:
        kind = _fixed_preposition(reading, part) if base in ("ADVP", "JJS") else "_"
        heads = _hyphenated(reading, part)
        if not heads and base in _NEXT:
            heads = _next_word(reading, part)
        draft.modify(heads or part.heads, part.words, kind)


def _possessor(reading: Reading, part: Part) -> bool:
    """Whether a noun phrase ends with the possessive marker, or comes right before it."""
    near = [*_after(reading, part)[:1], reading.tree.children[part.node][-1]]
    return any(reading.tree.base(child) == "POS" for child in near)


def _after(reading: Reading, part: Part) -> list[int]:
    siblings = reading.tree.children[part.parent]
    return siblings[siblings.index(part.node) + 1 :] if part.node in siblings else []


def _inside_name(reading: Reading, part: Part) -> bool:
    """Whether a word is part of the head's name, or of another that goes on after it."""
    tree = reading.tree
    if not tree.leaf(part.node) or tree.base(part.parent) not in NOMINAL | {"UCP"}:
        return False
    if all(tree.tag[head].startswith("NNP") for head in part.heads):
        return True
    after = (tree.base(c) for c in _after(reading, part) if tree.base(c) != "HYPH")
    return next(after, "").startswith("NNP")


def _fixed_preposition(reading: Reading, part: Part) -> str:
    """The preposition of a fixed adverb, at in at least, as a phrase or beside a number."""
    tree, node = reading.tree, part.node
    near = tree.children[part.parent if tree.leaf(node) else node]
    pairs = ((a, b) for a, b in pairwise(near) if tree.base(a) == "IN" and tree.base(b) == "JJS")
    return next((tree.word[a] for a, b in pairs if b == node or not tree.leaf(node)), "_")


def _hyphenated(reading: Reading, part: Part) -> list[int]:
    """The word after a hyphen, to which the word before it belongs: 19 - year, large - scale."""
    tree = reading.tree
    if not tree.leaf(part.node) or tree.base(part.parent) not in _HYPHENATED:
        return []
    siblings = tree.children[part.parent]
    at = siblings.index(part.node) if part.node in siblings else len(siblings)
    after = siblings[at + 1 : at + 3]
    joined = len(after) == 2 and tree.base(after[0]) == "HYPH" and tree.leaf(after[1])
    return tree.heads[after[1]] if joined and tree.base(after[1]) not in ("IN", "TO", "CC") else []


def _next_word(reading: Reading, part: Part) -> list[int]:
    """The next word, where an adverb or number belongs to it."""
    tree = reading.tree
    inside, base = tree.base(part.parent), tree.base(part.node)
    after = _after(reading, part)
    if not after or not tree.leaf(part.node) or tree.null[after[0]]:
        return []
    fits = tree.base(after[0]) in _NEXT[base] and inside not in ("VP", "QP")
    if inside == "QP":
        fits = base == tree.base(after[0]) == "CD"
    return tree.heads[after[0]] if fits else []
