"""Where two files that spell the same text can be cut, so that their parts can be laid over each other.

Which sentences belong together is a question about whole files. But if both spell the same text, and no
sentence lacks a parse, only the boundaries of sentences decide it, and a place where both have the same
sentence before and after a boundary divides the question into two that have nothing to do with each other.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import NamedTuple

import numpy as np

from karat.comparison.sentence_texts import texts
from karat.comparison.undecided import all_decided
from karat.engine.opening import Opening
from karat.formats._block import Blocks
from karat.model.bank import Bank
from karat.model.labels import Labels
from karat.views import Views

# So many labels are kept from one part to the next.
_LABELS = 1 << 16


class Part(NamedTuple):
    """So many sentences of gold spell the same as so many of the system."""

    gold: int
    system: int


def parts_with_same_text(gold: Iterator[Bank], system: Iterator[Bank]) -> list[Part]:
    """The parts of two files that can be laid over each other one by one; none if the texts differ.

    Both files are given in blocks. A part is about as long as a block of gold. There are no parts either if
    a sentence has no parse: it stands for the sentence at its place, which is a place in the whole file.

    >>> import karat
    >>> gold = karat.read_text("(S a)\\n(S b)\\n(S c)\\n(S d)\\n")
    >>> system = karat.read_text("(S a b)\\n(S c)\\n(S d)\\n")
    >>> parts_with_same_text(iter([gold]), iter([system]))
    [Part(gold=3, system=2), Part(gold=1, system=1)]
    """
    ours, theirs = _Side(gold), _Side(system)
    found = list[Part]()
    while not (ours.ended and theirs.ended):
        ours.fill()
        while not theirs.ended and (ours.ended or len(theirs.text) < len(ours.text)):
            theirs.fill()
        known = min(len(ours.text), len(theirs.text))
        if not (all(ours.texts) and all(theirs.texts)) or ours.text[:known] != theirs.text[:known]:
            return []
        if part := _last_part(ours, theirs):
            found.append(part)
            ours.drop(part.gold)
            theirs.drop(part.system)
    # A last part without text would say nothing about its sentences: see laid_over().
    if ours.text != theirs.text or not ours.text:
        return []
    return [*found, Part(len(ours.texts), len(theirs.texts))]


class TwoFiles(NamedTuple):
    """Gold and a system, and how they are read; ``place`` is that of the system among all files."""

    gold: str
    system: str
    opening: Opening
    views: Views
    place: int = 1

    def opened(self) -> tuple["_Opened", "_Opened"]:
        return (
            _Opened(self.opening.blocks(0, self.gold)),
            _Opened(self.opening.blocks(self.place, self.system)),
        )


def parts_of_files(files: TwoFiles) -> list[Part]:
    """The parts of two files that can be read again; none if they must be seen as a whole."""
    ours, theirs = files.opened()
    with closing(ours), closing(theirs):
        return parts_with_same_text(
            map(files.views.of_gold, ours.banks()), map(files.views.of_system, theirs.banks())
        )


def banks_of_parts(
    files: TwoFiles, parts: Iterable[Part], progress: Callable[[int], None] = lambda position: None
) -> Iterator[tuple[Bank, Bank]]:
    """The sentences of these parts, as they are seen through views; both Banks share their labels.

    ``progress`` is called with the bytes of gold that were read.
    """
    labels = Labels()
    ours, theirs = files.opened()
    with closing(ours), closing(theirs):
        for part in parts:
            if len(labels) > _LABELS:
                labels = Labels()
            yield (
                files.views.of_gold(ours.taken(part.gold, labels)).relabelled(labels),
                files.views.of_system(theirs.taken(part.system, labels)).relabelled(labels),
            )
            progress(ours.position)


class _Opened:
    """A file that is read as Banks."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks = blocks
        self.close = blocks.source.close
        self._labels: Labels | None = None

    @property
    def position(self) -> int:
        return self._blocks.source.position

    def banks(self) -> Iterator[Bank]:
        scanner = self._blocks.scanner(Labels())
        return (all_decided(scanner.scan(block)) for block in self._blocks)

    def taken(self, sentences: int, labels: Labels) -> Bank:
        block = self._blocks.take(sentences)
        if labels is not self._labels:
            self._labels, self._scanner = labels, self._blocks.scanner(labels)
        return all_decided(self._scanner.scan(block).copied())


class _Side:
    """A file being read: what the sentences that were read, but are in no part yet, spell."""

    def __init__(self, banks: Iterator[Bank]) -> None:
        self._banks = banks
        self.texts: list[str] = []
        self.text = ""
        self.ended = False

    def fill(self) -> None:
        bank = next(self._banks, None)
        self.ended = bank is None
        new = texts(bank, range(len(bank))) if bank is not None else []
        self.texts += new
        self.text += "".join(new)

    def drop(self, sentences: int) -> None:
        self.text = self.text[sum(map(len, self.texts[:sentences])) :]
        del self.texts[:sentences]


def _last_part(ours: _Side, theirs: _Side) -> Part | None:
    """All sentences up to the last place where both sides can be cut."""
    mine, other = (np.cumsum(list(map(len, side.texts)), dtype=np.int64) for side in (ours, theirs))
    for end in np.intersect1d(mine, other)[::-1].tolist():
        part = Part(*(int(np.searchsorted(ends, end)) + 1 for ends in (mine, other)))
        if end and _is_boundary(ours.texts, theirs.texts, part):
            return part
    return None


def _is_boundary(gold: list[str], system: list[str], at: Part) -> bool:
    """Whether both sides have the same sentence before this place, and the same after it."""
    if at.gold == len(gold) or at.system == len(system):
        return False
    return gold[at.gold - 1] == system[at.system - 1] and gold[at.gold] == system[at.system]
