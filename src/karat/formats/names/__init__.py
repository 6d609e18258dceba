"""Names of phenomena: one line per sentence, with its id, a tab, and the names.

    id  phenomena                       core          errors
    1   proper-noun, ditransitive       ditransitive  adjunct
    2   (none)
    3   (no output)

Names are separated by commas; in a cell without a comma, by blanks. Capitals, blanks, hyphens and
underscores inside a name do not matter. ``(none)``, or nothing, means that the output for the sentence
shows none of the phenomena; ``(no output)`` means that there is no output. The heading is optional. The
columns ``core`` and ``errors`` are for gold, and so is ``sentence``. Lines that begin with ``#`` are
comments, except ``# inventory:`` (the names that could be listed), ``# experimental:`` (names that do
not count by default) and ``# new:`` (names that karat does not have). JSON is read too.

>>> import karat
>>> bank = karat.read_text("1\\tPassive, by-agent\\n2\\t(none)\\n3\\t(no output)\\n")
>>> [bank.labels[i].decode() for i in bank.layers["phenomena"]["label"].tolist()]
['passive', 'by-agent']
>>> [len(bank.words(i)) for i in range(3)]
[1, 1, 0]
"""

import json as json_
import re
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO

import numpy as np

from karat.files import phenomena
from karat.files.source import Source
from karat.formats._block import Block
from karat.formats._held import HeldBlocks
from karat.formats.names.records import of_json
from karat.formats.names.rows import (
    ABOUT,
    COLUMNS,
    LISTS,
    NO_OUTPUT,
    NOTHING,
    Listed,
    Problem,
    marker,
    of_lines,
)
from karat.model.bank import Bank
from karat.model.columns import Ints, Words
from karat.model.labels import Labels
from karat.model.layers import names_of, offsets, table

SUMMARY = "names of phenomena by the ids of sentences, with tabs or as JSON"
EXTENSIONS = (".names",)
EXAMPLE = (
    "1\tproper-noun, ditransitive, preposition\n2\tproper-noun, dative-shift\n3\t(no output)\n"
)
SCHEME = "phenomena"
NEEDS = "phenomena"

_SAID = re.compile(rf"^# (?:{'|'.join(ABOUT)}): ", re.MULTILINE)
# The word of a sentence that has output but no text: only names are compared.
PLACEHOLDER = b"+"
# The number of different messages about a file; the others are counted under the last one.
_MOST = 100


def sniff(head: bytes) -> bool:
    """Whether a file with this beginning has a heading of names, or lines with ids and known names.

    >>> sniff(EXAMPLE.encode()), sniff(b"1\\tthe\\tDT\\n"), sniff(b'[{"sentence": "1", "phenomena": ""}]')
    (True, False, True)
    """
    text = head.decode("utf-8", "replace").lstrip()
    if text[:1] in ("[", "{"):
        return '"phenomena"' in text and '"karat": "run"' not in text
    lines = [line for line in text.split("\n")[:50] if line.strip() and not line.startswith("#")]
    cells = [[cell.strip() for cell in line.split("\t")] for line in lines]
    if _SAID.search(text):
        return True
    if not cells or not all(2 <= len(row) <= len(COLUMNS) for row in cells[:-1] or cells):
        return False
    if cells[0][0].casefold() == "id":
        return all(cell.casefold() in COLUMNS for cell in cells[0])
    return 2 * sum(_known(row[1]) for row in cells if len(row) > 1) >= len(cells)


def _known(cell: str) -> bool:
    """Whether a cell has a known name, so that a wrong one beside it is reported as that."""
    pieces = re.split("[,;]", cell) if re.search("[,;]", cell) else [cell, *cell.split()]
    return marker(cell) == NO_OUTPUT or cell == NOTHING or any(map(phenomena.is_known, pieces))


class _Blocks(HeldBlocks):
    """All sentences in one block: they are matched by their ids, not by their places."""

    def everything(self) -> Block:
        return self.take(len(self.bank))

    def next(self) -> Block | None:
        block = self.everything()
        return block if block.sentences else None


def Blocks(  # noqa: N802  # the name that every format has
    source: Source, layout: str = "auto", size: int = 0, inventory: str = ""
) -> HeldBlocks:
    """A file of names; ``inventory`` is a file that describes names which karat does not have."""
    text = source.rest()
    own = tuple(phenomena.inventory(inventory).own)
    read = of_json if text.lstrip()[:1] in (b"[", b"{") else of_lines
    return _Blocks(source, _bank(text, read(text, source.path, own), source.path), ())


