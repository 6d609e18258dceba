"""What karat recognise saves: the names that were found, and their scores if there are any."""

import io
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from karat import __version__
from karat.cli._saving import Saving, Watched
from karat.reports.table import Style, dumps

if TYPE_CHECKING:
    from karat.engine.tallied import Tallied
    from karat.store.records import NewFile
    from karat.suites.inputs import Input
    from karat.suites.phenomena import Key, System


def save_list(given: "Input", saving: Saving, watched: Watched, style: Style) -> None:
    """Save the names of all sentences of a file, whichever of them were listed."""
    from karat.reports import recognised
    from karat.store.making import kept_run
    from karat.suites.phenomena import System

    again = replace(given, path=watched.place(given.path))
    native, fitting = again.read()
    recogniser = fitting.recogniser if fitting else None
    scope = recognised.Scope.of(recogniser, native)
    columns = recognised.COLUMNS + recognised.EXPERIMENTAL * bool(scope.experimental)
    rows = recognised.rows(recogniser, native, experimental=scope.experimental)
    document: dict[str, Any] = {
        "karat": __version__,
        "file": given.path,
        "rules": fitting.rules if fitting else "",
        "recognised": [dict(zip(columns, row, strict=True)) for row in rows],
    }
    system = replace(System.read(again, given.name), name=given.name)
    files = _of_systems([given], [system], saving, watched)
    saving.save(kept_run("recognise", dumps(document), files, **saving.labels), style)


def save_scores(
    inputs: "Sequence[Input]", systems: "Sequence[System]", gold: "Key", found: "Sequence[Tallied]",
    document: str, saving: Saving, watched: Watched, style: Style,
) -> None:  # fmt: skip
    """Save the scores of systems, with the names that were found in each."""
    from karat.store.making import entry, kept_run

    files = [_of_gold(gold, saving, watched), *_of_systems(inputs, systems, saving, watched)]
    entries = [entry(one) for one in found]
    saving.save(kept_run("recognise", document, files, entries, **saving.labels), style)


def _of_gold(gold: "Key", saving: Saving, watched: Watched) -> "NewFile":
    """The suite or the file of names that systems were scored against."""
    from karat.store.records import NewFile

    role = "suite" if gold.items else "gold"
    if os.path.isfile(gold.name):
        return watched.file(role, gold.name, gold.name)
    return NewFile(role, gold.name, gold.name, gold.bank.sha256, 0, None)


def _of_systems(
    inputs: "Sequence[Input]", systems: "Sequence[System]", saving: Saving, watched: Watched
) -> "list[NewFile]":
    """Each file, and the names that were found in it, as a file of names."""
    from karat.formats._writing import writer
    from karat.store.making import made

    found = []
    for given, system in zip(inputs, systems, strict=True):
        how = {"format": given.format, "layout": given.layout, "rules": system.rules}
        found.append(watched.file("system", given.name, given.path, how))
        if saving.keep:
            text = io.BytesIO()
            writer("names", "-")(system.bank, text)
            found.append(made("output", given.name, f"{given.name}.names", text.getvalue()))
    return found
