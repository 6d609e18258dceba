"""right-branching: after every word, one constituent of all the words after it.

>>> RightBranching().parse(["a", "b", "c", "d"]).first
'(X a (X b (X c d)))'
"""

from dataclasses import dataclass

from karat.parsers import shapes
from karat.parsers.adapter import Parsed
from karat.parsers.library import Baseline


@dataclass(frozen=True)
class RightBranching(Baseline):
    """baseline: trees that branch to the right"""

    name = "right-branching"
    gives = "trees"

    def parse(self, tokens: list[str]) -> Parsed:
        words = [shapes.word(token) for token in tokens]
        if len(words) < 2:
            tree = f"(X {words[0]})" if words else ""
        else:
            opened = "".join(f"(X {one} " for one in words[:-1])
            tree = opened + words[-1] + ")" * (len(words) - 1)
        return Parsed(1 if words else 0, tree, native=tree)


ADAPTER = RightBranching
