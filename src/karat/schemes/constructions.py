"""Constructions that an application may need a parser for, each found or not.

    recall    = matched / gold
    precision = matched / system
    f1        = (1 + beta²) matched / (beta² gold + system)

Minimal and maximal noun phrases, appositives, preposition phrases with what they modify,
predicatives, relative clauses, parentheticals, and predicates with their arguments, from trees and
from dependencies (the view ``constructions`` defines each). ``names=minimal_np+pp_modifier``
compares only these two; ``--by construction`` gives the figures of each. ``patterns=FILE`` compares
the constructions that a file defines instead.

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

from karat.comparison.constructions import Constructions as Comparing
from karat.model.errors import unknown
from karat.model.labels import Labels
from karat.model.measure import EXACT, Measure, overlap
from karat.model.outcome import Comparison
from karat.model.scheme import LABEL, Breakdown, Needs, option
from karat.schemes._profiled import Profiled
from karat.views.constructions import NAMES
from karat.views.constructions.patterns import load


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
    blocks = "small"
    picture = "ranges"
    breakdowns = (LABEL, Breakdown("construction"))

    names: tuple[str, ...] = option((), "only these constructions, joined by +")
    heads: str = option(
        "ud", "head rules for deriving dependencies from trees: collins, magerman, ud, or a file"
    )
    patterns: str = option("", "a file of patterns that define constructions")

    def __post_init__(self) -> None:
        super().__post_init__()
        known = load(self.patterns).names if self.patterns else NAMES
        for name in self.names:
            if name not in known:
                raise unknown("construction", name, known)

    def digest(self) -> str:
        return super().digest() + (load(self.patterns).digest if self.patterns else "")

    def comparison(self, labels: Labels) -> Comparison:
        return Comparing(self.names, bool(self.patterns), self.grammars)

    def measures(self) -> tuple[Measure, ...]:
        return (*overlap(self.beta), EXACT)


SCHEME = Constructions
