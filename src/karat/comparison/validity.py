"""Validity: how well answers can be read, and what they do to the words and labels of gold.

Each word of gold was kept, respelt, changed, split, joined, moved or dropped. The words of a sentence
without a parse are dropped. Null elements are not words, and words are compared without the escapes of
the Penn Treebank, as everywhere. A sentence of gold that cannot be read counts nowhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from karat.comparison.inventory import Inventory, Judged, judged, of_gold
from karat.comparison.overlay import Changes, changes, fates
from karat.comparison.pairing import plain, same_words
from karat.comparison.readings import Reading, reading
from karat.comparison.tuples import nulls as null_stages
from karat.formats import LENIENT
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Longs, Numbers
from karat.model.groups import Groups, Rows
from karat.model.labels import BOUNDARY, Labels
from karat.model.layers import offsets
from karat.model.outcome import Item, Note, Outcome, Status
from karat.model.relation import Relation
from karat.model.repairs import KINDS
from karat.model.scheme import LabelNames
from karat.views.edit import keep_words
from karat.views.nulls import nulls

_STATES = {
    "whole": "the answer is read as it is",
    "repaired": "the answer is read after repairs",
    "lost": "there is no parse",
    "refused": "the system refused to answer",
}


@dataclass(frozen=True)
class Validity:
    """Compares blocks; without an inventory, the labels of the given gold are those that are known."""

    inventory: Inventory | None
    labels: Labels

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        read = reading(gold, system)
        system = _without_boundaries(system)
        ours, theirs = keep_words(gold, ~nulls(gold)), keep_words(system, ~nulls(system))
        theirs = keep_words(theirs, np.repeat(~read.gone, np.diff(theirs.token_offset)))
        said = judged(system, ~read.gone, self.inventory or of_gold([gold]))
        readable = gold.fault == 0
        found: dict[str, Numbers] = {
            "gold": np.diff(ours.token_offset),
            "system": np.diff(theirs.token_offset),
            **_changes(ours, theirs),
            **read.counts(),
            **said.counts(),
            "sentences": readable,
        }
        found["faithful"] = ~read.gone & (found["kept"] == found["gold"]) & (found["invented"] == 0)
        counts = {name: np.where(readable, one, 0).astype(np.int64) for name, one in found.items()}
        repairs = np.bincount(read.sentence, minlength=len(gold))
        shown = _Shown(ours, theirs, system, read, said)
        rows = 1 + found["gold"] - found["kept"]
        others = repairs + found["invented"] + found["labels"] - found["known"]
        return Outcome(
            np.where(readable, Status.SCORED, Status.GOLD_FAULT).astype(np.int32),
            np.diff(ours.token_offset).astype(np.int32),
            *(_rows(rows), _rows(others), _first_of_each(rows, read.whole)),
            np.zeros(int(others.sum()), np.int8),
            (_words_alone(ours), _words_alone(theirs)),
            counts=counts,
            keys={
                "kind": partial(read.by_kind, counts),
                "label": partial(_by_label, said, readable, self.labels),
            },
            stages=partial(null_stages, (gold, system), (ours, theirs)),
            items=shown.items,
            notes=(*said.notes, *_faults(system)),
        )


def _faults(system: Bank) -> tuple[Note, ...]:
    """A note on sentences with faults in a file that was read strictly."""
    count = 0 if "repairs" in system.layers else int(np.count_nonzero(system.fault))
    said = (
        f"a fault makes the sentence unreadable (karat check {system.path} lists faults; {LENIENT})"
    )
    return ((said, count),) if count else ()


def _without_boundaries(bank: Bank) -> Bank:
    """The Bank without the words that stand for what follows a sentence that was cut (see ``recut``)."""
    short = (bank.word_end - bank.word_start == len(BOUNDARY)) & (bank.tag == 0)
    keep = np.ones(len(bank.tag), np.bool_)
    for row in np.flatnonzero(short).tolist():
        word = bank.text[bank.word_start[row] : bank.word_end[row]].tobytes()
        keep[row] = word != BOUNDARY
    return keep_words(bank, keep)


def _words_alone(bank: Bank) -> Bank:
    none = np.zeros(0, np.int32)
    offset = np.zeros(len(bank) + 1, np.int32)
    return replace(
        bank, span_offset=offset, start=none, end=none, label=none, parent=none,
        layers={}, has_trees=False,
    )  # fmt: skip


def _changes(gold: Bank, system: Bank) -> dict[str, Longs]:
    """What became of the words of each sentence."""
    found = np.zeros((len(Changes._fields), len(gold)), np.int64)
    same = same_words(gold, system, np.ones(len(gold), np.bool_))
    found[0, same] = np.diff(gold.token_offset)[same]
    for at in np.flatnonzero(~same).tolist():
        found[:, at] = changes(*(list(map(plain, bank.words(at))) for bank in (gold, system)))
    return dict(zip(Changes._fields, found, strict=True))


def _rows(sizes: Numbers) -> Relation:
    none = np.zeros(int(sizes.sum()), np.int32)
    # Row -1: no bracket belongs to a word, so none can be shown as matched or missed.
    return Relation(offsets(sizes), none, none, none, none - 1)


def _first_of_each(sizes: Numbers, hit: Bools) -> Flags:
    """Hits of rows: only the first row of a sentence, about the sentence as a whole, can be hit."""
    found: Flags = np.zeros(int(sizes.sum()), np.int8)
    found[offsets(sizes)[:-1]] = hit
    return found


def _by_label(said: Judged, readable: Bools, labels: Labels) -> Groups:
    """The labels of the system: how often each occurs, and whether it is known."""
    fine = readable[said.sentence].astype(np.int64)
    counts = {"system": fine, "labels": fine, "known": said.known * fine}
    return Groups(LabelNames(labels), (Rows(said.label, said.sentence, counts),))


@dataclass(frozen=True, eq=False)
class _Shown:
    """What happened to sentences, as rows that can be listed: ``system`` has what ``theirs`` was cut from."""

    gold: Bank
    theirs: Bank
    system: Bank
    read: Reading
    said: Judged

    def items(self, side: int, sentence: int) -> Sequence[Item]:
        """The rows of a sentence in gold (0), or in the system (1)."""
        return list(self._of_system(sentence) if side else self._of_gold(sentence))

    def _of_gold(self, sentence: int) -> Iterator[Item]:
        """How the sentence was read, and its words that were not kept."""
        state = next(name for name, column in self.read.counts().items() if column[sentence])
        faulty = self.system.fault[sentence] and "repairs" not in self.system.layers
        why = str(self.system.error(sentence)).split("\n")[0] if faulty else _STATES[state]
        yield Item(state, (), why)
        ours, theirs = self._words(sentence)
        for at, fate in enumerate(fates(ours, theirs).gold):
            if fate.kind != "kept":
                by = " ".join(_text(theirs[other]) for other in fate.by)
                text = f"{_text(ours[at])} → {by}" if by else _text(ours[at])
                yield Item(fate.kind, ((at, at + 1),), text)

    def _of_system(self, sentence: int) -> Iterator[Item]:
        """The repairs of the sentence, invented words, and labels that are not known."""
        layer = self.system.layers.get("repairs")
        for line, column, kind in layer.each(sentence, "line", "column", "kind") if layer else ():
            name = self.system.labels[kind].decode()
            yield Item(name, ((0, 0),), f"line {line}, column {column}: {KINDS[name]}")
        ours, theirs = self._words(sentence)
        found = fates(ours, theirs)
        for at in found.invented:
            before = (
                place for place, fate in enumerate(found.gold, 1) if min(fate.by, default=at) < at
            )
            place = max(before, default=0)
            yield Item("invented", ((place, place),), _text(theirs[at]))
        end = len(ours)
        rows = slice(*self.said.offset[sentence : sentence + 2].tolist())
        for label, known in zip(self.said.label[rows], self.said.known[rows], strict=True):
            if not known:
                text = f"{_text(self.system.labels[int(label)])}, unknown {self.said.what}"
                yield Item("label", ((end, end),), text)

    def _words(self, sentence: int) -> tuple[list[bytes], list[bytes]]:
        ours, theirs = (list(map(plain, bank.words(sentence))) for bank in (self.gold, self.theirs))
        return ours, theirs


def _text(word: bytes) -> str:
    return word.decode("utf-8", "backslashreplace")
