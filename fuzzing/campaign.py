"""Fuzz karat: python fuzzing/campaign.py --executions 1000 --targets 'read-*' --seed 1

Each execution makes a file from the seeds of a target and gives it to the target. The same seed makes the
same files. A finding is written to build/fuzzing with its story and a minimised file; a process that dies
or hangs is a finding too, and another one goes on after it. The exit status is 1 if there was a finding.

    python fuzzing/campaign.py --repeat read-gr:17:1     # one execution again: target, number, seed
    python fuzzing/campaign.py --file x.gr read-gr       # a file of your own
    python fuzzing/sanitized.py fuzzing/campaign.py …    # on kernels with sanitizers and bounds checks
"""

import argparse
import contextlib
import importlib
import json
import math
import os
import pkgutil
import platform
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

import given
import karat
import readers
from judging import Finding, Target, judged
from mutation import mutated, smaller

FOLDER = Path(__file__).resolve().parents[1] / "build" / "fuzzing"
# Sanitizers and bounds checks make loops ten times as slow.
SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")
SLOWER = 10 if SANITIZED else 1
# After this many seconds an execution hangs.
HANGS = 60
# A finding is made small in at most this many steps.
_STEPS = 400
# What no target needs, and what takes long to import.
_ELSEWHERE = (
    "karat.web",
    "karat.engine.cluster",
    "karat.engine.remote",
    "karat.parsers.worker",
    "karat.reports.html",
)
# Executions of a process: whatever it remembers is forgotten with it.
_BATCH = 5_000


def every_target() -> dict[str, Target]:
    """All targets by name."""
    return {one.name: one for one in (*readers.targets(), *given.targets())}


def load_all() -> None:
    """Import what executions import, once: each target runs in processes of its own, forks of this one."""
    for one in pkgutil.walk_packages(karat.__path__, "karat."):
        if not one.name.startswith(_ELSEWHERE) and "__main__" not in one.name:
            with contextlib.suppress(ImportError):
                importlib.import_module(one.name)


def file_of(target: Target, number: int, seed: int) -> tuple[bytes, str]:
    """The file of an execution, and the seed of what the target chooses."""
    key = f"{seed}:{target.name}:{number}"
    return mutated(random.Random(key), target.seeds()), key


def batch(target: Target, numbers: range, seed: int, place: Path, until: float) -> None:
    """Execute a target many times in this process, and write down what is found, one line each.

    ``place`` has the number of the execution under way, for the case that the process dies. After the time
    ``until`` none is begun.
    """
    signal.signal(signal.SIGALRM, _hang)
    unraisable: list[str] = []
    sys.unraisablehook = lambda one: unraisable.append(f"{one.exc_value!r} in {one.object!r}")
    with (
        (place / "now").open("wb", 0) as now,
        (place / "found").open("a", encoding="utf-8") as found,
    ):
        for number in numbers:
            if time.monotonic() > until:
                break
            os.pwrite(now.fileno(), b"%12d" % number, 0)
            data, key = file_of(target, number, seed)
            signal.alarm(HANGS)
            one = judged(target, data, key, SLOWER)
            signal.alarm(0)
            if unraisable:
                one = Finding(f"unraisable: {unraisable[0]}"[:200], "\n".join(unraisable))
                unraisable.clear()
            if one:
                found.write(json.dumps([number, one.what, one.story]) + "\n")
                found.flush()


def _hang(_signal: int, _frame: object) -> None:
    raise TimeoutError(f"it hangs: more than {HANGS} s")


def executed(
    target: Target, executions: int, seed: int, first: int, until: float
) -> tuple[int, dict[str, list[int]], dict[str, str]]:
    """Execute a target in processes of its own: how often, and the numbers and a story of each finding."""
    found: dict[str, list[int]] = {}
    stories: dict[str, str] = {}
    at, end = first, first + executions
    while at < end and time.monotonic() < until:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            stop = min(end, at + _BATCH)
            status = _forked(target, range(at, stop), seed, place, until)
            written = place / "found"
            lines = written.read_text("utf-8").splitlines() if written.exists() else []
            for number, what, story in map(json.loads, lines):
                found.setdefault(what, []).append(number)
                stories.setdefault(what, story)
            number = int((place / "now").read_bytes() or at - 1)
            stop = number + 1
            if status:
                what = (
                    f"died of {signal.Signals(status & 127).name}"
                    if status & 127
                    else f"exit {status >> 8}"
                )
                found.setdefault(what, []).append(number)
                stories.setdefault(what, (place / "log").read_text("utf-8", "replace")[-20_000:])
            at = stop
    return at - first, found, stories


