"""Several processes of one parser at work on a list of sentences."""

import os
import queue
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from karat.parsers.adapter import Adapter, Parsed
from karat.parsers.supervise import Limits, Supervisor

_Key = TypeVar("_Key")


def parse_all(
    sentences: Iterable[tuple[_Key, str]], adapter: Adapter, limits: Limits, jobs: int = 0
) -> Iterator[tuple[_Key, Parsed]]:
    """Parse sentences that have keys; yield each key with the result as soon as it is there.

    ``jobs`` is the number of processes; 0 is the usual number for the parser.
    """
    todo = list(sentences)
    count = max(1, min(jobs or usual_jobs(adapter), len(todo)))
    supervisors = [Supervisor(adapter, limits) for _ in range(count)]
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

    pool = ThreadPoolExecutor(count)
    try:
        for pair in todo:
            pool.submit(work, *pair).add_done_callback(done.put)
        for _ in todo:
            yield done.get().result()
    finally:
        # The order matters: first no new job may start, then the running ones are ended.
        pool.shutdown(wait=False, cancel_futures=True)
        for one in supervisors:
            one.stop()
        pool.shutdown()
        for one in supervisors:
            one.close()


def usual_jobs(adapter: Adapter) -> int:
    """One process per core for a light parser, at most eight; one if each loads a model."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(8, cores or 1) if adapter.light else 1
