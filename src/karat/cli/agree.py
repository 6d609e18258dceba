"""karat agree: how far several annotations of the same sentences agree."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from karat.cli import _options, verb
from karat.cli._systems import Named, systems
from karat.model.errors import UsageError
from karat.reports.table import Style

if TYPE_CHECKING:
    from karat.model.bank import Bank
    from karat.model.scheme import Scheme


@verb("""
  karat agree ann.mrg bob.mrg
  karat agree ann.conllu bob.conllu --scheme 'deps(punctuation=no)'
  karat agree ann.gr bob.gr --adjudicate both.gr && karat check both.gr
  karat agree a.mrg b.mrg c.mrg --majority majority.mrg
  karat agree a.mrg b.mrg --key key.mrg && karat score key.mrg c.mrg --scheme 'flat(disputed=best)'""")
@systems("files", "A B [C...]", "Each of them")
@click.option("-s", "--scheme", "scheme_text", metavar="SCHEME",
    show_default="by what all files have: relations, dependencies, chunks, or trees",
    help="Compare what this scheme compares, as in tags or 'deps(subtypes=no)'. It is derived where a "
    "file has only what it can be derived from.")  # fmt: skip
@click.option("--limit", default=50, show_default=True, type=click.IntRange(0),
    help="The largest number of disagreements to list.")  # fmt: skip
@click.option("--view", "view_texts", multiple=True, metavar="VIEW",
    help="Change the files with a view before anything else; several views apply in order.",
)  # fmt: skip
@click.option("--steps", type=click.IntRange(0, 3), default=3, show_default=True,
    help="Trees: how many steps of PARSEVAL to apply first: 1 erases auxiliaries, punctuation and the "
    "like, 2 drops unary brackets, 3 redraws three constructions. 0 compares the trees as they are.",
)  # fmt: skip
@click.option("--decide", type=click.Choice(["majority", "each"]), default="majority",
    show_default=True,
    help="Trees: who decides what to erase and redraw: most analyses for all, or each for itself.",
)  # fmt: skip
@click.option("--majority", metavar="FILE",
    help="Write trees of the constituents that more than half of the analyses have.")  # fmt: skip
@click.option("--consensus", metavar="FILE",
    help="Write trees of the constituents that all analyses have.")  # fmt: skip
@click.option("--key", metavar="FILE",
    help="Write a key for the scheme flat. It has every word, the brackets that all analyses share, and "
    "disputed brackets, marked as optional or as alternatives. --steps has no effect on it.")  # fmt: skip
@click.option("--adjudicate", metavar="FILE",
    help="Merge the files of two annotators into FILE, with what they disagree about marked for a third "
    "to decide; karat check lists what is undecided. For relations, CoNLL-U and trees.")  # fmt: skip
@_options.resampling
@_options.output
@_options.reading
def command(
    systems: tuple[Named, ...], scheme_text: str | None, limit: int, view_texts: tuple[str, ...], steps: int,
    decide: str, majority: str | None, consensus: str | None, key: str | None, adjudicate: str | None,
    samples: int, seed: int, style: Style, reading: _options.Reading,
) -> None:  # fmt: skip
    """Measure how far two or more annotations of the same sentences agree.

    Each pair gets F1 over what the files have (relations, dependencies, chunks or constituents), with
    95 % bootstrap intervals, also label by label, and everything that only one of the two has is
    listed. For what is decided for every word (tags, heads, labels, chunk tags), and for the names of
    relations, there is Cohen's kappa, and Krippendorff's alpha of all.

    Trees are compared without labels, as in 1991: each analysis with the majority of all, by its
    recall and its crossing rate (the share of its constituents that cross one of the majority's).
    Kappa and alpha of constituents look at every span that a sentence of n words can have, n(n+1)/2.
    """
    from functools import reduce

    from karat import views
    from karat.analysis.layer_agreement import common_layer
    from karat.schemes import parse

    names, files = [one.name for one in systems], [one.path for one in systems]
    if len(files) < 2:
        raise UsageError("agreement needs at least two files")
    if adjudicate and (len(files) > 2 or view_texts):
        raise UsageError("--adjudicate merges two files as they are, without --view")
    chain = [views.parse(text) for text in view_texts]
    scheme = parse(scheme_text) if scheme_text else None
    banks = [reading.bank(path) for path in files]
    for bank in banks:
        for error in bank.errors():
            raise error
    if adjudicate:
        _adjudicate(files, banks, adjudicate, reading)
    seen = [reduce(lambda b, view: view(b), chain, bank) for bank in banks]
    written = {"majority": majority, "consensus": consensus, "key": key}
    if scheme or common_layer(seen):
        if given := [f"--{name}" for name, path in written.items() if path]:
            raise UsageError(f"{' and '.join(given)}: only trees have one; leave out --scheme")
        print_layer(seen, names, scheme, style, limit=limit, samples=samples, seed=seed)
        return
    _trees(seen, names, steps, decide, samples, seed, limit, written, style)


def _adjudicate(
    files: Sequence[str], banks: "Sequence[Bank]", path: str, reading: _options.Reading
) -> None:
    """Write the merged file."""
    from contextlib import closing

    from karat import formats
    from karat.analysis.adjudication import adjudicated
    from karat.files.atomic import AtomicFile
    from karat.files.source import Source, is_pipe

    if any(map(is_pipe, files)):
        raise UsageError("--adjudicate needs files, not standard input or pipes")
    kinds = []
    for file in files:
        with closing(Source(file)) as source:
            kinds.append(formats.of(source, reading.format).name)
    found = adjudicated(banks[0], banks[1], (kinds[0], kinds[1]))
    with AtomicFile(path, "wb") as stream:
        stream.write(found.text)
    said = f"{path}: {found.disputes} to decide; karat check {path} lists what is left"
    _options.say([f"karat: note: {one}" for one in (*found.notes, said)])


def print_layer(
    banks: "Sequence[Bank]", names: Sequence[str], scheme: "Scheme | None", style: Style, *,
    limit: int, samples: int = 1000, seed: int = 1,
) -> None:  # fmt: skip
    """Print the agreement by a scheme; by default, by the layer that all files have."""
    from karat.analysis.layer_agreement import layer_agreement
    from karat.reports.agreement import Asked, layer_report

    found = layer_agreement(banks, scheme or "", names, samples=samples, seed=seed)
    report = layer_report(found, names, Asked(0, "", samples, seed, limit, style.digits))
    _options.write(*report.printed(style), style)


def _trees(
    banks: "Sequence[Bank]", names: Sequence[str], steps: int, decide: str, samples: int, seed: int,
    limit: int, written: dict[str, str | None], style: Style,
) -> None:  # fmt: skip
    """Print the agreement on trees, and write those that were asked for."""
    from karat.analysis.agreement import agreement
    from karat.analysis.consensus_key import consensus_key
    from karat.files.atomic import AtomicFile
    from karat.formats import brackets
    from karat.reports.agreement import Asked, tree_report

    found = agreement(banks, steps, decide, samples=samples, seed=seed)
    trees = {"majority": found.majority, "consensus": found.consensus}
    if written["key"]:
        trees["key"] = consensus_key(banks)
    for name, bank in trees.items():
        if path := written[name]:
            with AtomicFile(path, "wb") as stream:
                brackets.write(bank, stream)
    asked = Asked(steps, decide, samples, seed, limit, style.digits)
    programs = style.output in ("json", "csv")
    _options.write(*tree_report(found, names, asked, programs).printed(style), style)
