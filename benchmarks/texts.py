"""Measure conll18 on a large text, beside the shared task's script where there is one.

    CONLL18_EVAL=path/to/conll18_ud_eval.py python benchmarks/texts.py [--size MB] [--runs N]

The en_ewt files of the corpora folder, repeated until gold has so many megabytes; without the
corpora, a text made here. Prints seconds, MB/s, peak memory and the ratio. The figures of both
programs must be equal, or it stops.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from corpus import CORPORA

EXAMPLE = (
    "".join(
        f"{i}\tword{i}\tword\tNOUN\tNN\tNumber=Sing\t{i - 1}\t{'root' if i == 1 else 'nmod'}\t_\t_\n"
        for i in range(1, 21)
    )
    + "\n"
)


def texts(corpora: Path = CORPORA) -> tuple[bytes, bytes]:
    """Gold and system."""
    folder = corpora / "conll18" / "en_ewt"
    if folder.is_dir():
        return (folder / "gold.conllu").read_bytes(), (folder / "UDPipe-Future.conllu").read_bytes()
    return EXAMPLE.encode(), EXAMPLE.replace("\tnmod\t", "\tobl\t", 1).encode()


def timed(command: list[str]) -> tuple[float, str]:
    """Seconds, and what was printed."""
    begin = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return time.perf_counter() - begin, done.stdout


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure conll18 beside the script.")
    parser.add_argument("--size", type=float, default=50, help="megabytes of gold")
    parser.add_argument("--runs", type=int, default=5, help="of karat; the best counts")
    options = parser.parse_args()
    gold, system = texts()
    times = max(1, round(options.size * 1e6 / len(gold)))
    with tempfile.TemporaryDirectory(prefix="karat-bench-") as name:
        paths = [Path(name, "gold.conllu"), Path(name, "system.conllu")]
        for path, text in zip(paths, (gold, system), strict=True):
            path.write_bytes(text * times)
        both = sum(path.stat().st_size for path in paths) / 1e6
        files = [str(path) for path in paths]
        karat = [sys.executable, "-m", "karat"]
        best = min(
            timed([*karat, "score", *files, "--scheme", "conll18", "--output", "json"])[0]
            for _ in range(options.runs)
        )
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"gold and system together {both:.0f} MB")
        print(f"karat   {best:8.2f} s {both / best:8.1f} MB/s, peak {memory:.0f} MB")
        script = os.environ.get("CONLL18_EVAL")
        if not script:
            print("CONLL18_EVAL does not name the script: no ratio")
            return
        seconds, printed = timed([sys.executable, script, "-v", *files])
        _, ours = timed([*karat, "conll18", "-v", *files])
        if printed != ours:
            sys.exit("the figures differ")
        print(f"script  {seconds:8.2f} s {both / seconds:8.1f} MB/s, same figures")
        print(f"ratio   {seconds / best:8.1f}")


if __name__ == "__main__":
    main()
