"""A plan: how often units are drawn again, from which seed, and what is drawn together."""

from dataclasses import dataclass, replace

import numpy as np

from karat.model.columns import Longs
from karat.stats.additive import Additive

SAMPLES, SEED, LEVEL = 10_000, 1, 0.95
# Enough for an interval; a small p needs more.
FEWER_SAMPLES = 1_000
# With more sentences than this, tallies in files are not read into memory, and the Poisson bootstrap
# is used; with still more of them, FEWER_SAMPLES are drawn unless another number is asked for.
MOST_IN_MEMORY, MANY = 100_000, 1_000_000
# With fewer documents than this, an interval over documents is too narrow.
FEW_CLUSTERS = 10


@dataclass(frozen=True, eq=False)
class Plan:
    """How to resample.

    ``clusters`` gives each sentence the number of its document: whole documents are drawn.
    ``strata`` gives each sentence the number of its stratum: each stratum keeps its size.

    >>> Plan(seed=7).signed(), Plan(clusters=np.array([0, 0, 1])).signed()
    ('samples:10000|seed:7|unit:sentence', 'samples:10000|seed:1|unit:document')
    """

    samples: int = SAMPLES
    seed: int = SEED
    level: float = LEVEL
    strata: Longs | None = None
    clusters: Longs | None = None
    poisson: bool = False

    @property
    def unit(self) -> str:
        """What is drawn."""
        return "sentence" if self.clusters is None else "document"

    def signed(self) -> str:
        """What a signature says of it."""
        parts = [f"samples:{self.samples}", f"seed:{self.seed}", f"unit:{self.unit}"]
        if self.poisson:
            parts.insert(0, "bootstrap:poisson")
        return "|".join([*parts, "stratified"] if self.strata is not None else parts)

    def joined(self, systems: list[Additive]) -> tuple[list[Additive], "Plan"]:
        """The systems with one row for each unit that is drawn, and the plan for these units."""
        if self.clusters is None:
            return systems, self
        strata = None
        if self.strata is not None:
            strata = _nested(self.strata, self.clusters)
        plan = replace(self, strata=strata, clusters=None)
        return [one.joined(self.clusters) for one in systems], plan

    def caveats(self) -> list[str]:
        """What to say about intervals and tests made by this plan."""
        found = []
        if self.clusters is not None:
            found += few(len(np.unique(self.clusters)), "document")
        if self.strata is not None:
            alone = int((np.unique(self.strata, return_counts=True)[1] == 1).sum())
            if alone:
                found.append(
                    f"{alone} of the strata have one {self.unit} only, which is in every sample: "
                    "intervals are too narrow"
                )
        return found


def few(many: int, unit: str) -> list[str]:
    """A note if so few sentences or documents are drawn that intervals are too narrow.

    >>> few(10, "sentence"), few(2, "sentence")[0].partition(":")[0]
    ([], 'only 2 sentences')
    """
    if many >= FEW_CLUSTERS:
        return []
    return [
        f"only {many} {unit}{'s' * (many > 1)}: intervals over so few are too narrow, and a test finds only "
        "large differences"
    ]


def _nested(strata: Longs, clusters: Longs) -> Longs:
    """The stratum of each cluster, which must be in one stratum as a whole."""
    _, first, inverse = np.unique(clusters, return_index=True, return_inverse=True)
    of_cluster = strata[first]
    if (of_cluster[inverse] != strata).any():
        raise ValueError("a document lies in several strata; strata must keep documents whole")
    return np.asarray(of_cluster, np.int64)
