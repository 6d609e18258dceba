"""The benchmarks' figures as a page: the machine, what was measured, what was promised."""

import os
import platform
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median

PASS, NUMPY = "`python -c pass`", "`python -c 'import numpy'`"
VERSION, SMALL = "`karat --version`", "`karat score` of the small corpus"
ONE, ALL, EVALB = "karat, 1 thread", "karat, all cores", "EVALB"

VERSION_LIMIT = 2.5
SMALL_LIMIT = 2.0
MEMORY_LIMIT = 300e6
# Flat means from 10x on: 1x is no more than a block or two. Which blocks threads hold at the same
# moment is chance, and moves the peak by a tenth from run to run; growth with the text would be 10.
FLAT_LIMIT = 1.25
# What a core's thread may have in hand, of both files; with less the pool is not yet full.
FILLS_A_CORE = 16e6
EVALB_LIMIT = 8.0


@dataclass(frozen=True)
class Timing:
    """The seconds of several runs of the same thing."""

    runs: tuple[float, ...]

    @property
    def best(self) -> float:
        """The least disturbed run."""
        return min(self.runs)

    @property
    def median(self) -> float:
        """The usual run."""
        return median(self.runs)


@dataclass(frozen=True)
class Memory:
    """The peak memory of scores of so many bytes; None where it is not known."""

    bytes: int
    peak: int | None


@dataclass(frozen=True)
class Results:
    """All that was measured; the scanner read the gold file only."""

    corpus: str
    sentences: int
    gold_bytes: int
    bytes: int
    starts: dict[str, Timing]
    scanning: Timing
    scoring: dict[str, Timing]
    matched: dict[str, int]
    memory: list[Memory]


