"""Graph patterns against a matcher that looks at every pair of words."""

import random
from collections.abc import Callable

import numpy as np

from karat.patterns.bindings import bindings
from karat.patterns.graph import Graph, compiled
from karat.patterns.pattern import match

Edges = list[tuple[int, int, str]]


def reach(edges: Edges, start: int) -> set[int]:
    """All that is below a word, by following edges again and again."""
    seen: set[int] = set()
    while True:
        more = {d for h, d, _ in edges if (h == start or h in seen) and d not in seen}
        if not more:
            return seen
        seen |= more


def relations(edges: Edges, sentence: list[int]) -> dict[str, Callable[[int, int], bool]]:
    """Whether word a is in a relation to word b, as the description of the language says it."""

    def edge(a: int, b: int, label: str = "") -> bool:
        return any(h == a and d == b and label in ("", name) for h, d, name in edges)

    def sisters(a: int, b: int) -> bool:
        return a != b and any(edge(h, a) and edge(h, b) for h in range(len(sentence)))

    def same(a: int, b: int) -> bool:
        return sentence[a] == sentence[b]

    return {
        ">": edge,
        "<": lambda a, b: edge(b, a),
        ">x": lambda a, b: edge(a, b, "x"),
        "<x": lambda a, b: edge(b, a, "x"),
        ">x+": lambda a, b: edge(a, b, "x") and b > a,
        ">x-": lambda a, b: edge(a, b, "x") and b < a,
        "<x+": lambda a, b: edge(b, a, "x") and b > a,
        "<-": lambda a, b: edge(b, a) and b < a,
        ">>": lambda a, b: b in reach(edges, a),
        "<<": lambda a, b: a in reach(edges, b),
        "$": sisters,
        "$..": lambda a, b: sisters(a, b) and a < b,
        "$,,": lambda a, b: sisters(a, b) and a > b,
        ".": lambda a, b: same(a, b) and b == a + 1,
        ",": lambda a, b: same(a, b) and b == a - 1,
        "..": lambda a, b: same(a, b) and b > a,
        ",,": lambda a, b: same(a, b) and b < a,
        "==": lambda a, b: a == b,
    }


def test_random_graphs_and_patterns() -> None:
    """Several heads, circles, loops, two sentences; two relations a pattern, some of them denied."""
    choose = random.Random(7)
    hits = 0
    for _ in range(1500):
        size = choose.randint(1, 8)
        cut = choose.randint(1, size)
        sentence = [0] * cut + [1] * (size - cut)
        forms = [choose.choice("ab") for _ in range(size)]
        edges = [
            (h, d, choose.choice("xy"))
            for h in range(size)
            for d in range(size)
            if sentence[h] == sentence[d] and choose.random() < 0.2
        ]
        graph = Graph(
            2, np.array(sentence), {"form": forms},
            [h for h, _, _ in edges] + [-1], [d for _, d, _ in edges] + [0],
            [name for _, _, name in edges] + ["x"],
        )  # fmt: skip
        known = relations(edges, sentence)
        clauses = [
            (choose.choice(list(known)), choose.choice("ab"), choose.random() < 0.3)
            for _ in range(2)
        ]
        pattern = "{form:a}" + "".join(
            f" {'!' * denied}{relation} {{form:{form}}}" for relation, form, denied in clauses
        )
        expected = [
            forms[a] == "a"
            and all(
                any(known[relation](a, b) and forms[b] == form for b in range(size)) != denied
                for relation, form, denied in clauses
            )
            for a in range(size)
        ]
        assert match(compiled(pattern), graph).tolist() == expected, (pattern, edges, forms)
        hits += sum(expected)
    assert hits > 300


def test_captured_words() -> None:
    """Every combination of three words in two relations, one inside the other."""
    choose = random.Random(11)
    hits = 0
    for _ in range(600):
        size = choose.randint(2, 7)
        sentence = [0] * choose.randint(1, size)
        sentence += [1] * (size - len(sentence))
        forms = [choose.choice("ab") for _ in range(size)]
        edges = [
            (h, d, choose.choice("xy"))
            for h in range(size)
            for d in range(size)
            if sentence[h] == sentence[d] and choose.random() < 0.25
        ]
        graph = Graph(
            2, np.array(sentence), {"form": forms}, [h for h, _, _ in edges],
            [d for _, d, _ in edges], [name for _, _, name in edges],
        )  # fmt: skip
        known = relations(edges, sentence)
        outer, inner = (choose.choice(list(known)) for _ in range(2))
        found = bindings(compiled(f"{{}} {outer} ({{form:a}}=one {inner} {{}}=two)"), graph)
        everything = range(size)
        wanted = {
            (a, b, c)
            for a in everything
            for b in everything
            for c in everything
            if forms[b] == "a" and known[outer](a, b) and known[inner](b, c)
        }
        rows = list(zip(*(found[name].tolist() for name in ("", "one", "two")), strict=True))
        assert set(rows) == wanted, (outer, inner)
        assert len(rows) == len(wanted)
        hits += len(wanted)
    assert hits > 500
