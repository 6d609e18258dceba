"""How the user wants files to be read, for the formats that have something to ask.

A format's reader is called with a file and a layout. What only one format knows, and what a reader
has to say about a choice it made, goes through here, for as long as a command runs.

>>> with read_with(Reading(labels="right")):
...     reading().labels
'right'
>>> reading().labels
'auto'
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


def _say_nothing(_: str) -> None:
    pass


@dataclass(frozen=True)
class Reading:
    """Where labels stand in the 1991 brackets, and who is told what a reader decided by itself."""

    labels: str = "auto"
    tell: Callable[[str], None] = _say_nothing


_USUAL = Reading()
_CURRENT = ContextVar("reading", default=_USUAL)


def reading() -> Reading:
    """What is wanted now."""
    return _CURRENT.get()


@contextmanager
def read_with(wanted: Reading) -> Iterator[None]:
    """Read so until the end of the block."""
    token = _CURRENT.set(wanted)
    try:
        yield
    finally:
        _CURRENT.reset(token)
