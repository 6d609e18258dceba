"""Runs a parser over a suite: several processes, one file, resumable at any moment."""

import datetime
import os
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import TypeVar

from karat import __version__
from karat.parsers.adapter import Adapter, Parsed
from karat.parsers.supervise import Limits, Supervisor
from karat.suites.items import Suite
from karat.suites.runs import Header, Result, RunFile

_Key = TypeVar("_Key")


def parse_all(
    sentences: Iterable[tuple[_Key, str]], adapter: Adapter, limits: Limits, jobs: int
) -> Iterator[tuple[_Key, Parsed]]:
    """Each sentence's key with what came of it, as they are done; ``jobs`` at a time."""
    todo: queue.SimpleQueue[tuple[_Key, str]] = queue.SimpleQueue()
    count = 0
    for pair in sentences:
        todo.put(pair)
        count += 1
    done: queue.SimpleQueue[tuple[_Key, Parsed] | BaseException] = queue.SimpleQueue()
    supervisors = [Supervisor(adapter, limits) for _ in range(max(1, min(jobs, count)))]
    stop = threading.Event()

    def work(supervisor: Supervisor) -> None:
        try:
            while not stop.is_set():
                key, sentence = todo.get_nowait()
                done.put((key, supervisor.parse(sentence)))
        except queue.Empty:
            pass
        except BaseException as error:  # noqa: BLE001  # raised again where the results are awaited
            done.put(error)
        finally:
            supervisor.close()

    threads = [threading.Thread(target=work, args=(one,), daemon=True) for one in supervisors]
    for thread in threads:
        thread.start()
    try:
        for _ in range(count):
            found = done.get()
            if isinstance(found, BaseException):
                raise found
            yield found
    finally:
        stop.set()
        for one in supervisors:
            one.stop()
        for thread in threads:
            thread.join()


def usual_jobs(adapter: Adapter) -> int:
    """One a core for a light parser; one alone if each loads a model."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(8, cores or 1) if adapter.light else 1


def run(
    suite: Suite,
    adapter: Adapter,
    path: str,
    limits: Limits,
    jobs: int = 0,
    progress: Callable[[int, int], None] = lambda done, all_items: None,
) -> int:
    """Run what was not run yet, and say how many items that were."""
    adapter.check()
    header = Header(
        suite.name, suite.sha256, len(suite.items), str(adapter), adapter.version(),
        asdict(limits), datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        __version__,
    )  # fmt: skip
    file = RunFile(path, header)
    try:
        todo = [(i, one.sentence) for i, one in enumerate(suite.items) if one.id not in file.done]
        before = len(suite.items) - len(todo)
        for count, (at, parsed) in enumerate(
            parse_all(todo, adapter, limits, jobs or usual_jobs(adapter)), 1
        ):
            file.add(Result(suite.items[at], parsed), at)
            progress(before + count, len(suite.items))
        return len(todo)
    finally:
        file.close()
