"""Labelled bracket recall and precision, with the numbers of the program EVALB.

    recall    = matched / gold
    precision = matched / system
    f1        = 2 matched / (gold + system)
    crossing  = system brackets that cross a gold bracket, per sentence
    exact     = sentences with matched = gold = system
    tagging   = words with the same tag / words compared

Sekine and Collins (1997), the program that went with Black et al. (1991) and Collins (1997).

Differences from EVALB: none in the numbers, within its limits; beyond them (200 words, 200
brackets, lines of 5000 bytes) the right score where EVALB crashes or errs. Its slips are kept, and
``quirks=no`` mends them: labels that begin with ``-`` or ``=`` are no longer cut to nothing, the
nameless bracket around a tree is not counted, a label is deleted only by its own name and not by a
partner's, pairs of equal labels chain, and the gold tags decide for both sides which words are
punctuation, so that a mistagged comma no longer costs a sentence. ``failed=empty`` counts the gold
brackets of sentences that EVALB leaves out. Discontinuous trees (formats ``discbracket``,
``export``) are compared by the rules of disco-dop, see ``discodop``, whatever ``quirks`` says; a
constituent is then a set of words, and two of them cross if they overlap and neither holds the
other.

>>> from karat import score
>>> gold = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
>>> system = "(S (NP (DT the)) (VP (NN dog) (VBZ barks)))"
>>> figures = score(gold, system, "evalb")
>>> figures.counts["gold"], figures.counts["matched"], round(figures.f1, 3)
(3, 1, 0.333)
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from karat.comparison.constituents import only_trees
from karat.files import evalb_params
from karat.files.evalb_params import Params
from karat.kernels import evalb as kernel
from karat.model.bank import Bank
from karat.model.columns import Ints, Longs, Numbers
from karat.model.errors import UsageError
from karat.model.labels import Labels
from karat.model.relation import Relation
from karat.model.rules import Partners, crossing, equal
from karat.model.scheme import POLICIES, Comparison, Outcome, Scheme, option
from karat.model.tally import Measure, overlap, ratio

QUIRKS = {
    kernel.QUIRK_CUT: "a label that begins with - or = was cut to nothing",
    kernel.QUIRK_ROOT: "the nameless bracket around a tree was counted",
    kernel.QUIRK_PARTNER: "a label was deleted because its EQ_LABEL partner is",
    kernel.QUIRK_CHAIN: "EQ_LABEL pairs that share a label were not chained",
    kernel.QUIRK_TAGS: "a sentence was lost because the two sides deleted different words",
}


@dataclass(frozen=True)
class Evalb(Scheme):
    """Labelled bracket recall and precision, with the numbers of the program EVALB."""

    name = "evalb"
    citation = "Satoshi Sekine and Michael Collins. 1997. EVALB, a bracket scoring program."
    counts = (
        "gold", "system", "matched", "crossing", "words", "tags",
        "sentences", "exact", "no_crossing", "few_crossings",
    )  # fmt: skip
    table = ("recall", "precision", "f1", "exact", "crossing", "tagging")

    params: str = option("", "collins, new, or a parameter file; none: delete nothing")
    labelled: bool = option(True, "compare labels; LABELED in a parameter file")
    delete: tuple[str, ...] = option((), "labels to delete besides, joined by +; DELETE_LABEL")
    delete_for_length: tuple[str, ...] = option(
        (), "labels that have no length; DELETE_LABEL_FOR_LENGTH"
    )
    quote: tuple[str, ...] = option((), "tags a quote may have; QUOTE_LABEL")
    equal_labels: tuple[str, ...] = option((), "labels that are as good, A~B joined by +; EQ_LABEL")
    equal_words: tuple[str, ...] = option((), "words that are as good, a~b joined by +; EQ_WORD")
    quirks: bool = option(True, "EVALB's slips included; no: mended")
    failed: str = option(
        "drop",
        "a sentence without a score: stop, leave it out, or count its gold as missed",
        POLICIES,
    )

    @cached_property
    def parameters(self) -> Params:
        """The parameter file with the single options added."""
        base = evalb_params.load(self.params) if self.params else Params()
        return replace(
            base,
            labelled=base.labelled and self.labelled,
            delete=base.delete + encoded(self.delete),
            delete_for_length=base.delete_for_length + encoded(self.delete_for_length),
            quote=base.quote + encoded(self.quote),
            equal_labels=base.equal_labels + pairs("equal_labels", self.equal_labels),
            equal_words=base.equal_words + pairs("equal_words", self.equal_words),
        )

    def digest(self) -> str:
        if not self.params or self.params in evalb_params.BUILT_IN:
            return ""
        return hashlib.sha256(Path(self.params).read_bytes()).hexdigest()

    def comparison(self, labels: Labels) -> "Brackets":
        return Brackets(self.parameters, labels, quirks=self.quirks, with_gaps=self.with_gaps)

    def with_gaps(self, labels: Labels) -> Comparison:
        """What compares trees that may be discontinuous."""
        from karat.comparison.sets import Sets
        from karat.files import discodop_params

        more = discodop_params.load(self.params)[1]
        return Sets(self.parameters, more, labels, cut_tags=False, crossings=True)

    def row(self, outcome: Outcome) -> dict[str, Longs]:
        columns = outcome.by_sentence()
        gold, system = columns["gold"], columns["system"]
        scored = (outcome.status == 0).astype(np.int64)
        columns |= {
            "words": np.asarray(outcome.more["words"], np.int64),
            "tags": np.asarray(outcome.more["tags"], np.int64),
            "sentences": np.ones(len(scored), np.int64),
            "exact": scored * ((gold == system) & (columns["matched"] == system)),
            "no_crossing": scored * (columns["crossing"] == 0),
            "few_crossings": scored * (columns["crossing"] <= 2),
        }
        return columns

    def measures(self) -> dict[str, Measure]:
        return overlap(self.beta) | {
            "exact": lambda c: ratio(c["exact"], c["sentences"]),
            "crossing": lambda c: ratio(c["crossing"], c["sentences"]),
            "no_crossing": lambda c: ratio(c["no_crossing"], c["sentences"]),
            "few_crossings": lambda c: ratio(c["few_crossings"], c["sentences"]),
            "tagging": lambda c: ratio(c["tags"], c["words"]),
        }


SCHEME = Evalb


class Brackets:
    """Compares blocks of trees under one set of parameters.

    What a label means is worked out once, when the label is first seen. The columns of one Outcome
    are overwritten by the next.
    """

    def __init__(
        self,
        params: Params,
        labels: Labels,
        *,
        quirks: bool,
        with_gaps: Callable[[Labels], Comparison] | None = None,
    ) -> None:
        self.params, self.labels, self.quirks = params, labels, quirks
        self._with_gaps = with_gaps
        self._sets: Comparison | None = None
        self._known = 0
        self._rooms: dict[str, Ints] = {}
        self._tables: dict[str, Numbers] = {
            name: np.zeros(0, np.int32 if name == "cut" else np.int8)
            for name in (
                "word_deleted",
                "length_ignored",
                "is_quote",
                "cut",
                "bracket_deleted",
                "quirk",
            )
        }
        self._partners = Partners.none(0)
        chains = evalb_params.closure(params.equal_labels)
        pairs = {
            (a, b) for one, other in params.equal_labels for a, b in ((one, other), (other, one))
        }
        self._chained = {
            a for a, group in chains.items() if any(a != b and (a, b) not in pairs for b in group)
        }
        if not quirks:
            pairs = {(a, b) for a, group in chains.items() for b in group if a != b}
        self._pairs = sorted(pair for pair in pairs if pair[0] != pair[1])
        words = [word for pair in params.equal_words for word in pair]
        self._pool = np.frombuffer(bytearray(b"".join(words) + b"\0"), np.uint8)
        self._pool_offset = np.cumsum([0, *map(len, words)], dtype=np.int32)

    def _room(self, name: str, size: int) -> Ints:
        """An uninitialised array that is used again by the next call: fresh memory is slow."""
        have = self._rooms.get(name)
        if have is None or len(have) < size:
            have = self._rooms[name] = np.empty(size + size // 2, np.int32)
        return have[:size]

    def cut(self, label: bytes) -> bytes:
        """A constituent's label without its function tags: up to the first - or =."""
        start = 0 if self.quirks else 1
        ends = [at for mark in (b"-", b"=") if (at := label.find(mark, start)) >= 0]
        return label[: min(ends)] if ends else label

    def deletes(self, label: bytes) -> bool:
        """Whether a bracket whose label was cut to this is deleted."""
        return label in self.params.delete or (
            any((label, one) in self._pairs for one in self.params.delete)
            if self.quirks
            else not label
        )

    def _learn(self) -> None:
        """Extend the tables to the labels seen so far."""
        params, labels = self.params, self.labels
        while self._known < len(labels):
            rows: list[tuple[int, ...]] = []
            for one in labels.strings()[self._known :]:
                short = self.cut(one)
                own = short in params.delete
                gone = self.deletes(short)
                quirk = (
                    kernel.QUIRK_CUT * (bool(one) and not short)
                    | kernel.QUIRK_ROOT * (not one)
                    | kernel.QUIRK_PARTNER * gone
                    | kernel.QUIRK_CHAIN * (short in self._chained)
                )
                rows.append((
                    one in params.delete,
                    one in params.delete_for_length,
                    one in params.quote,
                    labels.intern(short) if params.labelled else 0,
                    gone,
                    quirk if self.quirks and not own else 0,
                ))  # fmt: skip
            self._known += len(rows)
            for (name, table), column in zip(
                self._tables.items(), zip(*rows, strict=True), strict=True
            ):
                self._tables[name] = np.concatenate([table, np.array(column, table.dtype)])
        self._find_partners()

    def _find_partners(self) -> None:
        if len(self._partners.offset) == len(self.labels) + 1:
            return
        number = {label: self.labels.intern(label) for pair in self._pairs for label in pair}
        known = len(self.labels)
        rows = sorted((number[a], number[b]) for a, b in self._pairs)
        counts = (
            np.bincount([a for a, _ in rows], minlength=known)
            if rows
            else np.zeros(known, np.int64)
        )
        self._partners = Partners(
            np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
            np.array([b for _, b in rows], np.int32),
        )
        if self._known < known:
            self._learn()

    def _compare_sets(self, gold: Bank, system: Bank) -> Outcome | None:
        """Trees of a format that can be discontinuous; None where none is and none may be."""
        if self._with_gaps is None:
            from karat.model import discontinuous

            discontinuous.refuse(gold, "this scheme")
            discontinuous.refuse(system, "this scheme")
            return None
        if self._sets is None:
            self._sets = self._with_gaps(self.labels)
        return self._sets(gold, system)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        if self._with_gaps is not None and (gold.layers or system.layers):
            for bank in (gold, system):
                only_trees(bank, "evalb")
        if "yields" in gold.layers or "yields" in system.layers:
            outcome = self._compare_sets(gold, system)
            if outcome is not None:
                return outcome
        self._learn()
        n = len(gold)
        longest = max(int(np.diff(bank.token_offset).max(initial=0)) for bank in (gold, system))
        scratch = [self._room(f"scratch {i}", 2 * longest + 2) for i in range(10)]
        rows = np.empty((n, 8), np.int32)
        sides = [
            [
                np.empty(n + 1, np.int32),
                *(self._room(f"{side} {i}", len(bank.label) + 1) for i in range(4)),
            ]
            for side, bank in (("gold", gold), ("system", system))
        ]
        kernel.prepare(
            *_columns(gold), *_columns(system),
            *self._tables.values(), self._partners.offset, self._partners.other,
            self._pool, self._pool_offset, self.quirks, bool(self.params.quote),
            *scratch, rows, *sides[0], *sides[1],
        )  # fmt: skip
        ours, theirs = (_relation(side) for side in sides)
        partners = self._partners if self.params.labelled else None
        gold_hit, system_hit = equal(ours, theirs, partners)
        return Outcome(
            status=rows[:, 0],
            length=rows[:, 1],
            gold=ours,
            system=theirs,
            gold_hit=gold_hit,
            system_hit=system_hit,
            gold_crossed=np.zeros(0, np.int8),
            system_crossing=crossing(ours, theirs),
            more={
                "words": rows[:, 2],
                "tags": rows[:, 3],
                "gold_words": rows[:, 4],
                "system_words": rows[:, 5],
                "wrong": rows[:, 6],
            },
            quirks=rows[:, 7],
        )


def _columns(bank: Bank) -> list[Numbers]:
    return [
        bank.text, bank.token_offset, bank.word_start, bank.word_end, bank.tag,
        bank.span_offset, bank.start, bank.end, bank.label, bank.fault,
    ]  # fmt: skip


def _relation(side: list[Numbers]) -> Relation:
    offset, first, second, label, row = side
    n = int(offset[-1])
    return Relation(offset, first[:n], second[:n], label[:n], row[:n], kind="bag")


def encoded(labels: tuple[str, ...]) -> tuple[bytes, ...]:
    return tuple(label.encode() for label in labels)


def pairs(name: str, given: tuple[str, ...]) -> tuple[tuple[bytes, bytes], ...]:
    found = []
    for text in given:
        one, mark, other = text.partition("~")
        if not (one and mark and other):
            raise UsageError(f"evalb: {name}={text} should be a pair, as in {name}=ADVP~PRT")
        found.append((one.encode(), other.encode()))
    return tuple(found)
