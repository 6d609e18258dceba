"""/upload: send gold and systems, and score them; /job: what became of it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import PurePath
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from karat import formats
from karat.model.errors import KaratError, UsageError
from karat.reports.terminal import printable
from karat.web import choices
from karat.web.jobs import Job, Jobs, Task
from karat.web.rendering import Problem, address, download, fragment, page, problem, settings, store
from karat.web.security.forms import check, streamed
from karat.web.uploads import Form, Refused, Upload, megabytes, received
from karat.web.workspace import remove

# Rows of the form that have a name and a file; more files can be sent without names.
ROWS = 8
_LONGEST = 200
_FORGOTTEN = "Jobs are forgotten when the server stops. What they saved is in the list of runs."
_HASH = re.compile("[0-9a-f]{64}")
_BOARD = re.compile("[0-9a-f]{12}")
_JOB = re.compile("[0-9a-z]{10}")


def form(request: Request, sent: Form | None = None, error: str = "") -> Response:
    """The form; with what was sent, if that could not be used."""
    known = {} if sent is None else sent.fields
    given = {name: values[0] for name, values in known.items()}
    chosen = set(known.get("scheme", ()))
    if sent is None and (board := _board(request)):
        given |= {"stored": board.gold_sha256}
        chosen |= {board.scheme} & choices.offered().keys()
    limits = settings(request).limits
    return page(
        request, "upload.html", status=400 if error else 200, error=error, given=given, chosen=chosen,
        golds=_golds(request), rows=range(1, ROWS + 1), schemes=choices.by_layer(),
        formats=formats.every_name(), policies=choices.FAILED, limits=limits,
        file_size=megabytes(limits.file), total_size=megabytes(limits.upload),
    )  # fmt: skip


@streamed
async def send(request: Request) -> Response:
    """Read the form into a folder of ours, begin the job, and go to its page."""
    folder = await run_in_threadpool(_jobs(request).folder)
    limits, token = settings(request).limits, _Token(request)
    try:
        kind = request.headers.get("content-type", "")
        sent = await received(kind, request.stream(), folder, limits, token)
        token.file()
    except BaseException as error:
        remove(folder)
        if isinstance(error, Refused):
            await _read_away(request)
        raise
    return await run_in_threadpool(_begun, request, sent)


async def _read_away(request: Request) -> None:
    """Read what is still sent, within the limits: a browser that is cut off does not show the answer."""
    # Starlette says by a RuntimeError that all was read already.
    with suppress(Problem, ClientDisconnect, RuntimeError):
        async for _ in request.stream():
            pass


class _Token:
    """The token of the form must come before the first file."""

    def __init__(self, request: Request) -> None:
        self._request, self._seen = request, hasattr(request.state, "checked")

    def field(self, name: str, value: str) -> None:
        """A field has arrived."""
        if name == "csrf" and not self._seen:
            check(self._request, value)
            self._seen = True

    def file(self) -> None:
        """The next part is a file."""
        if not self._seen:
            check(self._request, "")


def _begun(request: Request, sent: Form) -> Response:
    """The answer to a form: the way to its job, or the form again, with a message."""
    try:
        task = Task("karat.web.scoring:score", _arguments(request, sent), _title(sent), "/upload")
        job = _jobs(request).submit(task, sent.folder)
    except KaratError as error:
        remove(sent.folder)
        return form(request, sent, str(error))
    return RedirectResponse(address(request, f"/job/{job.id}"), 303)


def fit(request: Request) -> Response:
    """Which schemes fit a file that begins with these bytes, or a gold of the store."""
    asked = request.query_params.get("gold", "")
    name = printable(request.query_params.get("name", "gold"))[:_LONGEST]
    if _HASH.fullmatch(asked):
        head = store(request).content(asked)[: formats.HEAD]
    else:
        head = request.state.body[: formats.HEAD]
    try:
        return JSONResponse(choices.fit(head, name)._asdict())
    except KaratError as error:
        return JSONResponse({"error": str(error)})


def job_page(request: Request) -> Response:
    """Where a job stands; a finished one leads to its result."""
    job = _job(request)
    if request.query_params.get("as") == "json":
        state = {"state": job.state, "message": job.message or None, "result": dict(job.result)}
        return JSONResponse({"job": job.id, "title": job.task.title, **state})
    if "page" in job.result:
        return RedirectResponse(address(request, job.result["page"]), 303)
    return page(request, "job.html", **_state(request, job))


def job_state(request: Request) -> Response:
    """The part of the job's page that changes, which htmx asks for."""
    job = _job(request)
    answer = fragment(request, "job_state.html", **_state(request, job))
    if "page" in job.result:
        answer.headers["hx-redirect"] = address(request, job.result["page"])
    return answer


def cancel(request: Request) -> Response:
    """End a job."""
    job = _job(request)
    _jobs(request).cancel(job)
    return RedirectResponse(address(request, f"/job/{job.id}"), 303)


