r"""Records: plain text cut into the output for each sentence, with ids, and a way to say "no output".

Any script can write this form; blank lines belong to the output:

    #id 12
    whatever the parser printed
    #id 13
    #none

Other text is cut at blank lines, or at the lines that match ``separator``. ``id`` finds the id of a
record (the first group of the expression, or all of the match), ``none`` the records that say that
there is no output:

    [records]
    separator = '^=== '
    id = '^=== (\S+)'
    none = '^NO PARSE'

If the file begins with a separator, each separator belongs to the record after it; otherwise it ends
the record before it. ``id`` and ``none`` see the separator too, the rules do not. Between separators,
a record without text is one without output.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from karat.model.errors import SyntaxFault
from karat.patterns.names import expression

PARTS = ("separator", "id", "none")
_NONE = re.compile(r"^#none\s*$")


class Record(NamedTuple):
    """The output for a sentence, empty if there is none, and its id, empty if it has none."""

    text: str
    id: str = ""


class _Line(NamedTuple):
    number: int
    text: str

    def fault(self, what: str, path: str, advice: str, at: str = "") -> SyntaxFault:
        """A fault of this line, at a text in it."""
        before = self.text[: max(0, self.text.find(at))] if at else ""
        column = len(before.encode()) + 1
        return SyntaxFault(what, path, self.number, column, self.text.encode(), advice)


class _Piece(NamedTuple):
    """The lines of a record, and the separator that belongs to it."""

    separator: list[_Line]
    lines: list[_Line]

    @property
    def every(self) -> list[_Line]:
        return self.separator + self.lines

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines).strip("\n")


@dataclass(frozen=True)
class Records:
    """How a text is cut into records: compiled regular expressions, or None.

    If it is ``strict``, a record without text must say that there is no output, and nothing else.
    """

    separator: Any = None
    id: Any = None
    none: Any = _NONE
    strict: bool = False

    @classmethod
    def of(cls, given: Mapping[str, str | None]) -> "Records":
        """From the texts of the expressions, by the names in PARTS."""
        return cls(**{key: expression(text) for key, text in given.items() if text})

    def cut(self, lines: Iterable[str], path: str = "<text>") -> Iterator[Record]:
        r"""The records of a text.

        >>> list(Records().cut(["a b", "c", "", "", "#none", "", "d"]))
        [Record(text='a b\nc', id=''), Record(text='', id=''), Record(text='d', id='')]
        >>> list(Records().cut(["#id 7", "a", "", "b", "#id 8", "#none"]))
        [Record(text='a\n\nb', id='7'), Record(text='', id='8')]
        """
        numbered = (_Line(i, one.rstrip("\r\n")) for i, one in enumerate(lines, 1))
        first = next((line for line in numbered if line.text.strip()), None)
        if first is None:
            return
        records, rest = self, chain([first], numbered)
        if not self.separator and not self.id and OURS.separator.search(first.text):
            records = OURS
        seen: dict[str, int] = {}
        for piece in records._pieces(rest):
            name = records._name(piece, path, seen) if records.id else ""
            yield Record(records._text(piece, path), name)

    def _pieces(self, lines: Iterator[_Line]) -> Iterator[_Piece]:
        if self.separator:
            return _separated(lines, self.separator)
        return _paragraphs(lines)

    def _name(self, piece: _Piece, path: str, seen: dict[str, int]) -> str:
        """The id of a record; ``seen`` has the ids before it, with their lines."""
        for line in piece.every:
            if found := self.id.search(line.text):
                name = (found.group(1) if found.re.groups else found.group()) or ""
                if name in seen:
                    what = f"the id {name!r} is also on line {seen[name]}"
                    raise line.fault(what, path, "give each sentence an id of its own", name)
                if name:
                    seen[name] = line.number
                    return str(name)
        advice = "the expression for ids matches none of its lines"
        raise piece.every[0].fault("this record has no id", path, advice)

    def _text(self, piece: _Piece, path: str) -> str:
        nothing = [line for line in piece.every if self.none and self.none.search(line.text)]
        text = piece.text
        if self.strict:
            said = [line for line in piece.lines if line.text.strip() and line not in nothing]
            if nothing and said:
                what = f"there is output, but line {nothing[0].number} says that there is none"
                raise said[0].fault(what, path, "remove the one or the other")
            if not nothing and not said:
                what = "there is nothing in this record"
                raise piece.every[0].fault(what, path, "if there was no output, write #none")
        return "" if nothing or not text.strip() else text


# The form that any script can write.
OURS = Records(re.compile(r"^#id\b"), re.compile(r"^#id[ \t]+(\S.*?)\s*$"), _NONE, strict=True)


def _paragraphs(lines: Iterator[_Line]) -> Iterator[_Piece]:
    """The pieces between blank lines."""
    held: list[_Line] = []
    for line in lines:
        if line.text.strip():
            held.append(line)
        elif held:
            yield _Piece([], held)
            held = []
    if held:
        yield _Piece([], held)


def _separated(lines: Iterator[_Line], separator: Any) -> Iterator[_Piece]:
    """The pieces between separators, which belong to the record after or before them."""
    heads: list[_Line] | None = None
    held: list[_Line] = []
    leading: bool | None = None
    for line in lines:
        if not separator.search(line.text):
            held.append(line)
            continue
        leading = not held if leading is None else leading
        if not leading:
            yield _Piece([line], held)
        elif heads is not None:
            yield _Piece(heads, held)
        heads, held = [line], []
    if leading and heads is not None:
        yield _Piece(heads, held)
    elif any(line.text.strip() for line in held):
        yield _Piece([], held)
