"""Local rules compared: for each sentence, each side has a bag of rewriting rules."""

from dataclasses import replace

import numpy as np

from karat.comparison.sets import Sets
from karat.files.discodop_params import More
from karat.files.evalb_params import Params
from karat.model import discontinuous
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Numbers
from karat.model.labels import ABSENT, NULL, Labels
from karat.model.layers import offsets
from karat.model.outcome import Outcome, Status
from karat.model.relation import Relation
from karat.model.rules import equal
from karat.views import edit


class Productions:
    """Compares the rules of blocks of trees; a rule is numbered when it is first seen."""

    def __init__(self, labels: Labels, *, functions: bool) -> None:
        self._labels = labels
        params = Params(delete=(NULL,), delete_for_length=(NULL,))
        self._sets = Sets(params, More(), labels, cut_tags=False, cut=not functions)
        self._rules: dict[bytes, int] = {}

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        outcome = self._sets(gold, system)
        name = self._sets.names()
        null: Bools = np.isin(np.arange(len(name)), [*map(self._labels.find, (NULL, ABSENT))])
        ours = self._relation(gold, null, name, np.ones(len(gold), bool))
        theirs = self._relation(system, null, name, outcome.status == Status.SCORED)
        hits = equal(ours, theirs)
        return replace(outcome, gold=ours, system=theirs, gold_hit=hits[0], system_hit=hits[1])

    def _relation(self, bank: Bank, null: Bools, name: Ints, counted: Bools) -> Relation:
        """One row per constituent: the number of its rule, and its label."""
        words = np.flatnonzero(~null[bank.tag])
        above = around_words(bank)[words]
        parent, place, symbol = (
            np.concatenate(pair)
            for pair in (
                (above, edit.parent_rows(bank)),
                (words, edit.first_words(bank) + bank.start),
                (2 * bank.tag[words] + 1, 2 * name[bank.label]),
            )
        )
        # Constituents without words, and nodes without a parent, are not part of any rule.
        full = np.concatenate([np.ones(len(words), bool), _full(bank, null)])
        chosen = np.flatnonzero(full & (parent >= 0))
        chosen = chosen[np.lexsort((place[chosen], parent[chosen]))]
        spans, starts = np.unique(parent[chosen], return_index=True)
        text = symbol[chosen].astype(np.int32).tobytes()
        bounds = [*(4 * starts).tolist(), len(text)]
        heads = name[bank.label[spans]]
        rules = [
            self._rules.setdefault(b"%d:" % head + text[a:b], len(self._rules))
            for head, a, b in zip(heads.tolist(), bounds, bounds[1:], strict=False)
        ]
        sentence = np.searchsorted(bank.span_offset, spans, "right") - 1
        rule = np.array(rules, np.int32)
        keep = np.flatnonzero(counted[sentence])
        order = keep[np.lexsort((rule[keep], sentence[keep]))]
        offset = offsets(np.bincount(sentence[order], minlength=len(bank)))
        label, row = heads[order].astype(np.int32), spans[order].astype(np.int32)
        return Relation(offset, rule[order], np.zeros(len(order), np.int32), label, row, "bag")


def around_words(bank: Bank) -> Numbers:
    """For each word, the Bank row of the constituent right above it, or -1."""
    above = edit.around_words(bank)
    layer = bank.layers.get("yields")
    for sentence in np.flatnonzero(np.diff(layer.offset)).tolist() if layer is not None else ():
        words = slice(*bank.token_offset[sentence : sentence + 2].tolist())
        found = np.array(discontinuous.word_parents(bank, sentence), np.int32)
        above[words] = np.where(found >= 0, found + bank.span_offset[sentence], -1)
    return above


def _full(bank: Bank, null: Bools) -> Bools:
    """Whether each constituent holds a word that counts."""
    counts = ~null[bank.tag]
    before, base = offsets(counts), edit.first_words(bank)
    full: Bools = before[base + bank.end] > before[base + bank.start]
    if "yields" in bank.layers:
        layer = bank.layers["yields"]
        rows = np.repeat(bank.span_offset[:-1], np.diff(layer.offset)) + layer["span"]
        at = np.repeat(bank.token_offset[:-1], np.diff(layer.offset)) + layer["position"]
        full[rows] = False
        full[rows[counts[at]]] = True
    return full
