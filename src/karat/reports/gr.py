"""Reports of ``karat gr``: frequencies, figures by relation, genres, confusions, agreement."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from karat.analysis import gr_tables
from karat.analysis.gr_agreement import STRICT, agreement
from karat.analysis.gr_sums import Counted, Sums
from karat.analysis.gr_tables import Found, Frequency
from karat.model.bank import Bank
from karat.model.errors import UsageError
from karat.model.measure import ratio
from karat.reports.table import Style, Table, dumps, records, render
from karat.schemes.gr import Gr
from karat.stats.chi_square import ChiSquare


@dataclass(frozen=True)
class Report:
    """Tables by name, and facts by name: each a value for JSON and a line for people."""

    tables: Mapping[str, Table]
    facts: Mapping[str, tuple[Any, str]]

    def noted(self, notes: Iterable[str]) -> "Report":
        """The same report, with notes about the source of the relations, if there are any."""
        said = list(notes)
        more = {"notes": (said, "\n".join(said))} if said else {}
        return replace(self, facts={**self.facts, **more})

    def printed(self, style: Style) -> tuple[str, str]:
        """The tables and the lines below them; JSON has both in one document."""
        tables = self.tables
        if style.output != "table":
            tables = {name: _flush(table) for name, table in tables.items()}
        if style.output == "json":
            document = {name: value for name, (value, _) in self.facts.items()}
            return dumps(document | {name: records(table) for name, table in tables.items()}), ""
        text = "\n".join(render(table, style) for table in tables.values())
        return text, "".join(f"{line}\n" for _, line in self.facts.values())


def _flush(table: Table) -> Table:
    """A table without the indentation that shows the hierarchy."""
    return replace(table, rows=[[row[0].lstrip(), *row[1:]] for row in table.rows])


def frequency_report(counted: Counted, scheme: Gr) -> Report:
    """How often each relation occurs, also by genre if a genre is given for each sentence.

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
        "mean": (mean, f"mean number of relations per sentence {mean:.2f}"),
    }
    if genres := counted.by_genre:
        each = [gr_tables.frequencies(own, hierarchy) for own in genres.values()]
        every = [[_name(one[0]), *(x.count for x in one)] for one in zip(*each, strict=True)]
        tables["genres"] = Table(["relation", *genres], [row for row in every if any(row[1:])])
        facts |= _test("relations by genre", gr_tables.genres_differ([*genres.values()]))
    return Report(tables, facts)


def comparison_report(sums: Sums, scheme: Gr, numbers: Sequence[int]) -> Report:
    """How well each relation was found; ``numbers`` are sentences to list, counted from 1.

    The first table is table 3 of the paper with counts; a relation that neither side has is left out.
    """
    recall, precision = gr_tables.macro(sums.averaged)
    found = [(_name(row), row) for row in sums.rows if row.gold or row.system]
    tables = {"relations": _found_table("relation", found, scheme.beta)}
    facts: dict[str, tuple[Any, str]] = {
        "scheme": (str(scheme), f"scheme {scheme}, hierarchy {sums.hierarchy.name}"),
        "macro": (
            {"precision": precision, "recall": recall},
            f"mean over relations: precision {100 * precision:.2f}, recall {100 * recall:.2f}",
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
    return Report(tables, facts)


def agreement_report(
    banks: Sequence[Bank], names: Sequence[str], scheme: Gr | None = None, *, limit: int = 50
) -> Report:
    """How far annotators agree; at most ``limit`` disagreements are listed, by sentence."""
    found = agreement(banks, scheme or STRICT)
    title = {(i, j): f"{names[i]} – {names[j]}" for i, j in found.pairs}
    pairs = [
        [title[key], pair.f1, *map(_count, (pair.first, pair.second, pair.shared))]
        for key, pair in found.pairs.items()
    ]
    relations = [
        [_name(rows[0]), *(row.f1() for row in rows)]
        for rows in zip(*(pair.rows for pair in found.pairs.values()), strict=True)
        if any(row.gold or row.system for row in rows)
    ]
    tables = {
        "pairs": Table(["pair", "f1", "first", "second", "shared"], pairs),
        "relations": Table(["relation", *(f"f1 {one}" for one in title.values())], relations),
    }
    if found.disagreements and limit:
        rows = [
            [
                str(one.sentence),
                title[one.annotators],
                str(one.first or "–"),
                str(one.second or "–"),
            ]
            for one in found.disagreements[:limit]
        ]
        tables["disagreements"] = Table(["sentence", "pair", "first", "second"], rows)
    every = len(found.disagreements)
    facts: dict[str, tuple[Any, str]] = {
        "sentences": (found.sentences, f"{found.sentences} sentences, scheme {scheme or STRICT}"),
        "mean": (found.mean, f"mean f1 {100 * found.mean:.2f}"),
        "disagreeing": (every, f"{every} disagreements, {min(limit, every)} listed"),
    }
    return Report(tables, facts)


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


def _count(value: float) -> Any:
    """A count for a table, which would show a float as a percentage; weights can make it a fraction."""
    return int(value) if value == int(value) else f"{value:g}"


def _name(row: Frequency | Found) -> str:
    return "  " * row.depth + row.relation
