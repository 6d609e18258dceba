"""Labelled constituents as sets of words, with the rules of the program disco-dop.

    recall    = matched / gold
    precision = matched / system
    f1        = 2 matched / (gold + system)
    exact     = sentences with matched = gold = system
    tagging   = words with the same tag / words compared

A constituent is a label and a set of positions, so discontinuous trees are compared like all others.
A constituent that a tree repeats counts each time. A word is left out on both sides because of its
*gold* tag, because of its form (``delete_words``), or because it is directly under the root of the
gold tree (``delete_root_preterms``); the remaining words get new numbers. ``disc_only`` keeps only
constituents with gaps, and only sentences that have one on either side.

Van Cranenburgh, Scha and Bod (2016).

Differences from disco-dop: it stops at the first pair of sentences that does not fit (``failed=abort``,
the default here too), and skips gold trees without a parse, which count as failed here. F1 is 0, not
undefined, if nothing matches. A bracket ROOT that disco-dop puts around trees of an ``export`` file is
not added. A word is directly under the root if it is in no constituent, or only in a root named ROOT,
VROOT, TOP, S1 or nothing. EQ_LABEL applies to the root too. Labels are deleted by their own name.

>>> from karat import score
>>> gold = "(S (VP (VB 0=is) (JJ 2=rich)) (NP (NN 1=John)))"
>>> system = "(S (VP (VB 0=is)) (NP (NN 1=John)) (AP (JJ 2=rich)))"
>>> figures = score(gold, system, "discodop")
>>> figures.counts["gold"], figures.counts["system"], figures.counts["matched"]
(3, 4, 2)
>>> score(gold, system, "discodop(disc_only=yes)").recall
0.0
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from karat.comparison.sets import Sets
from karat.files import discodop_params, evalb_params
from karat.files.discodop_params import More
from karat.files.evalb_params import Params, encoded
from karat.model.columns import Numbers
from karat.model.labels import Labels
from karat.model.measure import EXACT, Measure, overlap
from karat.model.outcome import Outcome
from karat.model.scheme import Needs, Scheme, failure_policy, option


@dataclass(frozen=True)
class Discodop(Scheme):
    """Labelled constituents, discontinuous ones included, by the rules of disco-dop."""

    name = "discodop"
    citation = (
        "Andreas van Cranenburgh, Remko Scha and Rens Bod. 2016. Data-Oriented Parsing with "
        "discontinuous constituents and function tags. Journal of Language Modelling 4(1)."
    )
    counts = {
        "gold": "constituents of gold",
        "system": "constituents of the system",
        "matched": "constituents that match",
        "words": "words compared",
        "tags": "words with the same tag",
        "sentences": "sentences",
        "exact": "sentences with matched = gold = system",
    }
    table = ("recall", "precision", "f1", "exact", "tagging")
    needs = Needs("trees", gaps=True, untagged=evalb_params.UNTAGGED)

    params: str = option("", "collins, new, or a parameter file; default: delete nothing")
    labelled: bool = option(True, "compare labels; LABELED in a parameter file")
    delete: tuple[str, ...] = option((), "more labels to delete, joined by +; DELETE_LABEL")
    delete_for_length: tuple[str, ...] = option(
        (), "tags of words that do not count towards sentence length; DELETE_LABEL_FOR_LENGTH"
    )
    delete_words: tuple[str, ...] = option((), "words to delete, joined by +; DELETE_WORD")
    delete_root_preterms: bool = option(
        False, "delete the words directly under the gold root; DELETE_ROOT_PRETERMS"
    )
    disc_only: bool = option(False, "only discontinuous constituents; DISC_ONLY")
    equal_labels: tuple[str, ...] = option(
        (), "labels that count as equal, as A~B, joined by +; EQ_LABEL"
    )
    equal_words: tuple[str, ...] = option(
        (), "words that count as equal, as a~b, joined by +; EQ_WORD"
    )
    failed: str = failure_policy("abort")

    @cached_property
    def parameters(self) -> tuple[Params, More]:
        """The parameter file with the single options added."""
        base, more = discodop_params.load(self.params)
        return base.extended(self), More(
            more.delete_words + encoded(self.delete_words),
            more.delete_root_preterms or self.delete_root_preterms,
            more.disc_only or self.disc_only,
        )

    def digest(self) -> str:
        return evalb_params.digest(self.params)

    def remarks(self, tags: frozenset[bytes], brackets: frozenset[bytes]) -> list[str]:
        return evalb_params.about_nulls(self.parameters[0], tags)

    def comparison(self, labels: Labels) -> Sets:
        return Sets(*self.parameters, labels, cut_tags=True)

    def row(self, outcome: Outcome) -> Mapping[str, Numbers]:
        row = dict(super().row(outcome))
        if self.parameters[1].disc_only:
            broken = (row["gold"] > 0) | (row["system"] > 0)
            row["sentences"], row["exact"] = broken.astype(np.int64), row["exact"] & broken
        return row

    def measures(self) -> tuple[Measure, ...]:
        return (*overlap(self.beta), EXACT, Measure("tagging", "tags / words"))


SCHEME = Discodop
