"""chain: every word depends on the one before it; a baseline that any parser should beat.

>>> print(Chain().open()(["dogs", "bark"]).first, end="")
1	dogs	_	_	_	_	0	root	_	_
2	bark	_	_	_	_	1	dep	_	_
"""

from collections.abc import Callable
from dataclasses import dataclass

from karat.parsers import shapes
from karat.parsers.adapter import Parsed
from karat.parsers.library import Library


@dataclass(frozen=True)
class Chain(Library):
    """baseline: every word depends on the one before it"""

    name = "chain"
    gives = "conllu"
    start = 10.0
    light = True

    def open(self) -> Callable[[list[str]], Parsed]:
        return _parse


ADAPTER = Chain


def _parse(tokens: list[str]) -> Parsed:
    rows = [
        (token, "", "", "", "", i, "dep" if i else "root") for i, token in enumerate(tokens)
    ]  # fmt: skip
    text = shapes.conllu(rows)
    return Parsed(1 if rows else 0, text, native=text)
