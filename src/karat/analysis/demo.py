"""The demonstration: parsers of several kinds on one small gold standard, judged in several ways.

Gold and the parsers' outputs ship with the package (suite karat-200). Which scheme can look at which
output is a table here; where one cannot, the cell stays empty, which is a result too.
"""

import json
import shutil
import tempfile
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from math import isnan, nan
from pathlib import Path
from typing import Any

import numpy as np

from karat import __version__, views
from karat.api import read, score
from karat.bank import Bank
from karat.scores import Score

SUITE = "karat-200"
GOLD = {
    "evalb": "trees.mrg",
    "parseval": "trees.mrg",
    "flat": "flat.mrg",
    "chunks": "trees.mrg",
    "chunkdeps": "ud.conllu",
    "gr": "grs.txt",
}
SCHEMES = {
    "evalb": "evalb(params=new,failed=empty)",
    "parseval": "parseval",
    "flat": "flat",
    "chunks": "chunks",
    "chunkdeps": "chunkdeps",
    "gr": "gr",
    "phenomena": "phenomena",
}


@dataclass(frozen=True)
class System:
    """A parser whose output is recorded: which of its files each scheme looks at.

    ``rules`` are those that recognise phenomena in ``native``; ``run`` has the number of analyses of
    every item, for a parser that may refuse one.
    """

    name: str
    folder: str
    uses: Mapping[str, str]
    native: str = ""
    rules: str = ""
    run: str = ""


_TREES = dict.fromkeys(("evalb", "parseval", "flat"), "trees.mrg")
SYSTEMS = (
    System(
        "Stanford",
        "stanford",
        dict.fromkeys(GOLD, "trees.mrg"),
        native="trees.mrg",
        rules="ptb",
    ),
    System(
        "Link Grammar",
        "link-grammar",
        {**_TREES, "chunkdeps": "linkages.txt"},
        native="linkages.txt",
        rules="link-grammar",
        run="karat-200.run",
    ),
    System(
        "spaCy", "spacy", dict.fromkeys(("parseval", "flat", "chunks", "chunkdeps"), "deps.conllu")
    ),
    System("OpenNLP", "opennlp", dict.fromkeys(("parseval", "flat", "chunks"), "chunks.iob")),
    System("Festival", "festival", _TREES),
    System("right branch", "right-branching", _TREES),
    System("left branch", "left-branching", _TREES),
    System("chain", "chain", dict.fromkeys(("parseval", "flat", "chunkdeps"), "deps.conllu")),
)

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


@dataclass
class Found:
    """All figures: by system, scheme and measure; and the scores they come from."""

    figures: dict[str, dict[str, dict[str, float]]] = field(default_factory=dict)
    scores: list[Score] = field(default_factory=list)

    def figure(self, system: str, scheme: str, measure: str) -> float:
        """One figure; NaN where a scheme cannot look at a system."""
        return self.figures[system].get(scheme, {}).get(measure, nan)


def folder() -> Path:
    """Where the suite and the recorded outputs are."""
    return Path(str(files("karat.data").joinpath("suites", SUITE)))


def compare() -> Found:
    """Score every recorded output under every scheme that can see it."""
    home = folder()
    gold = {name: read(home / name) for name in sorted(set(GOLD.values()))}
    found = Found()
    for system in SYSTEMS:
        row = found.figures.setdefault(system.name, {})
        banks: dict[str, Bank] = {}
        for scheme, file in system.uses.items():
            path = home / "outputs" / system.folder / file
            bank = banks.setdefault(file, read(path))
            one = score(gold[GOLD[scheme]], _seen(scheme, bank, gold["ud.conllu"]), SCHEMES[scheme])
            found.scores.append(_named(one, system.name))
            row[scheme] = dict(one.measures)
        if system.rules:
            one = _phenomena(home, system)
            found.scores.append(one)
            row["phenomena"] = dict(one.measures)
        if system.run:
            row["coverage"] = _coverage(home / "outputs" / system.folder / system.run)
    return found


