"""Systems under schemes with the counts of every sentence, from which statistics are computed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

import numpy as np

from karat.engine.common import scored_by_all
from karat.engine.results import Result, Run, make_score
from karat.engine.spool import Spool
from karat.model.columns import narrow
from karat.model.scheme import Scheme
from karat.model.score import Score
from karat.model.tally import Tally, Total


class Tallied(NamedTuple):
    """The result of a system under a scheme, with the counts of every sentence.

    ``apart`` has the same counts with their groups, block by block and without twins, if the tally was to
    be without groups.
    """

    name: str
    result: Result
    run: Run
    tally: Tally
    apart: Spool[Tally] | None = None

    def score(self, by: tuple[str, ...] = ()) -> Score:
        return make_score(self.result, self.run, by, tally=self.tally, name=self.name)


class Streamed(NamedTuple):
    """The result of a system under a scheme, whose counts are read block by block, as often as needed.

    The sentences come in rising order. Their numbers are those in the whole corpus.
    """

    name: str
    result: Result
    run: Run
    blocks: Callable[[], Iterator[Tally]]

    def score(self) -> Score:
        return make_score(self.result, self.run, name=self.name)


class KeptRows:
    """Keeps the counts of every sentence of a run; ``run`` calls it as ``on_rows``.

    With ``twins`` it also keeps the counts before or after alignment, which say what was aligned. With
    ``apart`` the groups, which take more room than all else, wait on disk: see ``Tallied.apart``. Then counts
    are also kept in as few bytes as they fit into.
    """

    def __init__(self, *, twins: bool = False, apart: bool = False) -> None:
        self._twins, self._apart = twins, apart
        self._parts: dict[tuple[int, Scheme], list[Tally]] = {}
        self._groups: dict[tuple[int, Scheme], Spool[Tally]] = {}

    def __call__(self, system: int, scheme: Scheme, first: int, tally: Tally) -> None:
        twin = replace(tally.twin, groups={}) if self._twins and tally.twin else None
        moved = replace(tally, sentence=tally.sentence + first, twin=twin)
        # Means over groups are drawn sentence by sentence, so their groups must be in memory.
        if self._apart and not scheme.always:
            self._groups.setdefault((system, scheme), Spool()).add(replace(moved, twin=None))
            moved = replace(moved, groups={})
        if self._apart:
            twin = replace(twin, counts=narrow(twin.counts)) if twin else None
            moved = replace(moved, counts=narrow(moved.counts), twin=twin)
        self._parts.setdefault((system, scheme), []).append(moved)

    def of(self, run: Run, names: Sequence[str]) -> list[Tallied]:
        """The results of the run with their counts; ``names`` are those of the systems."""
        width = len(run.results) // len(names)
        found = []
        for at, result in enumerate(run.results):
            place = at // width, result.scheme
            tally = Tally.concatenate(self._parts.pop(place))
            found.append(Tallied(names[at // width], result, run, tally, self._groups.get(place)))
        return found

    def close(self) -> None:
        """Forget the groups that wait on disk."""
        for spool in self._groups.values():
            spool.close()


def over_common(systems: Sequence[Tallied]) -> list[Tallied]:
    """Several systems under a scheme, over the sentences that all of them have a score for.

    If these are all sentences, nothing changes.
    """
    if not any(one.tally.status.any() for one in systems):
        return list(systems)
    tallies = scored_by_all([one.tally for one in systems])
    found = []
    for one, tally in zip(systems, tallies, strict=True):
        total = _total(one, tally)
        found.append(Tallied(one.name, *of_common(one.result, one.run, total), tally))
    return found


def _total(one: Tallied, tally: Tally) -> Total:
    """The sums over the sentences of a tally, which are some of those of a system."""
    scheme = one.result.scheme
    parts: Iterable[Tally] = [tally]
    if one.apart is not None:
        parts = (part.where(np.isin(part.sentence, tally.sentence)) for part in one.apart)
    totals = (part.total(scheme.measures(), distributions=scheme.distributions) for part in parts)
    return reduce(lambda a, b: a + b, totals)


def of_common(result: Result, run: Run, total: Total) -> tuple[Result, Run]:
    """A result and its run, if only the sentences of ``total`` are looked at."""
    return (
        replace(result, total=total, failures=(), uneven=0),
        replace(run, common=True, views=(*run.views, "common")),
    )
