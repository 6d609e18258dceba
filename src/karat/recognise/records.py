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

If the file begins with a separator, or ``id`` matches in the first one, each separator belongs to the
record after it; otherwise it ends the record before it. Text before a first separator with an id is
skipped with a note. ``id`` and ``none`` see the separator too, the rules do not. Between separators, a
record without text is one without output. A file that begins with ``#id`` is in the form above,
whatever ``separator`` and ``id`` say, unless that line is a separator of the file's own.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from karat.model.errors import InputError, SyntaxFault
from karat.patterns.names import expression

PARTS = ("separator", "id", "none")
_NONE = re.compile(r"^#none\s*$")


class Record(NamedTuple):
    """The output for a sentence, empty if there is none, and its id, empty if it has none.

    ``note`` says what was skipped before it.
    """

    text: str
    id: str = ""
    note: str = ""


class _Line(NamedTuple):
    number: int
    text: str

    def fault(self, what: str, path: str, advice: str, at: str = "") -> SyntaxFault:
        """A fault of this line, at a text in it."""
        before = self.text[: max(0, self.text.find(at))] if at else ""
        column = len(before.encode()) + 1
        return SyntaxFault(what, path, self.number, column, self.text.encode(), advice)


class _Piece(NamedTuple):
    """The lines of a record, the separator that belongs to it, and what was skipped before it."""

    separator: list[_Line]
    lines: list[_Line]
    skipped: Sequence[_Line] = ()

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

        >>> [one.text for one in Records().cut(["a b", "c", "", "", "#none", "", "d"])]
        ['a b\nc', '', 'd']
        >>> [(one.id, one.text) for one in Records().cut(["#id 7", "a", "", "b", "#id 8", "#none"])]
        [('7', 'a\n\nb'), ('8', '')]
        """
        numbered = (_Line(i, one.rstrip("\r\n")) for i, one in enumerate(lines, 1))
        first = next((line for line in numbered if line.text.strip()), None)
        if first is None:
            return
        ours = OURS.separator.search(first.text) and not self._separates(first)
        records, rest = OURS if ours else self, chain([first], numbered)
        seen: dict[str, int] = {}
        for piece in records._pieces(rest, path):
            name = records._name(piece, path, seen) if records.id else ""
            failed = ours and self.none is not _NONE and self._nothing(piece)
            text = "" if failed else records._text(piece, path)
            yield Record(text, name, _note(piece, path))

    def _pieces(self, lines: Iterator[_Line], path: str) -> Iterator[_Piece]:
        if self.separator:
            return self._separated(lines, path)
        return _paragraphs(lines)

    def _separates(self, line: _Line) -> bool:
        return bool(self.separator and self.separator.search(line.text))

    def _separated(self, lines: Iterator[_Line], path: str) -> Iterator[_Piece]:
        """The pieces between separators, which belong to the record after or before them."""
        held: list[_Line] = []
        for line in lines:
            if self._separates(line):
                break
            held.append(line)
        else:
            raise self._unseparated(path)
        named = bool(self.id and self.id.search(line.text))
        if held and not named:
            return _ended(line, held, lines, self._separates)
        return self._begun(line, held, lines, path)

    def _begun(
        self, head: _Line, skipped: list[_Line], lines: Iterator[_Line], path: str
    ) -> Iterator[_Piece]:
        """The pieces that begin with separators, after some lines that were ``skipped``."""
        first, held, before = head, list[_Line](), skipped
        for line in lines:
            if not self._separates(line):
                held.append(line)
                continue
            yield _Piece([head], held, before)
            head, held, before = line, [], []
        last = _Piece([head], held, before)
        if skipped and not last.text.strip() and not self._nothing(last):
            what = f"there is text before the first separator (line {first.number}) and none after the last"
            advice = (
                "a separator with an id begins a sentence: if it ends one here, leave out id; otherwise "
                "delete the text before the first one, or say with none what a failed parse looks like"
            )
            raise head.fault(what, path, advice)
        yield last

    def _unseparated(self, path: str) -> InputError:
        said = self.separator.pattern.removeprefix("(?m)")
        return InputError(
            f"{path}: no line matches the separator {said!r}; correct it (separator under [records], or "
            "--separator), or leave it out if blank lines separate the sentences"
        )

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

    def _nothing(self, piece: _Piece) -> list[_Line]:
        """The lines that say that there is no output."""
        return [line for line in piece.every if self.none and self.none.search(line.text)]

    def _text(self, piece: _Piece, path: str) -> str:
        nothing = self._nothing(piece)
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


def _ended(
    separator: _Line, held: list[_Line], lines: Iterator[_Line], separates: Callable[[_Line], bool]
) -> Iterator[_Piece]:
    """The pieces that end with separators; the last may lack its own."""
    yield _Piece([separator], held)
    held = []
    for line in lines:
        if separates(line):
            yield _Piece([line], held)
            held = []
        else:
            held.append(line)
    if any(line.text.strip() for line in held):
        yield _Piece([], held)


def _note(piece: _Piece, path: str) -> str:
    """What was skipped before a record, in words; empty if nothing was."""
    said = [line for line in piece.skipped if line.text.strip()]
    if not said:
        return ""
    first, last = said[0], said[-1]
    where = f"line {first.number}" if first == last else f"lines {first.number} to {last.number}"
    said_first = f"{where} ({first.text.strip()[:40]!r})"
    return f"note: {path}: skipped {said_first}, before the first separator with an id"
