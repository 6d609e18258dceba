"""Run a parser over a suite: several processes, one file, resumable at any moment."""

import datetime
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict

from karat import __version__
from karat.parsers import identity
from karat.parsers.adapter import Adapter
from karat.parsers.pool import parse_all
from karat.parsers.supervise import Limits
from karat.suites.items import Suite
from karat.suites.runs import Header, Result, RunFile


def run(
    suite: Suite, adapter: Adapter, path: str, limits: Limits, jobs: int = 0,
    progress: Callable[[int, int], None] = lambda done, every: None, *, fresh: bool = False,
) -> int:  # fmt: skip
    """Run the items that have no result yet, or all if ``fresh``, and return their number."""
    adapter.check()
    header = Header(
        suite.name, suite.sha256, len(suite.items), str(adapter), adapter.version(),
        asdict(limits), datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        __version__, identity.hashes(adapter.files()),
    )  # fmt: skip
    with closing(RunFile(path, header, fresh=fresh)) as file:
        todo = [(i, one.sentence) for i, one in enumerate(suite.items) if one.id not in file.done]
        before = len(suite.items) - len(todo)
        for count, (at, parsed) in enumerate(parse_all(todo, adapter, limits, jobs), 1):
            file.add(Result(suite.items[at], parsed), at)
            progress(before + count, len(suite.items))
        return len(todo)
