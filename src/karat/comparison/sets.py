"""Constituents as sets of words: how discontinuous trees are compared.

The rules are disco-dop's. The gold tag decides which words are left out, on both sides. The other
words are renumbered, so a constituent whose gap held only deleted words has no gap. Labels are cut at
the first - or = that is not at their beginning, and EQ pairs chain.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from karat.comparison.meanings import cut, representatives
from karat.comparison.words import WordPairs, Words, kept_words
from karat.files.discodop_params import More
from karat.files.evalb_params import Params
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints, grouped
from karat.model.labels import Labels
from karat.model.layers import offsets
from karat.model.outcome import Outcome, Stage, Status
from karat.model.relation import Relation
from karat.model.rules import crossing, equal

# Higher than any position: from here on ``second`` is the number of a set with gaps.
GAPPED = 1 << 30


class Sets:
    """Compares blocks of trees, discontinuous or not.

    With ``cut``, labels are cut at a - or =. With ``cut_tags``, so are tags, as in disco-dop but not in
    EVALB. With ``crossings``, crossing brackets are counted.
    """

    def __init__(
        self,
        params: Params,
        more: More,
        labels: Labels,
        *,
        cut_tags: bool,
        cut: bool = True,
        crossings: bool = False,
    ) -> None:
        self.params, self.more, self.labels, self._crossings = params, more, labels, crossings
        self._cut, self._cut_tags = cut, cut_tags
        self._same_label = representatives(params.equal_labels)
        self._sets: dict[bytes, int] = {}
        self._positions: list[list[int]] = []
        self._words = WordPairs(params, more, labels, cut_tags=cut and cut_tags)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        tables = self._tables()
        words = self._words(gold, system)
        status = words.status
        agree = tables["tag"][gold.tag[words.left]] == tables["tag"][system.tag[words.right]]
        tags = np.bincount(words.sentence[agree], minlength=len(gold)) * (status == 0)
        ours = self._relation(gold, words.out, tables, np.ones(len(gold), bool))
        theirs = self._relation(system, words.system_out, tables, status == 0)
        length = kept_words(gold, ~tables["no length"][gold.tag])
        return Outcome(
            *(status, length, ours, theirs, *equal(ours, theirs), (gold, system)),
            system_crossing=self._crossing(ours, theirs) if self._crossings else None,
            counts={"words": np.where(status == Status.SCORED, words.gold_words, 0), "tags": tags},
            stages=partial(_stages, gold, system, words, ours, theirs),
            sizes=(words.gold_words, words.system_words),
            parting=words.parting,
        )

    def names(self) -> Ints:
        """For each label, the number of the label that it is compared as."""
        return np.asarray(self._tables()["same"], np.int32)

    def members(self, first: int, second: int) -> list[int]:
        """The positions that a row of a relation stands for."""
        if second < GAPPED:
            return list(range(first, second))
        return self._positions[second - GAPPED]

    def _tables(self) -> dict[str, npt.NDArray[Any]]:
        """What each label means; looking it up may add labels to the table."""
        params = self.params
        names = list(self.labels.strings())
        short = [cut(label) for label in names] if self._cut else names
        tags = short if self._cut_tags else names
        same = [self.labels.intern(self._same_label.get(label, label)) for label in short]
        return {
            "tag": np.array([self.labels.intern(label) for label in tags], np.int32),
            "same": np.array(same, np.int32) if params.labelled else np.zeros(len(short), np.int32),
            "dropped": np.array([label in params.delete for label in short], bool),
            "no length": np.array([label in params.delete_for_length for label in tags], bool),
        }

    def _relation(
        self, bank: Bank, out: Bools, tables: dict[str, npt.NDArray[Any]], counted: Bools
    ) -> Relation:
        """The constituents over the remaining words, as rows in the order that matching rules expect."""
        before = offsets(~out)
        sentence = np.repeat(np.arange(len(bank)), np.diff(bank.span_offset))
        base = bank.token_offset[sentence]
        first, second = (before[base + one] - before[base] for one in (bank.start, bank.end))
        layer = bank.layers.get("yields")
        if layer is not None and len(layer):
            begin = np.repeat(bank.token_offset[:-1], np.diff(layer.offset))
            at = begin + layer["position"]
            rows = np.repeat(bank.span_offset[:-1], np.diff(layer.offset)) + layer["span"]
            second[rows] = 0
            left = ~out[at]
            position = (before[at] - before[begin])[left]
            spans, starts = np.unique(rows[left], return_index=True)
            for span, words in zip(spans.tolist(), np.split(position, starts[1:]), strict=False):
                first[span], second[span] = words[0], words[-1] + 1
                if len(words) <= words[-1] - words[0]:
                    second[span] = self._number(words)
        keep = (first < second) & ~tables["dropped"][bank.label] & counted[sentence]
        if self.more.disc_only:
            keep &= second >= GAPPED
        chosen = np.flatnonzero(keep)
        order = chosen[np.lexsort((-second[chosen], first[chosen], sentence[chosen]))]
        offset = offsets(np.bincount(sentence[order], minlength=len(bank)))
        label = tables["same"][bank.label[order]]
        return Relation(offset, first[order], second[order], label, order.astype(np.int32), "bag")

    def _number(self, words: Ints) -> int:
        """The number of a set with gaps: the same for the same positions."""
        key = words.astype(np.int32).tobytes()
        if key not in self._sets:
            self._sets[key] = GAPPED + len(self._sets)
            self._positions.append(words.tolist())
        return self._sets[key]

    def _crossing(self, gold: Relation, system: Relation) -> Flags:
        """System rows that cross a gold row: they share words, and each has a word that the other lacks."""
        gapped = grouped((gold.second >= GAPPED).astype(np.int8), gold.offset) > 0
        gapped |= grouped((system.second >= GAPPED).astype(np.int8), system.offset) > 0
        inside = gapped[system.sentence()]
        hit = np.zeros(len(system), np.int8)
        hit[~inside] = crossing(gold.where(~gapped[gold.sentence()]), system.where(~inside))
        for sentence in np.flatnonzero(gapped).tolist():
            known = set(self._masks(gold, sentence))
            for row, one in enumerate(self._masks(system, sentence), int(system.offset[sentence])):
                # A constituent that gold has too crosses no gold constituent.
                hit[row] = one not in known and any(
                    one & two and one & ~two and two & ~one for two in known
                )
        return hit

    def _masks(self, relation: Relation, sentence: int) -> Iterator[int]:
        """The constituents of a sentence, each as a bit mask."""
        rows = slice(relation.offset[sentence], relation.offset[sentence + 1])
        for a, b in zip(relation.first[rows].tolist(), relation.second[rows].tolist(), strict=True):
            yield sum(1 << position for position in self.members(a, b))


def _stages(
    gold: Bank, system: Bank, words: Words, ours: Relation, theirs: Relation
) -> list[Stage]:
    found = []
    sides = (("gold", gold, words.out, ours), ("system", system, words.system_out, theirs))
    for side, bank, out, relation in sides:
        rows = np.flatnonzero(out).astype(np.int32)
        found.append(Stage(side, "words", bank, rows, "left out, by the parameters and gold's tag"))
        scored = (words.status == Status.SCORED) | (side == "gold")
        gone = np.repeat(scored, np.diff(bank.span_offset))
        gone[relation.row] = False
        rows = np.flatnonzero(gone).astype(np.int32)
        why = "left out: its label is deleted, or no word of it is left"
        found.append(Stage(side, "brackets", bank, rows, why))
    return [stage for stage in found if len(stage.rows)]
