"""EVALB's output, byte for byte."""

from dataclasses import dataclass

from karat.reference.evalb_reading import Row

_RULE = "=" * 76
HEADER = (
    "  Sent.                        Matched  Bracket   Cross        Correct Tag\n"
    " ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy\n"
    f"{_RULE}\n"
)


def sentence(number: int, row: Row) -> str:
    recall, precision = _percent(row.matched, row.gold), _percent(row.matched, row.test)
    figures = (recall, precision, row.matched, row.gold, row.test, row.crossing)
    return (
        "%4d  %3d    %d  " % (number, row.length, row.status)
        + "%6.2f %6.2f   %3d    %3d  %3d    %3d" % figures
        + "   %4d  %4d   %6.2f\n" % (row.words, row.tags, _percent(row.tags, row.words))
    )


@dataclass
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

    def add(self, row: Row) -> None:
        """Count a sentence in; only one with status 0 counts for the figures."""
        self.sentences += 1
        self.errors += row.status == 1
        self.skipped += row.status == 2
        if row.status:
            return
        for name in ("matched", "gold", "test", "crossing", "words", "tags"):
            setattr(self, name, getattr(self, name) + getattr(row, name))
        self.complete += row.gold == row.test == row.matched
        self.no_crossing += row.crossing == 0
        self.few_crossings += row.crossing <= 2

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


def _percent(part: int, whole: int) -> float:
    return 100.0 * part / whole if whole else 0.0
