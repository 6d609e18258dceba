"""How the agreement of several analyses is printed."""

from collections.abc import Sequence
from dataclasses import replace

from karat.analysis.agreement import Agreement
from karat.reports.table import Style, Table, dumps, records, render

# How many kinds of disagreement a text table lists, and how many characters of each example.
_KINDS, _EXAMPLE = 15, 60


def printed(found: Agreement, names: Sequence[str], style: Style) -> str:
    """Everything about the agreement; ``names`` are those of the analyses."""
    majority, consensus = len(found.majority.label), len(found.consensus.label)
    against = [
        [name, a.constituents, a.matched, a.recall, a.crossing_rate]
        for name, a in zip(names, found.against, strict=True)
    ]
    both = [[f"{names[i]} – {names[j]}", f, found.kappa[i, j]] for (i, j), f in found.pairs.items()]
    kinds = [(d.label, d.count, d.sentence, d.words) for d in found.disagreements]
    analyses = Table(["analysis", "constituents", "matched", "recall", "crossing rate"], against)
    pairs = Table(["pair", "f1", "kappa"], both, {"kappa": "mean"})
    labels = Table(["label", "count", "sentence", "example"], kinds)
    if style.output == "json":
        return dumps({
            "sentences": found.sentences,
            "different_words": [i + 1 for i in found.different],
            "majority": {"constituents": majority},
            "consensus": {"constituents": consensus},
            "analyses": records(analyses),
            "pairs": records(pairs),
            "alpha": found.alpha,
            "disagreements": records(labels),
        })  # fmt: skip
    head = (
        f"{found.sentences} sentences; majority {majority} constituents, consensus {consensus}; "
        f"Krippendorff's alpha {found.alpha:.4f}\n"
    )
    short = replace(labels, rows=[[*row[:3], _short(row[3])] for row in kinds[:_KINDS]])
    tables = [analyses, pairs, *([short] if kinds else [])]
    parts = [head] if style.output == "table" else []
    return "\n".join(parts + [render(table, style) for table in tables])


def note(found: Agreement) -> str:
    """Which sentences were left out because their words differ; empty if none."""
    if not found.different:
        return ""
    numbers = " ".join(str(i + 1) for i in found.different[:20])
    more = " …" if len(found.different) > 20 else ""
    return f"note: {len(found.different)} sentences have different words and are left out: {numbers}{more}\n"


def _short(words: str) -> str:
    return words if len(words) <= _EXAMPLE else words[: _EXAMPLE - 1] + "…"
