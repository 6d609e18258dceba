"""What a relative clause below a verb is about: a noun before it, or the whole clause."""

from karat.views.gr.clauses import Clause
from karat.views.gr.parts import Part, Reading
from karat.views.gr.words import listed

_PLURAL = ("NNS", "NNPS")


def about_noun(reading: Reading, part: Part, clause: Clause) -> list[int]:
    """The noun that a clause after a comma is about, if it cannot be the whole clause before it.

    Most are about the clause (…, which means that: 25 of 28 in GUM and English Web Treebank). About the
    object before an adjunct are those with who, with a plural verb if the object is plural (raised
    tensions further, which spill over), and definitions (had a strike last week, which is a protest).
    """
    tree = reading.tree
    objects = [c for c in reading.objects(part.parent) if tree.heads[c] and c < part.node]
    nouns = tree.heads[objects[-1]] if objects else []
    if not nouns or tree.base(part.parent) != "VP" or clause.own_subject:
        return []
    if tree.first_word(part.node) == "who":
        return nouns
    if _only_added(reading, objects[-1], part):
        return nouns
    plural = len(nouns) > 1 or tree.tag[nouns[0]] in _PLURAL
    if _plural_verb(reading, clause):
        return nouns if plural else []
    predicates = [
        child
        for phrase in tree.head_children[clause.phrase]
        for child in tree.children[phrase]
        if tree.base(child) == "NP" and tree.lemma[clause.verbs[0]] == "be"
    ]
    defined = any(_indefinite(reading, child) for child in predicates)
    return nouns if defined and not plural and _indefinite(reading, objects[-1]) else []


def _only_added(reading: Reading, noun: int, part: Part) -> bool:
    """Whether only commas and words like too stand between a noun phrase and a clause."""
    tree = reading.tree
    siblings = tree.children[part.parent]
    if part.node not in siblings:
        return False
    between = siblings[siblings.index(noun) + 1 : siblings.index(part.node)]
    words = [tree.word[leaf] for one in between for leaf in tree.leaves(one) if one != noun]
    return "_".join(word for word in words if word != ",") in listed("adding")


def _plural_verb(reading: Reading, clause: Clause) -> bool:
    """Whether the first verb has a plural form."""
    tree = reading.tree
    verbs = (leaf for leaf in tree.leaves(clause.phrase) if tree.base(leaf) == clause.form)
    first = next(verbs, -1)
    return first >= 0 and (clause.form == "VBP" or tree.word[first] == "were")


def _indefinite(reading: Reading, node: int) -> bool:
    """Whether a noun phrase begins with the indefinite article."""
    return reading.tree.first_word(node) in ("a", "an")


def extraposed_relative(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a clause below a verb is about a noun before it, and asks nothing: A man came who ….

    It begins with a preposition and which or whom, or with which or that alone; with who only if the
    verb has no object to ask for; with whose only if the verb asks nothing.
    """
    tree = reading.tree
    if clause.wh < 0 or tree.base(part.parent) != "VP":
        return False
    leaves = tree.leaves(clause.wh)
    if tree.base(clause.wh) in ("WHPP", "PP"):
        return any(tree.base(leaf) == "WDT" or tree.word[leaf] == "whom" for leaf in leaves[1:])
    if leaves and tree.word[leaves[0]] == "whose":
        return not _asks(reading, part)
    if len(leaves) != 1 or tree.null[part.node]:
        return False
    intransitive = tree.lemma[part.heads[0]] in listed("intransitive") - {"be", "become"}
    relating = tree.base(leaves[0]) == "WDT" and tree.word[leaves[0]] == "that"
    return relating or (intransitive and tree.word[leaves[0]] in ("who", "which"))


def _asks(reading: Reading, part: Part) -> bool:
    """Whether the verb is one of those that ask or know something."""
    verb, lexicon = reading.tree.lemma[part.heads[0]], reading.lexicon
    return any(verb in some for some in (lexicon.asking, lexicon.reporting, listed("knowing")))


def noun_before(reading: Reading, part: Part) -> list[int]:
    """The object before a clause, otherwise the subject of its verb, otherwise the verb."""
    tree = reading.tree
    objects = [c for c in reading.objects(part.parent) if tree.heads[c] and c < part.node]
    if objects:
        return tree.heads[objects[0]]
    subjects = [word for word in reading.draft.subjects.get(part.heads[0], ()) if word >= 0]
    return subjects or part.heads


def cleft(reading: Reading, part: Part, clause: Clause) -> list[int]:
    """What a cleft clause is about: It was Pedro who …; so tagged, or told by it, be and who."""
    tree = reading.tree
    above = part.parent
    if tree.base(part.node) != "SBAR" or tree.base(above) not in ("VP", "S"):
        return []
    if tree.base(above) == "S":
        # After the whole verb phrase.
        told = tree.head_children[above] if "CLF" in tree.functions(above) else []
        predicates = [c for one in told for c in tree.children[one] if "PRD" in tree.functions(c)]
        return tree.heads[predicates[0]] if predicates and part.node > predicates[0] else []
    if "CLF" in tree.functions(tree.parent[above]):
        return reading.traces.predicate(part.node)
    if tree.lemma[part.heads[0]] != "be" or part.heads[0] not in reading.draft.expletive:
        return []
    siblings = [c for c in tree.children[part.parent] if c < part.node]
    before = [c for c in siblings if tree.base(c) in ("NP", "PP")]
    pronoun = clause.wh >= 0 and tree.base(clause.wh) in ("WHNP", "NP")
    prepositional = bool(before) and tree.base(before[0]) == "PP" and clause.mark == "that"
    return tree.heads[before[0]] if before and (pronoun or prepositional) else []
