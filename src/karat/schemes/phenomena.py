"""Names of phenomena, recognised in each parser's own output and compared with a list.

    precision = matched / system                     (mode=exhaustive)
    recall    = matched / gold
    precision = (whole + clean) / (2 sentences)      (mode=core)

R are the names that a recogniser found in the output for a sentence (``system``). Exhaustive: gold
is the list of all phenomena of the sentence; where R is empty and gold is not, precision is 0. Core
and error: gold is the core phenomenon alone; ``whole`` is 1 if it is in R, ``clean`` is 1 if none of
the likely errors is. The figures of the paper are means over sentences, ``precision@sentence`` and
``recall@sentence``; ``precision@phenomenon`` and ``recall@phenomenon`` are means over the phenomena,
each with the same weight or with that of a table (``weights=FILE``).

Tam, Sato, Miyao and Tsujii (2008), formulae 1 to 4.

Differences from the paper: a sentence without any output gets 0 for both, which the paper proposes
as an exception in section 6.2; ``bare=yes`` restores the formula, which gives it half of a point
for showing no error. Several errors an item are allowed, as the paper proposes there.

>>> from karat import score
>>> from karat.recognise.banks import listed
>>> both = ["John gives a flower to Mary", "John gives Mary a flower"]
>>> gold = listed(both, core=[["ditransitive"], ["dative-shift"]], errors=[["adjunct"], ["noun-compound"]],
...     phenomena=[["proper-noun", "ditransitive", "preposition"], ["proper-noun", "dative-shift"]])
>>> system = listed(both, phenomena=[
...     ["proper-noun", "monotransitive", "preposition", "adjunct"], ["proper-noun", "dative-shift"]])
>>> found = score(gold, system, "phenomena(mode=exhaustive)").measures
>>> found["precision@sentence"], round(found["recall@sentence"], 4)
(0.75, 0.8333)
>>> found = score(gold, system, "phenomena").measures
>>> found["precision@sentence"], found["recall@sentence"]
(0.5, 0.5)
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from karat.comparison.names import Names, digest_of, exhaustive, load_weights
from karat.model.columns import Numbers
from karat.model.labels import Labels
from karat.model.measure import Measure
from karat.model.outcome import Outcome
from karat.model.scheme import Breakdown, Needs, Scheme, option

_MEANS = ("sentence", "phenomenon")


@dataclass(frozen=True)
class Phenomena(Scheme):
    """Names of phenomena recognised in native output: precision and recall, without conversion."""

    name = "phenomena"
    citation = (
        "Wai Lok Tam, Yo Sato, Yusuke Miyao and Jun-ichi Tsujii. 2008. Parser evaluation across "
        "frameworks without format conversion. Coling workshop on cross-framework and cross-domain "
        "parser evaluation."
    )
    counts = {
        "gold": "names in gold",
        "system": "names found in the system's output",
        "matched": "names that match",
        "whole": "sentences whose core phenomenon was found",
        "clean": "sentences without a likely error",
        "sentences": "sentences",
    }
    table = (
        "precision@sentence", "recall@sentence", "precision@phenomenon", "recall@phenomenon",
    )  # fmt: skip
    needs = Needs("words", gaps=True)
    rows = "names"
    drawn = False
    breakdowns = (Breakdown("phenomenon"),)
    always = ("phenomenon",)

    mode: str = option(
        "core",
        "gold is the core phenomenon with likely errors, or all phenomena",
        ("core", "exhaustive"),
    )
    bare: bool = option(False, "the bare formula for a sentence without output")
    weights: str = option("", "a TOML file of weights for the means over phenomena; else equal")
    recogniser: str = option(
        "", "recognise phenomena in both files first: ptb, ud, or a file of rules"
    )

    def comparison(self, labels: Labels) -> Names:
        return Names(self.mode == "core", self.bare, self.recogniser)

    def measures(self) -> tuple[Measure, ...]:
        core = Measure("precision", "(whole + clean) / (2 * sentences)", means=_MEANS)
        every = Measure("precision", "matched / system", means=_MEANS, function=exhaustive)
        recall = Measure("recall", "matched / gold", means=_MEANS)
        return (every if self.mode == "exhaustive" else core, recall)

    def group_measures(self) -> tuple[Measure, ...]:
        return self.measures()

    def group_rows(self, outcome: Outcome) -> tuple[dict[str, Numbers], dict[str, Numbers]]:
        # A name of gold counts for its sentence's points too, as there is one core phenomenon.
        ones = np.ones(len(outcome.gold), np.int64)
        sentence = outcome.gold.sentence()
        points = {name: outcome.counts[name][sentence] for name in ("whole", "clean")}
        ours: dict[str, Numbers]
        ours = {"gold": ones, "matched": outcome.gold_hit, **points, "sentences": ones}
        system = np.ones(len(outcome.system), np.int64)
        return ours, {} if self.mode == "core" else {"system": system}

    def weights_of_groups(self) -> Mapping[str, float]:
        return load_weights(self.weights)

    def digest(self) -> str:
        return digest_of(self.weights, self.recogniser)


SCHEME = Phenomena
