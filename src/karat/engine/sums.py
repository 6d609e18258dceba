"""The sums of groups of units, in memory, and in a folder if a run shall be able to go on later."""

import hashlib
import json
import os
from collections.abc import Sequence
from functools import reduce
from operator import add, itemgetter
from pathlib import Path

from karat.engine.identity import this
from karat.engine.orders import Group
from karat.engine.parts import ScoredPart
from karat.engine.recipe import Recipe, Unit
from karat.files.atomic import AtomicFile
from karat.files.remote import is_url, version_at
from karat.model.errors import InputError

# Says of which run the sums in a folder are.
_RUN = "run.json"


class Sums:
    """The sums of what was scored so far, which may come in any order."""

    def __init__(self) -> None:
        self._parts: dict[int, ScoredPart] = {}

    def __contains__(self, number: int) -> bool:
        return number in self._parts

    def keep(self, number: int, part: bytes) -> None:
        """Keep the sum of a group."""
        self._parts[number] = ScoredPart.from_bytes(part)

    def total(self) -> ScoredPart:
        """The sum of all groups, added in their order."""
        return reduce(add, (part for _, part in sorted(self._parts.items(), key=itemgetter(0))))


class KeptSums(Sums):
    """Sums that are also files of a folder: what is there already is not scored again.

    The folder must be new, or that of the same run: the same files, unchanged, options and karat.
    """

    def __init__(self, folder: str, recipe: Recipe, groups: Sequence[Group]) -> None:
        super().__init__()
        self._folder = Path(folder)
        self._open(_description(recipe, groups))
        for group in groups:
            path = self._path(group.number)
            if path.exists():
                self._parts[group.number] = _read(path)

    def keep(self, number: int, part: bytes) -> None:
        super().keep(number, part)
        with AtomicFile(str(self._path(number)), "wb") as out:
            out.write(part)

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:06}.part"

    def _open(self, description: dict[str, str]) -> None:
        """Make the folder, or check that it is of this run."""
        run = self._folder / _RUN
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            others = any(self._folder.iterdir())
        except OSError as error:
            raise InputError(f"{self._folder}: cannot be used: {error.strerror}") from None
        if not run.exists():
            if others:
                raise InputError(f"{self._folder}: this folder has other files; give a new one")
            with AtomicFile(str(run)) as out:
                out.write(json.dumps(description, indent=1) + "\n")
            return
        try:
            found = json.loads(run.read_text(encoding="utf-8"))
            differ = [what for what, value in description.items() if found.get(what) != value]
        except (OSError, ValueError, AttributeError) as error:
            raise InputError(f"{run}: cannot be read: {error}; give a new folder") from None
        if differ:
            raise InputError(
                f"{self._folder}: this folder is of a run with other {' and '.join(differ)}; give a new "
                "one, or delete it"
            )


def _read(path: Path) -> ScoredPart:
    try:
        return ScoredPart.from_bytes(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except InputError as error:
        raise InputError(f"{path}: {error}; delete this file, and it is made again") from None


def _description(recipe: Recipe, groups: Sequence[Group]) -> dict[str, str]:
    """What a run is about. A file that was changed since is another file."""
    units = [[_stamps(unit) for unit in order] for group in groups for order in group.orders]
    hashes = {
        # What was decided from the files is about them, not about what users wrote.
        "options": repr(recipe._replace(shared=None)),
        "files": json.dumps([units, recipe.shared]),
        "versions of karat": repr(this()),
    }
    return {what: hashlib.sha256(text.encode()).hexdigest() for what, text in hashes.items()}


def _stamps(unit: Unit) -> list[object]:
    """The files of a unit with what changes when they do: size and time, or what the storage tells."""
    found: list[object] = [unit.number]
    for place, name in enumerate(unit.names):
        if place in unit.absent:
            found.append([name, "absent"])
        elif is_url(name):
            found.append([name, version_at(name)])
        else:
            found.append([name, *_stamp(name)])
    return found


def _stamp(path: str) -> list[int]:
    try:
        facts = os.stat(path)
    except OSError:
        # Whoever opens the file says what is wrong with it.
        return []
    return [facts.st_size, facts.st_mtime_ns]
