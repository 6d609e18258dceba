"""Score: the figures of one system under one scheme, with the counts and notes behind them."""

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from karat.model.errors import UsageError, unknown
from karat.model.outcome import Remark
from karat.model.scheme import Scheme
from karat.model.tally import Tally

if TYPE_CHECKING:
    import pandas
    import polars


# The function that shows a Score in a notebook; reports/notebook.py sets it.
RENDERERS: dict[str, Callable[["Score"], str]] = {}
# The function that computes the intervals of a Score; api.py sets it.
INTERVALS: dict[str, Callable[["Score"], Mapping[str, tuple[float, float]]]] = {}


def warn_of_failures(score: "Score") -> None:
    """Warn if the figures leave sentences out, or if there are none: a program may read nothing else."""
    total, failed = score.sentences["total"], score.sentences["failed"]
    if not failed or (score.scheme.failed != "drop" and failed < total):
        return
    about = f"the figures are about {total - failed} of {total} sentences"
    why = ", ".join(f"{count} {reason}" for reason, count in score.reasons.items())
    warnings.warn(
        Remark(
            f"{score.system}, {score.scheme}: {about if failed < total else 'no sentence has a score'} "
            f"(without a score: {why}); Score.failures names some, Score.other_policies has the figures "
            "that count them"
        ),
        stacklevel=3,
    )


class Failure(NamedTuple):
    """A sentence without a score: its number (from 1), why, and where to look."""

    sentence: int
    why: str
    detail: str


