"""The thirteen figures of the CoNLL 2018 shared task, from raw text to dependencies.

    LAS_precision = LAS_correct / LAS_system
    LAS_recall    = LAS_correct / LAS_gold
    LAS           = 2 * LAS_correct / (LAS_gold + LAS_system)
    LAS_accuracy  = LAS_correct / LAS_aligned

and likewise for every other figure. The two files may divide the text into different sentences and
words: two words are compared if they cover the same characters (``karat.comparison.alignment``).
Each row of the tally is a gold sentence; a system word counts in the sentence in which it begins.

Zeman and others (2018). With ``enhanced=yes`` also ELAS and EULAS of the IWPT 2020 shared task.

Differences from the script: a chain of heads may be of any length; a file need not end with a blank
line, and several blank lines count as one (``karat conll18`` is as strict as the script). The script
stops at a sentence that is not a tree or whose text differs; here ``failed=`` can leave it out or
count it as missed.

>>> from karat import score
>>> dogs = "1\\tDogs\\tdog\\tNOUN\\t_\\t_\\t2\\tnsubj\\t_\\t_\\n"
>>> gold = dogs + "2\\tbark\\tbark\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> score(gold, gold.replace("nsubj", "obj"), "conll18").LAS
0.5
"""

from dataclasses import dataclass

from karat.comparison.texts import ALIGNED, ENHANCED, SPANS, Texts
from karat.model.labels import Labels
from karat.model.measure import Measure, f_of
from karat.model.scheme import Needs, Scheme, failure_policy, option

_PARTS = {"gold": "of gold", "system": "of the system", "correct": "that are right in {}"}
_MEAN = ("UAS", "LAS", "CLAS", "MLAS", "BLEX")


def _counts(figures: tuple[str, ...], parts: dict[str, str]) -> dict[str, str]:
    return {
        f"{figure}_{part}": f"{_units(figure)} {words.format(figure)}"
        for figure in figures
        for part, words in parts.items()
    }


def _units(figure: str) -> str:
    """What a figure counts."""
    return figure.lower() if figure in SPANS else "edges" if figure in ENHANCED else "words"


@dataclass(frozen=True)
class Conll18(Scheme):
    """Tokens, sentences, words, tags, lemmas and dependencies over the same raw text."""

    name = "conll18"
    citation = (
        "Daniel Zeman, Jan Hajič, Martin Popel, Martin Potthast, Milan Straka, Filip Ginter, "
        "Joakim Nivre and Slav Petrov. 2018. CoNLL 2018 shared task: multilingual parsing from raw "
        "text to Universal Dependencies. CoNLL."
    )
    counts = {
        **_counts(SPANS, _PARTS),
        **_counts(ALIGNED, {**_PARTS, "aligned": "on the same characters"}),
        **_counts(ENHANCED, _PARTS),
    }
    table = (*SPANS, *ALIGNED)
    needs = Needs(
        "edges",
        untagged="UPOS, XPOS, AllTags and MLAS mean nothing (--scheme deps needs no tags)",
    )
    rows = "words"
    picture = "arcs"
    drawn_as = "deps"
    pairing = "text"
    plain = True

    failed: str = failure_policy("abort")
    enhanced: bool = option(False, "also ELAS and EULAS, over the enhanced graphs")

    def headline(self) -> tuple[str, ...]:
        return (*self.table, *ENHANCED) if self.enhanced else self.table

    def main_figure(self) -> str:
        return "LAS"

    def comparison(self, labels: Labels) -> Texts:
        return Texts(labels, self.enhanced)

    def measures(self) -> tuple[Measure, ...]:
        figures = self.headline()
        main = (
            f_of(f"{one}_correct", f"{one}_gold", f"{one}_system", self.beta, one)
            for one in figures
        )
        return (
            *(measure if measure.name in _MEAN else _plain(measure) for measure in main),
            *(part for one in figures for part in self._shares(one)),
        )

    def _shares(self, figure: str) -> list[Measure]:
        wholes = {"precision": "system", "recall": "gold"}
        if figure in ALIGNED:
            wholes["accuracy"] = "aligned"
        return [
            Measure(f"{figure}_{name}", f"{figure}_correct / {figure}_{whole}", means=())
            for name, whole in wholes.items()
        ]


SCHEME = Conll18


def _plain(measure: Measure) -> Measure:
    return Measure(measure.name, measure.formula, means=())
