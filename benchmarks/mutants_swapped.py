"""Mutants in a process that has collected all tests: the code of the changed function is exchanged.

Importing the program and collecting tests takes longer than most tests. So it is done once, and for each
mutant a fork gets the changed code of its function, in every function object that has the code. The file is
changed too, for processes that a test starts. What runs at import cannot be exchanged: a default value, a
constant of a module, what a test computes when it is collected. Such mutants are left to
``mutants_run.run``, which imports everything anew for each.
"""

import gc
import inspect
import os
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mutants_run import Results, Watcher, changed, in_time, limits, rounds, told
from near_commands import near
from reached import SAME

Code = types.CodeType


class Swapper(Watcher):
    """A plugin that runs mutants instead of tests, each in a fork."""

    def __init__(self, root: Path, reached: Any, todo: list[Any], results: Results) -> None:
        super().__init__()
        self.root, self.reached, self.todo, self.results = root, reached, todo, results
        self.said = os.dup(1)
        self.functions: list[types.FunctionType] = []
        self.items: dict[str, Any] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: Any) -> bool:
        near()
        self.items = {item.nodeid: item for item in session.items}
        inside = str(self.root / "src")
        self.functions = [
            one
            for one in gc.get_objects()
            if isinstance(one, types.FunctionType) and one.__code__.co_filename.startswith(inside)
        ]
        gc.freeze()
        for mutant in self.todo:
            exchanged = self.exchanged(mutant)
            if exchanged:
                self.results.keep(mutant, self.tried(mutant, exchanged), self.said)
        return True

    def tried(self, mutant: Any, exchanged: Any) -> dict[str, Any]:
        found: dict[str, Any] = {"outcome": "survived", "passed": 0}
        for some in rounds(self.reached, mutant, self.results.seconds):
            tests = [test for test in some if test in self.items]
            with changed(self.root, mutant):
                found = in_time(
                    lambda pipe, tests=tests: self.run(tests, exchanged, pipe),
                    limits(self.reached, tests),
                )
            if found["outcome"] != "survived":
                break
        return found

    def run(self, tests: list[str], exchanged: Any, pipe: int) -> None:
        """Run tests one after the other until one fails, with the code exchanged."""
        for function, code in exchanged:
            function.__code__ = code
        self.pipe = pipe
        items = [self.items[test] for test in tests]
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                break
        told(pipe, f"status {int(self.failed)}")

    def exchanged(self, mutant: Any) -> list[tuple[types.FunctionType, Code]]:
        """The functions that a mutant changes, each with its new code; none if that is not enough."""
        text = (self.root / mutant.path).read_text("utf-8")
        name = str(self.root / mutant.path)
        codes = [
            compile(one, name, "exec", dont_inherit=True) for one in (text, mutant.applied(text))
        ]
        new = dict(differing(*codes))
        found = [
            (one, new[one.__code__])
            for one in self.functions
            if one.__code__.co_filename == name and one.__code__ in new
        ]
        same = all(one.__code__.co_freevars == code.co_freevars for one, code in found)
        return found if mutant.within[0] and same else []


def differing(old: Code, new: Code) -> Iterator[tuple[Code, Code]]:
    """The functions whose code differs, with those in which they are."""
    parts = ([one for one in code.co_consts if isinstance(one, Code)] for code in (old, new))
    for before, after in zip(*parts, strict=False):
        if before != after and before.co_name == after.co_name:
            if before.co_flags & inspect.CO_OPTIMIZED:
                yield before, after
            yield from differing(before, after)


def swapped(root: Path, reached: Any, chosen: list[Any], results: Results) -> None:
    """Run what can be exchanged, in a process of its own, since this one must not import the program."""
    todo = [one for one in chosen if results.wanted(one)]
    if not todo:
        return
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    plugin = Swapper(root, reached, todo, results)
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(quiet, stream)
    files = dict.fromkeys(test.split("::")[0] for test in reached.seconds)
    pytest.main([*SAME, f"--basetemp={root / 'tests-wrote'}", *files], plugins=[plugin])
    os._exit(0)
