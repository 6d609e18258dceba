"""Files of patterns: TOML with a list of tables. Each table is one rule or one construction.

    [define]
    BE = "be|is|are|was|were"

    [[rule]]
    rename = 'VBZ"@BE"'
    to = "AUX"

A fault is reported with the line and column of the key, or of the character in the pattern.
"""

import re
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import Any, TypeVar

from karat.files.resources import Resource
from karat.model.errors import SyntaxFault, unknown
from karat.patterns.definitions import expanded, in_expression
from karat.patterns.names import BadPattern
from karat.patterns.pattern import Node

T = TypeVar("T")


class Entries:
    """The tables ``[[kind]]`` of a file, in order; ``others`` are the other keys that it may have."""

    def __init__(self, file: Resource, kind: str, others: Collection[str] = ()) -> None:
        self.file, self.kind, self.text = file, kind, file.text()
        self.document = file.toml()
        for key in self.document:
            self.known(key, (kind, "define", *others), f"this file has no {key!r}", self.top(key))
        self.defined = self.texts("define")

    @cached_property
    def tables(self) -> "list[Entry]":
        """The tables, of which there must be at least one."""
        tables = self.document.get(self.kind, [])
        if not isinstance(tables, list) or not tables:
            advice = f"begin each {self.kind} with [[{self.kind}]]"
            raise self.fault(f"the file has no [[{self.kind}]]", self.top(self.kind), advice)
        header = re.compile(rf"(?m)^[ \t]*\[\[\s*{self.kind}\s*\]\]")
        begins = [found.start() for found in header.finditer(self.text)]
        if len(begins) != len(tables):  # the tables are written as one array
            begins = [self.top(self.kind)] * len(tables)
            ends = [len(self.text)] * len(tables)
        else:
            ends = [*begins[1:], len(self.text)]
        places = zip(tables, begins, ends, strict=True)
        return [Entry(self, table, n, *place) for n, (table, *place) in enumerate(places, 1)]

    def texts(self, key: str) -> dict[str, str]:
        """A table of the file that holds only texts; empty if the file lacks it."""
        table = self.document.get(key, {})
        if not isinstance(table, dict) or not all(isinstance(one, str) for one in table.values()):
            raise self.fault(f"{key} should be a table of texts", self.top(key))
        return table

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
        """The position of a key or table at the top level of the file."""
        found = re.search(rf'(?m)^[ \t]*\[*\s*(?="?{re.escape(key)}\b)', self.text)
        return found.end() if found else 0

    def inside(self, table: str, key: str) -> int:
        """The position of a key in a table of the file."""
        begin = self.top(table)
        found = re.compile(rf'(?m)^[ \t]*(?="?{re.escape(key)}\b)').search(self.text, begin)
        return found.end() if found else begin


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

    def line_of(self, key: str, within: str) -> int:
        """The line of a text in the value of a key."""
        return self.entries.text.count("\n", 0, self._at(key, within)) + 1

    def only(self, keys: Collection[str]) -> None:
        """Refuse all keys except these."""
        for key in self.table:
            self.known(key, keys, f"a {self.entries.kind} has no {key!r}")

    def text(self, key: str, usual: str | None = None) -> str:
        """A text; if there is no default (``usual``), the key is required and must not be empty."""
        value = self.table.get(key, usual)
        if value is None:
            raise self.fault("", f"a {self.entries.kind} needs the key {key!r}")
        if not isinstance(value, str) or not (value or usual == ""):
            raise self.fault(key, f"{key} should be a text in quotes")
        return value

    def flag(self, key: str) -> bool:
        """true or false; false if the key is missing."""
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            raise self.fault(key, f"{key} should be true or false, without quotes")
        return value

    def texts(self, key: str, value: Any = None) -> tuple[str, ...]:
        """A text or a list of texts; empty if the key is missing.

        ``value`` is the value to read if the key is in a table inside this one.
        """
        value = self.table.get(key) if value is None else value
        if value is None:
            return ()
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or not all(isinstance(one, str) and one for one in value):
            raise self.fault(key, f"{key} should be a text or a list of texts")
        if not value:
            raise self.fault(key, f"{key} is empty")
        return tuple(value)

    def patterns(self, key: str, compiled: Callable[[str], Node]) -> tuple[Node, ...]:
        """The patterns of a key, whose value is a text or a list of texts."""
        return tuple(self.compiled(text, compiled, key) for text in self.texts(key))

    def compiled(
        self, text: str, compile: Callable[[str], T], key: str, *, regular: bool = False  # noqa: A002  # reads well where it is used
    ) -> T:  # fmt: skip
        """The compiled pattern, a ``regular`` expression or not, with its definitions replaced."""
        places: Sequence[int] = range(len(text) + 1)
        try:
            replaced = in_expression if regular else expanded
            whole, places = replaced(text, self.entries.defined)
            return compile(whole)
        except BadPattern as error:
            at = self._at(key, text)
            # If the file escapes characters of the text (with \\), only the key can be located.
            found = self.entries.text.startswith(text, at)
            at += places[error.at] if found else 0
            raise self.entries.fault(error.what, at, error.advice) from None

    def fault(self, key: str, what: str, advice: str = "", within: str = "") -> SyntaxFault:
        """A fault at a key, or at a text in its value."""
        return self.entries.fault(what, self._at(key, within), advice)

    def known(self, key: str, keys: Collection[str], what: str) -> None:
        """Refuse a key that is not one of these."""
        self.entries.known(key, keys, what, self._at(key))

    def _at(self, key: str, within: str = "") -> int:
        """The position of a key, or of a text in its value; that of the table if it is not found."""
        name = rf'(?="?{re.escape(key)}"?\s*=)'
        text, span = self.entries.text, (self._begin, self._end)
        # A key is at the beginning of a line, or in an inline table.
        line, inside = re.compile(rf"(?m)^[ \t]*{name}"), re.compile(rf"(?<=[{{,\s]){name}")
        found = (line.search(text, *span) or inside.search(text, *span)) if key else None
        if not found:
            return self._begin
        at = text.find(within, found.end(), self._end) if within else -1
        return at if at >= 0 else found.end()