def _seen(scheme: str, bank: Bank, lemmas: Bank) -> Bank:
    """What a scheme looks at: relations are extracted first, between gold's lemmas of the words."""
    if scheme != "gr":
        return bank
    if np.array_equal(bank.token_offset, lemmas.token_offset):
        morphology = lemmas.relabelled(bank.labels).layers["morphology"]
        bank = bank.with_layers(morphology=morphology)
    return views.parse("gr")(bank)


def _named(one: Score, name: str) -> Score:
    return replace(one, system=name)


def _phenomena(home: Path, system: System) -> Score:
    from karat import suites
    from karat.recognise import files as native
    from karat.recognise.rules import load
    from karat.recognise.scoring import scores
    from karat.scheme import parse

    rules = load(system.rules)
    path = home / "outputs" / system.folder / system.native
    return scores(
        rules,
        native.read(str(path), rules.format, None, "auto"),
        suites.load(SUITE).items,
        [parse(SCHEMES["phenomena"])],
        name=system.name,
        rules=system.rules,
    )[0]


def _coverage(path: Path) -> dict[str, float]:
    from karat.suites import runs
    from karat.suites.coverage import Coverage, tally

    return dict(Coverage.of(tally(runs.read(str(path)).results)).measures)


def live() -> str:
    """Run Link Grammar now, where it is installed, and say whether it does what was recorded."""
    if not shutil.which("link-parser"):
        return (
            "Link Grammar is not installed, so its recorded output stands alone; "
            "to see how to install it, type: karat parsers"
        )
    import time

    from karat import parsers, suites
    from karat.parsers.supervise import Limits
    from karat.suites import running, runs
    from karat.suites.coverage import Coverage, tally

    begin = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="karat-demo-") as name:
        path = str(Path(name) / "live.run")
        adapter = parsers.parse("link-grammar")
        running.run(suites.load(SUITE), adapter, path, Limits())
        now = Coverage.of(tally(runs.read(path).results))
        version = adapter.version()
    seconds = time.perf_counter() - begin
    shown = {name: f"{100 * now.measures[name]:.1f}" for name in ("coverage", "overgeneration")}
    return (
        f"Run now: Link Grammar {version}, all 330 sentences in {seconds:.1f} s: coverage "
        f"{shown['coverage']}, overgeneration {shown['overgeneration']}"
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
    for system in SYSTEMS:
        cells = (
            f"{_shown(found.figure(system.name, scheme, measure), measure):>{size}}"
            for _, _, size, scheme, measure in COLUMNS
        )
        lines.append(f"{system.name:<{width}}" + "".join(cells))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _shown(value: float, measure: str) -> str:
    if isnan(value):
        return "–"
    return f"{value:.2f}" if measure == "crossing" else f"{100 * value:.1f}"


def lessons(found: Found) -> str:
    """What each scheme shows that the others hide, with the figures that show it."""

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
        f"heads give {at('spaCy', 'flat', 'recall')} of the key and deny {100 * denied:.1f}.",
        "chunk, link": "let partial parsers take part. OpenNLP builds no tree; its chunks are "
        f"nearly a full parser's ({at('OpenNLP', 'chunks', 'f1')}).",
        "gr": "asks who does what to whom, which is harder: brackets of "
        f"{at('Stanford', 'evalb', 'f1')} are relations of {at('Stanford', 'gr', 'f1')}.",
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


def write(found: Found, path: str) -> None:
    """All figures, counts and signatures, as JSON, beside first and then in place."""
    from karat.reports.rows import AtomicFile
    from karat.scores import plain

    whole: dict[str, Any] = {
        "karat": __version__,
        "suite": SUITE,
        "results": [one.as_dict() for one in found.scores],
        "coverage": {
            name: plain(row["coverage"]) for name, row in found.figures.items() if "coverage" in row
        },
    }
    file = AtomicFile(path, "wb")
    try:
        file.stream.write((json.dumps(whole, indent=1, ensure_ascii=False) + "\n").encode())
        file.keep()
    finally:
        file.discard()
