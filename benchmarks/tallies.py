"""What keeping tallies costs, and comparing them out of core: seconds, memory, bytes per sentence.

    python benchmarks/tallies.py                                    a million sentences, ten million
    python benchmarks/tallies.py --sentences 100000000 --samples 1000

The sentences are drawn from a real run (gum-news under evalb), and written as ``karat score --tallies``
writes them. Each step runs in a process of its own, so that its memory can be seen.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from functools import reduce
from pathlib import Path

import numpy as np

from karat.engine.results import Result, Run
from karat.engine.tallied import Tallied
from karat.engine.tallying import Files, tallied_files
from karat.schemes import parse
from karat.store.tally_files import TallyWriter
from karat.views import Views

ROOT = Path(__file__).resolve().parent.parent
CORPORA = Path(os.environ.get("KARAT_CORPORA", ROOT.parent / "shared" / "data"))
SYSTEMS = ("benepar", "stanza")
BLOCK = 50_000
SCHEME = "evalb(params=collins)"


def main() -> None:
    """Write tallies, compare them, and print a table."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--sentences", type=int, nargs="+", default=[1_000_000, 10_000_000])
    arguments.add_argument("--samples", type=int, default=1000)
    arguments.add_argument("--write", help="only write tallies into this folder")
    given = arguments.parse_args()
    if given.write:
        write(given.write, given.sentences[0])
        return
    print("| sentences | step | seconds | processor | peak MB | bytes per sentence |")
    print("|---:|---|---:|---:|---:|---:|")
    for sentences in given.sentences:
        row(sentences, given.samples)


def row(sentences: int, samples: int) -> None:
    """The steps for one number of sentences."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "counts"
        me = [sys.executable, __file__, "--sentences", str(sentences), "--write", str(folder)]
        wrote = measured(me)
        size = sum(file.stat().st_size for file in folder.iterdir()) / sentences / len(SYSTEMS)
        print(f"| {sentences:,} | write 2 systems | {wrote} | {size:.2f} |", flush=True)
        command = [sys.executable, "-m", "karat", "compare", "--tallies", str(folder), "--samples"]
        took = measured([*command, str(samples), "--measures", "f1", "--bootstrap", "poisson"])
        print(f"| {sentences:,} | f1, {samples:,} samples | {took} | |", flush=True)
        shutil.rmtree(folder)


def measured(command: list[str]) -> str:
    """Wall clock, processor time and peak memory of a command."""
    program = (
        "import resource, subprocess, sys, time; begin = time.perf_counter(); "
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); "
        "used = resource.getrusage(resource.RUSAGE_CHILDREN); "
        "print(f'{time.perf_counter() - begin:.1f} | {used.ru_utime + used.ru_stime:.1f} | "
        "{used.ru_maxrss // 1024}')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *command], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def write(folder: str, sentences: int) -> None:
    """Sentences drawn from a real run, block by block."""
    data = CORPORA / "gum-news"
    paths = {name: str(data / f"{name}.mrg") for name in SYSTEMS}
    run, real = tallied_files(Files(str(data / "gold.mrg"), paths, Views()), [parse(SCHEME)])
    random = np.random.default_rng(1)
    results: list[list[Result]] = [[] for _ in real]
    with TallyWriter(folder, SYSTEMS) as writer:
        for first in range(0, sentences, BLOCK):
            rows = random.integers(0, len(real[0].tally), min(BLOCK, sentences - first))
            for system, one in enumerate(real):
                results[system].append(drawn(one, rows, writer, system, first))
                results[system] = [reduce(lambda a, b: a + b, results[system])]
        every = [some[0] for some in results]
        writer.keep(Run(run.gold, run.sha256, sentences, every, run.tags, run.brackets))


def drawn(one: Tallied, rows: "np.ndarray", writer: TallyWriter, system: int, first: int) -> Result:
    """Some sentences of a real system, written as a block; their sums."""
    tally = one.tally
    columns = {name: getattr(tally, name)[rows] for name in ("counts", "status", "length")}
    sentence = np.arange(len(rows), dtype=np.int32)
    block = replace(tally, sentence=sentence, groups={}, twin=None, **columns)
    scheme = one.result.scheme
    writer(system, scheme, first, block)
    total = block.total(scheme.measures(), distributions=scheme.distributions)
    return replace(one.result, total=total, failures=())


if __name__ == "__main__":
    main()
