"""karat agree: how far several analyses of the same sentences agree."""

import sys

import click

from karat.cli import _options, verb
from karat.model.errors import UsageError
from karat.reports.table import Style


@verb("""
  karat agree ann.mrg bob.mrg
  karat agree a.mrg b.mrg c.mrg --view erase --view prune --majority majority.mrg""")
@click.argument("files", metavar="A B [C...]", nargs=-1, required=True)
@click.option("--view", "view_texts", multiple=True, metavar="VIEW",
    help="Normalise the trees with a view before comparing; several views apply in order.",
)  # fmt: skip
@click.option("--majority", metavar="FILE",
    help="Write trees of the constituents that more than half of the analyses have.")  # fmt: skip
@click.option("--consensus", metavar="FILE",
    help="Write trees of the constituents that all analyses have.")  # fmt: skip
@_options.output
@_options.reading
def command(
    files: tuple[str, ...], view_texts: tuple[str, ...], majority: str | None,
    consensus: str | None, style: Style, reading: _options.Reading,
) -> None:  # fmt: skip
    """Measure how far two or more analyses of the same sentences agree.

    Each analysis is compared with the majority of all: its recall, and its crossing rate (the share
    of its constituents that cross one of the majority's). Each pair gets F1 over constituents and
    Cohen's kappa; all together get Krippendorff's alpha. Kappa and alpha look at every span that a
    sentence of n words can have, n(n+1)/2, and ask whether it is a constituent; labels are ignored.
    For files of grammatical relations this is the same as karat gr --agree.
    """
    from functools import reduce

    from karat import views
    from karat.analysis.agreement import agreement
    from karat.files.atomic import AtomicFile
    from karat.formats import brackets
    from karat.reports import agreement as report

    if len(files) < 2:
        raise UsageError("agreement needs at least two files")
    chain = [views.parse(text) for text in view_texts]
    banks = [reading.bank(path) for path in files]
    for bank in banks:
        for error in bank.errors():
            raise error
    short = _options.short_names(files)
    names = [short[path] for path in files]
    if all("gr" in bank.layers for bank in banks):
        from karat.reports.gr import agreement_report

        _options.write(*agreement_report(banks, names).printed(style), style)
        return
    found = agreement(banks, lambda bank: reduce(lambda b, view: view(b), chain, bank))
    for path, trees in ((majority, found.majority), (consensus, found.consensus)):
        if path:
            with AtomicFile(path, "wb") as stream:
                brackets.write(trees, stream)
    sys.stdout.write(report.printed(found, names, style))
    sys.stderr.write(report.note(found))
