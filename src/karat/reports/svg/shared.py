"""Numbers, marks and characters that drawings in Python and in JavaScript share, from JSON files."""

import json
from pathlib import Path
from typing import Any

FILES = Path(__file__).parents[1] / "html"


def _table(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FILES / name).read_text(encoding="utf-8"))
    return found


CHARACTERS = _table("characters.json")
_DRAW = _table("draw.json")
# By its sign, the class of a mark and its meaning.
MARKS: dict[str, tuple[str, str]] = {sign: tuple(both) for sign, both in _DRAW["marks"].items()}
# The marks of gold, the worst first: of a row that some systems found and others did not, the first one.
WORST_FIRST: str = _DRAW["worst_first"]
# What one row of each kind of picture is called, and several.
KINDS: dict[str, tuple[str, str]] = {kind: tuple(both) for kind, both in _DRAW["kinds"].items()}
# What is drawn at most; beyond it the drawing says so in words.
LIMITS: dict[str, int] = _DRAW["limits"]
# Lengths in pixels. All lengths are whole numbers, so that both languages compute the same.
SIZES: dict[str, int] = _DRAW["sizes"]