def _forked(target: Target, numbers: range, seed: int, place: Path, until: float) -> int:
    """A batch in a child process, whose own output goes to a file; how it ended."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    status = 1
    try:
        log = os.open(place / "log", os.O_WRONLY | os.O_CREAT)
        os.dup2(log, 1)
        os.dup2(log, 2)
        os.chdir(place)
        batch(target, numbers, seed, place, until)
        status = 0
    finally:
        os._exit(status)


def minimised(target: Target, data: bytes, key: str, what: str) -> bytes:
    """A smaller file with the same finding."""
    steps, going = 0, True
    while going and steps < _STEPS:
        going = False
        for one in smaller(data):
            steps += 1
            if steps >= _STEPS:
                break
            again = judged(target, one, key, SLOWER)
            if again and again.what == what and len(one) < len(data):
                data, going = one, True
                break
    return data


def kept(target: Target, number: int, seed: int, what: str, story: str) -> str:
    """Write a finding to files; the name of the minimised one."""
    data, key = file_of(target, number, seed)
    name = f"{target.name}-{number}-{seed}"
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.bin").write_bytes(data)
    small = data
    if what != "slow" and not what.startswith(("died", "exit", "unraisable", "TimeoutError")):
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), _silent():
            small = minimised(target, data, key, what)
    (FOLDER / f"{name}.min").write_bytes(small)
    again = f"python fuzzing/campaign.py --repeat {target.name}:{number}:{seed}"
    (FOLDER / f"{name}.txt").write_text(f"{what}\n{again}\n\n{story}", "utf-8")
    return f"{name}.min"


@contextlib.contextmanager
def _silent():  # a context manager
    with (
        open(os.devnull, "w") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
    ):
        yield


def repeat(text: str) -> int:
    """One execution again, with what is found."""
    name, number, seed = text.rsplit(":", 2)
    target = every_target()[name]
    data, key = file_of(target, int(number), int(seed))
    return _told(target, data, key)


def _told(target: Target, data: bytes, key: str) -> int:
    print(repr(data[:2000]))
    begin = time.process_time()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        found = judged(target, data, key, SLOWER)
    print(f"{len(data)} bytes, {time.process_time() - begin:.3f} s")
    print(f"{found.what}\n{found.story}" if found else "nothing found")
    return 1 if found else 0


def table(figures: Path) -> str:
    """Executions by target, plain and with sanitizers, and what was found; as Markdown."""
    plain: Counter[str] = Counter()
    checked: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for line in map(json.loads, figures.read_text("utf-8").splitlines()):
        (checked if line["sanitizers"] else plain)[line["target"]] += line["executions"]
        found[line["target"]] += len(line["findings"])
    rows = [
        f"| `{name}` | {plain[name]:,} | {checked[name]:,} | {found[name]} |"
        for name in every_target()
        if plain[name] or checked[name]
    ]
    total = f"| all | {plain.total():,} | {checked.total():,} | {found.total()} |"
    head = ["| target | executions | with sanitizers | findings |", "|---|---|---|---|"]
    return "\n".join([*head, *rows, total])


def main(arguments: list[str]) -> int:
    """Run a campaign; print a line for each target."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--executions", type=int, default=200, help="for each target")
    parser.add_argument(
        "--targets", default="*", help="a pattern, or several with commas between them"
    )
    parser.add_argument("--besides", default="", help="all but these")
    parser.add_argument("--kernels", action="store_true", help="only readers that are kernels")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first execution")
    parser.add_argument("--seconds", type=float, default=0, help="at most so long for each target")
    parser.add_argument("--repeat", metavar="TARGET:NUMBER:SEED")
    parser.add_argument("--file", nargs=2, metavar=("FILE", "TARGET"))
    parser.add_argument("--figures", help="a file to which a line of JSON is added for each target")
    parser.add_argument("--table", metavar="FIGURES", help="print the figures of a file as a table")
    parser.add_argument("--list", action="store_true")
    given_ = parser.parse_args(arguments)
    every = every_target()
    if given_.list:
        print("\n".join(every))
        return 0
    if given_.table:
        print(table(Path(given_.table)))
        return 0
    if given_.repeat:
        return repeat(given_.repeat)
    if given_.file:
        return _told(every[given_.file[1]], Path(given_.file[0]).read_bytes(), "1")
    chosen = [
        one
        for name, one in every.items()
        if _fits(name, given_.targets) and not _fits(name, given_.besides)
        if one.kernel or not given_.kernels
    ]
    load_all()
    return max([_campaign(one, given_) for one in chosen], default=0)


def _fits(name: str, patterns: str) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns.split(","))


def _campaign(target: Target, how: argparse.Namespace) -> int:
    begin = time.monotonic()
    until = begin + how.seconds if how.seconds else math.inf
    done, found, stories = executed(target, how.executions, how.seed, how.first, until)
    taken = time.monotonic() - begin
    print(f"{target.name:24} {done:8} executions {taken:7.1f} s  {len(found)} findings", flush=True)
    for what, numbers in found.items():
        file = kept(target, numbers[0], how.seed, what, stories[what])
        print(f"    {len(numbers):5} times  {what}  ({file})", flush=True)
    if how.figures:
        counted = Counter({what: len(numbers) for what, numbers in found.items()})
        line = {
            "target": target.name, "executions": done, "seconds": round(taken, 1), "findings": counted,
            "seed": how.seed, "first": how.first, "sanitizers": SANITIZED,
            "python": platform.python_version(),
        }  # fmt: skip
        with open(how.figures, "a", encoding="utf-8") as stream:
            stream.write(json.dumps(line) + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
