"""Score a corpus of one or several files: here, or on a cluster. The result is the same, bit for bit."""

from collections.abc import Callable, Sequence
from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from karat.engine.orders import Group, grouped
from karat.engine.parts import merged, score_unit
from karat.engine.recipe import Recipe, units_of
from karat.engine.results import Run
from karat.engine.sums import KeptSums, Sums

if TYPE_CHECKING:
    from karat.engine.cluster import Cluster


def run_corpus(
    recipe: Recipe, *, cluster: "Cluster | None" = None, resume: str = "", threads: int = 0,
    progress: Callable[[int, int], None] = lambda done, every: None,
) -> Run:  # fmt: skip
    """Score all files of a corpus; with ``resume`` sums are kept in a folder, and those there are used."""
    units = units_of(recipe)
    groups = grouped(units)
    sums = KeptSums(resume, recipe, groups) if resume else Sums()
    if cluster is None:
        _score_here(recipe, groups, sums, threads, progress)
    else:
        cluster.score(recipe, groups, sums, progress)
    return merged(sums.total(), units)


def _score_here(
    recipe: Recipe, groups: Sequence[Group], sums: Sums, threads: int,
    progress: Callable[[int, int], None],
) -> None:  # fmt: skip
    """Score one file after the other, each with all threads; progress counts files."""
    units = {group.number: [unit for order in group.orders for unit in order] for group in groups}
    every = sum(map(len, units.values()))
    done = sum(len(some) for number, some in units.items() if number in sums)
    for number, some in units.items():
        if number in sums:
            continue
        parts = []
        for unit in some:
            parts.append(score_unit(recipe, unit, threads))
            done += 1
            progress(done, every)
        sums.keep(number, reduce(add, parts).to_bytes())
