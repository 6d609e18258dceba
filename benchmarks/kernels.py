"""Measure what each kernel that the views use is worth: what a command would cost without it.

    python benchmarks/kernels.py [--size MB]

Every command runs in this process with its kernels timed. Where a NumPy version is known it runs on
the same arguments, must give the same result, and is timed too; for the others the kernel's source
runs as plain Python, on a small file. A kernel stays if a whole command would be slower by more
than 5 % without it. Prints the table and writes it to ``benchmarks/KERNELS.md``.
"""

import argparse
import contextlib
import importlib
import importlib.util
import io
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import report
from corpus import load
from karat import kernels
from karat.cli import run
from karat.model.columns import Flags, Ints

COMMANDS = {
    "score --scheme parseval": ("score", "gold.mrg", "system.mrg", "--scheme", "parseval"),
    "score --scheme deps": ("score", "gold.mrg", "system.mrg", "--scheme", "deps"),
    "score --scheme chunks": ("score", "gold.mrg", "system.mrg", "--scheme", "chunks"),
    "score --scheme leafancestor": ("score", "gold.mrg", "system.mrg", "--scheme", "leafancestor"),
    "score --scheme flat, dependencies": ("score", "gold.conllu", "system.conllu", "-s", "flat"),
}
MODULES = ("erase", "words", "trees", "heads", "edges", "yields", "lineages")
LIMIT = 0.05
HEADS = ["kernel", "ms", "share of CPU", "instead", "times as slow", "whole command", "better"]
INTRODUCTION = """# What the kernels of the views are worth

Made by `python benchmarks/kernels.py`; the next run writes this page anew. Every command was run with
its kernels timed. *Instead* is what else could do the work: NumPy where a version is known (it ran on
the same arguments and gave the same result), otherwise the kernel's source as plain Python. *Whole
command* is how much slower the command would be with it; above 5 % the kernel stays.

These were kernels once and are NumPy now, as measured on 20 MB of trees: the redrawing of PARSEVAL's
step 3 (31 ms as a kernel, 59 ms now), taking out words (10, 29), the heads of words (26, 74) and depths
(1, 28, only for `filter(depth=…)`). The words of each
side are now looked up once and no longer twice. Scoring 20 MB with parseval was slower by 1, 1, 4, 5, 7
and 14 % in six comparisons (medians of five runs each, CPU time) on a machine that was not idle; the
two quietest gave 1 % (0.97 and 0.98 s before, 0.98 and 0.99 s after). Repeat this on an idle machine.
"""

Loop = Callable[..., Any]


def around_words(
    token_offset: Ints, span_offset: Ints, start: Ints, end: Ints, parent: Ints, result: Ints
) -> None:
    """The last bracket that has begun, or the first around it that has not ended."""
    first = np.repeat(token_offset[:-1], np.diff(span_offset))
    begun = np.cumsum(np.bincount(first + start, minlength=len(result) + 1))
    ends, above = first + end, _rows(span_offset, parent)
    result[:] = begun[: len(result)] - 1
    words = np.flatnonzero(result >= 0)
    while len(words):
        words = words[ends[result[words]] <= words]
        result[words] = above[result[words]]
        words = words[result[words] >= 0]


def parents(offset: Ints, start: Ints, end: Ints, result: Ints) -> None:
    """A bracket is as deep as there are brackets before it, less those that have ended."""
    last = np.zeros(len(offset) - 1, np.int64)
    np.maximum.at(last, np.repeat(np.arange(len(last)), np.diff(offset)), end)
    first = np.repeat(np.cumsum(last) - last, np.diff(offset))
    ended = np.cumsum(np.bincount(first + end, minlength=1))
    depth = np.arange(len(start)) - ended[first + start]
    result[:] = -1
    outer = np.flatnonzero(depth == 0)
    base = np.repeat(offset[:-1], np.diff(offset))
    for level in range(1, int(depth.max(initial=0)) + 1):
        inner = np.flatnonzero(depth == level)
        result[inner] = outer[np.searchsorted(outer, inner) - 1] - base[inner]
        outer = inner


def nearest_kept(offset: Ints, parent: Ints, keep: Flags, _: Ints, result: Ints) -> None:
    """Look one bracket higher until it is one that is kept."""
    stays = np.append(keep.view(np.bool_), True)
    above = _rows(offset, parent)
    lost = np.flatnonzero(~stays[above])
    while len(lost):
        above[lost] = above[above[lost]]
        lost = lost[~stays[above[lost]]]
    rows = np.flatnonzero(stays[:-1])
    number = np.append(np.cumsum(stays[:-1]) - 1, -1)
    first = np.searchsorted(rows, np.repeat(offset[:-1], np.diff(offset))[rows])
    result[:] = np.where(above[rows] >= 0, number[above[rows]] - first, -1)


def redundant(
    offset: Ints, start: Ints, end: Ints, label: Ints, unnamed: Flags, result: Flags
) -> None:
    """Wide brackets over the same words follow each other; the first with a name stays."""
    width = end - start
    result[:] = np.minimum(width, 1) + 1
    wide = np.flatnonzero(width > 1)
    if not len(wide):
        return
    new = np.ones(len(wide), np.bool_)
    new[1:] = (np.diff(start[wide]) != 0) | (np.diff(end[wide]) != 0)
    begins = np.searchsorted(wide, offset[1:-1])
    new[begins[begins < len(wide)]] = True
    place = np.arange(len(wide))
    place[unnamed[label[wide]] != 0] += len(wide)
    stays = np.minimum.reduceat(place, np.flatnonzero(new)) % len(wide)
    result[wide] = 3
    result[wide[stays]] = 0


def _rows(offset: Ints, parent: Ints) -> Ints:
    first = np.repeat(offset[:-1], np.diff(offset))
    return np.where(parent >= 0, parent + first, -1).astype(np.int32)


