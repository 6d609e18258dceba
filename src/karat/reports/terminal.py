"""Text for a terminal: what prints and how wide it is, colours, and words broken into lines."""

import os
import re
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

_Item = TypeVar("_Item")

# Lines that are not shown are counted up to this number.
_COUNTED = 10_000
_USUAL_WIDTH = 80
# Wider than any terminal.
WIDEST = 100_000

# Characters, guides among them, that always take one column each.
_NARROW = re.compile("[ -~\u00a1-\u02ff│├└─┃…⋯]*").fullmatch


class Piece(NamedTuple):
    """A stretch of text in one colour."""

    text: str
    colour: str = ""


def visible(text: bytes, longest: int | None = None) -> str:
    """Text for a terminal: what is not UTF-8 and what does not print is written as an escape.

    >>> print(visible(b"caf\\xc3\\xa9 \\xff\\x1b[31m\\xc2\\xa0"), visible(b"incomprehensible", 5))
    café \\xff\\x1b[31m\\xa0 incom…
    """
    decoded = text[:longest].decode("utf-8", "backslashreplace")
    end = "" if longest is None or len(text) <= longest else "…"
    return printable(decoded) + end


def printable(text: str) -> str:
    """Text with escapes for what does not print, such as a line end.

    >>> print(printable("a\\nb"))
    a\\nb
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def _escape(character: str) -> str:
    """A character as an escape; a byte that is not UTF-8 as in ``visible``."""
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) - 0xDC00:x}"
    return character.encode("unicode_escape").decode()


def readable(text: str) -> str:
    """Lines with escapes for what does not print.

    >>> print(readable("one \\x1b[31m\\ntwo \\u202e"))
    one \\x1b[31m
    two \\u202e
    """
    return "\n".join(map(printable, text.split("\n")))


def shortened(text: str, longest: int | None) -> str:
    """Text for a terminal, cut to a number of characters.

    >>> shortened("incomprehensible", 5)
    'incom…'
    """
    end = "" if longest is None or len(text) <= longest else "…"
    return printable(text[:longest]) + end


def columns(text: str) -> int:
    """How many columns of a terminal a printable text takes.

    >>> columns("dog"), columns("犬"), columns("e\\u0301")
    (3, 2, 1)
    """
    if text.isascii() or _NARROW(text):
        return len(text)
    seen = (c for c in text if unicodedata.category(c) not in ("Mn", "Me"))
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in seen)


def width_of(pieces: Iterable[Piece]) -> int:
    return columns("".join([text for text, _ in pieces]))


def paint(text: str, code: str, colour: bool) -> str:
    """Text in a colour, if colours are wanted."""
    return f"\033[{code}m{text}\033[0m" if colour and code and text.strip() else text


def flow(
    head: Sequence[Piece], words: Iterable[Sequence[Piece]], below: Sequence[Piece], width: int
) -> Iterator[list[Piece]]:
    """Words after a head, broken into lines; those after the first line begin with ``below``.

    >>> words = [[Piece(word)] for word in "to be or not to be".split()]
    >>> for line in flow([Piece("VP ")], words, [Piece("   ")], 12):
    ...     print("".join(text for text, _ in line))
    VP to be or
       not to be
    """
    line, margin = list(head), width_of(below)
    used, gap = width_of(head), 0
    for word in words:
        size = width_of(word)
        if used + gap + size > width and used > margin:
            yield line
            line, used, gap = list(below), margin, 0
        line += [Piece(" "), *word] if gap else word
        used, gap = used + gap + size, 1
    yield line


def stretches(sizes: Sequence[int], width: int) -> Iterator[tuple[int, int]]:
    """Words of these sizes, with a blank between them, as ranges that fit into a width.

    >>> list(stretches([2, 2, 2, 9, 1], 6))
    [(0, 2), (2, 3), (3, 4), (4, 5)]
    """
    first = used = 0
    for at, size in enumerate(sizes):
        if at > first and used + size > width:
            yield first, at
            first, used = at, 0
        used += size + 1
    if sizes:
        yield first, len(sizes)


def reflowed(text: str, width: int) -> str:
    """Paragraphs filled to a width; lines that are indented are broken, examples are left as they are.

    >>> print(reflowed("one two\\nthree four\\n\\n    a = b / c      likewise", 20))
    one two three four
    <BLANKLINE>
        a = b / c
            likewise
    """
    return "\n\n".join(_filled(part, width) for part in text.split("\n\n"))


def _filled(paragraph: str, width: int) -> str:
    if paragraph.startswith(">>>"):
        return paragraph
    if not paragraph.startswith(" "):
        return textwrap.fill(" ".join(paragraph.split("\n")), width)
    lines = paragraph.split("\n")
    indents = [" " * (len(line) - len(line.lstrip()) + 4) for line in lines]
    both = zip(lines, indents, strict=True)
    return "\n".join(textwrap.fill(line, width, subsequent_indent=more) for line, more in both)


def shown(items: Iterable[_Item], text: Callable[[_Item], str], limit: int | None) -> Iterator[str]:
    """The first ``limit`` lines, and how many more there are.

    >>> list(shown("abcd", str.upper, 2))
    ['A', 'B', '… 2 more lines; use --all']
    """
    rest = iter(items)
    yield from map(text, islice(rest, limit))
    if more := sum(1 for _ in islice(rest, _COUNTED + 1)):
        number = more if more <= _COUNTED else f"over {_COUNTED}"
        yield f"… {number} more line{'s' * (more > 1)}; use --all"


def terminal_width() -> int:
    """The number of columns of the terminal; 80 where there is none.

    As Python's ``shutil.get_terminal_size`` says, but loading that module takes longer than this.
    """
    said = os.environ.get("COLUMNS", "").strip()
    if said.isdecimal() and len(said) < 10 and int(said):
        return min(int(said), WIDEST)
    try:
        stream = sys.__stdout__
        return (stream and os.get_terminal_size(stream.fileno()).columns) or _USUAL_WIDTH
    except (ValueError, OSError):
        return _USUAL_WIDTH
