"""For each sentence of a treebank, the analysis that agrees most with its annotation.

    f1 = 2 agreeing / (annotated + analysed)

over labelled brackets, dependencies or relations. The first of several that agree equally is taken.
The corpus of Carroll, Minnen and Briscoe (1999) was made in this way: the relations of "the closest
system analysis to the treebank annotation" were proposed, and corrected by hand (section 3.1).

>>> import karat
>>> treebank = karat.read_text("(S (NP (N a)) (VP (V b) (N c)))")
>>> parsers = [karat.read_text(text) for text in ("(S (N a) (V b) (N c))", "(S (N a) (VP (V b) (N c)))")]
>>> closest(treebank, parsers).choices
[Choice(file=1, row=0, number=1, of=1, agreeing=2, annotated=3, analysed=2)]
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from karat.analysis.nbest import of_sentences
from karat.comparison.layers import compare
from karat.comparison.pairing import spelt_like
from karat.model.bank import Bank
from karat.model.columns import Longs, Numbers, grouped
from karat.model.errors import InputError
from karat.model.labels import Labels, base_label
from karat.model.outcome import Note, added_up, held
from karat.model.picking import picked
from karat.model.relation import Relation
from karat.model.rules import equal
from karat.schemes import parse
from karat.views.nulls import without_nulls
from karat.views.spans import spans

# The scheme that compares each; brackets are compared here, with every word.
WAYS = {
    "brackets": "",
    "dependencies": "deps(subtypes=no)",
    "relations": "gr(underspecified=no,untyped=no)",
}
_ROOTS = (b"", b"ROOT", b"TOP", b"S1")
# What is compared of each sentence: annotated, analysed and agreeing.
Counts = tuple[Numbers, Numbers, Numbers]


class Choice(NamedTuple):
    """Which analysis was taken: the file, its row there, its number among those of the sentence."""

    file: int
    row: int
    number: int
    of: int
    agreeing: int
    annotated: int
    analysed: int

    @property
    def f1(self) -> Fraction:
        """0 if there is nothing to compare."""
        return Fraction(2 * self.agreeing, max(1, self.annotated + self.analysed))


@dataclass(frozen=True)
class Closest:
    """One choice per sentence, None where no file has an analysis; ``by`` says what was compared."""

    by: str
    choices: list[Choice | None]
    notes: tuple[Note, ...]


def closest(treebank: Bank, analyses: Sequence[Bank], by: str = "") -> Closest:
    """Choose by one of ``WAYS``; by default brackets, if all files have trees, else dependencies."""
    trees = all(bank.has_trees for bank in (treebank, *analyses))
    by = by or ("brackets" if trees else "dependencies")
    for bank in (treebank, *analyses):
        if by == "brackets" and not bank.has_trees:
            raise InputError(f"{bank.missing('trees')}; compare dependencies: --by dependencies")
    best: list[Choice | None] = [None] * len(treebank)
    notes: dict[Note, None] = {}
    for file, bank in enumerate(analyses):
        groups = of_sentences(treebank, bank)
        sentence = np.repeat(np.arange(len(groups)), list(map(len, groups)))
        row = np.array([one for group in groups for one in group], np.int64)
        number = [at for group in groups for at in range(1, len(group) + 1)]
        labels = Labels()
        ours = picked(without_nulls(treebank), sentence).relabelled(labels)
        theirs = spelt_like(ours, picked(without_nulls(bank), row).relabelled(labels))
        counts, said = _counts(ours, theirs, labels, by)
        notes |= dict.fromkeys(said)
        columns = (column.tolist() for column in (sentence, row, *counts))
        for (at, mine, annotated, analysed, agreeing), which in zip(
            zip(*columns, strict=True), number, strict=True
        ):
            new = Choice(file, mine, which, len(groups[at]), agreeing, annotated, analysed)
            old = best[at]
            best[at] = new if old is None or new.f1 > old.f1 else old
    return Closest(by, best, tuple(notes))


def _counts(
    treebank: Bank, analyses: Bank, labels: Labels, by: str
) -> tuple[Counts, tuple[Note, ...]]:
    if by == "brackets":
        return _brackets(treebank, analyses), ()
    scheme = parse(WAYS[by])
    outcome = compare(scheme.settled(treebank, analyses), labels)(treebank, analyses)
    row: Mapping[str, Numbers] = scheme.row(outcome)
    return (row["gold"], row["system"], row["matched"]), tuple(
        held(added_up(outcome.notes)).items()
    )


def _brackets(treebank: Bank, analyses: Bank) -> Counts:
    """Labels are compared without function tags; roots without a category do not count."""
    base = np.array(
        [treebank.labels.intern(base_label(one)) for one in treebank.labels.strings()], np.int32
    )
    roots = [treebank.labels.intern(one) for one in _ROOTS]
    gold, system = (_relation(bank, base, roots) for bank in (treebank, analyses))
    hits, _ = equal(gold, system)
    sizes: list[Longs] = [np.diff(one.offset).astype(np.int64) for one in (gold, system)]
    return sizes[0], sizes[1], grouped(hits, gold.offset)


def _relation(bank: Bank, base: Numbers, roots: Sequence[int]) -> Relation:
    found = spans(bank)
    label = base[found.label]
    return replace(found, label=label).where(~np.isin(label, roots)).as_bag()