def job_file(request: Request) -> Response:
    """The file that a job made."""
    job = _job(request)
    if "file" not in job.result:
        problem(404, "This job has made no file.")
    result = job.result
    content = (job.folder / result["file"]).read_bytes()
    return download(request, result["name"], result["kind"], content)


def _jobs(request: Request) -> Jobs:
    found: Jobs = request.app.state.jobs
    return found


def _job(request: Request) -> Job:
    key = request.path_params["job"]
    job = _jobs(request).get(key) if _JOB.fullmatch(key) else None
    if job is None:
        problem(404, "There is no such job.", _FORGOTTEN)
    return job


def _state(request: Request, job: Job) -> dict[str, Any]:
    most = settings(request).limits.job_seconds
    return {"job": job, "before": _jobs(request).before(job), "most": most}


def _board(request: Request) -> Any:
    """The board that a system is to be added to, if the address names one."""
    key = request.query_params.get("board", "")
    boards = store(request).boards() if _BOARD.fullmatch(key) else []
    return next((one for one in boards if one.id == key), None)


def _golds(request: Request) -> dict[str, str]:
    """The golds whose contents the store has, by their hashes, the newest first."""
    found: dict[str, str] = {}
    for one in store(request).boards():
        found.setdefault(one.gold_sha256, one.gold)
    kept = store(request).kept(found)
    return {sha256: name for sha256, name in found.items() if sha256 in kept}


def _title(sent: Form) -> str:
    return sent.text("name") or ", ".join(one.name for one in sent.files if one.field != "gold")


def _arguments(request: Request, sent: Form) -> dict[str, Any]:
    """What the job is told; every part of the form is checked here."""
    limits = settings(request).limits
    schemes = list(dict.fromkeys(sent.fields.get("scheme", ())))
    for text in schemes:
        choices.scheme(text)
    wanted = sent.text("format")
    if wanted and wanted not in formats.every_name():
        raise UsageError(f"there is no format {wanted[:100]!r}")
    failed = sent.text("failed")
    if failed and failed not in choices.FAILED:
        raise UsageError(f"there is no policy {failed[:100]!r} for sentences that fail")
    return {
        "store": settings(request).store,
        "gold": _gold(request, sent),
        "systems": _systems(sent),
        "schemes": schemes,
        "failed": failed,
        "reading": {"format": wanted or None, "layout": "auto", "lenient": "lenient" in sent.fields},
        "name": _short("name", sent.text("name")),
        "tags": [_short("tag", one) for one in re.split(r"[\s,]+", sent.text("tags")) if one],
        "limits": {
            "expanded": limits.expanded, "ratio": limits.ratio, "sentences": limits.sentences,
        },
    }  # fmt: skip


def _gold(request: Request, sent: Form) -> dict[str, str]:
    files = [one for one in sent.files if one.field == "gold"]
    stored = sent.text("stored")
    if files and not stored:
        return {"name": files[0].name, "shown": files[0].name, "path": str(files[0].path)}
    if files:
        raise UsageError("give gold as a file or choose it from the store, not both")
    known = _golds(request)
    if stored not in known:
        raise UsageError("gold is missing: choose its file, or a gold that the store has")
    name = PurePath(known[stored]).name or "gold"
    return {"name": name, "shown": known[stored], "sha256": stored}


def _systems(sent: Form) -> list[dict[str, str]]:
    """The systems with their names: those of the form, or those of the files."""
    found: dict[str, Upload] = {}
    for one in sent.files:
        if one.field == "gold":
            continue
        given = sent.text(one.field.replace("system", "name", 1))
        name = _short("name of a system", given or one.name)
        if name in found:
            raise UsageError(f"two systems are called {name}; give each a name of its own")
        found[name] = one
    if not found:
        raise UsageError("the file of a system is missing: choose at least one")
    return [{"name": name, "shown": one.name, "path": str(one.path)} for name, one in found.items()]


def _short(what: str, text: str) -> str:
    """A name from the form as it is shown; an overlong one is refused."""
    shown = printable(text)
    if len(shown) > _LONGEST:
        raise UsageError(f"the {what} has {len(shown)} characters; use {_LONGEST} at most")
    return shown


@contextmanager
def attach(app: Starlette) -> Iterator[None]:
    """The jobs of a server begin and end with it."""
    app.state.jobs = Jobs(app.state.settings.limits)
    if app.state.settings.read_only:
        app.state.menu = [one for one in app.state.menu if one != MENU]
    try:
        yield
    finally:
        app.state.jobs.close()


ROUTES = [
    Route("/upload", form),
    Route("/upload", send, methods=["POST"]),
    Route("/upload/fit", fit, methods=["POST"]),
    Route("/job/{job}", job_page),
    Route("/job/{job}/state", job_state),
    Route("/job/{job}/cancel", cancel, methods=["POST"]),
    Route("/job/{job}/file", job_file),
]
MENU = ("Upload", "/upload", 50)
