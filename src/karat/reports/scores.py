"""The report of ``karat score``: tables and JSON; notes.py says what stands below the tables."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import nan
from typing import TYPE_CHECKING, Any

from karat import __version__
from karat.engine.results import Run
from karat.model.scheme import Scheme
from karat.model.score import Score
from karat.reports.chosen import Chosen
from karat.reports.table import Estimate, Style, Table, dumps, render
from karat.reports.tidy import ALL, Row, tidy_csv

if TYPE_CHECKING:
    from karat.analysis.gates import Verdict

_USUAL = Chosen()
# A phrase of the note about systems that have scores for different sentences.
UNEVEN = "for some of the systems only"
# The counts of groups that tables show; JSON has all of them.
_SHOWN = ("gold", "system", "matched", "total", "scored")


def as_json(run: Run, scores: Sequence[Score], verdicts: "Sequence[Verdict]" = ()) -> str:
    """The JSON that other programs rely on; see docs/json.md."""
    gold = {"path": run.gold, "sha256": run.sha256, "sentences": run.sentences}
    results = [score.as_dict() for score in scores]
    document = {"karat": __version__, "gold": gold, "results": results}
    if verdicts:
        document["gates"] = [verdict.as_dict() for verdict in verdicts]
    if run.repairs:
        document["repairs"] = {
            path: [one._asdict() for one in some] for path, some in run.repairs.items()
        }
    return dumps(document)


def tables(scores: Sequence[Score], style: Style, chosen: Chosen = _USUAL) -> str:
    """A table for each scheme, systems as rows, and one more for each breakdown asked for."""
    if style.output == "csv":
        return tidy_csv(row for score in scores for row in tidy(score, chosen))
    parts = []
    for scheme in dict.fromkeys(score.scheme for score in scores):
        mine = [score for score in scores if score.scheme == scheme]
        parts.append(render(_main_table(scheme, mine, style, chosen), style))
        parts += [
            render(_group_table(score, kind, style, chosen), style)
            for score in mine
            for kind in score.groups
        ]
    return "\n".join(parts)


def titles(scheme: Scheme, mark: str = "*") -> dict[str, str]:
    """The column title of each figure of a scheme; a figure with a caveat is marked.

    >>> from karat.schemes import parse
    >>> titles(parse("evalb(beta=2)"))["f1"], titles(parse("flat"))["precision"]
    ('f2', 'precision*')
    """
    return {
        name: one.titles[name] + (mark if one.caveat else "")
        for name, one in scheme.figures().items()
    }


def units(scheme: Scheme) -> dict[str, str]:
    """The unit of every figure of a scheme, by its column title."""
    shown = titles(scheme)
    return {shown[name]: one.unit for name, one in scheme.figures().items()}


def _main_table(scheme: Scheme, scores: list[Score], style: Style, chosen: Chosen) -> Table:
    """The main figures of all systems."""
    wanted, shown = chosen.of(scheme), titles(scheme)
    rows = [
        [
            score.system,
            *(_cell(score, name) for name in wanted),
            f"{score.sentences['scored']}/{score.sentences['total']}",
        ]
        for score in scores
    ]
    # In a paper the caption says what the scheme is.
    caption = _caption(scheme, scores, wanted) if style.output in ("latex", "markdown") else ""
    head = ["system" if caption else str(scheme), *map(shown.__getitem__, wanted), "scored"]
    return Table(
        head, rows, units(scheme), best(scheme), caption=caption, label=label_of(str(scheme))
    )


def _cell(score: Score, name: str) -> float | Estimate:
    value = score.measures.get(name, nan)
    return Estimate(value, *score.intervals[name]) if name in score.intervals else value


def best(scheme: Scheme) -> dict[str, str]:
    """Which of the figures of a column is the best, by its title: the highest or the lowest."""
    shown, named = titles(scheme), {"higher": "highest", "lower": "lowest"}
    figures = scheme.figures().items()
    return {shown[name]: named[one.better] for name, one in figures if one.better in named}


def _caption(scheme: Scheme, scores: Sequence[Score], wanted: Sequence[str]) -> str:
    """What a reader of a paper must know of the figures."""
    figures = [scheme.figures()[name] for name in wanted]
    shares = "shares are in per cent" if any(one.unit == "share" for one in figures) else ""
    bold = "the best figures are in bold" if len(scores) > 1 else ""
    lower = [
        titles(scheme)[n] for n, one in zip(wanted, figures, strict=True) if one.better == "lower"
    ]
    less = f"lower is better for {', '.join(lower)}" if bold and lower else ""
    said = "; ".join(filter(None, (shares, bold, less, apart(scores, wanted))))
    return f"{scheme}{': ' if said else ''}{said}. Signature: {common_signature(scores)}."


def apart(scores: Sequence[Score], wanted: Sequence[str]) -> str:
    """Which figures are not of the same sentences for all systems."""
    if any(UNEVEN in note for score in scores for note in score.notes):
        return "the systems are scored over different sentences"
    if len({score.sentences["scored"] for score in scores}) < 2:
        return ""
    failing = [score for score in scores if score.sentences["failed"]]
    unhurt = {name for score in failing for name in score.unhurt(wanted)}
    shown = [titles(scores[0].scheme)[name] for name in wanted if name in unhurt]
    return f"sentences without a score do not make {', '.join(shown)} worse" if shown else ""


def common_signature(scores: Sequence[Score]) -> str:
    """What the signatures of several scores have in common: all but the number of sentences, as a rule."""
    every = [score.signature.split("|") for score in scores]
    return "|".join(part for part in every[0] if all(part in one for one in every))


def label_of(text: str) -> str:
    """A text as a label of LaTeX.

    >>> label_of("evalb(params=new)")
    'evalb-params-new'
    """
    return re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")


def tidy(score: Score, chosen: Chosen = _USUAL) -> Iterator[Row]:
    """Every figure and count of a score and of its groups, or the figures that were chosen."""
    scheme, shown = score.scheme, titles(score.scheme, mark="")
    wanted = chosen.of(scheme) if chosen.measures else ()
    begin = score.system, str(scheme)

    def rows(
        figures: Mapping[str, float], counts: Mapping[str, float], kind: str, key: str
    ) -> Iterator[Row]:
        for name, value in figures.items():
            if name in wanted or not wanted:
                low, high = score.intervals.get(name, (nan, nan)) if kind == ALL else (nan, nan)
                unit = score.unit(name)
                yield Row(*begin, shown[name], value, unit, kind, key, low, high, score.signature)
        for name, value in () if wanted else counts.items():
            yield Row(*begin, f"{name}_count", value, "count", kind, key, signature=score.signature)

    sentences = {f"sentences_{name}": n for name, n in score.sentences.items()}
    yield from rows(score.measures, {**score.counts, **sentences}, ALL, ALL)
    for kind, groups in score.groups.items():
        for key, row in groups.items():
            yield from rows(row["measures"], row["counts"], kind, key)


def _group_table(score: Score, kind: str, style: Style, chosen: Chosen) -> Table:
    """The figures of each group that the main table has too, and the main counts behind them."""
    groups = score.groups[kind]
    one: Mapping[str, Any] = next(iter(groups.values()), {"measures": {}, "counts": {}})
    measures = _of_groups(score.scheme, one["measures"], chosen)
    counts = [name for name in _SHOWN if name in one["counts"]]
    rows = [
        [key, *(row["measures"][name] for name in measures), *(row["counts"][n] for n in counts)]
        for key, row in groups.items()
    ]
    shown, caption = titles(score.scheme), ""
    if style.output in ("latex", "markdown"):
        caption = f"{score.system} by {kind}, {score.scheme}. Signature: {score.signature}."
    head = [kind if caption else f"{score.system} by {kind}", *map(shown.__getitem__, measures)]
    label = label_of(f"{score.system} {score.scheme} {kind}")
    return Table([*head, *counts], rows, units(score.scheme), caption=caption, label=label)


def _of_groups(scheme: Scheme, known: Collection[str], chosen: Chosen) -> list[str]:
    """The figures of groups that a table shows: those chosen, otherwise the main ones."""
    if own := [name for name in chosen.of(scheme) if chosen.measures and name in known]:
        return own
    wanted = ("recall", "precision", "f1", *scheme.headline())
    formulas = {measure.name: measure.formula for measure in scheme.measures()}
    measures = [name for name in dict.fromkeys(wanted) if name in known]
    # The same formula under two names is shown once.
    return list({formulas.get(name, name): name for name in reversed(measures)}.values())[::-1]
