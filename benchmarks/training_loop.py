"""What scoring costs in a training loop: 50 trees a call, in milliseconds.

    python benchmarks/training_loop.py

Both sides are given as strings, as NLTK trees, or as Banks. Nothing is kept from one call to the next but
what is the same for all trees. A figure is processor time in the best of several rounds, so that other
programs on the machine matter little.
"""

import re
import time
from collections.abc import Callable
from itertools import cycle, islice
from typing import Any

import karat
from corpus import load

TREES = 50
ROUNDS = 60
CALLS = 5
LIMIT = 2.0
WORD = re.compile(r" ([^ ()]+)\)")
SCHEMES = ("evalb", "evalb(params=collins)")


def milliseconds(call: Callable[[], Any]) -> float:
    """The time of one call, in the best round."""
    call()
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        for _ in range(CALLS):
            call()
        best = min(best, time.process_time() - begin)
    return 1000 * best / CALLS


def pairs() -> list[tuple[str, str]]:
    """Trees of gold and of a system; in a training loop both have the same words."""
    corpus = load()
    sides = (text.replace(b"\0", b"").decode() for text in (corpus.gold, corpus.system))
    both = zip(*(side.splitlines() for side in sides), strict=True)
    found = [pair for pair in both if WORD.findall(pair[0]) == WORD.findall(pair[1])]
    return list(islice(cycle(found), TREES))


def sides() -> dict[str, tuple[Any, Any]]:
    """The trees as the objects that programs have."""
    gold, system = map(list, zip(*pairs(), strict=True))
    found: dict[str, tuple[Any, Any]] = {
        "strings": (gold, system),
        "Banks": (karat.read_text("\n".join(gold)), karat.read_text("\n".join(system))),
    }
    try:
        import nltk
    except ImportError:
        return found
    trees = [[nltk.Tree.fromstring(line) for line in side] for side in (gold, system)]
    return {**found, "NLTK trees": (trees[0], trees[1])}


def main() -> None:
    print(f"{TREES} trees a call; the limit is {LIMIT} ms\n")
    print(f"{'trees':<12}{'scheme':<24}{'ms a call':>10}")
    for name, (gold, system) in sides().items():
        for scheme in SCHEMES:
            cost = milliseconds(lambda: karat.score(gold, system, scheme))  # noqa: B023
            print(f"{name:<12}{scheme:<24}{cost:>10.2f}{'' if cost <= LIMIT else '  too slow'}")


if __name__ == "__main__":
    main()
