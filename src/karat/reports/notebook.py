"""How a Score shows itself in a notebook."""

import html

from karat.model.score import RENDERERS, Score
from karat.reports.scores import titles
from karat.reports.table import figure


def as_html(score: Score) -> str:
    names, shown = score.scheme.headline(), titles(score.scheme)
    head = "".join(f"<th>{html.escape(shown[name])}</th>" for name in names)
    cells = "".join(f"<td>{figure(score.measures[name], score.unit(name))}</td>" for name in names)
    caveats = [f"* {why}" for why in score.caveats().values()]
    return (
        f"<table><thead><tr><th>{html.escape(str(score.scheme))}</th>{head}</tr></thead>"
        f"<tbody><tr><td>{html.escape(score.system)}</td>{cells}</tr></tbody></table>"
        f"<small>{'<br>'.join(map(html.escape, [*caveats, score.signature]))}</small>"
    )


RENDERERS["html"] = as_html
