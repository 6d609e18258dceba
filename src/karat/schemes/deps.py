"""Dependencies between the same words: which have the right head, and the right label.

    uas       = unlabelled / gold
    las       = matched / gold
    recall    = matched / gold
    precision = matched / system
    f1        = 2 * matched / (gold + system)
    label     = labels / gold

A dependency is (head, dependent, label); the root is a head too. ``gold`` and ``system`` count the
words that have a head. So a partial parse, which leaves words without a head, loses recall but not
precision. ``unlabelled`` counts right heads, ``matched`` right heads with the right label, ``labels``
right labels with any head; with ``labelled=no`` matched is unlabelled. If a side has trees but no
dependencies, they are derived by a table of head rules (``heads``).

Lin (1995) proposed dependencies for comparing parsers; labelled and unlabelled attachment scores are
those of the CoNLL shared tasks: Buchholz and Marsi (2006).

Differences from the CoNLL-X script: punctuation counts unless ``punctuation=no``; gold's tags and
labels, not the characters, decide what punctuation is; precision and recall are given in addition to
accuracy.

>>> from karat import score
>>> row = "{}\\t{}\\t_\\tX\\t_\\t_\\t{}\\t{}\\t_\\t_\\n"
>>> gold = row.format(1, "Dogs", 2, "nsubj") + row.format(2, "bark", 0, "root") + "\\n"
>>> result = score(gold, gold.replace("nsubj", "obj"), "deps")
>>> result.uas, result.las
(1.0, 0.5)
"""

from dataclasses import dataclass

from karat.comparison.links import Links
from karat.model.labels import Labels
from karat.model.measure import EXACT, Measure, overlap
from karat.model.scheme import LABEL, Breakdown, Needs, option
from karat.schemes._profiled import Profiled


@dataclass(frozen=True)
class Deps(Profiled):
    """Heads and labels of the same words: attachment scores, by label, distance and projectivity."""

    name = "deps"
    citation = (
        "Sabine Buchholz and Erwin Marsi. 2006. CoNLL-X shared task on multilingual dependency "
        "parsing. CoNLL."
    )
    counts = {
        "gold": "words that have a head in gold",
        "system": "words that have a head in the system's parse",
        "matched": "words with the right head and label",
        "unlabelled": "words with the right head",
        "labels": "words with the right label",
        "exact": "sentences with matched = gold = system",
        "sentences": "sentences",
    }
    table = ("uas", "las", "label", "precision", "f1", "exact")
    needs = Needs("edges", derived_from=("trees",))
    rows = "dependencies"
    blocks = "small"
    picture = "arcs"
    breakdowns = (
        LABEL,
        Breakdown("distance", ordered=True),
        Breakdown("projectivity", ordered=True),
    )

    labelled: bool = option(True, "a dependency must have the right label to match")
    punctuation: bool = option(True, "count words that gold calls punctuation")
    subtypes: bool = option(True, "tell subtypes apart: nsubj:pass is not nsubj")
    heads: str = option(
        "ud", "head rules for deriving dependencies from trees: collins, magerman, ud, or a file"
    )

    def main_figure(self) -> str:
        return "las"

    def comparison(self, labels: Labels) -> Links:
        return Links(self.labelled, self.punctuation, self.subtypes, self.grammars[0])

    def measures(self) -> tuple[Measure, ...]:
        return (
            Measure("uas", "unlabelled / gold"),
            Measure("las", "matched / gold"),
            Measure("label", "labels / gold", means=()),
            *overlap(self.beta),
            EXACT,
        )


SCHEME = Deps
