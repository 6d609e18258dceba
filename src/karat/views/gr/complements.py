"""Whether a clause below a verb is its complement, its modifier, or a sentence of its own."""

from karat.views.gr.clauses import Clause
from karat.views.gr.open_clauses import for_a_purpose
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import ADVERBIAL, CLAUSES, VERBS
from karat.views.gr.quotations import ordered
from karat.views.gr.words import listed

# Function tags that say which relation a clause has.
_COMPLETE = ("NP", "ADJP", "ADVP", "PP", "S", ",")
_TAGGED = ADVERBIAL | {"TPC", "PRD", "CLR", "NOM", "SBJ"}


def quoted_imperative(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a clause with a bare verb and no subject is quoted speech."""
    tree = reading.tree
    if clause.form != "VB" or clause.own_subject:
        return False
    fronted = tree.base(part.parent) in CLAUSES - {"SBAR"} and tree.base(part.node) == "S"
    tagged = "TPC" in part.functions | tree.functions(part.node)
    said = tree.lemma[part.heads[0]] in listed("calling")
    forbidden = tree.first_word(part.node) in listed("ordering")
    below = tree.base(part.parent) == "VP" and tree.base(part.node) == "S"
    return tagged or fronted or (below and (said or forbidden or ordered(reading, part)))


def siblings_before(reading: Reading, part: Part) -> list[int]:
    """The siblings before a part, or before the coordination that it is in."""
    siblings, node = reading.tree.children[part.parent], part.node
    while reading.tree.parent[node] > part.parent:
        node = reading.tree.parent[node]
    return siblings[: max(reading.tree.among(node, part.parent), 0)]


def before_of(reading: Reading, part: Part) -> int:
    """The sibling right before a part, or before the coordination that it is in; otherwise -1."""
    tree, node = reading.tree, part.node
    while tree.parent[node] > part.parent:
        node = tree.parent[node]
    at = tree.among(node, part.parent)
    return tree.children[part.parent][at - 1] if at > 0 else -1


def beside(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a clause without a conjunction is merely next to another, and has no relation to it.

    They left: it was late. A clause before the subject, or one after a comma, a break or a coordinator, is
    a complement only of verbs that report; one with a function tag has the relation that this says.
    """
    tree = reading.tree
    if tree.parent[part.node] != part.parent or part.functions & _TAGGED:
        return False
    above = tree.base(part.parent)
    if tree.base(part.node) == "SBAR":
        first = tree.head_children[part.parent][:1]
        if clause.wh >= 0 and above == "SBARQ" and [tree.base(one) for one in first] == ["SBAR"]:
            return True  # Who buys it, who sells it?
        if clause.mark or clause.wh >= 0 or above != "VP" or not clause.finite:
            return False
    elif above not in ("VP", "ADJP"):
        heads = tree.head_children[part.parent]
        if heads and tree.base(heads[0]) in CLAUSES:
            return True
        return clause.finite and tree.lemma[part.heads[0]] not in reading.lexicon.reporting
    # Adverbs and parentheses between the clauses tell nothing: and then it was late.
    before = (tree.base(one) for one in reversed(siblings_before(reading, part)))
    parting = next((base for base in before if base not in ("ADVP", "RB", "INTJ", "PRN")), "")
    if parting == "VP" and clause.finite and not _reporting(reading, part):
        return True  # after a whole verb phrase: They went home, it was late
    if parting in ("CC", "."):
        return clause.finite  # felt odd, and it was cold
    parted = parting in (",", ":") and (clause.finite or parting == ":")
    predicate = parting == "," and _lacks_predicate(reading, part)
    return parted and not _reporting(reading, part) and not predicate


def _reporting(reading: Reading, part: Part) -> bool:
    """Whether a verb has clauses as complements, also after a comma: I mean, it was late."""
    verb = reading.tree.lemma[part.heads[0]]
    return verb == "mean" or verb in reading.lexicon.reporting or verb in listed("knowing")


def _lacks_predicate(reading: Reading, part: Part) -> bool:
    """Whether a clause is the only possible predicate of be: The thing is, he was right.

    After a pronoun the sentence more often begins anew: It is, it was late.
    """
    tree = reading.tree
    if any(tree.tag[word] == "PRP" for word in reading.draft.subjects.get(part.heads[0], ())):
        return False
    before = siblings_before(reading, part)
    phrases = ("NP", "ADJP", "PP", "ADVP", "S", "SBAR", "VP")
    predicate = any(tree.base(c) in phrases and not tree.functions(c) & ADVERBIAL for c in before)
    return tree.lemma[part.heads[0]] == "be" and not predicate


def adjunct(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a clause below a verb is a modifier, not a complement."""
    tree, lexicon = reading.tree, reading.lexicon
    verb = tree.lemma[part.heads[0]]
    below = tree.base(part.parent) == "VP"
    if below and (_selected(reading, part, clause) or _only_predicate(reading, part)):
        return False
    if _inverted(reading, part.node, clause) or absolute(reading, part, clause):
        return True
    if part.functions & ADVERBIAL or (clause.open and _purpose_inside(reading, part.node)):
        return True
    if part.functions & {"PRD", "TPC", "NOM"} or ("CLR" in part.functions and clause.mark != "as"):
        return False
    if tree.base(part.node) == "SBAR":
        if clause.wh >= 0:
            return not below or _says_when(reading, part, clause)
        if clause.mark == "whether" and part.heads[0] not in reading.draft.expletive:
            before = before_of(reading, part)
            return before >= 0 and tree.base(before) == ","  # all of them, whether old or new
        if clause.mark in ("that", "whether", "", "for"):
            return clause.mark == "" and not below and clause.open
        return not below or clause.mark != "if" or verb not in lexicon.asking
    if not below:
        return clause.open
    if verb == "be" and clause.form == "TO" and clause.open:
        return _after_predicate(reading, part)
    if clause.form == "TO" and clause.subject < 0:
        return for_a_purpose(reading, part)
    if clause.form in ("VBG", "VBN") and clause.subject < 0:
        if verb == "have" and _enjoyed(reading, part):
            return True
        before = before_of(reading, part)
        taken = clause.form == "VBN" or lexicon.takes_gerund(verb) or _right_after(reading, part)
        taken |= tree.tag[part.heads[0]] == "VBN" and verb == "do"  # done washing
        return not taken or (before >= 0 and tree.base(before) == ",")
    return False


def _selected(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a verb selects a clause by its conjunction, whatever its function tag is.

    Verbs like seem select like and as if; those that select for have for … to (waited for it to stop).
    """
    lexicon, verb = reading.lexicon, reading.tree.lemma[part.heads[0]]
    if clause.mark in lexicon.resembling:
        before = before_of(reading, part)
        parted = before >= 0 and reading.tree.base(before) == ","
        return verb in lexicon.seeming and clause.finite and not parted
    return clause.mark == "for" and clause.form == "TO" and lexicon.selects(verb, "for")


def _only_predicate(reading: Reading, part: Part) -> bool:
    """Whether a clause stands right after be, and so is its predicate: That is when it broke."""
    tree = reading.tree
    if tree.base(part.node) != "SBAR" or tree.lemma[part.heads[0]] != "be":
        return False
    before = before_of(reading, part)
    after = before >= 0 and (tree.base(before) in VERBS or tree.base(before) in ("RB", "ADVP"))
    tagged = part.functions & {"PRP", "TMP", "PRN"}
    return after and not tagged and not _predicated(reading, part)


def _predicated(reading: Reading, part: Part) -> bool:
    """Whether be has a predicate before a part, or one that was moved from it."""
    tree = reading.tree
    before = siblings_before(reading, part)
    told = any("PRD" in tree.functions(c) or tree.base(c) in ("NP", "ADJP", "PP") for c in before)
    return told or part.heads[0] in reading.fronted


def _inverted(reading: Reading, node: int, clause: Clause) -> bool:
    """Whether an inverted clause is a condition: Had he known, … ; should you wish to …"""
    tree = reading.tree
    inverted = tree.base(clause.phrase) in ("SINV", "SQ") and not clause.mark and clause.wh < 0
    return inverted and tree.first_word(node) in listed("inverting")


def absolute(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a clause without a tense is set off by a comma: They left, their heads high."""
    tree = reading.tree
    before = before_of(reading, part)
    own = tree.base(part.node) == "S" and clause.own_subject and not clause.finite
    own &= clause.form != "TO"
    return own and before >= 0 and tree.base(before) == "," and not part.functions


def _enjoyed(reading: Reading, part: Part) -> bool:
    """Whether the object of have says how it was to do something: had trouble finding it."""
    tree = reading.tree
    words = (word for child in reading.objects(part.parent) for word in tree.heads[child])
    return any(tree.lemma[word] in listed("enjoyed") for word in words)


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
    before = siblings_before(reading, part)
    return any(
        "PRD" in tree.functions(one) and tree.base(one) in ("ADVP", "PP", "NP") for one in before
    )


def _right_after(reading: Reading, part: Part) -> bool:
    """Whether a participle without function tags follows an active verb or its particle: end up paying."""
    tree, before = reading.tree, before_of(reading, part)
    active = part.heads[0] not in reading.draft.passive and not part.functions
    base = tree.base(before) if before >= 0 else ""
    using = tree.lemma[part.words[0]] in listed("adverbial")
    return active and not using and (base == "PRT" or base in VERBS)


def _says_when(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a clause with when or where says so about the verb, and is not what is asked or known.

    Right after be it is the predicate. A clause with when is asked for by fewer verbs: of those after
    see, notice or remember most say when it was (English Web Treebank and GUM).
    """
    tree, lexicon = reading.tree, reading.lexicon
    word = tree.word[tree.leaves(clause.wh)[-1]]  # also even when
    verb = tree.lemma[part.heads[0]]
    if word in listed("anytime"):
        return True
    if word not in ("when", "where") or _asked_beside(reading, part):
        return False
    where = word == "where"
    asking = lexicon.asking | listed("knowing") if where else lexicon.asking - listed("noticing")
    return verb not in asking


def _asked_beside(reading: Reading, part: Part) -> bool:
    """Whether a clause is joined with one that says neither when nor where: what to do and where it is."""
    tree, above = reading.tree, reading.tree.parent[part.node]
    joined = tree.head_children[above] if above != part.parent else []
    return any(tree.first_word(one) in listed("asking_what") for one in joined)


def reports(reading: Reading, node: int) -> bool:
    """Whether a clause says who said or thought the sentence that it stands in, and nothing more."""
    tree = reading.tree
    telling = reading.lexicon.reporting | reading.lexicon.seeming
    verbs = [word for word in tree.heads[node] if tree.lemma[word] in telling]
    phrases = [node, *tree.head_children[node]]
    inside = [c for one in phrases for c in tree.children[one] if not tree.null[c]]
    nouns = [c for c in inside if tree.base(c) == "NP"]
    clauses = any(tree.base(c) in ("S", "SBAR", "ADJP") and c not in phrases for c in inside)
    return bool(verbs) and len(nouns) == 1 and not clauses


def reported(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a clause at the end says who thinks the one before it: that is normal, it seems.

    Without a conjunction, below a verb that reports nothing itself.
    """
    tree = reading.tree
    if clause.mark or clause.wh >= 0 or not clause.finite or part.functions & _TAGGED:
        return False
    before = before_of(reading, part)
    complete = before >= 0 and not tree.null[before] and tree.base(before) in _COMPLETE
    if tree.base(part.parent) != "VP" or not complete or _lacks_predicate(reading, part):
        return False
    asking = tree.lemma[part.heads[0]] in reading.lexicon.asking
    return not asking and not _reporting(reading, part) and reports(reading, clause.phrase)


def result(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a clause says what follows from so, such or enough before it: It was so cold that it froze."""
    tree = reading.tree
    if clause.mark not in ("that", "") or clause.wh >= 0 or not clause.finite:
        return False
    before = siblings_before(reading, part)
    if tree.base(part.parent) in ("ADJP", "ADVP"):
        if any(tree.lemma[word] in listed("emotive") for word in part.heads):
            return False  # so glad that he came
        leaves = (leaf for one in before for leaf in tree.leaves(one))
        return any(tree.word[leaf] in listed("sufficing") for leaf in leaves)
    first = tree.found.get(("such", part.parent), -1)
    if first < 0:
        such = (
            at for at, one in enumerate(tree.children[part.parent])
            if tree.base(one) in ("ADJP", "ADVP", "NP") and tree.first_word(one) in listed("such")
        )  # fmt: skip
        first = tree.found["such", part.parent] = next(such, len(tree.children[part.parent]))
    return first < len(before)
