"""Two saved runs: which results can be compared, how they differ, and why others cannot be compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from karat.analysis.comparison import Comparison, comparison
from karat.analysis.contest import How
from karat.analysis.differing import Apart, Differing, differing
from karat.engine.tallied import Tallied
from karat.model.documents import Documents
from karat.suites.diff import Change, Fall

# How many of the sentences that changed are listed in each direction.
SENTENCES = 5


class Side(NamedTuple):
    """A result of one of the runs: its id, its system, and its figures."""

    entry: str
    system: str
    scheme: str
    board: str
    recipe: str
    measures: Mapping[str, float | None]


@dataclass(frozen=True, eq=False)
class Compared:
    """Two results of one board, with the paired test, and the sentences that changed most.

    ``others`` are the figures that differ besides those that were tested.
    """

    a: Side
    b: Side
    comparison: Comparison
    changed: Differing
    others: Sequence[str] = ()

    def as_dict(self) -> dict[str, Any]:
        (contest,) = self.comparison.contests
        return {
            "scheme": self.a.scheme,
            "a": {"entry": self.a.entry, "system": self.a.system},
            "b": {"entry": self.b.entry, "system": self.b.system},
            "sentences": {"total": contest.total, "compared": contest.compared},
            "method": contest.signature,
            "comparisons": [
                pair.as_dict() | {"a": self.a.system, "b": self.b.system} for pair in contest.pairs
            ],
            "other_figures": {
                name: {"a": self.a.measures[name], "b": self.b.measures[name]}
                for name in self.others
            },
            "changed": {
                "measure": self.changed.measure,
                "higher": [_row(one) for one in self.changed.higher],
                "lower": [_row(one) for one in self.changed.lower],
            },
            "notes": [*self.comparison.notes, *contest.notes],
        }


def _row(one: Apart) -> dict[str, Any]:
    return one._asdict() | {"sentence": one.sentence + 1}


class Uncompared(NamedTuple):
    """Results that were not compared, with the reason; either side may be missing."""

    scheme: str
    a: Side | None
    b: Side | None
    why: str

    def as_dict(self) -> dict[str, Any]:
        sides = {
            name: {"entry": side.entry, "system": side.system, "measures": dict(side.measures)}
            if side
            else None
            for name, side in (("a", self.a), ("b", self.b))
        }
        return {"scheme": self.scheme, **sides, "why": self.why}


@dataclass(frozen=True, eq=False)
class SuiteDiff:
    """What changed between two runs of a suite."""

    changes: Sequence[Change]
    falls: Sequence[Fall]
    remarks: Sequence[str]


@dataclass(frozen=True, eq=False)
class RunDiff:
    """What is different between run a and run b."""

    compared: Sequence[Compared] = ()
    uncompared: Sequence[Uncompared] = ()
    suite: SuiteDiff | None = None
    remarks: Sequence[str] = field(default_factory=list)


def matched(
    a: Sequence[Side], b: Sequence[Side]
) -> tuple[list[tuple[Side, Side]], list[Uncompared]]:
    """The results that can be compared: on one board, and of one system or the only ones there.

    Of the others, results of the same scheme and system are set beside each other, with the reason why
    they cannot be compared.
    """
    pairs: list[tuple[Side, Side]] = []
    for board in dict.fromkeys(one.board for one in a):
        mine, theirs = ([x for x in some if x.board == board] for some in (a, b))
        if len(mine) == len(theirs) == 1:
            pairs.append((mine[0], theirs[0]))
            continue
        named = {one.system: one for one in theirs}
        pairs += [(one, named[one.system]) for one in mine if one.system in named]
    taken = {side.entry for pair in pairs for side in pair}
    left = [one for one in a if one.entry not in taken]
    right = {one.entry: one for one in b if one.entry not in taken}
    found = []
    for one in left:
        alike = [x for x in right.values() if (x.scheme, x.system) == (one.scheme, one.system)]
        alike += [x for x in right.values() if x.scheme == one.scheme]
        other = right.pop(alike[0].entry) if alike else None
        found.append(Uncompared(one.scheme, one, other, _why(one, other)))
    found += [
        Uncompared(one.scheme, None, one, "only the second run has it") for one in right.values()
    ]
    return pairs, found


def _why(a: Side, b: Side | None) -> str:
    if b is None:
        return "only the first run has it"
    if a.board == b.board:
        return "they are different systems; give them the same name to compare them"
    ours, theirs = (_parts(one.recipe) for one in (a, b))
    gold = [next((x for x in some if x.startswith("gold:")), "gold:") for some in (ours, theirs)]
    if gold[0] != gold[1]:
        return f"they were scored against different gold ({gold[0]}, {gold[1]})"
    mine = [x for x in ours if x not in theirs]
    other = [x for x in theirs if x not in ours]
    return f"they were scored in different ways ({_listed(mine)}; {_listed(other)})"


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(parts) or "nothing more"


def _parts(recipe: str) -> list[str]:
    return [part for part in recipe.split("|") if not part.startswith("karat:")]


def compared(
    sides: tuple[Side, Side], systems: tuple[Tallied, Tallied], how: How,
    documents: Documents | None, most: int = SENTENCES,
) -> Compared:  # fmt: skip
    """Two results compared by the paired test; the names of the systems must differ."""
    found = comparison(list(systems), how, documents, systems[0].run.gold)
    (contest,) = found.contests
    scheme = contest.scheme
    main = scheme.main_figure()
    measure = main if main in contest.measures else contest.measures[0]
    a, b = (side.measures for side in sides)
    others = [
        name
        for name in a
        if name not in contest.measures and "@" not in name and name in b and a[name] != b[name]
    ]
    return Compared(*sides, found, differing(*systems, measure, most), others)
