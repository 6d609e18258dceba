"""Shards: what one of several jobs scores of a corpus, and how their results become one again.

With at least as many files as jobs, job i of n scores the files i, i + n and so on. With fewer files,
several jobs share a file: each cuts all of it into blocks, and compares only its own ones. How a file is
cut does not depend on the jobs, so the result is that of the whole, bit for bit.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from karat.engine.parts import Scored, ScoredPart, Sum, of_corpus, score_unit
from karat.engine.recipe import Recipe, Unit, run_unit, scheme_of
from karat.engine.results import Result, Run, Share
from karat.engine.second_look import many_failed, not_in_place
from karat.engine.stretches import Stretch
from karat.engine.twins import is_said
from karat.model.errors import InputError
from karat.model.score import Failure

if TYPE_CHECKING:
    from karat.comparison.standing import Standing


# What is said of files that are not what they were.
CHANGED = "the file was changed between the jobs; score all shards again"


class Shard(NamedTuple):
    """Job ``number`` of ``of``, counted from 1."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


@dataclass(frozen=True)
class Slice:
    """Some blocks of a unit: sums, and what must be put in the order of the blocks before it means anything.

    There are no sums if the file has fewer blocks than jobs. ``standings`` and ``findings`` are of each
    sum; ``hashes`` are those of the systems' files.
    """

    share: Share | Stretch
    part: ScoredPart
    hashes: tuple[str, ...]
    standings: "tuple[tuple[tuple[int, Standing], ...], ...]" = ()
    findings: tuple[tuple[str, ...], ...] = ()


def shares(shard: Shard, files: int) -> tuple[list[int], Share | None]:
    """The files of a job, counted from 0, and which blocks of them; None: all.

    >>> shares(Shard(2, 3), 7), shares(Shard(3, 5), 2)
    (([1, 4], None), ([0], Share(at=1, of=3)))
    """
    job = shard.number - 1
    if files >= shard.of:
        return list(range(job, files, shard.of)), None
    file = job % files
    sharing = len(range(file, shard.of, files))
    return [file], Share(job // files, sharing) if sharing > 1 else None


def score_shard(
    recipe: Recipe, shard: Shard, units: Sequence[Unit], threads: int = 0
) -> ScoredPart | Slice:
    """Score what a job has to score."""
    numbers, share = shares(shard, len(units))
    if share is not None:
        return score_blocks(recipe, units[numbers[0]], share, threads)
    return reduce(add, (score_unit(recipe, units[number], threads) for number in numbers))


def score_blocks(recipe: Recipe, unit: Unit, blocks: Share | Stretch, threads: int) -> Slice:
    """Score some blocks of a unit."""
    done = run_unit(recipe, unit, threads, only=blocks)
    sums = tuple(
        of_corpus(_sum(unit.number, at, one, done), recipe, unit, at, done)
        for at, one in enumerate(done.results)
    )
    scored = {unit.number: Scored(done.sha256, done.sentences)}
    part = ScoredPart(recipe, scored, sums, done.tags, done.brackets)
    standings = tuple(
        tuple((number, one.standing) for number, one in _blocks(done, at) if one.standing)
        for at in range(len(sums))
    )
    return Slice(blocks, part, done.hashes, standings, done.findings)


def _blocks(done: Run, at: int) -> list[tuple[int, Result]]:
    return [(number, one) for number, some in done.blocks if (one := some[at]) is not None]


def _sum(unit: int, at: int, result: Result, done: Run) -> Sum:
    """The sum of a system under a scheme, whose notes know their blocks."""
    notes: dict[str, tuple[int, tuple[int, int, int]]] = {}
    for number, block in _blocks(done, at):
        for place, (text, sentences) in enumerate(block.notes.items()):
            before, first = notes.get(text, (0, (unit, number, place)))
            notes[text] = before + sentences, first
    about_all = [text for text in result.notes if text not in notes]
    heads = {
        text: (0, (unit, -3 if is_said(text) else -1, place))
        for place, text in enumerate(about_all)
    }
    failures = tuple((unit, failure) for failure in result.failures)
    first_block = done.blocks[0][0]
    # The first block of all says what the signature says; here its number stands for the unit's.
    return Sum(
        result.total, failures, heads | notes, True, result.uneven, ((first_block, result.signed),)
    )


def joined(slices: Sequence[Slice]) -> ScoredPart:
    """All slices of a unit as the part of that unit."""
    first = slices[0]
    for other in slices:
        facts = (other.part.units, other.hashes) == (first.part.units, first.hashes)
        if not facts:
            names = (first.part.recipe.gold, *first.part.recipe.systems)
            raise InputError(f"{' or '.join(names)}: {CHANGED}")
    (unit,) = first.part.units
    some = [one for one in slices if one.part.sums]
    sums = [
        _joined(unit, at, some, first.part.recipe) for at in range(len(some[0].part.sums))
    ]  # fmt: skip
    return ScoredPart(
        first.part.recipe,
        first.part.units,
        tuple(sums),
        frozenset().union(*(one.part.tags for one in slices)),
        frozenset().union(*(one.part.brackets for one in slices)),
    )


def _joined(unit: int, at: int, slices: Sequence[Slice], recipe: Recipe) -> Sum:
    """The sum of a system under a scheme over all blocks of a unit."""
    total = reduce(add, (one.part.sums[at] for one in slices))
    system, scheme = divmod(at, len(recipe.schemes))
    path = recipe.systems[system]
    blocks = sorted(
        (pair for one in slices for pair in one.standings[at]), key=lambda pair: pair[0]
    )
    standing = reduce(add, (one for _, one in blocks)) if blocks else None
    result = Result(path, scheme_of(recipe, scheme), total.total, standing=standing)
    if result.scheme.aligned and not result.placed:
        raise not_in_place(path)
    notes = dict(total.notes)
    if many_failed(result) and recipe.shared is None:
        found = next((one.findings[at] for one in slices if one.findings[at]), ())
        # They come after the note about files with the same content, and before options.
        notes = {text: (0, (unit, -2, place)) for place, text in enumerate(found)} | notes
    return replace(
        total, notes=notes, placed=result.placed, signed=((unit, total.signed[0][1]),),
        failures=tuple(sorted(total.failures, key=_by_sentence)),
    )  # fmt: skip


def _by_sentence(failure: tuple[int, Failure]) -> tuple[int, int]:
    return failure[0], failure[1].sentence
