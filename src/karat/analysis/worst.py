"""Pictures of the worst sentences of a score."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from karat.analysis.picture import Picture
from karat.model.bank import Bank
from karat.model.outcome import Status
from karat.model.score import Score


@dataclass(frozen=True, eq=False)
class Worst:
    """The worst sentences of a score, drawn when they are asked for. Copies of the score do without them."""

    score: Score
    gold: Bank
    system: Bank

    def __call__(self, most: int) -> list[Picture]:
        """The scored sentences with the lowest main figure, longer ones first; none without a fault.

        There are none if nothing can be drawn, or if single sentences have no such figure.

        >>> import karat
        >>> gold, system = ["(S (A (N a) (N b)) (N c))"] * 2, ["(S (N a) (A (N b) (N c)))", "(S (N a))"]
        >>> [one.number for one in karat.score(gold, system, "evalb").worst(3)]
        [1]
        """
        from karat.analysis.pictured import drawn_as, picture

        scheme, system = self.score.scheme, {self.score.system: self.system}
        if scheme.pairing != "sentences" or not drawn_as(scheme).picture:
            return []
        return [picture(scheme, self.gold, system, at + 1) for at in self._numbers(most)]

    def _numbers(self, most: int) -> list[int]:
        scheme, tally = self.score.scheme, self.score.tally
        measure = scheme.figures()[scheme.main_figure().partition("@")[0]]
        if tally is None or measure.unit != "share" or "sentence" not in measure.means:
            return []
        values = np.asarray(measure(tally.columns()), np.float64)
        faulty = (tally.status == Status.SCORED) & (values < 1)
        order = np.lexsort((-tally.length, np.where(faulty, values, 2.0)))
        return [int(tally.sentence[row]) for row in order[:most].tolist() if faulty[row]]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(None), ()
