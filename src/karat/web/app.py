"""The workbench as an application: its pages, found in their folder, behind the gate."""

import importlib
import pkgutil
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from types import ModuleType

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, Router

from karat.store import open_store
from karat.web import pages, static_files
from karat.web.discreet import Discreet
from karat.web.problems import HANDLERS
from karat.web.rendering import problem
from karat.web.security import visitors
from karat.web.security.forms import guarded
from karat.web.security.gate import Gate
from karat.web.security.headers import FOR_EVER
from karat.web.security.publishing import sorts_of
from karat.web.settings import Settings

# The place in the menu of pages that have none of their own.
HOME = "/"


def create_app(settings: Settings) -> Starlette:
    """The application; it opens the store, and closes it when the server stops.

    A module in pages/ has ROUTES, and may have MENU (title, path, place) and ``attach``: a context manager
    that takes the application, for what lives as long as the server.
    """
    settings.check()
    key = visitors.key_of(settings)
    modules = page_modules()
    app = Starlette(
        routes=_below(settings.base_path),
        middleware=[Middleware(Gate, settings=settings, key=key)],
        exception_handlers=HANDLERS,
        lifespan=_lifespan,
    )
    # An address has one spelling; a path of a request is never sent back as an address.
    app.router.redirect_slashes = False
    app.state.settings, app.state.key = settings, key
    app.state.open = ExitStack()
    store = Discreet(settings.store) if settings.published else open_store(settings.store)
    app.state.store = app.state.open.enter_context(store)
    menus = {name: one.MENU for name, one in modules.items() if hasattr(one, "MENU")}
    shown = [
        menu
        for name, menu in menus.items()
        if not (settings.figures_only and sorts_of(name, menu[1]))
    ]
    app.state.menu = sorted(shown, key=lambda one: one[2])
    # The pages of annotate_work belong to the menu of annotate.
    app.state.sections = {
        one.__name__: menus.get(name, menus.get(name.partition("_")[0], ("", HOME)))[1]
        for name, one in modules.items()
    }
    for module in modules.values():
        if hasattr(module, "attach"):
            app.state.open.enter_context(module.attach(app))
    return app


def page_modules() -> dict[str, ModuleType]:
    """The modules of pages by name."""
    names = [one.name for one in pkgutil.iter_modules(pages.__path__)]
    return {
        name: importlib.import_module(f"{pages.__name__}.{name}")
        for name in names
        if not name.startswith("_")
    }


def routes() -> list[Route]:
    """All routes; those that write, or that show more than figures, are guarded."""
    found = [
        guarded(one, sorts_of(name, one.path))
        for name, module in page_modules().items()
        for one in module.ROUTES
    ]
    return [*_own_routes(), *found]


def _below(base: str) -> list[BaseRoute]:
    """All routes, below the base path; the base path without a slash leads to the first page."""
    if not base:
        return [*routes()]
    return [
        Route(base, lambda _: RedirectResponse(f"{base}/", 303)),
        Mount(base, app=Router(routes(), redirect_slashes=False)),
    ]


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    with app.state.open:
        yield


def _own_routes() -> list[Route]:
    return [
        Route("/health", _health),
        Route("/static/{version}/{name:path}", _static),
    ]


def _health(request: Request) -> Response:
    """For a supervisor: the server answers, and so does the store."""
    request.app.state.store.runs(limit=1)
    return JSONResponse({"status": "ok"})


def _static(request: Request) -> Response:
    """A file from the table in memory; the name is a key, never a path."""
    found = static_files.table().get(request.path_params["name"])
    if found is None or request.path_params["version"] != static_files.version():
        problem(404, "There is no such file.")
    return Response(found.content, headers={**FOR_EVER, "content-type": found.kind})
