"""The page of a report, piece by piece: what people read, its data, and its scripts."""

import base64
import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from karat.analysis.overview import Overview
from karat.reports.html import index
from karat.reports.html.chart import Chart, embedded
from karat.reports.html.gold_text import GoldText
from karat.reports.html.pack import deflated_text
from karat.reports.html.policy import policy
from karat.reports.html.sections import page_of
from karat.reports.html.system_data import SystemData
from karat.reports.html.template import SCRIPTS, STYLES, rendered, resource
from karat.reports.svg.style import script as drawing
from karat.reports.table import defined


class Told(NamedTuple):
    """What the caller knows of a report: its title, the command, and the options that files are read with."""

    title: str
    command: str
    options: tuple[str, ...] = ()


def report_page(
    found: Overview, charts: Sequence[Chart], gold: GoldText, systems: Sequence[SystemData], told: Told,
    library: str,
) -> Iterator[str]:  # fmt: skip
    """The page; ``library`` is the script that draws charts."""
    scripts = [library, resource("unpack.js"), drawing(), *map(resource, SCRIPTS)]
    style = "\n".join(map(resource, STYLES))
    page = page_of(found, told.title, told.command, charts)
    yield rendered(page, style, policy(scripts, [style]))
    head = index.head(found, told.title, told.command, told.options)
    yield _json("karat-head", inline(head))
    yield _json("karat-charts", embedded(charts))
    yield _json("karat-figures", inline(index.figures(found)))
    yield from _data(found, gold, systems)
    for script in scripts:
        yield f"<script>{script}</script>\n"
    yield "</body>\n</html>\n"


def _json(name: str, text: str) -> str:
    return f'<script type="application/json" id="{name}">{text}</script>\n'


def _data(found: Overview, gold: GoldText, systems: Sequence[SystemData]) -> Iterator[str]:
    yield _element("karat-index", deflated_text(index.index(found, gold, systems)))
    for number, some in enumerate(gold.texts):
        yield _element(f"karat-text-{number}", some)
    for at, one in enumerate(systems):
        both = zip(one.blocks, systems[0].blocks, strict=True)
        for number, (block, first) in enumerate(both):
            # Gold is the same for all systems, unless sentences of a block were aligned.
            if not at or block.gold != first.gold:
                yield _element(f"karat-gold-{number}-{at}", block.gold)
            yield _element(f"karat-block-{number}-{at}", block.pairs)


def _element(name: str, data: bytes) -> str:
    text = base64.b64encode(data).decode("ascii")
    return f'<script type="application/octet-stream" id="{name}">{text}</script>\n'


def inline(document: Any) -> str:
    """JSON that can stand in an element of a page: nothing in it ends the element.

    >>> inline({"title": "</script>"})
    '{"title": "\\\\u003c/script>"}'
    """
    text = json.dumps(defined(document), ensure_ascii=False, allow_nan=False)
    return text.replace("<", "\\u003c")
