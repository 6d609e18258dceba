"""Brackets compared: what is done to a pair of trees before and while their brackets are matched.

Words and brackets are deleted as EVALB's parameters say. The remaining words must agree. Then each
gold bracket is matched with at most one system bracket over the same words. The schemes evalb, parseval and
flat, and the emulation of EVALB, share this.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from karat.comparison.meanings import QUIRKS, Meanings, rules
from karat.files.evalb_params import Params
from karat.kernels import evalb as kernel
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints, Numbers
from karat.model.labels import Labels
from karat.model.layers import offsets
from karat.model.outcome import Comparison, Note, Outcome, Stage, Status
from karat.model.relation import Relation
from karat.model.rules import crossing, equal

_NONE: Flags = np.zeros(0, np.int8)
# What a note says of trees that EVALB cannot read.
_GAPS = "constituents may have gaps, so they are compared by the rules of disco-dop, not EVALB's"


class Brackets:
    """Compares blocks of trees under one set of parameters.

    ``quirks``: repeat EVALB's bugs. ``nameless``: brackets without a label count. ``own_tags``: each
    side's own tags decide which of its words are deleted; otherwise gold's tags decide for both.
    ``functions``: function tags are part of labels.
    """

    def __init__(
        self,
        params: Params,
        labels: Labels,
        *,
        quirks: bool,
        nameless: bool | None = None,
        own_tags: bool | None = None,
        functions: bool = False,
    ) -> None:
        self.params = params
        nameless = quirks if nameless is None else nameless
        found = rules(params, quirks=quirks, nameless=nameless, functions=functions)
        self.meanings = Meanings(found, labels)
        self._own_tags = quirks if own_tags is None else own_tags
        words = [word for pair in params.equal_words for word in pair]
        self._pool = np.frombuffer(b"".join(words) + b"\0", np.uint8)
        self._pool_offset = np.cumsum([0, *map(len, words)], dtype=np.int32)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        outcome = self.unmatched(gold, system)
        both = outcome.gold, outcome.system
        hits = equal(*both, self.meanings.partners if self.params.labelled else None)
        return replace(
            outcome, gold_hit=hits[0], system_hit=hits[1], system_crossing=crossing(*both)
        )

    def unmatched(self, gold: Bank, system: Bank) -> Outcome:
        """The sentences and the brackets to compare, before any bracket is matched."""
        rows, ours, theirs = self._prepare(gold, system, _NONE, _NONE)
        hits = np.zeros(len(ours), np.int8), np.zeros(len(theirs), np.int8)
        return Outcome(
            *(rows[:, 0], rows[:, 1], ours, theirs, *hits, (gold, system)),
            counts={"words": rows[:, 2], "tags": rows[:, 3]},
            stages=partial(self._stages, gold, system),
            notes=self._notes(rows[:, 8]),
            sizes=(rows[:, 4], rows[:, 5]),
            parting=(rows[:, 6], rows[:, 7]),
        )

    def _prepare(
        self, gold: Bank, system: Bank, gold_kept: Flags, system_kept: Flags
    ) -> tuple[Ints, Relation, Relation]:
        """One row of figures per sentence, and the brackets of both sides to compare."""
        meanings = self.meanings
        meanings.learn()
        n = len(gold)
        longest = max(int(np.diff(bank.token_offset).max(initial=0)) for bank in (gold, system))
        scratch = np.empty((2, 5, 2 * longest + 2), np.int32)
        rows = np.empty((n, 9), np.int32)
        ours, theirs = (
            [np.empty(n + 1, np.int32), *np.empty((4, len(bank.label) + 1), np.int32)]
            for bank in (gold, system)
        )
        partners = meanings.partners
        kernel.prepare(
            _columns(gold),
            _columns(system),
            kernel.Tables(
                *meanings.tables.values(),
                partners.offset,
                partners.other,
                self._pool,
                self._pool_offset,
            ),
            self._own_tags,
            bool(self.params.quote),
            rows,
            kernel.Brackets(*ours, gold_kept, *scratch[0]),
            kernel.Brackets(*theirs, system_kept, *scratch[1]),
        )
        return rows, _relation(ours), _relation(theirs)

    def _notes(self, touched: Ints) -> tuple[Note, ...]:
        return tuple(
            (f"quirk of EVALB: {what} (quirks=no corrects it)", count)
            for bit, what in QUIRKS.items()
            if self.meanings.rules.quirks and (count := int(np.count_nonzero(touched & bit)))
        )

    def kept_words(self, gold: Bank, system: Bank) -> tuple[Flags, Flags, Bools]:
        """Which words of each side are not deleted, and which sentences are scored."""
        # One more than the number of words, so that the arrays of an empty side are not empty.
        ours, theirs = (np.zeros(len(bank.tag) + 1, np.int8) for bank in (gold, system))
        figures = self._prepare(gold, system, ours, theirs)[0]
        return ours[:-1], theirs[:-1], figures[:, 0] == Status.SCORED

    def _stages(self, gold: Bank, system: Bank) -> list[Stage]:
        """Which words and brackets of both sides are deleted, and why."""
        ours, theirs, scored = self.kept_words(gold, system)
        all_of_gold: Bools = np.ones(len(gold.label), bool)
        counted = np.repeat(scored, np.diff(system.span_offset))
        return [
            *_word_stages(self.params, "gold", "system", gold, ours),
            *self._bracket_stages("gold", gold, ours, all_of_gold),
            *_word_stages(self.params, "system", "gold", system, theirs),
            *self._bracket_stages("system", system, theirs, counted),
        ]

    def _bracket_stages(
        self, side: str, bank: Bank, words: Flags, counted: Bools
    ) -> Iterator[Stage]:
        gone = (self.meanings.tables["bracket_deleted"][bank.label] == 1) & counted
        for label in sorted(set(bank.label[gone].tolist())):
            rows = np.flatnonzero(gone & (bank.label == label)).astype(np.int32)
            why = self.meanings.rules.why_deleted(bank.labels[label])
            yield Stage(side, "brackets", bank, rows, f"deleted, {why}")
        before = offsets(words)
        base = np.repeat(bank.token_offset[:-1], np.diff(bank.span_offset))
        empty = before[base + bank.end] == before[base + bank.start]
        rows = np.flatnonzero(empty & ~gone & counted).astype(np.int32)
        if len(rows):
            yield Stage(side, "brackets", bank, rows, "deleted, no word of it is left")


def _word_stages(params: Params, side: str, other: str, bank: Bank, kept: Flags) -> Iterator[Stage]:
    """The deleted words, by their tags."""
    lost = np.flatnonzero(kept == 0)
    tags = bank.tag[lost]
    for tag in sorted(set(tags.tolist())):
        label = bank.labels[tag]
        own = label in params.delete
        name = label.decode("utf-8", "backslashreplace")
        why = f"DELETE_LABEL {name}" if own else f"the {other} tree's tag for it is deleted"
        yield Stage(side, "words", bank, lost[tags == tag].astype(np.int32), f"deleted, {why}")


def _columns(bank: Bank) -> kernel.Side:
    return kernel.Side(
        bank.text, bank.token_offset, bank.word_start, bank.word_end, bank.tag,
        bank.span_offset, bank.start, bank.end, bank.label, bank.fault,
    )  # fmt: skip


def _relation(side: list[Numbers]) -> Relation:
    offset, first, second, label, row = side
    n = int(offset[-1])
    return Relation(offset, first[:n], second[:n], label[:n], row[:n], kind="bag")


def with_gaps(plain: Comparison, new_sets: Callable[[], Comparison]) -> Comparison:
    """Compare with ``plain``; compare trees in a format that allows gaps as sets of words."""
    sets: list[Comparison] = []

    def compare(gold: Bank, system: Bank) -> Outcome:
        if "yields" not in gold.layers and "yields" not in system.layers:
            return plain(gold, system)
        if not sets:
            sets.append(new_sets())
        outcome = sets[0](gold, system)
        return replace(outcome, notes=(*outcome.notes, (_GAPS, 0)))

    return compare
