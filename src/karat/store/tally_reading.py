"""Read tallies that were kept as Parquet files: block by block, with everything checked."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np

from karat.engine.results import Result, Run
from karat.engine.tallied import Streamed, Tallied
from karat.files.corpus import hash_of_files
from karat.files.parquet import arrow
from karat.model.columns import Numbers
from karat.model.documents import Documents
from karat.model.errors import InputError
from karat.model.outcome import Status
from karat.model.tally import Tally
from karat.store.facts import tallied_of
from karat.store.tally_files import DOCUMENT, FACTS, FIXED, FORMAT, NO_ROWS, ROWS, VERSION

_COUNT = "count:"


@dataclass(frozen=True, eq=False)
class TallyFile:
    """One file: its result without rows, how many documents it has, and its counts' names."""

    path: str
    tallied: Tallied
    place: int
    counts: tuple[str, ...]
    documented: bool

    @property
    def scheme(self) -> str:
        return str(self.tallied.result.scheme)

    @property
    def run(self) -> Run:
        return self.tallied.run

    def blocks(self, first: int) -> Iterator[Tally]:
        """Its counts; ``first`` sentences come before it."""
        before, sums = -1, np.zeros(len(self.counts), np.int64)
        for batch in self._batches([*FIXED, *(_COUNT + name for name in self.counts)]):
            sentence, status, length, *counts = (column.to_numpy() for column in batch.columns)
            rising = np.diff(sentence, prepend=before)
            if not len(sentence) or (rising < 1).any() or sentence[-1] >= self.run.sentences:
                raise _damaged(self.path, "its sentences are not in order")
            if status.min() < 0 or status.max() >= len(Status):
                raise _damaged(self.path, "a sentence has a status that karat does not know")
            before, table = int(sentence[-1]), np.stack(counts, axis=1)
            sums = sums + table.sum(axis=0)
            yield Tally(self.counts, table, status, length, sentence + first)
        self._check_sums(sums)

    def _check_sums(self, sums: Numbers) -> None:
        """The counts must add up to those that the metadata say; sums of fractions are rounded."""
        result = self.tallied.result
        policy = "align" if result.scheme.failed == "align" else "empty"
        said = result.total.part(policy).counts
        if sums.dtype.kind != "f" and tuple(sums.tolist()) != tuple(said):
            raise _damaged(self.path, "its counts do not add up to those of its metadata")

    def documents(self) -> Numbers:
        """The document of each sentence that has a row, and 0 for the others."""
        found = np.zeros(self.run.sentences, np.int64)
        for batch in self._batches(["sentence", DOCUMENT]):
            found[batch.column(0).to_numpy()] = batch.column(1).to_numpy()
        return found

    def _batches(self, columns: list[str]) -> Iterator[Any]:
        pyarrow, parquet = arrow()
        try:
            with parquet.ParquetFile(
                self.path, pre_buffer=False, page_checksum_verification=True
            ) as file:
                yield from file.iter_batches(ROWS, columns=columns, use_threads=False)
        except (pyarrow.ArrowException, OSError, IndexError, UnicodeDecodeError) as error:
            raise _damaged(self.path, str(error)) from None


def _damaged(path: str, why: str) -> InputError:
    return InputError(f"{path}: this file of tallies is damaged: {why.splitlines()[0]}")


def opened(path: str) -> TallyFile:
    """A file of tallies, of which only the metadata are read."""
    pyarrow, parquet = arrow()
    try:
        with parquet.ParquetFile(path) as file:
            names, said, rows = (
                file.schema_arrow.names,
                file.metadata.metadata,
                file.metadata.num_rows,
            )
            kinds = [str(one) for one in file.schema_arrow.types]
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        why = str(error).splitlines()[0]
        raise InputError(
            f"{path}: it cannot be read as Parquet, it is damaged or something else: {why}"
        ) from None
    said = said or {}
    if FORMAT.encode() not in said or FACTS.encode() not in said:
        raise InputError(
            f"{path}: this Parquet file has no tallies; karat score GOLD SYSTEM --tallies FOLDER writes them"
        )
    if said[FORMAT.encode()].decode() != VERSION:
        raise InputError(f"{path}: these tallies were written by another version of karat")
    try:
        facts = json.loads(said[FACTS.encode()])
        tallied, place = tallied_of(facts, NO_ROWS), int(facts["place"])
        total = tallied.result.total
        total.part("empty")  # both parts have the same figures
    except (ValueError, KeyError, TypeError, RecursionError, InputError):
        raise _damaged(path, "its metadata cannot be read") from None
    counts = tuple(name.removeprefix(_COUNT) for name in names if name.startswith(_COUNT))
    known = {"int8", "int32", "int64", "double"}
    if total.names != counts or not {*FIXED} <= {*names} or not {*kinds} <= known:
        raise _damaged(path, "its columns are not those of its scheme")
    if rows != total.status.total():
        raise _damaged(path, f"it has {rows} rows for {total.status.total()} sentences")
    return TallyFile(path, tallied, place, counts, DOCUMENT in names)


def files_in(path: str) -> list[str]:
    """The files that a path names: itself, those of a folder, or those of its folders, in order."""
    folder = Path(path)
    if not folder.is_dir():
        return [path]
    inside = sorted((one for one in folder.iterdir() if one.is_dir()), key=_natural)
    found = sorted(folder.glob("*.parquet"), key=_natural)
    if found and any(next(one.rglob("*.parquet"), None) for one in inside):
        raise InputError(
            f"{path}: it has files of tallies and folders of them; give the one or the other"
        )
    _refuse_gaps(path, [one.name for one in inside])
    names = [str(one) for one in found] or [name for one in inside for name in files_in(str(one))]
    if not names:
        raise InputError(f"{path}: there are no Parquet files in this folder")
    return names


