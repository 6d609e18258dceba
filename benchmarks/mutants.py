"""Mutation testing: do the tests notice if the program is changed?

    python benchmarks/mutants.py                     500 mutants of model, comparison, schemes, stats
    python benchmarks/mutants.py --count 100 --seed 2
    python benchmarks/mutants.py --survivors         those that survived, once more, with all tests
    python benchmarks/mutants.py --survivors --seconds 20 --also tests/cli/test_serve.py
    python benchmarks/mutants.py --only "comparison/joint*" "schemes/gr.py"
    python benchmarks/mutants.py --check             20 faults that must be noticed, and no fault

A mutant is the program with one change (``mutants_of.py``). For each one the tests run that reach the changed
line, the quickest first, until one fails: then the mutant is killed. Lines are chosen at random with a seed,
each line that has a mutant with the same chance, and one mutant for each line. The tests are those of
tests/examples, tests/lenient, tests/properties, tests/oracle and tests/cli, and the doctests of the four
rooms, without slow ones.

Properties make a twentieth of their examples, for --survivors three times as many.

Everything runs in a copy of the repository, in forks. A mutant of a function's body takes effect in a fork of
a process that has collected the tests (``mutants_swapped.py``); any other one, and a survivor with
--survivors, in a fork of a process that has imported nothing of karat (``mutants_run.py``), so that it is in
effect from the first import on. In both it is in effect in the processes that a test starts. A mutant is also
killed if its tests take four times the processor time that they take without it. Results are kept in
build/mutants; a run that was interrupted goes on where it was.
"""

import argparse
import compileall
import contextlib
import fnmatch
import functools
import gc
import importlib
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "build" / "mutants"
ROOMS = [f"src/karat/{room}" for room in ("model", "comparison", "schemes", "stats")]
TESTS = ("tests/examples", "tests/lenient", "tests/properties", "tests/oracle", "tests/cli")
# Tests of these are about servers, databases, browsers and other programs, and take long.
LEFT = (
    "serve", "killed", "full_disk", "hostile", "remote", "runs", "benchmark", "cluster", "terminal",
    "limits", "plugin", "foreign", "test_parse.py", "propose", "annotate",
    "store", "databases", "supervise", "parsers", "svg", "chart", "whiskers", "progress", "pool",
    "notebook", "uncompiled",
)  # fmt: skip
# What tests import, besides karat.
PACKAGES = (
    "click", "hypothesis", "hypothesis.strategies", "nltk", "numpy", "numpy.random", "pandas", "scipy.stats",
    "seqeval.metrics", "udtools", "unittest.mock", "xml.etree.ElementTree", "concurrent.futures",
    "hypothesis.extra.numpy", "sqlite3", "doctest", "pytest",
)  # fmt: skip


def main() -> None:
    """Read the command line, prepare a copy, run the mutants, say what survived."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--survivors", action="store_true")
    parser.add_argument(
        "--also", nargs="*", default=[], help="files of tests that are not recorded"
    )
    parser.add_argument("--check", action="store_true")
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="of tests, for each survivor"
    )
    parser.add_argument("--part", default="0/1", help="0/2 and 1/2 are halves, for two processes")
    parser.add_argument("--only", nargs="*", default=[], help="patterns of modules in src/karat")
    given = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    with copied() as root:
        prepare(root)
        from mutants_of import mutants
        from mutants_run import EFFORT, MORE_EFFORT, Results, run
        from mutants_swapped import swapped
        from reached import record

        os.environ["MUTANTS_EFFORT"] = str(EFFORT)
        reached = record(root, KEPT / "reached.json", test_files(root), ROOMS)
        every = [one for path in sources(root) for one in mutants(root, path)]
        if given.survivors:
            os.environ["MUTANTS_EFFORT"] = str(MORE_EFFORT)
        if given.check:
            from sure_faults import faults

            return check(root, reached, faults(root))
        chosen = sampled(root, every, given.count, given.seed, given.only)
        part, parts = map(int, given.part.split("/"))
        todo = [one for one in chosen[part::parts] if not (given.survivors and is_same(root, one))]
        file, seconds = file_of(given.seed, given.only), given.seconds if given.survivors else None
        swapped(root, reached, todo, Results(file, seconds))
        results = Results(file, seconds)
        run(root, reached, todo, results, given.also)
        summary(root, chosen, results)
    return None


@contextlib.contextmanager
def copied() -> Iterator[Path]:
    """A copy of the files under version control, with the compiled kernels."""
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")
    kernels = [str(path.relative_to(ROOT)) for path in ROOT.glob("src/karat/kernels/*.so")]
    with tempfile.TemporaryDirectory(prefix="karat-mutants-") as folder:
        for name in filter(None, files + kernels):
            if (ROOT / name).is_file():
                Path(folder, name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, Path(folder, name))
        yield Path(folder)


def prepare(root: Path) -> None:
    """Be in the copy, with its program first on the path, and import what is not karat's."""
    os.chdir(root)
    sys.path.insert(0, str(root / "src"))
    os.environ |= {
        "PYTHONPATH": str(root / "src"), "KARAT_CORPORA": str(root / "none"), "CI": "1",
        "KARAT_EFFORT": "quick", "OPENBLAS_NUM_THREADS": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }  # fmt: skip
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    compileall.compile_dir(root / "src", quiet=1)
    for name in PACKAGES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    assert not any(name.split(".")[0] == "karat" for name in sys.modules)
    gc.collect()
    gc.freeze()


