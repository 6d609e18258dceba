"""/annotate/PROJECT/PERSON/…: somebody's items, the page on which one is annotated, and what it sends."""

import re
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from karat.files.phenomena import catalogue
from karat.reports.svg.annotated import annotated
from karat.store.annotations import answers
from karat.store.annotations.adjudication import Place, place
from karat.store.annotations.drafting import bases, labels_of, names_in
from karat.store.annotations.presence import here
from karat.store.annotations.projects import sentences
from karat.store.annotations.records import (
    ADJUDICATOR,
    REJECTED,
    Answer,
    Newer,
    Person,
    Project,
    Stored,
)
from karat.store.annotations.sound import faults, problems
from karat.web.pages._annotate import item_of, worker
from karat.web.rendering import address, document, page, problem, store

_TAB = re.compile("[0-9a-z-]{8,40}")


def mine(request: Request) -> Response:
    """Somebody's items with their states."""
    project, person = worker(request)
    known = answers.states(store(request), project)
    desks = [one.desk for one in project.annotators] if person.role == ADJUDICATOR else []
    listed = [
        (number, text, _state(
            known.get((number, person.desk)), not all(known.get((number, desk)) for desk in desks)
        ))
        for number, text in enumerate(sentences(store(request), project), 1)
    ]  # fmt: skip
    return page(
        request, "annotate_mine.html", project=project, person=person, items=listed,
        next=next((number for number, _, state in listed if state in ("open", "begun")), 0),
        done=sum(state == "done" for *_, state in listed),
    )  # fmt: skip


def _state(done: bool | None, waiting: bool) -> str:
    if done:
        return "done"
    return "waiting" if waiting else "open" if done is None else "begun"


def following(request: Request) -> Response:
    """The first item after the given one that is not done; the list, if there is none."""
    project, person = worker(request)
    known = answers.states(store(request), project)
    after = request.path_params["item"]
    order = [*range(after + 1, project.items + 1), *range(1, after + 1)]
    desks = [one.desk for one in project.annotators] if person.role == ADJUDICATOR else []
    for number in order:
        if not known.get((number, person.desk)) and all(known.get((number, one)) for one in desks):
            return RedirectResponse(_address(request, project, person, number), 303)
    return RedirectResponse(address(request, f"/annotate/{project.id}/{person.number}"), 303)


def item(request: Request) -> Response:
    """The page on which an item is annotated."""
    project, person = worker(request)
    found = place(store(request), project, person, item_of(request, project))
    return page(
        request, "annotate_item.html", project=project, person=person, item=found.desk.item,
        data={**_about(request, project, person, found), **_now(request, found, person)},
    )  # fmt: skip


def data(request: Request) -> Response:
    """The newest version of an item, for a page that shows an older one."""
    project, person = worker(request)
    found = place(store(request), project, person, item_of(request, project))
    return JSONResponse(_now(request, found, person))


def save(request: Request) -> Response:
    """Save an answer, undo or redo; who would save over a newer version is told, and gets that one.

    Both this and an answer that cannot be done yet are ordinary answers to the script, not errors.
    """
    project, person = worker(request)
    found = place(store(request), project, person, item_of(request, project))
    sent = document(request)
    base = sent.get("base") if isinstance(sent, Mapping) else None
    if type(base) is not int:
        problem(400, "The request has no version.")
    if found.waiting:
        problem(
            409, f"Not done yet by {', '.join(found.waiting)}.", "Adjudicate it when they are done."
        )
    try:
        stored = _saved(request, found, sent, base)
    except Newer as newer:
        return JSONResponse({"newer": _stored(project, newer.current)})
    except _Refused as refused:
        return JSONResponse({"refused": str(refused)})
    return JSONResponse(_now(request, found, person, stored))


class _Refused(Exception):
    """An answer cannot be done yet."""


