"""A file of answers that should be CoNLL-U, cut into answers: blank lines, ids, numbers, fences."""

import re
from collections.abc import Sequence

from karat.formats.lenient.columns import header, is_rule, split
from karat.formats.lenient.lines import Kind, Line, lines
from karat.formats.lenient.repair import Answer, Found, refuses, shown

_SMALL = re.compile(rb"\d{1,9}")
_NUMBER = re.compile(rb"\s*+\|?\s*+(\d{1,9})(?:[-.]\d+)?[.)]?(?=[\s|])")
# The beginning of a row, after which the file ends.
_CUT = re.compile(rb"\s*+\|?\s*+\d+(?:[\s|]++\S*+\s*+)?$")
# Lines that say which sentence the rows below are about.
_NAMES = Kind.HEADER, Kind.SENT_ID


def is_row(line: bytes, before: bytes = b"") -> bool:
    """Whether a line is the row of a word: a number and at least two more columns.

    If they are separated by spaces, one of them is a number or ``_``, or the line before has as many
    columns and the number before.

    >>> is_row(b"1 The the DET _ _ 2 det"), is_row(b"| 2 | dog | 0 |"), is_row(b"1. The dog barks.")
    (True, True, False)
    """
    cells = split(line)
    if not _NUMBER.match(line) or len(cells) < 3:
        return False
    # A numbered sentence has no other number, and no sign for an empty column.
    separated = b"\t" in line or b"|" in line
    return (
        separated
        or any(cell == b"_" or cell.isdigit() for cell in cells[2:])
        or _next(cells, split(before))
    )


def _next(cells: Sequence[bytes], before: Sequence[bytes]) -> bool:
    numbers = [some[0] for some in (before, cells) if some and _SMALL.fullmatch(some[0])]
    follows = len(numbers) == 2 and int(numbers[0]) + 1 == int(numbers[1])
    return follows and len(cells) == len(before)


def row_answers(text: bytes, expected: int | None) -> tuple[list[Answer], list[Found]]:
    """The answers of a file in columns, in its order, and what was left out."""
    left: list[Found] = []
    groups: list[list[Line]] = []
    joined: dict[int, Found] = {}
    remarks: list[tuple[int, Line]] = []
    between, last, last_answer = True, 0, _Last()
    for line in lines(text, is_row, first=True):
        if line.kind == Kind.HEADER and b"\t" in line.text:
            line = line._replace(kind=Kind.PROSE)  # a broken row, not the number of an answer
        row = line.kind == Kind.CONTENT
        number = _number(line.text) if row else last
        if line.kind in (Kind.BLANK, Kind.FENCE):
            if line.kind == Kind.FENCE:
                left.append(Found(line.at, "fence", "a code fence, left out"))
            between = True
            continue
        if line.kind == Kind.THOUGHT or (line.kind == Kind.PROSE and not _belongs(line, groups)):
            if not is_rule(line.text):
                left.append(Found(line.at, "prose", f"left out {shown(line.text)}"))
            if line.kind == Kind.PROSE and between and not line.text.rstrip().endswith(b":"):
                remarks.append((len(groups), line))
            continue
        again = row and number < 2 and last >= max(number, 1)
        starts = last_answer.starts(line, between, again)
        last_answer.add(line, first=starts)
        if starts:
            groups.append([])
            if again and not between:
                joined[len(groups) - 1] = Found(line.at, "no-blank-line", "a sentence begins here")
            number = number if row else 0
        groups[-1].append(line)
        between, last = False, number
    answers = [_answer(group, joined.get(at)) for at, group in enumerate(groups)]
    said = [_says_something(group) for group in groups]
    alone = _alone(text, remarks)
    if sum(said) + len(alone) == expected and not any(answer.id for answer in answers):
        # As many answers as gold has sentences, if what cannot be read is one: it keeps its place.
        for at, line in reversed(alone):
            answers.insert(at, Answer(line.at, line.text))
            said.insert(at, True)
    return [answer for answer, says in zip(answers, said, strict=True) if says], left


def _alone(text: bytes, remarks: Sequence[tuple[int, Line]]) -> list[tuple[int, Line]]:
    """Paragraphs of prose, each by its first line; what goes on in rows introduces them."""
    first: dict[int, tuple[int, Line]] = {}
    for at, line in remarks:
        begin = max(text.rfind(b"\n\n", 0, line.at), 0)
        first.setdefault(begin, (at, line))
    return [
        (at, line)
        for at, line in first.values()
        if not any(map(is_row, text[line.at :].split(b"\n\n", 1)[0].split(b"\n")))
    ]


class _Last:
    """What the last answer has so far, so that it need not be looked through for each line."""

    def __init__(self) -> None:
        self.begun = self.content = self.named = False

    def starts(self, line: Line, between: bool, again: bool) -> bool:
        """Whether a line begins an answer; a number or comments before its rows belong to it."""
        if not self.begun:
            return True
        if line.kind in _NAMES:
            return self.content or self.named
        return self.content and (between or again)

    def add(self, line: Line, *, first: bool) -> None:
        """Note a line, which may be the first of an answer."""
        known = self.begun and not first
        self.content = (known and self.content) or line.kind in (Kind.CONTENT, Kind.REFUSAL)
        self.named = (known and self.named) or line.kind in _NAMES
        self.begun = True


def _belongs(line: Line, groups: Sequence[Sequence[Line]]) -> bool:
    """Whether a line that is no row is still a part of an answer: a comment, a header, a row cut off."""
    if line.text.startswith(b"#") or header(line.text):
        return True
    return bool(groups and groups[-1][-1].kind == Kind.CONTENT and _CUT.match(line.text))


def _says_something(group: Sequence[Line]) -> bool:
    return any(line.kind != Kind.PROSE for line in group)


def _number(row: bytes) -> int:
    found = _NUMBER.match(row)
    return int(found[1]) if found else 0


def _answer(group: Sequence[Line], joined: Found | None) -> Answer:
    numbers = [line for line in group if line.kind == Kind.HEADER]
    named = [line for line in group if line.kind in _NAMES]
    identifier = named[-1].number if named else None
    found = tuple(
        Found(line.at, "numbering", f"number {line.number} before the answer") for line in numbers
    ) + ((joined,) if joined else ())
    rows = [line for line in group if line.kind == Kind.CONTENT]
    if rows:
        kept = [line for line in group if line.kind in (Kind.CONTENT, Kind.SENT_ID, Kind.PROSE)]
        text = b"\n".join(line.text for line in kept)
        return Answer(rows[0].at, text, identifier, found, rows=tuple(one.at for one in kept))
    said = next((one.text for one in group if one.kind == Kind.REFUSAL or refuses(one.text)), b"")
    text = said or b" ".join(line.text for line in numbers)
    return Answer(group[0].at, text, identifier, found, refused=bool(said), said=said)
