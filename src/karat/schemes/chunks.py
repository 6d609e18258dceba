"""Chunks: base phrases that do not overlap, right when type, first and last word agree.

    recall    = matched / gold
    precision = matched / system
    f1        = (1 + beta²) matched / (beta² gold + system)

Chunks are read from columns (format ``iob``), or derived from trees or dependencies (view
``chunks``); a note says so. ``types=NP+VP`` compares only chunks of these types; ``labelled=no``
compares only where chunks begin and end.

Bangalore, Sarkar, Doran and Hockey (1998), section 4; the counts are those of the CoNLL-2000 shared
task (Tjong Kim Sang and Buchholz 2000).

Differences from conlleval: each kind of tagging is read by its own rules, so that ``S-NP S-NP`` are
two chunks, and ``E-NP B-NP`` ends one and begins another; the option ``tagging=conlleval`` of the
format reads tags as that program does. A chunk that an odd sequence of tags leaves without an end
counts here. The accuracy of tags is not measured.

>>> from karat import score
>>> gold = "the DT B-NP\\ndog NN I-NP\\nbarks VBZ B-VP\\n"
>>> score(gold, gold.replace("I-NP", "B-NP"), "chunks").recall
0.5
"""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from karat.comparison.tuples import comparing
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints
from karat.model.labels import Labels
from karat.model.measure import EXACT, Measure, overlap
from karat.model.outcome import Comparison, Outcome, Stage
from karat.model.relation import Relation
from karat.model.scheme import Needs, option
from karat.schemes._profiled import Profiled
from karat.views.edit import with_spans


@dataclass(frozen=True)
class Chunks(Profiled):
    """Base phrases by type, first and last word, from columns, trees or dependencies."""

    name = "chunks"
    citation = (
        "Srinivas Bangalore, Anoop Sarkar, Christine Doran and Beth Ann Hockey. 1998. Grammar & "
        "parser evaluation in the XTAG project. LREC workshop on the evaluation of parsing systems."
    )
    counts = {
        "gold": "chunks of gold",
        "system": "chunks of the system",
        "matched": "chunks that match",
        "sentences": "sentences",
        "exact": "sentences with matched = gold = system",
    }
    table = ("recall", "precision", "f1", "exact")
    needs = Needs("chunks", derived_from=("trees", "edges"))
    rows = "chunks"
    picture = "ranges"

    types: tuple[str, ...] = option((), "only chunks of these types, joined by +")
    labelled: bool = option(True, "whether the type must agree")

    def comparison(self, labels: Labels) -> Comparison:
        compare = comparing(
            lambda gold, system: (self._chunks(gold), self._chunks(system)), self.grammars
        )

        def with_brackets(gold: Bank, system: Bank) -> Outcome:
            """The outcome with chunks drawn as brackets."""
            outcome = compare(gold, system)
            ours, theirs = map(_bracketed, outcome.banks)
            stages = partial(self._stages, outcome, ours, theirs)
            return replace(outcome, banks=(ours, theirs), stages=stages)

        return with_brackets

    def measures(self) -> tuple[Measure, ...]:
        return (*overlap(self.beta), EXACT)

    def _chunks(self, bank: Bank) -> Relation:
        layer = bank.layer("chunks")
        rows = np.arange(len(layer), dtype=np.int32)
        found = Relation(layer.offset, layer["start"], layer["end"], layer["label"], rows)
        if self.types:
            found = found.where(self._wanted(bank, found.label))
        return found if self.labelled else found.unlabelled()

    def _wanted(self, bank: Bank, label: Ints) -> Bools:
        wanted = {name.encode() for name in self.types}
        return np.array([one in wanted for one in bank.labels.strings()], np.bool_)[label]

    def _stages(self, outcome: Outcome, gold: Bank, system: Bank) -> list[Stage]:
        """The stages so far, and the chunks left out because of their types."""
        found = list(outcome.stages())
        for side, bank in (("gold", gold), ("system", system)) if self.types else ():
            rows = np.flatnonzero(~self._wanted(bank, bank.label)).astype(np.int32)
            why = f"left out by types={'+'.join(self.types)}"
            found += [Stage(side, "brackets", bank, rows, why)] if len(rows) else []
        return found


SCHEME = Chunks


def _bracketed(bank: Bank) -> Bank:
    """The words of a Bank with its chunks as the only brackets."""
    layer = bank.layer("chunks")
    return with_spans(bank, layer.offset, layer["start"], layer["end"], layer["label"])
