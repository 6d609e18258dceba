"""How the difference between two saved runs is printed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from karat import __version__
from karat.analysis.differing import Apart
from karat.analysis.run_diff import Compared, RunDiff, Side, Uncompared
from karat.reports import compare
from karat.reports.suites import changes_table
from karat.reports.table import Style, Table, figure, render


def document(found: RunDiff, a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON of ``karat runs diff``; ``a`` and ``b`` are the runs as in a list."""
    result: dict[str, Any] = {"karat": __version__, "a": dict(a), "b": dict(b)}
    if found.suite:
        return result | {
            "changes": [vars(one) for one in found.suite.changes],
            "falls": [vars(one) for one in found.suite.falls],
            "remarks": list(found.suite.remarks),
        }
    return result | {
        "compared": [one.as_dict() for one in found.compared],
        "not_compared": [one.as_dict() for one in found.uncompared],
    }


def text(found: RunDiff, style: Style) -> str:
    """All tables; CSV has one."""
    if found.suite:
        whole = style.output == "csv" or style.width is None
        most = None if whole else (style.width or 80) // 2
        return render(changes_table(found.suite.changes, most), style)
    if style.output == "csv":
        tables = [compare.pairs_table(one.comparison) for one in found.compared]
        rows = [row for one in tables for row in one.rows]
        return render(Table(tables[0].columns, rows), style) if tables else ""
    return "\n".join(part for one in found.compared for part in _parts(one, style))


def _parts(one: Compared, style: Style) -> Iterator[str]:
    """What is said of two results: figures, differences, other figures, sentences."""
    yield compare.text(one.comparison, style)
    if one.others:
        yield render(_others(one, style.digits), style)
    if sentences := [*one.changed.lower, *one.changed.higher]:
        yield render(_sentences(one, sentences, style.digits), style)


def _others(one: Compared, digits: int) -> Table:
    """The figures that differ besides those that were tested."""
    figures = one.comparison.contests[0].scheme.figures()
    rows = [
        [name, *_both(one.a, one.b, name, figures[name].unit, digits)] for name in one.others
    ]  # fmt: skip
    a, b = (score.system for score in one.comparison.contests[0].scores)
    return Table(["other figures, as saved", a, b], rows)


def _both(a: Side, b: Side, name: str, unit: str, digits: int) -> list[str]:
    return [_said(side.measures[name], unit, digits) for side in (a, b)]


def _said(value: float | None, unit: str, digits: int) -> str:
    return "–" if value is None else figure(value, unit, digits)


def _sentences(one: Compared, sentences: Sequence[Apart], digits: int) -> Table:
    """The sentences that changed most: first those that got worse by the figure, then the others."""
    (contest,) = one.comparison.contests
    unit = contest.scheme.figures()[one.changed.measure].unit
    rows = []
    for row in sentences:
        change = compare.signed(row.b - row.a, unit, digits)
        values = [figure(value, unit, digits) for value in (row.a, row.b)]
        rows.append([row.sentence + 1, row.length, *values, change])
    a, b = (score.system for score in contest.scores)
    head = f"sentences that changed most ({one.changed.measure})"
    return Table([head, "words", a, b, "change"], rows)


def remarks(found: RunDiff, digits: int) -> str:
    """What could not be compared and why, notes, and signatures; for suites what changed, in numbers."""
    if found.suite:
        return "".join(f"{line}\n" for line in found.suite.remarks)
    parts = [compare.remarks(one.comparison, digits) for one in found.compared]
    parts.append("".join(f"{line}\n" for one in found.uncompared for line in _apart(one, digits)))
    if found.uncompared and not found.compared:
        parts.append("".join(f"{line}\n" for line in _boards(found.uncompared)))
    if not found.compared and not found.uncompared:
        parts.append("neither run has results that could be compared\n")
    return "\n".join(part for part in parts if part)


def _apart(one: Uncompared, digits: int) -> Iterator[str]:
    sides = [side for side in (one.a, one.b) if side]
    names = list(dict.fromkeys(side.system for side in sides))
    yield f"not compared: {one.scheme} of {' and '.join(names)}: {one.why}"
    if one.a is None or one.b is None:
        return
    same = [name for name in one.a.measures if name in one.b.measures and "@" not in name]
    shown = [
        f"{name} {' → '.join(_said(side.measures[name], _unit(one.scheme, name), digits) for side in sides)}"
        for name in same
    ]
    yield f"  {', '.join(shown)}"


def _boards(some: Sequence[Uncompared]) -> Iterator[str]:
    """What each run was made of, if the two have nothing in common."""
    for name, sides in (("first", [one.a for one in some]), ("second", [one.b for one in some])):
        recipes = dict.fromkeys(side.recipe.partition("|karat:")[0] for side in sides if side)
        if recipes:
            yield f"the {name} run has: {', '.join(recipes)}"


def _unit(scheme: str, name: str) -> str:
    """The unit of a figure of a scheme that may not be known any more."""
    from karat.model.errors import KaratError
    from karat.schemes import parse

    try:
        return parse(scheme).figures()[name].unit
    except (KaratError, KeyError):
        return "mean"
