"""left-branching: before every word, one constituent of all the words before it.

>>> LeftBranching().parse(["a", "b", "c", "d"]).first
'(X (X (X a b) c) d)'
"""

from dataclasses import dataclass

from karat.parsers import shapes
from karat.parsers.adapter import Parsed
from karat.parsers.library import Baseline


@dataclass(frozen=True)
class LeftBranching(Baseline):
    """baseline: trees that branch to the left"""

    name = "left-branching"
    gives = "trees"

    def parse(self, tokens: list[str]) -> Parsed:
        words = [shapes.word(token) for token in tokens]
        if len(words) < 2:
            tree = f"(X {words[0]})" if words else ""
        else:
            tree = "(X " * (len(words) - 1) + words[0] + "".join(f" {one})" for one in words[1:])
        return Parsed(1 if words else 0, tree, native=tree)


ADAPTER = LeftBranching
