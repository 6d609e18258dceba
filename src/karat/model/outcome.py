"""Outcome: two Banks compared. It has the rows of both sides, which were hit, what was left out, and why."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple, TypeAlias

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints, Longs, Numbers
from karat.model.groups import Groups
from karat.model.relation import Relation


class Status(IntEnum):
    """Whether a sentence was scored, or why not. Kernels use the same numbers."""

    SCORED = 0
    GOLD_FAULT = 1
    SYSTEM_FAULT = 2
    MISSING = 3
    NOTHING_LEFT = 4
    NUMBER = 5
    DIFFERENT = 6

    @property
    def reason(self) -> str:
        """Why there is no score, in words; empty for a scored sentence."""
        return _REASONS[self]


_REASONS = {
    Status.SCORED: "",
    Status.GOLD_FAULT: "gold tree cannot be read",
    Status.SYSTEM_FAULT: "system tree cannot be read",
    Status.MISSING: "no system parse",
    Status.NOTHING_LEFT: "no word left to compare",
    Status.NUMBER: "different number of words",
    Status.DIFFERENT: "different words",
}


@dataclass(frozen=True, eq=False)
class Stage:
    """Rows of one side that a step left out or redrew, and why.

    ``what`` names the table of the rows: words, brackets … For other tables, ``named`` describes
    a row. If ``bank`` has some sentences only, ``sentences`` are their numbers in the outcome.
    """

    side: str
    what: str
    bank: Bank
    rows: Ints
    why: str
    named: Callable[[int], str] | None = None
    sentences: Longs | None = None


class Item(NamedTuple):
    """A row that is not a bracket: its name and its parts, each a range of words of its own side.

    A missing part is (-1, -1). A link has its dependent first, then its head. ``text`` describes the
    row, if the words of its parts do not.
    """

    name: str
    parts: tuple[tuple[int, int], ...]
    text: str = ""

    def said(self, words: Sequence[str]) -> str:
        """The words of its parts.

        >>> Item("clause", ((1, 2), (-1, -1), (2, 4))).said("dogs see black cats".split())
        'see, –, black cats'
        """
        return ", ".join(" ".join(words[a:b]) if a >= 0 else "–" for a, b in self.parts)


class Keys(NamedTuple):
    """The group of each row of both sides in a breakdown, as an index into ``names``."""

    names: Sequence[str]
    gold: Numbers
    system: Numbers


class Aligned(NamedTuple):
    """Sentences of an outcome that could be compared once they were aligned, and how they compare."""

    sentences: Longs
    outcome: "Outcome"


# How the note begins that says how many sentences were laid over gold's.
LAID = "the system's sentences were laid over gold's by their text"
# A note about a run, with the number of sentences that it is about (0: all of them).
Note: TypeAlias = tuple[str, int]
# What is before the label in a note on an unknown label; so many of a kind are shown, and counted.
UNKNOWN = "; unknown: "
_SHOWN, _KEPT = 5, 1000
# What is before a note whose sentences speak against the note of the same text. So a note on what can only be
# seen in a whole file (the system has no subtypes, say) is given block by block. It holds if more than
# nine times as many sentences speak for it.
AGAINST = "against: "
_MANY = 9


class Remark(UserWarning):
    """A note that is given as a warning, because there is no result that it could be added to."""

    def __init__(self, text: str, sentences: int = 0) -> None:
        super().__init__(text)
        self.note: Note = (text, sentences)


def added_up(notes: Iterable[Note]) -> dict[str, int]:
    """Notes about the blocks of a file as notes about the file: each once, with all its sentences.

    >>> added_up([("no tags", 2), ("derived", 0), ("no tags", 3)])
    {'no tags': 5, 'derived': 0}
    """
    found: dict[str, int] = {}
    for text, sentences in notes:
        found[text] = found.get(text, 0) + sentences
    for text in surplus(found):
        del found[text]
    return found


def surplus(notes: Mapping[str, object]) -> list[str]:
    """Notes on unknown labels beyond the first thousand of a kind, in the order of the alphabet.

    The same labels are kept whatever the blocks are, and of each all sentences are counted.
    """
    kinds: dict[str, list[str]] = {}
    for text in notes if len(notes) > _KEPT else ():
        if UNKNOWN in text:
            kinds.setdefault(text.partition(UNKNOWN)[0], []).append(text)
    return [text for texts in kinds.values() for text in sorted(texts)[_KEPT:]]


def held(notes: Mapping[str, int]) -> dict[str, int]:
    """The notes that hold: without those that other sentences refute.

    >>> held({"no subtypes": 10, "against: no subtypes": 1, "no labels": 9, "against: no labels": 1})
    {'no subtypes': 10}
    """
    against = {note[len(AGAINST) :]: n for note, n in notes.items() if note.startswith(AGAINST)}
    return {
        note: count
        for note, count in notes.items()
        if not note.startswith(AGAINST) and (note not in against or count > _MANY * against[note])
    }


def in_words(notes: Mapping[str, int]) -> tuple[str, ...]:
    """Notes with the number of sentences that each is about; 0: all of them.

    Of unknown labels the commonest are named, at the end. Notes about blocks must have been added up
    before, so that these are the commonest of the file.

    >>> in_words({"no XP; unknown: A": 1, "no XP; unknown: B": 2, "derived": 0})
    ('derived', 'no XP; unknown: B, in 2 sentences', 'no XP; unknown: A, in 1 sentence')
    """
    notes = held(notes)
    kinds: dict[str, dict[str, int]] = {}
    for note, count in sorted(notes.items(), key=lambda one: (-one[1], one[0])):
        if UNKNOWN in note:
            kinds.setdefault(note.partition(UNKNOWN)[0], {})[note] = count
    found = {note: count for note, count in notes.items() if UNKNOWN not in note}
    for kind, some in sorted(kinds.items()):
        found |= list(some.items())[:_SHOWN]
        if len(some) > _SHOWN:
            more = f"{len(some) - _SHOWN:,}" if len(some) < _KEPT else "many"
            found[f"{kind}{UNKNOWN}{more} more"] = 0
    return tuple(
        f"{note}, in {count} sentence{'s' * (count > 1)}" if count else note
        for note, count in found.items()
    )


@dataclass(frozen=True, eq=False)
class Outcome:
    """Gold and system compared, sentence by sentence.

    ``banks`` are the Banks that the rows of the relations come from: the given ones, or what views
    made of them. ``counts`` has counts per sentence that do not follow from rows and hits. ``keys``
    has, for breakdowns other than by label, a function that returns the keys of the rows, or the
    groups themselves. ``stages`` returns what was left out before rows were compared. ``items`` gives
    the rows of a side (0: gold, 1: system) in a sentence, if they are not brackets. ``sizes`` are the
    numbers of words compared on each side, if not all words were. ``parting`` is the first word
    of each side that differs, -1 if none does. ``detail`` says what is wrong with a sentence, if
    this cannot be seen in the two sentences alone. ``plain`` is the same comparison before sentences
    were aligned, if some were; ``aligned`` makes those that could be, if the rows are not theirs. ``signed``
    is what the signature says about how they were compared, beyond the options of the scheme.
    ``counted`` says which sentences count, if not all do; the others are left out of every figure.
    """

    status: Ints
    length: Ints
    gold: Relation
    system: Relation
    gold_hit: Flags
    system_hit: Flags
    banks: tuple[Bank, Bank]
    counts: Mapping[str, Numbers] = field(default_factory=dict)
    gold_crossed: Flags | None = None
    system_crossing: Flags | None = None
    keys: Mapping[str, Callable[[], Keys | Groups]] = field(default_factory=dict)
    stages: Callable[[], Sequence[Stage]] = tuple
    items: Callable[[int, int], Sequence[Item]] | None = None
    notes: tuple[Note, ...] = ()
    sizes: tuple[Ints, Ints] | None = None
    parting: tuple[Ints, Ints] | None = None
    detail: Callable[[int], str] | None = None
    plain: "Outcome | None" = None
    aligned: Callable[[], Aligned] | None = None
    signed: tuple[str, ...] = ()
    counted: Bools | None = None

    def failure(self, sentence: int) -> str:
        """What is wrong with a sentence that has no score, with its place in the files."""
        if self.detail is not None:
            return self.detail(sentence)
        gold, system = self.banks
        status = self.status[sentence]
        if status == Status.GOLD_FAULT:
            return str(gold.error(sentence))
        if status == Status.SYSTEM_FAULT:
            return str(system.error(sentence))
        if status == Status.MISSING:
            return f"{system.path} has nothing for {_named(gold, sentence)}"
        places = [f"{bank.path}:{bank.line(sentence)}" for bank in self.banks]
        if status == Status.NUMBER:
            sizes = self.sizes or [np.diff(bank.token_offset) for bank in self.banks]
            return ", ".join(f"{n[sentence]} in {at}" for n, at in zip(sizes, places, strict=True))
        if self.parting is None or self.parting[0][sentence] < 0:
            return " and ".join(places)
        words = [bank.words(sentence) for bank in self.banks]
        one, other = (side[int(at[sentence])] for side, at in zip(words, self.parting, strict=True))
        number = int(self.parting[0][sentence]) + 1
        return f"word {number} is {shown(one)} and {shown(other)}, in {' and '.join(places)}"


def _named(bank: Bank, sentence: int) -> str:
    """The sentence by its id, if it has one."""
    ids = bank.layers.get("ids")
    if ids is None or not len(rows := ids["label"][ids.rows(sentence)]):
        return "it"
    return f"the id {bank.labels[int(rows[0])].decode('utf-8', 'replace')!r}"


def shown(word: bytes) -> str:
    """A word as messages quote it."""
    return repr(word.decode("utf-8", "backslashreplace"))


# What compares two blocks of a corpus.
Comparison: TypeAlias = Callable[[Bank, Bank], Outcome]
