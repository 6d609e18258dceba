"""Reports of ``karat gr``: frequencies, figures by relation, genres, confusions, agreement."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from karat.analysis.gr_agreement import STRICT, Agreement, agreement
from karat.analysis.gr_tables import (
    Compared,
    Found,
    Frequency,
    frequencies,
    genre_test,
    genres_differ,
    hierarchy_of,
    marks,
)
from karat.model.bank import Bank
from karat.model.errors import UsageError
from karat.model.measure import ratio
from karat.model.outcome import Status
from karat.reports.table import Style, Table, dumps, records, render
from karat.schemes.gr import Gr
from karat.stats.chi_square import ChiSquare

# Weights can make these counts fractions.
_COUNTS = {"gold": "count", "system": "count"}


@dataclass(frozen=True)
class Report:
    """Tables by name, and facts by name: each a value for JSON and a line for people."""

    tables: Mapping[str, Table]
    facts: Mapping[str, tuple[Any, str]]

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
    return Table(table.columns, [[row[0].lstrip(), *row[1:]] for row in table.rows], table.units)


def frequency_report(bank: Bank, scheme: Gr, genres: Sequence[str]) -> Report:
    """How often each relation occurs, also by genre if a genre is given for each sentence."""
    hierarchy = hierarchy_of([bank], scheme)
    rows = frequencies(bank, hierarchy)
    mean = float(ratio(rows[0].count, len(bank)))
    tables = {"relations": frequency_table(rows)}
    facts: dict[str, tuple[Any, str]] = {
        "hierarchy": (hierarchy.name, f"hierarchy {hierarchy.name}"),
        "sentences": (len(bank), f"{rows[0].count} relations in {len(bank)} sentences"),
        "mean": (mean, f"mean number of relations per sentence {mean:.2f}"),
    }
    if genres:
        each = {genre: frequencies(bank, hierarchy, keep) for genre, keep in marks(genres).items()}
        tables["genres"] = genre_counts(each)
        facts |= _test("relations by genre", genres_differ(bank, genres))
    return Report(tables, facts)


def comparison_report(
    compared: Compared, genres: Sequence[str], numbers: Sequence[int], *, confusion: bool
) -> Report:
    """How well each relation was found; ``numbers`` are sentences to list, counted from 1."""
    scheme, gold = compared.scheme, compared.gold
    recall, precision = compared.macro()
    tables = {"relations": found_table(compared.found(), scheme.beta)}
    facts: dict[str, tuple[Any, str]] = {
        "scheme": (str(scheme), f"scheme {scheme}, hierarchy {compared.hierarchy.name}"),
        "macro": (
            {"precision": precision, "recall": recall},
            f"mean over relations: precision {100 * precision:.2f}, recall {100 * recall:.2f}",
        ),
    }
    if failed := int((compared.outcome.status != Status.SCORED).sum()):
        line = f"{failed} sentences without a score, failed={scheme.failed}; karat score says why"
        facts["failed"] = (failed, line)
    if genres:
        rows = compared.by_genre(genres)
        tables["genres"] = genre_table(rows, scheme.beta)
        for what in ("recall", "precision"):
            facts |= _test(f"{what} by genre", genre_test(rows, what))
    for number in numbers:
        if number > len(gold):
            raise UsageError(f"there is no sentence {number}: {gold.path} has {len(gold)}")
        tables[f"sentence {number}"] = sentence_table(number, compared.sentence(number))
    if confusion:
        order = [name for name, _ in compared.hierarchy.printed()]
        tables["confusion"] = confusion_table(compared.confusion, order)
    return Report(tables, facts)


def agreement_report(
    banks: Sequence[Bank], names: Sequence[str], scheme: Gr | None = None, *, limit: int = 50
) -> Report:
    """How far annotators agree; at most ``limit`` disagreements are listed."""
    found = agreement(banks, scheme or STRICT)
    tables = {"pairs": pair_table(found, names), "relations": agreement_table(found, names)}
    if found.disagreements and limit:
        tables["disagreements"] = disagreement_table(found, names, limit)
    every = len(found.disagreements)
    facts: dict[str, tuple[Any, str]] = {
        "sentences": (found.sentences, f"{found.sentences} sentences, scheme {scheme or STRICT}"),
        "mean": (found.mean, f"mean f1 {100 * found.mean:.2f}"),
        "disagreeing": (every, f"{every} disagreements, {min(limit, every)} listed"),
    }
    return Report(tables, facts)


def _test(what: str, test: ChiSquare) -> dict[str, tuple[Any, str]]:
    return {what: (vars(test), test_line(what, test))}


def frequency_table(rows: Sequence[Frequency]) -> Table:
    """Table 2 of the paper."""
    return Table(
        ["relation", "occurrences", "share"], [[_name(row), row.count, row.share] for row in rows]
    )


def genre_counts(each: Mapping[str, Sequence[Frequency]]) -> Table:
    """Occurrences by genre."""
    rows = list(zip(*each.values(), strict=True))
    return Table(
        ["relation", *each],
        [
            [_name(row[0]), *(one.count for one in row)]
            for row in rows
            if any(one.count for one in row)
        ],
    )


def found_table(rows: Sequence[Found], beta: float) -> Table:
    """Table 3 of the paper with counts; a relation that neither side has is left out."""
    return Table(
        ["relation", "precision", "recall", "f1", "gold", "system"],
        [
            [
                _name(row),
                row.precision, row.recall, row.f1(beta), row.gold, row.system,
            ]
            for row in rows
            if row.gold or row.system
        ],
        _COUNTS,
    )  # fmt: skip


def genre_table(rows: Mapping[str, Found], beta: float) -> Table:
    """Figures by genre."""
    return Table(
        ["genre", "precision", "recall", "f1", "gold", "system"],
        [
            [genre, row.precision, row.recall, row.f1(beta), row.gold, row.system]
            for genre, row in rows.items()
        ],
        _COUNTS,
    )


def confusion_table(confusion: Counter[tuple[str, str]], order: Sequence[str]) -> Table:
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


def sentence_table(number: int, lines: Sequence[tuple[str, str, str]]) -> Table:
    """The relations of one sentence."""
    return Table(["", f"gold {number}", f"system {number}"], lines)


def pair_table(found: Agreement, names: Sequence[str]) -> Table:
    """F1 of each pair of annotators."""
    return Table(
        ["pair", "f1", "first", "second", "shared"],
        [
            [
                f"{names[i]} – {names[j]}",
                pair.f1,
                *map(_count, (pair.first, pair.second, pair.shared)),
            ]
            for (i, j), pair in found.pairs.items()
        ],
    )


def agreement_table(found: Agreement, names: Sequence[str]) -> Table:
    """F1 by relation, one column per pair of annotators."""
    pairs = found.pairs
    every = list(zip(*(pair.rows for pair in pairs.values()), strict=True))
    return Table(
        ["relation", *(f"f1 {names[i]} – {names[j]}" for i, j in pairs)],
        [
            [_name(rows[0]), *(row.f1() for row in rows)]
            for rows in every
            if any(row.gold or row.system for row in rows)
        ],
    )


def disagreement_table(found: Agreement, names: Sequence[str], limit: int) -> Table:
    """The relations that a pair of annotators does not share, in the order of the sentences."""
    return Table(
        ["sentence", "pair", "first", "second"],
        [
            [
                str(one.sentence),
                f"{names[one.annotators[0]]} – {names[one.annotators[1]]}",
                str(one.first or "–"),
                str(one.second or "–"),
            ]
            for one in found.disagreements[:limit]
        ],
    )


def test_line(what: str, test: ChiSquare) -> str:
    """The result of a chi-square test in words."""
    if math.isnan(test.statistic):
        return f"{what}: nothing to compare"
    line = f"{what}: chi-square {test.statistic:.2f}, {test.freedom} degrees of freedom, "
    line += f"p = {test.probability:.3g}"
    if test.thin * 5 > test.cells:
        line += f" (rough: {test.thin} of {test.cells} cells expect fewer than 5)"
    return line


def _count(value: float) -> Any:
    """A count for a table, which would show a float as a percentage; weights can make it a fraction."""
    return int(value) if value == int(value) else f"{value:g}"


def _name(row: Frequency | Found) -> str:
    return "  " * row.depth + row.relation
