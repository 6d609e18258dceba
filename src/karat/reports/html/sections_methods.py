"""The sections about method: how far the schemes agree, notes, signatures, how to cite."""

from collections.abc import Iterator

from karat.analysis.overview import Overview, main_figure
from karat.reports.html.parts import Block, Part, selection
from karat.reports.html.tables import Shown, shown
from karat.reports.notes import every_note, signatures
from karat.reports.scheme_ranks import correlations, figure_name, legend
from karat.reports.table import Style, Table, figure
from karat.reports.terminal import printable


def agreement(found: Overview) -> Iterator[Part]:
    """How far schemes rank systems and sentences alike, and sentences that they do not rank alike."""
    if not found.agreements:
        return
    measures = {one: main_figure(one, found.comparison.how) for one in found.schemes}
    table = correlations(found.agreements, measures, "table")
    examples = [
        _examples(found, at, *(figure_name(scheme, measures) for scheme in one.schemes))
        for at, one in enumerate(found.agreements)
        if one.examples
    ]
    yield Part(blocks=[
        Block(
            tables=[shown(table, "Rank correlation of schemes")],
            below=[" ".join(legend(found.agreements, Style()))],
        ),
        Block("Sentences that two schemes rank most differently", tables=examples),
    ])  # fmt: skip


def _examples(found: Overview, at: int, first: str, second: str) -> Shown:
    """Sentences with both figures, and how many of 100 sentences each scheme ranks lower."""
    one, rows = found.agreements[at], []
    for example in one.examples:
        cells = [str(example.sentence), example.system]
        for side in example.sides:
            main = side.scheme.figures()[main_figure(side.scheme, found.comparison.how)]
            cells += [figure(side.value, main.unit), f"{100 * side.above:.0f}"]
        rows.append(cells)
    columns = ["sentence", "system", first, "percentile", second, "percentile"]
    scheme = found.schemes.index(one.schemes[0])
    return shown(
        Table(columns, rows), f"{first} and {second}", href=lambda number: selection(s=number, scheme=scheme)
    )  # fmt: skip


def methods(found: Overview, version: str, command: str) -> Part:
    """Notes, what was not looked at and why, signatures, citations, and the command of the page."""
    how = found.comparison
    notes = [*dict.fromkeys([*how.notes, *(note for one in how.contests for note in one.notes)])]
    notes += [*every_note(found.scores), *(f"{name}: {why}" for name, why in found.absent.items())]
    signed = [line.removeprefix("signature ").partition(": ") for line in signatures(how.scores)]
    cited = {"karat": f"karat {version}, with the signatures above", **found.citations()}
    items = [(printable(name), printable(signature)) for name, _, signature in signed]
    return Part(
        blocks=[Block("Notes", below=[*map(printable, notes)])] if notes else [],
        items=[
            ("Signatures", items),
            ("How to cite", list(cited.items())),
            (
                "Provenance",
                [
                    ("gold", f"{printable(found.gold)}, sha256 {found.sha256}"),
                    ("command", printable(command)),
                ],
            ),
        ],
    )