def _bank(text: bytes, listed: Listed, path: str) -> Bank:
    labels, rows = Labels(), listed.rows
    sentences = [row.sentence.encode().split() or [PLACEHOLDER] for row in rows]
    words = [some if row.output else [] for row, some in zip(rows, sentences, strict=True)]
    flat = [word for some in words for word in some]
    ends = len(text) + 1 + np.cumsum([len(word) + 1 for word in flat], dtype=np.int32)
    starts: Ints = (ends - [len(word) + 1 for word in flat]).astype(np.int32)
    layers = {
        name: table(
            [[(one.encode(),) for one in row.lists.get(name, ())] for row in rows], "label", labels
        )
        for name in listed.lists
    }
    layers["ids"] = table([[(row.id.encode(),)] for row in rows], "label", labels)
    about = listed.about
    if about.inventory or about.new or about.experimental:
        layers[phenomena.LAYER] = phenomena.scope(
            labels, len(rows), about.names, about.experimental
        )
    fault, fault_at, faults = _faults(text, listed)
    return Bank.build(
        np.frombuffer(text + b"\n" + b" ".join([*flat, b""]), np.uint8), labels,
        Words(offsets(map(len, words)), starts, (ends - 1).astype(np.int32)),
        sentence_at=np.array([row.at for row in rows], np.int32),
        fault=fault, fault_at=fault_at, faults=faults, layers=layers, path=path,
    )  # fmt: skip


def _faults(text: bytes, listed: Listed) -> tuple[Any, Any, Mapping[int, tuple[str, str]]]:
    """What is wrong with each row; an id that comes again is wrong too."""
    seen: dict[str, int] = {}
    numbers: dict[tuple[str, str], int] = {}
    fault, at = np.zeros(len(listed.rows), np.int8), np.zeros(len(listed.rows), np.int32)
    for i, row in enumerate(listed.rows):
        problem = row.problem
        if problem is None and row.id in seen:
            line = text.count(b"\n", 0, seen[row.id]) + 1
            what = f"the id {row.id!r} is in line {line} already"
            problem = Problem(what, "give each sentence one line, with its own id")
        seen.setdefault(row.id, row.at)
        if problem:
            said = (problem.what, problem.advice)
            fault[i] = numbers.setdefault(said, min(len(numbers) + 1, _MOST))
            # A character has at most four bytes.
            before = text[row.at : row.at + 4 * problem.at].decode("utf-8", "replace")
            at[i] = row.at + len(before[: problem.at].encode())
    return fault, at, {number: said for said, number in numbers.items()}


def write(bank: Bank, stream: BinaryIO, *, json: bool = False) -> None:
    """Write the names of a Bank, with a heading; ``json`` writes JSON."""
    about, columns, records = _about(bank), *_records(bank, 0)
    if json:
        document: Any = {**about, "sentences": records} if about else records
        stream.write((json_.dumps(document, indent=1, ensure_ascii=False) + "\n").encode())
        return
    head = [*(f"# {key}: {', '.join(names)}" for key, names in about.items()), "\t".join(columns)]
    stream.write("".join(line + "\n" for line in head).encode())
    _write_rows(columns, records, stream)


def write_more(bank: Bank, stream: BinaryIO, first: int) -> None:
    """Write the names of a Bank below those of the ``first`` sentences of the same file."""
    _write_rows(*_records(bank, first), stream)


def _write_rows(
    columns: Sequence[str], records: Sequence[Mapping[str, Any]], stream: BinaryIO
) -> None:
    lines = ("\t".join(_cell(record, name) for name in columns) for record in records)
    stream.write("".join(line + "\n" for line in lines).encode())


def _records(bank: Bank, first: int) -> tuple[list[str], list[dict[str, Any]]]:
    """The columns, and what they say of each sentence; sentences without ids are counted on."""
    count = len(bank)
    lists = {name: _rows(bank, name) for name in LISTS if name in bank.layers}
    ids = [row[0] for row in _rows(bank, "ids")] if "ids" in bank.layers else None
    output = (np.diff(bank.token_offset) > 0).tolist()
    texts = [b" ".join(bank.words(i)).decode("utf-8", "replace") for i in range(count)]
    said = any(text not in ("", PLACEHOLDER.decode()) for text in texts)
    records = [
        {"id": ids[i] if ids else str(first + i + 1), "output": "yes" if output[i] else "no",
         **{name: rows[i] for name, rows in lists.items()},
         **({"sentence": texts[i]} if said else {})}
        for i in range(count)
    ]  # fmt: skip
    return ["id", *lists, *(["sentence"] if said else [])], records


def _rows(bank: Bank, layer: str) -> list[list[str]]:
    """The names in a layer, one list per sentence."""
    one = bank.layers[layer]
    names = names_of(bank.labels, one["label"])
    return [names[one.rows(i)] for i in range(len(bank))]


def _cell(record: Mapping[str, Any], column: str) -> str:
    value = record[column]
    if column not in LISTS:
        return str(value)
    if column == "phenomena" and not value:
        return NOTHING if record["output"] == "yes" else NO_OUTPUT
    return ", ".join(value)


def _about(bank: Bank) -> dict[str, Sequence[str]]:
    """What holds for all sentences: new names, the names that could be listed, the experimental ones."""
    found = phenomena.scope_of(bank)
    if found is None:
        return {}
    names, experimental = found
    new = sorted(names - phenomena.catalogue().keys())
    said = {"new": new, "inventory": sorted(names), "experimental": sorted(experimental)}
    return {key: value for key, value in said.items() if value}