IN_NUMPY: dict[str, Loop] = {
    "trees.around_words": around_words,
    "trees.parents": parents,
    "trees.nearest_kept": nearest_kept,
    "trees.redundant": redundant,
}


class Watch:
    """Times every call of the kernels, and of what could stand in for them."""

    def __init__(self, others: dict[str, Loop]) -> None:
        self.others = others
        self.kernel: dict[str, float] = defaultdict(float)
        self.other: dict[str, float] = defaultdict(float)
        self.made: dict[int, tuple[Any, str, tuple[Any, ...]]] = {}

    def struct(self, name: str, kind: Loop) -> Loop:
        """The same struct, with its columns noted for the stand-ins, which cannot read it."""

        def make(*columns: Any) -> Any:
            made = kind(*columns)
            self.made[id(made)] = made, name, columns
            return made

        return make

    def copied(self, argument: Any) -> Any:
        if isinstance(argument, np.ndarray):
            return argument.copy()
        if id(argument) in self.made:
            _, name, columns = self.made[id(argument)]
            return self.others[name](*map(self.copied, columns)) if name in self.others else None
        return argument

    def around(self, name: str, kernel: Loop) -> Loop:
        """The same kernel, timed, and its stand-in on copies of the same arguments."""

        def call(*arguments: Any) -> Any:
            given = [self.copied(argument) for argument in arguments]
            result = _timed(self.kernel, name, kernel, arguments)
            if name in self.others:
                again = _timed(self.other, name, self.others[name], given)
                assert result == again, name
                assert np.array_equal(arguments[-1], given[-1]), name
            return result

        return call


def _timed(times: dict[str, float], name: str, loop: Loop, arguments: Any) -> Any:
    begin = time.thread_time()
    result = loop(*arguments)
    times[name] += time.thread_time() - begin
    return result


@contextlib.contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """The kernels of the views, watched."""
    found = [
        (module, name, value)
        for module in (importlib.import_module(f"karat.kernels.{one}") for one in MODULES)
        for name, value in vars(module).copy().items()
        if getattr(value, "__module__", "") == module.__name__ and callable(value)
    ]
    for module, name, value in found:
        watcher = watch.struct if isinstance(value, type) else watch.around
        setattr(module, name, watcher(f"{module.__name__.split('.')[-1]}.{name}", value))
    try:
        yield
    finally:
        for module, name, value in found:
            setattr(module, name, value)


def plain() -> dict[str, Loop]:
    """The kernels as Python, whatever was compiled."""
    loops: dict[str, Loop] = {}
    for module in MODULES:
        source = _source(module)
        for name, value in vars(source).items():
            if callable(value) and getattr(value, "__module__", "") == source.__name__:
                loops[f"{module}.{name}"] = kernels._on_plain_numbers(value)
    return loops


def _source(name: str) -> ModuleType:
    path = Path(kernels.__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"plain_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cpu(arguments: tuple[str, ...], folder: Path) -> float:
    """The CPU time of a command, run in this process."""
    begin = time.process_time()
    sys.argv = ["karat", *(str(folder / a) if "." in a else a for a in arguments)]
    with contextlib.redirect_stdout(io.StringIO()):
        status = run()
    assert status == 0, arguments
    return time.process_time() - begin


def measured(arguments: tuple[str, ...], large: Path, small: Path) -> Iterator[list[str]]:
    """A row of the table for each kernel that a command uses, the costliest first."""
    total = min(cpu(arguments, large) for _ in range(3))
    in_numpy, in_python = Watch(IN_NUMPY), Watch(plain())
    with watched(in_numpy):
        cpu(arguments, large)
    with watched(in_python):
        cpu(arguments, small)
    for name, spent in sorted(in_numpy.kernel.items(), key=lambda one: -one[1]):
        numpy = name in IN_NUMPY
        watch = in_numpy if numpy else in_python
        factor = watch.other[name] / max(watch.kernel[name], 1e-6)
        slower = spent / total * (factor - 1)
        verdict = "kernel" if slower > LIMIT else "either"
        yield [
            name, f"{1000 * spent:.0f}", f"{spent / total:.1%}", "NumPy" if numpy else "Python",
            f"{factor:.1f}", f"{slower:+.0%}", verdict,
        ]  # fmt: skip


def prepared(folder: Path, size: int) -> Path:
    """Gold and system as trees of about so many bytes, and as dependencies."""
    corpus = load()
    folder.mkdir()
    for side, marked in (("gold", corpus.gold), ("system", corpus.system)):
        text = marked.replace(b"\0", b"")  # unlike words with numbers, these are known to lexicons
        (folder / f"{side}.mrg").write_bytes(text * max(1, size // len(corpus.gold)))
        cpu(("convert", f"{side}.mrg", f"{side}.conllu", "--view", "deps"), folder)
    return folder


def main() -> None:
    """Measure, print, write down."""
    parser = argparse.ArgumentParser(description="Measure what each kernel of the views is worth.")
    parser.add_argument("--size", type=float, default=10, metavar="MB", help="of each file")
    size = parser.parse_args().size
    lines = [INTRODUCTION, *(f"- {key}: {value}" for key, value in report.machine().items())]
    with tempfile.TemporaryDirectory(prefix="karat-kernels-") as name:
        large = prepared(Path(name) / "large", int(1e6 * size))
        small = prepared(Path(name) / "small", 1)
        for command, arguments in COMMANDS.items():
            lines += ["", f"`karat {command}`", ""]
            lines += report.table(HEADS, list(measured(arguments, large, small)))
    text = "\n".join(lines) + "\n"
    print(text)
    (Path(__file__).parent / "KERNELS.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
