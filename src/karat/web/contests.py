"""Saved entries compared with each other: computed once, then kept in the store.

What is kept is what ``karat compare`` would print for the same files, with the same samples and the same
seed, so that the figures are the same. Entries of different boards are refused, because they were not made
in the same way.
"""

import hashlib
import json
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from karat import __version__
from karat.analysis.comparison import Comparison, comparison
from karat.analysis.contest import Contest, How
from karat.analysis.differing import Apart, differing
from karat.engine.tallied import Tallied
from karat.model.documents import Documents
from karat.model.errors import UsageError
from karat.reports import compare as report
from karat.reports.compare_words import of_measure, over_which, ranked
from karat.reports.html.axes import DIGITS, share
from karat.reports.html.sections_figures import important
from karat.reports.table import Style, defined, render
from karat.store.records import Entry

if TYPE_CHECKING:
    from karat.store.store import Store

# How many entries are compared at most: each with each, 190 pairs.
MOST = 20
# How many sentences are listed in which one of two entries is ahead of the other.
SENTENCES = 10
# What is kept changes with this number.
_FORM = 2
# Only one contest is computed at a time: each takes all cores for a moment.
_COMPUTING = threading.Lock()


def names_of(entries: Sequence[Entry]) -> dict[str, str]:
    """The name of each entry, by its id: that of its system, and the id as well where systems share it."""
    many = Counter(one.system for one in entries)
    return {
        one.id: one.system if many[one.system] == 1 else f"{one.system} ({one.id})"
        for one in entries
    }


def refusal(entries: Sequence[Entry]) -> str:
    """Why entries cannot be compared; empty if they can."""
    if len({one.id for one in entries}) < 2:
        return "Two different entries are needed for a comparison."
    first = entries[0]
    other = next((one for one in entries if one.board != first.board), None)
    if other is None:
        return ""
    ours, theirs = _parts(first.recipe), _parts(other.recipe)
    names = names_of([first, other])
    return (
        f"{names[first.id]} and {names[other.id]} were not made in the same way, so their figures cannot "
        f"be compared. {names[first.id]}: {_only(ours, theirs)}. {names[other.id]}: {_only(theirs, ours)}."
    )


def _parts(recipe: str) -> list[str]:
    return [part for part in recipe.split("|") if not part.startswith("karat:")]


def _only(ours: Sequence[str], theirs: Sequence[str]) -> str:
    return ", ".join(one for one in ours if one not in theirs) or "nothing else"


def kept(store: "Store", entries: Sequence[Entry], figures: Sequence[str] = ()) -> Any | None:
    """A comparison that was computed before, or None."""
    return store.derived(_key(entries, figures))


def compared(
    store: "Store", entries: Sequence[Entry], figures: Sequence[str] = (), patience: float = 60
) -> Any | None:
    """The comparison of entries of one board, computed unless it is kept.

    ``figures`` are the figures to compare, none: those of the main table. If they cannot be compared, it
    has only the reason, ``refused``. Another comparison may be
    computed at the same time; after so many seconds of waiting for it, the answer is None.
    """
    found = kept(store, entries, figures)
    if found is not None or not _COMPUTING.acquire(timeout=patience):
        return found
    try:
        found = kept(store, entries, figures)
        if found is None:
            found = defined(_computed(store, entries, figures))
            store.keep_derived(_key(entries, figures), found)
        return found
    finally:
        _COMPUTING.release()


def _key(entries: Sequence[Entry], figures: Sequence[str]) -> str:
    """What a comparison depends on: the counts of an entry never change."""
    asked = [_FORM, __version__, asdict(How()), [one.id for one in entries], list(figures)]
    return f"contest:{hashlib.sha256(json.dumps(asked).encode()).hexdigest()}"


def _computed(
    store: "Store", entries: Sequence[Entry], figures: Sequence[str]
) -> Mapping[str, Any]:
    names = names_of(entries)
    found = store.tallied([one.id for one in entries])
    systems = [
        one._replace(name=names[entry.id]) for one, entry in zip(found, entries, strict=True)
    ]
    two = len(entries) == 2
    how = How(tuple(figures), systems[0].name if two else "", all_pairs=not two)
    try:
        result = comparison(systems, how, _documents(store, entries), systems[0].run.gold)
    except UsageError as error:
        return {"refused": f"These entries cannot be compared: {error}."}
    (contest,) = result.contests
    if contest.units < 2:
        return {
            "refused": "There is only one sentence, which cannot show how certain a difference is."
        }
    return {
        "document": _document(result, systems[0], [one.id for one in entries]),
        "csv": render(report.pairs_table(result), Style("csv")),
        "over": " ".join(over_which(contest, None)),
        "words": _words(contest, how),
        "pairs": len(contest.of(contest.measures[0])),
        "level": how.level,
        "exact": contest.exact,
        "notes": [*result.notes, *important(contest), *contest.notes],
        "samples": how.samples,
        "apart": _apart(systems, contest.measures) if two else None,
    }


def _documents(store: "Store", entries: Sequence[Entry]) -> Documents | None:
    """The documents of gold, which is the same for all entries, though not every run kept them."""
    return next((found for one in entries if (found := store.documents(one.id))), None)


def _words(found: Contest, how: How) -> list[str]:
    """What the differences mean: of two systems in full, of more whether they are ranked."""
    main = found.scheme.main_figure()
    measure = main if main in found.measures else found.measures[0]
    if len(found.scores) == 2:
        return [of_measure(found, measure, how, DIGITS)]
    real = sum(pair.significant for pair in found.of(measure))
    return [f"{share(real, len(found.of(measure)))} pairs differ significantly. {ranked(found)}"]


def _document(result: Comparison, first: Tallied, ids: Sequence[str]) -> dict[str, Any]:
    """The JSON of ``karat compare``, and the ids of the entries."""
    run = first.run
    gold = {"path": run.gold, "sha256": run.sha256, "sentences": run.sentences}
    return {"karat": __version__, "gold": gold, "entries": list(ids), **result.as_dict()}


def _apart(systems: Sequence[Tallied], measures: Sequence[str]) -> dict[str, Any]:
    """The sentences in which two systems differ most, by the main figure."""
    a, b = systems
    main = a.result.scheme.main_figure()
    found = differing(a, b, main if main in measures else measures[0], SENTENCES)
    return {
        "measure": found.measure,
        "higher": [_row(one) for one in found.higher],
        "lower": [_row(one) for one in found.lower],
    }


def _row(one: Apart) -> dict[str, Any]:
    return one._asdict() | {"sentence": one.sentence + 1}
