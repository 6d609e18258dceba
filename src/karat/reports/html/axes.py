"""What charts need of a figure: its name, numbers for an axis, text for a reader, and who is ahead."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from karat.model.scheme import Scheme
from karat.reports.scores import titles
from karat.reports.table import figure

DIGITS = 2


class Axis(NamedTuple):
    """A figure on an axis."""

    title: str
    unit: str = "share"
    better: str = "higher"

    @staticmethod
    def of(scheme: Scheme, measure: str) -> "Axis":
        """The axis of a figure of a scheme."""
        one = scheme.figures()[measure]
        return Axis(titles(scheme, mark="")[measure], one.unit, one.better)

    @staticmethod
    def of_each(scheme: Scheme, measure: str) -> "Axis":
        """The axis of a figure of single sentences; of a mean over sentences, what it is a mean of."""
        return Axis.of(scheme, measure.partition("@")[0])

    @property
    def label(self) -> str:
        """What stands beside the axis.

        >>> Axis("f1").label, Axis("distance", "mean", "lower").label
        ('f1, per cent', 'distance (lower is better)')
        """
        said = f"{self.title}, per cent" if self.unit == "share" else self.title
        return f"{said} (lower is better)" if self.better == "lower" else said

    @property
    def of_sentence(self) -> str:
        """What stands beside the axis of sentence scores."""
        return f"{self.title} of a sentence{', per cent' * (self.unit == 'share')}"

    @property
    def points(self) -> str:
        """What a difference of the figure is counted in."""
        return "percentage points" if self.unit == "share" else self.title

    def number(self, value: float) -> float | None:
        """A value as it is drawn: a share in per cent; None if it is undefined.

        >>> Axis("f1").number(0.5), Axis("f1").number(math.nan)
        (50.0, None)
        """
        if not math.isfinite(value):
            return None
        return round(100 * value if self.unit == "share" else value, 6)

    def text(self, value: float) -> str:
        """A value as it is read."""
        return figure(value, self.unit, DIGITS)

    def ahead(self, values: Sequence[float]) -> int | None:
        """The place of the best value; None if it is not one alone, or no value is better than another.

        >>> Axis("f1").ahead([0.5, 0.7, math.nan]), Axis("f1").ahead([0.7, 0.7])
        (1, None)
        """
        known = [one for one in values if not math.isnan(one)]
        if len(known) < 2:
            return None
        best = min(known) if self.better == "lower" else max(known)
        return values.index(best) if known.count(best) == 1 else None

    @property
    def best(self) -> str:
        """What the best value is called."""
        return "lowest" if self.better == "lower" else "highest"


def many(number: int, what: str) -> str:
    """A number of things.

    >>> many(1, "sentence"), many(1200, "sentence")
    ('1 sentence', '1,200 sentences')
    """
    return f"{number:,} {what}{'s' * (number != 1)}"


def listed(parts: Sequence[str], most: int = 4) -> str:
    """Parts of a sentence, the first few of many.

    >>> listed(["a", "b", "c"]), listed(list("abcdef"))
    ('a, b and c', 'a, b, c, d and 2 more')
    """
    shown = [*parts[:most], f"{len(parts) - most} more"] if len(parts) > most else list(parts)
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))


def share(some: int, every: int) -> str:
    """How many of several things, as a sentence begins.

    >>> share(2, 2), share(3, 3), share(1, 3), share(0, 3)
    ('Both', 'All 3', '1 of 3', 'None of 3')
    """
    if some == every:
        return "Both" if every == 2 else f"All {every}"
    return f"{some or 'None'} of {every}"