def _saved(request: Request, found: Place, sent: Mapping[str, Any], base: int) -> Stored:
    action, desk = sent.get("action"), found.desk
    if action == "undo":
        return answers.undo(store(request), desk, base)
    if action == "redo":
        return answers.redo(store(request), desk, base)
    if action != "edit":
        problem(400, "A save is an edit, undo or redo.")
    answer = Answer.of(sent.get("answer"))
    if answer.done and (wrong := problems(desk.project, desk.item, answer)):
        raise _Refused("; ".join(wrong))
    return answers.save(store(request), desk, base, answer, found.basis)


def present(request: Request) -> Response:
    """A page says that it is open, or that it closes; it hears who else is there, and what is newest."""
    project, person = worker(request)
    found = place(store(request), project, person, item_of(request, project))
    sent = document(request)
    tab = sent.get("tab") if isinstance(sent, Mapping) else None
    if not isinstance(tab, str) or not _TAB.fullmatch(tab):
        problem(400, "The request does not say which page it is from.")
    others = here(store(request), found.desk, tab, leaving=sent.get("leaving") is True)
    names = {one.number: one.name for one in project.people}
    newest = answers.latest(store(request), found.desk).version
    return JSONResponse({
        "version": newest,
        "others": sorted({"you" if one.author == person.number else names[one.author] for one in others}),
    })  # fmt: skip


def _about(request: Request, project: Project, person: Person, found: Place) -> dict[str, Any]:
    """What does not change while an item is annotated."""
    one = found.desk.item
    words = {"words": list(one.words), "tags": list(one.tags), "bases": bases(one)}
    choice: dict[str, Any] = {"labels": labels_of(project.scope)} if project.kind == "gr" else {
        "names": [(name, catalogue()[name]) for name in names_in(project.scope)]
    }  # fmt: skip
    return {
        "kind": project.kind, "item": one.number, "of": project.items, **words, **choice,
        "adjudicating": person.role == ADJUDICATOR, "waiting": list(found.waiting),
        "people": [one.name for one in project.annotators] if person.role == ADJUDICATOR else [],
        "notes": dict(found.notes), "proposed": found.desk.first.as_dict()["rows"],
        "base": address(request, f"/annotate/{project.id}/{person.number}"),
    }  # fmt: skip


def _now(
    request: Request, found: Place, person: Person, stored: Stored | None = None
) -> dict[str, Any]:
    """What is newest: the answer, what is wrong with it, its drawing, and how far one has come."""
    desk, project = found.desk, found.desk.project
    newest = stored or answers.latest(store(request), desk)
    rows = [(row.gr, row.state) for row in newest.answer.rows if row.state != REJECTED]
    one = desk.item
    known = answers.states(store(request), project)
    return {
        "stored": _stored(project, newest),
        "faults": faults(project, one, newest.answer),
        "svg": annotated(one.words, one.tags, rows) if project.kind == "gr" else "",
        "changed": bool(
            newest.version and newest.basis and dict(newest.basis) != dict(found.basis)
        ),
        "done": sum(done for (_, at), done in known.items() if at == person.desk),
    }


def _stored(project: Project, stored: Stored) -> dict[str, Any]:
    names = {one.number: one.name for one in project.people}
    return {
        "version": stored.version, "created": stored.created, "author": names.get(stored.author, ""),
        "answer": stored.answer.as_dict(), "undo": stored.back >= 0, "redo": stored.forward >= 0,
    }  # fmt: skip


def _address(request: Request, project: Project, person: Person, item: int) -> str:
    return address(request, f"/annotate/{project.id}/{person.number}/{item}")


_ITEM = "/annotate/{project}/{person:int}/{item:int}"
ROUTES = [
    Route("/annotate/{project}/{person:int}", mine),
    Route(_ITEM, item),
    Route(f"{_ITEM}/next", following),
    Route(f"{_ITEM}/data", data),
    Route(f"{_ITEM}/save", save, methods=["POST"]),
    Route(f"{_ITEM}/here", present, methods=["POST"]),
]