@dataclass(frozen=True, eq=False)
class Score:
    """Figures as unrounded fractions; an undefined one is NaN.

    Every measure is an attribute: ``score.f1``, ``score.recall``; the mean over sentences is
    ``score.measures["recall@sentence"]``. ``counts`` are what the figures are computed from, ``sentences``
    how many were scored, ``reasons`` why others were not, ``other_policies`` the figures if these had been
    treated otherwise, ``scored`` those over the sentences that have a score, ``groups`` the breakdowns that
    were asked for, ``notes`` what to know about them.
    ``worst(3)`` gives Pictures of the three worst sentences; it is None if the sides are not in memory.

    >>> import karat
    >>> gold, system = "(S (A (N a) (N b)) (N c))", "(S (N a) (A (N b) (N c)))"
    >>> score = karat.score([gold, gold], [system, None], "evalb")
    >>> score.recall, score.counts["gold"], score.sentences["failed"], score.reasons
    (0.5, 2, 1, {'no system parse': 1})
    >>> score.other_policies["empty"]["recall"]
    0.25
    """

    system: str
    scheme: Scheme
    measures: Mapping[str, float]
    counts: Mapping[str, int]
    sentences: Mapping[str, int]
    reasons: Mapping[str, int]
    signature: str
    other_policies: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    scored: Mapping[str, float] = field(default_factory=dict)
    groups: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    distributions: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    failures: tuple[Failure, ...] = ()
    notes: tuple[str, ...] = ()
    tally: Tally | None = None
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    # Pictures of its worst sentences, so many at most, if both sides are still in memory.
    worst: Callable[[int], Sequence[Any]] | None = None

    def __getattr__(self, name: str) -> float:
        # Looked up in __dict__, because a copy does not have self.measures yet.
        measures: Mapping[str, float] = self.__dict__.get("measures", {})
        if name in measures:
            return measures[name]
        scheme = self.__dict__.get("scheme")
        raise AttributeError(f"{scheme} has no measure {name!r}; it has {', '.join(measures)}")

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={self.measures[name]:.4f}" for name in self.scheme.headline())
        return f"Score({self.signature}: {shown})"

    def _repr_html_(self) -> str | None:
        """What a notebook shows, once the reports are loaded."""
        return RENDERERS["html"](self) if "html" in RENDERERS else None

    def interval(self, name: str) -> tuple[float, float]:
        """The interval of a figure: its low and its high end; both are NaN if there is none.

        It is computed from the counts of the sentences, unless it is there already.

        >>> import karat
        >>> trees = ["(S (A (N a) (N b)) (N c))", "(S (N a) (A (N b) (N c)))", "(S (N a) (N b))"]
        >>> karat.score(trees, trees[::2] + trees[2:], "parseval(failed=empty)").interval("recall")[0] < 1
        True
        """
        if name not in self.measures:
            raise unknown(f"measure of {self.scheme}", name, self.measures)
        if name not in self.intervals:
            if self.tally is None or "percentile" not in INTERVALS:
                raise UsageError(
                    f"the counts of the sentences of {self.system} were not kept, so its figures have no "
                    "intervals; compute the score with karat.score or karat.compare"
                )
            return INTERVALS["percentile"](self)[name]
        return self.intervals[name]

    def unit(self, name: str) -> str:
        """The unit of a figure, which says how it is shown: share, mean or count."""
        return self.scheme.figures()[name].unit

    def unhurt(self, names: Sequence[str] = ()) -> list[str]:
        """The figures that sentences without a score, which count as empty parses, do not make worse.

        They are those of the table, or some of ``names``.

        >>> import karat
        >>> gold, system = "(S (A (N a) (N b)) (N c))", "(S (N a) (A (N b) (N c)))"
        >>> karat.score([gold, gold], [system, None], "parseval").unhurt()
        ['precision@sentence', 'crossing', 'precision']
        """
        figures = self.scheme.figures()
        wanted = names or self.scheme.headline()
        return [name for name in wanted if self._unhurt(name, figures[name].better)]

    def _unhurt(self, name: str, better: str) -> bool:
        every, scored = (of.get(name, math.nan) for of in (self.measures, self.scored))
        if better == "higher":
            return every > 0 and not every < scored
        return better == "lower" and not math.isnan(every) and not every > scored

    def caveats(self) -> dict[str, str]:
        """Why some of its figures may mislead, by name."""
        return {one.name: one.caveat for one in self.scheme.measures() if one.caveat}

    def as_dict(self) -> dict[str, Any]:
        """The result as in the JSON of ``karat score``."""
        result: dict[str, Any] = {
            "system": self.system,
            "scheme": str(self.scheme),
            "signature": self.signature,
            "measures": plain(self.measures),
            "counts": dict(self.counts),
            "sentences": dict(self.sentences),
            "reasons": dict(self.reasons),
            "policies": {policy: plain(figures) for policy, figures in self.other_policies.items()},
            "notes": [*self.notes, *(f"{name}: {why}" for name, why in self.caveats().items())],
        }
        titles = {k: v for one in self.scheme.measures() for k, v in one.titles.items() if k != v}
        if titles:
            result["titles"] = titles
        if self.intervals:
            result["intervals"] = {
                name: None if math.isnan(low) else [low, high]
                for name, (low, high) in self.intervals.items()
            }
        if self.distributions:
            result["distributions"] = {name: dict(d) for name, d in self.distributions.items()}
        if self.groups:
            result["groups"] = {
                kind: {
                    key: {"measures": plain(row["measures"]), "counts": row["counts"]}
                    for key, row in rows.items()
                }
                for kind, rows in self.groups.items()
            }
        return result

    def rows(self) -> list[dict[str, Any]]:
        """One row of counts per sentence, if the tally was kept."""
        if self.tally is None:
            return []
        tally = self.tally
        columns = (tally.sentence.tolist(), tally.length.tolist(), tally.said())
        return [
            {"sentence": sentence + 1, "length": length, "status": status}
            | dict(zip(tally.names, counts, strict=True))
            for sentence, length, status, counts in zip(
                *columns, tally.counts.tolist(), strict=True
            )
        ]

    def to_pandas(self) -> "pandas.DataFrame":
        """The rows as a pandas DataFrame; pandas must be installed."""
        import pandas

        return pandas.DataFrame(self.rows())

    def to_polars(self) -> "polars.DataFrame":
        """The rows as a polars DataFrame; polars must be installed."""
        import polars

        return polars.DataFrame(self.rows())


def plain(figures: Mapping[str, float]) -> dict[str, float | None]:
    """Figures for JSON: undefined is null."""
    return {name: None if math.isnan(value) else value for name, value in figures.items()}
