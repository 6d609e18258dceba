"""Measure karat's speed, start-up and memory, beside EVALB's where there is one.

    python benchmarks/run.py [--quick] [--size MB]

Prints the figures and writes them to ``benchmarks/RESULTS.md``. Slow results are no error: what
was promised and not met in this run is said in so many words.
"""

import argparse
import importlib.resources
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import report
from corpus import Corpus, load
from report import Memory, Results, Timing

SCORE = ("score", "--scheme", "evalb(params=new)", "--output", "json")
# Linux counts what a process was before exec into its peak. So a small process starts the one that
# is measured, not this one, which has NumPy loaded.
LAUNCHER = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(done.returncode)
"""


@dataclass(frozen=True)
class Plan:
    """How much to measure: megabytes a side, runs of the large files, runs of the small things."""

    size: float
    runs: int
    starts: int


def main() -> None:
    """Measure everything, print it and write it down."""
    parser = argparse.ArgumentParser(description="Measure karat's speed, start-up and memory.")
    parser.add_argument("--quick", action="store_true", help="small files, few runs: about 10 s")
    parser.add_argument("--size", type=_megabytes, metavar="MB", help="of gold, and of system")
    options = parser.parse_args()
    plan = _plan(options.quick, options.size)
    evalb = find_evalb()
    machine, load_before = report.machine(), report.load()
    corpus = load()
    with tempfile.TemporaryDirectory(prefix="karat-bench-") as name:
        results = measure(corpus, Path(name), plan, evalb)
    text = report.markdown(results, _command(options), machine, load_before)
    print(text)
    (Path(__file__).parent / "RESULTS.md").write_text(text, encoding="utf-8")


def _megabytes(text: str) -> float:
    size = float(text)
    if not 0.1 <= size <= 1e6:
        raise argparse.ArgumentTypeError("give megabytes, at least 0.1")
    return size


def _plan(quick: bool, size: float | None) -> Plan:
    """Uncompiled kernels are a hundred times slower: a hundredth of the text will do."""
    from karat.kernels import compiled

    usual = (20 if quick else 250) / (1 if compiled() else 100)
    return Plan(size or usual, runs=2 if quick else 3, starts=5 if quick else 15)


def _command(options: argparse.Namespace) -> str:
    """The command that was given, without the places of this machine."""
    words = ["EVALB=evalb"] if os.environ.get("EVALB") else []
    words += ["python benchmarks/run.py"]
    words += ["--quick"] if options.quick else []
    words += [f"--size {options.size:g}"] if options.size else []
    return " ".join(words)


def measure(corpus: Corpus, folder: Path, plan: Plan, evalb: str | None) -> Results:
    """All figures, with the files written into the folder."""
    say(f"writing 2 x {plan.size:g} MB ({corpus.name})")
    size = int(plan.size * 1e6)
    small = corpus.write(folder, "small", 0)
    files = [corpus.write(folder, f"x{n}", size * n // 100) for n in (1, 10)]
    files.append(large := corpus.write(folder, "x100", size))
    say("start-up")
    starts = start_up(small, plan.starts)
    say("scanning")
    scanning = scan(large[0], plan.runs)
    say("scoring")
    scoring, matched = score(large, folder, plan.runs, evalb)
    say("memory")
    return Results(
        corpus=corpus.name,
        sentences=corpus.sentences,
        gold_bytes=large[0].stat().st_size,
        bytes=_size(large),
        starts=starts,
        scanning=scanning,
        scoring=scoring,
        matched=matched,
        memory=[Memory(_size(pair), peak_memory(pair, plan.runs)) for pair in files],
    )


def _size(pair: tuple[Path, Path]) -> int:
    return sum(path.stat().st_size for path in pair)


def start_up(small: tuple[Path, Path], runs: int) -> dict[str, Timing]:
    """Fresh processes that do little; taken in turns, so that a busy moment hits them all."""
    return in_turns(
        {
            report.PASS: [sys.executable, "-c", "pass"],
            report.NUMPY: [sys.executable, "-c", "import numpy"],
            report.VERSION: [*karat(), "--version"],
            report.SMALL: [*karat(), *SCORE, *map(str, small)],
        },
        runs,
    )


def scan(path: Path, runs: int) -> Timing:
    """Seconds that the scanner alone takes for a file: one core, no reading, no comparing."""
    from karat.files.source import Source
    from karat.formats.brackets import Blocks, Scanner
    from karat.model.labels import Labels

    seconds = []
    for _ in range(runs):
        source = Source(str(path))
        scanner = Scanner(Labels(), lines=True)
        spent = 0.0
        for block in Blocks(source, "lines"):
            start = time.perf_counter()
            scanner.scan(block)
            spent += time.perf_counter() - start
        source.close()
        seconds.append(spent)
    return Timing(tuple(seconds))


def score(
    pair: tuple[Path, Path], folder: Path, runs: int, evalb: str | None
) -> tuple[dict[str, Timing], dict[str, int]]:
    """Times of a whole score, and how many brackets each program found to match."""
    files = [str(path) for path in pair]
    commands = {
        report.ONE: [*karat(), *SCORE, "--threads", "1", *files],
        report.ALL: [*karat(), *SCORE, *files],
    }
    if evalb:
        commands[report.EVALB] = [evalb, "-p", str(_parameters(folder)), *files]
    outputs = {name: folder / f"output{number}" for number, name in enumerate(commands)}
    timings = in_turns(commands, runs, outputs)
    matched = {
        name: _evalb_matched(path) if name == report.EVALB else _karat_matched(path)
        for name, path in outputs.items()
    }
    return timings, matched


def find_evalb() -> str | None:
    """The compiled EVALB that the environment names, if it does."""
    named = os.environ.get("EVALB")
    found = shutil.which(named) if named else None
    if named and not found:
        sys.exit("EVALB is set, but names no program that can be run")
    return found


def _parameters(folder: Path) -> Path:
    """karat's own new.prm for EVALB, which is not to stop at the tenth error."""
    text = (importlib.resources.files("karat.data") / "params" / "new.prm").read_text()
    path = folder / "new.prm"
    path.write_text(re.sub(r"(?m)^MAX_ERROR .*$", "MAX_ERROR 1000000000", text))
    return path


