"""Which tests reach which lines: one run of the tests, with coverage.py.

The record is kept in a file, together with the sum of each test file's contents: only test files that
changed are run again, all of them if the program changed.
"""

import hashlib
import importlib
import json
import os
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings

from near_commands import near

# Nothing that takes time and changes no test.
WITHOUT = (
    "cacheprovider",
    "unraisableexception",
    "threadexception",
    "logging",
    "faulthandler",
    "warnings",
)
SAME = ("--assert=plain", "--tb=no", "-q", "-m", "not slow", *(f"-pno:{name}" for name in WITHOUT))


BATCH = 4  # test files recorded at a time


class Quick:
    """Hypothesis makes few examples, the same each time, and does not look for smaller ones."""

    def pytest_collection(self) -> None:
        effort = importlib.import_module("effort")  # of the tests, whose folder is on the path
        factor = float(os.environ["MUTANTS_EFFORT"])
        effort.tries = lambda number, least=20: max(2, round(number * factor))
        settings.register_profile(
            "mutants",
            settings.default,  # that of tests/conftest.py
            derandomize=True,
            database=None,
            phases=(Phase.explicit, Phase.generate),
        )
        settings.load_profile("mutants")


class Recorder(Quick):
    """Notes the lines that each test reaches, the time it takes, and whether it passes."""

    def __init__(self, coverage: Any) -> None:
        self.coverage = coverage
        self.seconds: dict[str, float] = {}
        self.bad: set[str] = set()
        self.ended: Callable[[], None] = lambda: None

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if any("command" in getattr(item, "fixturenames", ()) for item in session.items):
            near(self.ended)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        began = _spent()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = round(_spent() - began, 4)
            self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome != "passed":
            self.bad.add(report.nodeid)


def _spent() -> float:
    """The processor time of this process and of those that it waited for."""
    return sum(os.times()[:4])


class Reached:
    """What was recorded: the seconds of each test, and the tests of each line of each file."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.seconds: dict[str, float] = {}
        self.lines: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        for file in record["files"].values():
            self.seconds |= file["seconds"]
            for path, tests in file["lines"].items():
                for test, lines in tests.items():
                    for line in lines:
                        self.lines[path][line].add(test)

    def by(self, path: str, lines: Iterable[int]) -> set[str]:
        """The tests that reach one of these lines."""
        return set[str]().union(*(self.lines[path].get(line, ()) for line in lines))

    def by_file(self, path: str) -> set[str]:
        return set[str]().union(*self.lines[path].values())


def sum_of(paths: Iterable[Path]) -> str:
    """One sum of the contents of files."""
    found = hashlib.sha256()
    for path in paths:
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def record(root: Path, kept: Path, tests: list[str], rooms: list[str]) -> Reached:
    """What is on record, after the test files that are not, or changed, were run in ``root``."""
    source = sum_of(sorted((root / "src").rglob("*.py")))
    known = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    if known.get("source") != source:
        known = {"source": source, "files": {}}
    sums = {test: sum_of([root / test]) for test in tests}
    new = [test for test in tests if known["files"].get(test, {}).get("sum") != sums[test]]
    for start in range(0, len(new), BATCH):
        some = new[start : start + BATCH]
        print(f"recording {start + len(some)} of {len(new)} test files", flush=True)
        known["files"] |= _in_a_fork(root, kept, some, rooms)
        for test in some:
            known["files"][test]["sum"] = sums[test]
        kept.write_text(json.dumps(known), "utf-8")
    known["files"] = {test: known["files"][test] for test in tests}
    return Reached(known)


def _in_a_fork(root: Path, kept: Path, tests: list[str], rooms: list[str]) -> dict[str, Any]:
    part = kept.with_suffix(".part")
    child = os.fork()
    if not child:
        status = 1
        try:
            part.write_text(json.dumps(_run(root, tests, rooms)), "utf-8")
            status = 0
        finally:
            os._exit(status)
    if os.waitpid(child, 0)[1]:
        raise SystemExit("the tests could not be recorded")
    found: dict[str, Any] = json.loads(part.read_text("utf-8"))
    part.unlink()
    return found


def _run(root: Path, tests: list[str], rooms: list[str]) -> dict[str, Any]:
    """The record of each of these test files; tests that fail or are skipped are left out."""
    from coverage import Coverage

    include = [str(root / room / "*") for room in rooms]
    coverage = Coverage(data_file=None, config_file=False, include=include)
    recorder = Recorder(coverage)
    with tempfile.TemporaryDirectory() as folder:
        commands = Path(folder)
        recorder.ended = lambda: _noted(coverage, commands / f"{os.getpid()}.json")
        coverage.start()
        pytest.main([*SAME, *tests], plugins=[recorder])
        coverage.stop()
        _noted(coverage, commands / "own.json")
        parts = [json.loads(part.read_text("utf-8")) for part in commands.iterdir()]
    found: dict[str, Any] = {test: {"seconds": {}, "lines": defaultdict(dict)} for test in tests}
    for test, seconds in recorder.seconds.items():
        if test not in recorder.bad:
            found[test.split("::")[0]]["seconds"][test] = seconds
    for file, line, test in {tuple(row) for part in parts for row in part}:
        if test and test not in recorder.bad:
            lines = found[test.split("::")[0]]["lines"][os.path.relpath(file, root)]
            lines.setdefault(test, []).append(line)
    for test in sorted(recorder.bad):
        print(f"left out, it does not pass: {test}", flush=True)
    return found


def _noted(coverage: Any, part: Path) -> None:
    """Write the lines that this process reached, and for which test."""
    data = coverage.get_data()
    rows = [
        (file, line, name)
        for file in data.measured_files()
        for line, names in data.contexts_by_lineno(file).items()
        for name in names
    ]
    part.write_text(json.dumps(rows), "utf-8")
