"""How far annotators of grammatical relations agree: F1 of each pair, by relation, and disagreements.

F1 does not depend on which annotator is called gold if relations match only when they are equal.
Therefore the scheme makes no allowances for one side: ``gr(underspecified=no,untyped=no)``.

>>> from karat.formats.gr import loads
>>> texts = "ncsubj(die, he, _)\\niobj(to, give, her)", "ncsubj(die, he, _)\\nncmod(to, give, her)"
>>> found = agreement([loads(text) for text in texts])
>>> found.pairs[0, 1].f1, str(found.disagreements[0])
(0.5, 'iobj(to, give, her) / ncmod(to, give, her)')
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from karat.analysis.gr_tables import Compared, Found
from karat.model.bank import Bank
from karat.model.errors import InputError, UsageError
from karat.model.gr import Gr as Row
from karat.model.gr import listed
from karat.model.measure import ratio
from karat.schemes import parse
from karat.schemes.gr import Gr

STRICT = "gr(underspecified=no,untyped=no)"


@dataclass(frozen=True)
class Pair:
    """Two annotators: how many relations each has, how many they share, and figures by relation."""

    first: float
    second: float
    shared: float
    rows: tuple[Found, ...]

    @property
    def f1(self) -> float:
        """2 shared / (first + second)."""
        return float(ratio(2 * self.shared, self.first + self.second))


@dataclass(frozen=True)
class Disagreement:
    """Relations of one sentence that two annotators do not share; either may be missing."""

    annotators: tuple[int, int]
    sentence: int
    first: Row | None
    second: Row | None

    def __str__(self) -> str:
        return f"{self.first or '–'} / {self.second or '–'}"


@dataclass(frozen=True)
class Agreement:
    """Everything that ``karat gr --agree`` reports."""

    sentences: int
    pairs: dict[tuple[int, int], Pair]
    disagreements: tuple[Disagreement, ...]

    @property
    def mean(self) -> float:
        return float(ratio(sum(pair.f1 for pair in self.pairs.values()), len(self.pairs)))


def agreement(banks: Sequence[Bank], scheme: str | Gr = STRICT) -> Agreement:
    """Compare each pair of several annotations of the same sentences."""
    if len(banks) < 2:
        raise UsageError("agreement needs at least two files")
    sizes = {bank.path: len(bank) for bank in banks}
    if len(set(sizes.values())) > 1:
        shown = ", ".join(f"{path} {size}" for path, size in sizes.items())
        raise InputError(f"the files have different numbers of sentences: {shown}")
    wanted = parse(scheme) if isinstance(scheme, str) else scheme
    if not isinstance(wanted, Gr):
        raise UsageError(f"{wanted}: relations are compared with the scheme gr only")
    pairs: dict[tuple[int, int], Pair] = {}
    found: list[Disagreement] = []
    for i, j in combinations(range(len(banks)), 2):
        compared = Compared(banks[i], banks[j], wanted)
        rows = compared.found()
        pairs[i, j] = Pair(rows[0].gold, rows[0].system, rows[0].matched, tuple(rows))
        found += _disagreements(compared, (i, j))
    found.sort(key=lambda one: one.sentence)
    return Agreement(len(banks[0]), pairs, tuple(found))


def _disagreements(compared: Compared, annotators: tuple[int, int]) -> list[Disagreement]:
    """The relations that are not shared; two that differ only in name are paired."""
    pairs = compared.other_names()
    outcome = compared.outcome
    rows = [side.relation.row for side in compared.sides]
    sentences = [side.sentence() for side in compared.sides]
    grs = [
        [gr for sentence in range(len(bank)) for gr in listed(bank, sentence)]
        for bank in (compared.gold, compared.system)
    ]
    hits = [outcome.gold_hit.copy(), outcome.system_hit.copy()]
    found = []
    for g, s in zip(pairs.gold.tolist(), pairs.system.tolist(), strict=True):
        if not hits[0][g]:
            pair = grs[0][rows[0][g]], grs[1][rows[1][s]]
            found.append(Disagreement(annotators, int(sentences[0][g]) + 1, *pair))
        hits[0][g] = hits[1][s] = 1
    for side in (0, 1):
        for row in (hits[side] == 0).nonzero()[0].tolist():
            mine = grs[side][rows[side][row]]
            pair = (mine, None) if side == 0 else (None, mine)
            found.append(Disagreement(annotators, int(sentences[side][row]) + 1, *pair))
    return found
