"""chain: every word depends on the one before it; a baseline that any parser should beat.

>>> print(Chain().parse(["dogs", "bark"]).first, end="")
1	dogs	_	_	_	_	0	root	_	_
2	bark	_	_	_	_	1	dep	_	_
"""

from dataclasses import dataclass

from karat.parsers import shapes
from karat.parsers.adapter import Parsed
from karat.parsers.library import Baseline


@dataclass(frozen=True)
class Chain(Baseline):
    """baseline: every word depends on the one before it"""

    name = "chain"
    gives = "conllu"

    def parse(self, tokens: list[str]) -> Parsed:
        rows = [(one, *[""] * 4, i, "dep" if i else "root") for i, one in enumerate(tokens)]
        text = shapes.conllu(rows)
        return Parsed(int(bool(text)), text, native=text)


ADAPTER = Chain
