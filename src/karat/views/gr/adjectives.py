"""Clauses in trees that depend on adjectives and adverbs."""

from karat.files.spelling import folded
from karat.views.gr.clauses import Clause
from karat.views.gr.complements import beside, result
from karat.views.gr.open_clauses import open_complement
from karat.views.gr.parts import Part, Reading
from karat.views.gr.phrases import ADVERBIAL
from karat.views.gr.words import listed

# Conjunctions of complements; _unsure decides about if.
_COMPLETING = ("", "that", "whether", "for", "if", "like")
_COMPARING = ("than", "as", "if", "because", "so_that")


def below_adjective(reading: Reading, part: Part, clause: Clause) -> None:
    """A clause that depends on an adjective or an adverb."""
    draft = reading.draft
    if clause.mark in _COMPARING and not _unsure(reading, part, clause):
        draft.add("xmod" if clause.open else "cmod", clause.mark, part.heads, clause.verbs)
    elif result(reading, part, clause) or _adverbial(part, clause):
        draft.add("cmod", clause.mark or "_", part.heads, clause.verbs)
    elif beside(reading, part, clause):
        return
    elif clause.open:
        missing = _missing_object(reading, part, clause)
        if missing:
            draft.add("xcomp", clause.kind, part.heads, clause.verbs)
            reading.object(clause.verbs[:1], missing)
        else:
            open_complement(reading, clause, part.heads)
    else:
        name = "ccomp" if clause.mark in _COMPLETING else "cmod"
        draft.add(name, clause.mark or "_", part.heads, clause.verbs)
        if clause.mark == "for" and clause.form == "TO":
            reading.object(clause.verbs[:1], _missing_object(reading, part, clause))


def _adverbial(part: Part, clause: Clause) -> bool:
    """Whether a clause that is no infinitive is tagged as an adverbial, other than with that."""
    return bool(part.functions & ADVERBIAL) and not clause.open and clause.mark != "that"


def _unsure(reading: Reading, part: Part, clause: Clause) -> bool:
    """Whether an if-clause is what an adjective is about: not sure if he came."""
    words = (reading.tree.lemma[word] for word in part.heads)
    return clause.mark == "if" and any(folded(word) in listed("unsure") for word in words)


def _missing_object(reading: Reading, part: Part, clause: Clause) -> list[int]:
    """The subject as object of an infinitive after its predicate, if no trace says whose it is.

    The tenants are easy to please (also: for me to please): by the adjective. The soup is too hot to eat:
    by too or enough, if the subject is not a person (who is too tired to walk) and the verb may have an
    object. In makes the book easy to read it is the object of makes.
    """
    draft, tree = reading.draft, reading.tree
    verb = draft.verb_of.get(part.heads[0], -1)
    if (
        (clause.subject >= 0 and clause.mark != "for")
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
    about = [*(draft.objects.get(verb) or draft.subjects.get(verb) or ())]
    if verb in draft.objects and any(tree.lemma[word] == "it" for word in about):
        return []  # makes it hard to win
    subjects = [word for word in about if word >= 0]
    if tree.lemma[part.heads[0]] in reading.lexicon.tough:
        return subjects
    siblings = tree.children[part.parent]
    measured = any(tree.leaf(c) and tree.word[c] in listed("measuring") for c in siblings)
    acted = tree.lemma[clause.verbs[0]] not in listed("intransitive")
    things = not any(reading.person(word) for word in subjects)
    return subjects if measured and acted and things else []
