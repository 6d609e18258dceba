"""A board as it is seen: which entries, in which order, and what stands in their rows."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup

from karat.model.scheme import Scheme
from karat.reports.html.axes import Axis
from karat.reports.scores import titles
from karat.reports.svg.whiskers import Scale, ruler, whisker
from karat.reports.table import Estimate, figure
from karat.store.records import Entry, Place

DIGITS = 2
# How many entries a page has.
ROWS = 20


class Asked(NamedTuple):
    """What the visitor wants to see of a board."""

    figure: str
    text: str = ""
    tag: str = ""
    system: str = ""
    best: bool = False
    page: int = 1

    def query(self, **changed: Any) -> dict[str, Any]:
        """The query of an address that asks for the same, but for what is changed."""
        wanted = self._replace(**{"page": 1, **changed})
        said = wanted._asdict() | {"best": "yes" if wanted.best else ""}
        return {
            name: value for name, value in said.items() if value and (name, value) != ("page", 1)
        }


def chosen(places: Sequence[Place], asked: Asked) -> list[str]:
    """The ids of the entries that are asked for, in their order; with ``best``, the first of each system."""
    text = asked.text.casefold()
    found = [
        one
        for one in places
        if (not asked.tag or asked.tag in one.tags)
        and (not asked.system or asked.system == one.system)
        and (not text or any(text in part.casefold() for part in _words(one)))
    ]
    if asked.best:
        found = list({one.system: one for one in reversed(found)}.values())[::-1]
    return [one.entry for one in found]


def ranks(places: Sequence[Place], asked: Asked) -> dict[str, int]:
    """The place of each entry on the board, whatever part of it is shown; equal ones share a place.

    With ``best``, only the best entry of each system takes a place. Without a figure there is none.

    >>> figures = ("a", 0.9), ("a", 0.8), ("b", 0.8), ("c", 0.7), ("d", None)
    >>> some = [Place(f"r.{n}", name, "", (), value) for n, (name, value) in enumerate(figures, 1)]
    >>> ranks(some, Asked("f1")), ranks(some, Asked("f1", best=True))["r.4"]
    ({'r.1': 1, 'r.2': 2, 'r.3': 2, 'r.4': 4}, 3)
    """
    found, systems = dict[str, int](), set[str]()
    ahead, rank, value = 0, 0, math.nan
    for one in places:
        if one.value is None:
            continue
        if one.value != value:
            rank, value = ahead + 1, one.value
        found[one.entry] = rank
        ahead += not (asked.best and one.system in systems)
        systems.add(one.system)
    return found


def _words(one: Place) -> Iterable[str]:
    return one.system, one.run_name, one.entry, *one.tags


class Cell(NamedTuple):
    """A figure in a row."""

    text: str
    best: bool


class Row(NamedTuple):
    """An entry in the table: its place, the figure it is ordered by, its other figures."""

    place: int | None
    entry: Entry
    main: Cell
    interval: str
    picture: Markup
    cells: Sequence[Cell]
    failed: int


@dataclass(frozen=True)
class Standings:
    """The table of a board: ``columns`` are the figures beside the one it is ordered by."""

    axis: Axis
    columns: Sequence[tuple[str, str]]
    rows: Sequence[Row]
    ruler: Markup


def standings(
    scheme: Scheme,
    shown: Sequence[Entry],
    asked: Asked,
    extremes: Mapping[str, tuple[float, float]],
    ranked: Mapping[str, int],
) -> Standings:
    """One page of entries; ``extremes`` are the lowest and highest figures of the whole board, ``ranked``
    its places.
    """
    main = Axis.of(scheme, asked.figure)
    others = [name for name in scheme.headline() if name != asked.figure]
    called = titles(scheme)
    found = [estimate(one, asked.figure) for one in shown]
    scale = Scale.of([x for one in found for x in one], main.unit)
    best = {name: _best(scheme, name, extremes) for name in (asked.figure, *others)}

    def cell(entry: Entry, name: str) -> Cell:
        value = _value(entry, name)
        text = figure(value, scheme.figures()[name].unit, DIGITS)
        return Cell(text, value == best[name])

    rows = [
        Row(
            ranked.get(one.id),
            one,
            cell(one, asked.figure),
            interval(ranged, main),
            Markup(whisker(scale, ranged)),
            [cell(one, name) for name in others],
            one.sentences.get("failed", 0),
        )
        for one, ranged in zip(shown, found, strict=True)
    ]
    return Standings(main, [(name, called[name]) for name in others], rows, Markup(ruler(scale)))


def estimate(entry: Entry, name: str) -> Estimate:
    """A figure of an entry with its interval."""
    return Estimate(_value(entry, name), *(entry.intervals.get(name) or (math.nan, math.nan)))


def interval(found: Estimate, axis: Axis) -> str:
    """An interval for people; nothing if there is none."""
    if math.isnan(found.low):
        return ""
    return f"{axis.text(found.low)} – {axis.text(found.high)}"


def _value(entry: Entry, name: str) -> float:
    value = entry.measures.get(name)
    return math.nan if value is None else value


def _best(scheme: Scheme, name: str, extremes: Mapping[str, tuple[float, float]]) -> float:
    """The best figure; undefined if none is better than another."""
    least, most = extremes.get(name, (math.nan, math.nan))
    better = scheme.figures()[name].better
    if least == most or better == "neither":
        return math.nan
    return least if better == "lower" else most


def notes_of(entries: Sequence[Entry]) -> list[tuple[str, list[str]]]:
    """Every note once, with the systems that it is about; none if it is about all of them."""
    about: dict[str, list[str]] = {}
    for one in entries:
        for note in dict.fromkeys(one.notes):
            about.setdefault(note, []).append(one.system)
    return [
        (note, [] if len(who) == len(entries) else list(dict.fromkeys(who)))
        for note, who in about.items()
    ]


def signatures_of(entries: Sequence[Entry]) -> Mapping[str, list[str]]:
    """Each signature once, with the names of the runs that have it."""
    found: dict[str, list[str]] = {}
    for one in entries:
        found.setdefault(one.signature, []).append(one.run_name or one.run)
    return found


def way_of(recipe: str, scheme: str) -> str:
    """What tells a board from others with the same scheme and gold: views, parameters, common sentences.

    >>> way_of("evalb|failed:drop|common|gold:f46edd2d|karat:0.1.0", "evalb")
    'common'
    """
    known = ("failed:", "gold:", "karat:")
    parts = recipe.split("|")
    return ", ".join(one for one in parts if one != scheme and not one.startswith(known))
