"""A sentence that is being annotated: its words with their relations as arcs, without title and legend."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from karat.analysis.picture import Side
from karat.model.gr import Gr
from karat.reports.svg import arcs
from karat.reports.svg.characters import clipped, escaped
from karat.reports.svg.columns import columns
from karat.reports.svg.marks import Drawn
from karat.reports.svg.panels import Panel
from karat.reports.svg.shared import LIMITS, SIZES


@dataclass(frozen=True)
class _Arc(Drawn):
    """A relation with its state, which is its class."""

    state: str = ""

    @property
    def kind(self) -> str:
        return self.state

    @property
    def caption(self) -> str:
        return self.label


def annotated(
    words: Sequence[str], tags: Sequence[str], relations: Iterable[tuple[Gr, str]]
) -> str:
    """The drawing as SVG; each relation has a state, such as accepted. Empty if it is too large.

    >>> drawn = annotated(["Kim", "slept"], [], [(Gr("ncsubj", "", "sleep", "Kim", "_", 1, 0), "accepted")])
    >>> 'class="accepted"' in drawn, "ncsubj(sleep, Kim, _)" in drawn
    (True, True)
    """
    side = Side("", words, tags, ())
    panel = Panel("", (), side, [_arc(gr, state, len(words)) for gr, state in relations])
    if len(words) > LIMITS["words"] or len(panel.rows) > LIMITS["rows"]:
        return ""
    if arcs.levels(panel) > LIMITS["levels"]:
        return ""
    block = arcs.block(panel, columns([arcs.needs(panel)]))
    margin = SIZES["margin"]
    wide, high = block.width + 2 * margin, block.height + 2 * margin
    told = "; ".join(row.title for row in panel.rows)
    return "\n".join([
        '<svg xmlns="http://www.w3.org/2000/svg" class="karat-drawing" role="img" '
        f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">',
        f"<title>{escaped('Relations as arcs')}</title>",
        f"<desc>{escaped(told)}</desc>",
        f'<g transform="translate({margin} {margin})">',
        *block.lines,
        "</g>",
        "</svg>\n",
    ])  # fmt: skip


def _arc(gr: Gr, state: str, words: int) -> _Arc:
    """An arc from head to dependent, if it is known which words they are; otherwise a chip."""
    text = clipped(str(gr), LIMITS["long"])
    title = f"{text}, {state}"
    places = [gr.dependent_at, gr.head_at] if gr.dependent else [gr.head_at]
    if not all(0 <= at < words for at in places) or len(set(places)) < len(places):
        return _Arc(" ", text, (), -1, title, state=state)
    return _Arc(
        " ", clipped(gr.label), tuple((at, at + 1) for at in places), -1, title, state=state
    )
