"""Rows of a file of names, from JSON: karat's own, as ``karat recognise --output json`` writes it."""

import difflib
import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from karat.files.resources import Resource
from karat.formats.names.rows import (
    ABOUT,
    LISTS,
    NO_OUTPUT,
    About,
    Listed,
    Problem,
    Row,
    canonical,
    names_in,
    row,
)
from karat.model.errors import InputError

# A record's fields; "sentence" is the id where there is no other, as in the table of karat recognise.
_FIELDS = ("id", "sentence", "output", *LISTS, "experimental")
_YES_NO = {"yes": True, "no": False, True: True, False: False}
_ROWS = re.compile(r'"sentences"\s*:\s*\[')
_GAP = re.compile(r"[\s,]*")
_DECODER = json.JSONDecoder()


def of_json(text: bytes, path: str, own: Collection[str] = ()) -> Listed:
    """The rows of a JSON file: a list of objects, an object per line, or one with "sentences"."""
    file = Resource(path, text)
    said, begin = file.text(), 0
    about = About(tuple(own))
    if found := _ROWS.search(said) if said.lstrip().startswith("{") else None:
        begin = found.end()
        about = _about(_whole(said, file), about, file)
    elif said.lstrip().startswith("["):
        begin = said.index("[") + 1
    rows, lists, marked = list[Row](), {"phenomena"}, dict[str, None]()
    place = last = 0
    for at, end, record in _records(said, begin, file):
        place, last = place + len(said[last:at].encode()), at
        try:
            rows.append(_row(place, record, about.new))
            shown = _listed(record.get("experimental"), "experimental", about.new)
            marked |= dict.fromkeys(shown)
            lists |= record.keys() & set(LISTS)
        except Problem as problem:
            problem.at = _quoted(problem.what, said[at:end])
            rows.append(Row(place, f"{len(rows)} {at}", problem=problem))
    experimental = tuple(dict.fromkeys([*about.experimental, *marked]))
    return Listed(
        rows, [name for name in LISTS if name in lists],
        About(about.new, about.inventory, experimental),
    )  # fmt: skip


def _row(at: int, record: Any, own: Collection[str]) -> Row:
    if not isinstance(record, dict):
        raise Problem(
            "a sentence should be an object", 'write {"id": "1", "phenomena": ["passive"]}'
        )
    for name in record.keys() - set(_FIELDS):
        if close := difflib.get_close_matches(name, (*LISTS, "output", "id"), 1, 0.75):
            raise Problem(f"there is no field {name!r}; did you mean {close[0]!r}?", "rename it")
    key = record.get("id", record.get("sentence", ""))
    if isinstance(key, bool) or not isinstance(key, str | int):
        raise Problem("an id should be a text or a number", 'write "id": "1"')
    lists = {name: _listed(record.get(name), name, own) for name in LISTS}
    lists["phenomena"] += _listed(record.get("experimental"), "experimental", own)
    output = record.get("output", True)
    if not isinstance(output, str | bool) or output not in _YES_NO:
        raise Problem(f"output is {output!r}", "write yes or no")
    cells = {name: (",".join(names) + "," * bool(names), 0) for name, names in lists.items()}
    if not _YES_NO[output]:
        if lists["phenomena"]:
            raise Problem("names for a sentence without output", 'write "output": "yes"')
        cells["phenomena"] = (NO_OUTPUT, 0)
    sentence = record.get("sentence", "") if "id" in record else ""
    return row(at, str(key), {**cells, "sentence": (str(sentence), 0)}, own)


def _quoted(message: str, text: str) -> int:
    """Where the word that a message quotes is in a text; 0 if it quotes none."""
    found = re.search("'(.*?)'", message)
    return max(0, text.find(found[1])) if found else 0


def _listed(value: Any, field: str, own: Collection[str]) -> list[str]:
    """The names in a field: a list of them, or a text with blanks or commas."""
    if isinstance(value, str):
        return names_in(value, own) if value.strip() else []
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise Problem(f"{field} should be a list of names", f'write "{field}": ["passive"]')
    return [canonical(one, own) for one in value]


def _about(document: Any, about: About, file: Resource) -> About:
    """The names that the object around the sentences lists."""
    found: dict[str, tuple[str, ...]] = {}
    new = document.get("new", [])
    own = (*about.new, *(str(one) for one in new if isinstance(new, list)))
    for key in ABOUT[:2]:
        try:
            found[key] = tuple(_listed(document.get(key), key, own))
        except Problem as problem:
            raise InputError(f"{file.path}: {key}: {problem.what}\n{problem.advice}") from None
    return About(own, found["inventory"], found["experimental"])


def _whole(text: str, file: Resource) -> Mapping[str, Any]:
    document, end = _decoded(text, len(text) - len(text.lstrip()), file)
    if text[end:].strip():
        raise _fault(file, text, "something follows the object", end)
    assert isinstance(document, dict)  # it begins with {
    return document


def _records(text: str, begin: int, file: Resource) -> Iterator[tuple[int, int, Any]]:
    """The values from a position on, each with its begin and end, up to a closing bracket."""
    at = _end(text, begin)
    while at < len(text) and text[at] != "]":
        record, end = _decoded(text, at, file)
        yield at, end, record
        at = _end(text, end)


def _decoded(text: str, at: int, file: Resource) -> tuple[Any, int]:
    """The value at a position, and its end."""
    try:
        return _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise _fault(file, text, error.msg, error.pos) from None
    except ValueError:
        raise _fault(file, text, "it has a number with thousands of digits", at) from None
    except RecursionError:
        raise InputError(f"{file.path}: the values are nested too deep") from None


def _end(text: str, at: int) -> int:
    """The end of the blanks and commas at a position."""
    found = _GAP.match(text, at)
    return found.end() if found else at


def _fault(file: Resource, text: str, why: str, at: int) -> InputError:
    return file.fault(f"this is not JSON: {why}", len(text[:at].encode()))
