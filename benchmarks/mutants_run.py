"""Runs the tests that reach a mutant until one fails, in forks, and keeps the results."""

import contextlib
import itertools
import json
import os
import resource
import select
import signal
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from reached import SAME, Quick

# From which to which of a mutant's test files, and for how many seconds; with --survivors, all files.
LIMITS = ((0, 8, 4.0), (8, 60, 6.0))
# Which part of their examples properties make, as a rule and with --survivors.
EFFORT, MORE_EFFORT = 0.05, 0.15
# As long may the tests of a file take that was named with --also.
FILE_SECONDS = 20.0
GIBIBYTE = 1 << 30


def rounds(reached: Any, mutant: Any, seconds: float | None = None) -> Iterator[list[str]]:
    """The tests that could notice a mutant: a few of the likeliest files, then many.

    With ``seconds`` they are of all files, as many as there is time for.

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
    for begin, end, time_for in LIMITS if seconds is None else ((0, len(files), seconds),):
        some = limited(reached, [test for tests in files[begin:end] for test in tests], time_for)
        if some:
            yield some


def by_file(reached: Any, mutant: Any, tests: set[str]) -> list[list[str]]:
    """The tests file by file: the module's own, files with a similar name, then those with quick tests."""
    files = defaultdict(list)
    for test in sorted(tests, key=lambda test: (reached.seconds[test], test)):
        files[test.split("::")[0]].append(test)
    words = {
        word for part in Path(mutant.path).with_suffix("").parts[2:] for word in part.split("_")
    }

    def likely(file: str) -> tuple[bool, int, float]:
        alike = words & set(Path(file).stem.split("_"))
        mean = sum(reached.seconds[test] for test in files[file]) / len(files[file])
        return file != mutant.path, -len(alike), mean

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


class Results:
    """A file with one line for each result; the last one of a mutant counts."""

    def __init__(self, file: Path, seconds: float | None = None) -> None:
        self.file, self.seconds, self.thorough = file, seconds, seconds is not None
        lines = file.read_text("utf-8").splitlines() if file.exists() else []
        self.known = {row["mutant"]: row for row in map(json.loads, lines)}

    def wanted(self, mutant: Any) -> bool:
        """Whether a mutant has no result yet, or survived and is to be tried with more tests."""
        before = self.known.get(mutant.name)
        return not before or (self.thorough and before["outcome"] == "survived")

    def keep(self, mutant: Any, found: dict[str, Any], out: int = 1) -> None:
        row = found | {"mutant": mutant.name, "thorough": self.thorough}
        self.known[mutant.name] = row
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        told(out, f"{found['outcome']} {mutant.name} {found.get('by', '')}")


def run(root: Path, reached: Any, chosen: list[Any], results: Results, also: list[str]) -> None:
    """Run the tests of mutants in processes that import the program anew."""
    for mutant in chosen:
        if not results.wanted(mutant):
            continue
        found: dict[str, Any] = {"outcome": "survived", "passed": 0}
        # With --survivors, many tests have been tried with the function's code exchanged.
        few = itertools.islice(rounds(reached, mutant), 1 if results.thorough else None)
        for tests in (*few, *([also] if also else ())):
            found = outcome(root, reached, mutant, tests)
            if found["outcome"] != "survived":
                break
        results.keep(mutant, found)


def outcome(root: Path, reached: Any, mutant: Any, tests: list[str]) -> dict[str, Any]:
    """Put a mutant into the copy, run the tests in a fork, put the original back."""
    with changed(root, mutant):
        return in_time(lambda pipe: collected(tests, pipe), limits(reached, tests))


def limits(reached: Any, tests: list[str]) -> int:
    """The seconds of processor time that tests may take; what is recorded are those of little effort."""
    times = 4 * max(1.0, float(os.environ["MUTANTS_EFFORT"]) / EFFORT)
    return int(times * sum(reached.seconds.get(test, FILE_SECONDS) for test in tests) + 6)


@contextlib.contextmanager
def changed(root: Path, mutant: Any) -> Iterator[None]:
    """The copy's file has the change of a mutant."""
    path = root / mutant.path
    text, status = path.read_text("utf-8"), path.stat()
    path.write_text(mutant.applied(text), "utf-8")
    # A time that no other version of this file has, so that no compiled version of another one is taken.
    later = int(time.time()) + 10_000_000
    os.utime(path, (later, later))
    try:
        yield
    finally:
        path.write_text(text, "utf-8")
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
            compiled.unlink()


def in_time(work: Callable[[int], None], seconds: int) -> dict[str, Any]:
    """Do work in a fork that tells a pipe how tests end: killed and by which test, or survived."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (12 * GIBIBYTE, 12 * GIBIBYTE))
        try:
            work(writing)
        finally:
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
    ends, found = time.monotonic() + seconds, b""
    while (left := ends - time.monotonic()) > 0:
        if select.select([reading], [], [], left)[0]:
            some = os.read(reading, 1 << 16)
            found += some
            if not some or b"status " in found:
                break
    os.close(reading)
    return found, left <= 0


def told(pipe: int, text: str) -> None:
    os.write(pipe, f"{text}\n".encode())


def collected(tests: list[str], pipe: int) -> None:
    """Collect and run tests, or all of a file, until one fails."""
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(quiet, stream)
    files = list(dict.fromkeys(test.split("::")[0] for test in tests))
    pytest.main([*SAME, "-x", *files], plugins=[Ordered(tests, pipe)])


class Watcher(Quick):
    """A plugin that tells a pipe how each test ends."""

    def __init__(self, pipe: int = -1) -> None:
        self.pipe, self.failed = pipe, False

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed or report.when == "call":
            told(self.pipe, f"{'failed' if report.failed else 'passed'} {report.nodeid}")
        self.failed |= report.failed


class Ordered(Watcher):
    """A plugin that runs these tests, or all of a file, in this order."""

    def __init__(self, tests: list[str], pipe: int) -> None:
        super().__init__(pipe)
        self.place = {test: i for i, test in enumerate(tests)}

    def order(self, item: Any) -> int:
        return self.place.get(item.nodeid, self.place.get(item.nodeid.split("::")[0], -1))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = sorted((item for item in items if self.order(item) >= 0), key=self.order)

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            told(self.pipe, f"failed {report.nodeid}")

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        told(self.pipe, f"status {int(exitstatus)}")
