"""karat agree: how far several annotations of the same sentences agree."""

from collections.abc import Sequence
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import click

from karat.cli import _options, verb
from karat.cli._systems import Named, systems
from karat.model.errors import UsageError
from karat.reports.table import Style

if TYPE_CHECKING:
    from karat.analysis.tree_parts import Trees
    from karat.engine.abreast import Annotations
    from karat.model.bank import Bank
    from karat.model.scheme import Scheme
    from karat.reports.agreement import Asked
    from karat.reports.report import Report

# So many files at most: 4,950 pairs, each with its figures and labels.
_MOST = 100


@verb("""
  karat agree ann.mrg bob.mrg
  karat agree ann.conllu bob.conllu --scheme 'deps(punctuation=no)'
  karat agree ann.gr bob.gr --adjudicate both.gr && karat check both.gr
  karat agree a.mrg b.mrg c.mrg --majority majority.mrg
  karat agree a.mrg b.mrg --key key.mrg && karat score key.mrg c.mrg --scheme 'flat(disputed=best)'""")
@systems("files", "A B [C...]", "Each argument")
@click.option("-s", "--scheme", "scheme_text", metavar="SCHEME",
    show_default="by what all files have: relations, dependencies, chunks, or trees",
    help="Compare what this scheme compares, as in tags or 'deps(subtypes=no)'. If a file lacks "
    "it, it is derived from what the file has.")  # fmt: skip
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
    from karat import views
    from karat.analysis.layer_agreement import LAYERS, common_layer
    from karat.engine.abreast import Abreast
    from karat.engine.twins import same_files
    from karat.reports.agreement import Asked
    from karat.reports.progress import Progress
    from karat.schemes import parse

    names, files = [one.name for one in systems], [one.path for one in systems]
    if len(files) < 2:
        raise UsageError("agreement needs at least two files")
    if len(files) > _MOST:
        raise UsageError(
            f"agreement is measured for every pair of files, and {len(files):,} files make "
            f"{len(files) * (len(files) - 1) // 2:,} pairs; give at most {_MOST} files"
        )
    if adjudicate and (len(files) > 2 or view_texts):
        raise UsageError("--adjudicate merges two files as they are, without --view")
    chain = [views.parse(text) for text in view_texts]
    scheme = parse(scheme_text) if scheme_text else None
    if adjudicate:
        _adjudicate(files, adjudicate, reading)
    with closing(Progress(files[0])) as progress:
        found = Abreast(files, reading.layout, reading.format, [chain] * len(files), progress)
        compared = scheme or LAYERS.get(common_layer(found.head()), "")
        asked = Asked(steps, decide, samples, seed, limit, style.digits)
        written = {"majority": majority, "consensus": consensus, "key": key}
        if not compared:
            report = _trees(found, names, asked, written, programs=style.output in ("json", "csv"))
        elif given := [f"--{name}" for name, path in written.items() if path]:
            raise UsageError(f"{' and '.join(given)}: only trees have one; leave out --scheme")
        else:
            report = by_layer(found, names, compared, asked)
    seen = [f"seen through {', '.join(view_texts)}"] if view_texts else []
    _options.write(*report.noted([*seen, *same_files(files)]).printed(style), style)


def _adjudicate(files: Sequence[str], path: str, reading: _options.Reading) -> None:
    """Write the merged file, block by block."""
    from karat import formats
    from karat.analysis.adjudication.files import Merging
    from karat.files.atomic import AtomicFile
    from karat.files.source import Source, is_pipe

    if any(map(is_pipe, files)):
        raise UsageError("--adjudicate needs files, not standard input or pipes")
    kinds = []
    for file in files:
        with closing(Source(file)) as source:
            kinds.append(formats.of(source, reading.format).name)
    merging = Merging((files[0], files[1]), (kinds[0], kinds[1]), reading.format, reading.layout)
    names = merging.checked()
    with AtomicFile(path, "wb") as stream:
        found = merging.write(names, stream)
    said = f"{path}: {found.disputes} to decide; karat check {path} lists what is left"
    _options.say([f"karat: note: {one}" for one in (*found.notes, said)])


def by_layer(
    annotations: "Annotations", names: Sequence[str], scheme: "str | Scheme", asked: "Asked"
) -> "Report":
    """The agreement by a scheme."""
    from karat.analysis.layer_agreement import blockwise
    from karat.reports.agreement import layer_report
    from karat.stats.plan import Plan

    plan = Plan(asked.samples, asked.seed)
    found = blockwise(annotations, scheme, names, plan, asked.limit)
    return layer_report(found, names, asked)


def _trees(
    annotations: "Annotations", names: Sequence[str], asked: "Asked", written: dict[str, str | None],
    *, programs: bool,
) -> "Report":  # fmt: skip
    """The agreement on trees; those that were asked for are written, block by block."""
    from karat.analysis.agreement import blockwise
    from karat.analysis.consensus_key import consensus_key
    from karat.files.atomic import AtomicFile
    from karat.formats import brackets
    from karat.reports.agreement import tree_report
    from karat.stats.plan import Plan

    with ExitStack() as stack:
        streams = {
            name: stack.enter_context(AtomicFile(path, "wb"))
            for name, path in written.items()
            if path
        }

        def write(banks: "Sequence[Bank]", trees: "Trees") -> None:
            for name, stream in streams.items():
                brackets.write(
                    consensus_key(banks) if name == "key" else getattr(trees, name), stream
                )

        plan = Plan(asked.samples, asked.seed)
        found = blockwise(annotations, asked.steps, asked.decide, plan, asked.limit, write)
    return tree_report(found, names, asked, programs)
