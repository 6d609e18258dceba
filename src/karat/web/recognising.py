"""The job of the phenomena page: recognise phenomena in gold and in the systems of a saved run."""

import json
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any

from karat.analysis.phenomena_matrix import missed, rules_for, tallied_phenomena
from karat.engine.tallying import Files
from karat.files.resources import only_ours
from karat.model.errors import InputError, KaratError
from karat.reports import scores as report
from karat.reports.table import Style
from karat.store import open_store
from karat.store.records import KeptFile, StoredRun
from karat.store.store import Store
from karat.views import Views
from karat.web.given import Given, renamed, renamer

# Of the sentences that lack a phenomenon, so many are listed.
MOST = 500


def key_of(run: str) -> str:
    """The name under which the store keeps the result."""
    return f"phenomena/{run}"


def matrix(arguments: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Recognise phenomena, keep the result in the store, and return the page that shows it."""
    with open_store(arguments["store"]) as store:
        run = store.run(arguments["run"])
        files, shown = _written(store, run, folder)
        try:
            # A run names views, whose options may name files of somebody else's machine.
            with only_ours():
                found = _found(files, shown)
        except KaratError as error:
            raise InputError(shown(str(error))) from None
        store.keep_derived(key_of(run.line.id), found)
    return {"page": f"/phenomena/{run.line.id}"}


def _found(files: Files, shown: Any) -> dict[str, Any]:
    rules = rules_for(files.views.of_gold(files.gold_bank()))
    done, tallied = tallied_phenomena(files, rules)
    done = renamed(done, shown)
    tallied = [
        one._replace(result=result, run=done)
        for one, result in zip(tallied, done.results, strict=True)
    ]
    scores = [one.score(("phenomenon",)) for one in tallied]
    return {
        "rules": rules,
        "document": json.loads(report.as_json(done, scores)),
        "csv": report.tables(scores, Style("csv")),
        "missed": {
            one.name: {name: some[:MOST] for name, some in missed(one.tally).items()}
            for one in tallied
        },
    }


def _written(store: Store, run: StoredRun, folder: Path) -> tuple[Files, Any]:
    """The files of the run in the folder of the job."""
    gold = next((one for one in run.files if one.role == "gold"), None)
    systems = [one for one in run.files if one.role == "system"]
    if gold is None or not systems:
        raise InputError("the run has no gold and systems in which phenomena could be recognised")
    given = [_copy(store, one, folder / f"kept-{at}") for at, one in enumerate([gold, *systems])]
    options = systems[0].options
    views = Views(tuple(gold.options.get("views", ())), tuple(options.get("views", ())))
    files = Files(
        given[0].path, {one.name: one.path for one in given[1:]}, views, options.get("format"),
        options.get("layout", "auto"), options.get("lenient", False),
    )  # fmt: skip
    return files, renamer(given)


def _copy(store: Store, file: KeptFile, path: Path) -> Given:
    if not file.kept:
        raise InputError(f"{file.path}: its content is not in the store")
    path.write_bytes(store.content(file.sha256))
    # The result is shown to others, too: they need not know where the file was.
    return Given(file.name, PurePath(file.path).name or file.name, str(path))
