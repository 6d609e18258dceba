"""The programs that karat is measured beside, each on the same files, with the same result.

Programs that are not part of karat are named by variables: ``EVALB`` (its source, evalb.c, which is
compiled with -O2, or a program), ``CONLL18_EVAL`` (conll18_ud_eval.py), ``CONLLEVAL`` (the Perl
program), ``DISCODOP`` (the folder with its source). udtools, seqeval and NLTK are those of the tests.
"""

import importlib.resources
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from processes import karat

# Reads the files with each library and prints what karat is to have found, too.
UDTOOLS = """
import sys
from udtools import udeval
gold, system = (udeval.load_conllu_file(path) for path in sys.argv[1:])
las = udeval.evaluate(gold, system)["LAS"]
print(las.correct, las.gold_total, las.system_total)
"""
SEQEVAL = """
import sys
from seqeval.metrics import f1_score
def tags(path):
    with open(path, encoding="utf-8") as lines:
        sentences, now = [], []
        for line in lines:
            if line.strip():
                now.append(line.rsplit(" ", 1)[1].strip())
            elif now:
                sentences.append(now)
                now = []
    return sentences + [now] * bool(now)
print(f1_score(*map(tags, sys.argv[1:])))
"""
NLTK = """
import sys
from nltk import Tree
words = brackets = 0
with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        tree = Tree.fromstring(line)
        words += len(tree.leaves())
        brackets += sum(1 for _ in tree.subtrees(lambda one: one.height() > 2))
print(words, brackets)
"""
OURS = """
import sys
import karat
bank = karat.read(sys.argv[1])
print(len(bank.tag), len(bank.start))
"""
# Its evaluation is plain Python, but imports one compiled module, of which it uses nothing.
DISCODOP = """
import re, sys, types
folder, *sys.argv[2:] = sys.argv[1:]
sys.path.insert(0, folder)
compiled = types.ModuleType("discodop.containers")
compiled.REMOVESTATESPLITS = re.compile("")
sys.modules["discodop.containers"] = compiled
sys.argv[:2] = ["discodop", "eval"]
from discodop.eval import main
main()
"""


@dataclass(frozen=True)
class Peer:
    """A program beside karat: the arguments of both, with ``{gold}`` and ``{system}``.

    ``same`` says whether two outputs have the same result. ``wanted`` is the promised ratio.
    """

    name: str
    what: str
    kind: str
    megabytes: float
    ours: list[str]
    theirs: list[str]
    same: Callable[[bytes, bytes], bool] = bytes.__eq__
    wanted: float = 0
    aim: float = 0
    most_memory: float = 0


@dataclass(frozen=True)
class Missing:
    """A program that is not here, and how to give it."""

    name: str
    how: str


def peers(folder: Path) -> list[Peer | Missing]:
    """The programs that are here, ready to run, and those that are not."""
    return [*_evalb(folder), *_conll18(), _conlleval(), _discodop(), *_libraries()]


def _evalb(folder: Path) -> list[Peer | Missing]:
    named = os.environ.get("EVALB", "")
    if not named:
        return [Missing("EVALB", "EVALB=its source, evalb.c")]
    if named.endswith(".c"):
        program, how = folder / "evalb", "-O2"
        subprocess.run(["gcc", "-O2", "-w", "-o", str(program), named], check=True)
    elif found := shutil.which(named):
        program, how = Path(found), "compiled by others"
    else:
        sys.exit("EVALB is set, but names neither a source nor a program that can be run")
    name, parameters = f"EVALB ({how})", str(_parameters(folder))
    theirs = [str(program), "-p", parameters, "{gold}", "{system}"]
    drop_in = [*karat(), "evalb", "-p", parameters, "{gold}", "{system}"]
    score = [*karat(), *["score", "-s", "evalb(params=new)", "-o", "json", "{gold}", "{system}"]]
    return [
        Peer(name, "`karat evalb`", "trees", 90, drop_in, theirs, wanted=2.5, aim=4),
        Peer(
            name, "`karat score -s 'evalb(params=new)'`", "trees", 90, score, theirs,
            lambda ours, theirs: _counts(ours)["matched"] == _evalb_matched(theirs), wanted=5, aim=8,
        ),
    ]  # fmt: skip


