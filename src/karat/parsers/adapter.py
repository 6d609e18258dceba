"""Adapter: how to talk to one parser; Parsed: its answer for one sentence.

A parser runs in its own process, which karat.parsers.supervise starts and watches. The adapter
knows how to start the parser, what to send it, when an answer is complete, and what it means.
"""

import os
import shutil
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar

from karat.model import options
from karat.model.errors import UsageError
from karat.model.options import option as option
from karat.parsers import identity, shapes
from karat.parsers.shapes import Garbage as Garbage

# Why there is no answer: the parser died, took too long, used too much memory, or printed nonsense.
FAILURES = ("crash", "time-out", "memory", "garbage")


@dataclass(frozen=True)
class Parsed:
    """The result for one sentence.

    ``analyses`` is the number of analyses. ``first`` is the best one, as a tree, CoNLL-U or text;
    ``others`` are the other ones that the parser printed. ``tags`` has the words with their tags,
    ``native`` everything that the parser printed. ``failure`` is empty or one of FAILURES;
    ``message`` explains it.
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
        """As a JSON object, without the fields that have their default values."""
        said: dict[str, Any] = {"analyses": self.analyses, "seconds": round(self.seconds, 6)}
        for name in ("first", "others", "tags", "native", "failure", "message"):
            if value := getattr(self, name):
                said[name] = list(value) if isinstance(value, tuple) else value
        if self.tags:
            said["tags"] = [list(pair) for pair in self.tags]
        return said

    @classmethod
    def trees(cls, trees: Sequence[str], native: str) -> "Parsed":
        """The result for trees, the best first."""
        first, *others = trees
        return cls(len(trees), first, tuple(others), shapes.tree_tags(first), native)

    @classmethod
    def conllu(cls, text: str, native: str = "") -> "Parsed":
        return cls(int(bool(text)), text, (), shapes.conllu_tags(text), native or text)

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "Parsed":
        """A result from a JSON object.

        >>> Parsed.of(Parsed(2, "(S a)", ("(S (X a))",), (("a", "N"),)).record()).others
        ('(S (X a))',)
        """
        names = ("first", "native", "failure", "message")
        return cls(
            int(record.get("analyses", 0)),
            others=tuple(map(str, record.get("others", ()))),
            tags=tuple((str(word), str(tag)) for word, tag in record.get("tags", ())),
            seconds=float(record.get("seconds", 0.0)),
            **{name: str(record.get(name, "")) for name in names},
        )


@dataclass(frozen=True)
class Adapter(ABC):
    """The interface of an adapter; its fields are its options, its docstring is what users see."""

    name: ClassVar[str]
    # What ``first`` holds: "trees" (bracketed, on one line), "conllu" or "text".
    gives: ClassVar[str] = "text"
    # Seconds that the parser may need to start, in addition to the limit for the first sentence.
    start: ClassVar[float] = 5.0
    # Whether several processes may run by default: not if each loads a model.
    light: ClassVar[bool] = True
    # Whether the parser is started again for each sentence and ends after its answer.
    once: ClassVar[bool] = False
    # Whether the parser finds the words of a sentence by itself, or may do so.
    tokenises: ClassVar[bool] = False

    @abstractmethod
    def missing(self) -> str:
        """The command that installs what is missing; empty if nothing is."""

    def version(self) -> str:
        """The version that would run; empty if unknown."""
        return ""

    @abstractmethod
    def command(self) -> list[str]:
        """The program to start, with its arguments."""

    def files(self) -> dict[str, Path]:
        """The files that answers depend on (program, grammar), by the names that messages use."""
        return identity.seen(self.command())

    def doubts(self, sentences: Sequence[str]) -> list[str]:
        """Notes about sentences that are not cut into words, if the parser takes them as they are."""
        joined = [] if self.tokenises else [one for one in sentences if shapes.joined(one)]
        if 2 * len(joined) <= len(sentences) or not joined:
            return []
        return [
            f"note: {len(joined)} of {len(sentences)} sentences end in a word with its full stop attached, "
            f"as in {shapes.tokens(joined[0])[-1]!r}; {self.name} takes words as they are written, so "
            "separate them with blanks first"
        ]

    def request(self, sentence: str, number: int) -> bytes:
        """What to send for a sentence; ``number`` counts the sentences of this process from 1."""
        return " ".join(shapes.tokens(sentence)).encode("utf-8", "replace") + b"\n"

    def whole(self, reply: bytes | bytearray, number: int) -> bool:
        """Whether the answer to sentence ``number`` is complete."""
        return reply.endswith(b"\n")

    @abstractmethod
    def understand(self, reply: str, sentence: str) -> Parsed:
        """The result in an answer; raises Garbage if the answer cannot be understood."""

    def words(self, parsed: Parsed) -> list[str]:
        """The words that a result is about; none if that cannot be known."""
        tagged = [word for word, _ in parsed.tags]
        # A tree may have words without tags.
        return shapes.tree_words(parsed.first) if self.gives == "trees" else tagged

    def written(self, parsed: Parsed | None, sentence: str) -> str:
        """What ``karat parse`` writes: the first analysis; None is a blank line of the input."""
        if self.gives != "conllu":
            return (parsed.first if parsed else "") + "\n"
        if parsed is None:
            return ""
        words = shapes.tokens(sentence)
        rows = [(word, "", "", "", "", "", "") for word in words]
        return f"# text = {' '.join(words)}\n{parsed.first or shapes.conllu(rows)}\n"

    def transcript(self, parsed: Parsed | None, sentence: str) -> str:
        """What ``--as native`` writes: what the parser printed; None is a blank line of the input."""
        return parsed.native if parsed else "\n"

    def check(self) -> None:
        if missing := self.missing():
            raise UsageError(f"{self.name} is not installed; type: {missing}")

    def environment(self) -> dict[str, str]:
        """The environment variables of the process."""
        return dict(os.environ)

    def __post_init__(self) -> None:
        options.check(self)

    def __str__(self) -> str:
        return options.changed(self, fields(self))


def absent(program: str) -> bool:
    return shutil.which(program) is None
