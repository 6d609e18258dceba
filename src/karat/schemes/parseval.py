"""Unlabelled brackets after normalisation, as PARSEVAL was meant in 1991.

    recall    = matched / gold
    precision = matched / system
    crossing  = system constituents that cross a gold constituent, per sentence
    crossing_pairs = pairs of a gold and a system constituent that cross, per sentence

First both parses lose what grammars treat too differently to compare: auxiliaries, *not*,
pre-infinitival *to*, null elements, possessive endings and punctuation (1); then every bracket that
encloses nothing, one word or one constituent (2); then three constructions are redrawn in one way
(3). What is left is compared without labels. The paper averages recall and precision over sentences
and gives the distribution of crossing counts, so the table leads with ``@sentence``.

Black, Abney, Flickinger et al. (1991).

Differences from the paper: which words are erased is read off the gold parse for both sides
(``erase=gold``), so that both keep the same words; ``erase=each`` reads it off each, as the paper
does. Null elements are always each side's own.

>>> from karat import score
>>> gold = "(S (NP (DT The) (NN prospect)) (PP (IN of) (VP (VBG cutting) (RP back) (NN spending))))"
>>> system = "(S (DT The) (X (NN prospect) (PP (IN of) (Y (Z (VBG cutting) (RP back)) (NN spending)))))"
>>> found = score(gold, system, "parseval")
>>> [found.counts[name] for name in ("gold", "system", "matched", "crossing")]
[4, 5, 3, 1]
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from karat.comparison.constituents import compared, spelt_like
from karat.files.evalb_params import Params
from karat.kernels import evalb as kernel
from karat.model.bank import Bank
from karat.model.columns import Flags, Ints, Longs
from karat.model.labels import Labels
from karat.model.rules import crossing_pairs
from karat.model.scheme import Outcome, Scheme, option
from karat.model.tally import SCORED, Groups, Measure, Tally, overlap, ratio
from karat.schemes.evalb import Brackets
from karat.views.erase import erase, without_nulls
from karat.views.prune import prune
from karat.views.redefine import redefine
from karat.views.spans import distinct


@dataclass(frozen=True)
class Parseval(Scheme):
    """Unlabelled brackets after the normalisation of 1991: recall, precision, crossings."""

    name = "parseval"
    citation = (
        "Ezra Black, Steven Abney, Dan Flickinger et al. 1991. A procedure for quantitatively "
        "comparing the syntactic coverage of English grammars. DARPA Speech and Natural Language."
    )
    counts = (
        "gold",
        "system",
        "matched",
        "crossing",
        "crossing_pairs",
        "sentences",
        "no_crossing",
    )
    table = (
        "recall@sentence",
        "precision@sentence",
        "crossing",
        "recall",
        "precision",
        "no_crossing",
    )

    erase: str = option(
        "gold", "whose words are erased: the gold's, or each side's own", ("gold", "each")
    )
    extraposition: bool = option(True, "redraw extraposed clauses")
    noun_phrases: bool = option(True, "redraw modified noun phrases")
    prepositions: bool = option(True, "redraw runs of prepositions and particles")

    def comparison(self, labels: Labels) -> "Reduced":
        return Reduced(self, labels)

    def row(self, outcome: Outcome) -> dict[str, Longs]:
        columns = outcome.by_sentence()
        scored = (outcome.status == SCORED).astype(np.int64)
        return columns | {
            "crossing_pairs": crossing_pairs(outcome.gold, outcome.system, outcome.system_crossing),
            "sentences": np.ones(len(scored), np.int64),
            "no_crossing": scored * (columns["crossing"] == 0),
        }

    def measures(self) -> dict[str, Measure]:
        return overlap(self.beta) | {
            "crossing": lambda c: ratio(c["crossing"], c["sentences"]),
            "crossing_pairs": lambda c: ratio(c["crossing_pairs"], c["sentences"]),
            "no_crossing": lambda c: ratio(c["no_crossing"], c["sentences"]),
        }

    def tally(self, outcome: Outcome, labels: Labels, by: tuple[str, ...] = ()) -> Tally:
        tally = super().tally(outcome, labels, by)
        crossing = tally.columns()["crossing"][tally.status == SCORED]
        values, counts = np.unique(crossing, return_counts=True)
        rows = {str(value): (n,) for value, n in zip(values.tolist(), counts.tolist(), strict=True)}
        return replace(tally, groups={**tally.groups, "crossing": Groups(("sentences",), rows)})


SCHEME = Parseval


class Reduced:
    """Compares blocks of trees after the three steps."""

    def __init__(self, scheme: Parseval, labels: Labels) -> None:
        self._scheme = scheme
        # No parameters: only to see whether the words agree, and to take out the spans. With the
        # quirks, because they count nameless brackets, and these parses may have no other.
        self._brackets = Brackets(Params(), labels, quirks=True)

    def reduce(self, bank: Bank) -> Bank:
        """Steps 2 and 3."""
        scheme = self._scheme
        return prune(
            redefine(
                bank,
                extraposition=scheme.extraposition,
                noun_phrases=scheme.noun_phrases,
                prepositions=scheme.prepositions,
            )
        )

    def erased(self, gold: Bank, system: Bank, codes: Flags, own: Flags) -> tuple[Flags, Flags]:
        """Why each word of the two is erased in step 1, by gold's codes where the words agree."""
        if self._scheme.erase == "gold":
            same = self._brackets(gold, system).status == SCORED
            inside = np.repeat(same, np.diff(system.token_offset))
            own = own.copy()
            own[inside] = codes[np.repeat(same, np.diff(gold.token_offset))]
        return codes, own

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        gold, system = compared(gold, system)
        system = spelt_like(gold, system)
        given = np.diff(system.token_offset) > 0
        (gold, ours), (system, theirs) = without_nulls(gold), without_nulls(system)
        codes = self.erased(gold, system, ours, theirs)
        gold, system = map(self.reduce, map(erase, (gold, system), codes))
        outcome = self._brackets(gold, system)
        key, parse = distinct(outcome.gold), distinct(outcome.system)
        status = _after_erasing(outcome.status, given, np.diff(gold.token_offset))
        return replace(outcome.with_spans(key, parse), status=status, compared=(gold, system))


def _after_erasing(status: Ints, given: npt.NDArray[np.bool_], gold_words: Ints) -> Ints:
    """Why sentences failed: a parse whose words were all erased is not one that was never there."""
    lost = (status == kernel.MISSING) & given
    if not lost.any():
        return status
    return np.where(lost, np.where(gold_words > 0, kernel.LENGTH, kernel.EMPTY), status)
