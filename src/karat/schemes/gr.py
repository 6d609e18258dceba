"""Grammatical relations between heads and dependents, with a hierarchy of relations.

    recall    = matched / gold
    precision = matched / system
    f1        = 2 matched / (gold + system)

A gold relation and a system relation match, one to one, if their names and all their slots agree
(``mode=exact``). The figures are those of ``dependent``, the relation above all; ``by=relation``
gives each relation's row, which counts what it subsumes too. In the modes of 2006, ``eq`` wants equal
names, ``sub`` a gold name that is or subsumes the system's, and ``hier`` any names: it counts gold,
system and agreement at every level, agreement from the lowest common subsumer up, and sums over all
levels.

Carroll, Minnen and Briscoe (1999), section 3; Briscoe and Carroll (2006).

Differences from the papers and their program: matching is not first come but a maximum matching (in
``hier``, the one that agrees at most levels); ``program=greval`` matches as the program does, with its
ellipses and names of several words. The paper's two allowances are on and can be switched off: the
system may return mod, subj and clausal for relations below them (``underspecified=no``), and leave
the type of modifiers, iobj and clausal relations empty (``untyped=no``).

>>> from karat import score
>>> gold = "ncmod(of, prospect, back)\\nncsubj(die, proprietor, _)\\ndobj(drop, it, _)"
>>> system = "mod(_, prospect, back)\\nncsubj(die, it, _)"
>>> found = score(gold, system, "gr")
>>> found.counts["matched"], round(found.recall, 3), found.precision
(1, 0.333, 0.5)
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from karat.comparison.gr.compare import CHOSEN, UNKNOWN, Matched, Relations
from karat.files.hierarchy import digest_of, load
from karat.model.columns import Longs, Numbers
from karat.model.labels import Labels
from karat.model.scheme import Outcome, Scheme, option
from karat.model.tally import SCORED, Measure, Tally, f_measure, overlap, ratio


@dataclass(frozen=True)
class Gr(Scheme):
    """Grammatical relations: recall, precision and F over (relation, head, dependent …)."""

    name = "gr"
    citation = (
        "John Carroll, Guido Minnen and Ted Briscoe. 1999. Corpus annotation for parser evaluation. "
        "LINC. Ted Briscoe and John Carroll. 2006. Evaluating the accuracy of an unlexicalized "
        "statistical parser on the PARC DepBank. COLING/ACL."
    )
    counts = (
        "gold",
        "system",
        "matched",
        "gold_relations",
        "system_relations",
        "unlabelled",
        "exact",
        "sentences",
    )
    table = ("recall", "precision", "f1", "unlabelled", "exact")
    breakdowns = ("label", "length", "relation")

    mode: str = option(
        "exact", "which names match, and how levels count", ("exact", "eq", "sub", "hier")
    )
    program: str = option(
        "paper", "a maximum matching, or first come as the original program", ("paper", "greval")
    )
    hierarchy: str = option("auto", "auto, 1999, 2006 or a file of your own")
    match: str = option(
        "auto",
        "words are equal by lemma or by position; auto: by position where both sides have them",
        ("auto", "lemma", "position"),
    )
    slots: str = option(
        "all",
        "which slots are compared; initial only for ncsubj",
        ("all", "head+dependent", "head+dependent+initial"),
    )
    underspecified: bool = option(
        True, "the system may return mod, subj, clausal for more specific"
    )
    untyped: bool = option(True, "the system may leave the type of mod, iobj, clausal empty")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.hierarchy != "auto":
            load(self.hierarchy)

    def digest(self) -> str:
        return digest_of(self.hierarchy)

    def remarks(self, quirks: Mapping[int, int]) -> list[str]:
        found = [f"hierarchy=auto is {name}" for bit, name in CHOSEN.items() if quirks.get(bit)]
        if n := quirks.get(UNKNOWN):
            found.append(
                f"relations that the hierarchy does not know, in {n} sentence{'s' * (n > 1)}, count "
                "for its highest relation alone (karat check lists them)"
            )
        return found

    def comparison(self, labels: Labels) -> Relations:
        return Relations(self, labels)

    def row(self, outcome: Outcome) -> dict[str, Longs]:
        return {name: outcome.more[name].astype(np.int64) for name in self.counts}

    def measures(self) -> dict[str, Measure]:
        return overlap(self.beta) | {
            "unlabelled": lambda c: f_measure(
                c["unlabelled"], c["gold_relations"], c["system_relations"], self.beta
            ),
            "exact": lambda c: ratio(c["exact"], c["sentences"]),
        }

    def tally(self, outcome: Outcome, labels: Labels, by: tuple[str, ...] = ()) -> Tally:
        tally = super().tally(outcome, labels, by)
        assert isinstance(outcome, Matched)  # what the comparison below gives
        if outcome.weighted:
            counts: Numbers = np.stack([outcome.more[name] for name in self.counts], axis=1)
            tally = replace(tally, counts=counts)
        if "relation" not in by:
            return tally
        counted = (outcome.status == SCORED) | (self.failed == "empty")
        if self.length:
            counted &= outcome.length <= self.length
        return replace(tally, groups={**tally.groups, "relation": outcome.by_relation(counted)})


SCHEME = Gr
