"""The job of an upload: score files against gold, and save the run. It works in a process of its own."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from karat.engine.tallied import Tallied
from karat.engine.tallying import Files, tallied_files
from karat.files.source import open_bytes
from karat.formats import usual_scheme
from karat.model.errors import InputError, KaratError
from karat.model.scheme import Scheme
from karat.store import open_store
from karat.store.making import file_of, reading, scored
from karat.store.records import NewFile
from karat.views import Views
from karat.web import choices
from karat.web.given import Given, renamed, renamer
from karat.web.uploads import megabytes

# A small file may be as dense as it likes.
_SMALL = 1 << 20


def score(arguments: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Score the systems, save the run in the store, and return its id."""
    with open_store(arguments["store"]) as store:
        gold = _gold(arguments["gold"], store, folder)
        systems = [Given(**one) for one in arguments["systems"]]
        shown = renamer([gold, *systems])
        try:
            for one in (gold, *systems):
                _unpacked(Path(one.path), arguments["limits"])
            run = _scored(arguments, gold, systems, shown)
        except KaratError as error:
            raise InputError(shown(str(error))) from None
        found = store.save(run)
        return {"run": found, "page": f"/run/{found}"}


def _gold(given: Mapping[str, Any], store: Any, folder: Path) -> Given:
    """The gold that was sent, or one that the store keeps."""
    if "sha256" not in given:
        return Given(**given)
    path = folder / "gold"
    path.write_bytes(store.content(given["sha256"]))
    return Given(given["name"], given["shown"], str(path))


def _scored(
    arguments: Mapping[str, Any], gold: Given, systems: Sequence[Given], shown: Callable[[str], str]
) -> Any:
    """The run that is to be saved; nothing in it tells where the files were while it was made."""
    options = arguments["reading"]
    files = Files(
        gold.path, {one.name: one.path for one in systems}, Views(), options["format"],
        options["layout"], options["lenient"],
    )  # fmt: skip
    schemes = [choices.scheme(text) for text in arguments["schemes"]]
    schemes = schemes or [choices.scheme(usual_scheme(gold.path, files.format))]
    if arguments["failed"]:
        schemes = [replace(one, failed=arguments["failed"]) for one in schemes]
    done, tallied = tallied_files(files, schemes)
    most = arguments["limits"]["sentences"]
    if done.sentences > most:
        raise InputError(
            f"{gold.path}: it has {done.sentences} sentences, more than {most}, the most here"
        )
    done = renamed(done, shown)
    tallied = [
        Tallied(one.name, result, done, one.tally)
        for one, result in zip(tallied, done.results, strict=True)
    ]
    return scored(
        done, tallied, name=arguments["name"], tags=arguments["tags"],
        command=_command(gold, systems, schemes, files), files=_kept(gold, systems, files),
    )  # fmt: skip


def _kept(gold: Given, systems: Sequence[Given], files: Files) -> list[NewFile]:
    read = reading(files, "system")
    return [
        file_of("gold", gold.name, gold.path, shown=gold.shown, options=reading(files, "gold")),
        *(file_of("system", one.name, one.path, shown=one.shown, options=read) for one in systems),
    ]


def _command(gold: Given, systems: Sequence[Given], schemes: Sequence[Scheme], files: Files) -> str:
    """What one would type to get the same figures."""
    parts = ["karat", "score", gold.shown, *(f"{one.name}={one.shown}" for one in systems)]
    parts += [part for one in schemes for part in ("--scheme", str(one))]
    parts += ["--format", files.format] if files.format else []
    parts += ["--lenient"] if files.lenient else []
    return shlex.join(parts)


def _unpacked(path: Path, limits: Mapping[str, int]) -> None:
    """Replace a compressed file by its content; too much of it is refused before it is all there."""
    with path.open("rb") as raw:
        if raw.read(4) == b"PK\x03\x04":
            raise InputError(
                f"{path}: this is a zip archive; send the file that is in it, or use gzip"
            )
    packed = path.stat().st_size
    most = min(limits["expanded"], max(_SMALL, packed * limits["ratio"]))
    target, size = path.with_suffix(".unpacked"), 0
    with open_bytes(str(path)) as source, target.open("xb") as stream:
        while piece := _piece(source, path):
            size += len(piece)
            if size > most and size > packed:
                raise InputError(
                    f"{path}: it grows to more than {megabytes(most)} when it is decompressed, "
                    "more than is taken here; send it in parts"
                )
            stream.write(piece)
    target.replace(path)


def _piece(source: Any, path: Path) -> bytes:
    try:
        return bytes(source.read(1 << 20))
    except Exception as error:  # noqa: BLE001  # each decompressor has its own errors
        raise InputError(f"{path}: the compressed data is damaged: {error}") from None
