"""Faults in a text that could be read, at positions of a Bank's text."""

from typing import NamedTuple

import numpy as np

from karat.model.bank import Bank
from karat.model.errors import SyntaxFault


class Place(NamedTuple):
    """A line and a column of a file, from 1, and what is on the line."""

    line: int
    column: int
    text: bytes


class FaultMaker:
    """Makes faults at positions of a Bank's text, whose newlines it searches once.

    >>> import karat
    >>> fault = FaultMaker(karat.read_text("(S (N a))\\n(S (N b))"))(13, "a letter")
    >>> fault.line, fault.column
    (2, 4)
    """

    def __init__(self, bank: Bank) -> None:
        self._bank = bank
        self.newlines = np.flatnonzero(bank.text == 10)

    def __call__(self, at: int, what: str, advice: str = "") -> SyntaxFault:
        return SyntaxFault(what, self._bank.path, *self.place(at), advice)

    def place(self, at: int) -> Place:
        """Where in the file a position of the text is."""
        bank, newlines = self._bank, self.newlines
        line = int(np.searchsorted(newlines, at))
        begin = int(newlines[line - 1]) + 1 if line else 0
        end = int(newlines[line]) if line < len(newlines) else len(bank.text)
        text = bank.text[begin:end].tobytes()
        return Place(bank.first_line + line, at - begin + 1, text)
