"""What is scored, and how: the recipe that all jobs and workers of a run have, and the units of a corpus."""

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from karat.engine.opening import OfCorpus, Opening
from karat.engine.results import Run, Share
from karat.engine.run import run
from karat.engine.settling import Shared, shared_of, sides_of
from karat.engine.stretches import Stretch, Survey, survey
from karat.files.pairs import Pairs, paired
from karat.files.remote import is_url, size_at
from karat.formats._block import opened_together
from karat.model.errors import InputError
from karat.model.scheme import Scheme
from karat.schemes import parse
from karat.views import Views


class Recipe(NamedTuple):
    """What is scored, and how, as users write it; ``digests``: of files that schemes and views read.

    ``pair`` says how files are paired, and ``shared`` what all files of a corpus have in common.
    """

    gold: str
    systems: tuple[str, ...]
    schemes: tuple[str, ...]
    digests: tuple[str, ...]
    by: tuple[str, ...] = ()
    layout: str = "auto"
    format: str | None = None
    views: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    common: bool = False
    pair: str = ""
    shared: Shared | None = None


class Unit(NamedTuple):
    """A file of gold and those of the systems; ``sizes``: the bytes of each on disk, 0 if unknown.

    ``absent`` has the places of files that do not exist, because a system lacks them.
    """

    number: int
    names: tuple[str, ...]
    sizes: tuple[int, ...]
    absent: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        return sum(self.sizes)


def recipe_of(
    gold: str, systems: Sequence[str], schemes: Sequence[Scheme], *,
    by: tuple[str, ...] = (), layout: str = "auto",
    format: str | None = None,  # noqa: A002  # the option's name
    through: Views | None = None, common: bool = False, pair: str = "",
) -> Recipe:  # fmt: skip
    """The recipe of a run with these options, which are those of ``run``."""
    seen = through or Views()
    pairs = paired(gold, systems, pair)
    _refuse_absent(pairs, schemes)
    sides = (gold, *systems)
    several = len(pairs.units) > 1
    shared = shared_of(sides, pairs, schemes, layout, format, seen) if several else None
    return Recipe(
        gold, tuple(systems), tuple(map(str, schemes)), _digests(schemes, seen),
        by, layout, format, (seen.gold, seen.system), common, pair, shared,
    )  # fmt: skip


def recipe_read(said: Sequence[Any]) -> Recipe:
    """A recipe that was written as JSON."""
    gold, systems, schemes, digests, by, layout, kind, views, common, pair, shared = said
    through = tuple(views[0]), tuple(views[1])
    texts = (tuple(systems), tuple(schemes), tuple(digests), tuple(by))
    known = None if shared is None else Shared.read(shared)
    return Recipe(gold, *texts, layout, kind, through, common, pair, known)


def units_of(recipe: Recipe) -> list[Unit]:
    """The units of a corpus, in order."""
    pairs = paired(recipe.gold, recipe.systems, recipe.pair)
    return [
        Unit(number, names, tuple(map(_size, names)), absent)
        for number, (names, absent) in enumerate(zip(pairs.units, pairs.absent, strict=True))
    ]


def run_unit(recipe: Recipe, unit: Unit, threads: int, only: Share | Stretch | None = None) -> Run:
    """Compare the files of a unit, where the files of schemes and views have the content they had."""
    schemes = [scheme_of(recipe, at) for at in range(len(recipe.schemes))]
    through = Views(*recipe.views)
    if through.signed() != recipe.digests[len(schemes) :]:
        raise InputError("a file that a view reads has another content on this machine")
    gold, *systems = unit.names
    return run(
        gold, systems, schemes, by=recipe.by, layout=recipe.layout, format=recipe.format,
        threads=threads, through=through, common=recipe.common, only=only,
        corpus=_corpus(recipe, unit),
    )  # fmt: skip


def survey_unit(recipe: Recipe, unit: Unit, many: int) -> Survey | None:
    """Divide the files of a unit into at most so many stretches; None if they cannot be divided."""
    opening = Opening(recipe.layout, recipe.format, _corpus(recipe, unit))
    files = opened_together(opening.blocks(*one) for one in enumerate(unit.names))
    try:
        return survey(files, many)
    finally:
        for one in files:
            one.source.close()


def scheme_of(recipe: Recipe, at: int) -> Scheme:
    """A scheme of a recipe, which must mean here what it means elsewhere."""
    scheme = parse(recipe.schemes[at])
    if scheme.digest() != recipe.digests[at]:
        raise InputError(f"{scheme}: the file that it names has another content on this machine")
    return scheme


def _corpus(recipe: Recipe, unit: Unit) -> OfCorpus | None:
    shared = recipe.shared
    if shared is None:
        return None
    settled = tuple(tuple(map(parse, some)) for some in shared.settled)
    return OfCorpus(sides_of(shared, recipe.format), settled, unit.absent)


def _refuse_absent(pairs: Pairs, schemes: Sequence[Scheme]) -> None:
    """Refuse a file that a system lacks if a scheme compares whole texts."""
    for names, absent in zip(pairs.units, pairs.absent, strict=True):
        for scheme in schemes if absent else ():
            if scheme.pairing == "text":
                raise InputError(
                    f"{names[absent[0]]}: there is no such file, and {scheme.name} needs the text of "
                    f"{names[0]} on both sides"
                )


def _digests(schemes: Sequence[Scheme], views: Views) -> tuple[str, ...]:
    return (*(one.digest() for one in schemes), *views.signed())


def _size(path: str) -> int:
    try:
        return size_at(path) if is_url(path) else os.stat(path).st_size
    except (OSError, InputError):
        # Whoever opens the file says what is wrong with it.
        return 0