def markdown(results: Results, command: str, machine: dict[str, str], load_before: str) -> str:
    """The whole page."""
    about = {
        "Date": date.today().isoformat(),
        **machine,
        "Load before the run": load_before,
        "Trees": f"{results.corpus}, {results.sentences} sentences, repeated, words numbered",
        "Files": f"gold and system, {results.bytes / 1e6:.0f} MB in all",
    }
    return "\n".join(
        [
            "# Benchmark results",
            "",
            f"Made by `{command}`; the next run writes this page anew. How: see README.md.",
            "",
            *(f"- {what}: {value}" for what, value in about.items()),
            "",
            "The score is `karat score --scheme 'evalb(params=new)' --output json GOLD SYSTEM`.",
            "",
            *_speed(results),
            "",
            *_start_up(results),
            "",
            *_memory(results),
            "",
            *_promises(results),
            "",
        ]
    )


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """A Markdown table that reads well as plain text, too: first column left, others right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]

    def line(cells: list[str]) -> str:
        first, *others = zip(cells, widths, strict=True)
        texts = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
        return f"| {' | '.join(texts)} |"

    rule = [":" + "-" * (widths[0] - 1), *("-" * (width - 1) + ":" for width in widths[1:])]
    return [line(head), line(rule), *map(line, rows)]


def _speed(results: Results) -> list[str]:
    timings = [("bare scanning of gold, 1 core", results.gold_bytes, results.scanning)]
    timings += [(name, results.bytes, timing) for name, timing in results.scoring.items()]
    rows = [
        [
            name,
            f"{size / 1e6:.0f}",
            f"{timing.best:.2f}",
            f"{timing.median:.2f}",
            f"{size / 1e6 / timing.best:.0f}",
            f"{size / 1e6 / timing.median:.0f}",
            f"{results.matched[name]}" if name in results.matched else "",
        ]
        for name, size, timing in timings
    ]
    head = ["speed", "MB", "best s", "median s", "best MB/s", "median MB/s", "matched"]
    return table(head, rows)


def _start_up(results: Results) -> list[str]:
    rows = [
        [name, f"{timing.best * 1e3:.1f}", f"{timing.median * 1e3:.1f}", f"{len(timing.runs)}"]
        for name, timing in results.starts.items()
    ]
    return table(["start-up", "best ms", "median ms", "runs"], rows)


def _memory(results: Results) -> list[str]:
    rows = [
        [f"{10**power}x", f"{one.bytes / 1e6:.1f}", _megabytes(one.peak)]
        for power, one in enumerate(results.memory)
    ]
    return table(["memory of a score", "MB of files", "peak MB"], rows)


def _megabytes(size: int | None) -> str:
    return "not known" if size is None else f"{size / 1e6:.0f}"


def _promises(results: Results) -> list[str]:
    """What the project promises, what was found (by the best runs), and whether it was kept."""
    starts, scoring = results.starts, results.scoring
    rows = [
        _at_most(f"{VERSION} to {PASS}", starts[VERSION], starts[PASS], VERSION_LIMIT),
        _at_most(f"{SMALL} to {NUMPY}", starts[SMALL], starts[NUMPY], SMALL_LIMIT),
        *_memory_promises(results.memory),
    ]
    if EVALB in scoring:
        ratio = scoring[EVALB].best / scoring[ALL].best
        middle = scoring[EVALB].median / scoring[ALL].median
        found = f"{ratio:.2f} (medians {middle:.2f})"
        promise = f"at least {EVALB_LIMIT:g} x"
        rows.append([f"{EVALB} to {ALL}", promise, found, _met(ratio >= EVALB_LIMIT)])
        one = scoring[EVALB].best / scoring[ONE].best
        rows.append([f"{EVALB} to {ONE}", "none", f"{one:.2f}", "-"])
    counts = set(results.matched.values())
    which = " and ".join(results.matched)
    found = f"{min(counts)}" if len(counts) == 1 else "differ, see above"
    rows.append([f"matched brackets of {which}", "equal", found, _met(len(counts) == 1)])
    lines = table(["promised", "limit", "in this run", "met"], rows)
    return lines if EVALB in scoring else [*lines, "", "EVALB was not given (EVALB=its program)."]


def _at_most(what: str, ours: Timing, theirs: Timing, limit: float) -> list[str]:
    ratio, middle = ours.best / theirs.best, ours.median / theirs.median
    found = f"{ratio:.2f} (medians {middle:.2f})"
    return [what, f"at most {limit:g} x", found, _met(ratio <= limit)]


def _memory_promises(memory: list[Memory]) -> list[list[str]]:
    limit, known = f"below {MEMORY_LIMIT / 1e6:.0f} MB", [one.peak for one in memory if one.peak]
    if len(known) < len(memory):
        return [["peak memory", limit, "not known", "-"]]
    most, growth = max(known), known[-1] / known[-2]
    found = f"{growth:.2f} (from 1x {known[-1] / known[0]:.2f})"
    enough = memory[-2].bytes >= FILLS_A_CORE * _cores()
    flat = _met(growth <= FLAT_LIMIT) if enough else "files too small to tell"
    return [
        ["peak memory", limit, f"{_megabytes(most)} MB", _met(most < MEMORY_LIMIT)],
        ["memory is flat: 100x to 10x", f"at most {FLAT_LIMIT:g} x", found, flat],
    ]


def _met(yes: bool) -> str:
    return "yes" if yes else "**no**"


def machine() -> dict[str, str]:
    """What the figures depend on; nothing that tells whose machine it is."""
    from karat.kernels import compiled

    return {
        "Processor": f"{_processor()}, {_cores()} cores to use",
        "Memory": _physical_memory(),
        "System": _system(),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "NumPy": version("numpy"),
        "karat": f"{version('karat')}, kernels {'compiled' if compiled() else 'not compiled'}",
    }


def load() -> str:
    """How busy the machine is: runnable processes over the last minute."""
    return f"{os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else "not known"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _physical_memory() -> str:
    try:
        return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.1f} GiB"
    except (AttributeError, ValueError, OSError):
        return "not known"


def _system() -> str:
    try:
        name = platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        name = ""
    return f"{platform.system()} {platform.release()} {platform.machine()} {name}".strip()
