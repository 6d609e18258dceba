"""Constructions: single things a parser may be needed for, each found or not.

    recall    = matched / gold
    precision = matched / system
    f1        = (1 + beta²) matched / (beta² gold + system)

Minimal and maximal noun phrases, appositives, preposition phrases with what they modify,
predicatives, relative clauses, parentheticals, and predicates with their arguments, from trees and
from dependencies (view ``constructions`` says what each is). ``names=minimal_np+pp_modifier`` takes
only these; ``--by label`` gives each by its name.

Bangalore, Sarkar, Doran and Hockey (1998), section 4.

Differences from the paper: it names the constructions and does not define them; the definitions are
ours. No figures of the paper's can be compared.

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

from karat.comparison.tuples import TupleScheme, linked
from karat.model.bank import Bank
from karat.model.errors import unknown
from karat.model.relation import Relation
from karat.model.scheme import option
from karat.views.constructions import NAMES, constructions

# Above every place in a sentence: from here on ``second`` is the number of a pair.
_PAIRS = 1 << 30


@dataclass(frozen=True)
class Constructions(TupleScheme):
    """Noun phrases, appositives, PP modifiers, predicatives, relative clauses, arguments, by name."""

    name = "constructions"
    citation = (
        "Srinivas Bangalore, Anoop Sarkar, Christine Doran and Beth Ann Hockey. 1998. Grammar & "
        "parser evaluation in the XTAG project. LREC workshop on the evaluation of parsing systems."
    )

    names: tuple[str, ...] = option((), "only these constructions, joined by +")
    heads: str = option("ud", "head rules for a side that has trees: collins, magerman, ud, a file")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in self.names:
            if name not in NAMES:
                raise unknown("construction", name, NAMES)

    def tuples(self, gold: Bank, system: Bank) -> tuple[Relation, Relation]:
        layers = [
            constructions(linked(bank), self.names, self.heads).layers["constructions"]
            for bank in (gold, system)
        ]
        # Three numbers in two: pairs of the second and third are numbered over both sides.
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

    def derived(self, bank: Bank) -> str:
        return "trees" if len(bank.label) or "edges" not in bank.layers else "edges"


SCHEME = Constructions
