"""Measure what each kernel that the views use is worth: what a command would cost without it.

    python benchmarks/kernels.py [--size MB]

Every command runs in this process with its kernels timed. The NumPy version of each kernel
(``in_numpy.py``) runs on the same arguments, must give the same result, and is timed too; the
kernel's source runs as plain Python, on a small file. A kernel stays if a whole command would be
slower by more than 5 % without it. Prints the tables and writes them to ``benchmarks/KERNELS.md``.
"""

import argparse
import contextlib
import importlib
import importlib.util
import io
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import report
from corpus import load
from in_numpy import IN_NUMPY
from karat import kernels
from karat.cli import run
from partly_in_numpy import PLAIN, Loop

COMMANDS = {
    "score --scheme parseval": ("score", "gold.mrg", "system.mrg", "--scheme", "parseval"),
    "score --scheme deps": ("score", "gold.mrg", "system.mrg", "--scheme", "deps"),
    "score --scheme chunks": ("score", "gold.mrg", "system.mrg", "--scheme", "chunks"),
    "score --scheme leafancestor": ("score", "gold.mrg", "system.mrg", "--scheme", "leafancestor"),
    "score --scheme leafancestor, right-branching": (
        "score", "gold.mrg", "branching.mrg", "-s", "leafancestor"
    ),
    "score --scheme evalb --by label": ("score", "gold.mrg", "system.mrg", "--by", "label"),
    "score --scheme flat, dependencies": ("score", "gold.conllu", "system.conllu", "-s", "flat"),
    "score --scheme deps --by projectivity, dependencies": (
        "score", "gold.conllu", "system.conllu", "-s", "deps", "--by", "projectivity"
    ),
}  # fmt: skip
MODULES = ("erase", "words", "trees", "heads", "edges", "yields", "lineages", "spans")
# Of the kernels that compare relations only this one could be left to NumPy.
APART = {"spans": "sums_by_key"}
# Which arguments a kernel writes its result to; else the last one.
RESULTS = {
    "erase.settle": (2, 3),
    "heads.govern": (-2, -1),
    "heads.refine": (3, 4),
    "edges.preorder": (-2, -1),
    "yields.blocks": (-4, -3, -2, -1),
    "lineages.lineages": (-2, -1),
}
LIMIT = 0.05
HEADS = ["kernel", "ms", "share of CPU", "NumPy", "Python", "whole command", "better"]
INTRODUCTION = """# What the kernels of the views are worth

Made by `python benchmarks/kernels.py`; the next run writes this page anew. Every command was run with
its kernels timed. *NumPy* is how many times slower the NumPy version is: it ran on the same arguments
and gave the same result (`benchmarks/in_numpy.py`). *Python* is the same for the kernel's source run as
plain Python. *Whole command* is how much slower the command would be with the faster of the two; above
5 % the kernel stays.
"""
NOTES = """
Where the NumPy version is not all NumPy, or is missing:

- `words.classify`, `words.look_up`: NumPy finds the distinct pairs of form and tag, and the plain source
  classifies each once. The text here repeats its words more often than real text of this size does, so
  this figure is the best case.
- `erase.decide`: none. Whether a word is erased depends on what was erased after it, so words are decided
  one after the other, from the last to the first.
- `erase.settle`: each bracket moves its words depending on where the brackets after it have moved
  theirs. NumPy only finds the sentences in which something can move; the plain source does the rest.
- `heads.govern`: NumPy tries the steps of all brackets at once; brackets with a coordinator are left to
  the plain source.
- `heads.refine`: each name is moved depending on what the one before it has moved. NumPy only finds the
  brackets with names; the plain source does the rest.
- `edges.preorder`, `yields.blocks`, `trees.parents`, `trees.around_words`, `trees.nearest_kept`: NumPy goes
  one level deeper at a time, in all trees at once. So a single tree that is 10,000 levels deep takes
  10,000 rounds; the kernels are linear in any tree.

Not kernels, because they would save too little: on 20 MB of trees, the redrawing of PARSEVAL's step 3
takes 59 ms in NumPy and 31 ms as a kernel, taking out words 29 and 10, the heads of words 74 and 26, and
depths 28 and 1 (only for `filter(depth=…)`). Together this is 1 % of the processor time of scoring 20 MB
under `parseval`.
"""


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
                for place in RESULTS.get(name, (-1,)):
                    assert np.array_equal(arguments[place], given[place]), name
            return result

        return call

    def factor(self, name: str) -> float:
        """How many times slower the stand-in is; infinitely if there is none."""
        if name not in self.others:
            return float("inf")
        return self.other[name] / max(self.kernel[name], 1e-6)


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
        if getattr(value, "__module__", "") == module.__name__
        and callable(value)
        and name == APART.get(module.__name__.split(".")[-1], name)
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
    in_numpy, in_python = Watch(IN_NUMPY), Watch(PLAIN)
    with watched(in_numpy):
        cpu(arguments, large)
    with watched(in_python):
        cpu(arguments, small)
    for name, spent in sorted(in_numpy.kernel.items(), key=lambda one: -one[1]):
        factors = [watch.factor(name) for watch in (in_numpy, in_python)]
        slower = spent / total * (min(factors) - 1)
        verdict = "kernel" if slower > LIMIT else "either"
        yield [
            name, f"{1000 * spent:.0f}", f"{spent / total:.1%}",
            *(f"{one:.1f}" if np.isfinite(one) else "none" for one in factors),
            f"{slower:+.0%}", verdict,
        ]  # fmt: skip


def right_branching(trees: bytes) -> bytes:
    """The same tagged words in trees that share as little with the others as baselines do."""
    lines = (re.findall(rb"\([^ ()]+ [^ ()]+\)", line) for line in trees.splitlines())
    return b"".join(b"(S " + b" (S ".join(words) + b")" * len(words) + b"\n" for words in lines)


def prepared(folder: Path, size: int) -> Path:
    """Gold and system as trees of about so many bytes, and as dependencies."""
    corpus = load()
    folder.mkdir()
    for side, marked in (("gold", corpus.gold), ("system", corpus.system)):
        text = marked.replace(b"\0", b"")  # unlike words with numbers, these are known to lexicons
        (folder / f"{side}.mrg").write_bytes(text * max(1, size // len(corpus.gold)))
        cpu(("convert", f"{side}.mrg", f"{side}.conllu", "--view", "deps"), folder)
    (folder / "branching.mrg").write_bytes(right_branching((folder / "gold.mrg").read_bytes()))
    return folder


def main() -> None:
    """Measure, print, write down."""
    parser = argparse.ArgumentParser(description="Measure what each kernel of the views is worth.")
    parser.add_argument("--size", type=float, default=10, metavar="MB", help="of each file")
    size = parser.parse_args().size
    PLAIN.update(plain())
    lines = [INTRODUCTION, *(f"- {key}: {value}" for key, value in report.machine().items())]
    with tempfile.TemporaryDirectory(prefix="karat-kernels-") as name:
        large = prepared(Path(name) / "large", int(1e6 * size))
        small = prepared(Path(name) / "small", 1)
        for command, arguments in COMMANDS.items():
            lines += ["", f"`karat {command}`", ""]
            lines += report.table(HEADS, list(measured(arguments, large, small)))
    text = "\n".join([*lines, NOTES])
    print(text)
    (Path(__file__).parent / "KERNELS.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
