"""Grid: a table whose cells are text already; what text, Markdown and LaTeX are laid out from."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

# Text that is aligned like a number: one, or a dash for none.
_NUMBER = re.compile(r"[-+–]?\d|–?$").match


@dataclass(frozen=True)
class Grid:
    """Headings and rows of text; ``rows`` is gone through several times.

    ``words`` says which columns hold words, which are aligned to the left and may be broken into
    lines. ``bold`` and ``marks`` are about cells, by row and column.
    """

    head: Sequence[str]
    rows: Iterable[Sequence[str]]
    words: Sequence[bool]
    bold: frozenset[tuple[int, int]] = frozenset()
    marks: Mapping[tuple[int, int], str] = field(default_factory=dict)
    caption: str = ""
    label: str = ""

    def part(self, columns: Sequence[int]) -> "Grid":
        """The grid with these columns only."""
        place = {column: at for at, column in enumerate(columns)}
        return replace(
            self,
            head=[self.head[one] for one in columns],
            rows=[[row[one] for one in columns] for row in self.rows],
            words=[self.words[one] for one in columns],
            bold=frozenset((row, place[one]) for row, one in self.bold if one in place),
            marks={(row, place[one]): m for (row, one), m in self.marks.items() if one in place},
        )

    def transposed(self) -> "Grid":
        """The grid with a row for each column after the first.

        >>> rows = [["a", "90", "1"], ["b", "80", "2"]]
        >>> Grid(["x", "f1", "n"], rows, [True, False, False]).transposed().rows
        [['f1', '90', '80'], ['n', '1', '2']]
        """
        first, *others = zip(self.head, *self.rows, strict=True)
        return replace(
            self,
            head=first,
            rows=[list(row) for row in others],
            words=[True, *[False] * (len(first) - 1)],
            bold=frozenset((column - 1, row + 1) for row, column in self.bold),
            marks={(column - 1, row + 1): mark for (row, column), mark in self.marks.items()},
        )


def plain(text: str) -> str:
    """A figure without its interval.

    >>> plain("50.0 [25.0, 75.0]"), plain("12")
    ('50.0', '12')
    """
    return text.partition(" [")[0]


def is_words(value: Any) -> bool:
    """Whether a value is text that does not look like a number.

    >>> [is_words(one) for one in ("NP", "12/14", "–", "", "-0.5", 3)]
    [True, False, False, False, False, False]
    """
    return isinstance(value, str) and not _NUMBER(value)
