"""Mutation testing: do the tests notice if the program is changed?

    python benchmarks/mutants.py                     500 mutants of model, comparison, schemes, stats
    python benchmarks/mutants.py --count 100 --seed 2
    python benchmarks/mutants.py --survivors         those that survived, once more, with all tests
    python benchmarks/mutants.py --survivors --also tests/cli/test_gr.py
    python benchmarks/mutants.py --check             20 faults that must be noticed, and no fault

A mutant is the program with one change (``mutants_of.py``). For each one the tests run that reach the changed
line, the quickest first, until one fails: then the mutant is killed. Lines are chosen at random with a seed,
each line that has a mutant with the same chance, and one mutant for each line. The tests are those of
tests/examples, tests/properties and tests/oracle, and the doctests of the four rooms, without slow ones.

Properties make a twentieth of their examples, for --survivors a third.

Everything runs in a copy of the repository, in forks of a process that has pytest and other packages
imported, but nothing of karat. So a mutant is in effect from the first import on, also in the processes
that a test starts. A mutant is also killed if its tests take four times the processor time that they take
without it. Results are kept in build/mutants; a run that was interrupted goes on where it was.
"""

import argparse
import compileall
import contextlib
import gc
import importlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "build" / "mutants"
ROOMS = [f"src/karat/{room}" for room in ("model", "comparison", "schemes", "stats")]
TESTS = ("tests/examples", "tests/lenient", "tests/properties", "tests/oracle")
# Tests of these are about servers, databases, browsers and other programs, and take long.
LEFT = (
    "store", "databases", "supervise", "parsers", "svg", "chart", "whiskers", "progress", "pool",
    "notebook", "uncompiled",
)  # fmt: skip
# What tests import, besides karat.
PACKAGES = (
    "click", "hypothesis", "hypothesis.strategies", "nltk", "numpy", "numpy.random", "pandas", "scipy.stats",
    "seqeval.metrics", "udtools", "unittest.mock", "xml.etree.ElementTree", "concurrent.futures",
    "hypothesis.extra.numpy", "sqlite3", "doctest", "pytest",
)  # fmt: skip
# From which to which of a mutant's test files, and for how many seconds. --survivors has no such limits.
LIMITS = ((0, 8, 4.0), (8, 60, 12.0))
# As long may the tests of a file take that was named with --also.
FILE_SECONDS = 20.0
GIBIBYTE = 1 << 30


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
    parser.add_argument("--part", default="0/1", help="0/2 and 1/2 are halves, for two processes")
    given = parser.parse_args()
    os.environ["MUTANTS_EFFORT"] = "0.33" if given.survivors else "0.05"
    KEPT.mkdir(parents=True, exist_ok=True)
    with copied() as root:
        prepare(root)
        from mutants_of import mutants
        from reached import record

        reached = record(root, KEPT / "reached.json", test_files(root), ROOMS)
        every = [one for path in sources(root) for one in mutants(root, path)]
        if given.check:
            from sure_faults import faults

            return check(root, reached, faults(root))
        chosen = sampled(root, every, given.count, given.seed)
        file = KEPT / f"results-{given.seed}.jsonl"
        part, parts = map(int, given.part.split("/"))
        run(root, reached, chosen[part::parts], file, given.also, thorough=given.survivors)
        summary(root, chosen, file)
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


def sampled(root: Path, every: list[Any], count: int, seed: int) -> list[Any]:
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
        valid = [one for one in lines[line] if is_python(one, texts[line[0]])]
        found += [chance.choice(valid)] if valid else []
        if len(found) == count:
            break
    return found


def rounds(reached: Any, mutant: Any, *, thorough: bool) -> Iterator[list[str]]:
    """The tests that could notice a mutant: a few of the likeliest files, then many, then all if wanted.

    Code that runs at import, as a default value does, is reached by the tests of its function or its file.
    """
    own = reached.by(mutant.path, range(mutant.line, mutant.end_line + 1))
    if not own and mutant.within[0]:
        own = reached.by(mutant.path, range(mutant.within[0] + 1, mutant.within[1] + 1))
    # A result that is kept may hide that another test of the same file gets here too.
    groups = (
        by_file(reached, mutant, own),
        by_file(reached, mutant, reached.by_file(mutant.path) - own),
    )
    files = [tests for group in groups for tests in group]
    for begin, end, seconds in LIMITS if not thorough else ((0, len(files), float("inf")),):
        some = limited(reached, [test for tests in files[begin:end] for test in tests], seconds)
        if some:
            yield some


def by_file(reached: Any, mutant: Any, tests: set[str]) -> list[list[str]]:
    """The tests file by file: the module's own, files with a similar name, then the quickest ones."""
    files = defaultdict(list)
    for test in sorted(tests, key=lambda test: (reached.seconds[test], test)):
        files[test.split("::")[0]].append(test)
    words = set(Path(mutant.path).stem.split("_"))

    def likely(file: str) -> tuple[bool, int, float]:
        alike = words & set(Path(file).stem.split("_"))
        return file != mutant.path, -len(alike), sum(reached.seconds[test] for test in files[file])

    return [files[file] for file in sorted(files, key=likely)]


def limited(reached: Any, tests: list[str], seconds: float) -> list[str]:
    """The quickest of some tests, as many as there is time for."""
    found = []
    for test in sorted(tests, key=reached.seconds.__getitem__):
        seconds -= reached.seconds[test]
        if seconds < 0 and found:
            break
        found.append(test)
    return found


