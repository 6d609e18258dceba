"""Check intervals and tests by simulation, with the sentences of real runs as the population.

    python benchmarks/significance.py           print the tables
    python benchmarks/significance.py --write   put them into docs/significance.md

A test set is drawn from the sentences (or documents) of a real run. The figures over all of them are
the truth: an interval of 95 % should contain it in 95 of 100 test sets. For tests, the two systems
exchange their output for a random half of the sentences (or documents), so that they do not differ: p
should be at most 0.05 in 5 of 100 test sets. The corpora are gum-news, en_ewt and gum.
"""

import argparse
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from karat.model.columns import Longs
from karat.stats.additive import Additive
from karat.stats.intervals import METHODS, figures
from karat.stats.paired import TESTS, paired
from karat.stats.plan import Plan
from karat.stats.resampling import bootstrapped
from populations import Population, en_ewt, gum_news, gum_trees

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "significance.md"
PART = re.compile(r"(?<=<!-- significance -->\n).*?(?=<!-- end of significance -->)", re.DOTALL)
SIZES = (50, 200, 700)
PARTS = ("coverage", "errors", "documents", "power")


def main() -> None:
    """Simulate, then print or write the tables."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--trials", type=int, default=500)
    arguments.add_argument("--samples", type=int, default=500)
    arguments.add_argument("--only", choices=PARTS, help="one of the tables, printed")
    arguments.add_argument("--write", action="store_true")
    given = arguments.parse_args()
    begin = time.process_time()
    trees = [gum_news("evalb(params=collins)", ("f1", "f1@sentence")),
             gum_news("flat", ("conformance", "conformance@sentence"))]  # fmt: skip
    texts = en_ewt(("UDPipe-Future", "Stanford-18"), ("LAS", "LAS@sentence"))
    populations = {
        "coverage": [*trees, texts],
        "errors": [*trees, texts],
        "documents": [texts, gum_trees()],
        "power": [trees[0], texts],
    }
    wanted = [given.only] if given.only else PARTS
    parts = []
    for name in wanted:
        # Each table has random numbers of its own, so that it is the same alone.
        random = np.random.default_rng(2026)
        run = Simulation(given.trials, Plan(samples=given.samples), random)
        parts.append("\n".join(getattr(run, name)(populations[name])))
    used = f"{given.trials:,} test sets in each row, {given.samples:,} samples of each"
    parts.append(f"{used}; {(time.process_time() - begin) / 60:.0f} minutes of processor time.")
    text = "\n\n".join(parts)
    if given.only or not given.write:
        sys.stdout.write(text + "\n")
        return
    page = PAGE.read_text("utf-8")
    PAGE.write_text(PART.sub(lambda _: f"\n{text}\n\n", page), "utf-8")


@dataclass(frozen=True, eq=False)
class Simulation:
    """How many test sets are drawn, and how each of them is resampled."""

    trials: int
    plan: Plan
    random: np.random.Generator

    def sets(self, population: Population, size: int) -> Iterator[Longs]:
        """The rows of test sets of so many sentences."""
        for _ in range(self.trials):
            yield self.random.integers(0, len(population), size)

    def seeded(self, clusters: Longs | None = None) -> Plan:
        """A plan with draws of its own."""
        return replace(self.plan, seed=int(self.random.integers(1 << 31)), clusters=clusters)

    def coverage(self, populations: Sequence[Population]) -> Iterator[str]:
        """How often the truth is in the interval."""
        yield "| figure | sentences | percentile | BCa |"
        yield "|---|---:|---:|---:|"
        for one in populations:
            for size in SIZES:
                found = self._covered(one, size)
                for name in one.names:
                    shares = " | ".join(_percent(found[method][name]) for method in METHODS)
                    yield f"| {one.name}: {name} | {size} | {shares} |"

    def _covered(self, population: Population, size: int) -> dict[str, dict[str, float]]:
        """For each method and figure; a test set without an interval counts as one that misses."""
        truth = population.truth()
        hits = {method: dict.fromkeys(population.names, 0) for method in METHODS}
        for rows in self.sets(population, size):
            _count(hits, truth, population.drawn(rows)[:1], self.seeded())
        return self._shares(hits)

    def errors(self, populations: Sequence[Population]) -> Iterator[str]:
        """How often two systems that do not differ are said to differ."""
        yield "| figure | sentences | permutation | bootstrap |"
        yield "|---|---:|---:|---:|"
        for one in populations:
            for size in SIZES:
                found = self._wrong(one, self.sets(one, size))
                for name in one.names:
                    shares = " | ".join(_percent(found[test][name]) for test in TESTS)
                    yield f"| {one.name}: {name} | {size} | {shares} |"

    def _wrong(
        self, population: Population, sets: Iterator[Longs], *, whole: bool = False,
        clustered: bool = False,
    ) -> dict[str, dict[str, float]]:  # fmt: skip
        """The share of p up to 0.05; with ``whole``, documents are exchanged as wholes."""
        counts = {test: dict.fromkeys(population.names, 0) for test in TESTS}
        for rows in sets:
            a, b = population.drawn(rows)
            units = _renumbered(population.documents[rows], rows) if whole else np.arange(len(rows))
            swap = self.random.integers(0, 2, int(units.max()) + 1).astype(bool)[units][:, None]
            both = [
                replace(a, values=np.where(swap, b.values, a.values)),
                replace(b, values=np.where(swap, a.values, b.values)),
            ]
            plan = self.seeded(units if clustered else None)
            drawn = bootstrapped(both, plan)
            for test in TESTS:
                found = paired(both, [(0, 1)], plan, test, drawn=drawn)[0]
                for name in population.names:
                    counts[test][name] += found[name].p <= 0.05
        return self._shares(counts)

    def _shares(self, counts: dict[str, dict[str, int]]) -> dict[str, dict[str, float]]:
        return {
            kind: {name: count / self.trials for name, count in some.items()}
            for kind, some in counts.items()
        }

    def documents(self, populations: Sequence[Population]) -> Iterator[str]:
        """The same if whole documents are drawn: by sentence, and by document."""
        yield (
            "| figure | documents | percentile by sentence | percentile by document | "
            "BCa by document | test by sentence | test by document |"
        )
        yield "|---|---:|---:|---:|---:|---:|---:|"
        for one in populations:
            for many in (9, 27, 100):
                plain, joined = (self._covered_documents(one, many, way) for way in (False, True))
                inside = plain["percentile"], joined["percentile"], joined["bca"]
                wrong = [
                    self._wrong(one, self._whole(one, many), whole=True, clustered=way)
                    for way in (False, True)
                    if len(one.systems) > 1
                ]
                for name in one.names:
                    cells = [_percent(found[name]) for found in inside]
                    cells += [_percent(found["permutation"][name]) for found in wrong] or ["–", "–"]
                    yield f"| {one.name}: {name} | {many} | {' | '.join(cells)} |"

    def _whole(self, population: Population, many: int) -> Iterator[Longs]:
        """The rows of test sets of so many documents."""
        members = [
            np.flatnonzero(population.documents == one) for one in np.unique(population.documents)
        ]
        for _ in range(self.trials):
            chosen = self.random.integers(0, len(members), many)
            yield np.concatenate([members[one] for one in chosen])

    def _covered_documents(
        self, population: Population, many: int, clustered: bool
    ) -> dict[str, dict[str, float]]:
        truth = population.truth()
        hits = {method: dict.fromkeys(population.names, 0) for method in METHODS}
        for rows in self._whole(population, many):
            system = population.drawn(rows)[:1]
            units = _renumbered(population.documents[rows], rows)
            _count(hits, truth, system, self.seeded(units if clustered else None))
        return self._shares(hits)

    def power(self, populations: Sequence[Population]) -> Iterator[str]:
        """How often the difference is found in test sets of the size that ``needed`` says."""
        yield "| figure | difference | needed | found |"
        yield "|---|---:|---:|---:|"
        for one in populations:
            every = paired(one.systems, [(0, 1)], Plan(samples=10))[0]
            for name in one.names:
                truth, found = every[name], 0
                size = truth.needed or 2
                for rows in self.sets(one, size):
                    both = [system.only([name]) for system in one.drawn(rows)]
                    p = paired(both, [(0, 1)], self.seeded())[0][name].p
                    found += p <= 0.05
                change = f"{100 * truth.difference:.2f}"
                yield f"| {one.name}: {name} | {change} | {size} | {_percent(found / self.trials)} |"


def _count(
    hits: dict[str, dict[str, int]], truth: dict[str, float], system: list[Additive], plan: Plan
) -> None:
    """Count, for each method and figure, whether the interval of a test set contains the truth."""
    drawn = bootstrapped(system, plan)
    for method, counts in hits.items():
        found = figures(system, plan, method, drawn)[0]
        for name in counts:
            counts[name] += found[name].low <= truth[name] <= found[name].high


def _renumbered(documents: Longs, rows: Longs) -> Longs:
    """Numbers of documents; one that was drawn twice is two documents."""
    begins = np.ones(len(rows), bool)
    begins[1:] = (documents[1:] != documents[:-1]) | (rows[1:] <= rows[:-1])
    return np.cumsum(begins) - 1


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


if __name__ == "__main__":
    main()
