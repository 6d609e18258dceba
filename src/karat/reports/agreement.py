"""How the agreement of several analyses is printed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from karat.analysis.agreement import Agreement
from karat.model.measure import ratio
from karat.reports.table import Style, Table, dumps, figure, records, render
from karat.stats.bootstrap import Figure

# A text table shows at most this many characters of an example, and this many labels.
_EXAMPLE, _LABELS = 50, 3


class Asked(NamedTuple):
    """What was asked for: steps of PARSEVAL, who decides on them, and the bootstrap."""

    steps: int
    decide: str
    samples: int
    seed: int

    def __str__(self) -> str:
        if not self.steps:
            return "compared as they are"
        steps = "step 1" if self.steps == 1 else f"steps 1 to {self.steps}"
        who = "most analyses" if self.decide == "majority" else "each analysis"
        return f"after {steps} of PARSEVAL, decided by {who}"


def printed(found: Agreement, names: Sequence[str], style: Style, asked: Asked) -> str:
    """Everything about the agreement; ``names`` are those of the analyses."""
    majority, consensus = len(found.majority.label), len(found.consensus.label)
    both = [[f"{names[i]} – {names[j]}", f, found.kappa[i, j]] for (i, j), f in found.pairs.items()]
    pairs = Table(["pair", "f1", "kappa"], both, {"kappa": "mean"})
    kinds = [
        [d.construction, d.brackets, d.crossing, dict(d.labels), d.sentence, d.words]
        for d in found.disagreements
    ]
    disputed = Table(
        ["construction", "disputed", "crossing", "labels", "sentence", "example"], kinds
    )
    if style.output == "json":
        return dumps({
            "sentences": found.sentences,
            "different_words": [i + 1 for i in found.different],
            **asked._asdict(),
            "majority": {"constituents": majority},
            "consensus": {"constituents": consensus},
            "analyses": records(_analyses(found, names)),
            "mean": {"recall": vars(found.recall), "crossing rate": vars(found.crossing_rate)},
            "pairs": records(pairs),
            "alpha": found.alpha,
            "disagreements": records(disputed),
        })  # fmt: skip
    head = (
        f"{found.sentences} sentences, {asked}\n"
        f"majority {majority} constituents, consensus {consensus}; "
        f"Krippendorff's alpha {found.alpha:.4f}\n"
    )
    short = [
        [d.construction, d.brackets, d.crossing, _labels(d.labels), d.sentence, _short(d.words)]
        for d in found.disagreements
    ]
    analyses = _analyses(found, names) if style.output == "csv" else _shown(found, names, style)
    tables = [analyses, pairs, *([replace(disputed, rows=short)] if kinds else [])]
    parts = [head] if style.output == "table" else []
    return "\n".join(parts + [render(table, style) for table in tables])


def _analyses(found: Agreement, names: Sequence[str]) -> Table:
    """Every number in a column of its own, for programs."""
    columns = ["analysis", "constituents", "matched", "recall", "recall low", "recall high"]
    columns += ["crossing", "crossing rate", "crossing rate low", "crossing rate high"]
    rows = [
        [name, one.constituents, one.matched, *_numbers(one.recall), one.crossing,
         *_numbers(one.crossing_rate)]
        for name, one in zip(names, found.against, strict=True)
    ]  # fmt: skip
    return Table(columns, rows)


def _shown(found: Agreement, names: Sequence[str], style: Style) -> Table:
    """Figures with their intervals in brackets, and their means in the last row."""
    rows = [
        [name, one.constituents, one.matched, _interval(one.recall, style), one.crossing,
         _interval(one.crossing_rate, style)]
        for name, one in zip(names, found.against, strict=True)
    ]  # fmt: skip
    sizes, matched, crossing = (
        float(ratio(sum(counts), len(counts)))
        for counts in zip(
            *((a.constituents, a.matched, a.crossing) for a in found.against), strict=True
        )
    )
    means = _interval(found.recall, style), _interval(found.crossing_rate, style)
    rows.append(["mean", sizes, matched, means[0], crossing, means[1]])
    columns = ["analysis", "constituents", "matched", "recall", "crossing", "crossing rate"]
    return Table(columns, rows, dict.fromkeys(columns, "mean"))


def _numbers(one: Figure) -> tuple[float, float, float]:
    return one.value, one.low, one.high


def _interval(one: Figure, style: Style) -> str:
    value, low, high = (figure(x, digits=style.digits) for x in _numbers(one))
    return value if one.value != one.value else f"{value} [{low}, {high}]"


def _labels(labels: Mapping[str, int]) -> str:
    """The most frequent labels; a bracket without a label is shown as ()."""
    shown = [f"{label or '()'} {n}" for label, n in list(labels.items())[:_LABELS]]
    return ", ".join(shown) + (" …" if len(labels) > _LABELS else "")


def remarks(found: Agreement, asked: Asked) -> str:
    """How the intervals were computed, and which sentences were left out because their words differ."""
    lines = []
    if found.different:
        count = len(found.different)
        numbers = " ".join(str(i + 1) for i in found.different[:20])
        said = (
            "sentences have different words and are"
            if count > 1
            else "sentence has different words and is"
        )
        lines.append(f"note: {count} {said} left out: {numbers}{' …' if count > 20 else ''}")
    lines.append(f"intervals: 95 %, {asked.samples} samples of sentences, seed {asked.seed}")
    return "\n".join(lines) + "\n"


def _short(words: str) -> str:
    return words if len(words) <= _EXAMPLE else words[: _EXAMPLE - 1] + "…"
