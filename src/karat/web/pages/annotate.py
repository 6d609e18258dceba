"""/annotate: the projects, a form for a new one, and the door through which people come in."""

import re
from typing import TYPE_CHECKING

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from karat.files import resources
from karat.files.hierarchy import BUILT_IN
from karat.model.errors import KaratError, UsageError
from karat.store.annotations import projects
from karat.store.annotations.drafting import draft
from karat.store.annotations.records import KINDS, NewProject
from karat.web.pages._annotate import entered, project_of
from karat.web.rendering import address, form, page, store
from karat.web.security.forms import uploads

if TYPE_CHECKING:
    from karat.store.store import Store


def overview(request: Request) -> Response:
    """All projects."""
    return page(request, "annotate.html", projects=projects.projects(store(request)))


@uploads
def new(request: Request) -> Response:
    """The form for a new project; when it was sent, the project with the links of its people."""
    if request.method == "GET":
        return _form(request, {})
    sent = form(request)
    given = {name: str(sent.get(name, "")).strip() for name in _FIELDS}
    try:
        project, keys = projects.create(store(request), _wanted(store(request), given, sent))
    except KaratError as error:
        return _form(request, given, str(error))
    links = [
        (one, f"{request.url.scheme}://{request.url.netloc}", address(request, f"/annotate/{project.id}"),
         keys[one.name])
        for one in project.people
    ]  # fmt: skip
    return page(request, "annotate_made.html", project=project, links=links)


_FIELDS = ("name", "kind", "kept", "annotators", "adjudicators", "scope", "text")
_SHA256 = re.compile("[0-9a-f]{64}")
# Bytes of a file that a project is made from.
_LARGEST = 8 << 20
# The newest runs whose files are offered.
_RUNS = 20


def _form(request: Request, given: dict[str, str], wrong: str = "") -> Response:
    return page(
        request, "annotate_new.html", status=400 if wrong else 200, wrong=wrong, kinds=KINDS,
        given={name: given.get(name, "") for name in _FIELDS}, hierarchies=BUILT_IN,
        inventories=resources.names("inventories"), kept=_kept(store(request)),
    )  # fmt: skip


def _kept(known: "Store") -> dict[str, str]:
    """The files of the newest runs that the store keeps, by their hashes."""
    found = dict[str, str]()
    for line in known.runs(limit=_RUNS):
        for one in known.run(line.id).files:
            if one.kept and one.role in ("gold", "system"):
                found.setdefault(one.sha256, f"{one.name} ({line.name or line.id})")
    return found


def _content(
    known: "Store", given: dict[str, str], sent: FormData
) -> tuple[bytes, str, str | None]:
    """What the sentences are taken from, its name, and its format if it is known."""
    upload, kept = sent.get("file"), given["kept"]
    if isinstance(upload, UploadFile) and upload.filename:
        content = upload.file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise UsageError(f"the file is larger than {_LARGEST >> 20} MB; give a part of it")
        return content, upload.filename[:200], None
    if _SHA256.fullmatch(kept) and (name := _kept(known).get(kept)):
        return known.content(kept), name, None
    lines = [line.strip() for line in given["text"].splitlines() if line.strip()]
    if not lines:
        raise UsageError("choose a file, or type some sentences")
    return "\n".join([*lines, ""]).encode(), "sentences", "text"


def _wanted(known_store: "Store", given: dict[str, str], sent: FormData) -> NewProject:
    """The project that a form describes."""
    content, source, how = _content(known_store, given, sent)
    scope = given["scope"]
    known = BUILT_IN if given["kind"] == "gr" else resources.names("inventories")
    found = draft(content, source, given["kind"], format=how, scope=scope if scope in known else "")
    return NewProject(
        given["name"], given["kind"], found.scope, source, found.items, _names(given["annotators"]),
        _names(given["adjudicators"]), found.notes,
    )  # fmt: skip


def _names(text: str) -> list[str]:
    return [name for piece in text.replace("\n", ",").split(",") if (name := piece.strip())]


def door(request: Request) -> Response:
    """The page that a link opens; its script sends the key."""
    return page(request, "annotate_door.html", project=project_of(request))


def enter(request: Request) -> Response:
    """A key was sent."""
    return entered(request, project_of(request), str(form(request).get("key", "")))


ROUTES = [
    Route("/annotate", overview),
    Route("/annotate/new", new, methods=["GET", "POST"]),
    Route("/annotate/{project}", door),
    Route("/annotate/{project}/enter", enter, methods=["POST"]),
]
MENU = ("Annotate", "/annotate", 60)
