"""One sentence of a selection: what was saved of it, and what is drawn of it from the kept files."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from karat.analysis.picture import Pair, Picture, Side
from karat.analysis.picture_of import by_sentence
from karat.analysis.pictured import drawn_as
from karat.analysis.why import violations
from karat.model.errors import KaratError
from karat.model.measure import Measure
from karat.model.scheme import Scheme
from karat.reports.why import violated
from karat.store.records import Entry
from karat.web.banks import Banks, Compared, file_of
from karat.web.commands import show_command, without_folder
from karat.web.selection import Selection

# Figures that were saved and those of a drawing may differ by so much.
_CLOSE = 1e-9


class Saved(NamedTuple):
    """What was saved of a sentence for one entry: its figures, or why it has none.

    ``said`` is empty if the sentence was scored as it is, and "aligned" if it was scored after alignment.
    """

    entry: Entry
    name: str
    said: str
    figures: Mapping[str, float]

    @property
    def scored(self) -> bool:
        return self.said in ("", "aligned")


class Blamed(NamedTuple):
    """An error: its cause, what happened, and the words it is about."""

    cause: str
    detail: str
    words: str


@dataclass(frozen=True, eq=False)
class Drawn:
    """A sentence, by its number from 0, of the entries of a selection under a scheme."""

    selection: Selection
    banks: Banks
    number: int
    scheme: Scheme
    name: str = ""

    @property
    def own(self) -> bool:
        """Whether it is drawn under the scheme of the entries, so that figures can be compared."""
        return str(self.scheme) == str(self.selection.scheme) and not self.scheme.drawn_as

    @cached_property
    def saved(self) -> list[Saved]:
        return [
            _saved(self.selection, at, self.number) for at in range(len(self.selection.entries))
        ]

    @cached_property
    def _compared(self) -> tuple[dict[str, Compared], dict[str, str]]:
        """What could be compared, by entry, and why others could not."""
        found, why = dict[str, Compared](), dict[str, str]()
        wanted = drawn_as(self.scheme)
        for one in self.selection.entries:
            try:
                beside = self.banks.beside(
                    self.selection.store, self.selection.run(one), one.system, wanted
                )
                found[one.id] = self._named(one, beside.sentence(self.number))
            except KaratError as error:
                why[one.id] = str(error).split("\n")[0]
        return found, why

    def _named(self, entry: Entry, one: Compared) -> Compared:
        """A comparison whose system is called as on the page."""
        side = replace(one.pair.system, name=self.selection.names[entry.id])
        return one._replace(pair=replace(one.pair, system=side))

    @property
    def compared(self) -> Mapping[str, Compared]:
        return self._compared[0]

    @property
    def not_drawn(self) -> dict[str, list[str]]:
        """Why systems are not drawn: each reason with the systems that it is about."""
        found: dict[str, list[str]] = {}
        for key, why in self._compared[1].items():
            found.setdefault(why, []).append(self.selection.names[key])
        return found

    @property
    def picture(self) -> Picture | None:
        """What is drawn; None if nothing can be."""
        pairs = [one.pair for one in self.compared.values()]
        if not pairs:
            return None
        wanted = drawn_as(self.scheme)
        return Picture(wanted.picture, str(wanted), self.number + 1, pairs, self.name)

    @property
    def mismatches(self) -> list[str]:
        """Where the drawing does not give what was saved; there are none if all is well."""
        if not self.own:
            return []
        return [
            f"{one.name}: {said}"
            for one in self.saved
            if one.entry.id in self.compared
            and (said := _mismatch(one, self.compared[one.entry.id].pair))
        ]

    def errors(self) -> list[tuple[str, list[Blamed]]]:
        """The errors of each system that has some."""
        return [
            (self.selection.names[key], blamed)
            for key, one in self.compared.items()
            if (blamed := blames(one))
        ]

    def reasons(self) -> list[tuple[str, str, list[str]]]:
        """What was not compared: the side, the reason, and the rows and words; each once."""
        found: dict[tuple[str, str], list[str]] = {}
        for one in self.compared.values():
            for name, side in (("gold", one.pair.gold), (one.pair.system.name, one.pair.system)):
                for why, what in _reasons(side).items():
                    found.setdefault((name, why), what)
        return [(name, why, what) for (name, why), what in found.items()]

    def crossings(self) -> list[tuple[str, list[str]]]:
        """What crosses constituents of gold, for each system."""
        found = []
        for key, one in self.compared.items():
            lines = list(violated(one.outcome.banks, violations(one.outcome)))
            found += [(self.selection.names[key], lines)] if lines else []
        return found

    def command(self, *, folders: bool = True) -> str:
        """The command that shows the sentence in a terminal; empty if a file was standard input."""
        selection = self.selection
        try:
            gold = file_of(selection.run(selection.first), "gold")
            systems = [
                file_of(selection.run(one), "system", one.system) for one in selection.entries
            ]
        except KaratError:
            return ""
        if not folders:
            gold, *systems = map(without_folder, (gold, *systems))
        return show_command(gold, systems, self.number + 1, str(drawn_as(self.scheme)))


def _saved(selection: Selection, at: int, number: int) -> Saved:
    entry, tally = selection.entries[at], selection.tallied[at].tally
    rows = np.flatnonzero(tally.sentence == number)
    name = selection.names[entry.id]
    if not len(rows):
        return Saved(entry, name, "left out of every figure", {})
    row = rows[0]
    one = tally.where(tally.sentence == number)
    said = one.said()[0]
    if tally.status[row]:
        return Saved(entry, name, said, {})
    columns = one.columns()
    figures = {
        measure.name: float(np.asarray(measure(columns), np.float64)[0])
        for measure in by_sentence(selection.scheme).values()
    }
    return Saved(entry, name, said, figures)


def measures_of(selection: Selection) -> list[Measure]:
    """The measures that single sentences have."""
    return list(by_sentence(selection.scheme).values())


def _mismatch(saved: Saved, pair: Pair) -> str:
    """How what was saved differs from what is drawn; empty if it does not."""
    if saved.said == "left out of every figure":
        return ""
    if saved.scored == bool(pair.failure):
        return f"{saved.said or 'a score'} was saved, but {pair.failure or 'it has a score'}"
    for measure, value in pair.figures if saved.scored else ():
        known = saved.figures.get(measure.name, math.nan)
        if not (abs(known - value) <= _CLOSE or (math.isnan(known) and math.isnan(value))):
            return f"{measure.name} {known:g} was saved, but it is {value:g}"
    return ""


def blames(one: Compared) -> list[Blamed]:
    """The errors of a sentence, with the words that they are about."""
    gold = one.outcome.banks[0]
    words = [word.decode("utf-8", "backslashreplace") for word in gold.words(0)]
    found = []
    for error in one.errors or ():
        known = error.words and 0 <= error.words[0] < error.words[1] <= len(words)
        said = " ".join(words[slice(*error.words)]) if known and error.words else ""
        found.append(Blamed(error.cause, error.detail, said))
    return found


def _reasons(side: Side) -> dict[str, list[str]]:
    """The reasons for what was not compared on a side, each with its rows and words."""
    found: dict[str, list[str]] = {}
    for why, what in _left_out(side):
        found.setdefault(why, []).append(what)
    return found


def _left_out(side: Side) -> Iterator[tuple[str, str]]:
    yield from ((row.why, row.label) for row in side.rows if row.why)
    yield from ((why, side.words[at]) for at, why in side.left_out.items())


def as_data(found: Drawn, text: str) -> dict[str, Any]:
    """The sentence for programs; what is undefined is null."""
    return {
        "number": found.number + 1,
        "id": found.name or None,
        "text": text or None,
        "scheme": str(found.scheme),
        "drawn_as": str(drawn_as(found.scheme)),
        "systems": [_system(found, one) for one in found.saved],
    }


def _system(found: Drawn, saved: Saved) -> dict[str, Any]:
    """One system: what was saved, and what it was compared with."""
    key = saved.entry.id
    known: dict[str, Any] = {
        "entry": key,
        "system": saved.entry.system,
        "saved": {
            "scheme": str(found.selection.scheme),
            "status": saved.said or "scored",
            "measures": dict(saved.figures),
        },
    }
    if key not in found.compared:
        return known
    one = found.compared[key]
    pair, errors = one.pair, one.errors
    return known | {
        "measures": {measure.name: value for measure, value in pair.figures},
        "counts": dict(pair.counts),
        "failure": pair.failure or None,
        "aligned": pair.aligned,
        "gold": pair.gold.as_dict(),
        "parse": pair.system.as_dict(),
        "errors": None if errors is None else [one._asdict() for one in blames(one)],
    }
