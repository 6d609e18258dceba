"""The scheme conll18 against a slow reading of the script's rules."""

import io
import os
import subprocess
import sys

import pytest
import slow_conll18
from hypothesis import given, settings
from hypothesis import strategies as st
from ud_strategies import pairs

from effort import tries
from karat import score
from karat.reference.conll18_report import table


@settings(max_examples=tries(300))
@given(pairs())
def test_every_count_is_the_slow_one(pair) -> None:
    """Other sentences, other tokens, multiword tokens on either side, other labels and heads."""
    gold, system = pair
    assert dict(score(gold, system, "conll18").counts) == slow_conll18.counts(gold, system)


SCRIPT = os.environ.get("CONLL18_EVAL")


@pytest.mark.skipif(not SCRIPT, reason="set CONLL18_EVAL to the shared task's script to compare")
@settings(max_examples=tries(100), deadline=None)
@given(pairs())
def test_every_byte_is_the_scripts(tmp_path_factory, pair) -> None:
    """What the real script prints, with -v and with -c."""
    folder = tmp_path_factory.mktemp("pair")
    paths = []
    for name, text in zip(("gold", "system"), pair, strict=True):
        (folder / name).write_text(text, encoding="utf-8")
        paths.append(str(folder / name))
    counts = score(*pair, "conll18").counts
    for flag, raw in (("-v", False), ("-c", True)):
        done = subprocess.run(
            [sys.executable, str(SCRIPT), flag, *paths], capture_output=True, text=True, check=True
        )
        assert table(counts, verbose=True, raw=raw) == done.stdout


GRAPHS = [
    "_",
    "0:root",
    "1:nsubj",
    "2:obj|1:conj:and",
    "1:nsubj|1:nsubj:xsubj",
    "2:conj>obl:in|2:obj",
    "1.1:dep|1:dep",
]


@given(pairs(), st.data())
def test_enhanced_graphs_are_the_official_scorers(pair, data) -> None:
    """Edges to empty nodes, repeated edges and collapsed paths among them."""
    udeval = pytest.importorskip("udtools.udeval")
    files = []
    for text in pair:
        lines = text.split("\n")
        last = 0
        for i in reversed(range(len(lines))):
            cells = lines[i].split("\t")
            if len(cells) < 10 or "-" in cells[0]:
                last = 0 if not lines[i] else last
                continue
            last = last or int(cells[0])
            wanted = [g for g in GRAPHS if all(int(e[0]) <= last for e in g.split("|") if e != "_")]
            cells[8] = data.draw(st.sampled_from(wanted))
            lines[i] = "\t".join(cells)
        files.append("\n".join(lines))
    loaded = [udeval.load_conllu(io.StringIO(text), "x", {}) for text in files]
    official = udeval.evaluate(*loaded)
    counts = score(*files, "conll18(enhanced=yes)").counts
    for figure in ("ELAS", "EULAS", "LAS", "Words", "Tokens"):
        theirs = official[figure]
        ours = tuple(counts[f"{figure}_{part}"] for part in ("correct", "gold", "system"))
        assert ours == (theirs.correct, theirs.gold_total, theirs.system_total)
