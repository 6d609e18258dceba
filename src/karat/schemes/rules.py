"""Local rules: how many of the rewriting rules that gold uses the parse uses too.

    recall    = matched / gold
    precision = matched / system
    f1        = 2 matched / (gold + system)
    exact     = sentences with matched = gold = system

A rule is a constituent's label with those of its parts in order, a word's being its tag:
``NP -> DT NN``. It does not matter where in the sentence it is used, only how often: each side has a
bag of rules for each sentence, and a rule of gold is matched by one of the same rule in the parse.

Sampson, Haigh and Atwell (1989), after Bangalore, Sarkar, Doran and Hockey (1998), section 2.

Differences from the papers, which leave the details open: labels lose what follows a - or =
(``functions=yes`` keeps it) but tags do not, null elements (-NONE-) and constituents of nothing else
are left out, rules that rewrite a tag as a word do not count, and neither do the roots of a forest.
The parts of a discontinuous constituent are in the order of their first words.

>>> from karat import score
>>> gold = "(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (DT a) (NN cat))))"
>>> system = "(S (NP (DT the) (NN dog)) (VBZ sees) (NP (DT a) (NN cat)))"
>>> figures = score(gold, system, "rules")
>>> figures.counts["gold"], figures.counts["system"], figures.counts["matched"]
(4, 3, 2)
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from karat.comparison.sets import Sets
from karat.files.discodop_params import More
from karat.files.evalb_params import Params
from karat.model import discontinuous
from karat.model.bank import Bank
from karat.model.columns import Ints, Longs, Numbers
from karat.model.labels import Labels
from karat.model.relation import Relation
from karat.model.rules import equal
from karat.model.scheme import Outcome, Scheme, option
from karat.model.tally import SCORED, Measure, overlap, ratio
from karat.views import edit

_NULL = b"-NONE-"


@dataclass(frozen=True)
class Rules(Scheme):
    """Local rules that gold and the parse share, wherever in the sentence they are used."""

    name = "rules"
    citation = (
        "Geoffrey Sampson, Robin Haigh and Eric Atwell. 1989. Natural language analysis by "
        "stochastic optimization: a progress report on Project APRIL. Journal of Experimental and "
        "Theoretical Artificial Intelligence 1."
    )
    counts = ("gold", "system", "matched", "sentences", "exact")
    table = ("recall", "precision", "f1", "exact")

    functions: bool = option(False, "keep what follows a - or = in labels")

    def comparison(self, labels: Labels) -> "Shared":
        return Shared(self, labels)

    def row(self, outcome: Outcome) -> dict[str, Longs]:
        columns = outcome.by_sentence()
        gold, system, matched = columns["gold"], columns["system"], columns["matched"]
        return columns | {
            "sentences": np.ones(len(gold), np.int64),
            "exact": (outcome.status == SCORED) & (gold == system) & (matched == system),
        }

    def measures(self) -> dict[str, Measure]:
        return overlap(self.beta) | {
            "exact": lambda c: ratio(c["exact"], c["sentences"]),
        }


SCHEME = Rules


class Shared:
    """Compares the rules of blocks of trees; a rule is numbered when it is first seen."""

    def __init__(self, scheme: Rules, labels: Labels) -> None:
        self._labels, self._functions = labels, scheme.functions
        params = Params(delete=(_NULL,), delete_for_length=(_NULL,))
        self._sets = Sets(
            params, More(), labels, cut_tags=False, cut=not scheme.functions, scheme=scheme.name
        )
        self._rules: dict[bytes, int] = {}

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        outcome = self._sets(gold, system)
        name = self._sets.names()
        null = np.zeros(len(name), bool)
        if (number := self._labels.find(_NULL)) >= 0 and number < len(null):
            null[number] = True
        ours = self._relation(gold, null, name, np.ones(len(gold), bool))
        theirs = self._relation(system, null, name, outcome.status == SCORED)
        gold_hit, system_hit = equal(ours, theirs)
        return replace(
            outcome,
            gold=ours,
            system=theirs,
            gold_hit=gold_hit,
            system_hit=system_hit,
            system_crossing=np.zeros(len(theirs), np.int8),
        )

    def _relation(
        self, bank: Bank, null: npt.NDArray[np.bool_], name: Ints, counted: npt.NDArray[np.bool_]
    ) -> Relation:
        """A row for each constituent: the number of its rule, and its label."""
        words = np.flatnonzero(~null[bank.tag])
        above = around_words(bank)[words]
        parent, place, symbol = (
            np.concatenate(pair)
            for pair in (
                (above, _parents(bank)),
                (words, _first_words(bank)),
                (2 * bank.tag[words] + 1, 2 * name[bank.label]),
            )
        )
        # Constituents without words, and what is right under nothing, are no parts.
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
        offset = np.concatenate([[0], np.cumsum(np.bincount(sentence[order], minlength=len(bank)))])
        return Relation(
            offset.astype(np.int32), rule[order], np.zeros(len(order), np.int32),
            heads[order].astype(np.int32), spans[order].astype(np.int32), kind="bag",
        )  # fmt: skip


def around_words(bank: Bank) -> Numbers:
    """The row of the whole Bank of the constituent right above each word, or -1."""
    above = edit.around_words(bank)
    layer = bank.layers.get("yields")
    for sentence in np.flatnonzero(np.diff(layer.offset)).tolist() if layer is not None else ():
        words = slice(*bank.token_offset[sentence : sentence + 2].tolist())
        found = np.array(discontinuous.word_parents(bank, sentence), np.int32)
        above[words] = np.where(found >= 0, found + bank.span_offset[sentence], -1)
    return above


def _parents(bank: Bank) -> Numbers:
    base = np.repeat(bank.span_offset[:-1], np.diff(bank.span_offset))
    return np.where(bank.parent >= 0, bank.parent + base, -1)


def _first_words(bank: Bank) -> Numbers:
    return bank.start + np.repeat(bank.token_offset[:-1], np.diff(bank.span_offset))


def _full(bank: Bank, null: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Whether each constituent holds a word that counts."""
    counts = ~null[bank.tag]
    before = np.concatenate([[0], np.cumsum(counts)])
    base = np.repeat(bank.token_offset[:-1], np.diff(bank.span_offset))
    full: npt.NDArray[np.bool_] = before[base + bank.end] > before[base + bank.start]
    if "yields" in bank.layers:
        layer = bank.layers["yields"]
        rows = np.repeat(bank.span_offset[:-1], np.diff(layer.offset)) + layer["span"]
        at = np.repeat(bank.token_offset[:-1], np.diff(layer.offset)) + layer["position"]
        full[rows] = False
        full[rows[counts[at]]] = True
    return full
