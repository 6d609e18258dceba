"""What an annotation project is, as values.

A *project* has items, which are sentences with proposals, and people. An annotator answers every item at a
*desk* of their own; the adjudicators share the desk 0. An answer is a list of rows, each with a state. Every
save is a new version of the answer at a desk, so nothing is ever overwritten.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from karat.model.errors import InputError, UsageError
from karat.model.gr import Gr

KINDS = ("gr", "phenomena")
ANNOTATOR, ADJUDICATOR = ROLES = ("annotator", "adjudicator")
PROPOSED, ACCEPTED, REJECTED = STATES = ("proposed", "accepted", "rejected")
# The desk that all adjudicators share; an annotator's desk has the annotator's number.
SHARED = 0
# How files call what adjudicators have decided; no person has this name.
ADJUDICATED = "adjudicated"
# What an answer may hold at most; a browser that sends more is not ours.
MOST_ROWS, MOST_TEXT, MOST_NOTE = 1000, 500, 4000


@dataclass(frozen=True)
class Row:
    """A relation, or the name of a phenomenon, and what was decided about it.

    ``origin`` is the number of the proposal that it was made from, or -1. ``by`` are the annotators who have
    it, and ``dispute`` is the number of the question that it answers, for the adjudicator.
    """

    gr: Gr
    state: str = PROPOSED
    origin: int = -1
    by: tuple[str, ...] = ()
    dispute: int = 0

    def as_dict(self) -> dict[str, Any]:
        return {
            **self.gr._asdict(), "state": self.state, "origin": self.origin, "by": list(self.by),
            "dispute": self.dispute,
        }  # fmt: skip

    @classmethod
    def of(cls, given: Any) -> "Row":
        """A row from JSON; anything that is not one is an error."""
        if not isinstance(given, Mapping):
            raise InputError("a row should be an object")
        texts = [_text(given.get(name, ""), name) for name in Gr._fields[:5]]
        places = [_number(given.get(name, -1), name) for name in Gr._fields[5:]]
        if given.get("state") not in STATES:
            raise InputError(f"the state of a row is one of {', '.join(STATES)}")
        by = given.get("by", [])
        if not isinstance(by, list):
            raise InputError("by should be a list of names")
        return cls(
            Gr._make([*texts, *places]), given["state"], _number(given.get("origin", -1), "origin"),
            tuple(_text(one, "by") for one in by), _number(given.get("dispute", 0), "dispute"),
        )  # fmt: skip


@dataclass(frozen=True)
class Answer:
    """What somebody says about an item."""

    rows: Sequence[Row] = ()
    note: str = ""
    done: bool = False

    @property
    def accepted(self) -> list[Gr]:
        return [row.gr for row in self.rows if row.state == ACCEPTED]

    @property
    def undecided(self) -> int:
        return sum(row.state == PROPOSED for row in self.rows)

    def as_dict(self) -> dict[str, Any]:
        rows = [row.as_dict() for row in self.rows]
        return {"rows": rows, "note": self.note, "done": self.done}

    @classmethod
    def of(cls, given: Any) -> "Answer":
        """An answer from JSON.

        >>> Answer.of({"rows": [{"label": "passive", "state": "accepted"}], "done": True}).accepted[0].label
        'passive'
        """
        if not isinstance(given, Mapping) or not isinstance(given.get("rows"), list):
            raise InputError("an answer should be an object with a list of rows")
        if len(given["rows"]) > MOST_ROWS:
            raise InputError(f"an answer has at most {MOST_ROWS} rows")
        if not isinstance(given.get("done", False), bool):
            raise InputError("done is true or false")
        rows = tuple(Row.of(one) for one in given["rows"])
        return cls(rows, _text(given.get("note", ""), "note", MOST_NOTE), given.get("done", False))


@dataclass(frozen=True)
class Stored:
    """An answer as it was saved: its version, from 1, when and by whom. Version 0 was never saved.

    ``back`` and ``forward`` are the versions that undo and redo lead to, or -1. ``basis`` are the versions of
    the annotators' answers that an adjudicator saw, by the number of the annotator.
    """

    answer: Answer
    version: int = 0
    created: str = ""
    author: int = 0
    back: int = -1
    forward: int = -1
    basis: Mapping[str, int] = field(default_factory=dict)


class Newer(Exception):
    """Somebody else has saved a newer version, which is not overwritten."""

    def __init__(self, current: Stored) -> None:
        super().__init__("somebody has saved this item in the meantime")
        self.current = current


@dataclass(frozen=True)
class Item:
    """A sentence to annotate: its number from 1, its id in the file, and what is proposed for it."""

    number: int
    key: str
    words: Sequence[str]
    tags: Sequence[str] = ()
    lemmas: Sequence[str] = ()
    proposals: Sequence[Gr] = ()

    @property
    def first(self) -> Answer:
        """The answer before anything was decided."""
        return Answer(tuple(Row(gr, PROPOSED, at) for at, gr in enumerate(self.proposals)))


class Person(NamedTuple):
    """Somebody with a link of their own."""

    number: int
    name: str
    role: str

    @property
    def desk(self) -> int:
        """Where the answers of this person are kept."""
        return SHARED if self.role == ADJUDICATOR else self.number


@dataclass(frozen=True)
class Project:
    """Sentences that several people annotate; ``scope`` is a hierarchy, or the names of an inventory."""

    id: str
    name: str
    kind: str
    scope: str
    source: str
    created: str
    items: int
    people: Sequence[Person]
    notes: Sequence[str] = ()

    @property
    def annotators(self) -> list[Person]:
        return [one for one in self.people if one.role == ANNOTATOR]

    @property
    def adjudicators(self) -> list[Person]:
        return [one for one in self.people if one.role == ADJUDICATOR]

    def person(self, name: str) -> Person:
        """Somebody by name."""
        for one in self.people:
            if one.name == name:
                return one
        known = ", ".join(one.name for one in self.people)
        raise UsageError(f"{self.name}: there is nobody called {name!r}; there are {known}")


@dataclass(frozen=True)
class NewProject:
    """A project that is to be made."""

    name: str
    kind: str
    scope: str
    source: str
    items: Sequence[Item]
    annotators: Sequence[str]
    adjudicators: Sequence[str]
    notes: Sequence[str] = ()


def _text(given: Any, what: str, most: int = MOST_TEXT) -> str:
    if not isinstance(given, str) or len(given) > most:
        raise InputError(f"{what} should be a text of at most {most} characters")
    try:
        given.encode()
    except UnicodeEncodeError:
        raise InputError(f"{what} has characters that no text can have") from None
    return given


def _number(given: Any, what: str) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not -1 <= given < 1_000_000:
        raise InputError(f"{what} should be a whole number")
    return given
