"""Labelled bracket recall and precision, with the numbers of the program EVALB.

    recall    = matched / gold
    precision = matched / system
    f1        = 2 matched / (gold + system)
    crossing  = system brackets that cross a gold bracket, per sentence
    exact     = sentences with matched = gold = system
    tagging   = words with the same tag / words compared
    functions = same_functions / functional        (only with ``functions=keep``)

Sekine and Collins (1997), the program that went with Black et al. (1991) and Collins (1997).

Differences from EVALB: none in the numbers, within its limits. Beyond them (200 words, 200 brackets,
lines of 5000 bytes) EVALB crashes or errs, and karat gives the right score. karat keeps EVALB's
slips. ``quirks=no`` corrects them: labels that begin with ``-`` or ``=`` are not cut to nothing; the
nameless bracket around a tree does not count; a label is deleted only by its own name, not by a
partner's; pairs of equal labels chain; gold's tags decide for both sides which words are punctuation,
so that a mistagged comma does not cost a sentence. ``failed=empty`` counts the gold brackets of
sentences that EVALB leaves out. Discontinuous trees (formats ``discbracket``, ``export``) are always
compared by the rules of disco-dop, see ``discodop``: a constituent is a set of words, and two cross
if they overlap and neither contains the other. ``functions=keep`` makes function tags part of labels.

>>> from karat import score
>>> gold = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
>>> system = "(S (NP (DT the)) (VP (NN dog) (VBZ barks)))"
>>> figures = score(gold, system, "evalb")
>>> figures.counts["gold"], figures.counts["matched"], round(figures.f1, 3)
(3, 1, 0.333)
"""

from dataclasses import dataclass
from functools import cached_property

from karat.comparison.functions import with_or_without
from karat.files import evalb_params
from karat.files.evalb_params import Params
from karat.model.labels import Labels
from karat.model.measure import EXACT, Measure, overlap
from karat.model.outcome import Comparison
from karat.model.scheme import Needs, Scheme, failure_policy, option


@dataclass(frozen=True)
class Evalb(Scheme):
    """Labelled bracket recall and precision, with the numbers of the program EVALB."""

    name = "evalb"
    citation = "Satoshi Sekine and Michael Collins. 1997. EVALB, a bracket scoring program."
    counts = {
        "gold": "brackets of gold",
        "system": "brackets of the system",
        "matched": "brackets that match",
        "crossing": "system brackets that cross a gold bracket",
        "words": "words compared",
        "tags": "words with the same tag",
        "sentences": "sentences",
        "exact": "sentences with matched = gold = system",
        "no_crossing": "sentences without a crossing bracket",
        "few_crossings": "sentences with at most two crossing brackets",
        "functional": "pairs that match by words and category, with a function tag in either",
        "same_functions": "such pairs with the same function tags",
    }
    table, blocks = ("recall", "precision", "f1", "exact", "crossing", "tagging"), "large"
    needs = Needs("trees", gaps=True, untagged=evalb_params.UNTAGGED)

    params: str = option("", "collins, new, or a parameter file; default: delete nothing")
    labelled: bool = option(True, "compare labels; LABELED in a parameter file")
    delete: tuple[str, ...] = option((), "more labels to delete, joined by +; DELETE_LABEL")
    delete_for_length: tuple[str, ...] = option(
        (), "tags of words that do not count towards sentence length; DELETE_LABEL_FOR_LENGTH"
    )
    quote: tuple[str, ...] = option((), "tags that a quotation mark may have; QUOTE_LABEL")
    equal_labels: tuple[str, ...] = option(
        (), "labels that count as equal, as A~B, joined by +; EQ_LABEL"
    )
    equal_words: tuple[str, ...] = option(
        (), "words that count as equal, as a~b, joined by +; EQ_WORD"
    )
    functions: str = option("drop", "function tags: cut off, or part of labels", ("drop", "keep"))
    quirks: bool = option(True, "keep EVALB's slips; no: mend them")
    failed: str = failure_policy("drop")

    @cached_property
    def parameters(self) -> Params:
        """The parameter file with the single options added."""
        return evalb_params.chosen(self.params).extended(self)

    def digest(self) -> str:
        return evalb_params.digest(self.params)

    def in_words(self) -> list[str]:
        return evalb_params.in_words(self.parameters)

    def remarks(self, tags: frozenset[bytes], brackets: frozenset[bytes]) -> list[str]:
        return evalb_params.lint(self.parameters, self.params, tags, brackets, quirks=self.quirks)

    def comparison(self, labels: Labels, own_tags: bool | None = None) -> Comparison:
        given = self.parameters, self.params, labels, self.functions == "keep"
        return with_or_without(*given, quirks=self.quirks, own_tags=own_tags)

    def aligned_comparison(self, labels: Labels) -> Comparison:
        # Gold's tags decide for both sides which words are deleted: no sentence is lost.
        return self.comparison(labels, own_tags=False)

    def measures(self) -> tuple[Measure, ...]:
        return (
            *overlap(self.beta),
            EXACT,
            Measure("crossing", "crossing / sentences", "mean", means=(), better="lower"),
            Measure("no_crossing", "no_crossing / sentences", means=()),
            Measure("few_crossings", "few_crossings / sentences", means=()),
            Measure("tagging", "tags / words"),
            *([Measure("functions", "same_functions / functional")] * (self.functions == "keep")),
        )

    def headline(self) -> tuple[str, ...]:
        return (*self.table, "functions") if self.functions == "keep" else self.table


SCHEME = Evalb
