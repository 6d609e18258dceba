"""Run a program and say what it cost: seconds by the clock, seconds of processor time, peak memory."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

# Linux counts what a process was before exec into its peak. So a small process starts the one that
# is measured, not this one, which may have large texts in hand. It keeps the order of a pipeline:
# standard input is what this process gives it.
LAUNCHER = """
import json, os, resource, subprocess, sys, time
begin = time.perf_counter()
done = subprocess.run(sys.argv[2:])
wall = time.perf_counter() - begin
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w") as out:
    json.dump([wall, used.ru_utime + used.ru_stime, used.ru_maxrss, done.returncode], out)
"""
# In kilobytes, but on macOS.
UNIT = 1 if sys.platform == "darwin" else 1024


class Spent(NamedTuple):
    """What a run cost: seconds by the clock, seconds of all its processors together, peak bytes."""

    wall: float
    processor: float
    peak: int

    def best(self, other: "Spent") -> "Spent":
        """The least disturbed of two runs; which blocks are held at a time is chance, so the higher peak."""
        wall, processor = min(self.wall, other.wall), min(self.processor, other.processor)
        return Spent(wall, processor, max(self.peak, other.peak))


class Failed(Exception):
    """A program ended with another status than it should."""


def spent(words: Sequence[str], output: Path = Path(os.devnull), status: int = 0) -> Spent:
    """Run a program; what follows ``<`` is its standard input. Its errors go to a file: pipes cost time."""
    cut = words.index("<") if "<" in words else len(words)
    source = Path(words[cut + 1] if cut < len(words) else os.devnull)
    with (
        source.open("rb") as given,
        output.open("wb") as out,
        tempfile.TemporaryFile() as errors,
        tempfile.NamedTemporaryFile() as figures,
    ):
        launch = [sys.executable, "-S", "-c", LAUNCHER, figures.name, *words[:cut]]
        subprocess.run(launch, check=True, stdin=given, stdout=out, stderr=errors)
        wall, processor, peak, ended = json.loads(Path(figures.name).read_bytes())
        if ended != status:
            errors.seek(0)
            last = errors.read().decode(errors="replace").strip().splitlines()[-1:]
            raise Failed(f"status {ended} {''.join(last)}")
    return Spent(wall, processor, peak * UNIT)


def in_turns(
    commands: Mapping[str, Sequence[str]], runs: int, outputs: Mapping[str, Path] | None = None
) -> dict[str, Spent]:
    """The best of so many runs of each, one after the other, so that a busy moment hits them all."""
    found: dict[str, Spent] = {}
    for _ in range(runs):
        for name, words in commands.items():
            now = spent(words, (outputs or {}).get(name, Path(os.devnull)))
            found[name] = found[name].best(now) if name in found else now
    return found


def karat() -> list[str]:
    """The command beside this Python, as people run it; where there is none, the module."""
    found = Path(sys.executable).parent / "karat"
    return [str(found)] if os.access(found, os.X_OK) else [sys.executable, "-m", "karat"]


def say(what: str) -> None:
    """Tell what is going on."""
    print(f"... {what}", file=sys.stderr, flush=True)
