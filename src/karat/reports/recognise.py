"""Reports of ``karat recognise``: what each recogniser knows, checks."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from karat.files.phenomena import catalogue
from karat.model.measure import ratio
from karat.recognise.rules import Recogniser
from karat.reports.table import Table
from karat.suites.items import Item
from karat.suites.recognition import examples, rates


def catalogue_table(recognisers: Sequence[Recogniser], *, one_column: bool = False) -> Table:
    """The phenomena, each with the recognisers that know it and its description.

    With ``one_column`` the recognisers are named in one column, so that the table stays narrow.
    """
    if one_column:
        return Table(
            ["phenomenon", "rules", "what it is"],
            [[name, _who(recognisers, name), what] for name, what in catalogue().items()],
        )
    return Table(
        ["phenomenon", *(one.name for one in recognisers), "what it is"],
        [
            [phenomenon, *(_knows(one, phenomenon) for one in recognisers), what]
            for phenomenon, what in catalogue().items()
        ],
    )


def list_table(recogniser: Recogniser) -> Table:
    """The phenomena that one recogniser can show."""
    described = {**catalogue(), **recogniser.own}
    shown = dict.fromkeys(recogniser.phenomena)
    rows = [[name, _knows(recogniser, name), described.get(name, "")] for name in shown]
    return Table(["phenomenon", recogniser.name, "what it is"], rows)


def _knows(recogniser: Recogniser, phenomenon: str) -> str:
    if phenomenon in recogniser.experimental:
        return "experimental"
    return "yes" if phenomenon in recogniser.phenomena else "no"


def _who(recognisers: Sequence[Recogniser], phenomenon: str) -> str:
    """Which recognisers know a phenomenon; those whose rules are experimental are in brackets."""
    knows = {one.name: _knows(one, phenomenon) for one in recognisers}
    lacking = [name for name, answer in knows.items() if answer == "no"]
    doubtful = [name for name, answer in knows.items() if answer == "experimental"]
    if len(lacking) == len(knows):
        return "none"
    said = f"all but {' '.join(lacking)}" if lacking else "all"
    return f"{said} (experimental: {' '.join(doubtful)})" if doubtful else said


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
            text = "⏎".join(" ".join(line.split()) for line in one.text.strip().split("\n"))[:100]
            where = f"{recogniser.path}:{one.rule.line}: rule {one.rule.number}"
            lines.append(f"{where}: {one.rule.phenomenon} {should}: {text}")
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
