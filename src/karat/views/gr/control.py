"""Understood subjects: the government decides to drop it, so the government drops it.

An infinitive or participle without a subject takes the subject or the object of the word it depends
on; the lexicon says which. A chain of them is followed from the top.
"""

from karat.views.gr.draft import PRO, Draft


def share_subjects(draft: Draft) -> None:
    """Give every verb without a subject the understood one, if the sentence says which it is."""
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
                found = _controllers(draft, verb, decider, relation)
                if found:
                    draft.subject([waiting], found)
                    todo.append(waiting)


def _controllers(draft: Draft, verb: int, decider: int, relation: str) -> list[int]:
    """The understood subjects of dependents of ``decider``, a verb or its predicate."""
    objects = draft.objects.get(verb, {}) if relation == "xcomp" and decider == verb else {}
    if objects and draft.lemma[verb] not in draft.lexicon.promise:
        # Of two objects the recipient: tell him the way to go.
        return [word for word, kind in objects.items() if kind == "iobj"] or list(objects)
    if verb in draft.expletive and decider != verb:
        return []
    if decider != verb and relation == "xcomp" and draft.lemma[decider] in draft.lexicon.tough:
        return []
    subjects = draft.subjects.get(verb, {}).items()
    return [word for word, label in subjects if label == "ncsubj" and word != PRO]