def sources(root: Path) -> list[str]:
    found = [path for room in ROOMS for path in (root / room).rglob("*.py")]
    return sorted(str(path.relative_to(root)) for path in found)


def test_files(root: Path) -> list[str]:
    found = [path for folder in TESTS for path in (root / folder).glob("test_*.py")]
    kept = [path for path in found if not any(word in path.name for word in LEFT)]
    documented = [path for path in sources(root) if ">>>" in (root / path).read_text("utf-8")]
    return documented + sorted(str(path.relative_to(root)) for path in kept)


def file_of(seed: int, only: list[str]) -> Path:
    """Where the results of a sample are kept."""
    words = [str(seed), *(re.sub(r"\W+", "_", pattern) for pattern in only)]
    return KEPT / f"results-{'-'.join(words)}.jsonl"


def sampled(root: Path, every: list[Any], count: int, seed: int, only: list[str]) -> list[Any]:
    """One mutant of each of so many lines; a seed from 2 on takes none of the lines of the seeds before."""
    from mutants_of import is_python

    lines = defaultdict(list)
    for one in every:
        lines[one.path, one.line].append(one)
    texts = {path: (root / path).read_text("utf-8") for path, _ in lines}
    order = sorted(lines)
    random.Random(0).shuffle(order)
    # Each seed has its own stretch of one order, of a thousand lines.
    begin = 1000 * (seed - 1)
    chance, found = random.Random(seed), []
    for line in order[begin : begin + 1000]:
        module = line[0].removeprefix("src/karat/")
        if only and not any(fnmatch.fnmatch(module, pattern) for pattern in only):
            continue
        valid = [one for one in lines[line] if is_python(one, texts[line[0]])]
        found += [chance.choice(valid)] if valid else []
        if len(found) == count:
            break
    return found


def check(root: Path, reached: Any, faults: list[Any]) -> None:
    """Faults that no test may miss are killed, and the program as it is passes."""
    from mutants_run import collected, in_time, outcome, rounds

    for mutant in faults:
        found = outcome(root, reached, mutant, next(rounds(reached, mutant, math.inf)))
        print(found["outcome"], mutant.name, found.get("by", ""), flush=True)
        if found["outcome"] != "killed":
            raise SystemExit(f"not noticed: {mutant.name}")
    every = sorted(reached.seconds)
    seconds = int(10 * sum(reached.seconds.values()))
    found = in_time(lambda pipe: collected(every, pipe), seconds)
    print(f"without a mutant: {found}, of {len(every)} tests")
    if found["outcome"] != "survived" or found["passed"] != len(every):
        raise SystemExit("the tests do not pass without a mutant")


def summary(root: Path, chosen: list[Any], results: Any) -> None:
    """How many were killed, by room and kind, and which survived although a test could notice them."""
    known = results.known
    rows = []
    for mutant in chosen:
        if mutant.name in known:
            row = known[mutant.name] | {"kind": mutant.kind, "room": mutant.path.split("/")[2]}
            if row["outcome"] == "survived" and is_same(root, mutant):
                row["outcome"] = "equivalent"
            rows.append(row)
    for row in rows:
        if row["outcome"] not in ("killed", "equivalent"):
            print(row["outcome"], row["mutant"], f"({row['passed']} tests)")
    for key in ("room", "kind"):
        every = Counter(row[key] for row in rows if row["outcome"] != "equivalent")
        dead = Counter(row[key] for row in rows if row["outcome"] == "killed")
        print(key, *(f"{name} {dead[name]}/{n}" for name, n in sorted(every.items())), sep="  ")
    found = Counter(row["outcome"] for row in rows)
    real = len(rows) - found["equivalent"]
    print(f"{len(rows)} mutants, {found['equivalent']} of them equivalent to the program")
    print(f"killed: {found['killed']} of {real}, {100 * found['killed'] / max(real, 1):.1f} %")


def is_same(root: Path, mutant: Any) -> bool:
    """Whether a mutant is known to change nothing that anybody could notice."""
    return asserts(root, mutant) or described(root, mutant) in equivalent()


def asserts(root: Path, mutant: Any) -> bool:
    """Whether only an assertion is changed: that two sides have the same length, by ``zip(strict=True)``."""
    line = (root / mutant.path).read_bytes().splitlines()[mutant.line - 1]
    return line[: mutant.column].endswith(b"strict=")


@functools.cache
def equivalent() -> set[tuple[str, str, str]]:
    """The mutants that were looked at and change nothing: file, line and what the change makes of it."""
    table = tomllib.loads((ROOT / "benchmarks" / "mutants.toml").read_text("utf-8"))
    return {(one["path"], one["line"], one["new"]) for one in table["equivalent"]}


def described(root: Path, mutant: Any) -> tuple[str, str, str]:
    """A mutant by the text of its line before and after, which stays true if lines are added above."""
    text = (root / mutant.path).read_text("utf-8")
    lines = (one.splitlines()[mutant.line - 1].strip() for one in (text, mutant.applied(text)))
    return mutant.path.removeprefix("src/karat/"), *lines


if __name__ == "__main__":
    main()
