"""The benchmarks' figures as a page: the machine, what was measured, what was promised."""

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path

from commands import Command
from peers import Missing, Peer
from processes import Spent

PASS, NUMPY = "`python -c pass`", "`python -c 'import numpy'`"
VERSION, SMALL = "`karat --version`", "`karat score` of the small corpus"

VERSION_LIMIT = 2.5
SMALL_LIMIT = 2.0
MEMORY_LIMIT = 300e6
# Flat means from 10x on: 1x is no more than a block or two. Which blocks threads hold at the same
# moment is chance, and moves the peak by a tenth from run to run; growth with the text would be 10.
FLAT_LIMIT = 1.25
# A command that needs no more than this at the largest size is flat enough, however it got there.
FLAT_FLOOR = 150e6
# Megabytes a second of one core that are promised, by command.
RATES = {"convert brackets": 50.0, "convert CoNLL-U": 50.0}


@dataclass(frozen=True)
class Beside:
    """karat and another program on the same files, of so many bytes in all."""

    peer: Peer
    bytes: int
    ours: Spent
    theirs: Spent
    same: bool

    @property
    def ratio(self) -> float:
        """How many times as fast karat is, by the clock or by processor time, whichever is more."""
        by_clock = self.theirs.wall / self.ours.wall
        return max(by_clock, self.theirs.processor / self.ours.processor)


@dataclass(frozen=True)
class Costs:
    """A command with three sizes of its input: bytes read, what it cost, sentences; or why it failed."""

    command: Command
    bytes: tuple[int, ...] = ()
    spent: tuple[Spent, ...] = ()
    sentences: tuple[int, ...] = ()
    failure: str = ""
    # What it cost at 300x, if 100x took more memory than 10x.
    beyond: Spent | None = None

    @property
    def seconds(self) -> float:
        """Processor time from the middle size to the largest, so without start-up."""
        return max(self.spent[-1].processor - self.spent[-2].processor, 1e-9)

    @property
    def megabytes_a_second(self) -> float:
        return (self.bytes[-1] - self.bytes[-2]) / 1e6 / self.seconds

    @property
    def sentences_a_second(self) -> float:
        return (self.sentences[-1] - self.sentences[-2]) / self.seconds

    @property
    def flat(self) -> bool:
        """Whether more text takes no more memory."""
        before, after = self.spent[-2].peak, self.spent[-1].peak
        still = self.beyond is not None and self.beyond.peak <= FLAT_LIMIT * after
        return after < FLAT_FLOOR or after <= FLAT_LIMIT * before or still


