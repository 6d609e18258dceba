"""Tagging accuracy, or that of any other column of words: lemmas, features, supertags.

    accuracy = matched / gold
    exact    = sentences with every word right / sentences

gold and matched are words. ``column`` says what of a word is compared: ``tag``, the tag in a tree or
the finer one of a column format; ``upos``, ``xpos``, ``lemma``, ``feats`` of column formats;
``deprel``, the label of the dependency to the head. ``--by label`` breaks recall, precision and F1
down by tag.

Church (1988); Bangalore, Sarkar, Doran and Hockey (1998), section 2.

Differences from EVALB's tagging accuracy: nothing but null elements (-NONE-) is left out unless
``skip`` names gold tags to be left out; a sentence that failed counts as wrong.
Differences from the CoNLL 2018 script: words must be the same on both sides; ``conll18`` aligns
sentences that were tokenised differently.

>>> from karat import score
>>> gold = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
>>> system = "(S (NP (DT the) (JJ dog)) (VP (VBZ barks)))"
>>> figures = score(gold, system, "tags")
>>> figures.counts["matched"], figures.counts["gold"], figures.exact
(2, 3, 0.0)
"""

from dataclasses import dataclass

import numpy as np

from karat.comparison.sets import Sets
from karat.files.discodop_params import More
from karat.files.evalb_params import Params
from karat.model.bank import Bank
from karat.model.columns import Longs, Numbers
from karat.model.labels import Labels
from karat.model.relation import Relation
from karat.model.rules import equal
from karat.model.scheme import Outcome, Scheme, option
from karat.model.tally import SCORED, Measure, ratio
from karat.schemes.evalb import encoded

# Columns, and the layer of each.
COLUMNS = {
    "tag": "",
    "upos": "morphology",
    "xpos": "morphology",
    "lemma": "morphology",
    "feats": "morphology",
    "deprel": "edges",
}


@dataclass(frozen=True)
class Tags(Scheme):
    """Accuracy of the tags of words, or of another of their columns."""

    name = "tags"
    citation = (
        "Kenneth Ward Church. 1988. A stochastic parts program and noun phrase parser for "
        "unrestricted text. ANLP."
    )
    counts = ("gold", "system", "matched", "sentences", "exact")
    table = ("accuracy", "exact")
    drawn = False

    column: str = option("tag", "what of a word is compared", tuple(COLUMNS))
    skip: tuple[str, ...] = option((), "gold tags of words that are left out, joined by +")

    def comparison(self, labels: Labels) -> "Columns":
        return Columns(self, labels)

    def row(self, outcome: Outcome) -> dict[str, Longs]:
        columns = outcome.by_sentence()
        right = columns["matched"] == columns["gold"]
        return columns | {
            "sentences": np.ones(len(right), np.int64),
            "exact": (outcome.status == SCORED) & right,
        }

    def measures(self) -> dict[str, Measure]:
        return {
            "accuracy": lambda c: ratio(c["matched"], c["gold"]),
            "exact": lambda c: ratio(c["exact"], c["sentences"]),
        }

    def macros(self) -> dict[str, Measure]:
        return {"accuracy": self.measures()["accuracy"]}


SCHEME = Tags


class Columns:
    """Compares a column of words."""

    def __init__(self, scheme: Tags, labels: Labels) -> None:
        self._scheme = scheme
        params = Params(delete=(b"-NONE-", *encoded(scheme.skip)), delete_for_length=(b"-NONE-",))
        self._sets = Sets(params, More(), labels, cut_tags=False)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        words = self._sets.words(gold, system)
        scored = words.status == SCORED
        ours = self._relation(gold, np.flatnonzero(~words.out))
        right = words.right[scored[words.sentence]]
        theirs = self._relation(system, right)
        gold_hit, system_hit = equal(ours, theirs)
        return Outcome(
            status=words.status,
            length=words.gold_words,
            gold=ours,
            system=theirs,
            gold_hit=gold_hit,
            system_hit=system_hit,
            gold_crossed=np.zeros(0, np.int8),
            system_crossing=np.zeros(len(theirs), np.int8),
            more={
                "gold_words": words.gold_words,
                "system_words": words.system_words,
                "wrong": words.wrong,
            },
        )

    def _relation(self, bank: Bank, rows: Numbers) -> Relation:
        """A row a word: its place among those that count, and what stands in its column."""
        column = self._scheme.column
        if COLUMNS[column]:
            table = bank.layer(COLUMNS[column])
            values = table["label" if column == "deprel" else column]
        else:
            values = bank.tag
        sentence = np.searchsorted(bank.token_offset, rows, "right") - 1
        offset = np.concatenate([[0], np.cumsum(np.bincount(sentence, minlength=len(bank)))])
        place = np.arange(len(rows)) - offset[sentence]
        return Relation(
            offset.astype(np.int32), place.astype(np.int32), np.zeros(len(rows), np.int32),
            values[rows], rows.astype(np.int32), kind="bag",
        )  # fmt: skip
