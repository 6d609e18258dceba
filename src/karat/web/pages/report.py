"""/report/{entry}: the report of a selection, one file to keep and to send, made in a job."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from karat.model.errors import KaratError
from karat.web.commands import report_command, without_folder
from karat.web.jobs import Jobs, Task
from karat.web.rendering import address, page, settings
from karat.web.reporting import files_of, schemes_of
from karat.web.selection import selected


def report(request: Request) -> Response:
    """What the report will have, and a button that begins it."""
    selection = selected(request)
    schemes = schemes_of(selection)
    why = command = ""
    try:
        gold, systems = files_of(selection)
        if settings(request).read_only:
            gold = without_folder(gold)
            systems = {name: without_folder(one) for name, one in systems.items()}
        command = report_command(gold, systems, schemes)
    except KaratError as error:
        why = str(error)
    return page(
        request, "report.html", selection=selection, schemes=schemes, command=command, why=why,
        seconds=int(settings(request).limits.job_seconds),
    )  # fmt: skip


def begin(request: Request) -> Response:
    """Begin the job, and go to its page, where the file can be fetched."""
    selection = selected(request)
    files_of(selection)  # what cannot be made is said at once
    names = ", ".join(selection.names.values())
    arguments = {
        "store": settings(request).store,
        "entries": selection.ids,
        "name": f"report-{selection.first.run_name or selection.first.run}.html",
    }
    jobs: Jobs = request.app.state.jobs
    job = jobs.submit(Task("karat.web.reporting:report", arguments, f"Report of {names}"))
    return RedirectResponse(address(request, f"/job/{job.id}"), 303)


ROUTES = [Route("/report/{entry}", report), Route("/report/{entry}", begin, methods=["POST"])]
