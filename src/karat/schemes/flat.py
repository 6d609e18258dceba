"""Recall and conformance against a flat key: a parse must agree with it, and may have more brackets.

    recall      = matched / gold
    conformance = (gold - violated) / gold
    precision   = matched / system        (marked: not meaningful against a flat key)
    labelled_recall = labelled / gold     (only with ``labels``)

A constituent is a distinct span, whatever its label: one-word phrases count, tags and the nameless
outer bracket do not, and punctuation marks are words. ``violated`` counts the gold constituents that
at least one system constituent crosses. ``labelled`` counts the matched constituents to which both
sides give the same category; ``labels`` maps labels to categories, and a label that is not in the map
is its own category.

Gaizauskas, Hepple and Huyck (1998), section 5.

Differences from the paper: null elements are left out of both sides (``profile``, ``null``), and a
word and its escaped form in the Treebank (``(`` and ``-LRB-``) are the same word. A failed sentence
adds to gold but never to violated, so failing raises conformance; if a sentence failed, the report
also gives the figures over the scored sentences alone. Footnotes 4 and 8 of the paper mention
disputed brackets and labelled recall but do not use them: here they are the options ``disputed`` and
``labels``; ``karat.comparison.disputes`` says how a key marks disputed brackets.

>>> from karat import score
>>> round(score("(S (NP a b) (VP c d))", "(S a (X b c) d)", "flat").conformance, 3)
0.333
>>> key, parse = "(S it (VP?1 (VP?2 is good) (SBAR to go)))", "(S it (VP is good) (S to go))"
>>> score(key, parse, "flat(disputed=best)").recall, score(key, parse, "flat(labels=ptb)").labelled_recall
(1.0, 1.0)
"""

from dataclasses import dataclass, replace

from karat.comparison.bare import ONE_WORD
from karat.comparison.disputes import WAYS
from karat.comparison.faithful import Faithful, Key
from karat.files.label_map import digest_of
from karat.model.columns import Numbers
from karat.model.labels import Labels
from karat.model.measure import Measure
from karat.model.outcome import Outcome
from karat.model.scheme import Needs, option
from karat.schemes._profiled import Profiled

_CAVEAT = "not meaningful against a flat key: a parse may have more structure than the key"


@dataclass(frozen=True)
class Flat(Profiled):
    """Recall and conformance against a flat key that holds only what most theories share."""

    name = "flat"
    citation = (
        "Robert Gaizauskas, Mark Hepple and Christian Huyck. 1998. A scheme for comparative "
        "evaluation of diverse parsing systems. LREC."
    )
    counts = {
        "gold": "constituents of the key",
        "system": "constituents of the system",
        "matched": "constituents that match",
        "violated": "constituents of the key that a system constituent crosses",
        "crossing": "system constituents that cross a constituent of the key",
        "sentences": "sentences",
        "labelled": "constituents that match and have the same category",
    }
    table = ("recall", "conformance", "precision")
    needs = Needs("trees", derived_from=("edges", "chunks"), untagged=ONE_WORD)

    categories: tuple[str, ...] = option(
        (), "only gold constituents with these labels, joined by +"
    )
    depth: int = option(0, "only gold constituents down to this depth; 0: all")
    disputed: str = option(
        "ignore",
        "gold brackets marked as disputed: leave them out, or take what fits the system best",
        WAYS,
    )
    labels: str = option("", "also give labelled recall, with this label map: ptb, or a .toml file")

    def headline(self) -> tuple[str, ...]:
        return ("recall", "labelled_recall", *self.table[1:]) if self.labels else self.table

    def digest(self) -> str:
        return super().digest() + (digest_of(self.labels) if self.labels else "")

    @property
    def reads_names(self) -> bool:
        return bool(self.labels or self.categories)

    def comparison(self, labels: Labels) -> Faithful:
        key = Key(self.categories, self.depth, self.disputed, self.labels)
        return Faithful(key, self.grammars, labels)

    def measures(self) -> tuple[Measure, ...]:
        labelled = (Measure("labelled_recall", "labelled / gold"),) if self.labels else ()
        return (
            *labelled,
            Measure("recall", "matched / gold"),
            Measure("conformance", "(gold - violated) / gold"),
            Measure("precision", "matched / system", caveat=_CAVEAT),
            Measure("crossing", "crossing / sentences", "mean", means=(), better="lower"),
        )

    def group_measures(self) -> tuple[Measure, ...]:
        recall, *others = super().group_measures()
        return (recall, *(replace(one, caveat=_CAVEAT) for one in others))

    def group_rows(self, outcome: Outcome) -> tuple[dict[str, Numbers], dict[str, Numbers]]:
        ours, theirs = super().group_rows(outcome)
        assert outcome.gold_crossed is not None  # as Faithful makes it
        return ours | {"violated": outcome.gold_crossed}, theirs


SCHEME = Flat
