"""How the error categories of a run are printed."""

from collections import Counter
from collections.abc import Mapping, Sequence

from karat.reports.suites import cut
from karat.reports.table import Table
from karat.suites.categories import ERRORS, FAILED, OVERGENERATED, WRONG, Category, Error
from karat.suites.right import Verdicts
from karat.suites.runs import Run

_SAID = {
    FAILED: "good items without an analysis",
    WRONG: "good items with a wrong first analysis",
    OVERGENERATED: "bad items with an analysis",
}


def categories_table(rows: Sequence[Category]) -> Table:
    """Error categories, laid out as tables 1 and 2 of Bangalore and others (1998), with gains.

    Where all errors are failed items, their number is not repeated.
    """
    kinds = [kind for kind in ERRORS if any(row.counts[kind] for row in rows)]
    shown = kinds if kinds != [FAILED] else []
    return Table(
        ["rank", "errors", "category", *shown, "share", "gain", "coverage if fixed", "example"],
        [
            [f"#{row.rank}", row.errors, row.category, *(row.counts[kind] for kind in shown),
             row.share, row.gain, row.coverage, cut(row.example, 60)]
            for row in rows
        ],
    )  # fmt: skip


def categories_remarks(
    run: Run, errors: Mapping[str, Error], given: Mapping[str, Sequence[str]],
    verdicts: Verdicts, path: str,
) -> list[str]:  # fmt: skip
    """How many errors there are, and where their categories come from; ``path`` is the file of ``given``."""
    known = {one.item.id for one in run.results}
    strange = [key for key in given if key not in known]
    idle = [key for key in given if key in known and key not in errors]
    right = [key for key in given if key in errors and verdicts.first(key)]
    counts = Counter(one.kind for one in errors.values())
    by_hand = sum(key in given for key in errors)
    notes = (
        (strange, "items are not in the run"),
        (idle, "items are not in error (excluded, of another grade, or bad without an analysis)"),
        (right, f"items are right by {verdicts.right}, but wrong by hand"),
    )
    return [
        *(f"note: {path}: {len(keys)} {said}, such as {keys[0]}" for keys, said in notes if keys),
        *(f"note: {one}" for one in verdicts.notes),
        "; ".join(
            f"{counts[kind]} {_SAID[kind]}" for kind in ERRORS if counts[kind] or kind != WRONG
        ),
        f"{by_hand} categories by hand, {len(errors) - by_hand} proposed by rules",
    ]
