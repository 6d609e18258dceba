"""Files of patterns: TOML with a list of tables, of which each is one rule or one construction.

    [define]
    BE = "be|is|are|was|were"

    [[rule]]
    rename = 'VBZ"@BE"'
    to = "AUX"

Faults are reported with the line and column of the key or of the place in the pattern.
"""

import re
from collections.abc import Callable, Collection
from typing import Any

from karat.files.resources import Resource
from karat.model.errors import SyntaxFault, unknown
from karat.patterns.definitions import expanded
from karat.patterns.names import BadPattern
from karat.patterns.pattern import Node


class Entries:
    """The tables ``[[kind]]`` of a file, in order; ``others`` are the further keys of the file."""

    def __init__(self, file: Resource, kind: str, others: Collection[str] = ()) -> None:
        self.file, self.kind, self.text = file, kind, file.text()
        self.document = file.toml()
        for key in self.document:
            self.known(key, (kind, "define", *others), f"this file has no {key!r}", self.top(key))
        self.defined = self.document.get("define", {})
        if not _texts(self.defined):
            raise self.fault("define should be a table of texts", self.top("define"))
        tables = self.document.get(kind, [])
        if not isinstance(tables, list) or not tables:
            raise self.fault(
                f"there is no [[{kind}]] in it", 0, f"begin each {kind} with [[{kind}]]"
            )
        begins = [
            found.start() for found in re.finditer(rf"(?m)^[ \t]*\[\[\s*{kind}\s*\]\]", self.text)
        ]
        if len(begins) != len(tables):  # written as one array
            begins = [self.top(kind)] * len(tables)
        ends = [*begins[1:], len(self.text)]
        self.tables = [
            Entry(self, table, number, begin, max(begin, end))
            for number, (table, begin, end) in enumerate(zip(tables, begins, ends, strict=True), 1)
        ]

    def known(self, key: str, keys: Collection[str], what: str, at: int) -> None:
        """Refuse a key that is not one of these."""
        if key in keys:
            return
        guess = re.search(r"did you mean '.*?'\?", str(unknown("key", key, keys)))
        said = f"{what}; {guess[0]}" if guess else what
        raise self.fault(said, at, f"the keys are {', '.join(sorted(keys))}")

    def fault(self, what: str, at: int, advice: str = "") -> SyntaxFault:
        """A fault at a character of the file."""
        return self.file.fault(what, len(self.text[:at].encode()), advice)

    def top(self, key: str) -> int:
        """Where a key or table of the file is."""
        found = re.search(rf'(?m)^[ \t]*\[*\s*(?="?{re.escape(key)}\b)', self.text)
        return found.end() if found else 0


class Entry:
    """One table of a file."""

    def __init__(self, entries: Entries, table: Any, number: int, begin: int, end: int) -> None:
        self.entries, self.number, self._begin, self._end = entries, number, begin, end
        if not isinstance(table, dict):
            raise entries.fault(f"a {entries.kind} should be a table", begin)
        self.table: dict[str, Any] = table

    @property
    def line(self) -> int:
        """The line of the file on which it begins."""
        return self.entries.text.count("\n", 0, self._begin) + 1

    def only(self, keys: Collection[str]) -> None:
        """Refuse other keys than these."""
        for key in self.table:
            what = f"a {self.entries.kind} has no {key!r}"
            self.entries.known(key, keys, what, self._at(key))

    def text(self, key: str, usual: str | None = None) -> str:
        """A text; without a usual value it must be there and must not be empty."""
        value = self.table.get(key, usual)
        if value is None:
            raise self.fault("", f"a {self.entries.kind} needs the key {key!r}")
        if not isinstance(value, str) or not (value or usual == ""):
            raise self.fault(key, f"{key} should be a text in quotes")
        return value

    def flag(self, key: str) -> bool:
        """true or false; false if it is not there."""
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            raise self.fault(key, f"{key} should be true or false, without quotes")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A text, or a list of texts; empty if it is not there."""
        value = self.table.get(key, [])
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or not all(isinstance(one, str) and one for one in value):
            raise self.fault(key, f"{key} should be a text or a list of texts")
        if not value and key in self.table:
            raise self.fault(key, f"{key} is empty")
        return tuple(value)

    def patterns(self, key: str, compiled: Callable[[str], Node]) -> tuple[Node, ...]:
        """The patterns of a key, which is a text or a list of texts."""
        return tuple(self._pattern(key, text, compiled) for text in self.texts(key))

    def fault(self, key: str, what: str, advice: str = "", within: str = "") -> SyntaxFault:
        """A fault of a key, or of a text in its value."""
        return self.entries.fault(what, self._at(key, within), advice)

    def _pattern(self, key: str, text: str, compiled: Callable[[str], Node]) -> Node:
        places: Any = range(len(text) + 1)
        try:
            whole, places = expanded(text, self.entries.defined)
            return compiled(whole)
        except BadPattern as error:
            at = self._at(key, text)
            # Where the file writes the text in another way (with \\), only its key can be named.
            found = self.entries.text.startswith(text, at)
            at += places[error.at] if found else 0
            raise self.entries.fault(error.what, at, error.advice) from None

    def _at(self, key: str, within: str = "") -> int:
        """Where a key is, or the text within its value; the table where it cannot be found."""
        lines = re.compile(rf'(?m)^[ \t]*(?="?{re.escape(key)}"?\s*=)')
        found = lines.search(self.entries.text, self._begin, self._end) if key else None
        if not found:
            return self._begin
        at = self.entries.text.find(within, found.end(), self._end) if within else -1
        return at if at >= 0 else found.end()


def _texts(table: Any) -> bool:
    return isinstance(table, dict) and all(isinstance(one, str) for one in table.values())
