"""What a drawing shows, panel by panel: gold and each system, or a system with what gold has besides."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from karat.analysis.picture import Pair, Picture, Side
from karat.reports.svg.characters import clipped, printable
from karat.reports.svg.marks import Drawn, merged, rows_of
from karat.reports.svg.shared import LIMITS
from karat.reports.table import figure


@dataclass(frozen=True)
class Panel:
    """A side with its rows. ``below`` are rows of gold only, drawn below the same words.

    ``gold_tags`` are gold's tags of the same words.
    """

    name: str
    said: Sequence[str]
    side: Side
    rows: Sequence[Drawn]
    below: Sequence[Drawn] = ()
    gold_tags: Sequence[str] = ()

    @property
    def too_large(self) -> bool:
        """Whether it has too many words or rows; it then has no rows to draw."""
        return too_large(self.side)


def too_large(side: Side) -> bool:
    return len(side.words) > LIMITS["words"] or len(side.rows) > LIMITS["rows"]


def figures(pair: Pair) -> list[list[str]]:
    """The figures of a sentence, each with its title, as text."""
    return [[one.title or one.name, figure(value, one.unit)] for one, value in pair.figures]


def as_data(picture: Picture) -> dict[str, Any]:
    """A picture as the drawing in JavaScript takes it."""
    return {
        "kind": picture.kind, "scheme": picture.scheme, "number": picture.number, "id": picture.id,
        "pairs": [
            {"gold": pair.gold.as_dict(), "system": pair.system.as_dict(), "figures": figures(pair),
             "failure": pair.failure, "aligned": pair.aligned}
            for pair in picture.pairs
        ],
    }  # fmt: skip


def panels(picture: Picture) -> list[Panel]:
    """The panels of a picture.

    A tree of gold is drawn once if it is the same for all systems. Links, stretches and names that only gold
    has are drawn below the words of the system, unless the two sides have different words.
    """
    if picture.kind == "tree" and _same_gold(picture.pairs):
        numbered = enumerate(picture.pairs, 1 if len(picture.pairs) > 1 else 0)
        return [_gold(picture), *(_system(pair, picture.kind, number) for number, pair in numbered)]
    found = []
    for pair in picture.pairs:
        system = _system(pair, picture.kind)
        if picture.kind != "tree" and _together(pair, picture.kind):
            rest = _only_in_gold(_rows(pair.gold, picture.kind), system.rows)
            found.append(
                Panel(system.name, system.said, system.side, system.rows, rest, system.gold_tags)
            )
        else:
            gold_rows = _rows(pair.gold, picture.kind)
            found += [Panel(_title(pair.gold.name, "gold"), (), pair.gold, gold_rows), system]
    return found


def placed(rows: Sequence[Drawn], words: int) -> dict[int, Drawn]:
    """The rows that have words, by their position."""
    return {
        at: row
        for at, row in enumerate(rows)
        if row.parts and all(0 <= start < end <= words for start, end in row.parts)
    }


def _rows(side: Side, kind: str) -> list[Drawn]:
    return [] if too_large(side) else rows_of(side, kind)


def _same_gold(pairs: Sequence[Pair]) -> bool:
    keys = [
        (list(pair.gold.words), list(pair.gold.tags), dict(pair.gold.left_out), pair.gold.odd,
         [(row.label, row.parts, row.parent) for row in pair.gold.rows])
        for pair in pairs
    ]  # fmt: skip
    return all(key == keys[0] for key in keys)


def _together(pair: Pair, kind: str) -> bool:
    """Whether gold's rows are drawn at the words of the system."""
    same = list(pair.gold.words) == list(pair.system.words)
    return not pair.failure and (same or kind == "names")


def _only_in_gold(gold: Sequence[Drawn], system: Sequence[Drawn]) -> list[Drawn]:
    """What the system does not show: rows that it lacks, and rows not compared that it does not have."""
    shown = {(row.label, row.parts) for row in system if row.sign == "·"}
    return [
        row
        for row in gold
        if row.sign != "=" and not (row.sign == "·" and (row.label, row.parts) in shown)
    ]


def _gold(picture: Picture) -> Panel:
    """Gold for all systems; those without a score say nothing about its rows, unless none has one."""
    scored = {at: pair for at, pair in enumerate(picture.pairs, 1) if not pair.failure}
    counted = scored or dict(enumerate(picture.pairs, 1))
    sides = {at: pair.gold for at, pair in counted.items()}
    names = {at: pair.system.name for at, pair in counted.items()}
    side = picture.pairs[0].gold
    rows = [] if too_large(side) else merged(sides, names, picture.kind)
    return Panel(_title(side.name, "gold"), (), side, rows)


def _system(pair: Pair, kind: str, number: int = 0) -> Panel:
    said = [", ".join(f"{title} {value}" for title, value in figures(pair))] if pair.figures else []
    if pair.failure:
        said = [printable(line) for line in f"no score: {pair.failure}".split("\n")]
    if pair.aligned:
        said.append("the words of both sides were aligned")
    name = _title(pair.system.name, "system")
    same = list(pair.gold.words) == list(pair.system.words)
    return Panel(
        f"{number}  {name}" if number else name, said, pair.system, _rows(pair.system, kind),
        gold_tags=pair.gold.tags if same else (),
    )  # fmt: skip


def _title(name: str, role: str) -> str:
    shown = clipped(name, LIMITS["long"])
    return role if shown in ("", role) else f"{role}: {shown}"
