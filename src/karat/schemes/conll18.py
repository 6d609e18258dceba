"""The thirteen figures of the CoNLL 2018 shared task, from raw text to dependencies.

    LAS_precision = LAS_correct / LAS_system
    LAS_recall    = LAS_correct / LAS_gold
    LAS           = 2 * LAS_correct / (LAS_gold + LAS_system)
    LAS_accuracy  = LAS_correct / LAS_aligned

and likewise for every other figure. The two files may cut the text into other sentences and words:
what is compared are words that stand on the same characters (see ``karat.comparison.alignment``). Each row of
the tally is a gold sentence; a system word counts in the sentence in which it begins.

Zeman and others (2018). With ``enhanced=yes`` also ELAS and EULAS of the IWPT 2020 shared task.

Differences from the script: no limit on the length of a chain of heads; a file need not end with a
blank line, and blank lines more than one mean nothing (``karat conll18`` is as strict as the
script); a sentence that makes no tree, or whose text differs, can be left out or counted as
missed with ``failed=``, where the script stops.

>>> from karat import score
>>> dogs = "1\\tDogs\\tdog\\tNOUN\\t_\\t_\\t2\\tnsubj\\t_\\t_\\n"
>>> gold = dogs + "2\\tbark\\tbark\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> score(gold, gold.replace("nsubj", "obj"), "conll18").LAS
0.5
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from karat.comparison.texts import ALIGNED, ENHANCED, SPANS, Texts
from karat.model.columns import Longs
from karat.model.labels import Labels
from karat.model.scheme import Outcome, Scheme, option
from karat.model.tally import Measure, f_measure, ratio


def _names(figures: tuple[str, ...], parts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{figure}_{part}" for figure in figures for part in parts)


_COUNTS = _names(SPANS, ("gold", "system", "correct")) + _names(
    ALIGNED, ("gold", "system", "correct", "aligned")
)


@dataclass(frozen=True)
class Conll18(Scheme):
    """Tokens, sentences, words, tags, lemmas and dependencies over the same raw text."""

    name = "conll18"
    citation = (
        "Daniel Zeman, Jan Hajič, Martin Popel, Martin Potthast, Milan Straka, Filip Ginter, "
        "Joakim Nivre and Slav Petrov. 2018. CoNLL 2018 shared task: multilingual parsing from raw "
        "text to Universal Dependencies. CoNLL."
    )
    counts = _COUNTS
    table = (*SPANS, *ALIGNED)
    pairing = "text"
    drawn = False

    failed: str = option(
        "abort",
        "a sentence without a score: stop, leave it out, or count its gold as missed",
        ("abort", "drop", "empty"),
    )
    enhanced: bool = option(False, "also ELAS and EULAS, over the enhanced graphs")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.enhanced:
            more = _names(ENHANCED, ("gold", "system", "correct"))
            object.__setattr__(self, "counts", (*_COUNTS, *more))
            object.__setattr__(self, "table", (*SPANS, *ALIGNED, *ENHANCED))

    def comparison(self, labels: Labels) -> "Texts":
        return Texts(labels, self.enhanced)

    def row(self, outcome: Outcome) -> dict[str, Longs]:
        lost = outcome.status != 0
        if not lost.any():
            return dict(outcome.more)  # type: ignore[arg-type]  # all of them are sums
        return {
            name: np.where(lost & (not name.endswith("_gold")), 0, outcome.more[name])
            for name in self.counts
        }

    def measures(self) -> dict[str, Measure]:
        measures: dict[str, Measure] = {}
        for figure in self.table:
            measures[figure] = partial(_f, figure, self.beta)
        for figure in self.table:
            measures[f"{figure}_precision"] = partial(
                _share, f"{figure}_correct", f"{figure}_system"
            )
            measures[f"{figure}_recall"] = partial(_share, f"{figure}_correct", f"{figure}_gold")
            if figure in ALIGNED:
                measures[f"{figure}_accuracy"] = partial(
                    _share, f"{figure}_correct", f"{figure}_aligned"
                )
        return measures

    def formulas(self) -> dict[str, str]:
        """Each figure of its own counts."""
        formulas: dict[str, str] = {}
        for figure in self.table:
            part, gold, system, aligned = (
                f"{{{figure}_{name}}}" for name in ("correct", "gold", "system", "aligned")
            )
            formulas[figure] = f"2 correct / (gold + system) = 2 × {part} / ({gold} + {system})"
            formulas[f"{figure}_precision"] = f"correct / system = {part} / {system}"
            formulas[f"{figure}_recall"] = f"correct / gold = {part} / {gold}"
            if figure in ALIGNED:
                formulas[f"{figure}_accuracy"] = f"correct / aligned = {part} / {aligned}"
        return formulas

    def macros(self) -> dict[str, Measure]:
        return {name: self.measures()[name] for name in ("UAS", "LAS", "CLAS", "MLAS", "BLEX")}


SCHEME = Conll18


def _share(part: str, whole: str, counts: Any) -> Any:
    return ratio(counts[part], counts[whole])


def _f(figure: str, beta: float, counts: Any) -> Any:
    correct, gold, system = (counts[f"{figure}_{part}"] for part in ("correct", "gold", "system"))
    return f_measure(correct, gold, system, beta)
