"""The page as text: a template filled with its sections. Everything that comes from files is escaped."""

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from karat.model.errors import UsageError
from karat.reports.html.parts import Page

if TYPE_CHECKING:
    from jinja2 import Environment

STYLES = ("page.css", "draw.css", "charts.css")
# The scripts of the page in the order in which they run.
SCRIPTS = (
    "charts.js", "dom.js", "state.js", "select.js", "texts.js", "list.js", "columns.js", "controls.js",
    "detail.js", "theme.js", "keys.js", "browser.js", "page.js",
)  # fmt: skip


def resource(name: str) -> str:
    """The text of a file beside this module."""
    return files("karat.reports.html").joinpath(name).read_text("utf-8")


@cache
def _environment() -> "Environment":
    try:
        from jinja2 import Environment, FunctionLoader
    except ImportError:
        raise UsageError("a report needs jinja2; type: pip install 'karat[report]'") from None
    return Environment(
        loader=FunctionLoader(resource), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )


def rendered(page: Page, style: str, policy: str) -> str:
    """The page up to its data and its scripts, which follow it; they end the page."""
    from markupsafe import Markup

    template = _environment().get_template("page.html")
    return template.render(page=page, style=Markup(style), policy=policy).lstrip()
