"""Runs of files that a test writes, saved as ``karat score --save`` saves them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from karat.engine.tallying import Files, tallied_files
from karat.schemes import parse
from karat.store import open_store
from karat.store.making import file_of, reading, scored
from karat.store.records import Entry, NewRun
from karat.views import Views


def new_run(
    files: Files, schemes: Sequence[str], *, name: str = "first", keep: bool = True
) -> NewRun:
    """The run of files under schemes; the counts before and after alignment are kept, too."""
    done, tallied = tallied_files(files, [parse(one) for one in schemes], twins=True, threads=1)
    kept = [file_of("gold", "gold", files.gold, options=reading(files, "gold"), keep=keep)]
    kept += [
        file_of("system", system, path, options=reading(files, "system"), keep=keep)
        for system, path in files.systems.items()
    ]
    return scored(done, tallied, name=name, command="karat score", files=kept)


def saved(
    url: str, folder: Path, gold: str, systems: Mapping[str, str], schemes: Sequence[str],
    *, name: str = "first", views: Views | None = None, keep: bool = True, ending: str = ".mrg",
) -> list[Entry]:  # fmt: skip
    """Write files, score them and save the run; its entries, all schemes of a system after each other."""
    places = {one: folder / f"system-{at}{ending}" for at, one in enumerate(systems)}
    gold_place = folder / f"gold{ending}"
    gold_place.write_text(gold, encoding="utf-8")
    for one, text in systems.items():
        places[one].write_text(text, encoding="utf-8")
    paths = {one: str(place) for one, place in places.items()}
    files = Files(str(gold_place), paths, views or Views())
    with open_store(url) as store:
        return list(store.run(store.save(new_run(files, schemes, name=name, keep=keep))).entries)
