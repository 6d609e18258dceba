"""What to type to have the same on the command line."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import PurePath

from karat.store.records import KeptFile


def without_folder(file: KeptFile) -> KeptFile:
    """A file by its name only: a published board does not tell how somebody's folders are called."""
    return file._replace(path=PurePath(file.path).name)


def options_of(gold: KeptFile, system: KeptFile) -> list[str]:
    """The options with which files were read, as they are typed."""
    found = [part for one in gold.options.get("views") or () for part in ("--gold-view", one)]
    found += [part for one in system.options.get("views") or () for part in ("--system-view", one)]
    found += ["--format", gold.options["format"]] if gold.options.get("format") else []
    layout = gold.options.get("layout") or "auto"
    found += ["--layout", layout] if layout != "auto" else []
    return [*found, *(["--lenient"] if system.options.get("lenient") else [])]


def show_command(gold: KeptFile, systems: Sequence[KeptFile], number: int, scheme: str) -> str:
    """The command that shows a sentence, by its number from 1; empty if a file was standard input."""
    paths = [gold.path, *(one.path for one in systems)]
    if "-" in paths:
        return ""
    options = options_of(gold, systems[0])
    return shlex.join(["karat", "show", *paths, "-n", str(number), "--scheme", scheme, *options])


def report_command(
    gold: KeptFile, systems: Mapping[str, KeptFile], schemes: Sequence[str],
    places: Sequence[str] = (),
) -> str:  # fmt: skip
    """The command that writes a report; ``places`` are the paths of gold and the systems, if others."""
    paths = places or [gold.path, *(one.path for one in systems.values())]
    given = [f"{name}={path}" for name, path in zip(systems, paths[1:], strict=True)]
    chosen = [part for one in schemes for part in ("--scheme", one)]
    options = options_of(gold, next(iter(systems.values())))
    return shlex.join(["karat", "report", paths[0], *given, *chosen, *options])
