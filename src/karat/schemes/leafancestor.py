"""The leaf-ancestor measure: for each word, how alike its two paths to the root are.

    similarity = 1 - distance / (gold symbols + system symbols), the mean over words

A word's *lineage* is the sequence of labels from the constituent right above it to the root. A mark
comes before the label of the highest constituent that begins with the word; another mark comes after
the label of the highest constituent that ends with it. The distance of two lineages is the cost of
editing one into the other: 1 for inserting or deleting a symbol, 2 for replacing one, 0.5 if both
labels begin with the same letter. ``similarity`` is the mean over all words; ``similarity@sentence``
is the mean of the sentences' means.

Sampson (2000); Sampson and Babarczy (2003).

Differences from the papers: labels are cut at a - or = (``functions=yes`` keeps them whole), null
elements (-NONE-) are left out, and the words of a sentence without a parse have similarity 0. In
discontinuous trees, special marks show where a part of a constituent begins or ends.
Differences from disco-dop: its cost of replacing is always 1; with ``replace=1,alike=1`` our
``similarity@sentence`` equals its figure. A word's similarity is rounded to the billionth.

An example in the manner of Sampson and Babarczy, worked out by hand:

>>> from karat import score
>>> gold = "(S (N1 two (N1 tax revision) bills) were passed)"
>>> system = "(S (NP two tax revision bills) were passed)"
>>> round(score(gold, system, "leafancestor").similarity, 3)
0.833
"""

from dataclasses import dataclass

from karat.comparison.bare import ONE_WORD
from karat.comparison.lineages import UNIT, Paths
from karat.model.errors import UsageError
from karat.model.labels import Labels
from karat.model.measure import EXACT, Measure
from karat.model.scheme import Needs, Scheme, option


@dataclass(frozen=True)
class LeafAncestor(Scheme):
    """How alike each word's path to the root is: labels and boundaries, by edit distance."""

    name = "leafancestor"
    citation = (
        "Geoffrey Sampson and Anna Babarczy. 2003. A test of the leaf-ancestor metric for parse "
        "accuracy. Natural Language Engineering 9(4)."
    )
    counts = {
        "words": "words of gold",
        "billionths": "the words' similarities, in billionths",
        "perfect": "words with the same lineage on both sides",
        "sentences": "sentences",
        "exact": "sentences whose words all have the same lineage on both sides",
    }
    table = ("similarity", "similarity@sentence", "perfect", "exact")
    needs = Needs("trees", gaps=True, untagged=ONE_WORD)
    blocks = "small"
    breakdowns = ()

    replace: float = option(2.0, "the cost of replacing a symbol")
    alike: float = option(0.5, "the cost of replacing a label by one with the same first letter")
    functions: bool = option(False, "keep what follows a - or = in labels")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("replace", "alike"):
            if not 0 <= getattr(self, name) <= 2:
                raise UsageError(
                    f"leafancestor: {name} should be between 0 and 2, the cost of deleting and inserting"
                )

    @property
    def joint(self) -> str:
        return "leaves"

    def comparison(self, labels: Labels) -> Paths:
        return Paths(labels, replace=self.replace, alike=self.alike, functions=self.functions)

    def measures(self) -> tuple[Measure, ...]:
        return (
            Measure("similarity", f"billionths / ({UNIT} * words)"),
            Measure("perfect", "perfect / words"),
            EXACT,
        )


SCHEME = LeafAncestor
