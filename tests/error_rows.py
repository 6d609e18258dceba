"""Errors of small files that tests write by hand, and figures of files whose errors are mended."""

from types import ModuleType

import karat
from karat.analysis.errors.frame import Error, Errors, errors_of
from karat.engine.memory import outcome_of
from karat.model.bank import Bank, relabelled_pair
from karat.model.outcome import Outcome
from karat.schemes import parse


def graph(*sentences: str) -> str:
    """CoNLL-U from words written as form:head:label, one text per sentence.

    >>> graph("Dogs:2:nsubj bark:0:root").splitlines()[1].split("\\t")[6:8]
    ['0', 'root']
    """
    return "".join(
        "".join(
            "{}\t{}\t_\tX\t_\t_\t{}\t{}\t_\t_\n".format(number, *word.split(":", 2))
            for number, word in enumerate(sentence.split(), 1)
        )
        + "\n"
        for sentence in sentences
    )


class Analysed:
    """Two files compared and analysed."""

    def __init__(
        self, analysis: ModuleType, gold: str | Bank, system: str | Bank, scheme: str
    ) -> None:
        self.analysis, self.scheme = analysis, parse(scheme)
        sides = (one if isinstance(one, Bank) else karat.read_text(one) for one in (gold, system))
        self.gold, self.system = relabelled_pair(*sides)
        self.scheme = self.scheme.settled(self.gold, self.system)
        self.outcome = outcome_of(self.gold, self.system, self.scheme)
        self.errors: Errors = errors_of(analysis, self.outcome, self.scheme)

    @property
    def found(self) -> list[Error]:
        return list(self.errors.found)

    def told(self) -> list[tuple[str, int]]:
        """The causes, each with the number of gold and system rows."""
        return [(one.cause, one.rows) for one in self.found]

    def figures(self, *causes: str) -> dict[str, float]:
        """The figures if the errors with these causes are mended; with ``*`` all errors."""
        chosen = [i for i, one in enumerate(self.found) if one.cause in causes or "*" in causes]
        outcome = self.outcome
        if chosen:
            rows = self.errors.rows(chosen)
            outcome = self.analysis.mended(outcome, self.scheme, rows)
        return self._figures(outcome)

    def _figures(self, outcome: Outcome) -> dict[str, float]:
        measures = self.scheme.measures()
        total = self.scheme.tally(outcome, self.gold.labels).total(measures)
        return total.figures(measures, self.scheme.failed)

    def words(self, number: int, side: str = "missed") -> set[str]:
        """The words of the rows of an error of dependencies."""
        outcome, one = self.outcome, self.found[number]
        rows = one.missed if side == "missed" else one.spurious
        relation = outcome.gold if side == "missed" else outcome.system
        bank = outcome.banks[side != "missed"]
        words = [word.decode() for sentence in range(len(bank)) for word in bank.words(sentence)]
        return {words[int(relation.row[row])] for row in rows}
