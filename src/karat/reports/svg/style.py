"""The style of drawings, and the script that draws the same in a browser."""

import json
import re
from functools import cache

from karat.reports.svg.shared import FILES

# In this order: each uses those before it.
SCRIPTS = (
    "draw_text.js", "draw_marks.js", "draw_elements.js", "draw_columns.js", "draw_panels.js",
    "draw_words.js", "draw_tree.js", "draw_links.js", "draw_arcs.js", "draw_ranges.js",
    "draw_told.js", "draw.js",
)  # fmt: skip
_COMMENT = re.compile(r"/\*.*?\*/\n")
_ROOT = re.compile(r":root\{.*?\}\n")
_COLOUR = re.compile(r"--(\w+):light-dark\((#\w+),(#\w+)\)")
_USE = re.compile(r"([\w-]+):var\(--(\w+)\)")


def sheet(name: str = "draw.css") -> str:
    """The style sheet for a page that says itself whether it is light or dark."""
    return (FILES / name).read_text(encoding="utf-8")


@cache
def style(scope: str = ":root", name: str = "draw.css") -> str:
    """The style sheet of a file, for many programs; ``scope`` is where its variables are set.

    It is light, or dark on a screen of somebody who prefers that. Each colour is also given as it is, for
    programs that know no variables.
    """
    css = _COMMENT.sub("", sheet(name))
    colours = {name: (light, dark) for name, light, dark in _COLOUR.findall(css)}
    light, dark = (
        f"{scope}{{{';'.join(f'--{name}:{both[at]}' for name, both in colours.items())}}}"
        for at in (0, 1)
    )
    rules = _USE.sub(lambda use: f"{use[1]}:{colours[use[2]][0]};{use[0]}", _ROOT.sub("", css))
    return f"{light}\n@media screen and (prefers-color-scheme:dark){{{dark}}}\n{rules}"


@cache
def script() -> str:
    """The script: ``karat.draw.picture(data)`` is the drawing of what ``as_data`` gives."""
    tables = {
        "table": (FILES / "draw.json").read_text(encoding="utf-8").strip(),
        "characters": (FILES / "characters.json").read_text(encoding="utf-8").strip(),
        "style": json.dumps(style()).replace("<", "\\u003c"),
    }
    begin = [f"karat.draw.{name} = {value};\n" for name, value in tables.items()]
    scripts = [(FILES / name).read_text(encoding="utf-8") for name in SCRIPTS]
    return "".join(["globalThis.karat ??= {};\nkarat.draw = {};\n", *begin, *scripts])
