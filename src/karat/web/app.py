"""The workbench as an application: its pages, found in their folder, behind the gate."""

import importlib
import pkgutil
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from types import ModuleType

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from karat.store import open_store
from karat.web import pages, static_files
from karat.web.problems import HANDLERS
from karat.web.rendering import problem
from karat.web.security import visitors
from karat.web.security.forms import guarded
from karat.web.security.gate import Gate
from karat.web.security.headers import FOR_EVER
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
    modules = list(_modules())
    found = [*_own_routes(), *(one for module in modules for one in module.ROUTES)]
    routes: list[BaseRoute] = [guarded(one) for one in found]
    app = Starlette(
        routes=[Mount(settings.base_path, routes=routes)] if settings.base_path else routes,
        middleware=[Middleware(Gate, settings=settings, key=key)],
        exception_handlers=HANDLERS,
        lifespan=_lifespan,
    )
    app.state.settings, app.state.key = settings, key
    app.state.open = ExitStack()
    app.state.store = app.state.open.enter_context(open_store(settings.store))
    app.state.sections = {
        one.__name__: one.MENU[1] if hasattr(one, "MENU") else HOME for one in modules
    }
    app.state.menu = sorted(
        (one.MENU for one in modules if hasattr(one, "MENU")), key=lambda one: one[2]
    )
    for module in modules:
        if hasattr(module, "attach"):
            app.state.open.enter_context(module.attach(app))
    return app


def _modules() -> Iterator[ModuleType]:
    """The modules of pages."""
    for found in pkgutil.iter_modules(pages.__path__):
        if not found.name.startswith("_"):
            yield importlib.import_module(f"{pages.__name__}.{found.name}")


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
