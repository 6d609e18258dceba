"""Files with the result of one job, and what must be true of several of them before they are added up."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import reduce
from operator import add
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from karat.engine.identity import Identity, this
from karat.engine.parts import ScoredPart, merged
from karat.engine.recipe import Recipe, Unit
from karat.engine.results import Run, Share
from karat.engine.shards import CHANGED, Shard, Slice, joined
from karat.files.sealed import sealed, unsealed
from karat.model.errors import InputError

if TYPE_CHECKING:
    from karat.comparison.standing import Standing

_MARK = b"karat-shard "


class PartFile(NamedTuple):
    """The result of a job: which one it is, all files of the corpus, and the names of the systems.

    ``sizes`` has the bytes of each unit's files when the job began, 0 where they are unknown.
    ``usual`` is the scheme if it was chosen because none was named; ``notes`` says how files were paired.
    ``made_by`` is the karat that scored it.
    """

    shard: Shard
    made_by: Identity
    units: tuple[tuple[str, ...], ...]
    sizes: tuple[int, ...]
    names: tuple[str, ...]
    result: ScoredPart | Slice
    usual: str = ""
    notes: tuple[str, ...] = ()

    @property
    def recipe(self) -> Recipe:
        result = self.result
        return result.part.recipe if isinstance(result, Slice) else result.recipe

    def to_bytes(self) -> bytes:
        """What is in the file of a job, below a line with its hash."""
        found = self.result
        sliced = _slice_said(found) if isinstance(found, Slice) else None
        scored = found.part if isinstance(found, Slice) else found
        said = {
            "shard": self.shard,
            "units": self.units,
            "sizes": self.sizes,
            "names": self.names,
            "usual": self.usual,
            "notes": self.notes,
            "made_by": self.made_by,
            "part": scored.to_bytes().decode(),
            "slice": sliced,
        }
        return sealed(_MARK, json.dumps(said, separators=(",", ":")).encode())


def read_part(path: str) -> PartFile:
    """The result in a file; an InputError if it is damaged, cut off, or something else."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(len(_MARK))
            content += file.read() if content == _MARK else b""
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    if not content.startswith(_MARK):
        raise InputError(
            f"{path}: this is not a part; karat score --shard 1/2 --part FILE makes one"
        )
    rest = unsealed(_MARK, content)
    if rest is None:
        raise InputError(f"{path}: this part is damaged or cut off; score this shard again")
    try:
        said = json.loads(rest)
        part = ScoredPart.from_bytes(said["part"].encode())
        return PartFile(
            Shard(*said["shard"]),
            _identity(said["made_by"]),
            tuple(tuple(names) for names in said["units"]),
            tuple(said["sizes"]),
            tuple(said["names"]),
            _slice(part, said["slice"]) if said["slice"] else part,
            said["usual"],
            tuple(said["notes"]),
        )
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, InputError):
        raise InputError(f"{path}: this part is damaged; score this shard again") from None


def merge_parts(paths: Sequence[str]) -> tuple[Run, PartFile]:
    """The run whose jobs wrote these files, in any order, and one of the parts."""
    parts = {path: read_part(path) for path in paths}
    if len(parts) < len(paths):
        twice = next(path for path in paths if paths.count(path) > 1)
        raise InputError(f"{twice}: this part is given twice")
    first, of = next(iter(parts)), next(iter(parts.values()))
    here = of.made_by._replace(version=this().version, sources=this().sources)
    if difference := here.difference(of.made_by):
        raise InputError(
            f"{first}: another karat made this part: {difference}; merge with that one"
        )
    by_number: dict[int, str] = {}
    for path, part in parts.items():
        _check_same(first, of, path, part)
        if part.shard.number in by_number:
            other = by_number[part.shard.number]
            raise InputError(f"{path}: this is part {part.shard} again; {other} has it already")
        by_number[part.shard.number] = path
    missing = [n for n in range(1, of.shard.of + 1) if n not in by_number]
    if missing:
        raise InputError(f"{first}: {_missing(missing, of.shard.of)}")
    found = [part.result for part in parts.values()]
    whole = [one for one in found if isinstance(one, ScoredPart)]
    slices: dict[int, list[Slice]] = {}
    for one in found:
        if isinstance(one, Slice):
            slices.setdefault(next(iter(one.part.units)), []).append(one)
    total = reduce(add, [*whole, *map(joined, slices.values())])
    units = [Unit(number, names, ()) for number, names in enumerate(of.units)]
    return merged(total, units), of


