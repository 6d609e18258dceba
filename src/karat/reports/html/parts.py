"""What a page is made of: sections, which have parts for each scheme, which have text, tables and charts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from karat.reports.html.tables import Shown


@dataclass(frozen=True)
class Block:
    """Tables under a heading, with what is said above and below them; ``folded``: opened by a click."""

    heading: str = ""
    above: Sequence[str] = ()
    tables: Sequence[Shown] = ()
    below: Sequence[str] = ()
    folded: bool = False


class Drawn(NamedTuple):
    """A chart: its place among all charts, and the same data as a table.

    Without a table there is nothing to draw, and the title says why.
    """

    number: int
    title: str
    description: str
    table: Shown | None


@dataclass(frozen=True)
class Part:
    """What a section says about one scheme, by its number, or about all of them (None)."""

    scheme: int | None = None
    verdicts: Sequence[str] = ()
    blocks: Sequence[Block] = ()
    charts: Sequence[Drawn] = ()
    items: Sequence[tuple[str, Sequence[tuple[str, str]]]] = ()


@dataclass(frozen=True)
class Section:
    """A section with the id that links lead to."""

    id: str
    title: str
    intro: Sequence[str] = ()
    parts: Sequence[Part] = ()


class System(NamedTuple):
    """A system and its file."""

    name: str
    path: str


@dataclass(frozen=True)
class Page:
    """Everything that the template shows without a script."""

    title: str
    version: str
    gold: str
    sentences: str
    systems: Sequence[System]
    schemes: Sequence[str]
    sections: Sequence[Section]


def selection(**state: Any) -> str:
    """The link to a selection of sentences, as state.js reads it.

    >>> selection(scheme=1, cause="PP attachment")
    '#scheme=1&cause=PP+attachment'
    """
    return f"#{urlencode(state)}"
