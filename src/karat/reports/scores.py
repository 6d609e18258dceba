"""The report of ``karat score``: tables, what was not scored and why, notes, signatures."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from math import nan
from typing import Any

from karat import __version__
from karat.analysis.gates import Verdict
from karat.engine.results import Run
from karat.model.scheme import Scheme
from karat.model.score import Score
from karat.reports.table import Style, Table, distinct_names, dumps, figure, render

# The counts of groups that tables show; JSON has all of them.
_SHOWN = ("gold", "system", "matched", "total", "scored")


def as_json(run: Run, scores: Sequence[Score], verdicts: Sequence[Verdict] = ()) -> str:
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


def tables(scores: Sequence[Score], style: Style) -> str:
    """A table for each scheme, systems as rows, and one more for each breakdown asked for."""
    parts = []
    for scheme in dict.fromkeys(score.scheme for score in scores):
        mine = [score for score in scores if score.scheme == scheme]
        main = [_full_table(scheme, mine)] if style.output == "csv" else _main_tables(scheme, mine)
        parts += [render(one, style) for one in main]
        for score in mine:
            parts += [
                render(_group_table(score, kind, style.output), style) for kind in score.groups
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


def _main_tables(scheme: Scheme, scores: list[Score]) -> Iterator[Table]:
    """The main figures of all systems; a scheme with many has several tables."""
    wanted, shown = scheme.headline(), titles(scheme)
    begins = [0, *(at for at, name in enumerate(wanted) if name in scheme.breaks), len(wanted)]
    scored = [[f"{one.sentences['scored']}/{one.sentences['total']}"] for one in scores]
    for begin, end in pairwise(begins):
        part, last = wanted[begin:end], [] if begin else ["scored"]
        rows = [
            [
                score.system,
                *(score.measures.get(one, nan) for one in part),
                *(counts if last else ()),
            ]
            for score, counts in zip(scores, scored, strict=True)
        ]
        yield Table([str(scheme), *map(shown.__getitem__, part), *last], rows, units(scheme))


def _full_table(scheme: Scheme, scores: list[Score]) -> Table:
    """Every figure and every count, for programs."""
    shown = titles(scheme, mark="")
    head = ["system", "scheme", *map(shown.__getitem__, scores[0].measures)]
    counts = distinct_names(head, list(scores[0].counts))
    rows = []
    for score in scores:
        numbers = score.measures, score.counts, score.sentences
        rows.append(
            [score.system, str(scheme), *chain.from_iterable(one.values() for one in numbers)]
        )
    return Table([*head, *counts, *scores[0].sentences], rows)


def _group_table(score: Score, kind: str, output: str) -> Table:
    """The figures of each group that the main table has too, and the main counts behind them."""
    groups = score.groups[kind]
    one: Mapping[str, Any] = next(iter(groups.values()), {"measures": {}, "counts": {}})
    wanted = ("recall", "precision", "f1", *score.scheme.headline())
    formulas = {measure.name: measure.formula for measure in score.scheme.measures()}
    measures = [name for name in dict.fromkeys(wanted) if name in one["measures"]]
    # The same formula under two names is shown once.
    measures = list({formulas.get(name, name): name for name in reversed(measures)}.values())[::-1]
    counts = [name for name in _SHOWN if name in one["counts"]]
    rows = [
        [key, *(row["measures"][name] for name in measures), *(row["counts"][n] for n in counts)]
        for key, row in groups.items()
    ]
    shown = titles(score.scheme, mark="" if output == "csv" else "*")
    head = [f"{score.system} by {kind}", *map(shown.__getitem__, measures), *counts]
    return Table(head, rows, units(score.scheme))


def remarks(scores: Sequence[Score], digits: int, examples: int = 3) -> str:
    """What a reader of the figures must know: sentences without a score, notes, signatures."""
    lines = []
    for score in scores:
        said = [*_failed(score, examples), *_aligned(score)]
        if said:
            lines += [*said, *_other_policies(score, digits), ""]
    for score in scores:
        for what, counts in score.distributions.items():
            shown = ", ".join(f"{value}: {n}" for value, n in counts.items())
            lines.append(f"{score.system}, {score.scheme}: sentences by {what}: {shown}")
    lines += _notes(scores)
    lines += [f"signature {score.system}: {score.signature}" for score in scores]
    return "\n".join(lines) + "\n"


def _aligned(score: Score) -> list[str]:
    if not (aligned := score.sentences.get("aligned", 0)):
        return []
    said = (
        "sentences have other tokens and were"
        if aligned > 1
        else "sentence has other tokens and was"
    )
    return [f"{score.system}, {score.scheme}: {aligned} {said} aligned"]


def _failed(score: Score, examples: int) -> list[str]:
    failed = score.sentences["failed"]
    if not failed:
        return []
    reasons = ", ".join(f"{n} {why}" for why, n in score.reasons.items())
    several = "sentences" if failed > 1 else "sentence"
    lines = [f"{score.system}, {score.scheme}: no score for {failed} {several} ({reasons})"]
    for failure in score.failures[:examples]:
        detail = failure.detail.replace("\n", "\n      ")
        lines.append(f"  sentence {failure.sentence}: {failure.why}: {detail}")
    if failed > examples:
        lines.append(f"  … and {failed - examples} more; --per-sentence lists them")
    return lines


def _other_policies(score: Score, digits: int) -> list[str]:
    """The main figures under the other failure policies."""
    lines = []
    for policy, figures in score.other_policies.items():
        names = [name for name in score.scheme.headline() if name in figures]
        called = titles(score.scheme)
        shown = [
            f"{called[name]} {figure(figures[name], score.unit(name), digits)}" for name in names
        ]
        lines.append(f"  with failed={policy}: {', '.join(shown)}")
    return lines


def _notes(scores: Sequence[Score]) -> list[str]:
    """Every note once, with the systems it is about unless it is about all."""
    lines = []
    for scheme in dict.fromkeys(str(score.scheme) for score in scores):
        mine = [score for score in scores if str(score.scheme) == scheme]
        for note in dict.fromkeys(note for score in mine for note in score.notes):
            about = [score.system for score in mine if note in score.notes]
            who = "" if len(about) == len(mine) else f", {', '.join(about)}"
            lines.append(f"note: {scheme}{who}: {note}")
        lines += [f"* {scheme}: {why}" for why in dict.fromkeys(mine[0].caveats().values())]
    return lines
