"""Clauses in trees that depend on verbs, nouns and adjectives: complements and modifiers."""

from itertools import takewhile

from karat.views.gr.clauses import Clause, clause_of
from karat.views.gr.draft import PRO
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import ADVERBIAL, CLAUSES, VERBS
from karat.views.gr.relatives import free_relative, infinitival, relative
from karat.views.gr.words import listed

_COMPARING = ("than", "as", "if", "because", "so_that")
_BREAKS = (":", ";", "—", "--", "-")


def embedded(reading: Reading, part: Part) -> None:
    clause = clause_of(reading.tree, part.node)
    if reading.verbal(part):
        _below_verb(reading, part, clause)
    elif reading.tree.base(part.parent) in ("ADJP", "ADVP"):
        _below_adjective(reading, part, clause)
    else:
        _below_noun(reading, part, clause)


def subject(reading: Reading, part: Part) -> None:
    """A clause as subject: csubj if it has a subject or tense of its own, otherwise xsubj."""
    tree = reading.tree
    clause = clause_of(tree, part.node)
    asked = [tree.word[leaf] for leaf in tree.leaves(clause.wh)] if clause.wh >= 0 else []
    if asked[:1] == ["what"] or _free(reading, part.node, clause, tree.functions(part.node)):
        reading.draft.subject(part.heads, free_relative(reading, part.node))
        return
    reading.draft.subject(part.heads, part.words, "xsubj" if clause.open else "csubj")


def participial(reading: Reading, part: Part) -> None:
    """A verb phrase without a clause around it: a reduced relative, or an open complement."""
    draft = reading.draft
    clause = clause_of(reading.tree, part.node)
    kind = clause.kind
    if reading.verbal(part):
        if clause.form in ("VBG", "VBN") and _adjunct(reading, part, clause):
            _adverbial(reading, part, clause)
        else:
            draft.add("xcomp", kind, part.heads, part.words)
            draft.await_subject(part.words, part.heads, "xcomp")
        return
    draft.add("xmod", kind, part.heads, part.words)
    if kind != "to":
        draft.subject([word for word in part.words if draft.verb(word)], part.heads)


def _below_verb(reading: Reading, part: Part, clause: Clause) -> None:
    tree, draft = reading.tree, reading.draft
    base = tree.base(part.node)
    target = _extraposed(reading, part) or part.heads
    cleft = _cleft(reading, part, clause)
    if base == "SBAR" and _free(reading, part.node, clause, part.functions):
        draft.object(part.heads, free_relative(reading, part.node))
    elif cleft:
        reading.traces.antecedents[part.node] = cleft
        relative(reading, clause, cleft)
    elif _quoted_imperative(reading, part, clause):
        draft.add("ccomp", "_", target, clause.verbs)
        draft.subject(clause.verbs, [PRO])
    elif base == "SBAR" and clause.wh >= 0 and reading.traces.about_clause(part.node):
        relative(reading, clause, part.heads)
    elif base == "SBAR" and tree.base(part.parent) == "VP" and _pied_piped(reading, clause):
        objects = [c for c in reading.objects(part.parent) if tree.heads[c]]
        nouns = tree.heads[objects[0]] if objects else part.heads
        reading.traces.antecedents[part.node] = nouns
        relative(reading, clause, nouns)
    elif _beside(reading, part):
        draft.add("cmod", "_", part.heads, clause.verbs)
    elif _adjunct(reading, part, clause):
        _adverbial(reading, part, clause)
    elif base == "S" and clause.own_subject and not clause.finite:
        # The jury found the witness honest; they expect him to win.
        draft.object(part.heads, tree.heads[clause.subject])
        draft.add("xcomp", "to" if clause.form == "TO" else "_", part.heads, clause.verbs)
    elif clause.open and clause.wh < 0:
        _open_complement(reading, clause, target)
    else:
        draft.add("ccomp", clause.mark or "_", target, clause.verbs)


def _free(reading: Reading, node: int, clause: Clause, functions: frozenset[str]) -> bool:
    """Whether a clause is a free relative: it is tagged so, or begins with a word like whoever."""
    tree = reading.tree
    first = tree.leaves(clause.wh)[:1] if clause.wh >= 0 else []
    free = any(tree.word[one] in ("whoever", "whatever", "whichever") for one in first)
    return tree.base(node) == "SBAR" and ("NOM" in functions or free)


def _pied_piped(reading: Reading, clause: Clause) -> bool:
    """Whether a clause begins with a preposition and which or whom, as only relatives do."""
    tree = reading.tree
    if clause.wh < 0 or tree.base(clause.wh) not in ("WHPP", "PP"):
        return False
    return any(
        tree.base(leaf) == "WDT" or tree.word[leaf] == "whom" for leaf in tree.leaves(clause.wh)[1:]
    )


