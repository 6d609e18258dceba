"""Definitions: @NAME in a pattern is replaced by the text of NAME under ``[define]``.

In a regular expression the text becomes a group, so that ``@NAME+`` and ``a@NAME`` mean what they seem
to; an @ before anything but a defined name, or after a backslash, is an ordinary character.
"""

import re
from collections.abc import Mapping

from karat.patterns.names import BadPattern
from karat.patterns.pattern import DEEPEST

# Only definitions that use each other endlessly make longer patterns.
LONGEST = 100_000


def expanded(
    text: str, defined: Mapping[str, str], depth: int = 0, known: dict[str, str] | None = None
) -> tuple[str, list[int]]:
    """A pattern with its definitions replaced, and the original position of each character.

    ``known`` has the definitions that were expanded already, so that each is expanded once.

    >>> expanded('VB"@BE" < X', {"BE": "is|are"})[0]
    'VB"is|are" < X'
    """
    pieces: list[str] = []
    places: list[int] = []
    known = {} if known is None else known
    for found in re.finditer(r"@([A-Z][A-Z0-9]*)|[^@]+|@", text):
        piece = found[0]
        if found[1]:
            if found[1] not in defined or depth > DEEPEST:
                raise BadPattern(
                    f"there is no definition of @{found[1]}", found.start(),
                    f"[define] has {', '.join(sorted(defined)) or 'nothing'}",
                )  # fmt: skip
            if found[1] not in known:
                known[found[1]] = expanded(defined[found[1]], defined, depth + 1, known)[0]
            piece = known[found[1]]
        pieces.append(piece)
        places += [found.start()] * len(piece) if found[1] else range(found.start(), found.end())
        if len(places) > LONGEST:
            raise BadPattern(
                f"the pattern is longer than {LONGEST:,} characters with its definitions"
            )
    return "".join(pieces), [*places, len(text)]


def in_expression(text: str, defined: Mapping[str, str]) -> tuple[str, list[int]]:
    r"""The same for a regular expression.

    >>> in_expression(r"\b@RAIN\b|me@HOME|\@RAIN", {"RAIN": "rain|snow"})[0]
    '\\b(?:rain|snow)\\b|me@HOME|\\@RAIN'
    """
    pieces: list[str] = []
    places: list[int] = []
    for found in re.finditer(r"\\.|@([A-Z][A-Z0-9]*)|[^@\\]+|.", text, re.DOTALL):
        piece, span = found[0], range(found.start(), found.end())
        if found[1] in defined:
            piece = f"(?:{expanded(piece, defined)[0]})"
        pieces.append(piece)
        places += span if piece == found[0] else [found.start()] * len(piece)
    return "".join(pieces), [*places, len(text)]
