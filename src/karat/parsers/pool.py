"""Several processes of one parser at work on a list of sentences."""

import os
import queue
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from typing import TypeVar

from karat.engine.pool import startable
from karat.parsers.adapter import Adapter, Parsed
from karat.parsers.supervise import Limits, Supervisor

_Key = TypeVar("_Key")
_Done = TypeVar("_Done")


def parse_all(
    sentences: Iterable[tuple[_Key, str]], adapter: Adapter, limits: Limits, jobs: int = 0
) -> Iterator[tuple[_Key, Parsed]]:
    """Parse sentences that have keys; yield each key with the result as soon as it is there.

    ``jobs`` is the number of processes; 0 is the usual number for the parser.
    """
    todo = list(sentences)
    count = max(1, min(jobs or usual_jobs(adapter), len(todo)))
    # Without threads, the sentences are parsed one after the other.
    threads = startable(count)
    supervisors = [Supervisor(adapter, limits) for _ in range(max(1, threads))]
    idle: queue.LifoQueue[Supervisor] = queue.LifoQueue()
    done: queue.SimpleQueue[Future[tuple[_Key, Parsed]]] = queue.SimpleQueue()
    for one in supervisors:
        idle.put(one)

    def work(key: _Key, sentence: str) -> tuple[_Key, Parsed]:
        supervisor = idle.get()
        try:
            return key, supervisor.parse(sentence)
        finally:
            idle.put(supervisor)

    if not threads:
        with closing(supervisors[0]):
            yield from (work(*pair) for pair in todo)
        return
    pool = ThreadPoolExecutor(threads)
    try:
        for pair in todo:
            pool.submit(work, *pair).add_done_callback(done.put)
        for _ in todo:
            yield _next(done).result()
    finally:
        # The order matters: first no new job may start, then the running ones are ended.
        pool.shutdown(wait=False, cancel_futures=True)
        for one in supervisors:
            one.stop()
        pool.shutdown()
        for one in supervisors:
            one.close()


def _next(done: "queue.SimpleQueue[_Done]") -> _Done:
    """What is done next. A signal that another thread got is noticed only between two waits."""
    while True:
        with suppress(queue.Empty):
            return done.get(timeout=1)


def usual_jobs(adapter: Adapter) -> int:
    """One process per core for a light parser, at most eight; one if each loads a model."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(8, cores or 1) if adapter.light else 1
