"""Reports of ``karat recognise``: phenomena by sentence, what each recogniser knows, checks."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import numpy as np

from karat.comparison.by_id import ids_of
from karat.files.phenomena import catalogue, scope_of
from karat.model.layers import names_of
from karat.model.measure import ratio
from karat.recognise.rules import Recogniser
from karat.reports.table import Table
from karat.suites.items import Item
from karat.suites.native import Native
from karat.suites.recognition import examples, rates


def phenomena_table(recogniser: Recogniser, native: Native) -> Table:
    """The phenomena of each sentence, and whether there was output for it.

    Names whose rules are experimental have a column of their own, if there are such rules.
    """
    names = [native.name(i) for i in range(len(native.evidence))]
    return _listed(
        names, native.evidence.given.tolist(), recogniser(native.evidence), recogniser.experimental
    )


def listed(native: Native) -> Table:
    """The same for a file of names."""
    bank = native.bank
    assert bank is not None  # files of names are read as Banks
    layer = bank.layers["phenomena"]
    names = names_of(bank.labels, layer["label"])
    scope = scope_of(bank)
    return _listed(
        ids_of(bank),
        (np.diff(bank.token_offset) > 0).tolist(),
        [names[layer.rows(i)] for i in range(len(bank))],
        scope[1] if scope else (),
    )


def _listed(
    ids: Sequence[str], given: Sequence[bool], found: Sequence[Sequence[str]],
    experimental: Collection[str],
) -> Table:  # fmt: skip
    rows = []
    for one, there, names in zip(ids, given, found, strict=True):
        sure = " ".join(name for name in names if name not in experimental)
        doubtful = " ".join(name for name in names if name in experimental)
        rows.append([one, "yes" if there else "no", sure, *([doubtful] if experimental else [])])
    more = ["experimental"] if experimental else []
    return Table(["sentence", "output", "phenomena", *more], rows)


def unreadable(native: Native, most: int = 3) -> list[str]:
    """Notes about sentences that count as without output because they cannot be read."""
    if native.bank is None:
        return []
    faulty = native.bank.fault.nonzero()[0].tolist()
    errors = zip(faulty[:most], native.bank.errors(), strict=False)
    lines = [f"note: sentence {i + 1} cannot be read: {error}" for i, error in errors]
    more = [f"note: … and {len(faulty) - most} more that cannot be read"]
    return lines + more if len(faulty) > most else lines


def catalogue_table(recognisers: Sequence[Recogniser]) -> Table:
    """The phenomena, each with the recognisers that know it and its description."""
    return Table(
        ["phenomenon", *(one.name for one in recognisers), "what it is"],
        [
            [phenomenon, *(_knows(one, phenomenon) for one in recognisers), what]
            for phenomenon, what in catalogue().items()
        ],
    )


def _knows(recogniser: Recogniser, phenomenon: str) -> str:
    if phenomenon in recogniser.experimental:
        return "experimental"
    return "yes" if phenomenon in recogniser.phenomena else "no"


def examples_table(recognisers: Mapping[str, Recogniser]) -> tuple[Table, list[str]]:
    """How many examples of each recogniser come out right, and a line for each that does not."""
    rows: list[list[object]] = []
    lines = []
    for name, recogniser in recognisers.items():
        count, wrong = examples(recogniser)
        right = count - len(wrong)
        without = sum(not (rule.match and rule.other) for rule in recogniser.rules)
        rows.append([name, len(recogniser.rules), without, count, right, ratio(right, count)])
        for one in wrong:
            should = "should match" if one.wanted else "should not match"
            text = " ".join(one.text.split())[:100]
            lines.append(f"{name}: {one.phenomenon} {should}: {text}")
    heads = ["rules", "phenomena", "without examples", "examples", "right", "rate"]
    return Table(heads, rows), lines


def rates_table(recognisers: Sequence[Recogniser], folder: Path, items: Sequence[Item]) -> Table:
    """How often each recogniser finds the core phenomenon in a suite's gold analyses."""
    return Table(
        ["rules", "phenomenon", "items", "recognised", "rate", "missed"],
        [
            [recogniser.name, one.phenomenon, one.items, one.recognised, one.rate,
             " ".join(item.id for item in one.missed)]
            for recogniser in recognisers for one in rates(recogniser, folder, items)
        ],
    )  # fmt: skip
