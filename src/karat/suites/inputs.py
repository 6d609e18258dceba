"""A file of native output or of names, with the recogniser that was named for it or the usual one."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from karat.recognise.records import Records
from karat.recognise.rules import Recogniser, load
from karat.suites import choosing
from karat.suites import native as reader
from karat.suites.functions import Program
from karat.suites.native import Native


@dataclass(frozen=True)
class Input:
    """A file, its name in reports, and how it is read; ``rules`` is how the user named the recogniser."""

    path: str
    rules: str = ""
    recogniser: Recogniser | None = None
    records: Records = field(default_factory=Records)
    format: str | None = None
    layout: str = "auto"
    name: str = ""

    def read(self) -> "tuple[Native, Fitting | None]":
        """The whole file, and the recogniser for it; a file of names needs none."""
        try:
            native = reader.read(*self._how)
        except reader.Unfit as error:
            raise error.of(self.rules) from None
        return native, self._fitting(native)

    def pieces(self) -> "tuple[Iterator[Native], Fitting | None]":
        """The same piece by piece, so that memory does not grow; programs may need the whole file."""
        if isinstance(self.recogniser, Program):
            native, fitting = self.read()
            return iter([native]), fitting
        natives = reader.pieces(*self._how)
        try:
            first = next(natives)
        except reader.Unfit as error:
            raise error.of(self.rules) from None
        return chain([first], natives), self._fitting(first)

    @property
    def _how(self) -> tuple[str, str | None, str | None, str, Records]:
        wanted = self.recogniser.format if self.recogniser else None
        return self.path, wanted, self.format, self.layout, self.records

    def _fitting(self, native: Native) -> "Fitting | None":
        if native.evidence.format == reader.NAMES:
            return None
        rules, recogniser, said = self.rules, self.recogniser, list[str]()
        if recogniser is None:
            rules, said = choosing.chosen(native)
            recogniser = load(rules)
        said += choosing.notes(recogniser, native)
        return Fitting(rules, recogniser, (*native.notes, *said))


@dataclass(frozen=True)
class Fitting:
    """A recogniser for a file, how scores name it, and what is to be said about it."""

    rules: str
    recogniser: Recogniser
    notes: tuple[str, ...] = ()
