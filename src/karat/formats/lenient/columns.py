"""The columns of a row of CoNLL-U, whatever separates them and however many there are."""

import re
from collections.abc import Sequence
from functools import cache

from karat.formats.lenient.repair import lexicon

NAMES = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
_RULE = re.compile(rb"(?=[\s:|=+]*+-)[\s:|=+-]*+$")
_RELATION = re.compile(rb"[a-z]+(?::[a-z]+)*")


def split(line: bytes) -> list[bytes]:
    """The cells of a row.

    >>> split(b"| 1 | dog |"), split(b"1  dog _"), split(b"1\\tof course\\t_")
    ([b'1', b'dog'], [b'1', b'dog', b'_'], [b'1', b'of course', b'_'])
    >>> split(b"7 | | PUNCT"), split(b"1 | dog | 2")
    ([b'7', b'|', b'|', b'PUNCT'], [b'1', b'dog', b'2'])
    """
    if line.count(b"\t") > 1:
        return line.split(b"\t")
    # A single space for each tab keeps empty columns apart.
    single = line.split(b" ")
    return _of_table(line) or (single if len(single) == len(NAMES) else line.split())


def _of_table(line: bytes) -> list[bytes]:
    """The cells of a row of a table; none if it is not one, because | may also be a word."""
    if line.count(b"|") < 2:
        return []
    cells = [cell.strip() for cell in line.strip().strip(b"|").split(b"|")]
    framed = line.strip().startswith(b"|")
    spaced = b" | " in line and not any(len(cell.split()) != 1 for cell in cells)
    return cells if framed or spaced else []


def separator(line: bytes) -> str:
    """The kind of repair that a row's separator needs; empty for tabs."""
    if line.count(b"\t") > 1:
        return ""
    return "table" if _of_table(line) else "spaces-for-tabs"


def is_rule(line: bytes) -> bool:
    """Whether a line is the stroke under the header of a table."""
    return _RULE.match(line) is not None


def header(line: bytes) -> list[str] | None:
    """The names of the columns, if a line says them.

    >>> header(b"| ID | Word | Head | Relation |"), header(b"| 1 | dog | 2 | obj |")
    (['ID', 'FORM', 'HEAD', 'DEPREL'], None)
    """
    if len(line.split(None, 1)) < 2 and b"|" not in line:
        return None  # one cell; quick, as most lines of a broken file are so
    said = line.strip().removeprefix(b"#").strip()
    said = re.sub(rb"^global\.columns\s*=\s*", b"", said)
    cells = [cell.decode("utf-8", "replace").lower().strip("*_ ") for cell in split(said)]
    names = [_known().get(cell, "") for cell in cells]
    return names if "FORM" in names and "HEAD" in names else None


@cache
def _known() -> dict[str, str]:
    """The column that each of its names stands for."""
    return {name: column for column, names in lexicon()["columns"].items() for name in names}


def placed(rows: Sequence[Sequence[bytes]], named: Sequence[str] | None) -> list[dict[str, bytes]]:
    """The cells of each row by the name of their column.

    A header says which they are. Without one, ten cells are those of CoNLL-U; of fewer, or more, the
    first is the number and the second the form, and a number before a relation is the head.
    """
    return [_by_name(row, named) or _by_position(row) for row in rows]


def _by_name(row: Sequence[bytes], named: Sequence[str] | None) -> dict[str, bytes] | None:
    if named is not None and len(row) == len(named):
        found = {name: cell for name, cell in zip(named, row, strict=True) if name}
        # Words without numbers are numbered by their places.
        return {"ID": b"_", **found}
    return dict(zip(NAMES, row, strict=True)) if len(row) == len(NAMES) else None


def _by_position(row: Sequence[bytes]) -> dict[str, bytes]:
    found = {"ID": row[0], "FORM": row[1] if len(row) > 1 else b"_"}
    numbers = [at for at in range(2, len(row)) if re.fullmatch(rb"-?\d+", row[at])]
    related = [at for at in numbers if at + 1 < len(row) and _RELATION.fullmatch(row[at + 1])]
    head = (related or numbers or [len(row)])[-1]
    if head < len(row):
        found["HEAD"] = row[head]
        found |= dict(zip(NAMES[7:], row[head + 1 :], strict=False))
    elif len(row) > len(NAMES) // 2 + 2:
        # No head at all: the columns are those of CoNLL-U as far as they go.
        return dict(zip(NAMES, row, strict=False))
    return found | _tags(row[2:head])


def _tags(cells: Sequence[bytes]) -> dict[str, bytes]:
    """Lemma, tags and features, told apart by the universal parts of speech."""
    universal = {tag.encode() for tag in lexicon()["tags"]["UPOS"]}
    at = next((at for at, cell in enumerate(cells) if cell in universal), None)
    if at is None:
        return {"XPOS": cells[-1]} if len(cells) == 1 and cells[0].isupper() else {}
    found = {"LEMMA": cells[0]} if at else {}
    return found | dict(zip(NAMES[3:6], cells[at:], strict=False))
