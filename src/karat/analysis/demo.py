"""The demonstration: parsers of several kinds on a small gold standard, scored with several schemes.

Gold and the outputs of the parsers come with karat (suite karat-200). Each system says which schemes
can score its output, and why the others cannot.
"""

import shutil
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import nan
from pathlib import Path

import numpy as np

from karat import views
from karat.engine.memory import compare_banks
from karat.files.resources import data
from karat.formats import read
from karat.model.bank import Bank, relabelled_pair
from karat.model.score import Score
from karat.schemes import parse

SUITE = "karat-200"
GOLD = {
    "evalb": "trees.mrg", "parseval": "trees.mrg", "flat": "flat.mrg", "chunks": "trees.mrg",
    "chunkdeps": "ud.conllu", "gr": "gr.txt",
}  # fmt: skip


# Why a scheme cannot score an output.
NO_TREE = "it builds no tree"
NO_LABELS = "its brackets or edges have no meaningful labels"
NO_TAGS = "its words have no tags of the Penn Treebank, from which this is derived"
NO_EDGES = "it does not say which words depend on which, only chunks or brackets"
NEVER_NO = "it analyses every sentence, so it cannot reject one"
# Schemes whose rules look at the labels of dependencies.
_LABELLED = ("chunks", "chunkdeps", "gr")
# The usual reason for each scheme; a system may have another.
REASONS = {
    "evalb": NO_TREE, "chunks": NO_TAGS, "chunkdeps": NO_EDGES, "gr": NO_LABELS, "phenomena": NO_LABELS,
    "coverage": NEVER_NO,
}  # fmt: skip


@dataclass(frozen=True)
class System:
    """A parser with recorded output, what this is, and the file that each scheme uses.

    ``rules`` recognise phenomena in the file ``native``; ``run`` has the number of analyses of every
    item, for a parser that can reject a sentence. ``lacks`` says why a scheme cannot score it, if the
    reason is not the usual one. A ``baseline`` knows no grammar.
    """

    name: str
    gives: str
    folder: str
    uses: Mapping[str, str]
    native: str = ""
    rules: str = ""
    run: str = ""
    lacks: Mapping[str, str] = field(default_factory=dict)
    baseline: bool = False

    def reason(self, scheme: str) -> str:
        """Why there is no figure."""
        return self.lacks.get(scheme) or REASONS[scheme]


_TREES = dict.fromkeys(("evalb", "parseval", "flat"), "trees.mrg")
SYSTEMS = (
    System("Stanford", "trees", "stanford", dict.fromkeys(GOLD, "trees.mrg"), "trees.mrg", "ptb"),
    System("Link Grammar", "links", "link-grammar", {**_TREES, "chunkdeps": "linkages.txt"},
           "linkages.txt", "link-grammar", run="karat-200.run", lacks={"gr": NO_TAGS}),
    System("spaCy", "dependencies", "spacy",
           dict.fromkeys(("parseval", "flat", "chunks", "chunkdeps", "gr"), "deps.conllu"),
           "deps.conllu", "clear"),
    System("OpenNLP", "chunks", "opennlp",
           dict.fromkeys(("parseval", "flat", "chunks", "gr"), "chunks.iob"), lacks={"phenomena": NO_EDGES}),
    System("Festival", "brackets", "festival", _TREES),
    System("right branch", "brackets", "right-branching", _TREES, baseline=True),
    System("left branch", "brackets", "left-branching", _TREES, baseline=True),
    System("chain", "dependencies", "chain",
           dict.fromkeys(("parseval", "flat", "chunkdeps"), "deps.conllu"), baseline=True),
)  # fmt: skip


@dataclass
class Found:
    """All figures by system, scheme and measure, and the scores that they come from."""

    figures: dict[str, dict[str, dict[str, float]]] = field(default_factory=dict)
    scores: list[Score] = field(default_factory=list)

    def figure(self, system: str, scheme: str, measure: str) -> float:
        """One figure; NaN if the scheme cannot score the system."""
        return self.figures[system].get(scheme, {}).get(measure, nan)


def compare() -> Found:
    """Score every recorded output with every scheme that can score it."""
    home = data("suites", SUITE)
    gold = {name: read(home / name) for name in sorted(set(GOLD.values()))}
    found, shown = Found(), _phenomena(home)
    for system in SYSTEMS:
        output = home / "outputs" / system.folder
        scores = {}
        for name, file in system.uses.items():
            seen = _seen(name, read(output / file), gold["ud.conllu"])
            pair = relabelled_pair(gold[GOLD[name]], seen)
            scheme = parse("evalb(params=new,failed=empty)" if name == "evalb" else name)
            scores[name] = compare_banks(*pair, system.name, scheme, ())
        if system.rules:
            scores["phenomena"] = shown[system.name]
        found.scores.extend(scores.values())
        row = found.figures[system.name] = {k: dict(one.measures) for k, one in scores.items()}
        if system.run:
            row["coverage"] = _coverage(output / system.run)
    return found


def _seen(scheme: str, bank: Bank, lemmas: Bank) -> Bank:
    """The Bank that a scheme compares; for gr, relations are extracted, with gold's lemmas.

    Rules that look at the labels of dependencies need those of Universal Dependencies.
    """
    if scheme in _LABELLED and "edges" in bank.layers and "links" not in bank.layers:
        bank = views.parse("universal")(bank)
    if scheme != "gr":
        return bank
    if np.array_equal(bank.token_offset, lemmas.token_offset):
        morphology = lemmas.relabelled(bank.labels).layers["morphology"]
        bank = bank.with_layers(morphology=morphology)
    # No system gives an enhanced graph, and where gold has one in its text, this text has something else.
    return views.parse("gr(enhanced=no)")(bank)


def _phenomena(home: Path) -> dict[str, Score]:
    """The systems that have rules, over the names that all of them can show."""
    from karat.recognise.rules import load
    from karat.suites.inputs import Input
    from karat.suites.phenomena import Key, in_common
    from karat.suites.phenomena import System as Named

    gold = Key.of_suite(SUITE)
    named = [
        Named.read(
            Input(str(home / "outputs" / one.folder / one.native), one.rules, load(one.rules)),
            one.name,
        )
        for one in SYSTEMS
        if one.rules
    ]
    common = in_common([gold.placed(one) for one in named])
    return {one.name: gold.scores(one, [parse("phenomena")])[0] for one in common}


def _coverage(path: Path) -> dict[str, float]:
    from karat.suites import runs
    from karat.suites.coverage import Coverage, tally

    return dict(Coverage.of(tally(runs.read(str(path)).results)).measures)


@dataclass(frozen=True)
class Live:
    """A new run of Link Grammar: its version, how many sentences in how many seconds, and figures."""

    version: str
    sentences: int
    seconds: float
    measures: Mapping[str, float]


def live() -> Live | None:
    """Run Link Grammar over the suite; None if it is not installed."""
    if not shutil.which("link-parser"):
        return None
    from karat import parsers, suites
    from karat.parsers.processes import remove_with_us
    from karat.parsers.supervise import Limits
    from karat.suites import running

    begin = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="karat-demo-") as name:
        remove_with_us(name)
        path = Path(name) / "live.run"
        adapter, suite = parsers.parse("link-grammar"), suites.load(SUITE)
        running.run(suite, adapter, str(path), Limits())
        seconds = time.perf_counter() - begin
        return Live(adapter.version(), len(suite.items), seconds, _coverage(path))
