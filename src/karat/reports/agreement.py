"""How the agreement of several analyses is printed."""

from collections.abc import Sequence

from karat.analysis.agreement import Agreement
from karat.reports.table import Style, Table, dumps, records, render

# How many kinds of disagreement a text table lists, and how many characters of each example.
_KINDS, _EXAMPLE = 15, 60


def _against(found: Agreement, names: Sequence[str]) -> Table:
    return Table(
        ["analysis", "constituents", "matched", "recall", "crossing rate"],
        [
            [name, a.constituents, a.matched, a.recall, a.crossing_rate]
            for name, a in zip(names, found.against, strict=True)
        ],
    )


def _pairs(found: Agreement, names: Sequence[str]) -> Table:
    return Table(
        ["pair", "f1", "kappa"],
        [[f"{names[i]} – {names[j]}", f1, found.kappa[i, j]] for (i, j), f1 in found.pairs.items()],
        {"kappa": "mean"},
    )


def _kinds(found: Agreement) -> Table:
    return Table(
        ["label", "count", "sentence", "example"],
        [[d.label, d.count, d.sentence, d.words] for d in found.disagreements],
    )


def printed(found: Agreement, names: Sequence[str], style: Style) -> str:
    """Everything about the agreement; ``names`` are those of the analyses."""
    if style.output == "json":
        return _json(found, names)
    head = (
        f"{found.sentences} sentences; majority {len(found.majority.label)} constituents, "
        f"consensus {len(found.consensus.label)}; Krippendorff's alpha {found.alpha:.4f}\n"
    )
    parts = [head] if style.output == "table" else []
    parts += [render(table, style) for table in (_against(found, names), _pairs(found, names))]
    if found.disagreements:
        kinds = _kinds(found)
        short = [[*row[:3], _short(row[3])] for row in kinds.rows[:_KINDS]]
        parts.append(render(Table(kinds.columns, short), style))
    return "\n".join(parts)


def _json(found: Agreement, names: Sequence[str]) -> str:
    return dumps({
        "sentences": found.sentences,
        "different_words": [i + 1 for i in found.different],
        "majority": {"constituents": len(found.majority.label)},
        "consensus": {"constituents": len(found.consensus.label)},
        "analyses": records(_against(found, names)),
        "pairs": records(_pairs(found, names)),
        "alpha": found.alpha,
        "disagreements": records(_kinds(found)),
    })  # fmt: skip


def note(found: Agreement) -> str:
    """Which sentences were left out because their words differ; empty if none."""
    if not found.different:
        return ""
    numbers = " ".join(str(i + 1) for i in found.different[:20])
    more = " …" if len(found.different) > 20 else ""
    return f"note: {len(found.different)} sentences have different words and are left out: {numbers}{more}\n"


def _short(words: str) -> str:
    return words if len(words) <= _EXAMPLE else words[: _EXAMPLE - 1] + "…"
