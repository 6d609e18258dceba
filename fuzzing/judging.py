"""What may come of a file, and what may not.

A target gets bytes. It may give a result, or one of karat's own errors, whose message names the file.
Anything else is a finding: another exception, an error without a place, an answer that contradicts itself,
more than two seconds of processor time.
"""

import random
import time
import traceback
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from karat.model.errors import KaratError

# Seconds of processor time for the largest file.
SLOWEST = 2.0


class Target(NamedTuple):
    """Something that reads what users give.

    ``seeds`` makes the files that are mutated. ``execute`` gets a file, and a generator for what it
    chooses besides. ``shown`` is what messages must call the file; empty if there is no file.
    ``kernel``: the reader is a compiled scanner. ``slowest``: how many seconds of processor time it may
    take for the largest file.
    """

    name: str
    seeds: Callable[[], Sequence[bytes]]
    execute: Callable[[bytes, random.Random], None]
    shown: str = ""
    kernel: bool = False
    slowest: float = SLOWEST


class Contradiction(Exception):
    """A result that cannot be right: not perfect against itself, or another one when read again."""


class Finding(NamedTuple):
    """What is wrong, in a few words that are the same for the same fault, and the whole story."""

    what: str
    story: str


def judged(target: Target, data: bytes, seed: str, slower: float = 1) -> Finding | None:
    """Execute a target once, on kernels that are so much slower; None if all is well."""
    begin = time.process_time()
    found = _executed(target, data, random.Random(seed))
    taken = time.process_time() - begin
    if found is None and taken > target.slowest * slower:
        return Finding("slow", f"{taken:.1f} s of processor time for {len(data)} bytes")
    return found


def _executed(target: Target, data: bytes, rng: random.Random) -> Finding | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            target.execute(data, rng)
    except (KaratError, click.ClickException) as error:
        said = str(error) if isinstance(error, KaratError) else error.format_message()
        if target.shown and target.shown not in said:
            return Finding(f"no place: {_place(error)}", "".join(traceback.format_exception(error)))
    except Contradiction as error:
        return Finding(f"contradiction: {str(error).partition(':')[0]}", str(error))
    except SystemExit as error:
        if error.code not in (0, 1, 2, None):
            return Finding(f"exit {error.code}", "")
    except Exception as error:  # noqa: BLE001  # that is what we look for
        story = "".join(traceback.format_exception(error))
        return Finding(f"{type(error).__name__}: {_place(error)}", story)
    return None


def _place(error: BaseException) -> str:
    """The innermost function of karat in which something went wrong."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [one for one in frames if "/karat/" in one.filename] or list(frames)
    return f"{Path(ours[-1].filename).name}:{ours[-1].lineno} {ours[-1].name}"
