"""How a Score and a Picture show themselves in a notebook; compare.py has a Comparison."""

import html

from karat.analysis import picture as pictures
from karat.analysis.picture import Picture
from karat.model.score import RENDERERS, Score
from karat.reports.scores import titles
from karat.reports.table import Estimate, figure, with_interval
from karat.reports.terminal import printable

# How many of its worst sentences a Score shows.
_WORST = 3


def as_html(score: Score) -> str:
    """The figures in a table, with intervals if it has them, and a look at its worst sentences."""
    names, shown = score.scheme.headline(), titles(score.scheme)
    head = "".join(f"<th>{_text(shown[name])}</th>" for name in names)
    cells = "".join(f"<td>{_cell(score, name)}</td>" for name in names)
    caveats = [f"* {why}" for why in score.caveats().values()]
    return (
        f"<table><thead><tr><th>{_text(str(score.scheme))}</th>{head}</tr></thead>"
        f"<tbody><tr><td>{_text(score.system)}</td>{cells}</tr></tbody></table>"
        f"<small>{'<br>'.join(map(_text, [*caveats, score.signature]))}</small>{_look(score)}"
    )


def _cell(score: Score, name: str) -> str:
    value, unit = score.measures[name], score.unit(name)
    if name in score.intervals:
        return with_interval(Estimate(value, *score.intervals[name]), 2, unit)
    return figure(value, unit)


def _look(score: Score) -> str:
    found = score.worst(_WORST) if score.worst else ()
    if not found:
        return ""
    title = "The worst sentence" if len(found) == 1 else f"The {len(found)} worst sentences"
    return f"<details><summary>{title}</summary>{''.join(map(drawn, found))}</details>"


def drawn(picture: Picture) -> str:
    """A drawing that scrolls where it is too wide."""
    from karat.reports.svg import drawing

    return f'<div style="overflow-x:auto">{drawing(picture, scope=".karat-drawing")}</div>'


def _svg(picture: Picture) -> str:
    from karat.reports.svg import drawing

    return drawing(picture)


def _text(text: str) -> str:
    return html.escape(printable(text))


RENDERERS["html"] = as_html
pictures.RENDERERS["html"] = drawn
pictures.RENDERERS["svg"] = _svg
