"""The job of a report: the page that ``karat report`` writes, from the kept files of saved entries."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Any

from karat.analysis.contest import How
from karat.analysis.report_plan import planned
from karat.engine.memory import outcome_of
from karat.engine.tallying import Files
from karat.files.resources import only_ours
from karat.model.errors import UsageError
from karat.model.scheme import Scheme
from karat.schemes import parse
from karat.store import open_store
from karat.store.records import KeptFile
from karat.views import Views
from karat.web.banks import file_of, not_kept
from karat.web.commands import options_of, report_command
from karat.web.selection import Selection

# What the names of files may have besides letters and digits.
_OTHER = re.compile(r"[^\w.-]+")


def schemes_of(selection: Selection) -> list[str]:
    """The scheme of the entries first, then the others under which the runs have all the systems."""
    found = [
        {one.scheme for one in selection.run(entry).entries if one.system == entry.system}
        for entry in selection.entries
    ]
    first = selection.run(selection.first).entries
    common = [one.scheme for one in first if all(one.scheme in some for some in found)]
    return list(dict.fromkeys([selection.first.scheme, *common]))


def files_of(selection: Selection) -> tuple[KeptFile, dict[str, KeptFile]]:
    """Gold and the systems, by name, if they are kept and were all read in the same way."""
    gold = file_of(selection.run(selection.first), "gold")
    systems = {
        selection.names[one.id]: file_of(selection.run(one), "system", one.system)
        for one in selection.entries
    }
    for one in (gold, *systems.values()):
        if not one.kept:
            raise not_kept(one)
    first = next(iter(systems.values())).options
    if any(dict(one.options) != dict(first) for one in systems.values()):
        raise UsageError(
            "these systems were read with different options, so one report cannot have all of them"
        )
    return gold, systems


def _names(gold: KeptFile, systems: Mapping[str, KeptFile]) -> list[str]:
    """What the files are called in the folder of the job: never a path, each once."""
    every = [gold, *systems.values()]
    found = [_OTHER.sub("_", PurePath(one.path).name).strip(".") or "file" for one in every]
    return [
        name if found.count(name) == 1 else f"{number}-{name}" for number, name in enumerate(found)
    ]


def report(arguments: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Write the report of entries, by their ids, into the folder of the job."""
    from karat.reports.html.library import Library, check_packages

    check_packages()
    os.chdir(folder)
    with open_store(arguments["store"]) as store:
        entries = [store.entry(one) for one in arguments["entries"]]
        selection = Selection(store, entries)
        gold, systems = files_of(selection)
        schemes = schemes_of(selection)
        names = _names(gold, systems)
        for name, one in zip(names, (gold, *systems.values()), strict=True):
            Path(name).write_bytes(store.content(one.sha256))
    theirs = next(iter(systems.values())).options
    files = Files(
        names[0], dict(zip(systems, names[1:], strict=True)),
        Views(tuple(gold.options.get("views") or ()), tuple(theirs.get("views") or ())),
        gold.options.get("format"), gold.options.get("layout") or "auto", bool(theirs.get("lenient")),
    )  # fmt: skip
    command = report_command(gold, systems, schemes, names)
    with Library() as library:
        pieces = _pieces(
            files, schemes, command, options_of(gold, next(iter(systems.values()))), library.script
        )
        with open("report.html", "wb") as page:
            page.writelines(one.encode("utf-8", "backslashreplace") for one in pieces)
    return {"file": "report.html", "name": arguments["name"], "kind": "html"}


def _pieces(
    files: Files, texts: Sequence[str], command: str, options: Sequence[str], library: Any
) -> Iterator[str]:
    """The page; options that name a file of a user are refused first, since nothing opens one here."""
    from karat.reports.html.build import Told, report_page
    from karat.reports.html.making import gathered

    told = Told(f"{', '.join(files.systems)} against {files.gold}", command, tuple(options))
    with TemporaryDirectory() as folder:
        with only_ours():
            schemes = [parse(one) for one in texts]
            plan = planned(files, schemes, None)
            for one in schemes:
                _try(plan.head, one)
            how = How(baseline=next(iter(files.systems)))
            found, charts, text, data = gathered(files, plan, how, folder)
        yield from report_page(found, charts, text, data, told, library())


def _try(gold: Any, scheme: Scheme) -> None:
    """Compare the first sentence with itself, so that a scheme opens what its options name."""
    head = gold.slice(0, 1)
    outcome_of(head, head, scheme)
