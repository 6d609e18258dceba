"""What a command printed about a run that has no results of a scheme, from the JSON that was kept."""

from collections.abc import Iterator, Mapping
from typing import Any

from karat.reports.runs import names_table
from karat.reports.suites import saved_tables
from karat.reports.table import Table
from karat.store.records import StoredRun

# How many sentences of recognised phenomena a page shows.
SENTENCES = 50


def printed(found: StoredRun) -> list[Table]:
    """The tables of a suite or of recognised phenomena; none if the kept JSON is not what they need.

    A run may have been imported from anywhere, so its JSON may be anything.
    """
    try:
        tables = list(_tables(found.document))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return []
    return [one for one in tables if one.rows]


def _tables(document: Mapping[str, Any]) -> Iterator[Table]:
    if "runs" in document:
        yield from saved_tables(document["runs"])
    if "recognised" in document:
        yield names_table(document)
