"""Local rules: how many of the rewriting rules in gold's tree are also in the system's.

    recall    = matched / gold
    precision = matched / system
    f1        = 2 matched / (gold + system)
    exact     = sentences with matched = gold = system

A rule is a constituent's label and the labels of its parts in order; the label of a word is its tag:
``NP -> DT NN``. It does not matter where in the sentence a rule is used, only how often: each side
has a bag of rules for each sentence, and equal rules of the two sides match one to one.

Sampson, Haigh and Atwell (1989), after Bangalore, Sarkar, Doran and Hockey (1998), section 2.

Differences from the papers, which leave the details open: labels, but not tags, are cut at a - or =
(``functions=yes`` keeps them whole). Null elements (-NONE-) are left out, and so are constituents
that contain nothing else. Rules that rewrite a tag as a word do not count, nor do the roots of a
forest.
The parts of a discontinuous constituent are in the order of their first words.

>>> from karat import score
>>> gold = "(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (DT a) (NN cat))))"
>>> system = "(S (NP (DT the) (NN dog)) (VBZ sees) (NP (DT a) (NN cat)))"
>>> figures = score(gold, system, "rules")
>>> figures.counts["gold"], figures.counts["system"], figures.counts["matched"]
(4, 3, 2)
"""

from dataclasses import dataclass

from karat.comparison.productions import Productions
from karat.model.labels import Labels
from karat.model.measure import EXACT, Measure, overlap
from karat.model.scheme import Needs, Scheme, option


@dataclass(frozen=True)
class Rules(Scheme):
    """Local rules that gold and the parse share, wherever in the sentence they are used."""

    name = "rules"
    citation = (
        "Geoffrey Sampson, Robin Haigh and Eric Atwell. 1989. Natural language analysis by "
        "stochastic optimization: a progress report on Project APRIL. Journal of Experimental and "
        "Theoretical Artificial Intelligence 1."
    )
    counts = {
        "gold": "rules of gold",
        "system": "rules of the system",
        "matched": "rules that match",
        "sentences": "sentences",
        "exact": "sentences with matched = gold = system",
    }
    table = ("recall", "precision", "f1", "exact")
    needs = Needs("trees", gaps=True, untagged="rules with a tag cannot match")
    rows = "rules"
    blocks = "small"

    functions: bool = option(False, "keep what follows a - or = in labels")

    @property
    def joint(self) -> str:
        return "leaves"

    def comparison(self, labels: Labels) -> Productions:
        return Productions(labels, functions=self.functions)

    def measures(self) -> tuple[Measure, ...]:
        return (*overlap(self.beta), EXACT)


SCHEME = Rules