def _quoted_imperative(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a clause with a bare verb and no subject is quoted speech."""
    tree = reading.tree
    fronted = tree.base(part.parent) in CLAUSES - {"SBAR"} and tree.base(part.node) == "S"
    tagged = "TPC" in tree.functions(part.node)
    return clause.form == "VB" and not clause.own_subject and (tagged or fronted)


def _cleft(reading: Reading, part: Part, clause: Clause) -> list[int]:
    """What a cleft clause is about: It was Pedro who …; so tagged, or told by it, be and who."""
    tree = reading.tree
    if tree.base(part.node) != "SBAR" or tree.base(part.parent) != "VP":
        return []
    if "CLF" in tree.functions(tree.parent[part.parent]):
        return reading.traces.predicate(part.node)
    if tree.lemma[part.heads[0]] != "be" or part.heads[0] not in reading.draft.expletive:
        return []
    siblings = [c for c in tree.children[part.parent] if c < part.node]
    before = [c for c in siblings if tree.base(c) in ("NP", "PP")]
    pronoun = clause.wh >= 0 and tree.base(clause.wh) in ("WHNP", "NP")
    prepositional = bool(before) and tree.base(before[0]) == "PP" and clause.mark == "that"
    return tree.heads[before[0]] if before and (pronoun or prepositional) else []


def _open_complement(reading: Reading, clause: Clause, heads: list[int]) -> None:
    reading.draft.add("xcomp", clause.kind, heads, clause.verbs)
    if clause.unknown_subject or _anyone(reading, clause):
        draft, word = reading.draft, reading.tree.lemma[heads[0]]
        if word in listed("personal") and heads[0] in draft.verb_of:
            draft.expletive.discard(draft.verb_of[heads[0]])
        draft.await_subject(clause.verbs, heads, "xmod" if word in listed("keeping") else "xcomp")


def _anyone(reading: Reading, clause: Clause) -> bool:
    """Whether the subject of an infinitive is a bare *, so that the lexicon decides."""
    bare = clause.subject >= 0 and reading.tree.null[clause.subject] == "*"
    return bare and clause.form == "TO" and clause.wh < 0


def _extraposed(reading: Reading, part: Part) -> list[int]:
    """The predicate of which an extraposed clause (with it or there in its place) is the complement."""
    tree = reading.tree
    if part.heads[0] in reading.draft.expletive:
        for sibling in takewhile(lambda one: one != part.node, tree.children[part.parent]):
            if tree.base(sibling) == "ADJP" or "PRD" in tree.functions(sibling):
                return tree.heads[sibling]
    return []


def _before(reading: Reading, part: Part) -> int:
    """The sibling right before a part, or -1."""
    siblings = reading.tree.children[part.parent]
    at = siblings.index(part.node) if part.node in siblings else 0
    return siblings[at - 1] if at else -1


def _beside(reading: Reading, part: Part) -> bool:
    """Whether a clause is merely next to another: They left: it was late."""
    tree = reading.tree
    apart = tree.base(part.node) != "SBAR" and part.node in tree.children[part.parent]
    if not apart or part.functions & {"TPC", "ADV", "PRP"}:
        return False
    if tree.base(part.parent) != "VP":
        heads = tree.head_children[part.parent]
        return bool(heads) and tree.base(heads[0]) in CLAUSES
    before = _before(reading, part)
    return before >= 0 and tree.leaf(before) and tree.form[before] in _BREAKS


def _adjunct(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether a clause below a verb is a modifier, not a complement."""
    tree, lexicon = reading.tree, reading.lexicon
    verb = tree.lemma[part.heads[0]]
    below = tree.base(part.parent) == "VP"
    if part.functions & ADVERBIAL:
        return True
    if part.functions & {"PRD", "TPC", "NOM", "CLR"}:
        return False
    if tree.base(part.node) == "SBAR":
        if clause.wh >= 0:
            return not below or (_says_when(reading, clause) and verb not in lexicon.asking)
        if clause.mark in ("that", "whether", "", "for"):
            return clause.mark == "" and not below and clause.open
        return not below or clause.mark != "if" or verb not in lexicon.asking
    if not below:
        return clause.open
    if clause.form == "TO" and clause.subject < 0:
        objects = [c for c in reading.objects(part.parent) if not tree.null[c]]
        object_first = bool(objects) or part.heads[0] in reading.draft.passive
        taken = lexicon.takes_infinitive(verb, with_object=object_first) or verb in lexicon.believe
        return verb != "be" and not taken
    if clause.form in ("VBG", "VBN") and clause.subject < 0:
        before = _before(reading, part)
        taken = clause.form == "VBN" or lexicon.takes_gerund(verb) or _right_after(reading, part)
        return not taken or (before >= 0 and tree.base(before) == ",")
    return False


def _right_after(reading: Reading, part: Part) -> bool:
    """Whether a participle without function tags follows an active verb or its particle: end up paying."""
    tree, before = reading.tree, _before(reading, part)
    active = part.heads[0] not in reading.draft.passive and not part.functions
    base = tree.base(before) if before >= 0 else ""
    using = tree.lemma[part.words[0]] in ("use", "follow")
    return active and not using and (base == "PRT" or base in VERBS)


def _says_when(reading: Reading, clause: Clause) -> bool:
    leaves = reading.tree.leaves(clause.wh)
    return [reading.tree.word[leaf] for leaf in leaves] in (["when"], ["where"])


def _adverbial(reading: Reading, part: Part, clause: Clause) -> None:
    tree, draft = reading.tree, reading.draft
    mark = clause.mark
    reading.traces.adverbial.add(part.node)
    if clause.wh >= 0 and not mark:
        mark = "_".join(tree.word[leaf] for leaf in tree.leaves(clause.wh)[-1:])
    if not clause.open:
        draft.add("cmod", mark or "_", part.heads, clause.verbs)
        return
    draft.add("xmod", "to" if clause.form == "TO" else mark or "_", part.heads, clause.verbs)
    if clause.unknown_subject:
        draft.await_subject(clause.verbs, part.heads, "xmod")


def _below_adjective(reading: Reading, part: Part, clause: Clause) -> None:
    draft = reading.draft
    if clause.mark in _COMPARING:
        draft.add("cmod", clause.mark, part.heads, clause.verbs)
    elif clause.open:
        missing = _missing_object(reading, part, clause)
        if missing:
            draft.add("xcomp", clause.kind, part.heads, clause.verbs)
            draft.object(clause.verbs[:1], missing)
        else:
            _open_complement(reading, clause, part.heads)
    else:
        draft.add("ccomp", clause.mark or "_", part.heads, clause.verbs)


def _missing_object(reading: Reading, part: Part, clause: Clause) -> list[int]:
    """The subject as object of an infinitive after its predicate, if no trace says whose it is.

    The tenants are easy to please: by the adjective. The soup is too hot to eat: by too or enough, if
    the subject is not a person (who is too tired to walk) and the verb may have an object.
    """
    draft, tree = reading.draft, reading.tree
    verb = draft.verb_of.get(part.heads[0], -1)
    if (
        clause.subject >= 0
        or verb < 0
        or verb in draft.expletive
        or clause.verbs[0] in draft.passive
    ):
        return []
    phrase = clause.phrase
    while tree.head_children[phrase] and not tree.leaf(tree.head_children[phrase][0]):
        phrase = tree.head_children[phrase][0]
    if reading.objects(phrase):
        return []
    subjects = [word for word in draft.subjects.get(verb, ()) if word >= 0]
    if tree.lemma[part.heads[0]] in reading.lexicon.tough:
        return subjects
    siblings = tree.children[part.parent]
    measured = any(tree.leaf(c) and tree.word[c] in ("too", "enough") for c in siblings)
    acted = tree.lemma[clause.verbs[0]] not in listed("intransitive")
    things = not any(reading.person(word) for word in subjects)
    return subjects if measured and acted and things else []


def _below_noun(reading: Reading, part: Part, clause: Clause) -> None:
    draft, base = reading.draft, reading.tree.base(part.node)
    if clause.mark in ("than", "as"):
        draft.add("cmod", clause.mark, _comparative(reading, part) or part.heads, clause.verbs)
    elif clause.open and clause.form == "TO":
        infinitival(reading, part, clause)
    elif clause.wh >= 0 or (base == "SBAR" and not clause.mark and clause.finite):
        relative(reading, clause, part.heads)
    elif clause.open:
        draft.add("xmod", clause.kind, part.heads, clause.verbs)
        if clause.form in ("VBG", "VBN"):
            draft.subject(clause.verbs, part.heads)
    elif base == "SBAR" and clause.mark in ("that", "whether"):
        draft.add("ccomp", clause.mark, part.heads, clause.verbs)
    else:
        draft.add("cmod", clause.mark or "_", part.heads, clause.verbs)


def _comparative(reading: Reading, part: Part) -> list[int]:
    """The comparative that a clause with than belongs to: more books than she has."""
    tree = reading.tree
    siblings = tree.children[part.parent]
    before = siblings[: siblings.index(part.node)] if part.node in siblings else []
    leaves = [leaf for sibling in before for leaf in tree.leaves(sibling)]
    return [tree.place[leaf] for leaf in leaves if tree.base(leaf) in ("JJR", "RBR")][:1]
