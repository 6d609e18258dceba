"""/login: give the token of the server once, and be known by a cookie."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from karat.web.rendering import address, form, page, settings
from karat.web.security import access, visitors
from karat.web.security.forms import harmless


def login(request: Request) -> Response:
    """The form for the token; nobody needs it if there is no token, or twice."""
    onward = access.local(request.query_params.get("next", "/"))
    if visitors.logged_in(request) or not settings(request).token:
        return RedirectResponse(settings(request).base_path + onward, 303)
    return page(request, "login.html", onward=onward, said="", hide_menu=True)


@harmless
def enter(request: Request) -> Response:
    """Check the token; a new visitor is made, so that no cookie from before is worth anything."""
    if not settings(request).token:
        return RedirectResponse(address(request, "/"), 303)
    onward = access.local(str(form(request).get("next", "/")))
    refused = access.wrong(request, str(form(request).get("token", "")).strip())
    if refused is not None:
        said = (
            "The token is wrong."
            if refused.status_code == 401
            else "Too many wrong tokens. Wait a while."
        )
        found = page(
            request,
            "login.html",
            status=refused.status_code,
            onward=onward,
            said=said,
            hide_menu=True,
        )
        found.headers.update(
            {key: refused.headers[key] for key in ("retry-after",) if key in refused.headers}
        )
        return found
    request.state.visitor, request.state.greet = visitors.new(visitors.KNOWN), True
    return RedirectResponse(settings(request).base_path + onward, 303)


@harmless
def leave(request: Request) -> Response:
    """Forget the visitor."""
    request.state.visitor, request.state.greet = visitors.gone(), True
    return RedirectResponse(address(request, "/login"), 303)


ROUTES = [
    Route("/login", login),
    Route("/login", enter, methods=["POST"]),
    Route("/logout", leave, methods=["POST"]),
]
