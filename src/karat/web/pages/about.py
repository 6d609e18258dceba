"""/about: what the workbench is, and what to type to fill it."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from karat.web.rendering import page, settings


def about(request: Request) -> Response:
    """What to type, and what the server allows."""
    return page(request, "about.html", limits=settings(request).limits)


ROUTES = [Route("/about", about)]
MENU = ("About", "/about", 90)