def _check_same(first: str, of: PartFile, path: str, part: PartFile) -> None:
    """Refuse a part that is not of the same result as the first one."""
    if difference := of.made_by.difference(part.made_by):
        raise InputError(
            f"{path}: another karat made this part than {first}, and may count in another way: "
            f"{difference}; score all shards with the same karat"
        )
    same = {
        "number of shards": (of.shard.of, part.shard.of),
        "schemes": (of.recipe[2:4], part.recipe[2:4]),
        "files": ((of.units, of.recipe[:2]), (part.units, part.recipe[:2])),
        "names of systems": (of.names, part.names),
        "options": (of.recipe._replace(shared=None), part.recipe._replace(shared=None)),
    }
    for what, (one, other) in same.items():
        if one != other:
            raise InputError(
                f"{path}: this part has another {what} than {first}; parts of one run belong together"
                if what[-1] != "s"
                else f"{path}: this part has other {what} than {first}; parts of one run belong together"
            )

    sizes = zip(of.units, of.sizes, part.sizes, strict=True)
    changed = [" or ".join(names) for names, one, other in sizes if one != other]
    if of.recipe.shared != part.recipe.shared:  # which has the hashes of how the corpora begin
        changed.append(" or ".join((of.recipe.gold, *of.recipe.systems)))
    if changed:
        raise InputError(f"{changed[0]}: {CHANGED}")


def _identity(said: Sequence[Any]) -> Identity:
    version, sources, compiled, built_for, kernels, plugins, packages = said
    known = tuple((name, number) for name, number in packages)
    return Identity(version, sources, compiled, built_for, kernels, plugins, known)


def refuse_other_file(path: str) -> None:
    """Refuse to replace a file that is not a part: it may be gold, or a system's output."""
    try:
        with Path(path).open("rb") as file:
            begins = file.read(len(_MARK)) if Path(path).is_file() else b""
    except OSError:
        return  # it is new, or whoever writes to it says what is wrong
    if begins not in (b"", _MARK):
        raise InputError(f"{path}: this file exists and is not a part; give another name to --part")


def _missing(numbers: Sequence[int], of: int) -> str:
    """Which parts are missing.

    >>> _missing([3, 5], 8)
    'parts 3 and 5 of 8 are missing; give them too, or score these shards first'
    """
    some = [str(number) for number in numbers]
    named = f"{', '.join(some[:-1])} and {some[-1]}" if len(some) > 1 else some[0]
    plural = len(some) > 1
    parts, are = ("parts", "are") if plural else ("part", "is")
    them, shards = ("them", "these shards") if plural else ("it", "this shard")
    return f"{parts} {named} of {of} {are} missing; give {them} too, or score {shards} first"


def _slice_said(one: Slice) -> dict[str, Any]:
    return {
        "share": one.share,
        "hashes": one.hashes,
        "findings": one.findings,
        "standings": [
            [[number, _standing_said(standing)] for number, standing in some]
            for some in one.standings
        ],
    }


def _slice(part: ScoredPart, said: Mapping[str, Any]) -> Slice:
    return Slice(
        Share(*said["share"]),
        part,
        tuple(said["hashes"]),
        tuple(tuple((n, _standing(one)) for n, one in some) for some in said["standings"]),
        tuple(tuple(some) for some in said["findings"]),
    )


def _standing_said(standing: "Standing") -> dict[str, Any]:
    from karat.comparison.text_sketch import Texts

    return {**asdict(replace(standing, texts=Texts())), "texts": standing.texts.said()}


def _standing(said: Mapping[str, Any]) -> "Standing":
    from karat.comparison.standing import Series, Standing, Sum
    from karat.comparison.text_sketch import Texts

    def series(one: Mapping[str, Any]) -> Series:
        return Series(Sum(**one["gold"]), Sum(**one["system"]))

    return Standing(
        said["sentences"], said["moved"], tuple(said["first"]), tuple(said["last"]),
        series(said["leading"]), series(said["trailing"]), said["differing"],
        Texts.read(said["texts"]),
    )  # fmt: skip
