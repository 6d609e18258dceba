"""Text in drawings: escapes for what does not print, widths by a table of our own, and XML.

The widths are those of a wide font. They do not depend on the fonts of a machine, so a drawing is the same
everywhere, and text in narrower fonts fits as well.
"""

import re
from bisect import bisect_left
from functools import lru_cache

from karat.reports.svg.shared import CHARACTERS, LIMITS

_ASCII: list[int] = CHARACTERS["ascii"]
_LAST_LATIN = 0x24F
_NO_WIDTH: list[int] = CHARACTERS["no_width_ranges"]
_WIDE: list[int] = CHARACTERS["wide_ranges"]
_XML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def _unprintable() -> re.Pattern[str]:
    ends = iter(CHARACTERS["unprintable_ranges"])
    ranges = (rf"\U{first:08x}-\U{last:08x}" for first, last in zip(ends, ends, strict=True))
    return re.compile(f"[{''.join(ranges)}]")


_UNPRINTABLE = _unprintable()


def printable(text: str) -> str:
    """Text with escapes for what does not print; bytes that are not UTF-8 are escaped as bytes.

    >>> print(printable("caf\\u00e9 \\x1b[31m\\u202e \\udcff"))
    café \\x1b[31m\\u202e \\xff
    """
    return _UNPRINTABLE.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return found[0].encode("unicode_escape", "surrogatepass").decode()


def clipped(text: str, most: int = LIMITS["characters"]) -> str:
    """Printable text of a limited length.

    >>> clipped("incomprehensibilities " * 3)
    'incomprehensibilities incomprehensibilit…'
    """
    return printable(text) if len(text) <= most else printable(text[:most]) + "…"


@lru_cache(maxsize=20_000)
def width(text: str, size: int) -> int:
    """How wide printable text is in a font of this size, in pixels.

    >>> width("dog", 14), width("犬", 14), width("e\\u0301", 14) == width("e", 14)
    (27, 16, True)
    """
    return (sum(map(_units, text)) * size + 999) // 1000


def _units(char: str) -> int:
    code = ord(char)
    if code < 0x7F:
        return _ASCII[code - 0x20]
    if _within(_NO_WIDTH, code):
        return 0
    if _within(_WIDE, code):
        return int(CHARACTERS["wide"])
    return int(CHARACTERS["latin" if code <= _LAST_LATIN else "other"])


def _within(ranges: list[int], code: int) -> bool:
    """Whether a character is in one of the ranges, which are first, last, first, last and so on."""
    at = bisect_left(ranges, code)
    return at < len(ranges) and (at % 2 == 1 or ranges[at] == code)


def escaped(text: str) -> str:
    """Printable text for XML."""
    return text.translate(_XML)
