"""Unlabelled brackets after normalisation, as PARSEVAL was meant in 1991.

    recall    = matched / gold
    precision = matched / system
    crossing  = system constituents that cross a gold constituent, per sentence
    crossing_pairs = pairs of a gold and a system constituent that cross, per sentence

First both parses lose what grammars treat too differently to compare: auxiliaries, *not*,
pre-infinitival *to*, null elements, possessive endings and punctuation (1); then every bracket that
encloses nothing, one word or one constituent (2); then three constructions are redrawn in one way
(3). What is left is compared without labels. The paper averages recall and precision over sentences
and gives the distribution of crossing counts, so the table leads with ``@sentence``.

Black, Abney, Flickinger et al. (1991).

Differences from the paper: the gold parse decides for both sides which words are erased and where
the three constructions are (``erase=gold``, ``redefine=gold``). So both sides keep the same words, and
equal brackets stay equal whatever their labels. With ``each``, each parse decides for itself, as in
the paper. Each side always has its own null elements.

>>> from karat import score
>>> gold = "(S (NP (DT The) (NN prospect)) (PP (IN of) (VP (VBG cutting) (RP back) (NN spending))))"
>>> system = "(S (DT The) (X (NN prospect) (PP (IN of) (Y (Z (VBG cutting) (RP back)) (NN spending)))))"
>>> found = score(gold, system, "parseval")
>>> [found.counts[name] for name in ("gold", "system", "matched", "crossing")]
[4, 5, 3, 1]
"""

from dataclasses import dataclass

from karat.comparison.reduced import Reduced, Steps
from karat.model.bank import Bank
from karat.model.labels import Labels
from karat.model.measure import Measure, overlap
from karat.model.outcome import Comparison, Outcome
from karat.model.scheme import Needs, option
from karat.schemes._profiled import Profiled
from karat.views.redefine import Wanted
from karat.views.redefine.reading import digest_of, tables


@dataclass(frozen=True)
class Parseval(Profiled):
    """Unlabelled brackets after the normalisation of 1991: recall, precision, crossings."""

    name = "parseval"
    citation = (
        "Ezra Black, Steven Abney, Dan Flickinger et al. 1991. A procedure for quantitatively "
        "comparing the syntactic coverage of English grammars. DARPA Speech and Natural Language."
    )
    counts = {
        "gold": "constituents of gold",
        "system": "constituents of the system",
        "matched": "constituents that match",
        "crossing": "system constituents that cross a gold constituent",
        "crossing_pairs": "pairs of a gold and a system constituent that cross",
        "sentences": "sentences",
        "no_crossing": "sentences without a crossing constituent",
    }
    table = (
        "recall@sentence", "precision@sentence", "crossing", "recall", "precision", "no_crossing",
    )  # fmt: skip
    needs = Needs("trees", derived_from=("edges", "chunks"))
    distributions = ("crossing",)

    erase: str = option(
        "gold",
        "erase the words that gold's parse marks on both sides, or each side's own",
        ("gold", "each"),
    )
    redefine: str = option(
        "gold",
        "redraw the constructions that gold's parse has on both sides, or each side's own",
        ("gold", "each"),
    )
    extraposition: bool = option(True, "redraw extraposed clauses")
    noun_phrases: bool = option(True, "redraw modified noun phrases")
    prepositions: bool = option(True, "redraw runs of prepositions and particles")

    predicates: str = option("", "a .toml file with predicates of extraposed clauses")

    @property
    def _steps(self) -> Steps:
        switches = self.extraposition, self.noun_phrases, self.prepositions
        wanted = Wanted(*switches, tables(self.predicates))
        return Steps(self.erase, self.redefine, wanted, self.grammars)

    def comparison(self, labels: Labels) -> Reduced:
        return Reduced(self._steps, labels)

    def aligned_comparison(self, labels: Labels) -> Comparison:
        from karat.comparison.reduced_joint import ReducedOver  # few runs need it

        return ReducedOver(self._steps, labels)

    def to_align(self, gold: Bank, system: Bank, plain: Outcome) -> tuple[Bank, Bank]:
        # These are reduced, as the aligned sentences are.
        return plain.banks

    def digest(self) -> str:
        return super().digest() + digest_of(self.predicates)

    def measures(self) -> tuple[Measure, ...]:
        return (
            *overlap(self.beta),
            Measure("crossing", "crossing / sentences", "mean", means=(), better="lower"),
            Measure(
                "crossing_pairs", "crossing_pairs / sentences", "mean", means=(), better="lower"
            ),
            Measure("no_crossing", "no_crossing / sentences", means=()),
        )


SCHEME = Parseval
