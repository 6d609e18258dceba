"""Measure how fast grammatical relations are scored, and how much memory that takes.

    python benchmarks/relations.py                   100,000 sentences, every mode
    python benchmarks/relations.py --sentences 5000
    python benchmarks/relations.py --memory          peak memory of a tenth and of the whole

Sentences of 3 to 17 relations between words of a skewed vocabulary, fixed seed; the system's have
other names, heads, types, repeats and gaps in one relation of seven. Each score is a process of its
own; the best of three is shown, in seconds by the clock and of processor time.
"""

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from itertools import accumulate
from pathlib import Path

NAMES = {
    "ncmod": 50, "xmod": 4, "cmod": 4, "arg_mod": 1, "ncsubj": 21, "xsubj": 0.2, "csubj": 0.2,
    "dobj": 8, "obj2": 0.4, "iobj": 3, "xcomp": 7, "ccomp": 1.4,
}  # fmt: skip
TYPES = ("_", "_", "_", "of", "in", "to", "that", "for", "with", "on")
WORDS = 30_000
SCHEMES = (
    "gr", "gr(mode=hier)", "gr(program=greval)", "gr(mode=hier,program=greval)",
    "gr(mode=eq,program=greval)",
)  # fmt: skip


def write(folder: Path, sentences: int) -> tuple[Path, Path]:
    """Gold and system files."""
    dice = random.Random(1999)
    words = [f"w{i:x}" if i % 500 else f"New_w{i:x}" for i in range(WORDS)]
    skewed = list(accumulate(1 / (i + 5) for i in range(WORDS)))
    names, weights = list(NAMES), list(accumulate(NAMES.values()))

    def relation(name: str, head: str, dependent: str, kind: str) -> str:
        if name in ("ncsubj", "xsubj", "csubj", "dobj"):
            return f"{name}({head}, {dependent}, _)\n"
        if name == "obj2":
            return f"{name}({head}, {dependent})\n"
        more = ", subj" if name == "arg_mod" else ""
        return f"{name}({kind}, {head}, {dependent}{more})\n"

    paths = folder / "gold.gr", folder / "system.gr"
    with paths[0].open("w") as gold, paths[1].open("w") as system:
        for _ in range(sentences):
            here = dice.choices(words, cum_weights=skewed, k=dice.randint(6, 26))
            returned = False
            for _ in range(dice.randint(3, 17)):
                name = dice.choices(names, cum_weights=weights)[0]
                head, dependent = dice.choice(here), dice.choice(here)
                kind = dice.choice(TYPES)
                gold.write(relation(name, head, dependent, kind))
                luck = dice.random()
                if luck < 0.03:
                    continue
                returned = True
                if luck < 0.06:
                    head = dice.choice(here)
                elif luck < 0.09:
                    name = dice.choices(names, cum_weights=weights)[0]
                elif luck < 0.12:
                    kind = "_"
                elif luck < 0.14:
                    system.write(relation(name, head, dependent, kind))
                system.write(relation(name, head, dependent, kind))
            gold.write("\n")
            system.write("\n" if returned else "()\n\n")
    return paths


def peak(gold: Path, system: Path, scheme: str) -> tuple[float, float, float, str]:
    """Seconds, processor seconds and MB of one score, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "karat", "score", gold, system, "-s", scheme],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    seconds = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, busy, after.ru_maxrss / 1024, done.stdout


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sentences", type=int, default=100_000)
    parser.add_argument("--memory", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        if given.memory:
            for part in (given.sentences // 10, given.sentences):
                gold, system = write(Path(name), part)
                size = (gold.stat().st_size + system.stat().st_size) / 1e6
                _, _, megabytes, _ = peak(gold, system, SCHEMES[0])
                print(f"{part:,} sentences, {size:.1f} MB: peak {megabytes:.0f} MB")
            return
        gold, system = write(Path(name), given.sentences)
        size = (gold.stat().st_size + system.stat().st_size) / 1e6
        print(f"{given.sentences:,} sentences, {size:.1f} MB together")
        for scheme in SCHEMES:
            runs = [peak(gold, system, scheme) for _ in range(3)]
            seconds, busy = (min(run[i] for run in runs) for i in (0, 1))
            figures = " ".join(runs[0][3].splitlines()[1].split()[1:])
            print(f"{seconds:6.2f} s, {busy:5.2f} s of processor  {scheme:30} {figures}")


if __name__ == "__main__":
    main()
