"""EVALB's output, byte for byte."""

import operator
from dataclasses import dataclass, fields

import numpy as np

from karat.kernels import lines as kernel
from karat.model.columns import Flags, Ints, Longs

_RULE = "=" * 76
HEADER = (
    "  Sent.                        Matched  Bracket   Cross        Correct Tag\n"
    " ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy\n"
    f"{_RULE}\n"
)


def sentences(first: int, figures: Ints, left_out: Flags) -> tuple[memoryview, Longs]:
    """The lines of sentences, numbered from ``first``, and where the line of each of them ends.

    ``figures`` has the fields of Row as columns. Sentences that are ``left_out`` have no line.

    >>> row = np.array([[4, 0, 1, 3, 3, 1, 4, 4]], np.int32)
    >>> print(bytes(sentences(1, row, np.zeros(1, np.int8))[0]).decode(), end="")
       1    4    0   33.33  33.33     1      3    3      1      4     4   100.00
    """
    out = np.empty(len(figures) * kernel.WIDEST, np.uint8)
    ends = np.empty(len(figures), np.int64)
    size = kernel.sentences(first, figures, left_out, out, ends)
    return out[:size].data, ends


@dataclass(frozen=True)
class Sums:
    """EVALB's sums, over all sentences or over short ones."""

    sentences: int = 0
    errors: int = 0
    skipped: int = 0
    matched: int = 0
    gold: int = 0
    test: int = 0
    crossing: int = 0
    words: int = 0
    tags: int = 0
    complete: int = 0
    no_crossing: int = 0
    few_crossings: int = 0

    @classmethod
    def of(cls, figures: Ints) -> "Sums":
        """The sums of these sentences; only those with status 0 count for the figures."""
        status = figures[:, 1]
        fine = figures[status == 0]
        matched, gold, test, crossing = fine[:, 2:6].T
        conditions = (
            (gold == test) & (test == matched), crossing == 0, crossing <= 2
        )  # fmt: skip
        return cls(
            len(figures), *(int(np.count_nonzero(status == value)) for value in (1, 2)),
            *fine[:, 2:].sum(axis=0, dtype=np.int64).tolist(),
            *(int(np.count_nonzero(one)) for one in conditions),
        )  # fmt: skip

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(*map(operator.add, _figures(self), _figures(other)))

    def block(self) -> str:
        """The twelve lines of the summary."""
        valid = self.sentences - self.errors - self.skipped
        recall, precision = _percent(self.matched, self.gold), _percent(self.matched, self.test)
        total = precision + recall
        f_measure = f"{2 * precision * recall / total:6.2f}" if total else f"{'-nan':>6}"
        crossing = self.crossing / valid if valid else 0.0
        return (
            f"Number of sentence        = {self.sentences:6d}\n"
            f"Number of Error sentence  = {self.errors:6d}\n"
            f"Number of Skip  sentence  = {self.skipped:6d}\n"
            f"Number of Valid sentence  = {valid:6d}\n"
            f"Bracketing Recall         = {recall:6.2f}\n"
            f"Bracketing Precision      = {precision:6.2f}\n"
            f"Bracketing FMeasure       = {f_measure}\n"
            f"Complete match            = {_percent(self.complete, valid):6.2f}\n"
            f"Average crossing          = {crossing:6.2f}\n"
            f"No crossing               = {_percent(self.no_crossing, valid):6.2f}\n"
            f"2 or less crossing        = {_percent(self.few_crossings, valid):6.2f}\n"
            f"Tagging accuracy          = {_percent(self.tags, self.words):6.2f}\n"
        )


def summary(every: Sums, short: Sums, cutoff: int) -> str:
    """The output after the sentences: totals and summaries."""
    total = ""
    if every.gold > 0 and every.test > 0:
        total = "                %6.2f %6.2f %6d %5d %5d  %5d" % (
            _percent(every.matched, every.gold), _percent(every.matched, every.test),
            every.matched, every.gold, every.test, every.crossing,
        )  # fmt: skip
    tagging = _percent(every.tags, every.words)
    total += "  %5d %5d   %6.2f\n" % (every.words, every.tags, tagging)
    return (
        f"{_RULE}\n{total}=== Summary ===\n\n-- All --\n{every.block()}\n"
        f"-- len<={cutoff} --\n{short.block()}"
    )


# Several times as fast as dataclasses.astuple, which copies every figure.
_figures = operator.attrgetter(*(field.name for field in fields(Sums)))


def _percent(part: int, whole: int) -> float:
    return 100.0 * part / whole if whole else 0.0
