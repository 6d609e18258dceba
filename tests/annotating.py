"""Annotation projects for tests: sentences of our own, and people with keys."""

from dataclasses import replace
from typing import Any

from karat.store.annotations import answers, projects
from karat.store.annotations.adjudication import place
from karat.store.annotations.drafting import draft
from karat.store.annotations.records import (
    ACCEPTED,
    REJECTED,
    Answer,
    NewProject,
    Project,
    Row,
    Stored,
)

TREES = b"""\
(S (NP (NNP Kim)) (VP (VBD gave) (NP (PRP her)) (NP (DT a) (JJ small) (NN book))) (. .))
(S (NP (PRP She)) (VP (VBZ wants) (S (VP (TO to) (VP (VB read) (NP (PRP it)))))) (. .))
(S (NP (DT The) (NN story)) (VP (VBD was) (VP (VBN told) (PP (IN by) (NP (DT a) (NN sailor))))) (. .))
"""


def project_of(
    store: Any, content: bytes = TREES, kind: str = "gr", *, name: str = "pilot", source: str = "trees.mrg",
    annotators: tuple[str, ...] = ("ann", "bob"), adjudicators: tuple[str, ...] = ("zoe",), scope: str = "",
) -> tuple[Project, dict[str, str]]:  # fmt: skip
    """A project, and the keys of its people."""
    found = draft(content, source, kind, scope=scope)
    new = NewProject(name, kind, found.scope, source, found.items, annotators, adjudicators)
    return projects.create(store, new)


def answered(
    store: Any, project: Project, name: str, item: int, *, without: tuple[int, ...] = (),
    added: tuple[Row, ...] = (), done: bool = True,
) -> Stored:  # fmt: skip
    """What somebody saves: all that is proposed but some, and what they add."""
    (one,) = projects.items(store, project, [item])
    desk = place(store, project, project.person(name), one)
    current = answers.latest(store, desk.desk)
    rows = [
        replace(row, state=REJECTED if at in without else ACCEPTED)
        for at, row in enumerate(desk.desk.first.rows)
    ]
    answer = Answer((*rows, *added), done=done)
    return answers.save(store, desk.desk, current.version, answer, desk.basis)
