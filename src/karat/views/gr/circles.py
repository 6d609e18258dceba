"""Relations do not go round in circles, whatever the tree or the graph says."""

from collections import Counter
from collections.abc import Sequence

from karat.views.gr.draft import Draft, Link


def open_circles(draft: Draft) -> None:
    """Remove a complement that would make a clause a complement of itself.

    Only a trace inside the phrase that it stands for can do this, or a tree with parts in wrong places.
    """
    below: dict[int, list[int]] = {}
    for link in _going_round([link for link in draft.links if link[0] in ("xcomp", "ccomp")]):
        todo, seen = [link.dependent], {link.dependent}
        while todo:
            further = set(below.get(todo.pop(), ())) - seen
            seen |= further
            todo += further
        if link.head in seen:
            del draft.links[link]
        else:
            below.setdefault(link.head, []).append(link.dependent)


def _going_round(links: Sequence[Link]) -> Sequence[Link]:
    """The links that can be part of a circle: from the others one comes to an end, forwards or backwards."""
    for turned in (False, True):
        before: dict[int, list[int]] = {}
        after: Counter[int] = Counter()
        for link in links:
            first, second = (link.dependent, link.head) if turned else (link.head, link.dependent)
            before.setdefault(second, []).append(first)
            after[first] += 1
        todo = [word for word in before if not after[word]]
        ended = set(todo)
        while todo:
            for word in before.get(todo.pop(), ()):
                after[word] -= 1
                if not after[word]:
                    ended.add(word)
                    todo.append(word)
        links = [link for link in links if (link.head if turned else link.dependent) not in ended]
    return links


def open_pairs(draft: Draft) -> None:
    """Remove a relation between two words that are related the other way round.

    Graphs of formulas and of broken sentences have such pairs. A word that is the subject or the object
    of another is neither modified by it, unless by a clause, nor has it as a complement; and of two
    clauses that modify each other, the one that a word introduces is the modifier.
    """
    introduced = {
        (head, word)
        for label, kind, head, word, _ in draft.links
        if label == "cmod" and kind != "_"
    }
    subjects, objects = draft.subjects, draft.objects
    for link in list(draft.links):
        label, kind, head, word, _ = link
        if label in ("ncmod", "xcomp", "ccomp"):
            turned = (word in subjects and head in subjects[word]) or (
                word in objects and head in objects[word]
            )
            # A clause that a relative clause is about: to submit it, which he did.
            turned |= kind == "to" and (word, head) in introduced
        else:
            turned = label == "cmod" and kind == "_" and (word, head) in introduced
        if turned:
            del draft.links[link]
