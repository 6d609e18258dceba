"""How the agreement of several annotations is printed: one layout for all layers."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from karat.analysis.agreement import Against, Agreement
from karat.analysis.decisions import Decision
from karat.analysis.layer_agreement import LayerAgreement
from karat.analysis.pairs import Pair
from karat.model.measure import ratio
from karat.reports.intervals import about_intervals
from karat.reports.report import Report
from karat.reports.table import Table, figure
from karat.reports.tidy import Row

# A text table shows at most this many characters of an example, and this many labels.
_EXAMPLE, _LABELS = 50, 3


class Asked(NamedTuple):
    """What was asked for: steps of PARSEVAL, who decides on them, the bootstrap, rows to list, digits."""

    steps: int
    decide: str
    samples: int
    seed: int
    limit: int
    digits: int = 2

    def __str__(self) -> str:
        if not self.steps:
            return "compared as they are"
        steps = "step 1" if self.steps == 1 else f"steps 1 to {self.steps}"
        who = "most analyses" if self.decide == "majority" else "each analysis"
        return f"after {steps} of PARSEVAL, decided by {who}"


def layer_report(found: LayerAgreement, names: Sequence[str], asked: Asked) -> Report:
    """The agreement on dependencies, chunks, relations or the rows of any scheme."""
    tables = {"pairs": _pairs(found.pairs, names), **_common(found, names, asked)}
    facts: dict[str, tuple[Any, str]] = {
        "sentences": (found.sentences, f"{found.sentences} sentences, scheme {found.scheme}"),
        "mean": (found.mean, f"mean f1 {figure(found.mean, digits=asked.digits)}"),
        **_about(found, asked),
    }
    return Report(tables, facts, [*_tidy(found, names, str(found.scheme))]).noted(found.notes)


def tree_report(found: Agreement, names: Sequence[str], asked: Asked, programs: bool) -> Report:
    """The agreement on trees: first each analysis against the majority, as in 1991."""
    majority, consensus = found.majority, found.consensus
    tables = {
        "analyses": _analyses(found, names, programs),
        "pairs": _pairs(found.pairs, names, found.kappa),
        **_common(found, names, asked),
    }
    if found.constructions:
        tables["constructions"] = _constructions(found, programs)
    facts: dict[str, tuple[Any, str]] = {
        "sentences": (found.sentences, f"{found.sentences} sentences, {asked}"),
        "steps": (asked.steps, ""),
        "decide": (asked.decide, ""),
        "majority": ({"constituents": majority}, f"majority {majority} constituents"),
        "consensus": ({"constituents": consensus}, f"consensus {consensus} constituents"),
        "mean": ({"recall": vars(found.recall), "crossing rate": vars(found.crossing_rate)}, ""),
        "alpha": (
            found.alpha,
            f"Krippendorff's alpha of constituents {_alpha(found.alpha, asked)}",
        ),
        **_about(found, asked),
    }
    tidy = [
        row
        for name, one in zip(names, found.against, strict=True)
        for row in _tidy_against(Row(name, "parseval", ""), one)
    ]
    rows = [*tidy, *_tidy(found, names, "parseval", found.kappa)]
    return Report(tables, facts, rows).noted(_one_sided(found, names))


def _one_sided(found: Agreement, names: Sequence[str]) -> Iterator[str]:
    """What to say of labels if only some analyses have function tags."""
    tagged = [name for name, has in zip(names, found.with_functions(), strict=True) if has]
    if 0 < len(tagged) < len(names):
        yield (
            f"only some have function tags ({', '.join(tagged)}), which the table of labels takes for part "
            "of the label: NP-SBJ is not NP; to cut them off first: karat convert IN OUT --view "
            "'rewrite(rules=categories)'"
        )


def _pairs(
    pairs: Mapping[tuple[int, int], Pair],
    names: Sequence[str],
    kappa: Mapping[tuple[int, int], float] | None = None,
) -> Table:
    rows = [
        [_title(which, names), pair.f1, *([kappa[which]] if kappa else []),
         *map(_count, (pair.first, pair.second, pair.shared))]
        for which, pair in pairs.items()
    ]  # fmt: skip
    columns = ["pair", "f1", *(["kappa"] if kappa else []), "first", "second", "shared"]
    return Table(columns, rows, {"kappa": "mean"})


def _common(
    found: Agreement | LayerAgreement, names: Sequence[str], asked: Asked
) -> dict[str, Table]:
    """What every layer has: figures by label, decisions about words, and disagreements."""
    tables: dict[str, Table] = {}
    if labels := _labels(found.pairs):
        titles = [f"f1 {_title(which, names)}" for which in found.pairs]
        tables["labels"] = Table(["label", *titles], labels)
    if found.decisions:
        tables["decisions"] = _decisions(found.decisions, names)
    if found.disagreements and asked.limit:
        rows = [
            [str(one.sentence), _title(one.annotators, names), one.first or "–", one.second or "–"]
            for one in found.disagreements[: asked.limit]
        ]
        tables["disagreements"] = Table(["sentence", "pair", "first", "second"], rows)
    return tables


def _tidy(
    found: Agreement | LayerAgreement, names: Sequence[str], scheme: str,
    kappa: Mapping[tuple[int, int], float] | None = None,
) -> Iterator[Row]:  # fmt: skip
    """The figures of every pair of annotators: of all, of labels, and of decisions about words."""
    for which, pair in found.pairs.items():
        begin = Row(_title(which, names), scheme, "f1")
        yield begin.estimated(pair.f1)
        if kappa:
            yield begin._replace(measure="kappa", value=kappa[which], unit="mean")
        for name in ("first", "second", "shared"):
            yield begin._replace(measure=f"{name}_count", value=getattr(pair, name), unit="count")
        for one in pair.labels:
            yield begin._replace(value=one.f1, group_kind="label", group=one.label)
        for decision in found.decisions:
            if kappas := decision.pairs.get(which):
                one_kind = begin._replace(group_kind="decision", group=decision.name)
                yield one_kind._replace(measure="kappa", value=kappas.kappa, unit="mean")
                yield one_kind._replace(measure="agreement", value=kappas.agreement)
                yield one_kind._replace(measure="items_count", value=kappas.items, unit="count")


def _tidy_against(begin: Row, one: Against) -> Iterator[Row]:
    """The figures of one analysis, compared with the majority."""
    yield begin._replace(measure="recall").estimated(one.recall)
    yield begin._replace(measure="crossing_rate").estimated(one.crossing_rate)
    for name in ("constituents", "majority", "matched", "crossing"):
        yield begin._replace(measure=f"{name}_count", value=getattr(one, name), unit="count")


def _labels(pairs: Mapping[tuple[int, int], Pair]) -> list[list[Any]]:
    """F1 of each label, indented by its depth in a hierarchy, in the order of the first pair."""
    depth = {one.label: one.depth for pair in pairs.values() for one in pair.labels}
    by_label = [{one.label: one.f1 for one in pair.labels} for pair in pairs.values()]
    return [
        ["  " * depth[label] + (label or "()"), *(one.get(label, math.nan) for one in by_label)]
        for label in depth
    ]


def _decisions(found: Sequence[Decision], names: Sequence[str]) -> Table:
    rows = [
        [one.name, _title(which, names), kappa.items, kappa.same, kappa.agreement, kappa.kappa]
        for one in found
        for which, kappa in one.pairs.items()
    ]
    columns = ["decision", "pair", "items", "same", "agreement", "kappa"]
    return Table(columns, rows, {"kappa": "mean"})


def _about(found: Agreement | LayerAgreement, asked: Asked) -> dict[str, tuple[Any, str]]:
    """What was left out, what is listed, and how the intervals were computed."""
    facts: dict[str, tuple[Any, str]] = {}
    alphas = {one.name: one.alpha for one in found.decisions if not math.isnan(one.alpha)}
    if alphas:
        said = ", ".join(f"{name} {_alpha(alpha, asked)}" for name, alpha in alphas.items())
        facts["alphas"] = (alphas, f"Krippendorff's alpha of decisions: {said}")
    every = found.disagreeing
    listed = f"{every} disagreements, {min(asked.limit, every)} listed"
    facts["disagreeing"] = (every, listed + ("; --limit lists more" if asked.limit < every else ""))
    facts["different_words"] = ([i + 1 for i in found.different], _different(found.different))
    facts["samples"] = (
        asked.samples,
        about_intervals(asked.samples, asked.seed, found.drawn()),
    )
    facts["seed"] = (asked.seed, "")
    return facts


def _alpha(value: float, asked: Asked) -> str:
    """Alpha is no percentage, so it has two digits more."""
    return figure(value, "mean", asked.digits + 2)


def _different(sentences: Sequence[int]) -> str:
    if not sentences:
        return ""
    several = len(sentences) > 1
    said = (
        "sentences have different words and are"
        if several
        else "sentence has different words and is"
    )
    numbers = " ".join(str(i + 1) for i in sentences[:20])
    more = " …" if len(sentences) > 20 else ""
    return f"note: {len(sentences)} {said} left out: {numbers}{more}"


def _analyses(found: Agreement, names: Sequence[str], programs: bool) -> Table:
    """Each analysis against the majority; for people, with the means in the last row."""
    columns = ["analysis", "constituents", "matched", "recall", "crossing", "crossing rate"]
    rows: list[list[Any]] = [
        [name, one.constituents, one.matched, one.recall, one.crossing, one.crossing_rate]
        for name, one in zip(names, found.against, strict=True)
    ]
    units = dict.fromkeys(("constituents", "matched", "crossing"), "mean")
    if not programs:
        counts = zip(*((a.constituents, a.matched, a.crossing) for a in found.against), strict=True)
        sizes, matched, crossing = (float(ratio(sum(one), len(one))) for one in counts)
        rows.append(["mean", sizes, matched, found.recall, crossing, found.crossing_rate])
    return Table(columns, rows, units)


def _constructions(found: Agreement, programs: bool) -> Table:
    columns = ["construction", "disputed", "crossing", "labels", "sentence", "example"]
    rows = [
        [one.construction, one.brackets, one.crossing,
         dict(one.labels) if programs else _few(one.labels), one.sentence,
         one.words if programs else _short(one.words)]
        for one in found.constructions
    ]  # fmt: skip
    return Table(columns, rows)


def _few(labels: Mapping[str, int]) -> str:
    """The most frequent labels; a bracket without a label is shown as ()."""
    shown = [f"{label or '()'} {n}" for label, n in list(labels.items())[:_LABELS]]
    return ", ".join(shown) + (" …" if len(labels) > _LABELS else "")


def _short(words: str) -> str:
    return words if len(words) <= _EXAMPLE else words[: _EXAMPLE - 1] + "…"


def _count(value: float) -> Any:
    """A count for a table, which would show a float as a percentage; weights can make it a fraction."""
    return int(value) if value == int(value) else f"{value:g}"


def _title(which: tuple[int, int], names: Sequence[str]) -> str:
    return f"{names[which[0]]} – {names[which[1]]}"
