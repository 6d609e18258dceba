"""The style of drawings, and the script that draws the same in a browser."""

import re
from functools import cache

from karat.reports.svg.shared import FILES

# In this order: each uses those before it.
SCRIPTS = (
    "draw_text.js", "draw_marks.js", "draw_elements.js", "draw_columns.js", "draw_panels.js", "draw_words.js",
    "draw_tree.js", "draw_links.js", "draw_arcs.js", "draw_ranges.js", "draw.js",
)  # fmt: skip
_VARIABLE = re.compile(r"--(\w+):(#\w+)")
_USE = re.compile(r"([\w-]+):var\(--(\w+)\)")


@cache
def style(scope: str = ":root") -> str:
    """The style sheet, for a file of its own; ``scope`` is where its variables are set.

    A colour is also given as it is, for programs that know no variables: they take the light one.
    """
    css = (FILES / "draw.css").read_text(encoding="utf-8")
    light = dict(reversed(_VARIABLE.findall(css.partition("@media")[0])))
    css = _USE.sub(lambda use: f"{use[1]}:{light[use[2]]};{use[0]}", css)
    return css.replace(":root", scope)


@cache
def script() -> str:
    """The script: ``karat.draw.picture(data)`` is the drawing of what ``as_data`` gives."""
    tables = (
        f"karat.draw.{name} = {(FILES / file).read_text(encoding='utf-8').strip()};\n"
        for name, file in (("table", "draw.json"), ("characters", "characters.json"))
    )
    scripts = ((FILES / name).read_text(encoding="utf-8") for name in SCRIPTS)
    return "".join(["globalThis.karat ??= {};\nkarat.draw = {};\n", *tables, *scripts])
