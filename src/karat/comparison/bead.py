"""A bead: sentences of gold and of the system that belong together."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

# Sentences, each given by its characters without spaces.
Texts: TypeAlias = Sequence[str]


class Bead(NamedTuple):
    """Sentences that belong together: gold_first up to gold_last, and system_first up to system_last."""

    gold_first: int
    gold_last: int
    system_first: int
    system_last: int

    @property
    def sizes(self) -> tuple[int, int]:
        """The number of gold's and of the system's sentences."""
        return self.gold_last - self.gold_first, self.system_last - self.system_first
