"""Read CoNLL-U as the CoNLL 2018 shared task's script reads it, where that is not what the format says.

The script takes what Python takes for a number (`` 1``, ``+1``), counts the words of multiword tokens without
looking at their numbers or forms, and skips every line with a point in its number. On the other hand it stops
at bytes that are not UTF-8, and at forms of nothing but spaces.
"""

import re
import unicodedata
from codecs import BOM_UTF8
from collections.abc import Generator, Iterator

from karat.model.errors import SyntaxFault

_LINE = re.compile(r"\r\n|\r|\n")
# A byte order mark is a part of the first number, which nobody reads in an empty node.
_MARKED_EMPTY_NODE = re.compile(BOM_UTF8 + rb"[^\t\r\n#]*\.[^\t\r\n]*\t")
_COLUMNS = 10
_ID, _FORM, _HEAD = 0, 1, 6
# The form of a word in a multiword token that has none; no character is spelt so.
_NO_FORM = "\U0010ffff"
# A sentence of more words than this is not read, so no number has to be larger.
_MOST = 10**9


def as_read(content: bytes, path: str, passed: int = 0) -> bytes:
    """A file in the way the script understands it, written as the format says, with the same lines.

    It may also be a part of a file that ends with a blank line, or the last part; so many lines are
    ``passed`` before it.

    What the script refuses is an error here, or stays as it is and is refused when it is read. A line that is
    no word for the script becomes an empty node.

    >>> odd = b"+1\\ta\\t_\\t_\\t_\\t_\\t 0\\troot\\t_\\t_\\n1.1.x\\tb\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\n\\n"
    >>> as_read(odd, "odd.conllu").decode().split()[::10]
    ['1', '1.1']
    """
    text = "\n".join(_Lines(content, path, passed).written())
    before, blank, after = text.rpartition("\n\n")
    # Comments after the last sentence are about none.
    only_comments = all(
        line.startswith("#") for line in after.removesuffix("\n").split("\n") if after
    )
    return (before + blank if only_comments else text).encode()


class _Lines:
    """The lines of a file, and the words of the sentence so far."""

    def __init__(self, content: bytes, path: str, before: int) -> None:
        self._path, self._before = path, before
        self._lines = _LINE.split(self._decoded(content))
        self._words = self._hidden = 0

    def written(self) -> Iterator[str]:
        inside = False
        number = 0
        while number < len(self._lines):
            line = self._lines[number]
            if not line or (not inside and line.startswith("#")):
                inside = inside and bool(line)
                self._words = self._hidden = 0
                yield line
                number += 1
                continue
            inside = True
            columns = self._columns(number)
            many = 1
            if "." in columns[_ID]:
                yield self._empty_node()
            elif "-" in columns[_ID]:
                many += yield from self._multiword(number, columns)
            else:
                yield self._word(number, columns)
            number += many

    def _word(self, number: int, columns: list[str]) -> str:
        self._insist_on_a_form(number, columns)
        expected = self._words + 1
        if self._number(number, columns, _ID) != expected:
            raise self._fault(
                number,
                _ID,
                "a word number out of order",
                f"the next word has the number {expected}",
            )
        return self._counted(number, columns)

    def _multiword(self, number: int, columns: list[str]) -> Generator[str, None, int]:
        """The line of a multiword token, and as many words as its number says; returns how many these are."""
        self._insist_on_a_form(number, columns)
        try:
            first, last = map(int, columns[_ID].split("-"))
        except ValueError:
            first, last = 1, 0
        many = last - first + 1
        if not 0 < many < _MOST:
            raise self._fault(
                number,
                _ID,
                "a multiword token that has no words",
                "write its first word, - and its last word",
            )
        begin = self._words + 1
        yield "\t".join([f"{begin}-{begin + many - 1}", *columns[1:]])
        for word in range(number + 1, number + 1 + many):
            if word >= len(self._lines):
                raise self._fault(
                    number, _ID, "a multiword token whose words are missing", "add them"
                )
            inner = self._columns(word)
            inner[_FORM] = inner[_FORM] or _NO_FORM
            yield self._counted(word, inner)
        return many

    def _counted(self, number: int, columns: list[str]) -> str:
        """The line of the next word."""
        self._words += 1
        self._hidden = 0
        columns[_ID] = str(self._words)
        columns[_HEAD] = str(self._number(number, columns, _HEAD))
        return "\t".join(columns)

    def _empty_node(self) -> str:
        self._hidden += 1
        return "\t".join([f"{self._words}.{self._hidden}", *"_" * (_COLUMNS - 1)])

    def _columns(self, number: int) -> list[str]:
        columns = self._lines[number].split("\t")
        if len(columns) != _COLUMNS:
            raise self._fault(
                number,
                _ID,
                f"{len(columns)} column{'s' * (len(columns) > 1)} in place of 10",
                "separate columns with tabs",
            )
        return columns

    def _number(self, number: int, columns: list[str], at: int) -> int:
        try:
            found = int(columns[at])
        except ValueError:
            found = -1
        if not 0 <= found < _MOST:
            what = "a head" if at == _HEAD else "a word number"
            raise self._fault(number, at, f"{what} that is not a number", "write 0, 1, 2 …")
        return found

    def _insist_on_a_form(self, number: int, columns: list[str]) -> None:
        if all(unicodedata.category(one) == "Zs" for one in columns[_FORM]):
            raise self._fault(number, _FORM, "a word without a form", "write _ for an unknown form")

    def _fault(self, number: int, column: int, what: str, advice: str) -> SyntaxFault:
        line = self._lines[number]
        before = "\t".join(line.split("\t")[:column])
        at = len(before) + 1 + bool(column)
        return SyntaxFault(what, self._path, self._before + number + 1, at, line.encode(), advice)

    def _decoded(self, content: bytes) -> str:
        if (
            not self._before
            and content.startswith(BOM_UTF8)
            and not _MARKED_EMPTY_NODE.match(content)
        ):
            raise SyntaxFault(
                "a byte order mark, which the script takes for a part of the first word", self._path, 1, 1,
                content[:80].partition(b"\n")[0], "remove these three bytes; karat score ignores them",
            )  # fmt: skip
        try:
            return content.decode()
        except UnicodeDecodeError as error:
            begin = content.rfind(b"\n", 0, error.start) + 1
            end = content.find(b"\n", error.start)
            line = content[begin : end if end >= 0 else len(content)]
            raise SyntaxFault(
                "bytes that are not UTF-8", self._path, self._before + content.count(b"\n", 0, begin) + 1,
                error.start - begin + 1, line, "convert the file to UTF-8",
            ) from None  # fmt: skip
