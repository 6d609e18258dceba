"""Understood subjects: the government decides to drop it, so the government drops it.

An infinitive or participle without a subject takes the subject or the object of the word it depends
on; the lexicon says which. A chain of them is followed from the top.
"""

from karat.files.spelling import folded
from karat.views.gr.draft import PRO, Draft

_MODIFIER = "xmod"


def share_subjects(draft: Draft) -> None:
    """Give every verb without a subject the understood one, if the sentence says which it is."""
    if not draft.waiting:
        return
    predicates: dict[int, list[int]] = {}
    for predicate, verb in draft.verb_of.items():
        predicates.setdefault(verb, []).append(predicate)
    todo = [word for word in (*draft.subjects, *draft.objects) if word not in draft.verb_of]
    while todo:
        verb = todo.pop()
        for decider in (verb, *predicates.get(verb, ())):
            for waiting, relation in draft.waiting.get(decider, ()):
                if waiting in draft.subjects or waiting == verb:
                    continue
                found = _controllers(draft, verb, decider, waiting, relation)
                if found:
                    draft.subject([waiting], found)
                    todo.append(waiting)


def _controllers(draft: Draft, verb: int, decider: int, waiting: int, relation: str) -> list[int]:
    """The understood subjects of ``waiting``, which depends on a verb or on its predicate, the decider."""
    objects = draft.objects.get(verb, {}) if relation == "xcomp" and decider == verb else {}
    if objects and draft.lexicon.by_object(folded(draft.lemma[verb])):
        # Of two objects the recipient: tell him the way to go.
        return [word for word, kind in objects.items() if kind == "iobj"] or list(objects)
    if relation == "xcomp" and folded(draft.lemma[decider]) in draft.lexicon.recipient:
        return _dependents(draft, "iobj", verb)
    if verb in draft.expletive and (decider != verb or relation == _MODIFIER):
        return []
    if decider != verb and relation == "xcomp" and _tough(draft, verb):
        return []
    if relation == _MODIFIER and decider == verb:
        kind = _type(draft, verb, waiting)
        if kind in draft.lexicon.infinitive and _tough(draft, verb):
            return []
        if kind == "_" and _spelt(draft, waiting) in draft.lexicon.dangling:
            return []
        if verb in draft.passive and _by_agent(draft, waiting, kind):
            return _dependents(draft, "arg_mod", verb)
    subjects = draft.subjects.get(verb, {}).items()
    return [word for word, label in subjects if label == "ncsubj" and word != PRO]


def _dependents(draft: Draft, label: str, head: int) -> list[int]:
    return [link.dependent for link in draft.links if (link.label, link.head) == (label, head)]


def _tough(draft: Draft, verb: int) -> bool:
    """Whether the predicate of a verb says something about what is done: the inn is best to stay in."""
    predicates = (word for word, own in draft.verb_of.items() if own == verb)
    return any(folded(draft.lemma[word]) in draft.lexicon.tough for word in predicates)


def _spelt(draft: Draft, verb: int) -> str:
    """A participle as the list of dangling ones has it: give/VBN, not give/VBG."""
    return f"{folded(draft.lemma[verb])}/{draft.tag[verb]}"


def _type(draft: Draft, head: int, dependent: int) -> str:
    """The marker of an adjunct."""
    kinds = (link.type for link in draft.links if (link.head, link.dependent) == (head, dependent))
    return next(kinds, "_")


def _by_agent(draft: Draft, verb: int, kind: str) -> bool:
    """Whether the one who acts in an adjunct of a passive clause is its agent, named or not."""
    instrument = kind == "_" and folded(draft.lemma[verb]) in draft.lexicon.instrument
    return instrument or kind in draft.lexicon.by_agent