@dataclass(frozen=True)
class Page:
    """All that was measured."""

    command: str
    machine: Mapping[str, str]
    load_before: str
    starts: Mapping[str, Spent]
    beside: Sequence[Beside]
    costs: Sequence[Costs]
    missing: Sequence[Missing]

    def markdown(self) -> str:
        """The whole page."""
        about = {
            "Date": date.today().isoformat(),
            **self.machine,
            "Load before the run": self.load_before,
        }
        lines = [
            "# Benchmark results", "",
            f"Made by `{self.command}`; the next run writes this page anew.",
            "[benchmarks/README.md](README.md) says how.", "",
            *(f"- {what}: {value}" for what, value in about.items()), "",
            *_beside(self.beside, self.missing), "", *_costs(self.costs), "",
            *_start_up(self.starts), "", *_promises(self), "",
        ]  # fmt: skip
        return "\n".join(lines)


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """A Markdown table that reads well as plain text, too: first column left, others right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]

    def line(cells: list[str]) -> str:
        first, *others = zip(cells, widths, strict=True)
        texts = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
        return f"| {' | '.join(texts)} |"

    rule = [":" + "-" * (widths[0] - 1), *("-" * (width - 1) + ":" for width in widths[1:])]
    return [line(head), line(rule), *map(line, rows)]


def _beside(beside: Sequence[Beside], missing: Sequence[Missing]) -> list[str]:
    rows = [
        [
            one.peer.what, one.peer.name, f"{one.bytes / 1e6:.0f}",
            f"{one.ours.wall:.2f}", f"{one.ours.processor:.2f}",
            f"{one.theirs.wall:.2f}", f"{one.theirs.processor:.2f}",
            f"{one.ratio:.1f}", f"{one.ours.peak / 1e6:.0f}", "yes" if one.same else "**no**",
        ]
        for one in beside
    ]  # fmt: skip
    head = [
        "karat", "beside", "MB", "s", "processor s", "its s", "its processor s", "times as fast",
        "peak MB", "same result",
    ]  # fmt: skip
    absent = [f"Not measured: {one.name} ({one.how})." for one in missing]
    return [
        "## Beside other programs", "",
        "The same files, in turns, the best run of each. Seconds by the clock, and of processor time over",
        "all cores; *times as fast* is the better of the two ratios. *Same result* compares what both print:",
        "all bytes for the drop-ins, the counts or the figure for the others.", "",
        *table(head, rows), *([""] * bool(absent)), *absent,
    ]  # fmt: skip


def _costs(costs: Sequence[Costs]) -> list[str]:
    rows = [_cost(one) for one in costs if not one.failure]
    head = [
        "command",
        "MB",
        "MB/s",
        "sentences/s",
        *(f"peak MB, {n}x" for n in (1, 10, 100, 300)),
        "flat",
    ]
    failed = [f"{one.command.name} failed: {one.failure}" for one in costs if one.failure]
    return [
        "## Every scheme and every verb", "",
        "Speed is that of one core, by processor time, from the 10x file to the 100x file, so start-up",
        "does not count. MB are all the bytes that the command reads at 100x. *Flat*: at 100x the peak is",
        f"at most {FLAT_LIMIT} times that at 10x, or under {FLAT_FLOOR / 1e6:.0f} MB. What takes more is",
        "measured once more with three times the text, as at 10x (3 MB) not all threads have full blocks; it",
        f"is flat if that takes at most {FLAT_LIMIT} times as much.", "",
        *table(head, rows), *([""] * bool(failed)), *failed,
    ]  # fmt: skip


def _cost(one: Costs) -> list[str]:
    # A command that stops early, such as show, has no speed.
    early = one.seconds < 0.02
    return [
        one.command.name, f"{one.bytes[-1] / 1e6:.0f}",
        "-" if early else f"{one.megabytes_a_second:.1f}",
        "-" if early else f"{one.sentences_a_second:,.0f}",
        *(f"{spent.peak / 1e6:.0f}" for spent in one.spent),
        f"{one.beyond.peak / 1e6:.0f}" if one.beyond else "", _met(one.flat),
    ]  # fmt: skip


def _start_up(starts: Mapping[str, Spent]) -> list[str]:
    rows = [[name, f"{spent.wall * 1e3:.1f}"] for name, spent in starts.items()]
    return ["## Start-up", "", *table(["process", "best ms"], rows)]


def _promises(page: Page) -> list[str]:
    """What the project promises, what was found, and whether it was kept."""
    rows = [
        [
            f"{one.peer.what} to {one.peer.name}",
            f"at least {one.peer.wanted:g} x" + (f" (aim {one.peer.aim:g})" if one.peer.aim else ""),
            f"{one.ratio:.1f}", _met(one.ratio >= one.peer.wanted),
        ]
        for one in page.beside
        if one.peer.wanted
    ]  # fmt: skip
    for one in page.beside:
        limit = one.peer.most_memory or MEMORY_LIMIT
        if one.peer.wanted:
            row = [f"memory of {one.peer.what}", f"below {limit / 1e6:.0f} MB"]
            rows.append([*row, f"{one.ours.peak / 1e6:.0f} MB", _met(one.ours.peak < limit)])
    good = [one for one in page.costs if not one.failure]
    for one in good:
        if (limit := RATES.get(one.command.name)) is not None:
            rate = one.megabytes_a_second
            row = [one.command.name, f"at least {limit:g} MB/s a core", f"{rate:.0f}"]
            rows.append([*row, _met(rate >= limit)])
    flat = sum(one.flat for one in good)
    found = f"{flat} of {len(good)}"
    rows.append(["commands whose memory is flat", "all", found, _met(flat == len(good))])
    for what, to, limit in ((VERSION, PASS, VERSION_LIMIT), (SMALL, NUMPY, SMALL_LIMIT)):
        if what in page.starts:
            ratio = page.starts[what].wall / page.starts[to].wall
            rows.append(
                [f"{what} to {to}", f"at most {limit:g} x", f"{ratio:.2f}", _met(ratio <= limit)]
            )
    return ["## Promises", "", *table(["promised", "limit", "in this run", "met"], rows)]


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
