"""The main figure of every sentence under a scheme, and what became of the sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from karat.engine.tallied import Tallied
from karat.model.columns import Floats
from karat.model.scheme import Scheme

# What became of a sentence: scored as it is, scored once it was aligned, not scored, or left out of
# every figure because of its length or for what it is.
SCORED, ALIGNED, FAILED, LEFT_OUT = "safo"


@dataclass(frozen=True, eq=False)
class SentenceFigures:
    """One figure of every sentence of gold under a scheme, for each system, in gold's order.

    ``values`` is NaN where the figure is undefined and where the sentence has no score. ``status`` has one
    letter for each sentence: SCORED, ALIGNED, FAILED or LEFT_OUT.
    """

    scheme: Scheme
    measure: str
    values: Mapping[str, Floats]
    status: Mapping[str, str]


def figures_of(tallied: Sequence[Tallied], scheme: Scheme, sentences: int) -> SentenceFigures:
    """The main figure of every sentence; of a figure that is a mean over sentences, what it is a mean of."""
    measure = scheme.main_figure().partition("@")[0]
    values, status = dict[str, Floats](), dict[str, str]()
    for one in tallied:
        if one.result.scheme != scheme:
            continue
        found: Floats = np.full(sentences, np.nan)
        scored = one.tally.status == 0
        of_tally = np.asarray(scheme.figures()[measure](one.tally.columns()), np.float64)
        found[one.tally.sentence] = np.where(scored, of_tally, np.nan)
        values[one.name], status[one.name] = found, _status(one, sentences)
    return SentenceFigures(scheme, measure, values, status)


def _status(one: Tallied, sentences: int) -> str:
    """What became of each sentence."""
    letters = dict(zip(("", "aligned"), (SCORED, ALIGNED), strict=True))
    found = [LEFT_OUT] * sentences
    for at, said in zip(one.tally.sentence.tolist(), one.tally.said(), strict=True):
        found[at] = letters.get(said, FAILED)
    return "".join(found)
