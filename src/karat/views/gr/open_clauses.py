"""Infinitives and participles as complements, and whether their subject is understood."""

from karat.views.gr.clauses import Clause
from karat.views.gr.parts import Part, Reading
from karat.views.gr.words import listed


def open_complement(reading: Reading, clause: Clause, heads: list[int]) -> None:
    """An infinitive or participle as complement, whose subject is understood."""
    reading.draft.add("xcomp", clause.kind, heads, clause.verbs)
    if _is_said_of_itself(reading, clause, heads):
        return
    if clause.form == "VBG" and reading.tree.lemma[heads[0]] in listed("impersonal"):
        return
    if _means(reading, heads[0]):
        return
    if clause.unknown_subject or _anyone(reading, clause):
        draft, word = reading.draft, reading.tree.lemma[heads[0]]
        if word in listed("personal") and heads[0] in draft.verb_of:
            draft.expletive.discard(draft.verb_of[heads[0]])
        draft.await_subject(clause.verbs, heads, "xmod" if word in listed("keeping") else "xcomp")


def _is_said_of_itself(reading: Reading, clause: Clause, heads: list[int]) -> bool:
    """Whether a clause after be says what its subject is, and not what it does: The aim is to help.

    He is to leave, and: It is to be sold; but not: What he wants is to leave. So the subject of be is
    understood only if it is a person, or if the infinitive is passive.
    """
    tree, draft = reading.tree, reading.draft
    if tree.lemma[heads[0]] != "be" or not (clause.unknown_subject or _anyone(reading, clause)):
        return False
    subjects = [word for word in draft.subjects.get(heads[0], ()) if word >= 0]
    does = clause.form == "TO" and clause.verbs[0] in draft.passive
    people = all(reading.person(word) or tree.lemma[word] == "they" for word in subjects)
    return bool(subjects) and not does and not people


def _means(reading: Reading, verb: int) -> bool:
    """Whether a thing means something, and so nobody is meant to do it: what it means to be alone."""
    subjects = [word for word in reading.draft.subjects.get(verb, ()) if word >= 0]
    active = reading.tree.lemma[verb] == "mean" and verb not in reading.draft.passive
    return active and bool(subjects) and not any(reading.person(word) for word in subjects)


def _anyone(reading: Reading, clause: Clause) -> bool:
    """Whether the subject of an infinitive is a bare *, so that the lexicon decides."""
    bare = clause.subject >= 0 and reading.tree.null[clause.subject] == "*"
    return bare and clause.form == "TO" and clause.wh < 0


def for_a_purpose(reading: Reading, part: Part) -> bool:
    """Whether an infinitive below a verb is no complement of it: by the verb, and by its object.

    Hold a vote to end it, but: believe it to be; take action to end it, but: take care to, take her to.
    """
    tree, lexicon = reading.tree, reading.lexicon
    verb = tree.lemma[part.heads[0]]
    objects = [c for c in reading.objects(part.parent) if not tree.null[c]]
    if verb == "take" and objects and part.heads[0] not in reading.draft.expletive:
        words = tree.heads[objects[0]]
        return not any(tree.lemma[w] in listed("careful") or reading.person(w) for w in words)
    if objects and verb in lexicon.believe - lexicon.object:
        return True
    object_first = bool(objects) or part.heads[0] in reading.draft.passive
    taken = lexicon.takes_infinitive(verb, with_object=object_first) or verb in lexicon.believe
    return not taken
