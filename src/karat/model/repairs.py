"""Repairs: what was done to read a file that the strict reader refuses (``--lenient``)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from karat.model.bank import Bank
from karat.model.layers import table

# The kinds of repairs, in the order in which they are reported.
KINDS = {
    "fence": "a code fence around answers",
    "prose": "text that is no part of an answer",
    "blank-lines": "blank lines between answers",
    "numbering": "numbers before answers",
    "json": "answers inside JSON",
    "square-brackets": "trees with [ ] or { } in place of ( )",
    "outline": "a tree written as indented lines",
    "no-brackets": "labels and words without any bracket",
    "unbalanced": "brackets that are not closed, or closed too often",
    "truncated": "an answer that ends in the middle",
    "spaces-for-tabs": "columns separated by spaces",
    "table": "columns separated by |",
    "missing-columns": "fewer or more columns than CoNLL-U has",
    "no-blank-line": "no blank line between two sentences",
    "bad-id": "numbers of words or of sentences that make no sense",
    "bad-head": "heads that are not words of the sentence",
    "missing-head": "words without a head",
    "cycle": "words that are their own ancestors",
    "several-roots": "more than one root",
    "no-root": "no root",
    "repeated": "several answers with the same id",
    "several-answers": "several answers to one sentence",
    "order": "answers put in the order of gold by their ids",
    "refused": "the answer is a refusal",
    "empty": "no answer",
    "lost": "nothing in the answer can be read",
}
# A sentence with one of these has no parse.
LOST = ("refused", "empty", "lost")
# What is around an answer, which is itself as it should be.
WRAPPING = ("fence", "prose", "blank-lines", "numbering", "json", "order", "repeated")


class Repair(NamedTuple):
    """One repair: the sentence (from 1; 0 if it belongs to none), its place, its kind, what was done."""

    sentence: int
    line: int
    column: int
    kind: str
    what: str


def by_kind(found: Iterable[Repair]) -> dict[str, list[Repair]]:
    """Repairs by their kind, in the order of KINDS."""
    grouped: dict[str, list[Repair]] = {kind: [] for kind in KINDS}
    for one in found:
        grouped[one.kind].append(one)
    return {kind: some for kind, some in grouped.items() if some}


def with_repairs(bank: Bank, repairs: Sequence[Repair]) -> Bank:
    """The Bank with the layer ``repairs``."""
    rows: list[list[tuple[int, int, bytes]]] = [[] for _ in range(len(bank))]
    for one in repairs:
        if one.sentence:
            rows[one.sentence - 1].append((one.line, one.column, one.kind.encode()))
    return bank.with_layers(repairs=table(rows, "line column kind", bank.labels, "kind"))


def repairs_of(bank: Bank) -> tuple[Repair, ...]:
    """The repairs of a Bank's sentences, with what each kind means; none if it was not read leniently."""
    if "repairs" not in bank.layers:
        return ()
    layer = bank.layers["repairs"]
    return tuple(
        Repair(sentence + 1, line, column, kind, KINDS[kind])
        for sentence in range(len(bank))
        for line, column, number in layer.each(sentence, "line", "column", "kind")
        for kind in [bank.labels[number].decode()]
    )


class Counts(NamedTuple):
    """How many sentences were read whole, repaired, or lost."""

    whole: int
    repaired: int
    lost: int


def counts(bank: Bank) -> Counts:
    """What became of the sentences of a Bank that was read leniently.

    What is only around an answer (prose, numbers, JSON) leaves it whole.
    """
    mended = {one.sentence for one in repairs_of(bank) if one.kind not in WRAPPING}
    lost = {at + 1 for at in (np.diff(bank.token_offset) == 0).nonzero()[0].tolist()}
    repaired = len(mended - lost)
    return Counts(len(bank) - repaired - len(lost), repaired, len(lost))
