"""The programs that karat stands in for, how both are run on a pair of files, and the named differences.

A difference that has a name has a reason, a page that says so, and a predicate that shows it of the pair:
by what the program did, or by what the files are.
"""

import contextlib
import functools
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import beside_relations
import karat
from beside_columns import chunks, columns
from beside_pairs import Pair, enhanced_texts, texts, trees
from beside_running import REFUSED, Named, Program, Result, in_process, run, written


def _evalb_arguments(pair: Pair, folder: Path) -> list[str]:
    paths, params = written(pair, folder), []
    if pair.params is not None:
        (folder / "params").write_bytes(pair.params)
        params = ["-p", str(folder / "params")]
    return [*params, *pair.arguments, *paths]


def _reads_unwritten(program: str, pair: Pair, folder: Path) -> bool:
    """Whether valgrind sees EVALB use memory that nobody has written, or that is not its own."""
    check = shutil.which("valgrind")
    if check is None:
        return False
    done = run([check, "-q", program, *_evalb_arguments(pair, folder)])
    return (
        re.search(rb"(?m)^==\d+== +(?:.*uninitialised|Invalid (?:read|write))", done.err)
        is not None
    )


def _surplus(pair: Pair) -> int:
    """How many brackets too many a line closes, at most."""
    most = 0
    for line in (pair.gold + b"\n" + pair.system).split(b"\n"):
        depth = 0
        for byte in line:
            depth += (byte == 40) - (byte == 41)
            most = max(most, -depth)
    return most


def evalb(source: str) -> Program:
    """EVALB: a program, or its source, which is compiled with -O2."""
    program = source
    if source.endswith(".c"):
        program = str(Path(tempfile.mkdtemp(prefix="evalb-")) / "evalb")
        subprocess.run(["gcc", "-O2", "-w", "-o", program, source, "-lm"], check=True)
    page = "docs/schemes/evalb.md"
    return Program(
        "evalb", trees,
        lambda pair, folder: run([program, *_evalb_arguments(pair, folder)]),
        lambda pair, folder: in_process(["evalb", *_evalb_arguments(pair, folder)]),
        [
            Named("EVALB crashes", "it writes or reads outside of its arrays", page,
                lambda pair, theirs, ours, folder: isinstance(theirs.status, int) and theirs.status < 0),
            Named("more than seven surplus brackets", "EVALB writes over its switch for debugging", page,
                lambda pair, theirs, ours, folder: _surplus(pair) > 7),
            Named("EVALB reads unwritten memory", "valgrind sees it; what it finds there is chance", page,
                lambda pair, theirs, ours, folder: _reads_unwritten(program, pair, folder)),
        ],
        messages=True,
    )  # fmt: skip


@functools.cache
def _loaded(path: str) -> Any:
    spec = importlib.util.spec_from_file_location("conll18_script", path)
    assert spec  # a file of Python
    assert spec.loader  # likewise
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def conll18(path: str) -> Program:
    """The script of the CoNLL 2018 shared task, in this process, because Python starts slowly."""

    def theirs(pair: Pair, folder: Path) -> Result:
        script = _loaded(path)
        out, kept = io.StringIO(), sys.argv
        sys.argv = ["script", *pair.arguments, *written(pair, folder)]
        try:
            with contextlib.redirect_stdout(out):
                script.main()
        except Exception:  # noqa: BLE001  # whatever it is, the script ends with a traceback
            return Result(b"", REFUSED)
        finally:
            sys.argv = kept
        return Result(out.getvalue().encode(), 0)

    return Program(
        "conll18", texts, theirs,
        lambda pair, folder: in_process(["conll18", *pair.arguments, *written(pair, folder)]),
        [
            Named("a multiword token without words", "its last word is before its first (2-1)",
                "docs/schemes/conll18.md",
                lambda pair, theirs, ours, folder: ours.status == REFUSED and _backwards(pair)),
        ],
    )  # fmt: skip


def _backwards(pair: Pair) -> bool:
    found = re.findall(rb"(?:^|\n) *([0-9]+)-([0-9]+)\t", pair.gold + b"\n" + pair.system)
    return any(int(last) < int(first) for first, last in found)


def conlleval(path: str) -> Program:
    """The Perl program."""

    def theirs(pair: Pair, folder: Path) -> Result:
        done = run(["perl", path, *pair.arguments], pair.gold)
        return done if done.status == 0 else Result(b"", REFUSED)

    return Program(
        "conlleval", columns, theirs,
        lambda pair, folder: in_process(["conlleval", *pair.arguments], pair.gold),
    )  # fmt: skip


