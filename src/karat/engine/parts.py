"""Parts of a result: the sums of some files of a corpus, which add up to those of all.

A unit is a file of gold with the files of all systems that have the same sentences. It is scored as if it
were alone, wherever that is; so what is added up is always the same, and so is the sum.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from karat.engine.recipe import Recipe, Unit, recipe_read, run_unit, scheme_of
from karat.engine.results import EXAMPLES, Result, Run
from karat.engine.second_look import many_failed, noted, noted_twins, some_failed
from karat.engine.settling import findings
from karat.engine.totals import total_of, total_said
from karat.files.corpus import hash_of_files
from karat.files.sealed import sealed, unsealed
from karat.model.errors import InputError
from karat.model.outcome import added_up, surplus
from karat.model.scheme import Scheme
from karat.model.score import Failure
from karat.model.tally import Total
from karat.views import Views

# Where a note was found: its unit, its block, and its number there.
Place: TypeAlias = tuple[int, int, int]
_MARK = b"karat-part "
_DAMAGED = "this is not a part of a result, or it is damaged"


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
    # What the signature says, with the first unit of which it is true; of a corpus that can be scored,
    # all units say the same.
    signed: tuple[tuple[int, tuple[str, ...]], ...]
    # The files before this system's that have its content in all units; and what may be wrong with the
    # corpus, if many of all sentences turn out to have failed.
    same: frozenset[int] = frozenset()
    findings: tuple[str, ...] = ()

    def __add__(self, other: "Sum") -> "Sum":
        notes = dict(self.notes)
        for text, (number, place) in other.notes.items():
            before, first = notes.get(text, (0, place))
            notes[text] = before + number, min(first, place)
        for text in surplus(notes):
            del notes[text]
        return Sum(
            self.total + other.total,
            tuple(sorted(self.failures + other.failures)[:EXAMPLES]),
            notes,
            self.placed and other.placed,
            self.uneven + other.uneven,
            _first_signed(self.signed + other.signed),
            self.same & other.same,
            self.findings or other.findings,
        )

    def notes_in_order(self) -> dict[str, int]:
        """The notes, the one that was found first at the beginning, without those that a run drops."""
        ordered = sorted(self.notes.items(), key=lambda note: note[1][1])
        return added_up((text, number) for text, (number, _) in ordered)


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
                recipe_read(said["recipe"]),
                {number: Scored(*facts) for number, facts in said["units"]},
                tuple(map(_sum, said["sums"])),
                frozenset(one.encode("latin-1") for one in said["tags"]),
                frozenset(one.encode("latin-1") for one in said["brackets"]),
            )
        except (ValueError, TypeError, KeyError):
            raise InputError(_DAMAGED) from None


def score_unit(recipe: Recipe, unit: Unit, threads: int = 0) -> ScoredPart:
    """Score one unit."""
    done = run_unit(recipe, unit, threads)
    sums = tuple(_of_result(recipe, unit, at, done) for at in range(len(done.results)))
    scored = {unit.number: Scored(done.sha256, done.sentences)}
    return ScoredPart(recipe, scored, sums, done.tags, done.brackets)


def merged(part: ScoredPart, units: Sequence[Unit]) -> Run:
    """The run whose units were all scored, as if the files were one."""
    if missing := [unit for unit in units if unit.number not in part.units]:
        raise InputError(f"{missing[0].names[0]}: this file was not scored")
    before, sentences = {}, 0
    for number, scored in sorted(part.units.items()):
        before[number] = sentences
        sentences += scored.sentences
    recipe = part.recipe
    _refuse_mixed(part, units)
    schemes = [scheme_of(recipe, at) for at in range(len(recipe.schemes))]
    pairs = [(system, scheme) for system in recipe.systems for scheme in schemes]
    results = [
        _result(one, system, scheme, before)
        for one, (system, scheme) in zip(part.sums, pairs, strict=True)
    ]
    width = len(schemes)
    same = {at // width + 1: one.same for at, one in enumerate(part.sums)}
    results = noted_twins(results, (recipe.gold, *recipe.systems), same)
    views = (*Views(*recipe.views).signed(), *(["common"] * recipe.common))
    hashes = [part.units[unit.number].sha256 for unit in units]
    return Run(
        recipe.gold, hash_of_files(hashes), sentences, results, part.tags, part.brackets, views,
        common=recipe.common, files=len(units),
    )  # fmt: skip


def _first_signed(
    signed: Sequence[tuple[int, tuple[str, ...]]],
) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Each text once, with the first of its units.

    >>> _first_signed([(4, ("a",)), (2, ("b",)), (1, ("a",))])
    ((1, ('a',)), (2, ('b',)))
    """
    found: dict[tuple[str, ...], int] = {}
    for unit, texts in sorted(signed):
        found.setdefault(texts, unit)
    return tuple((unit, texts) for texts, unit in found.items())


