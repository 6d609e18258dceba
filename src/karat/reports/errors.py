"""The causes of errors as tables: ranked, by group, and labels that are confused."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from karat.analysis.errors.causes import Cause
from karat.analysis.errors.causes import Causes as WithErrors
from karat.analysis.errors.frame import NOT_COMPARED
from karat.analysis.errors.sums import CauseSums
from karat.reports.table import Style, Table, dumps, figure, render

# The causes of one system, with its errors or without them.
Causes: TypeAlias = WithErrors | CauseSums
# What causes can be ranked by.
SORTS = ("errors", "rise", "rows")


class Wanted(NamedTuple):
    """What is shown: how causes are ranked, groups, and how many rows of long tables (0: all)."""

    sort: str = "errors"
    by: tuple[str, ...] = ()
    most: int = 10


def report(systems: Sequence[Causes], wanted: Wanted, style: Style) -> str:
    """The ranked causes of all systems side by side, then groups and confused labels."""
    if style.output == "json":
        return dumps({"systems": [document(one, wanted) for one in systems]})
    if style.output == "csv":
        return render(_tidy(systems, wanted), style)
    if not any(one.causes for one in systems):
        if not all(one.whole.sentences["scored"] for one in systems):
            return "no errors are known, because no sentence could be compared\n"
        return "no errors\n"
    tables = [ranked(systems, wanted)]
    tables += [table for kind in wanted.by for table in grouped(systems, kind, wanted)]
    if any(one.confusions for one in systems):
        tables.append(confused(systems, wanted))
    return "\n".join(render(one, style) for one in tables)


def remarks(systems: Sequence[Causes], style: Style) -> str:
    """The scores, the numbers behind the table, and what it leaves out."""
    found = []
    for one in systems:
        apart = sum(cause.errors for cause in one.causes if cause.name == NOT_COMPARED)
        errors = sum(cause.errors for cause in one.causes) - apart
        missed, spurious = (
            sum(getattr(cause, side) for cause in one.causes if cause.name != NOT_COMPARED)
            for side in ("missed", "spurious")
        )
        found.append(
            f"{one.system}: {one.scheme}.{one.measure} {_shown(one, one.score, style)}; "
            f"{many(errors, 'error')}, {missed} missed and {spurious} spurious {one.scheme.rows}"
        )
        if apart:
            counted = "do not count" if one.scheme.failed == "drop" else "count"
            found.append(
                f"{one.system}: {many(apart, 'sentence')} without a parse that can be compared; their "
                f"{one.scheme.rows} {counted} in the score (failed={one.scheme.failed})"
            )
    found += _notes(systems)
    found += [f"signature {one.system}: {one.whole.signature}" for one in systems]
    wide = style.width if style.output == "table" and style.width else 10**6
    return "".join(f"{line}\n" for one in found for line in _wrapped(one, wide))


def _wrapped(text: str, wide: int) -> list[str]:
    """A line as several of this width; a signature stays whole, so that it can be copied."""
    return [text] if text.startswith("signature") else textwrap.wrap(text, wide)


def _notes(systems: Sequence[Causes]) -> list[str]:
    """What a reader of the table should know about the measure and about the files, each once."""
    first = systems[0]
    counted = first.scheme.figures()[first.measure].counts
    blind = (
        f"{first.measure} does not count spurious {first.scheme.rows}: fixing them raises nothing"
    )
    about: dict[str, list[str]] = {}
    for one in systems:
        for note in one.whole.notes:
            about.setdefault(note, []).append(one.system)
    found = [f"note: {blind}"] if counted <= {"matched", "gold"} else []
    scored = [one.whole.sentences["scored"] for one in systems]
    if len(set(scored)) > 1:
        each = ", ".join(f"{one.system} {n}" for one, n in zip(systems, scored, strict=True))
        found.append(
            f"note: errors are known only in sentences with a score ({each}), so a system with fewer of "
            "these has fewer errors"
        )
    for note, names in about.items():
        whom = "" if len(names) == len(systems) else f"{', '.join(names)}: "
        found.append(f"note: {whom}{note}")
    return found


def many(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _shown(one: Causes, value: float, style: Style) -> str:
    return figure(value, _unit(one), style.digits)


def _unit(one: Causes) -> str:
    return one.scheme.figures()[one.measure].unit


def _gain(one: Causes, cause: Cause) -> float:
    """How much better the score would be, whether higher or lower is better."""
    return -cause.rise if one.perfect < one.score else cause.rise


def _order(systems: Sequence[Causes], sort: str) -> list[str]:
    """The names of all causes, ranked by their sum over the systems; what was not compared is last."""
    ranks: dict[str, float] = {}
    for one in systems:
        for cause in one.causes:
            value = _gain(one, cause) if sort == "rise" else float(getattr(cause, sort))
            ranks[cause.name] = ranks.get(cause.name, 0.0) + (value if value == value else 0.0)
    return sorted(ranks, key=lambda name: (name == NOT_COMPARED, -ranks[name]))


def ranked(systems: Sequence[Causes], wanted: Wanted) -> Table:
    """One row per cause: of one system with all figures, of several with errors and rises."""
    names, first = _order(systems, wanted.sort), systems[0]
    title = first.scheme.figures()[first.measure].titles[first.measure]
    caption = f"Errors by cause under {first.scheme}, and the rise of {title} if they were fixed."
    if len(systems) == 1:
        columns, rows = _figures_of(first, names)
        units = dict.fromkeys(("mended", "rise"), _unit(first))
        return Table(columns, rows, units, caption=caption, label="errors")
    columns = ["cause", *(head for one in systems for head in (f"{one.system} errors", "rise"))]
    found = [{cause.name: cause for cause in one.causes} for one in systems]
    units = dict.fromkeys(columns, _unit(first))
    rows = [[name, *_side_by_side(found, name)] for name in names]
    return Table(columns, rows, units, caption=caption, label="errors")


def _figures_of(one: Causes, names: Sequence[str]) -> tuple[list[str], list[list[Any]]]:
    """The columns and rows of one system's table."""
    columns = ["cause", "errors", "sentences", one.scheme.rows, "crossing", "mended", "rise"]
    rows: list[list[Any]] = [
        [
            cause.name, cause.errors, cause.sentences, cause.rows, cause.crossing, cause.mended,
            cause.rise,
        ]
        for cause in _in_order(one, names)
    ]  # fmt: skip
    return (columns, rows) if one.crosses else without(columns, rows, 4)


