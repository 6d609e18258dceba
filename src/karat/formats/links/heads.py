"""From links to dependencies: which end of a link is the head, and which of two heads a word keeps."""

from collections.abc import Sequence
from functools import cache

from karat.files.resources import ours
from karat.formats.links.reading import Link


@cache
def _table() -> tuple[dict[str, int], list[str]]:
    data = ours("links", "heads.toml").toml()
    sides = dict.fromkeys(data["left"], 1) | dict.fromkeys(data["right"], -1)
    return sides, data["weak"]


def _type(label: str, known: Sequence[str] | dict[str, int]) -> str:
    """The longest beginning of a type that is in a table; empty if there is none.

    >>> _type("SJls", ["S", "SJl"]), _type("Ost", ["O"]), _type("Ost", ["OX"]), _type("SXI", ["S"])
    ('SJl', 'O', '', '')
    """
    capitals = len(label) - len(label.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    for size in range(len(label), capitals - 1, -1):
        if size and label[:size] in known:
            return label[:size]
    return ""


def head_of(link: Link) -> int:
    """1 if the left word is the head, -1 if the right one is.

    >>> head_of(Link(0, 1, "Ds**c", 0)), head_of(Link(0, 1, "Os", 0)), head_of(Link(0, 1, "Os", -1))
    (-1, 1, -1)
    """
    sides, _ = _table()
    return link.head or sides.get(_type(link.label, sides), 1)


def edges_of(links: list[Link], words: int) -> list[tuple[int, str]]:
    """The head of each word and the type of its link; -1: the root of a part, -2: a word in no link.

    The root is the word that the wall is linked to, or the head above it, such as the auxiliary of
    *has he seen it*. A word that is linked only to a wall, such as a full stop, depends on the root.

    >>> edges_of([Link(-1, 1, "WV", 1), Link(0, 1, "Ss", 0), Link(1, 3, "Os", 0), Link(2, 3, "D", 0)], 5)
    [(1, 'Ss'), (-1, 'WV'), (3, 'D'), (1, 'Os'), (-2, '')]
    >>> edges_of([Link(-1, 2, "WV", 1), Link(0, 2, "PP", 0), Link(0, 1, "SIs", 0)], 3)
    [(-1, 'WV'), (0, 'SIs'), (0, 'PP')]
    """
    _, weak = _table()
    edges: list[tuple[int, str] | None] = [None] * words
    walls = [link for link in links if link.left < 0 <= link.right < words]
    roots = [link for link in walls if link.label.startswith("WV")] or [
        link for link in walls if link.label.startswith("W")
    ]

    def rank(link: Link) -> int:
        found = _type(link.label, weak)
        return weak.index(found) + 1 if found else 0

    inner = [link for link in links if link.left >= 0 and link.right < words]
    linked = {end for link in links for end in (link.left, link.right)}
    # Words that are already connected: a link between two of them would make a cycle.
    part = list(range(words))

    def part_of(word: int) -> int:
        while part[word] != word:
            part[word] = part[part[word]]
            word = part[word]
        return word

    for link in sorted(inner, key=rank):
        head, dependent = link[:2] if head_of(link) > 0 else (link.right, link.left)
        if edges[dependent] is None and part_of(head) != part_of(dependent):
            edges[dependent] = (head, link.label)
            part[part_of(dependent)] = part_of(head)
    root = -1
    for link in roots[:1]:
        root = link.right
        while (above := edges[root]) is not None:
            root = above[0]
        edges[root] = (-1, link.label)
    for link in walls if roots else ():
        if edges[link.right] is None and part_of(link.right) != part_of(root):
            edges[link.right] = (root, link.label)
            part[part_of(link.right)] = part_of(root)
    return [
        edge if edge is not None else (-1 if word in linked else -2, "")
        for word, edge in enumerate(edges)
    ]
