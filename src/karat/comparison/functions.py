"""Brackets compared with or without their function tags, and how often the tags of matches agree.

With function tags, two brackets match if their words, category and tags are the same; the order of
the tags and indices do not count. The category alone decides which labels are deleted or count as
equal. In addition, brackets are matched by words and category alone, and the tags of each pair are
compared.

>>> import karat
>>> gold = karat.read_text("(S (NP-SBJ (N a)) (VP (V b) (NP (N c)) (PP-LOC (P d) (N e))))")
>>> system = karat.read_text("(S (NP-SBJ-1 (N a)) (VP (V b) (NP-OBJ (N c)) (PP (P d) (N e))))")
>>> compare = WithFunctions(Params(), gold.labels, quirks=True)
>>> outcome = compare(gold, system.relabelled(gold.labels))
>>> [int(outcome.counts[name][0]) for name in COUNTS], int(outcome.gold_hit.sum())
([3, 1], 3)
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from karat.comparison.brackets import Brackets, with_gaps
from karat.comparison.meanings import representatives
from karat.files.evalb_params import Params
from karat.model import discontinuous
from karat.model.bank import Bank
from karat.model.columns import Ints, Longs
from karat.model.errors import UsageError
from karat.model.labels import Labels, function_tags
from karat.model.outcome import Comparison, Note, Outcome
from karat.model.relation import Relation

# Pairs of matched brackets with a function tag on either side, and such pairs with the same tags.
COUNTS = "functional", "same_functions"


class WithFunctions:
    """Compares blocks of trees under one set of parameters, with function tags as part of labels."""

    def __init__(
        self, params: Params, labels: Labels, *, quirks: bool, own_tags: bool | None = None
    ) -> None:
        if not params.labelled:
            raise UsageError(
                "functions=keep compares labels, and labelled=no (LABELED 0) does not; leave out one"
            )
        self._kept = Brackets(params, labels, quirks=quirks, own_tags=own_tags, functions=True)
        self._plain = Brackets(params, labels, quirks=quirks, own_tags=own_tags)
        self._labels = labels
        self._same = representatives(params.equal_labels)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        for bank in (gold, system):
            discontinuous.refuse(bank, "functions=keep")
        outcome, plain = self._kept(gold, system), self._plain(gold, system)
        ours, theirs = self._keys(plain.gold, gold), self._keys(plain.system, system)
        hits = ours[plain.gold_hit == 1], theirs[plain.system_hit == 1]
        keys, number = np.unique(np.concatenate([ours, theirs]), axis=0, return_inverse=True)
        sides = np.split(number.ravel(), [len(ours)])
        shared = np.minimum(*(np.bincount(one, minlength=len(keys)) for one in sides))
        sentence, tags = keys[:, 0], keys[:, -1]
        bare, same = (
            np.bincount(sentence[rows], shared[rows], len(gold)).astype(np.int64)
            for rows in (tags == 0, tags > 0)
        )
        matched = np.bincount(hits[0][:, 0], minlength=len(gold))
        counts = dict(zip(COUNTS, (matched - bare, same), strict=True))
        notes = (*outcome.notes, *self._notes(*hits))
        return replace(outcome, counts={**outcome.counts, **counts}, notes=notes)

    def _notes(self, ours: Longs, theirs: Longs) -> Iterator[Note]:
        tagged, known = (np.unique(rows[rows[:, -1] > 0, 0]) for rows in (ours, theirs))
        if bare := len(np.setdiff1d(tagged, known)):
            yield "gold has function tags on matched brackets and the system has none", bare

    def _keys(self, rows: Relation, bank: Bank) -> Longs:
        """Sentence, span, category and function tags of each row, as numbers.

        If several brackets over the same words have the same category, those with the same tags are paired.
        """
        names = [self._same.get(label, label) for label in self._labels.strings()]
        category, tags = self._labels.numbers(names)[rows.label], self._tags()[bank.label[rows.row]]
        columns = rows.sentence(), rows.first, rows.second, category, tags
        return np.stack(columns, axis=1).astype(np.int64)

    def _tags(self) -> Ints:
        """The number of each label's set of function tags; 0 for a label without tags."""
        sets = [function_tags(label) for label in self._labels.strings()]
        numbers = {one: number for number, one in enumerate(dict.fromkeys([frozenset(), *sets]))}
        return np.array([numbers[one] for one in sets], np.int32)


def with_or_without(
    params: Params, source: str, labels: Labels, functions: bool, *,
    quirks: bool, own_tags: bool | None,
) -> Comparison:  # fmt: skip
    """Compares trees with function tags, or with these cut off; ``source``: of the parameters."""
    if functions:
        return WithFunctions(params, labels, quirks=quirks, own_tags=own_tags)
    plain = Brackets(params, labels, quirks=quirks, own_tags=own_tags)
    return with_gaps(plain, partial(_as_sets, params, source, labels))


def _as_sets(params: Params, source: str, labels: Labels) -> Comparison:
    # Few files have gaps, so the code that compares them is loaded only when needed.
    from karat.comparison.sets import Sets
    from karat.files import discodop_params

    more = discodop_params.load(source)[1]
    return Sets(params, more, labels, cut_tags=False, crossings=True)
