"""Wildcards in names: ``*`` (any characters), ``?`` (one character), and a backslash before ordinary ones."""

import re
from collections.abc import Callable
from functools import partial

_PIECE = re.compile(r"\\.|.", re.DOTALL)


def wild(name: str, label: str) -> bool:
    r"""Whether a name with ``*`` and ``?`` fits a label; a backslash makes them ordinary characters.

    >>> wild("*ing", "walking"), wild("a?c", "abc"), wild("a*b*c", "abcb"), wild(r"\*T\*-*", "*T*-1")
    (True, True, False, True)
    """
    if "*" not in name and "?" not in name:
        return name.replace("\\", "") == label
    pieces = _PIECE.findall(name)
    at = place = 0
    star = -1
    while place < len(label):
        piece = pieces[at] if at < len(pieces) else ""
        if piece == "*":
            star, resume = at, place
            at += 1
        elif piece and (piece == "?" or piece[-1] == label[place]):
            at, place = at + 1, place + 1
        elif star >= 0:
            resume += 1
            at, place = star + 1, resume
        else:
            return False
    return all(piece == "*" for piece in pieces[at:])


def is_wild(name: str) -> bool:
    return not {"*", "?"}.isdisjoint(_PIECE.findall(name))


def literal(name: str) -> str:
    r"""What a name without wildcards stands for.

    >>> literal(r"\*\,")
    '*,'
    """
    return "".join(piece[-1] for piece in _PIECE.findall(name))


def only_star(name: str) -> int:
    r"""Where the only wildcard of a name is, if that is a ``*`` at its beginning or its end; otherwise -1.

    >>> [only_star(one) for one in ("*ing", "un*", "a*b", "?*", r"\*", "*a*")]
    [0, 2, -1, -1, -1, -1]
    """
    pieces = _PIECE.findall(name)
    if "?" in pieces or pieces.count("*") != 1 or "*" not in (pieces[0], pieces[-1]):
        return -1
    return 0 if pieces[0] == "*" else len(name) - 1


def needed(name: str) -> str:
    r"""The longest text that every label has that fits a name with wildcards.

    >>> needed("?*-?*"), needed(r"a\*b*c"), needed("**")
    ('-', 'a*b', '')
    """
    parts = "".join("\0" if one in "*?" else one[-1] for one in _PIECE.findall(name)).split("\0")
    return max(parts, key=len)


def wildcard(name: str) -> Callable[[str], bool]:
    r"""The test whether a name with wildcards fits, for many labels.

    >>> wildcard("*ing")("walking"), wildcard("un*")("walking"), wildcard(r"\*T\**")("*T*-1")
    (True, False, True)
    """
    pieces = _PIECE.findall(name)
    if "?" in pieces or "*" not in pieces:
        return partial(wild, name)
    stars = [i for i, piece in enumerate(pieces) if piece == "*"]
    bounds = zip([-1, *stars], [*stars, len(pieces)], strict=True)
    first, *middle, last = ["".join(one[-1] for one in pieces[a + 1 : b]) for a, b in bounds]

    def good(label: str) -> bool:
        if not label.startswith(first):
            return False
        at = len(first)
        for part in middle:
            at = label.find(part, at)
            if at < 0:
                return False
            at += len(part)
        return len(label) - at >= len(last) and label.endswith(last)

    return good