def _in_order(one: Causes, names: Sequence[str]) -> list[Cause]:
    return sorted(one.causes, key=lambda cause: names.index(cause.name))


def without(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], at: int
) -> tuple[list[str], list[list[Any]]]:
    """A table without one column."""
    return [*columns[:at], *columns[at + 1 :]], [[*row[:at], *row[at + 1 :]] for row in rows]


def _side_by_side(found: Sequence[Mapping[str, Cause]], name: str) -> list[Any]:
    cells: list[Any] = []
    for causes in found:
        cause = causes.get(name)
        cells += [cause.errors, cause.rise] if cause else [0, 0.0]
    return cells


def grouped(systems: Sequence[Causes], kind: str, wanted: Wanted) -> Iterator[Table]:
    """A table for each system: the errors of each group, and their most frequent causes."""
    for number, one in enumerate(systems, 1):
        groups = one.groups(kind)
        rows = [
            [
                key,
                causes.total(),
                ", ".join(f"{name} {count}" for name, count in causes.most_common(3)),
            ]
            for key, causes in groups.items()
        ]
        columns = [f"{one.system} by {kind}", "errors", "most frequent causes"]
        caption = f"Errors of {one.system} by {kind} under {one.scheme}."
        yield Table(columns, cut(rows, wanted, 3), caption=caption, label=f"errors-{kind}-{number}")


def cut(rows: list[list[Any]], wanted: Wanted, columns: int) -> list[list[Any]]:
    """The first rows of a long table, and how many more there are."""
    if not wanted.most or len(rows) <= wanted.most:
        return rows
    more = f"… {len(rows) - wanted.most} more"
    return [*rows[: wanted.most], [more, *[""] * (columns - 1)]]


def confused(systems: Sequence[Causes], wanted: Wanted) -> Table:
    """Labels of gold and what the systems have instead, most frequent first."""
    sums: dict[tuple[str, str], int] = {}
    for one in systems:
        for pair, count in one.confusions.items():
            sums[pair] = sums.get(pair, 0) + count
    pairs = sorted(sums, key=lambda pair: (-sums[pair], pair))
    rows = [[*pair, *(one.confusions[pair] for one in systems)] for pair in pairs]
    names = [one.system for one in systems] if len(systems) > 1 else ["times"]
    columns = ["gold label", "system label", *names]
    caption = f"Labels of gold, and what the system has instead, under {systems[0].scheme}."
    shown = cut(rows, wanted, len(columns))
    return Table(columns, shown, caption=caption, label="confusions")


def document(one: Causes, wanted: Wanted) -> dict[str, Any]:
    """A system for programs: everything, unrounded."""
    names = _order([one], wanted.sort)
    return {
        "system": one.system,
        "scheme": str(one.scheme),
        "measure": one.measure,
        "signature": one.whole.signature,
        "score": one.score,
        "all_mended": one.perfect,
        "causes": [
            {
                "cause": cause.name, "errors": cause.errors, "sentences": cause.sentences,
                "rows": cause.rows, "missed": cause.missed, "spurious": cause.spurious,
                "crossing": cause.crossing, "mended": cause.mended, "rise": cause.rise,
            }
            for cause in _in_order(one, names)
        ],
        "notes": list(one.whole.notes),
        "confusions": [
            {"gold": gold, "system": system, "times": times}
            for (gold, system), times in one.confusions.most_common()
        ],
        "groups": {
            kind: {key: dict(causes) for key, causes in one.groups(kind).items()}
            for kind in wanted.by
        },
    }  # fmt: skip


def _tidy(systems: Sequence[Causes], wanted: Wanted) -> Table:
    """One row per system, group and cause; errors of all sentences are the group ``all``."""
    columns = (
        "system", "scheme", "group_kind", "group", "cause", "errors", "sentences", "missed", "spurious",
        "crossing", "measure", "mended", "rise",
    )  # fmt: skip
    rows: list[list[Any]] = []
    for one in systems:
        first = [one.system, str(one.scheme)]
        rows += [
            [
                *first, "all", "all", cause.name, cause.errors, cause.sentences, cause.missed,
                cause.spurious, cause.crossing, one.measure, cause.mended, cause.rise,
            ]
            for cause in _in_order(one, _order([one], wanted.sort))
        ]  # fmt: skip
        for kind in wanted.by:
            for key, causes in one.groups(kind).items():
                rows += [
                    [*first, kind, key, name, count, *[None] * 4, one.measure, None, None]
                    for name, count in causes.most_common()
                ]
    return Table(columns, rows)
