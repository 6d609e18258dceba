"""Two saved runs compared: their results by the paired test, runs of suites item by item."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from karat.analysis.contest import How
from karat.analysis.run_diff import RunDiff, Side, SuiteDiff, Uncompared, compared, matched
from karat.model.errors import InputError, KaratError
from karat.reports.suites import changes_remarks
from karat.store.making import verdicts_of
from karat.store.records import Entry, KeptFile, StoredRun
from karat.suites.diff import diff, falls
from karat.suites.right import Verdicts, parse
from karat.suites.runs import Run, read_content

if TYPE_CHECKING:
    from karat.store.store import Store


def called(run: StoredRun) -> str:
    """What a run is called: its name, or its id."""
    return run.line.name or run.line.id


def diff_runs(store: "Store", a: StoredRun, b: StoredRun, how: How, digits: int = 2) -> RunDiff:
    """What is different between two runs; ``how`` says which figures are tested, and how."""
    if "suite" in (a.line.kind, b.line.kind):
        if a.line.kind != b.line.kind:
            raise InputError(
                f"{called(a)} is a run of {_kind(a)}, and {called(b)} one of {_kind(b)}: they have nothing "
                "to compare"
            )
        return RunDiff(suite=_suites(store, a, b, digits))
    pairs, apart = matched(*([_side(one) for one in run.entries] for run in (a, b)))
    names = _names(a, b)
    found = []
    for pair in pairs:
        try:
            found.append(_pair(store, pair, names, how))
        except KaratError as error:
            apart.append(Uncompared(pair[0].scheme, *pair, str(error)))
    return RunDiff(found, apart)


def _kind(run: StoredRun) -> str:
    return "karat suite run" if run.line.kind == "suite" else f"karat {run.line.kind}"


def _names(a: StoredRun, b: StoredRun) -> tuple[str, str]:
    """What systems are told apart by."""
    names = called(a), called(b)
    return names if names[0] != names[1] else (a.line.id, b.line.id)


def _side(one: Entry) -> Side:
    return Side(one.id, one.system, one.scheme, one.board, one.recipe, one.measures)


def _pair(store: "Store", pair: tuple[Side, Side], names: tuple[str, str], how: How) -> Any:
    first, second = store.tallied([one.entry for one in pair])
    systems = (
        first._replace(name=f"{first.name} ({names[0]})"),
        second._replace(name=f"{second.name} ({names[1]})"),
    )
    return compared(pair, systems, how, store.documents(pair[0].entry))


def _suites(store: "Store", a: StoredRun, b: StoredRun, digits: int) -> SuiteDiff:
    runs = [suite_run(store, one) for one in (a, b)]
    (before, was), (after, now) = runs
    changes, fallen = diff(before, after, was, now), falls(before, after, was, now)
    said = changes_remarks(changes, fallen, before, after, digits)
    said += dict.fromkeys(f"note: {note}" for _, verdicts in runs for note in verdicts.notes)
    return SuiteDiff(changes, fallen, said)


def suite_run(store: "Store", run: StoredRun) -> tuple[Run, Verdicts]:
    """A run of a suite from its kept file, and which of its analyses are right, as was decided then."""
    file = _kept(run.files, called(run))
    content = read_content(store.content(file.sha256), called(run))
    right = parse(str(file.options.get("right", "same")))
    notes = tuple(note for one in run.document["runs"] for note in one["notes"])
    return content, Verdicts(right, verdicts_of(file.options.get("verdicts", {})), notes)


def _kept(files: Sequence[KeptFile], name: str) -> KeptFile:
    for one in files:
        if one.role == "output" and one.kept:
            return one
    raise InputError(
        f"{name}: its output was not kept (--no-keep-files, or larger than 32 MB), so its items cannot be "
        "compared"
    )
