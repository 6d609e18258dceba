"""Measure what aligning sentences costs, as ratios of processor time.

    python benchmarks/alignment.py [--runs 9]

Scores trees with themselves, so that nothing fails and nothing is aligned (``failed=drop``). Then come
``failed=align`` with the same files, and a copy in which one sentence in ten has a word cut in two or
changed, with ``failed=drop`` and ``failed=align``; both align it, the first only for the line below the
table. Numbers in the words make every sentence different. The last lines are one sentence of 10,000 words
against a copy with a third of its words lost, changed or cut, as a tree and as a graph.
"""

import argparse
import random
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from corpus import load

SCHEMES = ("evalb", "flat", "parseval", "chunks", "deps")
SEED = 1998
SENTENCES = 15_000
LONG = 10_000
_LEAF = re.compile(r"\(([^() ]+) ([^() ]+)\)")


def main() -> None:
    """Print the ratios; a limit that is missed is marked."""
    parser = argparse.ArgumentParser(description="Measure what aligning sentences costs.")
    parser.add_argument("--runs", type=int, default=9, help="the best of so many runs counts")
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory(prefix="karat-bench-") as name:
        folder = Path(name)
        gold, tenth = corpora(folder)
        print("ratios to plain scoring of files of which no sentence fails")
        print("scheme    nothing differs, align (1.2)  a tenth, drop (2.0)  a tenth, align (2.0)")
        for scheme in SCHEMES:
            drop, align = f"{scheme}(failed=drop)", f"{scheme}(failed=align)"
            calls = (gold, drop), (gold, align), (tenth, drop), (tenth, align)
            # In turn, so that what slows the machine down for a while slows all of them down.
            rounds = [[seconds(1, gold, *call) for call in calls] for _ in range(runs)]
            plain, *others = map(min, zip(*rounds, strict=True))
            same, *tenths = (one / plain for one in others)
            row = "  ".join(f"{marked(one, 2.0):>20}" for one in tenths)
            print(f"{scheme:<9} {marked(same, 1.2):>28}  {row}", flush=True)
        for kind, scheme, make in (("tree", "evalb", tree), ("graph", "deps", graph)):
            files = [folder / f"{kind}.{number}" for number in (1, 2)]
            words = [f"w{number}x{number * 7919 % 10007}" for number in range(LONG)]
            for path, side in zip(files, (words, damaged(words)), strict=True):
                path.write_text(make(side), encoding="utf-8")
            taken = seconds(1, *files, f"{scheme}(failed=align)")
            print(f"a {kind} of {LONG} words against a damaged copy: {taken:.1f} s")


def marked(ratio: float, most: float) -> str:
    """A ratio, with a mark if it is too large."""
    return f"{ratio:.2f}{' (missed)' if ratio > most else ''}"


def seconds(runs: int, gold: Path, system: Path, scheme: str) -> float:
    """The processor time of the best run."""
    command = [sys.executable, "-m", "karat", "score", str(gold), str(system), "--scheme", scheme]
    best = float("inf")
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, used)
    return best


def corpora(folder: Path) -> tuple[Path, Path]:
    """Gold, and a copy in which one sentence in ten has another word."""
    trees = load().gold.replace(b"\0", b"").decode().splitlines()
    # A number in every word, so that no word of one repetition is one of another.
    lines = [
        _LEAF.sub(rf"(\1 \2_{at // len(trees)})", trees[at % len(trees)]) for at in range(SENTENCES)
    ]
    chance = random.Random(SEED)
    gold, tenth = folder / "gold.mrg", folder / "tenth.mrg"
    gold.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    changed = (one_word_changed(one, chance) if chance.random() < 0.1 else one for one in lines)
    tenth.write_text("".join(f"{line}\n" for line in changed), encoding="utf-8")
    return gold, tenth


def one_word_changed(tree: str, chance: random.Random) -> str:
    """A tree with one word cut in two, or another word in its place."""
    leaf = chance.choice([*_LEAF.finditer(tree)])
    tag, word = leaf.groups()
    half = len(word) // 2
    cut = half and chance.random() < 0.5
    new = f"({tag} {word[:half]}) ({tag} {word[half:]})" if cut else f"({tag} {word}x)"
    return tree[: leaf.start()] + new + tree[leaf.end() :]


def damaged(words: list[str]) -> list[str]:
    """A third of the words lost, changed or cut in two."""
    chance = random.Random(SEED)
    ways: list[Callable[[str], list[str]]] = [
        lambda word: [],
        lambda word: [word[::-1]],
        lambda word: [word[:3], word[3:]],
        *[lambda word: [word]] * 6,
    ]
    return [new for word in words for new in chance.choice(ways)(word) if new]


def tree(words: list[str]) -> str:
    """Phrases of five words in one sentence."""
    leaves = [f"(NN {word})" for word in words]
    phrases = (f"(NP {' '.join(leaves[at : at + 5])})" for at in range(0, len(leaves), 5))
    return f"(S {' '.join(phrases)})\n"


def graph(words: list[str]) -> str:
    """Each word hangs on the one before it."""
    rows = (
        f"{at}\t{word}\t_\tX\t_\t_\t{at - 1}\t{'dep' if at > 1 else 'root'}\t_\t_\n"
        for at, word in enumerate(words, 1)
    )
    return "".join(rows) + "\n"


if __name__ == "__main__":
    main()
