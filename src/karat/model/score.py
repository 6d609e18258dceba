"""Score: the figures of one system under one scheme, with everything that stands behind them."""

import html
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from karat.engine.run import Failure, Result, Run
from karat.model.scheme import LABEL_COUNTS, Scheme
from karat.model.signature import signature
from karat.model.tally import STATUS, Groups, Tally, Total, f_measure, ratio

if TYPE_CHECKING:
    import pandas
    import polars


@dataclass(frozen=True, eq=False)
class Score:
    """Figures as unrounded fractions; an undefined one is NaN.

    Every measure is an attribute: ``score.f1``, ``score.recall``; the mean over sentences is
    ``score.measures["recall@sentence"]``.
    """

    system: str
    scheme: Scheme
    measures: Mapping[str, float]
    counts: Mapping[str, int]
    sentences: Mapping[str, int]
    reasons: Mapping[str, int]
    signature: str
    other_policies: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    groups: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    distributions: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    failures: tuple[Failure, ...] = ()
    notes: tuple[str, ...] = ()
    tally: Tally | None = None

    def __getattr__(self, name: str) -> float:
        # Looked up in __dict__, because self.measures is not there yet while a copy is being made.
        measures: Mapping[str, float] = self.__dict__.get("measures", {})
        if name in measures:
            return measures[name]
        scheme = self.__dict__.get("scheme")
        raise AttributeError(f"{name!r} is no measure of {scheme}; it has {', '.join(measures)}")

    def __repr__(self) -> str:
        figures = ", ".join(f"{name}={self.measures[name]:.4f}" for name in self.scheme.table)
        return f"Score({self.signature}: {figures})"

    def _repr_html_(self) -> str:
        """A small table for notebooks."""
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.scheme.table)
        cells = "".join(f"<td>{_percent(self.measures[name])}</td>" for name in self.scheme.table)
        return (
            f"<table><thead><tr><th>{html.escape(str(self.scheme))}</th>{head}</tr></thead>"
            f"<tbody><tr><td>{html.escape(self.system)}</td>{cells}</tr></tbody></table>"
            f"<small>{html.escape(self.signature)}</small>"
        )

    def as_dict(self) -> dict[str, Any]:
        """The result as it stands in the JSON of ``karat score``."""
        result: dict[str, Any] = {
            "system": self.system,
            "scheme": str(self.scheme),
            "signature": self.signature,
            "measures": plain(self.measures),
            "counts": dict(self.counts),
            "sentences": dict(self.sentences),
            "reasons": dict(self.reasons),
            "policies": {policy: plain(figures) for policy, figures in self.other_policies.items()},
            "notes": list(self.notes),
        }
        if self.distributions:
            result["distributions"] = {name: dict(d) for name, d in self.distributions.items()}
        if self.groups:
            result["groups"] = {
                by: {
                    key: {"measures": plain(row["measures"]), "counts": row["counts"]}
                    for key, row in rows.items()
                }
                for by, rows in self.groups.items()
            }
        return result

    def rows(self) -> list[dict[str, Any]]:
        """One row of counts a sentence, where the tally was kept."""
        if self.tally is None:
            return []
        return [
            {
                "sentence": i + 1,
                "length": length,
                "status": "" if not status else STATUS[status],
                **dict(zip(self.tally.names, counts, strict=True)),
            }
            for i, (length, status, counts) in enumerate(
                zip(
                    self.tally.length.tolist(),
                    self.tally.status.tolist(),
                    self.tally.counts.tolist(),
                    strict=True,
                )
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


def _percent(value: float) -> str:
    return "–" if math.isnan(value) else f"{100 * value:.2f}"


def make_score(
    result: Result,
    run: Run,
    notes: tuple[str, ...] = (),
    tally: Tally | None = None,
    name: str = "",
) -> Score:
    """The figures of a finished run for one system under one scheme."""
    total, scheme = result.total, result.scheme
    assert total is not None  # a run without sentences is an error before it comes here
    return Score(
        system=name or result.system,
        scheme=scheme,
        measures=figures(scheme, total, scheme.failed) | scheme.pooled(total, scheme.failed),
        counts=total.counts(scheme.failed),
        sentences=total.sentences,
        reasons={STATUS[code]: n for code, n in sorted(total.status.items()) if code},
        signature=signature(scheme, total, run.sha256, scheme.digest()),
        other_policies={
            policy: figures(scheme, total, policy) | scheme.pooled(total, policy)
            for policy in ("drop", "empty")
            if policy != scheme.failed and total.sentences["failed"]
        },
        groups=_groups(scheme, result, total),
        distributions={
            name: {key: row[0] for key, row in sorted(table.counts.items(), key=_by_number)}
            for name, table in total.groups.items()
            if len(table.names) == 1
        },
        failures=tuple(result.failures),
        notes=notes,
        tally=tally,
    )


def _by_number(item: tuple[str, tuple[int, ...]]) -> int:
    return int(item[0])


def figures(scheme: Scheme, total: Total, policy: str) -> dict[str, float]:
    """Every measure over the corpus, and the mean over sentences of those that have one."""
    counts = total.counts(policy)
    micro = {name: float(measure(counts)) for name, measure in scheme.measures().items()}
    macro = {f"{name}@sentence": total.macro(name, policy) for name in scheme.macros()}
    return micro | macro


def _groups(scheme: Scheme, result: Result, total: Total) -> dict[str, dict[str, dict[str, Any]]]:
    groups: dict[str, dict[str, dict[str, Any]]] = {}
    for name, table in total.groups.items():
        if table.names == LABEL_COUNTS:
            groups[name] = _by_label(table, scheme.beta, in_order=name != "label")
        elif not name.startswith("@") and (rows := scheme.breakdown(table)):
            groups[name] = rows
    if result.lengths:
        groups["length"] = {
            f"{10 * bucket + 1}-{10 * bucket + 10}": {
                "measures": figures(scheme, part, scheme.failed),
                "counts": part.counts(scheme.failed) | part.sentences,
            }
            for bucket, part in sorted(result.lengths.items())
        }
    return groups


def _by_label(table: Groups, beta: float, *, in_order: bool) -> dict[str, dict[str, Any]]:
    """Figures of each group, the most frequent first unless the table has an order of its own."""
    rows: dict[str, dict[str, Any]] = {}
    items = [item for item in table.counts.items() if any(item[1])]
    if not in_order:
        items.sort(key=lambda item: (-item[1][0], item[0]))
    for label, row in items:
        counts = dict(zip(LABEL_COUNTS, row, strict=True))
        recall = ratio(counts["matched"], counts["gold"])
        precision = ratio(counts["system_matched"], counts["system"])
        f1 = f_measure(counts["matched"], counts["gold"], counts["system"], beta)
        if counts["matched"] != counts["system_matched"]:
            # A partner label took part: the two hits differ, so F is made of recall and precision.
            weight = beta * beta
            f1 = ratio((1 + weight) * precision * recall, weight * precision + recall)
        rows[label] = {
            "measures": {"recall": recall, "precision": precision, "f1": f1},
            "counts": counts,
        }
    return rows
