"""Constructions that an application may need a parser for, each found or not.

    recall    = matched / gold
    precision = matched / system
    f1        = (1 + beta²) matched / (beta² gold + system)

Minimal and maximal noun phrases, appositives, preposition phrases with what they modify,
predicatives, relative clauses, parentheticals, and predicates with their arguments, from trees and
from dependencies (view ``constructions`` says what each is). ``names=minimal_np+pp_modifier`` takes
only these; ``--by label`` gives each by its name.

Bangalore, Sarkar, Doran and Hockey (1998), section 4.

Differences from the paper: it names the constructions but does not define them; the definitions are
ours, so no figures can be compared with the paper's.

>>> from karat import score
>>> gold = "(S (NP (NNS dogs)) (VP (VBP see) (NP (NP (NNS cats)) (PP (IN in) (NP (NN town))))))"
>>> system = "(S (NP (NNS dogs)) (VP (VBP see) (NP (NNS cats)) (PP (IN in) (NP (NN town)))))"
>>> score(gold, system, "constructions(names=minimal_np)").f1
1.0
>>> score(gold, system, "constructions(names=pp_modifier)").f1
0.0
"""

from dataclasses import dataclass

import numpy as np

from karat.comparison.tuples import comparing
from karat.model.bank import Bank
from karat.model.errors import unknown
from karat.model.labels import Labels
from karat.model.measure import EXACT, Measure, overlap
from karat.model.outcome import Comparison
from karat.model.relation import Relation
from karat.model.scheme import Needs, option
from karat.schemes._profiled import Profiled
from karat.views.constructions import NAMES

# Above every place in a sentence: from here on ``second`` is the number of a pair.
_PAIRS = 1 << 30


@dataclass(frozen=True)
class Constructions(Profiled):
    """Noun phrases, appositives, PP modifiers, predicatives, relative clauses, arguments, by name."""

    name = "constructions"
    citation = (
        "Srinivas Bangalore, Anoop Sarkar, Christine Doran and Beth Ann Hockey. 1998. Grammar & "
        "parser evaluation in the XTAG project. LREC workshop on the evaluation of parsing systems."
    )
    counts = {
        "gold": "constructions of gold",
        "system": "constructions of the system",
        "matched": "constructions that match",
        "sentences": "sentences",
        "exact": "sentences with matched = gold = system",
    }
    table = ("recall", "precision", "f1", "exact")
    needs = Needs("constructions", derived_from=("trees", "edges"))
    rows = "constructions"
    drawn = False

    names: tuple[str, ...] = option((), "only these constructions, joined by +")
    heads: str = option(
        "ud", "head rules for deriving dependencies from trees: collins, magerman, ud, or a file"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in self.names:
            if name not in NAMES:
                raise unknown("construction", name, NAMES)

    def comparison(self, labels: Labels) -> Comparison:
        return comparing(_tuples, self.grammars)

    def measures(self) -> tuple[Measure, ...]:
        return (*overlap(self.beta), EXACT)


SCHEME = Constructions


def _tuples(gold: Bank, system: Bank) -> tuple[Relation, Relation]:
    """Three numbers in two: pairs of the second and third are numbered over both sides."""
    layers = [bank.layer("constructions") for bank in (gold, system)]
    pairs = np.concatenate(
        [np.stack([layer["second"], layer["third"]], axis=1) for layer in layers]
    )
    _, number = np.unique(pairs, axis=0, return_inverse=True)
    second = np.where(pairs[:, 1] < 0, pairs[:, 0], _PAIRS + number.reshape(-1))
    halves = np.split(second.astype(np.int32), [len(layers[0])])
    ours, theirs = (
        Relation(
            layer.offset,
            layer["first"],
            half,
            layer["label"],
            np.arange(len(layer), dtype=np.int32),
        )
        for layer, half in zip(layers, halves, strict=True)
    )
    return ours, theirs
