"""Reports of ``karat recognise``: phenomena by sentence, what each recogniser knows, checks."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from karat.model.measure import ratio
from karat.recognise.rules import Recogniser, catalogue
from karat.reports.table import Table
from karat.suites.items import Item
from karat.suites.native import Native
from karat.suites.recognition import examples, rates

# What rules of each kind look at, in analyses that may lack it.
PARTS = {"deps": "a semantic structure", "tree": "a derivation"}


def phenomena_table(recogniser: Recogniser, native: Native) -> Table:
    """The phenomena of each sentence, and whether there was output for it."""
    given = native.evidence.given.tolist()
    return Table(
        ["sentence", "output", "phenomena"],
        [
            [native.name(i), "yes" if given[i] else "no", " ".join(found)]
            for i, found in enumerate(recogniser(native.evidence))
        ],
    )


def unreadable(native: Native, most: int = 3) -> list[str]:
    """Notes about sentences that count as without output because they cannot be read."""
    if native.bank is None:
        return []
    faulty = native.bank.fault.nonzero()[0].tolist()
    errors = zip(faulty[:most], native.bank.errors(), strict=False)
    if native.items:  # the Bank was made from the items, so its lines are not those of a file
        path = native.evidence.path
        lines = [f"note: {path}: item {native.name(i)}: {error.what}" for i, error in errors]
    else:
        lines = [f"note: sentence {native.name(i)} cannot be read: {error}" for i, error in errors]
    more = [f"note: … and {len(faulty) - most} more that cannot be read"]
    return lines + more if len(faulty) > most else lines


def unseen(recogniser: Recogniser, native: Native) -> list[str]:
    """Notes about rules that look at what some sentences do not have, such as a derivation."""
    evidence = native.evidence
    by_kinds: dict[frozenset[str], list[str]] = {}
    for rule in recogniser.rules:
        by_kinds.setdefault(rule.kinds, []).append(rule.phenomenon)
    lines = []
    for kinds, phenomena in by_kinds.items():
        lacking = int((evidence.given & ~evidence.present(kinds)).sum())
        if lacking:
            what = " or ".join(PARTS[kind] for kind in sorted(kinds) if kind in PARTS)
            lines.append(
                f"note: {lacking} of {int(evidence.given.sum())} analyses lack {what}, so they cannot "
                f"show {', '.join(phenomena)}"
            )
    return lines


def catalogue_table(recognisers: Sequence[Recogniser]) -> Table:
    """The phenomena, each with the recognisers that know it and its description."""
    known = {one.name: set(one.phenomena) for one in recognisers}
    return Table(
        ["phenomenon", *known, "what it is"],
        [
            [phenomenon, *("yes" if phenomenon in known[name] else "no" for name in known), what]
            for phenomenon, what in catalogue().items()
        ],
    )


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
