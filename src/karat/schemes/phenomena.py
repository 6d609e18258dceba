"""Names of phenomena, recognised in each parser's own output and compared with a list.

    precision = matched / system                     (mode=exhaustive)
    recall    = matched / gold
    precision = (whole + clean) / (2 sentences)      (mode=core)

R is the set of names that a recogniser finds in the output for a sentence (``system``). Exhaustive:
gold lists all phenomena of the sentence; if R is empty and gold is not, precision is 0. Core and
error: gold is the core phenomenon alone; ``whole`` is 1 if R contains it, ``clean`` is 1 if R
contains none of the likely errors. The paper's figures are means over sentences,
``precision@sentence`` and ``recall@sentence``. In means over phenomena, equal or weighted, one that
was never found counts as 0. Both sides are compared over the same inventory of names.

Tam, Sato, Miyao and Tsujii (2008), formulae 1 to 4.

Differences from the paper: a sentence without any output gets 0 for both, an exception that the
paper proposes in section 6.2; with ``bare=yes`` the formula gives it half a point for showing no
error. An item may have several errors, as the paper proposes in the same section.

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

from karat.comparison.names import Names, digest_of, exhaustive, load_weights, own_names
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
    table = tuple(f"{one}@{over}" for over in _MEANS for one in ("precision", "recall"))
    needs = Needs("words", gaps=True)
    rows = "names"
    blocks = "small"
    picture = "names"
    breakdowns = (Breakdown("phenomenon"),)
    always = ("phenomenon",)

    mode: str = option("core", "compare core phenomena and errors, or all", ("core", "exhaustive"))
    bare: bool = option(False, "score a sentence without output by the paper's bare formula")
    weights: str = option("", "a TOML file of weights for means over phenomena; default: equal")
    recogniser: str = option("", "recognise phenomena in both files first, by ptb, ud, or a file")
    inventory: str = option("", "the names that count: a TOML file, tam2008, or names joined by +")
    experimental: bool = option(False, "count names whose rules are often wrong on unseen text")

    @property
    def joint(self) -> str:
        return ""

    @property
    def aligned(self) -> bool:
        # Sentences in which names are recognised can be laid over gold's, lists of names cannot.
        return super().aligned and bool(self.recogniser)

    def comparison(self, labels: Labels) -> Names:
        options = self.bare, self.recogniser, self.inventory, self.experimental
        return Names(self.mode == "core", *options)

    def measures(self) -> tuple[Measure, ...]:
        core = Measure("precision", "(whole + clean) / (2 * sentences)", means=_MEANS)
        every = Measure("precision", "matched / system", means=_MEANS, function=exhaustive)
        recall = Measure("recall", "matched / gold", means=_MEANS)
        return (every if self.mode == "exhaustive" else core, recall)

    def group_measures(self) -> tuple[Measure, ...]:
        return self.measures()

    def group_rows(self, outcome: Outcome) -> tuple[dict[str, Numbers], dict[str, Numbers]]:
        # There is one core phenomenon, so its row in gold also carries the points of its sentence.
        ones = np.ones(len(outcome.gold), np.int64)
        sentence = outcome.gold.sentence()
        points = {name: outcome.counts[name][sentence] for name in ("whole", "clean")}
        names = {} if self.mode == "core" else {"system": np.ones(len(outcome.system), np.int64)}
        return {"gold": ones, "matched": outcome.gold_hit, **points, "sentences": ones}, names

    def weights_of_groups(self) -> Mapping[str, float]:
        return load_weights(self.weights, own_names(self.recogniser, self.inventory))

    def digest(self) -> str:
        return digest_of(self.weights, self.recogniser, self.inventory)


SCHEME = Phenomena
