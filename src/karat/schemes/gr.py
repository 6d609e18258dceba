"""Grammatical relations between heads and dependents, with a hierarchy of relations.

    recall    = matched / gold
    precision = matched / system
    f1        = 2 matched / (gold + system)

A gold relation and a system relation match, one to one, if their names and all their slots agree
(``mode=exact``). The figures are those of ``dependent``, the top of the hierarchy; ``--by relation``
gives a row for each, with the relations below it. Modes of 2006: ``eq``, equal names; ``sub``, gold's
name subsumes the system's; ``hier``, any names, counted at every level, agreement from the lowest
common subsumer up. Relations of trees, dependencies and chunks are derived (view ``gr``).

Carroll, Minnen and Briscoe (1999), section 3; Briscoe and Carroll (2006).

Differences from the papers: as many relations as possible are paired (in ``hier``, those that agree
at most levels); ``program=greval`` pairs and counts as the program does. The paper's two allowances
are on: the system may return mod, subj and clausal for relations below them (``underspecified=no``;
``all``: any relation for those below it), and leave some types empty (``untyped=no``).

>>> from karat import score
>>> gold = "ncmod(of, prospect, back)\\nncsubj(die, proprietor, _)\\ndobj(drop, it, _)"
>>> system = "mod(_, prospect, back)\\nncsubj(die, it, _)"
>>> found = score(gold, system, "gr")
>>> found.counts["matched"], round(found.recall, 3), found.precision
(1, 0.333, 0.5)
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from karat.comparison.gr.compare import Relations
from karat.comparison.gr.matcher import Matcher
from karat.files.hierarchy import choose, digest_of, load
from karat.model.bank import Bank
from karat.model.gr import names_in
from karat.model.labels import Labels
from karat.model.measure import EXACT, Measure, f_of, overlap
from karat.model.scheme import LABEL, Breakdown, Needs, Scheme, option


@dataclass(frozen=True)
class Gr(Scheme):
    """Grammatical relations: recall, precision and F over (relation, head, dependent …)."""

    name = "gr"
    citation = (
        "John Carroll, Guido Minnen and Ted Briscoe. 1999. Corpus annotation for parser evaluation. "
        "LINC. Ted Briscoe and John Carroll. 2006. Evaluating the accuracy of an unlexicalized "
        "statistical parser on the PARC DepBank. COLING/ACL."
    )
    counts = {
        "gold": "relations of gold",
        "system": "relations of the system",
        "matched": "relations that match",
        "gold_relations": "relations of gold",
        "system_relations": "relations of the system",
        "unlabelled": "pairs that match whatever their names",
        "exact": "sentences whose relations all match",
        "sentences": "sentences",
    }
    table = ("recall", "precision", "f1", "unlabelled", "exact")
    needs = Needs("gr", derived_from=("edges", "trees", "chunks"))
    rows = "relations"
    blocks = "small"
    picture = "arcs"
    breakdowns = (LABEL, Breakdown("relation", ordered=True, partition=False))

    mode: str = option("exact", "which names match, in which way", ("exact", "eq", "sub", "hier"))
    program: str = option("paper", "pair the most, or as the first program", ("paper", "greval"))
    hierarchy: str = option("auto", "1999, 2006, a file, or auto: the one that fits the files")
    match: str = option("auto",
        "match words by lemma, by form or by position; auto: by position where both sides have one",
        ("auto", "lemma", "form", "position"))  # fmt: skip
    slots: str = option("all", "which slots to compare; initial only for ncsubj",
        ("all", "head+dependent", "head+dependent+initial"))  # fmt: skip
    underspecified: str = option("yes", "may mod, subj, clausal stand for those below; all: all may",
        ("yes", "no", "all"))  # fmt: skip
    untyped: bool = option(True, "the type of mod, iobj and clausal may be left empty")
    language: str = option("auto", "the language of words that relations are derived from")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.hierarchy != "auto":
            load(self.hierarchy)
        if self.language != "auto":
            from karat.views.gr.language import check_language  # not needed to compare relations

            check_language(self.language)

    def digest(self) -> str:
        return digest_of(self.hierarchy)

    def settled(self, gold: Bank, system: Bank) -> "Gr":
        if self.hierarchy != "auto":
            return self
        return replace(self, hierarchy=choose(names_in(gold, system), self.usual_hierarchy))

    @property
    def usual_hierarchy(self) -> str:
        """The hierarchy to use if both have equally many of the files' relations."""
        return "1999" if (self.mode, self.program) == ("exact", "paper") else "2006"

    def comparison(self, labels: Labels) -> Relations:
        matcher = Matcher(
            load(self.hierarchy), labels, mode=self.mode, program=self.program, match=self.match,
            slots=self.slots, underspecified=self.underspecified, untyped=self.untyped,
        )  # fmt: skip
        return Relations(matcher)

    def counted(self) -> Mapping[str, str]:
        levels = ", once for each level" if self.mode == "hier" else ""
        both = {name: self.counts[name] + levels for name in ("gold", "system", "matched")}
        return {**self.counts, **both}

    def measures(self) -> tuple[Measure, ...]:
        loose = f_of("unlabelled", "gold_relations", "system_relations", self.beta, "unlabelled")
        return (*overlap(self.beta), replace(loose, means=()), EXACT)


SCHEME = Gr
