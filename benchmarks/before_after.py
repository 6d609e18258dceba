"""Compare the processor time of two versions of karat, command by command.

    python benchmarks/before_after.py old/.venv/bin/karat new/.venv/bin/karat
    python benchmarks/before_after.py OLD NEW --only convert --runs 9 --output table.md

Every command runs with the old version and the new one in turns, and the table shows the median of
the user and system time of each, in seconds. That time depends much less on what else the machine
is doing than the clock does. A mark stands where the new version is slower by more than 5 %, in
parentheses if its best run is not: on a busy machine that is mostly chance. A command that fails in
either version is shown as failed, with its message below, and is not timed.

| command               | before | after | ratio | slower | best runs |
| :-------------------- | -----: | ----: | ----: | -----: | --------: |
| score evalb           |   1.02 |  0.98 |  0.96 |        |      0.97 |
| convert, view flatten |   1.31 |  1.47 |  1.12 |   +12% |      1.11 |
| convert, view erase   |   0.88 |  0.96 |  1.09 |  (+9%) |      1.02 |

The inputs are the corpora (``--corpora`` or ``KARAT_CORPORA``), repeated until they are large
enough for a time between half a second and three seconds.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from commands import COMMANDS, SCORES, Command
from corpus import CORPORA
from inputs import Inputs, Pair
from processes import say
from report import table

SLOWER = 1.05
HEAD = ["command", "before", "after", "ratio", "slower", "best runs"]


def main() -> None:
    """Measure, print the table and write it down if asked to."""
    options = _options()
    # Otherwise a module that was edited is compiled at every run.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    commands = [one for one in COMMANDS if options.only in one.name]
    if not commands:
        names = ", ".join(one.name for one in COMMANDS)
        sys.exit(f"no command has {options.only!r} in its name: {names}")
    if not (options.corpora / "gum" / "dep").is_dir():
        sys.exit(f"no corpora in {options.corpora}; give --corpora or set KARAT_CORPORA")
    with tempfile.TemporaryDirectory(prefix="karat-bench-") as name:
        inputs = Inputs(options.corpora, Path(name))
        executables = options.before, options.after
        results = [measure(one, executables, inputs, options.runs) for one in commands]
    text = markdown(commands, results, unmeasured(options.after))
    print(text, end="")
    if options.output:
        options.output.write_text(text, encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare the speed of two versions of karat.")
    parser.add_argument("before", type=_executable, help="the old version's karat")
    parser.add_argument("after", type=_executable, help="the new version's karat")
    parser.add_argument("--only", metavar="WORD", default="", help="commands with it in their name")
    parser.add_argument("--runs", type=int, default=5, help="of each command and version")
    parser.add_argument("--corpora", type=Path, default=CORPORA, metavar="FOLDER")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the table there, too")
    return parser.parse_args()


def _executable(text: str) -> Path:
    if not os.access(text, os.X_OK):
        raise argparse.ArgumentTypeError(f"{text} is no program that can be run")
    return Path(text).absolute()


@dataclass(frozen=True)
class Result:
    """Seconds of processor time of the runs of both versions, or why there are none."""

    before: tuple[float, ...] = ()
    after: tuple[float, ...] = ()
    failure: str = ""


class Failed(Exception):
    """A command ended with another status than it should."""


def measure(command: Command, executables: Pair, inputs: Inputs, runs: int) -> Result:
    """Run a command with both versions in turns; which is first changes from round to round."""
    say(command.name)
    gold, system = inputs.pair(command.kind, command.size)
    places = {"gold": gold, "system": system, "out": inputs.folder / "out"}
    templates = command.before, command.after or command.before
    seconds: tuple[list[float], list[float]] = [], []
    for turn in range(runs):
        for side in (0, 1) if turn % 2 == 0 else (1, 0):
            words = [word.format(**places) for word in shlex.split(templates[side])]
            try:
                seconds[side].append(
                    processor_time([str(executables[side]), *words], command.status)
                )
            except Failed as failure:
                return Result(failure=f"{('before', 'after')[side]}: {failure}")
    return Result(tuple(seconds[0]), tuple(seconds[1]))


def processor_time(words: Sequence[str], expected: int = 0) -> float:
    """Seconds of user and system time that a command takes; what follows ``<`` is its input."""
    cut = words.index("<") if "<" in words else len(words)
    source = Path(words[cut + 1] if cut < len(words) else os.devnull)
    with (
        source.open("rb") as given,
        Path(os.devnull).open("wb") as out,
        tempfile.TemporaryFile() as errors,
    ):
        process = subprocess.Popen(words[:cut], stdin=given, stdout=out, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != expected:
            errors.seek(0)
            last = errors.read().decode(errors="replace").strip().splitlines()[-1:]
            raise Failed(f"status {process.returncode} {''.join(last)}")
    return usage.ru_utime + usage.ru_stime


def unmeasured(karat: Path) -> list[str]:
    """The schemes of a version that no command above scores with."""
    done = subprocess.run([karat, "schemes", "--output", "json"], capture_output=True, check=True)
    measured = " ".join(command.before for command in SCORES)
    names = [scheme["scheme"] for scheme in json.loads(done.stdout)]
    return [name for name in names if f"-s '{name}" not in measured]


def markdown(commands: list[Command], results: list[Result], missing: list[str]) -> str:
    """The table, what failed, and the schemes that were not measured."""
    rows = [_row(one, result) for one, result in zip(commands, results, strict=True)]
    lines = table(HEAD, rows)
    timed = [result for result in results if result.before]
    if timed:
        before, after = (sum(map(median, side)) for side in zip(*map(_sides, timed), strict=True))
        lines += ["", f"In all {before:.2f} s before, {after:.2f} s after: {after / before:.3f}"]
    for command, result in zip(commands, results, strict=True):
        if result.failure:
            lines += ["", f"{command.name} failed {result.failure}"]
    if missing:
        lines += ["", f"No command measures the schemes: {', '.join(missing)}"]
    return "\n".join(lines) + "\n"


def _sides(result: Result) -> tuple[tuple[float, ...], tuple[float, ...]]:
    return result.before, result.after


def _row(command: Command, result: Result) -> list[str]:
    if not result.before:
        return [command.name, "failed", "failed", "", "", ""]
    before, after = median(result.before), median(result.after)
    ratio = after / before
    best = min(result.after) / min(result.before)
    mark = f"+{ratio - 1:.0%}" if ratio > SLOWER else ""
    if mark and best <= SLOWER:
        mark = f"({mark})"
    return [command.name, f"{before:.2f}", f"{after:.2f}", f"{ratio:.2f}", mark, f"{best:.2f}"]


if __name__ == "__main__":
    main()
