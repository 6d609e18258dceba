"""Runs to save, made from files as the command line makes them."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from karat.engine.documents import documents_of_file
from karat.engine.tallied import Tallied
from karat.engine.tallying import Files, tallied_files
from karat.model import signature
from karat.schemes import parse
from karat.store.records import NewEntry, NewFile, NewRun
from karat.views import Views

GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n(S (NP (PRP It)) (VP (VBZ rains)))\n"
SYSTEMS = {
    "right": GOLD,
    "wrong": "(S (X (DT the) (NN dog)) (VP (VBZ barks)))\n(S (NP (PRP It)) (VP (VBZ rains)))\n",
}


def tallied(gold: Path, systems: Mapping[str, Path], schemes: Sequence[str]) -> list[Tallied]:
    """Systems under schemes, with the counts of every sentence."""
    paths = {name: str(path) for name, path in systems.items()}
    files = Files(str(gold), paths, Views(), None, "auto", False)
    return tallied_files(files, [parse(text) for text in schemes])[1]


def entry_of(one: Tallied) -> NewEntry:
    recipe = signature.recipe(
        one.result.scheme, one.run.sha256, one.result.scheme.digest(), one.run.views
    )
    return NewEntry(one, recipe, one.score().as_dict())


def file_of(role: str, name: str, path: Path) -> NewFile:
    content = path.read_bytes()
    sha256 = hashlib.sha256(content).hexdigest()
    return NewFile(role, name, str(path), sha256, len(content), content, {"layout": "auto"})


def new_run(
    gold: Path, systems: Mapping[str, Path], schemes: Sequence[str] = ("evalb",), *, name: str = "",
    kind: str = "score", **more: Any,
) -> NewRun:  # fmt: skip
    """A run of these files under these schemes."""
    found = tallied(gold, systems, schemes)
    files = [file_of("gold", gold.name, gold)]
    files += [file_of("system", name, path) for name, path in systems.items()]
    return NewRun(
        kind=kind,
        name=name,
        command="karat score …",
        document={"results": [one.score().as_dict() for one in found]},
        files=files,
        entries=[entry_of(one) for one in found],
        documents=documents_of_file(str(gold), "auto", None),
        **more,
    )


def small_run(folder: Path, **more: Any) -> NewRun:
    """Two systems on two sentences."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = {name: folder / f"{name}.mrg" for name in ("gold", *SYSTEMS)}
    for name, text in {"gold": GOLD, **SYSTEMS}.items():
        paths[name].write_text(text, encoding="utf-8")
    return new_run(paths.pop("gold"), paths, **more)
