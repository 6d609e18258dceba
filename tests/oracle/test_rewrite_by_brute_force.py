"""The view rewrite against operations on nested lists, written from the page that describes them."""

import random
import warnings
from typing import Any

import karat
from karat.files.resources import Resource
from karat.formats.brackets import dumps
from karat.views.rewrite import rewritten
from karat.views.rewrite.rules import of_file

# A label and children; a word has its text in their place.
Tree = list[Any]


def text(tree: Tree) -> str:
    """As it is written on a line."""
    label, inside = tree
    if isinstance(inside, str):
        return f"({label} {inside})"
    return f"({label}{''.join(' ' + text(child) for child in inside)})"


def random_tree(choose: random.Random, depth: int, words: list[str]) -> Tree:
    """Labels A, B and C; some brackets are empty."""
    label = choose.choice("ABC")
    if not depth or choose.random() < 0.3:
        words.append(f"w{len(words)}")
        return [label, words[-1]]
    size = choose.choice([0, 1, 1, 2, 2, 3, 4])
    return [label, [random_tree(choose, depth - 1, words) for _ in range(size)]]


def children(tree: Tree) -> list[Tree]:
    """None for a word."""
    return [] if isinstance(tree[1], str) else tree[1]


def spliced(tree: Tree, above: str = "") -> list[Tree]:
    """Brackets A below B go."""
    if isinstance(tree[1], str):
        return [tree]
    inside = [part for child in tree[1] for part in spliced(child, tree[0])]
    return inside if tree[0] == "A" and above == "B" else [[tree[0], inside]]


def dropped(tree: Tree, above: str = "") -> list[Tree]:
    """Nodes A below B go with all in them, and then the brackets that held nothing else."""
    if tree[0] == "A" and above == "B":
        return []
    if isinstance(tree[1], str) or not tree[1]:
        return [tree]
    inside = [part for child in tree[1] for part in dropped(child, tree[0])]
    return [[tree[0], inside]] if inside else []


def raised_once(tree: Tree) -> tuple[Tree, bool]:
    """Nodes A at an edge of B go to the parent of B; those whose B goes too have to wait."""
    going: set[int] = set()

    def possible(node: Tree, above: list[Tree]) -> bool:
        return node[0] == "A" and len(above) > 1 and above[-1][0] == "B"

    def look(node: Tree, above: list[Tree]) -> None:
        parts = children(node)
        waits = possible(node, above)
        wanted = [possible(part, [*above, node]) and not waits for part in parts]
        for order in (range(len(parts)), range(len(parts) - 1, -1, -1)):
            for at in order:
                if not wanted[at]:
                    break
                going.add(id(parts[at]))
        for part in parts:
            look(part, [*above, node])

    def built(node: Tree) -> Tree:
        if isinstance(node[1], str):
            return node
        inside: list[Tree] = []
        for part in node[1]:
            leaving = [id(one) in going for one in children(part)]
            if id(part) in going:
                continue
            if not any(leaving):
                inside.append(built(part))
                continue
            stay = [at for at, leaves in enumerate(leaving) if not leaves]
            first = stay[0] if stay else len(leaving)
            inside += [built(one) for one in part[1][:first]]
            if stay:
                inside.append(built(part))
                inside += [built(one) for one in part[1][stay[-1] + 1 :]]
        return [node[0], inside]

    look(tree, [])
    return built(tree), bool(going)


def by_view(tree: Tree, rule: str) -> str:
    """What the view makes of a tree, as it writes it."""
    rules = of_file(Resource("x.toml", f"[[rule]]\n{rule}\n".encode()))
    bank = karat.read_text(text(tree), layout="lines")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some nodes cannot be raised
        return dumps(rewritten(bank, rules)).strip()


def sample(seed: int, count: int) -> list[Tree]:
    """Trees with a top that no rule can change."""
    choose = random.Random(seed)
    found = []
    while len(found) < count:
        words: list[str] = []
        tree = ["TOP", [random_tree(choose, 4, words), random_tree(choose, 3, words)]]
        if len(words) > 1:
            found.append(tree)
    return found


def test_splice() -> None:
    """Brackets go, words stay; again until nothing fits."""
    changed = 0
    for tree in sample(1, 400):
        before: Tree = []
        wanted = tree
        while wanted != before:
            before, wanted = wanted, spliced(wanted)[0]
        assert by_view(tree, "splice = 'A > B'") == text(wanted)
        changed += wanted != tree
    assert changed > 100


def test_drop() -> None:
    """Nodes go with all in them."""
    changed = 0
    for tree in sample(2, 400):
        left: list[Tree] = dropped(tree)
        before: list[Tree] = []
        while left and left != before:
            before, left = left, dropped(left[0])
        wanted = text(left[0]) if left else ""
        assert by_view(tree, "drop = 'A > B'") == wanted
        changed += wanted != text(tree)
    assert changed > 100


def test_raise() -> None:
    """Nodes move out of their parents, one level at a time, until none is at an edge of B."""
    changed = 0
    for tree in sample(3, 800):
        wanted, more = raised_once(tree)
        assert by_view(tree, "once = true\nraise = 'A > B'") == text(wanted)
        changed += more
        while more:
            wanted, more = raised_once(wanted)
        assert by_view(tree, "raise = 'A > B'") == text(wanted)
    assert changed > 200
