"""What ``karat score`` prints, the output for continuous integration included."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.cli import _options
from karat.model.errors import InputError
from karat.reports.table import Style, figure

if TYPE_CHECKING:
    from karat.analysis.gates import Verdict
    from karat.engine.results import Run
    from karat.engine.tallied import Tallied
    from karat.model.score import Score
    from karat.reports.chosen import Chosen
    from karat.reports.ci import Annotation

# The line above the table if no scheme was named.
_USUAL = "scheme: {}, as in most papers on English; plain: -s evalb"
# Names the file that GitHub shows as the summary of a step.
_SUMMARY = "GITHUB_STEP_SUMMARY"


@dataclass(frozen=True)
class Scored:
    """A finished run: its scores, what gates say of them, and the counts of sentences if kept."""

    run: "Run"
    scores: "Sequence[Score]"
    verdicts: "Sequence[Verdict]"
    tallied: "Sequence[Tallied]"


def shown(
    done: Scored, style: Style, chosen: "Chosen", reading: _options.Reading, *, repaired: bool
) -> tuple[str, str]:
    """The output, and the remarks on it."""
    from karat.reports import notes
    from karat.reports import scores as report

    remarks = notes.remarks(done.scores, style.digits, files=done.run.files)
    if style.output == "json":
        return report.as_json(done.run, done.scores, done.verdicts), remarks
    if style.output not in ("github", "junit"):
        return report.tables(done.scores, style, chosen), remarks
    from karat.reports import ci

    if style.output == "junit":
        return ci.junit(done.scores, done.verdicts, style.digits), remarks
    summarise(ci.summary(done.scores, done.verdicts, style, chosen))
    worst = _worst(done, reading, repaired=repaired)
    lines = "".join(f"{one}\n" for one in ci.annotations(done.verdicts, worst))
    table = report.tables(done.scores, style._replace(output="table"), chosen)
    return f"{lines}\n{ci.inert(table)}", remarks


def print_scores(
    done: Scored, usual: str, style: Style, chosen: "Chosen", reading: _options.Reading, *,
    repaired: bool,
) -> None:  # fmt: skip
    """Print a result; ``usual`` is the scheme if it was chosen because none was named."""
    remarks = f"{_USUAL.format(usual)}\n" if usual and not style.quiet else ""
    if remarks and style.output in ("table", "github"):
        sys.stdout.write(f"{remarks}\n")
        remarks = ""
    text, more = shown(done, style, chosen, reading, repaired=repaired)
    _options.write(text, remarks + more, style)


def summarise(text: str) -> None:
    """Add to the summary that GitHub shows of a step, if there is one."""
    if path := os.environ.get(_SUMMARY):
        try:
            with open(path, "a", encoding="utf-8", errors="surrogateescape") as stream:
                stream.write(text)
        except OSError as error:
            raise InputError(
                f"{path}: the file that {_SUMMARY} names cannot be written: {error.strerror}"
            ) from None


def _worst(done: Scored, reading: _options.Reading, *, repaired: bool) -> "list[Annotation]":
    """The worst sentences under the first scheme, with their places in the files.

    Where the system's sentences are not at gold's places, the place is gold's.
    """
    from karat.analysis.poorest import poorest
    from karat.engine.places import lines_of
    from karat.reports.ci import MOST, Annotation

    first = [one for one in done.tallied if one.result.scheme == done.tallied[0].result.scheme]
    found = poorest(first, MOST)
    paths = []
    for one in first:
        result = one.result
        own = result.placed and result.scheme.pairing == "sentences" and not repaired
        paths.append(result.system if own else done.run.gold)
    wanted: dict[str, set[int]] = {}
    for poor in found:
        wanted.setdefault(paths[poor.system], set()).add(poor.sentence)
    lines = {
        path: lines_of(path, reading.layout, reading.format, sentences)
        for path, sentences in wanted.items()
    }
    notes = []
    for poor in found:
        one, path = first[poor.system], paths[poor.system]
        unit = one.result.scheme.figures()[poor.measure].unit
        said = poor.why or f"{poor.measure} {figure(poor.value, unit)}"
        title = f"{one.name}, sentence {poor.sentence + 1}: {said}"
        text = f"{one.result.scheme}: {said} in sentence {poor.sentence + 1} of {one.name}"
        notes.append(Annotation(path, lines[path].get(poor.sentence, 0), title, text))
    return notes