def _refuse_mixed(part: ScoredPart, units: Sequence[Unit]) -> None:
    """Refuse files that were not compared in the same way: of names, each file can say which count."""
    names = {unit.number: unit.names for unit in units}
    for at, one in enumerate(part.sums):
        if len(one.signed) > 1:
            system = at // len(part.recipe.schemes) + 1
            (first, _), (other, _), *_ = one.signed
            raise InputError(
                f"{names[other][0]} and {names[other][system]}: other names count here than in "
                f"{names[first][0]} and {names[first][system]}, so their figures cannot be added up; give "
                "the files of a side the same line '# inventory:', or name the inventory, as in "
                "phenomena(inventory=FILE)"
            )


def _of_result(recipe: Recipe, unit: Unit, at: int, done: Run) -> Sum:
    """The sum of a system under a scheme over a unit."""
    one, number = done.results[at], unit.number
    notes = {text: (many, (number, 0, n)) for n, (text, many) in enumerate(one.notes.items())}
    found = Sum(
        one.total, tuple((number, failure) for failure in one.failures), notes, one.placed,
        one.uneven, ((number, one.signed),),
    )  # fmt: skip
    return of_corpus(found, recipe, unit, at, done)


def of_corpus(found: Sum, recipe: Recipe, unit: Unit, at: int, done: Run) -> Sum:
    """A sum with what it says about its corpus as a whole, if this has several files."""
    if recipe.shared is None:
        return found
    system, notes = at // len(recipe.schemes) + 1, found.notes
    if system in unit.absent:
        missing = f"{unit.names[system]} is missing, so {unit.names[0]} has no parse"
        notes = {missing: (done.sentences, (unit.number, -1, 0)), **notes}
    causes = findings(recipe, system) if some_failed(done.results[at]) else ()
    return replace(
        found, notes=notes, same=done.same.get(system, frozenset()), findings=causes
    )  # fmt: skip


def _result(one: Sum, system: str, scheme: Scheme, before: Mapping[int, int]) -> Result:
    failures = tuple(
        failure._replace(sentence=before[unit] + failure.sentence) for unit, failure in one.failures
    )
    result = Result(
        system, scheme, one.total, failures, one.notes_in_order(),
        uneven=one.uneven, signed=one.signed[0][1],
    )  # fmt: skip
    if many_failed(result):
        result = noted(result, one.findings)
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
        "same": sorted(one.same),
        "findings": one.findings,
    }


def _sum(said: Mapping[str, Any]) -> Sum:
    return Sum(
        total_of(said["total"]),
        tuple((unit, Failure(*failure)) for unit, failure in said["failures"]),
        {text: (number, (unit, block, at)) for text, (number, (unit, block, at)) in said["notes"]},
        said["placed"],
        said["uneven"],
        tuple((unit, tuple(texts)) for unit, texts in said["signed"]),
        frozenset(said["same"]),
        tuple(said["findings"]),
    )
