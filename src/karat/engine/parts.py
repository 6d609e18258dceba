"""Parts of a result: the sums of some files of a corpus, which add up to those of all.

A unit is a file of gold with the files of all systems that have the same sentences. It is scored as if it
were alone, wherever that is; so what is added up is always the same, and so is the sum.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from karat.engine.results import EXAMPLES, Result, Run, Share
from karat.engine.run import run
from karat.engine.totals import total_of, total_said
from karat.files.corpus import hash_of_files, paired
from karat.files.sealed import sealed, unsealed
from karat.model.errors import InputError
from karat.model.scheme import Scheme
from karat.model.score import Failure
from karat.model.tally import Total
from karat.schemes import parse
from karat.views import Views

# Where a note was found: its unit, its block, and its number there.
Place: TypeAlias = tuple[int, int, int]
_MARK = b"karat-part "
_DAMAGED = "this is not a part of a result, or it is damaged"


class Recipe(NamedTuple):
    """What is scored, and how, as users write it; ``digests``: of files that schemes and views read."""

    gold: str
    systems: tuple[str, ...]
    schemes: tuple[str, ...]
    digests: tuple[str, ...]
    by: tuple[str, ...] = ()
    layout: str = "auto"
    format: str | None = None
    views: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    common: bool = False


class Unit(NamedTuple):
    """A file of gold and those of the systems; ``size``: their bytes on disk, 0 where it is unknown."""

    number: int
    names: tuple[str, ...]
    size: int


class Scored(NamedTuple):
    """What is known of a unit: the hash of its gold, and its number of sentences."""

    sha256: str
    sentences: int


@dataclass(frozen=True)
class Sum:
    """The sums of one system under one scheme; failures have the numbers of their units.

    Each note has the number of sentences that it is about, and its place: its unit, its block, and its
    number there. So sums may be added in any order.
    """

    total: Total
    failures: tuple[tuple[int, Failure], ...]
    notes: Mapping[str, tuple[int, Place]]
    placed: bool
    uneven: int
    # What the signature says, and of which unit it is: the first one counts.
    signed: tuple[int, tuple[str, ...]]

    def __add__(self, other: "Sum") -> "Sum":
        notes = dict(self.notes)
        for text, (number, place) in other.notes.items():
            before, first = notes.get(text, (0, place))
            notes[text] = before + number, min(first, place)
        return Sum(
            self.total + other.total,
            tuple(sorted(self.failures + other.failures)[:EXAMPLES]),
            notes,
            self.placed and other.placed,
            self.uneven + other.uneven,
            min(self.signed, other.signed),
        )

    def notes_in_order(self) -> dict[str, int]:
        """The notes, the one that was found first at the beginning."""
        ordered = sorted(self.notes.items(), key=lambda note: note[1][1])
        return {text: number for text, (number, _) in ordered}


@dataclass(frozen=True)
class ScoredPart:
    """The sums of some units: a sum for each system and scheme. Parts may be added in any order."""

    recipe: Recipe
    units: Mapping[int, Scored]
    sums: tuple[Sum, ...]
    tags: frozenset[bytes]
    brackets: frozenset[bytes]

    def __add__(self, other: "ScoredPart") -> "ScoredPart":
        if self.recipe != other.recipe:
            raise InputError("parts of different results cannot be added up")
        if twice := self.units.keys() & other.units.keys():
            raise InputError(f"file {min(twice) + 1} of the corpus is in two parts")
        return ScoredPart(
            self.recipe,
            dict(sorted({**self.units, **other.units}.items())),
            tuple(a + b for a, b in zip(self.sums, other.sums, strict=True)),
            self.tags | other.tags,
            self.brackets | other.brackets,
        )

    def to_bytes(self) -> bytes:
        """The part as JSON below a line with its hash; exact sums are exact."""
        said = {
            "recipe": self.recipe,
            "units": list(self.units.items()),
            "sums": [_said(one) for one in self.sums],
            "tags": sorted(one.decode("latin-1") for one in self.tags),
            "brackets": sorted(one.decode("latin-1") for one in self.brackets),
        }
        content = json.dumps(said, separators=(",", ":")).encode()
        return sealed(_MARK, content)

    @classmethod
    def from_bytes(cls, content: bytes) -> "ScoredPart":
        """The part that was written so; an InputError if a bit of it was changed or lost."""
        rest = unsealed(_MARK, content)
        if rest is None:
            raise InputError(_DAMAGED)
        try:
            said = json.loads(rest)
            return cls(
                _recipe(said["recipe"]),
                {number: Scored(*facts) for number, facts in said["units"]},
                tuple(map(_sum, said["sums"])),
                frozenset(one.encode("latin-1") for one in said["tags"]),
                frozenset(one.encode("latin-1") for one in said["brackets"]),
            )
        except (ValueError, TypeError, KeyError):
            raise InputError(_DAMAGED) from None


def recipe_of(
    gold: str, systems: Sequence[str], schemes: Sequence[Scheme], *,
    by: tuple[str, ...] = (), layout: str = "auto",
    format: str | None = None,  # noqa: A002  # the option's name
    through: Views | None = None, common: bool = False,
) -> Recipe:  # fmt: skip
    """The recipe of a run with these options, which are those of ``run``."""
    seen = through or Views()
    return Recipe(
        gold, tuple(systems), tuple(map(str, schemes)), _digests(schemes, seen),
        by, layout, format, (seen.gold, seen.system), common,
    )  # fmt: skip


def units_of(recipe: Recipe) -> list[Unit]:
    """The units of a corpus, in order."""
    pairs = paired(recipe.gold, recipe.systems)
    return [Unit(number, names, sum(map(_size, names))) for number, names in enumerate(pairs)]


def run_unit(recipe: Recipe, unit: Unit, threads: int, only: Share | None = None) -> Run:
    """Compare the files of a unit, where the files of schemes and views have the content they had."""
    schemes = [scheme_of(recipe, at) for at in range(len(recipe.schemes))]
    through = Views(*recipe.views)
    if through.signed() != recipe.digests[len(schemes) :]:
        raise InputError("a file that a view reads has another content on this machine")
    gold, *systems = unit.names
    return run(
        gold, systems, schemes, by=recipe.by, layout=recipe.layout, format=recipe.format,
        threads=threads, through=through, common=recipe.common, only=only,
    )  # fmt: skip


def score_unit(recipe: Recipe, unit: Unit, threads: int = 0) -> ScoredPart:
    """Score one unit."""
    done = run_unit(recipe, unit, threads)
    sums = tuple(_of_result(unit.number, one) for one in done.results)
    scored = {unit.number: Scored(done.sha256, done.sentences)}
    return ScoredPart(recipe, scored, sums, done.tags, done.brackets)


def scheme_of(recipe: Recipe, at: int) -> Scheme:
    """A scheme of a recipe, which must mean here what it means elsewhere."""
    scheme = parse(recipe.schemes[at])
    if scheme.digest() != recipe.digests[at]:
        raise InputError(f"{scheme}: the file that it names has another content on this machine")
    return scheme


def merged(part: ScoredPart, units: Sequence[Unit]) -> Run:
    """The run whose units were all scored, as if the files were one."""
    if missing := [unit for unit in units if unit.number not in part.units]:
        raise InputError(f"{missing[0].names[0]}: this file was not scored")
    before, sentences = {}, 0
    for number, scored in sorted(part.units.items()):
        before[number] = sentences
        sentences += scored.sentences
    recipe = part.recipe
    schemes = [scheme_of(recipe, at) for at in range(len(recipe.schemes))]
    pairs = [(system, scheme) for system in recipe.systems for scheme in schemes]
    results = [
        _result(one, system, scheme, before)
        for one, (system, scheme) in zip(part.sums, pairs, strict=True)
    ]
    views = (*Views(*recipe.views).signed(), *(["common"] * recipe.common))
    hashes = [part.units[unit.number].sha256 for unit in units]
    return Run(
        recipe.gold, hash_of_files(hashes), sentences, results, part.tags, part.brackets, views,
        common=recipe.common,
    )  # fmt: skip


def _digests(schemes: Sequence[Scheme], views: Views) -> tuple[str, ...]:
    return (*(one.digest() for one in schemes), *views.signed())


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        # Whoever opens the file says what is wrong with it.
        return 0


def _of_result(unit: int, one: Result) -> Sum:
    failures = tuple((unit, failure) for failure in one.failures)
    notes = {text: (number, (unit, 0, at)) for at, (text, number) in enumerate(one.notes.items())}
    return Sum(one.total, failures, notes, one.placed, one.uneven, (unit, one.signed))


def _result(one: Sum, system: str, scheme: Scheme, before: Mapping[int, int]) -> Result:
    failures = tuple(
        failure._replace(sentence=before[unit] + failure.sentence) for unit, failure in one.failures
    )
    result = Result(
        system, scheme, one.total, failures, one.notes_in_order(),
        uneven=one.uneven, signed=one.signed[1],
    )  # fmt: skip
    if one.placed:
        return result
    from karat.comparison.standing import ELSEWHERE

    return replace(result, standing=ELSEWHERE)


def _said(one: Sum) -> dict[str, Any]:
    return {
        "total": total_said(one.total),
        "failures": one.failures,
        "notes": list(one.notes.items()),
        "placed": one.placed,
        "uneven": one.uneven,
        "signed": one.signed,
    }


def _sum(said: Mapping[str, Any]) -> Sum:
    return Sum(
        total_of(said["total"]),
        tuple((unit, Failure(*failure)) for unit, failure in said["failures"]),
        {text: (number, (unit, block, at)) for text, (number, (unit, block, at)) in said["notes"]},
        said["placed"],
        said["uneven"],
        (said["signed"][0], tuple(said["signed"][1])),
    )


def _recipe(said: Sequence[Any]) -> Recipe:
    gold, systems, schemes, digests, by, layout, kind, views, common = said
    through = tuple(views[0]), tuple(views[1])
    texts = (tuple(systems), tuple(schemes), tuple(digests), tuple(by))
    return Recipe(gold, *texts, layout, kind, through, common)
