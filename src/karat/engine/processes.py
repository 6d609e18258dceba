"""Run a few long calls in processes of their own, while this one goes on.

A process is a copy of this one where that is safe, and a new one otherwise. Functions and arguments must be
known by their modules.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import TypeVar

from karat.engine.pool import cores
from karat.model.errors import InputError, KaratError

_Given = TypeVar("_Given")
_Found = TypeVar("_Found")


@contextmanager
def safely() -> Iterator[None]:
    """Meanwhile, new processes of Python do not look for modules in the current folder.

    Its files are the user's data, and multiprocessing starts ``python -c``, which looks there first.
    """
    name = "PYTHONSAFEPATH"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


@contextmanager
def unsignalled() -> Iterator[None]:
    """What is started meanwhile does not get the signals of a terminal: Ctrl-C, and that it is closed.

    A terminal sends them to all processes. This one ends the others in order; a new process of Python that
    gets one before it is ready prints a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    signals = signal.SIGINT, signal.SIGHUP
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        # It would be started with the first process, and would unblock signals in the thread that does so.
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, signals)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Helpers:
    """Processes that are at work; a context that leaves none behind.

    Without processes every call is made when its result is asked for.

    >>> with Helpers(0) as helpers:
    ...     result = helpers.call(abs, -3)
    ...     result()
    3
    """

    def __init__(self, processes: int) -> None:
        self._pool = _pool(min(processes, cores())) if processes > 1 and cores() > 1 else None

    def call(self, function: Callable[[_Given], _Found], given: _Given) -> Callable[[], _Found]:
        """Begin a call; what is returned waits for its result, or raises its error."""
        if self._pool is None:
            return lambda: function(given)
        with safely():
            future = self._pool.submit(_told, function, given)

        def result() -> _Found:
            try:
                found = future.result()
            except BrokenExecutor:
                raise InputError(
                    "a process of karat was killed, perhaps because memory ran out; give fewer schemes or "
                    "systems"
                ) from None
            if isinstance(found, _Failed):
                raise InputError(found.text)
            return found

        return result

    def __enter__(self) -> "Helpers":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        if self._pool is None:
            return
        if kind is not None:
            for process in multiprocessing.active_children():
                process.terminate()
        self._pool.shutdown(cancel_futures=True)


class _Failed:
    """An error of a user's file: messages can be handed over, errors with fields of their own cannot."""

    def __init__(self, text: str) -> None:
        self.text = text


def _told(function: Callable[[_Given], _Found], given: _Given) -> _Found | _Failed:
    try:
        return function(given)
    except KaratError as error:
        return _Failed(str(error))


def _pool(processes: int) -> ProcessPoolExecutor:
    # A copy of a process that has threads may wait forever for what they hold.
    copied = "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1
    context = multiprocessing.get_context("fork" if copied else "spawn")
    return ProcessPoolExecutor(processes, context, _begin)


def _begin() -> None:
    """The first process says that the work was stopped; the others are ended by it, or end after it."""
    for name in ("SIGINT", "SIGHUP"):
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_after_parent, daemon=True).start()


def _end_after_parent() -> None:
    """End this process when the one that started it is gone, even if that was killed.

    Otherwise it would wait for work for ever: it holds the other end of its own queue.
    """
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)
