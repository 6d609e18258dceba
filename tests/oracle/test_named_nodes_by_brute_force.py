"""Graph patterns with repeated names, against a matcher that tries every word for every node."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from karat.patterns.graph import Graph, compiled
from karat.patterns.names import BadPattern
from karat.patterns.pattern import match

RELATIONS = (">", "<", ">x", "<x", "..", ",,", "==")


@dataclass(frozen=True)
class Word:
    """A node of a pattern; a clause is (wanted, relation, Word) or (wanted, list of lists of clauses)."""

    form: str
    name: str
    clauses: list[tuple]  # type: ignore[type-arg]

    def __str__(self) -> str:
        test = f"{{form:{self.form}}}" if self.form else "{}"
        return f"({test}{self.name and '=' + self.name} {' '.join(map(said, self.clauses))})"


def said(clause: tuple) -> str:  # type: ignore[type-arg]
    """A clause as it is written."""
    wanted, *rest = clause
    if len(rest) == 2:
        return f"{'' if wanted else '!'}{rest[0]} {rest[1]}"
    choices = " | ".join(" ".join(map(said, choice)) for choice in rest[0])
    return f"{'' if wanted else '!'}[ {choices} ]"


def drawn(choose: random.Random, depth: int) -> Word:
    """A pattern with few names, so that they are repeated."""
    count = choose.choice([0, 1, 1, 2]) if depth else choose.choice([1, 2])
    clauses = [clause(choose, depth) for _ in range(count if depth < 3 else 0)]
    return Word(choose.choice(["", "", "a"]), choose.choice(["", "p", "q"]), clauses)


def clause(choose: random.Random, depth: int) -> tuple:  # type: ignore[type-arg]
    wanted = choose.random() < 0.7
    if choose.random() < 0.8:
        return wanted, choose.choice(RELATIONS), drawn(choose, depth + 1)
    return wanted, [[clause(choose, depth + 1)] for _ in range(2)]


Held = Callable[[str, int, int], bool]
Known = dict[str, int]
Late = list[tuple[tuple, int]]  # type: ignore[type-arg]


class Brute:
    """Tries every word; what comes after ! is asked at the end, when all names are known."""

    def __init__(self, forms: list[str], held: Held) -> None:
        self.forms, self.held = forms, held

    def fits(self, node: Word, at: int) -> bool:
        return any(self.quiet(late, known) for known, late in self.node(node, at, {}))

    def quiet(self, late: Late, known: Known) -> bool:
        return not any(self.holds(one, at, known) for one, at in late)

    def holds(self, one: tuple, at: int, known: Known) -> bool:  # type: ignore[type-arg]
        return any(self.quiet(late, names) for names, late in self.one((True, *one[1:]), at, known))

    def node(self, node: Word, at: int, known: Known) -> Iterator[tuple[Known, Late]]:
        if node.form in ("", self.forms[at]) and known.get(node.name, at) == at:
            if node.name:
                known = {**known, node.name: at}
            yield from self.all(node.clauses, at, known)

    def all(self, clauses: list[tuple], at: int, known: Known) -> Iterator[tuple[Known, Late]]:  # type: ignore[type-arg]
        if not clauses:
            yield known, []
            return
        for names, late in self.one(clauses[0], at, known):
            for more, later in self.all(clauses[1:], at, names):
                yield more, late + later

    def one(self, one: tuple, at: int, known: Known) -> Iterator[tuple[Known, Late]]:  # type: ignore[type-arg]
        wanted, *rest = one
        if not wanted:
            yield known, [(one, at)]
        elif len(rest) == 1:
            for choice in rest[0]:
                yield from self.all(choice, at, known)
        else:
            for other in range(len(self.forms)):
                if self.held(rest[0], at, other):
                    yield from self.node(rest[1], other, known)


def test_random_patterns() -> None:
    """Names in any place: after !, in alternatives, nested."""
    choose = random.Random(5)
    tried = hits = refused = 0
    while tried < 1500:
        size = choose.randint(1, 5)
        forms = [choose.choice("ab") for _ in range(size)]
        edges = [
            (h, d, choose.choice("xy"))
            for h in range(size)
            for d in range(size)
            if choose.random() < 0.35
        ]
        pattern = drawn(choose, 0)
        try:
            node = compiled(str(pattern))
        except BadPattern as error:
            if "refers to no other node" not in error.what:
                raise
            refused += 1
            continue
        tried += 1
        graph = Graph(
            1, np.zeros(size, np.int64), {"form": forms}, [h for h, _, _ in edges],
            [d for _, d, _ in edges], [name for _, _, name in edges],
        )  # fmt: skip

        def held(relation: str, a: int, b: int, edges: list = edges) -> bool:  # type: ignore[type-arg]
            if relation[0] in "<>":
                h, d = (a, b) if relation[0] == ">" else (b, a)
                return any(e[:2] == (h, d) and relation[1:] in ("", e[2]) for e in edges)
            return {"..": a < b, ",,": a > b, "==": a == b}[relation]

        expected = [Brute(forms, held).fits(pattern, at) for at in range(size)]
        assert match(node, graph).tolist() == expected, (str(pattern), forms, edges)
        hits += sum(expected)
    assert hits > 500
    assert refused > 100
