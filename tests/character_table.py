"""The table of characters that drawings share between Python and JavaScript.

python tests/character_table.py    writes src/karat/reports/html/characters.json

Both languages must escape the same characters and compute the same widths, whatever version of Unicode
they know. So the table is made once, from this Python's version, and the drawings read it.
"""

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path

TABLE = (
    Path(__file__).resolve().parents[1] / "src" / "karat" / "reports" / "html" / "characters.json"
)

# Widths of the characters from space to tilde, in thousandths of the font size: those of a wide sans
# serif font, so that narrower ones fit too.
_ASCII = [
    320, 405, 460, 840, 640, 955, 780, 275, 395, 395, 500, 840, 320, 365, 320, 340,
    640, 640, 640, 640, 640, 640, 640, 640, 640, 640, 340, 340, 840, 840, 840, 535,
    1000, 685, 690, 700, 775, 635, 580, 775, 755, 295, 295, 660, 560, 865, 750, 790,
    605, 790, 695, 635, 615, 735, 685, 990, 690, 615, 690, 395, 340, 395, 840, 500,
    500, 615, 635, 550, 635, 620, 355, 635, 635, 280, 280, 580, 280, 975, 635, 615,
    635, 635, 415, 525, 395, 635, 595, 820, 595, 595, 525, 640, 340, 640, 840,
]  # fmt: skip


def ranges(wanted: Callable[[str], bool]) -> list[int]:
    """The characters that are wanted, as first, last, first, last and so on."""
    found: list[int] = []
    for code in range(0x110000):
        if wanted(chr(code)):
            if found and found[-1] == code - 1:
                found[-1] = code
            else:
                found += [code, code]
    return found


def unprintable(char: str) -> bool:
    return not char.isprintable()


def no_width(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me")


def wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF" and char.isprintable()


def table() -> dict[str, object]:
    """What the file says."""
    return {
        "unicode": unicodedata.unidata_version,
        "ascii": _ASCII,
        "latin": 700,
        "other": 900,
        "wide": 1100,
        "no_width_ranges": ranges(no_width),
        "wide_ranges": ranges(wide),
        "unprintable_ranges": ranges(unprintable),
    }


if __name__ == "__main__":
    lines = (f"{json.dumps(k)}: {json.dumps(v, separators=(',', ':'))}" for k, v in table().items())
    TABLE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