def udtools() -> Program:
    """The evaluation of the package udtools: every count of every figure."""
    udeval = importlib.import_module("udtools.udeval")

    def theirs(pair: Pair, folder: Path) -> Result:
        loaded = [
            udeval.load_conllu(io.StringIO(text.decode()), "x", {})
            for text in (pair.gold, pair.system)
        ]
        figures = udeval.evaluate(*loaded)
        rows = [
            f"{name} {one.correct} {one.gold_total} {one.system_total}"
            for name, one in sorted(figures.items())
            if name in SHARED
        ]
        return Result("\n".join(rows).encode(), 0)

    def ours(pair: Pair, folder: Path) -> Result:
        counts = karat.score(
            pair.gold.decode(), pair.system.decode(), "conll18(enhanced=yes)"
        ).counts
        parts = ("correct", "gold", "system")
        rows = [
            " ".join([name, *(str(counts[f"{name}_{part}"]) for part in parts)])
            for name in sorted(SHARED)
        ]
        return Result("\n".join(rows).encode(), 0)

    return Program("udtools", enhanced_texts, theirs, ours)


SHARED = (
    "Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas", "UAS", "LAS", "ELAS",
    "EULAS", "CLAS", "MLAS", "BLEX",
)  # fmt: skip


def seqeval() -> Program:
    """The package seqeval in its default mode: chunks of each side, and those of both."""
    labeling = importlib.import_module("seqeval.metrics.sequence_labeling")

    def theirs(pair: Pair, folder: Path) -> Result:
        sides = []
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for text in (pair.gold, pair.system):
                tags = [[line.rsplit(" ", 1)[1] for line in part.split("\n")]
                    for part in text.decode().strip("\n").split("\n\n")]  # fmt: skip
                sides.append(
                    {
                        (at, *one)
                        for at, row in enumerate(tags)
                        for one in labeling.get_entities(row)
                    }
                )
        gold, system = sides
        return Result(b"%d %d %d" % (len(gold), len(system), len(gold & system)), 0)

    def ours(pair: Pair, folder: Path) -> Result:
        counts = karat.score(pair.gold.decode(), pair.system.decode(), "chunks").counts
        return Result(b"%d %d %d" % (counts["gold"], counts["system"], counts["matched"]), 0)

    return Program("seqeval", chunks, theirs, ours)


def greval(path: str) -> Program | str:
    """The relation scorer of Carroll, Briscoe and Watson."""
    lisp = beside_relations.lisp()
    if lisp is None:
        return "install sbcl, or name it with SBCL"
    server = beside_relations.Server(lisp, path)

    def theirs(pair: Pair, folder: Path) -> Result:
        answer = server(pair)
        return Result(b"", REFUSED) if answer == REFUSED else Result(answer.encode(), 0)

    page = "docs/schemes/gr.md"
    return Program(
        "greval", beside_relations.relations, theirs,
        lambda pair, folder: Result(beside_relations.counted(pair, pair.arguments[1]).encode(), 0),
        [
            Named("initial relations", "the program looks for OBJ in upper case, so it compares none", page,
                lambda pair, theirs, ours, folder: beside_relations.without_initial(pair, theirs.out)),
            Named("no relations in gold", "the program divides by their number", page,
                lambda pair, theirs, ours, folder: (
                    theirs.status == REFUSED and beside_relations.nothing_in_gold(pair))),
        ],
    )  # fmt: skip


BY_VARIABLE: dict[str, tuple[str, Callable[[str], Program | str]]] = {
    "evalb": ("EVALB", evalb), "conll18": ("CONLL18_EVAL", conll18), "conlleval": ("CONLLEVAL", conlleval),
    "greval": ("GREVAL", greval),
}  # fmt: skip
LIBRARIES: dict[str, Callable[[], Program]] = {"udtools": udtools, "seqeval": seqeval}
EVERY = (*BY_VARIABLE, *LIBRARIES)


@functools.cache
def program(name: str) -> Program | str:
    """A program by its name, or what is missing."""
    if name in LIBRARIES:
        return LIBRARIES[name]() if importlib.util.find_spec(name) else f"pip install {name}"
    variable, make = BY_VARIABLE[name]
    path = os.environ.get(variable)
    return make(path) if path else f"set {variable}"
