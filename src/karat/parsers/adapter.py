"""Adapter: how to hold a conversation with one parser; Parsed: what it said about a sentence.

A parser runs in a process of its own, which karat.parsers.supervise starts, feeds and watches. The
adapter says how to start it, how to ask, when an answer is whole, and what it means.
"""

import os
import shutil
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from karat.model import options
from karat.model.errors import UsageError

# Why there is no answer: it died, took too long, took too much memory, said what makes no sense.
FAILURES = ("crash", "time-out", "memory", "garbage")


@dataclass(frozen=True)
class Parsed:
    """What came of one sentence.

    ``analyses`` is their number, ``first`` the best of them as a tree, CoNLL-U or text, ``others``
    the rest as far as the parser gave them, ``tags`` the words with their tags, ``native`` all it
    printed. ``failure`` is empty, or one of FAILURES, explained by ``message``.
    """

    analyses: int = 0
    first: str = ""
    others: tuple[str, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    native: str = ""
    seconds: float = 0.0
    failure: str = ""
    message: str = ""

    def record(self) -> dict[str, Any]:
        """What can be kept as JSON; what is as usual is left out."""
        said: dict[str, Any] = {"analyses": self.analyses, "seconds": round(self.seconds, 6)}
        for name in ("first", "others", "tags", "native", "failure", "message"):
            value = getattr(self, name)
            if value:
                said[name] = [list(x) if isinstance(x, tuple) else x for x in value] if isinstance(
                    value, tuple
                ) else value  # fmt: skip
        return said

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "Parsed":
        """The same from a record.

        >>> Parsed.of(Parsed(2, "(S a)", ("(S (X a))",), (("a", "N"),)).record()).others
        ('(S (X a))',)
        """
        return cls(
            int(record.get("analyses", 0)),
            str(record.get("first", "")),
            tuple(str(one) for one in record.get("others", ())),
            tuple((str(word), str(tag)) for word, tag in record.get("tags", ())),
            str(record.get("native", "")),
            float(record.get("seconds", 0.0)),
            str(record.get("failure", "")),
            str(record.get("message", "")),
        )


class Garbage(ValueError):
    """What a parser printed makes no sense; the text says why."""


def option(default: Any, help: str, choices: tuple[str, ...] = ()) -> Any:  # noqa: A002  # reads well where it is used
    """A field of an adapter that users may set."""
    return field(default=default, metadata={"help": help, "choices": choices})


@dataclass(frozen=True)
class Adapter(ABC):
    """What every adapter has; its fields are its options."""

    name: ClassVar[str]
    summary: ClassVar[str]
    # What ``first`` is: "trees" (brackets, a line each), "conllu" or "text".
    gives: ClassVar[str] = "text"
    # Seconds it may need to start, on top of the first sentence's.
    start: ClassVar[float] = 5.0
    # Whether several may run at once without asking: not if each loads a model of its own.
    light: ClassVar[bool] = True
    # Whether it is started anew for each sentence and ends when it has answered.
    once: ClassVar[bool] = False

    @abstractmethod
    def missing(self) -> str:
        """The command that installs what it needs and has not got; empty if nothing is missing."""

    @abstractmethod
    def version(self) -> str:
        """Which version would run; empty if it does not say."""

    @abstractmethod
    def command(self) -> list[str]:
        """The program to start."""

    @abstractmethod
    def request(self, sentence: str, number: int) -> bytes:
        """What to send for a sentence, the ``number``-th of this process."""

    @abstractmethod
    def whole(self, reply: bytes | bytearray, number: int) -> bool:
        """Whether all of the answer to it has come."""

    @abstractmethod
    def understand(self, reply: str, sentence: str) -> Parsed:
        """What an answer means, or Garbage."""

    def check(self) -> None:
        """Refuse what cannot be run."""
        missing = self.missing()
        if missing:
            raise UsageError(f"{self.name} is not installed; type: {missing}")

    def environment(self) -> dict[str, str]:
        """The variables it runs with."""
        return dict(os.environ)

    def __post_init__(self) -> None:
        for one in fields(self):
            choices = one.metadata.get("choices", ())
            value = getattr(self, one.name)
            if choices and value not in choices:
                raise UsageError(
                    f"{self.name}: {one.name}={value} is not one of {', '.join(choices)}"
                )

    def __str__(self) -> str:
        values = ((one.name, getattr(self, one.name), one.default) for one in fields(self))
        return options.write(self.name, ((n, x) for n, x, usual in values if x != usual))


def absent(program: str) -> bool:
    """Whether a program is not there to be run."""
    return shutil.which(program) is None
