"""How systems are compared: what is drawn, how often, and which test is made."""

from dataclasses import dataclass

import numpy as np

from karat.model.columns import Longs
from karat.model.documents import Documents
from karat.model.errors import UsageError, unknown
from karat.model.numbers import MOST_SAMPLES
from karat.model.tally import Tally
from karat.stats.adjusted import ADJUSTMENTS
from karat.stats.intervals import METHODS
from karat.stats.paired import TESTS
from karat.stats.plan import LEVEL, SAMPLES, SEED, Plan
from karat.stats.resampling import exact

UNITS = ("sentence", "document")
STRATA = ("length", "document")
_CHOICES = {
    "test": TESTS, "unit": UNITS, "strata": ("", *STRATA), "interval": METHODS,
    "adjust": tuple(ADJUSTMENTS),
}  # fmt: skip


@dataclass(frozen=True)
class How:
    """How systems are compared; the names are those of the command's options."""

    measures: tuple[str, ...] = ()
    baseline: str = ""
    all_pairs: bool = False
    test: str = "permutation"
    unit: str = "sentence"
    strata: str = ""
    samples: int = SAMPLES
    seed: int = SEED
    level: float = LEVEL
    interval: str = "percentile"
    adjust: str = "holm"

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise unknown(name, getattr(self, name), [one for one in choices if one])
        if self.unit == "document" and self.strata:
            raise UsageError(
                "strata are for sentences: whole documents are drawn with --unit document, so leave out "
                "--strata"
            )
        if not 0 < self.level < 1:
            raise UsageError(
                f"the level {self.level:g} is not between 0 and 1; write for example 0.95"
            )
        if self.samples < 1:
            raise UsageError("at least one sample is needed; 10,000 are usual")
        if self.samples > MOST_SAMPLES:
            raise UsageError(f"more than {MOST_SAMPLES:,} samples; 10,000 are usual")
        if self.seed < 0:
            raise UsageError(f"the seed {self.seed} is below 0; write for example 1")

    @property
    def alpha(self) -> float:
        """The largest p of a difference that is called significant."""
        return 1 - self.level

    def plan(self, tally: Tally, documents: Documents | None) -> Plan:
        """What is drawn: the sentences of a tally, or the documents they belong to."""
        of_document = None if documents is None else documents.number[tally.sentence]
        strata: Longs | None = None
        if self.strata == "length":
            strata = ((tally.length - 1).clip(0) // 10).astype(np.int64)
        elif self.strata == "document":
            strata = of_document
        clusters = of_document if self.unit == "document" else None
        return Plan(self.samples, self.seed, self.level, strata, clusters)

    def signed(self, plan: Plan, units: int) -> str:
        """What a signature says of the comparison."""
        test = self.test
        if self.exact(plan, units):
            test = "permutation(exact)"
        strata = f"|strata:{self.strata}" if self.strata else ""
        return (
            f"test:{test}|{plan.signed().removesuffix('|stratified')}{strata}|level:{self.level:g}|"
            f"interval:{self.interval}|adjust:{self.adjust}"
        )

    def exact(self, plan: Plan, units: int) -> bool:
        """Whether the test tries every exchange of units; with the Poisson bootstrap it never does."""
        return self.test == "permutation" and not plan.poisson and exact(units, self.samples)
