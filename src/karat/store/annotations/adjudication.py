"""The answers of all annotators to an item as one, for an adjudicator to decide.

Rows that all annotators have are accepted. The others are proposed, with the names of those who have them.
Rows about the same dependent are one dispute.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from karat.model.gr import Gr
from karat.store.annotations.answers import Desk, newest
from karat.store.annotations.records import (
    ACCEPTED,
    ADJUDICATOR,
    PROPOSED,
    Answer,
    Item,
    Person,
    Project,
    Row,
    Stored,
)

if TYPE_CHECKING:
    from karat.store.store import Store


class Place(NamedTuple):
    """A desk, with what an adjudicator has before them: nobody else is told about the annotators."""

    desk: Desk
    waiting: Sequence[str] = ()
    basis: Mapping[str, int] = {}
    notes: Mapping[str, str] = {}


def place(store: "Store", project: Project, person: Person, item: Item) -> Place:
    """Where somebody works at an item; an adjudicator waits until all annotators are done."""
    if person.role != ADJUDICATOR:
        return Place(Desk(project, item, person.desk, person.number, item.first))
    found = newest(store, project, item=item.number)
    answers = {
        one: found.get((item.number, one.number), Stored(item.first)) for one in project.annotators
    }
    waiting = [one.name for one, stored in answers.items() if not stored.answer.done]
    given = {} if waiting else {one.name: stored.answer for one, stored in answers.items()}
    desk = Desk(
        project, item, person.desk, person.number, merged(given, names=project.kind != "gr")
    )
    basis = {str(one.number): stored.version for one, stored in answers.items()}
    notes = {name: answer.note for name, answer in given.items() if answer.note}
    return Place(desk, waiting, basis, notes)


def merged(answers: Mapping[str, Answer], *, names: bool = False) -> Answer:
    """One answer from those of several annotators; with ``names`` every row is a question of its own.

    >>> from karat.store.annotations.records import Row
    >>> rows = [Row(Gr(name, head="go", dependent="home"), ACCEPTED) for name in ("ncmod", "iobj")]
    >>> ann, bob = (Answer([row]) for row in rows)
    >>> [(row.gr.label, row.state, row.by, row.dispute) for row in merged({"ann": ann, "bob": bob}).rows]
    [('ncmod', 'proposed', ('ann',), 1), ('iobj', 'proposed', ('bob',), 1)]
    """
    rows = list[Row]()
    for who, answer in answers.items():
        for gr in answer.accepted:
            at = next(
                (i for i, row in enumerate(rows) if who not in row.by and same(row.gr, gr)), -1
            )
            if at < 0:
                rows.append(Row(gr, by=(who,)))
            else:
                rows[at] = replace(rows[at], gr=_fuller(rows[at].gr, gr), by=(*rows[at].by, who))
    return Answer(_numbered(rows, len(answers), names))


def same(one: Gr, other: Gr) -> bool:
    """Whether two relations are the same; a position that is not known may be any."""
    places = zip(one[5:], other[5:], strict=True)
    return one[:5] == other[:5] and all(a == b or -1 in (a, b) for a, b in places)


def _fuller(one: Gr, other: Gr) -> Gr:
    return one._replace(
        head_at=max(one.head_at, other.head_at),
        dependent_at=max(one.dependent_at, other.dependent_at),
    )


def _numbered(rows: Sequence[Row], people: int, names: bool) -> tuple[Row, ...]:
    """Disputed rows with the numbers of their disputes, each dispute together; then what all have."""
    numbers: dict[object, int] = {}
    found = []
    for at, row in enumerate(rows):
        if len(row.by) == people:
            found.append(replace(row, state=ACCEPTED))
            continue
        about = (
            at if names else row.gr.dependent_at if row.gr.dependent_at >= 0 else row.gr.dependent
        )
        number = numbers.setdefault(about, len(numbers) + 1)
        found.append(replace(row, state=PROPOSED, dispute=number))
    return tuple(sorted(found, key=lambda row: row.dispute or len(rows) + 1))
