"""The tables of ``karat gr``: frequencies, figures by relation, genres, confusions, agreement."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from karat.analysis.chi_square import ChiSquare
from karat.analysis.gr_agreement import Agreement
from karat.analysis.gr_tables import Found, Frequency
from karat.reports.table import Table

_INDENT = "  "


def frequency_table(rows: Sequence[Frequency], *, indented: bool = True) -> Table:
    """Table 2 of the paper."""
    return Table(
        ["relation", "occurrences", "share"],
        [[_name(row.relation, row.depth, indented), row.count, row.share] for row in rows],
    )


def genre_counts(each: Mapping[str, Sequence[Frequency]], *, indented: bool = True) -> Table:
    """Occurrences by genre."""
    rows = list(zip(*each.values(), strict=True))
    return Table(
        ["relation", *each],
        [
            [_name(row[0].relation, row[0].depth, indented), *(one.count for one in row)]
            for row in rows
            if any(one.count for one in row)
        ],
    )


def found_table(rows: Sequence[Found], beta: float, *, indented: bool = True) -> Table:
    """Table 3 of the paper, with the counts beside it; relations nobody has are left out."""
    return Table(
        ["relation", "precision", "recall", "f1", "gold", "system"],
        [
            [
                _name(row.relation, row.depth, indented),
                row.precision, row.recall, row.f1(beta), row.gold, row.system,
            ]
            for row in rows
            if row.gold or row.system
        ],
    )  # fmt: skip


def genre_table(rows: Mapping[str, Found], beta: float) -> Table:
    """Figures by genre."""
    return Table(
        ["genre", "precision", "recall", "f1", "gold", "system"],
        [
            [genre, row.precision, row.recall, row.f1(beta), row.gold, row.system]
            for genre, row in rows.items()
        ],
    )


def confusion_table(confusion: Counter[tuple[str, str]], order: Sequence[str]) -> Table:
    """Gold relations down, system relations across, in the order of the hierarchy."""
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
    """F of every two annotators."""
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


def agreement_table(found: Agreement, names: Sequence[str], *, indented: bool = True) -> Table:
    """F by relation, a column for every pair."""
    pairs = found.pairs
    every = list(zip(*(pair.rows for pair in pairs.values()), strict=True))
    return Table(
        ["relation", *(f"f1 {names[i]} – {names[j]}" for i, j in pairs)],
        [
            [_name(rows[0].relation, rows[0].depth, indented), *(row.f1() for row in rows)]
            for rows in every
            if any(row.gold or row.system for row in rows)
        ],
    )


def disagreement_table(found: Agreement, names: Sequence[str], limit: int) -> Table:
    """The relations that two do not share, sentence by sentence."""
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
    """A test of difference in words."""
    if math.isnan(test.statistic):
        return f"{what}: nothing to compare"
    line = f"{what}: chi-square {test.statistic:.2f}, {test.freedom} degrees of freedom, "
    line += f"p = {test.probability:.3g}"
    if test.thin * 5 > test.cells:
        line += f" (rough: {test.thin} of {test.cells} cells expect fewer than 5)"
    return line


def records(table: Table) -> list[dict[str, Any]]:
    """A table's rows for JSON; undefined is null."""
    return [
        {
            key: None if isinstance(value, float) and math.isnan(value) else value
            for key, value in zip(table.columns, row, strict=True)
        }
        for row in table.rows
    ]


def _count(value: float) -> Any:
    """A count, which is a fraction only with weights and must not be taken for a share."""
    return int(value) if value == int(value) else f"{value:g}"


def _name(relation: str, depth: int, indented: bool) -> str:
    return _INDENT * depth + relation if indented else relation
