"""A whole drawing: title, panels, legend, and the same in words for screen readers."""

from collections.abc import Sequence

from karat.analysis.picture import Picture
from karat.reports.svg import arcs, names, ranges, tree
from karat.reports.svg.characters import clipped, escaped, printable, width
from karat.reports.svg.columns import columns
from karat.reports.svg.described import description
from karat.reports.svg.elements import Block, stacked, text
from karat.reports.svg.legend import legend
from karat.reports.svg.names import flowing_text
from karat.reports.svg.panels import Panel, panels
from karat.reports.svg.shared import KINDS, LIMITS, SIZES
from karat.reports.svg.style import style

_LAYOUTS = {"tree": tree, "arcs": arcs, "ranges": ranges}


def drawing(
    *pictures: Picture, styled: bool = True, titled: bool = True, scope: str = ":root"
) -> str:
    """Pictures as one SVG file; without style and titles if the page around it has them.

    ``scope`` is where the style sets its variables; in a page of others this is ".karat-drawing".
    """
    shown = [(picture, panels(picture)) for picture in pictures]
    bodies = [_body(*one, titled=titled) for one in shown]
    room = max((block.width for block in bodies), default=0)
    whole = stacked([*bodies, legend([panel for _, some in shown for panel in some], room)], 24)
    margin = SIZES["margin"]
    wide, high = room + 2 * margin, whole.height + 2 * margin
    said = "; ".join(_title(picture) for picture in pictures)
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" class="karat-drawing" role="img" '
            f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">',
            f"<title>{escaped(said)}</title>",
            f"<desc>{escaped(' '.join(description(picture.kind, some) for picture, some in shown))}</desc>",
            *([f"<style>{style(scope)}</style>"] if styled else []),
            f'<rect class="paper" width="{wide}" height="{high}"/>',
            f'<g transform="translate({margin} {margin})">',
            *whole.lines,
            "</g>",
            "</svg>\n",
        ]
    )


def _title(picture: Picture) -> str:
    known = f" ({clipped(picture.id, LIMITS['long'])})" if picture.id else ""
    return f"Sentence {picture.number}{known}, {printable(picture.scheme)}"


def _body(picture: Picture, shown: Sequence[Panel], *, titled: bool) -> Block:
    """A picture: its title, if it has one, and its panels."""
    title = _title(picture) if titled else ""
    contents = _contents(picture.kind, shown)
    room = max(
        SIZES["narrowest"], width(title, SIZES["title"] + 2), *(one.width for one in contents)
    )
    head = [Block(room, SIZES["line"], [text("h1", 0, 16, title)])] if titled else []
    both = zip(shown, contents, strict=True)
    return stacked(
        [*head, *(_panel(panel, content, room) for panel, content in both)], SIZES["panel"]
    )


def _panel(panel: Panel, content: Block, room: int) -> Block:
    """A panel with its name and what is said about it."""
    name = Block(
        width(panel.name, SIZES["heading"] + 2), SIZES["line"], [text("h2", 0, 15, panel.name)]
    )
    said = [flowing_text("n", line.split(" "), room, "label") for line in panel.said]
    return stacked([name, *said, Block(0, 4), content], 0)


def _contents(kind: str, shown: Sequence[Panel]) -> list[Block]:
    """What is drawn in each panel; panels that have the same words have the same columns."""
    refused = [_refused(kind, panel) for panel in shown]
    keys = [tuple(panel.side.words) for panel in shown]
    alike: dict[tuple[str, ...], list[Panel]] = {}
    for panel, key, why in zip(shown, keys, refused, strict=True):
        if not why:
            alike.setdefault(key, []).append(panel)
    layout = _LAYOUTS.get(kind)
    fitting = (
        {key: columns([layout.needs(one) for one in some]) for key, some in alike.items()}
        if layout
        else {}
    )
    found = []
    for panel, key, why in zip(shown, keys, refused, strict=True):
        if why:
            found.append(flowing_text("n", why.split(" "), SIZES["narrowest"], "label"))
        else:
            found.append(
                layout.block(panel, fitting[key])
                if layout
                else names.block(panel, SIZES["narrowest"])
            )
    return found


def _refused(kind: str, panel: Panel) -> str:
    """Why a panel is not drawn; empty if it is."""
    words, rows = len(panel.side.words), max(len(panel.side.rows), len(panel.below))
    if not words and not rows:
        return "(no analysis)"
    if panel.too_large:
        return _too_large(f"{words} words and {rows} {KINDS[kind][1]}")
    high = _LAYOUTS[kind].levels(panel) if kind in _LAYOUTS else 0
    return _too_large(f"{high} levels") if high > LIMITS["levels"] else ""


def _too_large(found: str) -> str:
    limits = f"{LIMITS['words']} words, {LIMITS['rows']} rows and {LIMITS['levels']} levels"
    return (
        f"This has {found}: too large to draw. At most {limits} are drawn; "
        "karat show --all prints it in a terminal."
    )
