"""Reports of ``karat gr``: frequencies, figures by relation, genres, confusions."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from karat.analysis import gr_tables
from karat.analysis.gr_sums import Counted, Sums
from karat.analysis.gr_tables import Found, Frequency
from karat.model.errors import UsageError
from karat.model.measure import ratio
from karat.reports.report import Report
from karat.reports.table import Table, figure
from karat.reports.tidy import Row, melted
from karat.schemes.gr import Gr
from karat.stats.chi_square import ChiSquare


def frequency_report(counted: Counted, scheme: Gr, name: str, digits: int = 2) -> Report:
    """How often each relation occurs in the file ``name``, also by genre, if sentences have genres.

    The first table is table 2 of the paper.
    """
    hierarchy = gr_tables.hierarchy_of(counted.all, scheme)
    rows = gr_tables.frequencies(counted.all, hierarchy)
    sentences = counted.sentences
    mean = float(ratio(rows[0].count, sentences))
    cells = [[_name(row), row.count, row.share] for row in rows]
    tables = {"relations": Table(["relation", "occurrences", "share"], cells)}
    facts: dict[str, tuple[Any, str]] = {
        "hierarchy": (hierarchy.name, f"hierarchy {hierarchy.name}"),
        "sentences": (sentences, f"{rows[0].count} relations in {sentences} sentences"),
        "mean": (mean, f"mean number of relations per sentence {mean:.{digits}f}"),
    }
    if genres := counted.by_genre:
        each = [gr_tables.frequencies(own, hierarchy) for own in genres.values()]
        every = [[_name(one[0]), *(x.count for x in one)] for one in zip(*each, strict=True)]
        tables["genres"] = Table(["relation", *genres], [row for row in every if any(row[1:])])
        facts |= _test("relations by genre", gr_tables.genres_differ([*genres.values()]))
    begin = Row(name, str(scheme), "")
    return Report(tables, facts, [row for kind in tables for row in _tidy(begin, tables, kind)])


def comparison_report(
    sums: Sums, scheme: Gr, numbers: Sequence[int], name: str, digits: int = 2
) -> Report:
    """How well the system ``name`` found each relation; ``numbers`` are sentences to list, from 1.

    The first table is table 3 of the paper with counts; a relation that neither side has is left out.
    """
    recall, precision = gr_tables.macro(sums.averaged)
    found = [(_name(row), row) for row in sums.rows if row.gold or row.system]
    tables = {"relations": _found_table("relation", found, scheme.beta)}
    facts: dict[str, tuple[Any, str]] = {
        "scheme": (str(scheme), f"scheme {scheme}, hierarchy {sums.hierarchy.name}"),
        "macro": (
            {"precision": precision, "recall": recall},
            f"mean over relations: precision {figure(precision, digits=digits)}, "
            f"recall {figure(recall, digits=digits)}",
        ),
    }
    if sums.failed:
        line = (
            f"{sums.failed} sentences without a score, failed={scheme.failed}; karat score says why"
        )
        facts["failed"] = (sums.failed, line)
    if sums.genres:
        tables["genres"] = _found_table("genre", sums.genres.items(), scheme.beta)
        for what in ("recall", "precision"):
            facts |= _test(f"{what} by genre", gr_tables.genre_test(sums.genres, what))
    for number in numbers:
        if number > sums.sentences:
            raise UsageError(f"there is no sentence {number}: gold has {sums.sentences}")
        heads = ["", f"gold {number}", f"system {number}"]
        tables[f"sentence {number}"] = Table(heads, sums.listed[number])
    if sums.confusion:
        order = [name for name, _ in sums.hierarchy.printed()]
        tables["confusion"] = _confusion_table(sums.confusion, order)
    begin = Row(name, str(scheme), "")
    tidy = [row for kind in ("relations", "genres") for row in _tidy(begin, tables, kind)]
    confused = begin._replace(measure="count", unit="count", group_kind="confusion")
    for (gold, system), count in sums.confusion.items():
        tidy.append(confused._replace(group=f"{gold} > {system}", value=count))
    return Report(tables, facts, tidy)


def _tidy(begin: Row, tables: Mapping[str, Table], kind: str) -> Iterator[Row]:
    """The figures of a table, if it is there; its name in the singular is the kind of its groups."""
    if kind in tables:
        yield from melted(begin, tables[kind], kind.removesuffix("s"))


def _found_table(first: str, rows: Iterable[tuple[str, Found]], beta: float) -> Table:
    """Figures with their counts; weights can make the counts fractions."""
    return Table(
        [first, "precision", "recall", f"f{beta:g}", "gold", "system"],
        [
            [name, row.precision, row.recall, row.f1(beta), row.gold, row.system]
            for name, row in rows
        ],
        {"gold": "count", "system": "count"},
    )


def _confusion_table(confusion: Counter[tuple[str, str]], order: Sequence[str]) -> Table:
    """Rows are gold's relations, columns the system's, in the order of the hierarchy."""
    rank = {name: i for i, name in enumerate(order)}

    def ranked(names: set[str]) -> list[str]:
        return sorted(names, key=lambda name: (name == "–", rank.get(name, len(rank)), name))

    rows = ranked({gold for gold, _ in confusion})
    columns = ranked({system for _, system in confusion})
    return Table(
        ["gold \\ system", *columns],
        [[row, *(confusion[row, column] or "" for column in columns)] for row in rows],
    )


def _test(what: str, test: ChiSquare) -> dict[str, tuple[Any, str]]:
    """The result of a chi-square test, also in words."""
    line = f"{what}: nothing to compare"
    if not math.isnan(test.statistic):
        line = f"{what}: chi-square {test.statistic:.2f}, {test.freedom} degrees of freedom, "
        line += f"p = {test.probability:.3g}"
        if test.thin * 5 > test.cells:
            line += f" (rough: {test.thin} of {test.cells} cells expect fewer than 5)"
    return {what: (vars(test), line)}


def _name(row: Frequency | Found) -> str:
    return "  " * row.depth + row.relation