def _karat_matched(output: Path) -> int:
    return int(json.loads(output.read_text())["results"][0]["counts"]["matched"])


def _evalb_matched(output: Path) -> int:
    """The third figure of the row below EVALB's second rule: recall, precision, matched."""
    rules = 0
    with output.open(encoding="latin-1") as lines:
        for line in lines:
            if rules == 2:
                return int(line.split()[2])
            rules += line.startswith("=====")
    sys.exit("EVALB printed no totals")


def peak_memory(pair: tuple[Path, Path], runs: int) -> int | None:
    """The most bytes that any of several scores took; None where nobody counts them."""
    if sys.platform == "win32":
        return None
    command = [*karat(), *SCORE, *map(str, pair)]
    launch = [sys.executable, "-S", "-c", LAUNCHER, *command]
    peaks = []
    for _ in range(runs):
        done = subprocess.run(launch, check=False, capture_output=True, text=True)
        _must_succeed(command, done.returncode, done.stderr)
        peaks.append(int(done.stdout))
    return max(peaks) * (1 if sys.platform == "darwin" else 1024)


def in_turns(
    commands: dict[str, list[str]], runs: int, outputs: dict[str, Path] | None = None
) -> dict[str, Timing]:
    """Run every command so many times, one after the other in turns."""
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            seconds[name].append(timed(command, (outputs or {}).get(name)))
    return {name: Timing(tuple(spent)) for name, spent in seconds.items()}


def timed(command: Sequence[str], output: Path | None = None) -> float:
    """Seconds from start to end of a process; its errors go to a file, as pipes cost time."""
    with (output or Path(os.devnull)).open("wb") as out, tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        done = subprocess.run(command, check=False, stdout=out, stderr=errors)
        seconds = time.perf_counter() - start
        errors.seek(0)
        _must_succeed(command, done.returncode, errors.read().decode(errors="replace"))
    return seconds


def _must_succeed(command: Sequence[str], status: int, errors: str) -> None:
    if status:
        sys.exit(f"{' '.join(command)}\nfailed ({status}): {errors[-500:]}")


def karat() -> list[str]:
    """The command beside this Python, as people run it; where there is none, the module."""
    found = shutil.which("karat", path=str(Path(sys.executable).parent))
    return [found] if found else [sys.executable, "-m", "karat"]


def say(what: str) -> None:
    """Tell what is going on."""
    print(f"... {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
