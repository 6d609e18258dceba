"""karat agree: how far several analyses of the same sentences agree."""

import sys
from typing import TYPE_CHECKING, Any

import click

from karat.cli import _options

if TYPE_CHECKING:
    from karat.analysis.agreement import Agreement


@click.command(
    epilog="""\b
Examples:
  karat agree ann.mrg bob.mrg
  karat agree a.mrg b.mrg c.mrg --view erase --view prune --majority majority.mrg"""
)
@click.argument("files", metavar="A B [C...]", nargs=-1, required=True)
@click.option(
    "--view", "view_texts", multiple=True, metavar="VIEW",
    help="Normalise the trees first; several views apply in order.",
)  # fmt: skip
@click.option(
    "--majority", metavar="FILE", help="Write what more than half of them have, as trees."
)
@click.option("--consensus", metavar="FILE", help="Write what all of them have, as trees.")
@_options.output
@_options.reading
def command(
    files: tuple[str, ...],
    view_texts: tuple[str, ...],
    majority: str | None,
    consensus: str | None,
    output: str,
    digits: int,
    format: str | None,  # noqa: A002  # the option's name
    layout: str,
) -> int:
    """Compare two or more analyses of the same sentences with each other.

    Each is held against the majority of all: its crossing rate (constituents that cross one of the
    majority's) and its recall. Then every pair: F1 over constituents and Cohen's kappa, and
    Krippendorff's alpha over all. For the coefficients an item is a span that a sentence could have,
    n(n+1)/2 for n words, marked as a constituent or not; labels are not compared.
    """
    from functools import reduce

    from karat import views
    from karat.analysis.agreement import agreement
    from karat.api import read
    from karat.files.atomic import AtomicFile
    from karat.formats import brackets
    from karat.model.errors import UsageError

    if len(files) < 2:
        raise UsageError("agreement needs two files at least")
    chain = [views.parse(text) for text in view_texts]
    banks = [read(path, format=format, layout=layout) for path in files]
    for bank in banks:
        for sentence in bank.fault.nonzero()[0].tolist():
            error = bank.error(sentence)
            assert error is not None  # it is marked as faulty
            raise error
    if all("gr" in bank.layers for bank in banks):
        from karat.cli.gr import print_agreement

        return print_agreement(banks, files, output, digits)
    found = agreement(banks, lambda bank: reduce(lambda b, view: view(b), chain, bank))
    for path, trees in ((majority, found.majority), (consensus, found.consensus)):
        if path:
            file = AtomicFile(path, "wb")
            try:
                brackets.write(trees, file.stream)
                file.keep()
            finally:
                file.discard()
    names = _options.short_names(files)
    _print(found, [names[path] for path in files], output, digits)
    return 0


def _print(found: "Agreement", files: list[str], output: str, digits: int) -> None:
    import json
    import math

    from karat.reports.table import Table, render

    rates = Table(
        ["analysis", "constituents", "matched", "recall", "crossing rate"],
        [
            [name, a.constituents, a.matched, a.recall, a.crossing_rate]
            for name, a in zip(files, found.against, strict=True)
        ],
    )
    pairs = Table(
        ["pair", "f1", "kappa"],
        [[f"{files[i]} – {files[j]}", f1, found.kappa[i, j]] for (i, j), f1 in found.pairs.items()],
    )
    kinds = Table(
        ["label", "count", "sentence", "example"],
        [[d.label, d.count, d.sentence, d.words] for d in found.disagreements],
    )
    if output == "json":

        def rows(table: Table) -> list[dict[str, Any]]:
            return [
                {
                    key: None if isinstance(value, float) and math.isnan(value) else value
                    for key, value in zip(table.columns, row, strict=True)
                }
                for row in table.rows
            ]

        document = {
            "sentences": found.sentences,
            "different_words": [i + 1 for i in found.different],
            "majority": {"constituents": len(found.majority.label)},
            "consensus": {"constituents": len(found.consensus.label)},
            "analyses": rows(rates),
            "pairs": rows(pairs),
            "alpha": None if math.isnan(found.alpha) else found.alpha,
            "disagreements": rows(kinds),
        }
        sys.stdout.write(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
        return
    write = sys.stdout.write
    if output == "table":
        write(
            f"{found.sentences} sentences; majority {len(found.majority.label)} constituents, "
            f"consensus {len(found.consensus.label)}; Krippendorff's alpha {found.alpha:.4f}\n\n"
        )
    write(render(rates, output, digits) + "\n" + render(pairs, output, digits))
    if found.disagreements:
        shown = Table(kinds.columns, [[*row[:3], _short(row[3])] for row in kinds.rows[:15]])
        write("\n" + render(shown, output, digits))
    if found.different:
        numbers = " ".join(str(i + 1) for i in found.different[:20])
        sys.stderr.write(
            f"note: {len(found.different)} sentences have different words and are left out: {numbers}"
            f"{' …' if len(found.different) > 20 else ''}\n"
        )


def _short(words: str, width: int = 60) -> str:
    return words if len(words) <= width else words[: width - 1] + "…"
