"""right-branching: after every word, one constituent of all the words after it.

>>> RightBranching().open()(["a", "b", "c", "d"]).first
'(X a (X b (X c d)))'
"""

from collections.abc import Callable
from dataclasses import dataclass

from karat.parsers import shapes
from karat.parsers.adapter import Parsed
from karat.parsers.library import Library


@dataclass(frozen=True)
class RightBranching(Library):
    """baseline: trees that branch to the right"""

    name = "right-branching"
    gives = "trees"
    start = 10.0
    light = True

    def open(self) -> Callable[[list[str]], Parsed]:
        return _parse


ADAPTER = RightBranching


def _parse(tokens: list[str]) -> Parsed:
    words = [shapes.word(token) for token in tokens]
    if len(words) < 2:
        tree = f"(X {words[0]})" if words else ""
    else:
        opened = "".join(f"(X {one} " for one in words[:-1])
        tree = opened + words[-1] + ")" * (len(words) - 1)
    return Parsed(1 if words else 0, tree, native=tree)
