"""Write a large corpus in shards: gold and system trees, compressed, the same in every run.

    python benchmarks/generated.py FOLDER                       5 GB of trees in 64 pairs of .zst files
    python benchmarks/generated.py FOLDER --gigabytes 0.5 --shards 8

The trees are those of ``corpus.py``, repeated. Every word gets a random number of four digits, the same in
gold and system, so that no line comes back and the files compress about as well as real trees do.
"""

import argparse
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from corpus import SEED, Corpus, load
from karat.model.columns import Bytes

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_MARK, _DIGITS = b"\0", b"_0000"
_WORDS = re.compile(rb" ([^ ()]+)\)")


class Side(NamedTuple):
    """Trees with room for the numbers of words, and where the last digit of each number is."""

    text: Bytes
    places: "np.ndarray[tuple[int], np.dtype[np.intp]]"

    def numbered(self, numbers: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> bytes:
        """The trees, with these numbers at their words."""
        text = self.text.copy()
        for back in range(len(_DIGITS) - 1):
            text[self.places - back] = ord("0") + numbers // 10**back % 10
        return text.tobytes()


def main() -> None:
    """Write the shards and say how large they are."""
    parser = argparse.ArgumentParser(description="Write a large corpus in shards.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--gigabytes", type=float, default=5.0, help="of gold and system together")
    parser.add_argument("--shards", type=int, default=64)
    options = parser.parse_args()
    read, kept = write(options.folder, options.gigabytes, options.shards)
    print(f"{options.shards} shards, {read / 1e9:.2f} GB of trees, {kept / 1e9:.2f} GB on disk")


def write(folder: Path, gigabytes: float, shards: int) -> tuple[int, int]:
    """Write the files ``gold/000.mrg.zst``, ``system/000.mrg.zst`` and so on.

    Returns their bytes before and after compression.
    """
    for side in ("gold", "system"):
        (folder / side).mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as pool:
        sizes = list(pool.map(partial(_shard, folder, gigabytes * 1e9 / shards), range(shards)))
    read, kept = map(sum, zip(*sizes, strict=True))
    return read, kept


def _shard(folder: Path, size: float, shard: int) -> tuple[int, int]:
    """One pair of files with about ``size`` bytes of trees."""
    gold, system = sides(load())
    repetitions = max(1, round(size / (len(gold.text) + len(system.text))))
    chance = np.random.default_rng((SEED, shard))
    read = 0
    paths = [folder / side / f"{shard:03}.mrg.zst" for side in ("gold", "system")]
    with zstd.open(paths[0], "wb") as ours, zstd.open(paths[1], "wb") as theirs:
        for _ in range(repetitions):
            numbers = chance.integers(10 ** (len(_DIGITS) - 1), size=len(gold.places))
            read += ours.write(gold.numbered(numbers)) + theirs.write(system.numbered(numbers))
    return read, sum(path.stat().st_size for path in paths)


def sides(corpus: Corpus) -> tuple[Side, Side]:
    """Gold and system with room for numbers, without the sentences that have other words.

    Aligning those costs more than all others; benchmarks/alignment.py measures it.
    """
    pairs = zip(corpus.gold.splitlines(True), corpus.system.splitlines(True), strict=True)
    same = [pair for pair in pairs if _WORDS.findall(pair[0]) == _WORDS.findall(pair[1])]
    gold, system = (b"".join(lines).replace(_MARK, _DIGITS) for lines in zip(*same, strict=True))
    return _side(gold), _side(system)


def _side(text: bytes) -> Side:
    last = [found.end() - 1 for found in re.finditer(re.escape(_DIGITS), text)]
    return Side(np.frombuffer(text, np.uint8), np.array(last))


if __name__ == "__main__":
    main()
