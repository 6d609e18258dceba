"""Who asks, and for which project: people have a key in a cookie of their own for each project.

The key is sent once, in the body of a form. It is in the part of the link after #, which browsers never
send, so no log has it.
"""

import re

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from karat.model.errors import UsageError
from karat.store.annotations import projects
from karat.store.annotations.records import ADJUDICATOR, Item, Person, Project
from karat.web.rendering import address, problem, settings, store

_DAYS = 180
_KEY = re.compile("[A-Za-z0-9_-]{20,80}")


def project_of(request: Request) -> Project:
    """The project in the address."""
    key = request.path_params["project"]
    if not projects.ID.fullmatch(key):
        problem(404, "There is no such project.")
    try:
        found = projects.project(store(request), key)
    except UsageError:
        found = None
    if found is None or found.id != key:
        problem(404, "There is no such project.")
    return found


def worker(request: Request) -> tuple[Project, Person]:
    """The project, and the person in the address, whose key the browser must have."""
    project = project_of(request)
    number = request.path_params["person"]
    key = request.cookies.get(_cookie(project, number), "")
    found = projects.person(store(request), project.id, key) if _KEY.fullmatch(key) else None
    if found is None or found.number != number:
        problem(403, "This page needs the link of the person whose page it is.",
            "Open the link that you were given.")  # fmt: skip
    return project, found


def adjudicator(request: Request) -> tuple[Project, Person]:
    """The same, for what only adjudicators may see."""
    project, found = worker(request)
    if found.role != ADJUDICATOR:
        problem(403, "Only an adjudicator can see this.")
    return project, found


def item_of(request: Request, project: Project) -> Item:
    """The item in the address."""
    number = request.path_params["item"]
    found = projects.items(store(request), project, [number]) if 0 < number <= project.items else []
    if not found:
        problem(404, f"There is no such item: the project has {project.items}.")
    return found[0]


def entered(request: Request, project: Project, key: str) -> Response:
    """Let somebody in, by their key."""
    found = projects.person(store(request), project.id, key) if _KEY.fullmatch(key) else None
    if found is None:
        problem(403, "This key opens nothing in this project.",
            "Was the whole link copied? Somebody may have made a new one for you.")  # fmt: skip
    answer = RedirectResponse(address(request, f"/annotate/{project.id}/{found.number}"), 303)
    answer.set_cookie(
        _cookie(project, found.number), key, max_age=_DAYS * 86400,
        path=f"{settings(request).base_path}/annotate/{project.id}",
        secure=request.url.scheme == "https", httponly=True, samesite="strict",
    )  # fmt: skip
    return answer


def _cookie(project: Project, number: int) -> str:
    return f"karat-{project.id}-{number}"
