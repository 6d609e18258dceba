"""No clause is a complement of itself, whatever the tree says."""

from karat.views.gr.draft import Draft


def open_circles(draft: Draft) -> None:
    """Remove a complement that would make a clause a complement of itself.

    Only a trace inside the phrase that it stands for can do this, or a tree with parts in wrong places.
    """
    below: dict[int, list[int]] = {}
    for link in [link for link in draft.links if link.label in ("xcomp", "ccomp")]:
        todo, seen = [link.dependent], {link.dependent}
        while todo:
            further = set(below.get(todo.pop(), ())) - seen
            seen |= further
            todo += further
        if link.head in seen:
            del draft.links[link]
        else:
            below.setdefault(link.head, []).append(link.dependent)
