"""How long the statistics of ``karat compare`` take, and how much memory.

    python benchmarks/resampling.py                            10 systems, 2,400 sentences, 10,000 samples
    python benchmarks/resampling.py --sentences 1000000 --systems 2 --samples 100

The sentences are drawn from a real run (gum-news, or en_ewt with ``--scheme conll18``); each system has
the output of one of the real systems for each sentence, chosen at random.
"""

import argparse
import os
import resource
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import karat
from karat.stats.additive import Additive, additives
from karat.stats.intervals import figures
from karat.stats.paired import paired
from karat.stats.plan import Plan
from karat.stats.resampling import bootstrapped, permuted

ROOT = Path(__file__).resolve().parent.parent
CORPORA = Path(os.environ.get("KARAT_CORPORA", ROOT.parent / "shared" / "data"))
TREES = ["gum-news/gold.mrg", "gum-news/benepar.mrg", "gum-news/stanza.mrg"]
TEXTS = [
    f"conll18/en_ewt/{name}.conllu"
    for name in ("gold", "HIT-SCIR-18", "Stanford-18", "UDPipe-Future", "conll18-baseline")
]


def main() -> None:
    """Time each step."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--scheme", default="evalb")
    arguments.add_argument("--systems", type=int, default=10)
    arguments.add_argument("--sentences", type=int, default=2400)
    arguments.add_argument("--samples", type=int, default=10_000)
    given = arguments.parse_args()
    systems = made(given.scheme, given.systems, given.sentences)
    plan = Plan(samples=given.samples)
    names = len(systems[0].figures)
    size = sum(one.values.nbytes for one in systems) / 2**20
    print(
        f"{given.scheme}: {len(systems)} systems, {len(systems[0]):,} sentences, {names} figures, "
        f"{plan.samples:,} samples; data {size:,.0f} MB, peak {peak()} MB"
    )
    pairs = [(0, i) for i in range(1, len(systems))]
    drawn = timed("bootstrap of all figures", lambda: bootstrapped(systems, plan))
    timed("percentile intervals", lambda: figures(systems, plan, "percentile", drawn))
    timed("BCa intervals", lambda: figures(systems, plan, "bca", drawn))
    timed("permutations against a baseline", lambda: permuted(systems, pairs, plan))
    timed("comparison with a baseline, all in all", lambda: paired(systems, pairs, plan))


def made(scheme: str, many: int, sentences: int) -> list[Additive]:
    """Systems mixed from real ones."""
    files = TEXTS if scheme.startswith("conll18") else TREES
    gold, *banks = [karat.read(str(CORPORA / name)) for name in files]
    scores = [karat.score(gold, bank, scheme) for bank in banks]
    real = additives([one.tally for one in scores if one.tally is not None], scores[0].scheme)
    random = np.random.default_rng(1)
    rows = random.integers(0, len(real[0]), sentences)
    values = np.stack([one.values for one in real])
    return [
        replace(real[0], values=values[random.integers(0, len(real), sentences), rows])
        for _ in range(many)
    ]


def timed(what: str, step: Callable[[], Any]) -> Any:
    """Do it, and print what it took."""
    wall, processor = time.perf_counter(), time.process_time()
    found = step()
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    print(f"{what}: {wall:.2f} s, processor {processor:.2f} s, peak {peak()} MB")
    return found


def peak() -> int:
    """The highest memory so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
