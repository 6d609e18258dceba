"""Definitions: a name after an @ in a pattern stands for a text under ``[define]``."""

import re
from collections.abc import Mapping

from karat.recognise.names import BadPattern
from karat.recognise.pattern import DEEPEST

# A pattern longer than this, with its definitions, was not written by a person.
LONGEST = 100_000


def expanded(text: str, defined: Mapping[str, str], depth: int = 0) -> tuple[str, list[int]]:
    """A pattern with the definitions in it, and for each character where it comes from.

    >>> expanded('VB"@BE" < X', {"BE": "is|are"})[0]
    'VB"is|are" < X'
    """
    pieces: list[str] = []
    places: list[int] = []
    for found in re.finditer(r"@([A-Z][A-Z0-9]*)|[^@]+|@", text):
        piece = found[0]
        if found[1]:
            if found[1] not in defined or depth > DEEPEST:
                raise BadPattern(
                    f"there is no definition of @{found[1]}", found.start(),
                    f"under [define] there is {', '.join(sorted(defined)) or 'nothing'}",
                )  # fmt: skip
            piece = expanded(defined[found[1]], defined, depth + 1)[0]
        pieces.append(piece)
        places += [found.start()] * len(piece) if found[1] else range(found.start(), found.end())
        if len(places) > LONGEST:
            raise BadPattern(f"with its definitions it is longer than {LONGEST:,} characters")
    return "".join(pieces), [*places, len(text)]
