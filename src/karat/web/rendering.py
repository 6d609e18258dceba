"""What pages use: the store, templates, addresses, forms, downloads, problems.

An endpoint is a plain function that takes a request and returns a response:

    def board(request: Request) -> Response:
        found = store(request).entries(request.path_params["board"])
        return page(request, "board.html", entries=found)

What a form sends has been read, and its token checked, before an endpoint is called: ``form(request)``.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NoReturn
from unicodedata import category
from urllib.parse import quote, urlencode

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from karat import __version__
from karat.reports.html.build import inline
from karat.reports.table import defined
from karat.web import static_files
from karat.web.security import visitors
from karat.web.settings import Settings

if TYPE_CHECKING:
    from karat.store.store import Store

# Categories of characters that steer, turn text around or are unseen.
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
KINDS = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "svg": "image/svg+xml",
    "text": "text/plain; charset=utf-8",
}


class Problem(Exception):
    """What the user is told instead of a page: ``what`` is wrong, and what to do about it."""

    def __init__(self, status: int, what: str, todo: str = "") -> None:
        super().__init__(what)
        self.status, self.what, self.todo = status, what, todo


def problem(status: int, what: str, todo: str = "") -> NoReturn:
    """Answer the request with a page (or JSON) that says what is wrong, in one clear sentence."""
    raise Problem(status, what, todo)


def settings(request: Request) -> Settings:
    """What the server was started with."""
    found: Settings = request.app.state.settings
    return found


def store(request: Request) -> "Store":
    """The store; it may be used by several threads at the same time."""
    found: Store = request.app.state.store
    return found


def form(request: Request) -> FormData:
    """The fields and files of a form; its token was checked."""
    found: FormData = request.state.form
    return found


def document(request: Request) -> Any:
    """The JSON that a script sent; its token was checked."""
    try:
        text = request.state.body.decode("utf-8")
        found = json.loads(text)
        # Lone surrogates cannot be encoded, and NUL cannot be kept in a database.
        json.dumps(found, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        problem(400, "The request is not JSON.")
    if "\\u0000" in text:
        problem(400, "The request has a NUL character.")
    return found


def address(request: Request, path: str, **query: Any) -> str:
    """An address of the workbench; a query may have lists, and None is left out.

    In templates it is ``url("/board/" ~ board.id, figure="f1")``.
    """
    return located(settings(request).base_path, path, **query)


def located(base: str, path: str, **query: Any) -> str:
    """A path below the base path of the server, with its query.

    >>> located("/karat", "/sentence/a1.0/3", scheme="evalb(params=new)", figure=None)
    '/karat/sentence/a1.0/3?scheme=evalb%28params%3Dnew%29'
    >>> located("", "/suite/a b?c")
    '/suite/a%20b%3Fc'
    """
    asked = urlencode({key: one for key, one in query.items() if one is not None}, doseq=True)
    return base + "/" + quote(path.lstrip("/"), safe="/@:+,.~-()") + (f"?{asked}" if asked else "")


def page(request: Request, name: str, *, status: int = 200, **context: Any) -> Response:
    """A page from a template in web/templates; what is in ``context`` is escaped."""
    text = environment().get_template(name).render({**_context(request), **context})
    return Response(text, status, media_type=KINDS["html"])


def fragment(request: Request, name: str, **context: Any) -> Response:
    """A part of a page, which htmx puts into its place; the template does not extend base.html."""
    return page(request, name, **context)


def download(request: Request, name: str, kind: str, content: Any) -> Response:
    """Content as a file called ``name``: JSON of a document, or text or bytes as they are.

    ``kind`` is json, csv, html, svg or text.
    """
    if kind == "json" and not isinstance(content, str | bytes):
        content = json.dumps(defined(content), ensure_ascii=False, allow_nan=False, indent=2) + "\n"
    data = content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
    shown = "".join(c if c.isalnum() or c in "-_. " else "_" for c in name).strip(". ") or "karat"
    plain = shown.encode("ascii", "replace").decode().replace("?", "_")
    disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(shown)}"
    return Response(data, media_type=KINDS[kind], headers={"content-disposition": disposition})


@cache
def environment() -> Environment:
    """The templates; everything that is put into them is escaped, unseen characters included."""
    found = Environment(
        loader=FunctionLoader(_template), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, finalize=_finalized,
    )  # fmt: skip
    found.filters["json"] = lambda value: Markup(inline(value))
    return found


def _template(name: str) -> tuple[str, str, Callable[[], bool]] | None:
    """The text of a template, what tracebacks call it, and that it does not change."""
    place = files("karat.web") / "templates" / name
    return (place.read_text("utf-8"), name, lambda: True) if place.is_file() else None


def _finalized(value: Any) -> Any:
    """Characters that turn text around or are unseen are written as escapes.

    >>> print(_finalized("a\\u202eb"), _finalized(7))
    a\\u202eb 7
    """
    if not isinstance(value, str) or isinstance(value, Markup) or value.isprintable():
        return value
    return "".join(c if category(c) not in UNSEEN or c in "\n\t" else _escape(c) for c in value)


def _escape(character: str) -> str:
    return character.encode("unicode_escape", "backslashreplace").decode()


def _context(request: Request) -> Mapping[str, Any]:
    """What every template has."""
    state = request.app.state
    base = state.settings.base_path
    return {
        "request": request,
        "version": __version__,
        "menu": state.menu,
        "here": request.url.path.removeprefix(base),
        "section": state.sections.get(getattr(request.scope.get("endpoint"), "__module__", "")),
        "read_only": state.settings.read_only,
        "figures_only": state.settings.figures_only,
        "logged_in": visitors.logged_in(request),
        "csrf": "" if state.settings.read_only else visitors.csrf(request),
        "csrf_field": lambda: _csrf_field(request),
        "url": lambda path, **query: located(base, path, **query),
        "static": lambda name: base + static_files.address(name),
    }


def _csrf_field(request: Request) -> Markup:
    return Markup('<input type="hidden" name="csrf" value="{}">').format(visitors.csrf(request))
