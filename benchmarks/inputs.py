"""The input files of the benchmarks: the corpora of every kind, repeated until they are large enough.

Without the corpora, trees and texts are made from a small grammar; the other kinds need the corpora.
"""

import random
from collections.abc import Callable
from pathlib import Path

import relations
from corpus import SEED, built, load
from texts import texts

# A thousand sentences of benchmarks/relations.py are about so many megabytes of gold.
RELATIONS_MEGABYTES = 0.215
# Changes of the made-up system output: one word in so many.
CHANGED = 10

Pair = tuple[Path, Path]


class Inputs:
    """The input files of each kind and size, made when they are first wanted."""

    def __init__(self, corpora: Path, folder: Path) -> None:
        self.corpora = corpora
        self.folder = folder
        self._made: dict[tuple[str, float], Pair] = {}

    def pair(self, kind: str, size: float) -> Pair:
        """Gold and system of this kind; gold has about so many megabytes."""
        if (kind, size) not in self._made:
            folder = self.folder / f"{kind}-{size:g}"
            folder.mkdir()
            self._made[kind, size] = KINDS[kind](self.corpora, folder, int(size * 1e6))
        return self._made[kind, size]

    def sentences(self, kind: str, gold: Path) -> int:
        """How many sentences a file of gold has: lines of trees, else what blank lines end."""
        text = gold.read_bytes()
        return text.count(b"\n" if kind in ("trees", "made") else b"\n\n")


def _trees(corpora: Path, folder: Path, size: int) -> Pair:
    return load(corpora).write(folder, "trees", size)


def _made(_: Path, folder: Path, size: int) -> Pair:
    """Trees of the small grammar, whose system has gold's words."""
    return built().write(folder, "made", size)


def _texts(corpora: Path, folder: Path, size: int) -> Pair:
    sides = texts(corpora)
    # The two sides have other sentences, so there is no smaller file than the whole text.
    return _repeated(folder, "conllu", sides, max(size, len(sides[0])))


def _relations(_: Path, folder: Path, size: int) -> Pair:
    return relations.write(folder, max(1, round(size / RELATIONS_MEGABYTES / 1000)))


def _mixed(corpora: Path, folder: Path, size: int) -> Pair:
    """Dependencies of GUM and its pretty-printed trees of the same sentences."""
    trees = _joined(corpora / "gum" / "const", "ptb")
    return _repeated(folder, "txt", (_joined(corpora / "gum" / "dep", "conllu"), trees), size)


def _dependencies(corpora: Path, folder: Path, size: int) -> Pair:
    """Dependencies of GUM; the system's have some words on their head's head, others relabelled."""
    gold = _joined(corpora / "gum" / "dep", "conllu")
    dice = random.Random(SEED)
    blocks = gold.decode().split("\n\n")
    system = "\n\n".join(_reattached(block, dice) for block in blocks).encode()
    return _repeated(folder, "conllu", (gold, system), size)


def _reattached(block: str, dice: random.Random) -> str:
    """A sentence with a few changed words; it stays a tree, as heads are ancestors still."""
    rows = [line.split("\t") for line in block.split("\n")]
    heads = {row[0]: row[6] for row in rows if len(row) == 10}
    for row in rows:
        if len(row) < 10 or dice.randrange(CHANGED):
            continue
        above = heads.get(row[6], "0")
        if above.isdigit() and above != "0":
            row[6] = above
        elif row[7] != "root":
            row[7] = "dep"
    return "\n".join(map("\t".join, rows))


def _columns(corpora: Path, folder: Path, size: int) -> Pair:
    """Words with tags of chunks: runs of nominal and of verbal words, some tags changed."""
    sides = (_lines(corpora, lambda word, gold, _: f"{word} {gold}"),
             _lines(corpora, lambda word, _, guess: f"{word} {guess}"))  # fmt: skip
    return _repeated(folder, "iob", sides, size)


def _guesses(corpora: Path, folder: Path, size: int) -> Pair:
    """One file as conlleval reads it, with both tags; it stands for both sides."""
    both = _lines(corpora, lambda word, gold, guess: f"{word} {gold} {guess}")
    return _repeated(folder, "txt", (both, both), size)


CHUNK = dict.fromkeys(["NOUN", "PROPN", "PRON", "DET", "ADJ", "NUM"], "NP")
CHUNK |= dict.fromkeys(["VERB", "AUX", "PART"], "VP") | {"ADP": "PP"}


def _lines(corpora: Path, line: Callable[[str, str, str], str]) -> bytes:
    """A line for each word of GUM, made of the word, its tag and a guess; blank between sentences."""
    dice = random.Random(SEED)
    lines, last = [], ""
    for row in _joined(corpora / "gum" / "dep", "conllu").decode().split("\n"):
        cells = row.split("\t")
        if not row:
            lines.append("")
            last = ""
        elif len(cells) == 10 and cells[0].isdigit():
            chunk = CHUNK.get(cells[3], "")
            gold = f"{'I' if chunk == last else 'B'}-{chunk}" if chunk else "O"
            guess = gold if dice.randrange(CHANGED) else "B-NP"
            lines.append(line(cells[1].replace(" ", "_"), gold, guess))
            last = chunk
    return "\n".join(lines).rstrip("\n").encode() + b"\n\n"


def _joined(folder: Path, ending: str) -> bytes:
    paths = sorted(folder.glob(f"*.{ending}"))
    return b"".join(path.read_bytes() for path in paths)


def _repeated(folder: Path, ending: str, sides: tuple[bytes, bytes], size: int) -> Pair:
    """Both sides so often that gold has about this size; of a smaller one only the first sentences."""
    paths = folder / f"gold.{ending}", folder / f"system.{ending}"
    times = max(1, round(size / len(sides[0])))
    first = sides[0].count(b"\n\n", 0, size) if size < len(sides[0]) / 2 else 0
    for path, text in zip(paths, sides, strict=True):
        path.write_bytes(_begin(text, first) if first else text * times)
    return paths


def _begin(text: bytes, sentences: int) -> bytes:
    return b"".join(one + b"\n\n" for one in text.split(b"\n\n", sentences)[:sentences])


KINDS: dict[str, Callable[[Path, Path, int], Pair]] = {
    "trees": _trees,
    "made": _made,
    "texts": _texts,
    "relations": _relations,
    "mixed": _mixed,
    "dependencies": _dependencies,
    "columns": _columns,
    "guesses": _guesses,
}
