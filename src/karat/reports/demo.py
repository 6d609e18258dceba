"""How the demonstration is printed and saved."""

import textwrap
from math import isnan
from string import ascii_lowercase

from karat import __version__
from karat.analysis.demo import SUITE, SYSTEMS, Found, Live, System
from karat.files.atomic import AtomicFile
from karat.reports.table import dumps, figure

# The columns of the comparison: heading above, heading, width, scheme, measure.
COLUMNS = (
    ("evalb", "F1", 6, "evalb", "f1"),
    ("parseval", "R", 6, "parseval", "recall@sentence"),
    ("", "cross", 6, "parseval", "crossing"),
    ("flat", "R", 6, "flat", "recall"),
    ("", "conf", 5, "flat", "conformance"),
    ("chunk", "F1", 7, "chunks", "f1"),
    ("link", "F1", 6, "chunkdeps", "f1"),
    ("gr", "F1", 5, "gr", "f1"),
    ("phenomena", "P", 6, "phenomena", "precision@sentence"),
    ("", "R", 5, "phenomena", "recall@sentence"),
    ("suite", "cov", 5, "coverage", "coverage"),
    ("", "over", 5, "coverage", "overgeneration"),
)


def table(found: Found) -> str:
    """The comparison, 80 columns wide."""
    width = max(len(system.name) for system in SYSTEMS)
    above = below = " " * width
    for head, measure, size, *_ in COLUMNS:
        if head:
            above = f"{above:<{len(below) + 2}}{head}"
        below += f"{measure:>{size}}"
    lines = [above, below]
    letters: dict[str, str] = {}
    for system in SYSTEMS:
        cells = (
            f"{_cell(found, system, scheme, measure, letters):>{size}}"
            for _, _, size, scheme, measure in COLUMNS
        )
        lines.append(f"{system.name:<{width}}" + "".join(cells))
    legend = [f"{letter}: {reason}." for reason, letter in letters.items()]
    return "\n".join(line.rstrip() for line in [*lines, "", *legend]) + "\n"


def _cell(found: Found, system: System, scheme: str, measure: str, letters: dict[str, str]) -> str:
    """A figure, or the letter of the reason why there is none; new reasons get the next letter."""
    value = found.figure(system.name, scheme, measure)
    if not isnan(value):
        return _shown(value, measure)
    return letters.setdefault(system.reason(scheme), ascii_lowercase[len(letters)])


def _shown(value: float, measure: str) -> str:
    return figure(value, "mean", 2) if measure == "crossing" else figure(value, digits=1)


def lessons(found: Found) -> str:
    """What each scheme shows that the others hide, with the figures."""

    def at(system: str, scheme: str, measure: str) -> str:
        return _shown(found.figure(system, scheme, measure), measure)

    denied = 1 - found.figure("spaCy", "flat", "conformance")
    said = {
        "evalb": f"wants the Treebank's labels. Festival's mean nothing (NT00, NT14), so it gets "
        f"{at('Festival', 'evalb', 'f1')}.",
        "parseval": "looks at brackets alone, and finds Festival "
        f"{at('Festival', 'parseval', 'recall@sentence')} right. But blind branching to the right "
        f"has {at('right branch', 'parseval', 'recall@sentence')} of them already.",
        "flat": "keeps only brackets that most theories share, and the blind baseline falls to "
        f"{at('right branch', 'flat', 'recall')}. Conformance asks what is contradicted: spaCy's "
        f"heads give {at('spaCy', 'flat', 'recall')} of the key and contradict {100 * denied:.1f} %.",
        "chunk, link": "let partial parsers take part. OpenNLP builds no tree; its chunks are "
        f"nearly a full parser's ({at('OpenNLP', 'chunks', 'f1')}).",
        "gr": "asks who does what to whom, which is harder: brackets of "
        f"{at('Stanford', 'evalb', 'f1')} are relations of {at('Stanford', 'gr', 'f1')}. spaCy's "
        f"({at('spaCy', 'gr', 'f1')}) are read from its dependencies, as the view universal renames "
        "them. All are compared with gold's base forms.",
        "phenomena": "reads each parser's own output, with no conversion. Link Grammar, "
        f"{at('Link Grammar', 'evalb', 'f1')} in brackets, shows "
        f"{at('Link Grammar', 'phenomena', 'recall@sentence')} of the core phenomena; Stanford "
        f"{at('Stanford', 'phenomena', 'recall@sentence')}.",
        "suite": "asks who can say no. Only Link Grammar does: it takes "
        f"{at('Link Grammar', 'coverage', 'coverage')} of the good sentences, and "
        f"{at('Link Grammar', 'coverage', 'overgeneration')} of the bad ones too.",
    }
    return "\n".join(
        textwrap.fill(text, 79, initial_indent=f"{name:<13}", subsequent_indent=" " * 13)
        for name, text in said.items()
    )


def said_of(run: Live | None) -> str:
    """The result of a new run, or why there is none."""
    if run is None:
        alone = "Link Grammar is not installed, so its recorded output stands alone; "
        return f"{alone}to see how to install it, type: karat parsers."
    coverage, over = (_shown(run.measures[one], one) for one in ("coverage", "overgeneration"))
    return (
        f"Run now: Link Grammar {run.version}, all {run.sentences} sentences in {run.seconds:.1f} s: "
        f"coverage {coverage}, overgeneration {over}."
    )


def write(found: Found, path: str) -> None:
    """Write all figures, counts and signatures as JSON."""
    rows = found.figures.items()
    whole = {
        "karat": __version__,
        "suite": SUITE,
        "results": [one.as_dict() for one in found.scores],
        "coverage": {name: row["coverage"] for name, row in rows if "coverage" in row},
    }
    with AtomicFile(path) as stream:
        stream.write(dumps(whole))