def run(
    root: Path, reached: Any, chosen: list[Any], file: Path, also: list[str], *, thorough: bool
) -> None:  # fmt: skip
    """Run what has no result yet, or survived; one line of results each."""
    known = results(file)
    for i, mutant in enumerate(chosen, 1):
        before = known.get(mutant.name)
        if before and not (thorough and before["outcome"] == "survived"):
            continue
        began, found = time.monotonic(), {"outcome": "survived", "passed": 0}
        for tests in (*rounds(reached, mutant, thorough=thorough), *([also] if also else ())):
            found = outcome(root, reached, mutant, tests)
            if found["outcome"] != "survived":
                break
        found |= {
            "mutant": mutant.name,
            "seconds": round(time.monotonic() - began, 1),
            "thorough": thorough,
        }
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(found) + "\n")
        print(i, found["outcome"], mutant.name, found.get("by", ""), found["seconds"], flush=True)


def results(file: Path) -> dict[str, dict[str, Any]]:
    """The last result of each mutant."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return {row["mutant"]: row for row in map(json.loads, lines)}


def outcome(root: Path, reached: Any, mutant: Any, tests: list[str]) -> dict[str, Any]:
    """Put a mutant into the copy, run the tests in a fork, put the original back."""
    path = root / mutant.path
    text, status = path.read_text("utf-8"), path.stat()
    path.write_text(mutant.applied(text), "utf-8")
    # A time that no other version of this file has, so that no compiled version of another one is taken.
    later = int(time.time()) + 10_000_000
    os.utime(path, (later, later))
    try:
        allowed = 4 * sum(reached.seconds.get(test, FILE_SECONDS) for test in tests) + 6
        return in_a_fork(tests, int(allowed))
    finally:
        path.write_text(text, "utf-8")
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
            compiled.unlink()


def in_a_fork(tests: list[str], seconds: int) -> dict[str, Any]:
    """Run tests until one fails: killed and by which, or survived."""
    from reached import SAME

    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.setsid()
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(quiet, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (12 * GIBIBYTE, 12 * GIBIBYTE))
        watcher = watching(tests, writing)
        files = list(dict.fromkeys(test.split("::")[0] for test in tests))
        pytest = importlib.import_module("pytest")
        pytest.main([*SAME, "-x", *files], plugins=[watcher])
        os._exit(0)
    os.close(writing)
    said, hung = listened(reading, 10 * seconds)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    rows = [line.split(" ", 1) for line in said.decode(errors="replace").splitlines()]
    failed = [rest for word, rest in rows if word == "failed"]
    statuses = [int(rest) for word, rest in rows if word == "status"]
    passed = sum(word == "passed" for word, _ in rows)
    if not statuses and not failed:
        return {"outcome": "killed", "by": "hung" if hung else "time", "passed": passed}
    if failed:
        return {"outcome": "killed", "by": failed[0], "passed": passed}
    well = statuses == [0] and passed
    return {"outcome": "survived" if well else f"not run, status {statuses}", "passed": passed}


def listened(reading: int, seconds: float) -> tuple[bytes, bool]:
    """What is written to a pipe until it is closed, or until the time is over."""
    import select

    ends, found = time.monotonic() + seconds, b""
    while (left := ends - time.monotonic()) > 0:
        if select.select([reading], [], [], left)[0]:
            some = os.read(reading, 1 << 16)
            found += some
            if not some or b"status " in found:
                break
    os.close(reading)
    return found, left <= 0


def watching(tests: list[str], pipe: int) -> Any:
    """A plugin that runs these tests, or all of a file, in this order, and tells how each ends."""
    from reached import Quick, pytest

    place = {test: i for i, test in enumerate(tests)}

    def order(item: Any) -> int:
        return place.get(item.nodeid, place.get(item.nodeid.split("::")[0], -1))

    class Watcher(Quick):
        @pytest.hookimpl(trylast=True)
        def pytest_collection_modifyitems(self, items: list[Any]) -> None:
            items[:] = sorted((item for item in items if order(item) >= 0), key=order)

        def pytest_runtest_logreport(self, report: Any) -> None:
            if report.failed or report.when == "call":
                word = "failed" if report.failed else "passed"
                os.write(pipe, f"{word} {report.nodeid}\n".encode())

        def pytest_collectreport(self, report: Any) -> None:
            if report.failed:
                os.write(pipe, f"failed {report.nodeid}\n".encode())

        def pytest_sessionfinish(self, exitstatus: int) -> None:
            os.write(pipe, f"status {int(exitstatus)}\n".encode())

    return Watcher()


def check(root: Path, reached: Any, faults: list[Any]) -> None:
    """Faults that no test may miss are killed, and the program as it is passes."""
    for mutant in faults:
        found = outcome(root, reached, mutant, next(rounds(reached, mutant, thorough=True)))
        print(found["outcome"], mutant.name, found.get("by", ""), flush=True)
        if found["outcome"] != "killed":
            raise SystemExit(f"not noticed: {mutant.name}")
    every = sorted(reached.seconds)
    found = in_a_fork(every, int(10 * sum(reached.seconds.values())))
    print(f"without a mutant: {found}, of {len(every)} tests")
    if found["outcome"] != "survived" or found["passed"] != len(every):
        raise SystemExit("the tests do not pass without a mutant")


def summary(root: Path, chosen: list[Any], file: Path) -> None:
    """How many were killed, by room and kind, and which survived although a test could notice them."""
    known, same = results(file), equivalent()
    rows = []
    for mutant in chosen:
        if mutant.name in known:
            row = known[mutant.name] | {"kind": mutant.kind, "room": mutant.path.split("/")[2]}
            if row["outcome"] == "survived" and described(root, mutant) in same:
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