def _parameters(folder: Path) -> Path:
    """karat's own new.prm for EVALB, which is not to stop at the tenth error."""
    text = (importlib.resources.files("karat.data") / "params" / "new.prm").read_text("utf-8")
    path = folder / "new.prm"
    path.write_text(re.sub(r"(?m)^MAX_ERROR .*$", "MAX_ERROR 1000000000", text), "utf-8")
    return path


def _evalb_matched(output: bytes) -> int:
    """The third figure of the row below EVALB's second rule: recall, precision, matched."""
    return int(output.split(b"\n=====")[2].split(b"\n")[1].split()[2])


def _counts(output: bytes) -> dict[str, int]:
    found: dict[str, int] = json.loads(output)["results"][0]["counts"]
    return found


def _conll18() -> list[Peer | Missing]:
    script = os.environ.get("CONLL18_EVAL", "")
    ours = [*karat(), "conll18", "-v", "{gold}", "{system}"]
    if not script:
        return [Missing("the CoNLL 2018 script", "CONLL18_EVAL=conll18_ud_eval.py")]
    theirs = [sys.executable, script, "-v", "{gold}", "{system}"]
    return [
        Peer(
            "the CoNLL 2018 script", "`karat conll18`", "texts", 50, ours, theirs, wanted=60,
            aim=100, most_memory=200e6,
        )
    ]  # fmt: skip


def _conlleval() -> Peer | Missing:
    script = os.environ.get("CONLLEVAL", "")
    if not script:
        return Missing("conlleval (Perl)", "CONLLEVAL=conlleval.pl")
    ours, theirs = [*karat(), "conlleval", "<", "{gold}"], ["perl", script, "<", "{gold}"]
    return Peer("conlleval (Perl)", "`karat conlleval`", "guesses", 50, ours, theirs, wanted=20)


def _discodop() -> Peer | Missing:
    folder = os.environ.get("DISCODOP", "")
    if not folder:
        return Missing("disco-dop", "DISCODOP=the folder with its source")
    ours = [*karat(), "score", "-s", "discodop", "-o", "json", "{gold}", "{system}"]
    theirs = [sys.executable, "-c", DISCODOP, folder, "--fmt=bracket", "{gold}", "{system}"]
    return Peer(
        "disco-dop (not compiled)", "`karat score -s discodop`, f1", "made", 3, ours, theirs,
        lambda ours, theirs: f"{100 * _measures(ours)['f1']:.2f}" == _last(theirs, b"labeled f-"),
    )  # fmt: skip


def _last(output: bytes, begin: bytes) -> str:
    """The last cell of the row that begins so."""
    row = next(line for line in output.splitlines() if line.startswith(begin))
    return row.split()[-1].decode()


def _libraries() -> list[Peer | Missing]:
    found: list[Peer | Missing] = []
    for name in ("udtools", "seqeval", "nltk"):
        if importlib.util.find_spec(name) is None:
            found.append(Missing(name, f"pip install {name}"))
            continue
        found.append(_library(name))
    return found


def _library(name: str) -> Peer:
    both = ["{gold}", "{system}"]
    score = [*karat(), "score", *both, "-o", "json", "-s"]
    python = [sys.executable, "-c"]
    if name == "udtools":
        return Peer(
            name, "`karat score -s conll18`", "texts", 10, [*score, "conll18"],
            [*python, UDTOOLS, *both],
            lambda ours, theirs: _las(ours) == [*map(int, theirs.split())],
        )  # fmt: skip
    if name == "seqeval":
        return Peer(
            name, "`karat score -s chunks`, f1", "columns", 5, [*score, "chunks"],
            [*python, SEQEVAL, *both],
            lambda ours, theirs: abs(_measures(ours)["f1"] - float(theirs)) < 1e-12,
        )  # fmt: skip
    return Peer(
        name, "`karat.read`: trees read, words and brackets counted", "trees", 5,
        [*python, OURS, "{gold}"], [*python, NLTK, "{gold}"],
    )  # fmt: skip


def _measures(output: bytes) -> dict[str, float]:
    found: dict[str, float] = json.loads(output)["results"][0]["measures"]
    return found


def _las(output: bytes) -> list[int]:
    counts = _counts(output)
    return [counts[f"LAS_{name}"] for name in ("correct", "gold", "system")]
