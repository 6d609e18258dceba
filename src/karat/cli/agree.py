"""karat agree: how far several analyses of the same sentences agree."""

import click

from karat.cli import _options, verb
from karat.model.errors import UsageError
from karat.reports.table import Style


@verb("""
  karat agree ann.mrg bob.mrg
  karat agree a.mrg b.mrg c.mrg --majority majority.mrg
  karat agree a.mrg b.mrg --key key.mrg && karat score key.mrg c.mrg --scheme 'flat(disputed=best)'""")
@click.argument("files", metavar="A B [C...]", nargs=-1, required=True)
@click.option("--view", "view_texts", multiple=True, metavar="VIEW",
    help="Change the trees with a view before anything else; several views apply in order.",
)  # fmt: skip
@click.option("--steps", type=click.IntRange(0, 3), default=3, show_default=True,
    help="How many steps of PARSEVAL to apply first: 1 erases auxiliaries, punctuation and the like, 2 "
    "drops unary brackets, 3 redraws three constructions. 0 compares the trees as they are.")  # fmt: skip
@click.option("--decide", type=click.Choice(["majority", "each"]), default="majority",
    show_default=True,
    help="Who decides what to erase and redraw: most analyses for all, or each analysis for itself.",
)  # fmt: skip
@click.option("--majority", metavar="FILE",
    help="Write trees of the constituents that more than half of the analyses have.")  # fmt: skip
@click.option("--consensus", metavar="FILE",
    help="Write trees of the constituents that all analyses have.")  # fmt: skip
@click.option("--key", metavar="FILE",
    help="Write a key for the scheme flat. It has every word, the brackets that all analyses share, and "
    "disputed brackets, marked as optional or as alternatives. --steps has no effect on it.")  # fmt: skip
@_options.resampling
@_options.output
@_options.reading
def command(
    files: tuple[str, ...], view_texts: tuple[str, ...], steps: int, decide: str,
    majority: str | None, consensus: str | None, key: str | None, samples: int, seed: int, style: Style,
    reading: _options.Reading,
) -> None:  # fmt: skip
    """Measure how far two or more analyses of the same sentences agree.

    Each analysis is compared with the majority of all: its recall, and its crossing rate (the share
    of its constituents that cross one of the majority's), with 95 % bootstrap intervals and the means
    over all analyses. Each pair gets F1 over constituents and Cohen's kappa; all together get
    Krippendorff's alpha. Kappa and alpha look at every span that a sentence of n words can have,
    n(n+1)/2, and ask whether it is a constituent; labels are ignored. The constituents that only some
    analyses have are listed by construction. For files of grammatical relations this is the same as
    karat gr --agree.
    """
    from functools import reduce

    from karat import views
    from karat.analysis.agreement import agreement
    from karat.analysis.consensus_key import consensus_key
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
    seen = [reduce(lambda b, view: view(b), chain, bank) for bank in banks]
    found = agreement(seen, steps, decide, samples=samples, seed=seed)
    written = [(majority, found.majority), (consensus, found.consensus)]
    if key:
        written.append((key, consensus_key(seen)))
    for path, trees in written:
        if path:
            with AtomicFile(path, "wb") as stream:
                brackets.write(trees, stream)
    asked = report.Asked(steps, decide, samples, seed)
    _options.write(report.printed(found, names, style, asked), report.remarks(found, asked), style)
