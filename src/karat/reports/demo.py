"""How the demonstration is printed and saved."""

import textwrap
from collections.abc import Iterator
from math import isnan
from typing import NamedTuple

from karat import __version__
from karat.analysis.demo import REASONS, SUITE, SYSTEMS, Found, Live, System
from karat.files.atomic import AtomicFile
from karat.reports.table import dumps, figure


class Column(NamedTuple):
    """A column of the comparison: its heading, the scheme and its measure, and what they compare."""

    heading: str
    scheme: str
    measure: str
    compares: str


COLUMNS = (
    Column("labelled", "evalb", "f1", "brackets with the same words and the same label"),
    Column("bare", "parseval", "recall@sentence", "brackets with the same words, any label"),
    Column("flat", "flat", "recall", "brackets that most theories share"),
    Column("chunks", "chunks", "f1", "base phrases: [the old man] [saw] [her]"),
    Column("links", "chunkdeps", "f1", "which base phrase depends on which"),
    Column("relations", "gr", "f1", "who does what to whom; words in gold's base form"),
    Column("phenomena", "phenomena", "recall@sentence", "passives, questions ... recognised in it"),
)
# All systems have a figure in this column.
SORTED_BY = ("flat", "recall")
NONE = "-"
SPACE = "\u00a0"  # no line is broken here


def table(found: Found) -> str:
    """The comparison, 80 columns wide: parsers, then baselines, the best of each first."""
    rows = [["", "gives", *(column.heading for column in COLUMNS)]]
    for group in (False, True):
        members = [one for one in SYSTEMS if one.baseline is group]
        members.sort(key=lambda one: -found.figure(one.name, *SORTED_BY))
        rows += [[one.name, one.gives, *_figures(found, one)] for one in members]
    sizes = [max(5, *map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_line(row, sizes) for row in rows]
    parsers = sum(not one.baseline for one in SYSTEMS)
    return "\n".join([*lines[: parsers + 1], "", *lines[parsers + 1 :]]) + "\n"


def _figures(found: Found, system: System) -> Iterator[str]:
    for column in COLUMNS:
        value = found.figure(system.name, column.scheme, column.measure)
        yield NONE if isnan(value) else figure(value, digits=1)


def _line(row: list[str], sizes: list[int]) -> str:
    """Words to the left, figures to the right."""
    words = "  ".join(f"{cell:<{size}}" for cell, size in zip(row[:2], sizes[:2], strict=True))
    return words + "".join(
        f"{cell:>{size + 1}}" for cell, size in zip(row[2:], sizes[2:], strict=True)
    )


def legend() -> str:
    """One line for each column: what is compared, and the scheme and measure to ask for."""
    return "\n".join(
        f"{one.heading:<11}{one.compares} ({one.scheme}.{one.measure})" for one in COLUMNS
    )


def lessons(found: Found) -> str:
    """What a reader can see in the table, with the figures."""

    def at(system: str, scheme: str, measure: str) -> str:
        return f"{figure(found.figure(system, scheme, measure), digits=1)}{SPACE}%"

    rejected = 1 - found.figure("Link Grammar", "coverage", "overgeneration")
    said = (
        f"Festival finds {at('Festival', 'parseval', 'recall@sentence')} of the bare brackets, but its "
        f"labels mean nothing: {at('Festival', 'evalb', 'f1')}. Branching blindly to the right finds "
        f"{at('right branch', 'parseval', 'recall@sentence')} of them too; of the flat ones it finds "
        f"{at('right branch', 'flat', 'recall')}.",
        f"Stanford is better than spaCy at flat brackets ({at('Stanford', 'flat', 'recall')} against "
        f"{at('spaCy', 'flat', 'recall')}), but worse at relations ({at('Stanford', 'gr', 'f1')} against "
        f"{at('spaCy', 'gr', 'f1')}).",
        f"OpenNLP builds no tree, yet its chunks ({at('OpenNLP', 'chunks', 'f1')}) are nearly those of "
        f"a full parser ({at('Stanford', 'chunks', 'f1')}).",
        f"Only Link Grammar can reject a sentence: it accepts "
        f"{at('Link Grammar', 'coverage', 'coverage')} of the good ones, and rejects "
        f"{figure(rejected, digits=1)}{SPACE}% of the bad ones.",
    )
    lines = (textwrap.fill(text, 79, initial_indent="- ", subsequent_indent="  ") for text in said)
    return "\n".join(lines).replace(SPACE, " ")


def said_of(run: Live | None) -> str:
    """The result of a new run, or why there is none."""
    if run is None:
        alone = "Link Grammar is not installed, so its recorded output stands alone; "
        return f"{alone}to see how to install it, type: karat parsers."
    coverage, over = (figure(run.measures[one], digits=1) for one in ("coverage", "overgeneration"))
    return (
        f"Run now: Link Grammar {run.version}, all {run.sentences} sentences in {run.seconds:.1f} s: "
        f"coverage {coverage}, overgeneration {over}."
    )


def write(found: Found, path: str) -> None:
    """Write all figures, counts and signatures as JSON."""
    rows = found.figures.items()
    lacking = {
        one.name: {
            scheme: one.reason(scheme)
            for scheme in REASONS
            if scheme not in found.figures[one.name]
        }
        for one in SYSTEMS
    }
    whole = {
        "karat": __version__,
        "suite": SUITE,
        "results": [one.as_dict() for one in found.scores],
        "coverage": {name: row["coverage"] for name, row in rows if "coverage" in row},
        "not_compared": lacking,
    }
    with AtomicFile(path) as stream:
        stream.write(dumps(whole))
