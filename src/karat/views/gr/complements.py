"""Whether a clause below a verb is its complement, its modifier, or a sentence of its own."""

from karat.views.gr.clauses import Clause
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import ADVERBIAL, CLAUSES, VERBS
from karat.views.gr.words import listed

# Function tags that say which relation a clause has.
_TAGGED = ADVERBIAL | {"TPC", "PRD", "CLR", "NOM", "SBJ"}


def quoted_imperative(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a clause with a bare verb and no subject is quoted speech."""
    tree = reading.tree
    fronted = tree.base(part.parent) in CLAUSES - {"SBAR"} and tree.base(part.node) == "S"
    tagged = "TPC" in tree.functions(part.node)
    return clause.form == "VB" and not clause.own_subject and (tagged or fronted)


def before_of(reading: Reading, part: Part) -> int:
    """The sibling right before a part, or -1."""
    siblings = reading.tree.children[part.parent]
    at = siblings.index(part.node) if part.node in siblings else 0
    return siblings[at - 1] if at else -1


def beside(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a clause without a conjunction is merely next to another, and has no relation to it.

    They left: it was late. A clause before the subject, or one after a comma, a break or a coordinator, is
    a complement only of verbs that report; one with a function tag has the relation that this says.
    """
    tree = reading.tree
    apart = tree.base(part.node) != "SBAR" and part.node in tree.children[part.parent]
    if not apart or part.functions & _TAGGED:
        return False
    if tree.base(part.parent) not in ("VP", "ADJP"):
        heads = tree.head_children[part.parent]
        if heads and tree.base(heads[0]) in CLAUSES:
            return True
        return clause.finite and not _reporting(reading, part)
    before = before_of(reading, part)
    parted = before >= 0 and tree.base(before) in (",", ":", "CC")
    return parted and (clause.finite or tree.base(before) == ":") and not _reporting(reading, part)


def _reporting(reading: Reading, part: Part) -> bool:
    return reading.tree.lemma[part.heads[0]] in reading.lexicon.reporting


def adjunct(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a clause below a verb is a modifier, not a complement."""
    tree, lexicon = reading.tree, reading.lexicon
    verb = tree.lemma[part.heads[0]]
    below = tree.base(part.parent) == "VP"
    if part.functions & ADVERBIAL or (clause.open and _purpose_inside(reading, part.node)):
        return True
    if part.functions & {"PRD", "TPC", "NOM"} or ("CLR" in part.functions and clause.mark != "as"):
        return False
    if tree.base(part.node) == "SBAR":
        if clause.wh >= 0:
            return not below or (_says_when(reading, clause) and verb not in lexicon.asking)
        if clause.mark in ("that", "whether", "", "for"):
            return clause.mark == "" and not below and clause.open
        return not below or clause.mark != "if" or verb not in lexicon.asking
    if not below:
        return clause.open
    if verb == "be" and clause.form == "TO" and clause.open:
        return _after_predicate(reading, part)
    if clause.form == "TO" and clause.subject < 0:
        objects = [c for c in reading.objects(part.parent) if not tree.null[c]]
        object_first = bool(objects) or part.heads[0] in reading.draft.passive
        taken = lexicon.takes_infinitive(verb, with_object=object_first) or verb in lexicon.believe
        return not taken
    if clause.form in ("VBG", "VBN") and clause.subject < 0:
        before = before_of(reading, part)
        taken = clause.form == "VBN" or lexicon.takes_gerund(verb) or _right_after(reading, part)
        return not taken or (before >= 0 and tree.base(before) == ",")
    return False


def _purpose_inside(reading: Reading, node: int) -> bool:
    """Whether a verb phrase of an infinitive has the function tag for purposes that its clause lacks."""
    tree = reading.tree
    while tree.base(node) in ("S", "VP") and tree.head_children[node]:
        node = tree.head_children[node][0]
        if tree.base(node) == "VP" and "PRP" in tree.functions(node):
            return True
    return False


def _after_predicate(reading: Reading, part: Part) -> bool:
    """Whether be has a predicate of its own before an infinitive, which then is a purpose.

    She is here to help; not: it is a pleasure to help, nor: the aim is simply to help.
    """
    tree = reading.tree
    if part.heads[0] in reading.draft.expletive or tree.base(before_of(reading, part)) in (
        ",",
        ":",
    ):
        return False
    siblings = tree.children[part.parent]
    before = siblings[: siblings.index(part.node)] if part.node in siblings else []
    return any(
        "PRD" in tree.functions(one) and tree.base(one) in ("ADVP", "PP", "NP") for one in before
    )


def _right_after(reading: Reading, part: Part) -> bool:
    """Whether a participle without function tags follows an active verb or its particle: end up paying."""
    tree, before = reading.tree, before_of(reading, part)
    active = part.heads[0] not in reading.draft.passive and not part.functions
    base = tree.base(before) if before >= 0 else ""
    using = tree.lemma[part.words[0]] in ("use", "follow")
    return active and not using and (base == "PRT" or base in VERBS)


def _says_when(reading: Reading, clause: Clause) -> bool:
    leaves = reading.tree.leaves(clause.wh)
    return reading.tree.word[leaves[-1]] in ("when", "where")  # also even when


def reports(reading: Reading, node: int) -> bool:
    """Whether a clause says who said or thought the sentence that it stands in, and nothing more."""
    tree = reading.tree
    verbs = [word for word in tree.heads[node] if tree.lemma[word] in reading.lexicon.reporting]
    phrases = [node, *tree.head_children[node]]
    inside = [c for one in phrases for c in tree.children[one] if not tree.null[c]]
    nouns = [c for c in inside if tree.base(c) == "NP"]
    clauses = any(tree.base(c) in ("S", "SBAR") and c not in phrases for c in inside)
    return bool(verbs) and len(nouns) == 1 and not clauses


def result(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a clause below an adjective is an adverbial: by its tag; with that, if so or enough is there.

    After so glad and the like it is a complement all the same.
    """
    tree = reading.tree
    if clause.mark != "that":
        return bool(part.functions & ADVERBIAL)
    if tree.lemma[part.heads[0]] in listed("personal"):
        return False
    leaves = (leaf for one in tree.children[part.parent] for leaf in tree.leaves(one))
    before = (leaf for leaf in leaves if leaf < tree.leaves(part.node)[0])
    return any(tree.word[leaf] in ("so", "enough") for leaf in before)
