"""Run jobs on several threads and return their results in the order of the jobs."""

import os
from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import TypeVar

_Job = TypeVar("_Job")
_Done = TypeVar("_Done")


def cores() -> int:
    """The number of processor cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def startable(threads: int) -> int:
    """How many of so many threads the system lets us start at the same time; it may be none (ulimit -u)."""
    import threading

    ended, started = threading.Event(), []
    try:
        for _ in range(threads):
            one = threading.Thread(target=ended.wait, daemon=True)
            one.start()
            started.append(one)
    except RuntimeError:
        pass
    ended.set()
    for one in started:
        one.join()
    return len(started)


def in_order(
    jobs: Iterator[_Job], new_worker: Callable[[], Callable[[_Job], _Done]], threads: int
) -> Iterator[tuple[_Job, _Done]]:
    """Each job with its result. Every thread has its own worker.

    One job more than there are threads is started ahead of time. If jobs fail, the error of the first one
    is raised, whatever the number of threads; an error in finding the next job comes after those of the
    jobs before.

    >>> list(in_order(iter([3, 4]), lambda: lambda job: job * job, 2))
    [(3, 9), (4, 16)]
    """
    late = _Late(jobs)
    begin = list(islice(late, 2))
    jobs = chain(begin, late)
    if len(begin) < 2 or threads == 1 or (threads := startable(threads)) < 2:
        worker = new_worker()
        for job in jobs:
            yield job, worker(job)
        late.complain()
        return
    # Most files are a single block, which needs no threads; importing them would take time.
    import threading
    from concurrent.futures import Future, ThreadPoolExecutor

    own = threading.local()

    def work(job: _Job) -> _Done:
        if not hasattr(own, "worker"):
            own.worker = new_worker()
        done: _Done = own.worker(job)
        return done

    waiting: deque[tuple[_Job, Future[_Done]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for job in jobs:
                waiting.append((job, pool.submit(work, job)))
                if len(waiting) > threads + 1:
                    first, future = waiting.popleft()
                    yield first, future.result()
            for first, future in waiting:
                yield first, future.result()
            late.complain()
        finally:
            for _, future in waiting:
                future.cancel()


class _Late(Iterator[_Job]):
    """Jobs up to the first that cannot be read; its error is kept until the jobs before are done."""

    def __init__(self, jobs: Iterator[_Job]) -> None:
        self._jobs = jobs
        self._error: Exception | None = None

    def __next__(self) -> _Job:
        if self._error is not None:
            raise StopIteration
        try:
            return next(self._jobs)
        except StopIteration:
            raise
        except Exception as error:  # noqa: BLE001  # raised again by complain()
            self._error = error
            raise StopIteration from None

    def complain(self) -> None:
        """Raise the error, if there was one."""
        if self._error is not None:
            raise self._error