def _refuse_gaps(path: str, folders: Sequence[str]) -> None:
    """Refuse folders with numbers for names if one is missing: its job has probably failed."""
    numbers = {int(one) for one in folders if one.isdigit()}
    if len(numbers) < len(folders) or not numbers:
        return
    if missing := sorted({*range(min(numbers), max(numbers))} - numbers):
        raise InputError(
            f"{path}: folder {missing[0]} is missing between {min(numbers)} and {max(numbers)}; score this "
            "part too, or give the folders one by one"
        )


def _natural(path: Path) -> list[tuple[int, str]]:
    """What is compared: numbers in names by their value, so that part 10 comes after part 9."""
    return [(int(one), "") if one.isdigit() else (-1, one) for one in re.split(r"(\d+)", path.name)]


@dataclass(frozen=True, eq=False)
class Kept:
    """Systems under schemes whose counts are in files; ``documents()`` are those of gold."""

    systems: tuple[Streamed, ...]
    parts: tuple[TallyFile, ...]

    @property
    def sentences(self) -> int:
        return self.systems[0].run.sentences

    def documents(self) -> Documents | None:
        """The documents of gold; one that goes on in the next part counts as two."""
        if not all(one.documented for one in self.parts):
            return None
        numbers, many = [], 0
        for one in self.parts:
            numbers.append(one.documents() + many)
            many = int(numbers[-1].max(initial=many - 1)) + 1
        return Documents(np.concatenate(numbers), tuple(f"document {n + 1}" for n in range(many)))


def kept(given: Sequence[tuple[str, str]]) -> Kept:
    """The tallies at paths, each with the name of its system; "" if it is the one in the file.

    Files of the same system and scheme are parts of one corpus, in the order given.
    """
    files = [(name, opened(one)) for name, path in given for one in files_in(path)]
    groups: dict[tuple[str, str], list[TallyFile]] = {}
    for name, file in files:
        groups.setdefault((file.scheme, name or file.tallied.name), []).append(file)
    first = next(iter(groups.values()))
    for (scheme, name), parts in groups.items():
        like = next(some for (other, _), some in groups.items() if other == scheme)
        _check_same(name, parts, like)
        _check_same(name, parts, first, scheme=False)
    for parts in groups.values():
        _refuse_twice(parts)
    order = sorted(groups.items(), key=lambda one: one[1][0].place)
    return Kept(tuple(_streamed(name, parts) for (_, name), parts in order), tuple(first))


def _refuse_twice(parts: Sequence[TallyFile]) -> None:
    """Refuse a file that is given twice, because its sentences would count twice."""
    paths = [Path(one.path).resolve() for one in parts]
    if twice := [one.path for at, one in enumerate(parts) if paths[at] in paths[:at]]:
        raise InputError(f"{twice[0]}: this file is given twice; its sentences would count twice")


def _check_same(
    name: str, parts: Sequence[TallyFile], like: Sequence[TallyFile], *, scheme: bool = True
) -> None:
    """Tallies can be compared only if they were made in the same way against the same gold."""
    if len(parts) != len(like):
        raise InputError(
            f"{parts[-1].path}: {name} has {len(parts)} part{'s' * (len(parts) > 1)}, but "
            f"{like[0].tallied.name} has {len(like)}; give the same parts of all systems"
        )
    for one, other in zip(parts, like, strict=True):
        if (one.run.sha256, one.run.sentences) != (other.run.sha256, other.run.sentences):
            raise InputError(
                f"{one.path}: it was scored against other gold ({one.run.gold}) than {other.path} "
                f"({other.run.gold}), so the two cannot be compared"
            )
        ways = [(x.run.views, x.run.common, x.tallied.result.signed) for x in (one, other)]
        if scheme and ways[0] != ways[1]:
            raise InputError(
                f"{one.path}: it was scored in another way than {other.path} (views or --common), so the "
                "two cannot be compared"
            )


def _streamed(name: str, parts: Sequence[TallyFile]) -> Streamed:
    begins = np.cumsum([0, *(one.run.sentences for one in parts)]).tolist()
    results = [_moved(one.tallied.result, first) for one, first in zip(parts, begins, strict=False)]
    result = reduce(lambda a, b: a + b, results)
    runs = [one.run for one in parts]
    repairs = tuple(x for one in runs for some in one.repairs.values() for x in some)
    run = replace(
        runs[0],
        sha256=hash_of_files([one.sha256 for one in runs]),
        sentences=begins[-1],
        tags=frozenset[bytes]().union(*(one.tags for one in runs)),
        brackets=frozenset[bytes]().union(*(one.brackets for one in runs)),
        repairs={result.system: repairs} if repairs else {},
    )

    def blocks() -> Iterator[Tally]:
        for one, first in zip(parts, begins, strict=False):
            yield from one.blocks(first)

    return Streamed(name, result, run, blocks)


def _moved(result: Result, first: int) -> Result:
    """A result whose failed sentences are numbered after those of the parts before."""
    failures = tuple(one._replace(sentence=one.sentence + first) for one in result.failures)
    return replace(result, failures=failures)


def in_memory(system: Streamed) -> Tallied:
    """The same with all counts in memory."""
    tally = Tally.concatenate(list(system.blocks()))
    return Tallied(system.name, system.result, system.run, tally)
