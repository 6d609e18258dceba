"""Tree patterns against NLTK's tgrep, an independent program with the same relations."""

import random
import warnings

import pytest

import karat
from karat.patterns.forest import Forest, compiled
from karat.patterns.pattern import match

pytest.importorskip("pyparsing")
tgrep = pytest.importorskip("nltk.tgrep")

# Relations that both have; tgrep counts the words as nodes below their tags.
RELATIONS = {
    "<": "<", ">": ">", "<<": "<<", ">>": ">>", "$": "$", "$.": "$.", "$,": "$,",
    "$..": "$..", "$,,": "$,,", ".": ".", ",": ",", "..": "..", ",,": ",,",
    "<,": "<,", ">,": ">,", "<-": "<-", ">-": ">-", "<:": "<:", ">:": ">:", "<<,": "<<,",
}  # fmt: skip


def random_tree(choose: random.Random, depth: int) -> str:
    label = choose.choice("ABCD")
    if depth == 0 or choose.random() < 0.2:
        return f"({label} w)"
    children = [random_tree(choose, depth - 1) for _ in range(choose.randint(1, 3))]
    return f"({label} {' '.join(children)})"


def random_pattern(choose: random.Random, depth: int) -> str:
    text = choose.choice("ABCD")
    for _ in range(choose.randint(0 if depth < 2 else 1, 2)):
        relation = choose.choice(list(RELATIONS))
        negation = "!" if choose.random() < 0.2 else ""
        other = random_pattern(choose, depth - 1) if depth else choose.choice("ABCD")
        text += f" {negation}{relation} ({other})"
    return text


def by_tgrep(pattern: str, tree: str) -> list[bool]:
    """Which nodes fit, in pre-order; words are no nodes here."""
    from nltk import ParentedTree

    root = ParentedTree.fromstring(tree)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = {id(node) for hits in tgrep.tgrep_nodes(pattern, [root]) for node in hits}
    return [id(node) in found for node in root.subtrees()]


def test_random_patterns() -> None:
    """Three hundred of them, each over one random tree."""
    choose = random.Random(20)
    hits = 0
    for _ in range(300):
        tree, pattern = random_tree(choose, 4), random_pattern(choose, 2)
        ours = match(compiled(pattern), Forest.of(karat.read_text(tree))).tolist()
        assert ours == by_tgrep(pattern, tree), (pattern, tree)
        hits += sum(ours)
    assert hits > 75
