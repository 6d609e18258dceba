"""Large corpora for the benchmarks: real trees if there are any, else trees of a small grammar.

A few hundred trees are repeated until the files are large enough. Every repetition numbers its
words, so that no line of one repetition comes back in another.
"""

import os
import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

# A phrase is its label and children; a word is its tag and itself.
Tree: TypeAlias = "tuple[str, list[Tree] | str]"

ROOT = Path(__file__).resolve().parent.parent
CORPORA = Path(os.environ.get("KARAT_CORPORA") or ROOT.parent / "shared" / "data")
SEED = 1998
TREES = 48
# Words with quotes or slashes stay as they are: EVALB's quote rules look at their form.
_WORD = re.compile(rb" ([^ ()'\"/]+)\)")
_NUMBER = b"\0"

GRAMMAR: dict[str, list[list[str]]] = {
    "S": [["NP", "VP", "."], ["PP", ",", "NP", "VP", "."], ["NP", "ADVP", "VP", "."]],
    "NP": [["DT", "NN"], ["DT", "JJ", "NN"], ["NNP"], ["NP", "PP"], ["NP", ",", "SBAR"]],
    "VP": [["VBD", "NP"], ["VBD", "NP", "PP"], ["VBD", "SBAR"], ["VP", "CC", "VP"]],
    "PP": [["IN", "NP"]],
    "SBAR": [["IN", "NP", "VP"]],
    "ADVP": [["RB"], ["RB", "RB"]],
}
WORDS: dict[str, list[str]] = {
    "DT": ["the", "a", "every", "this"],
    "JJ": ["old", "balanced", "noisy", "rather-long-winded"],
    "NN": ["parser", "tree", "bracket", "treebank", "corpus", "yardstick"],
    "NNP": ["Sheffield", "Pennsylvania", "Kim"],
    "VBD": ["saw", "scored", "evaluated", "crossed"],
    "IN": ["of", "with", "that", "because", "in"],
    "RB": ["never", "quickly", "often"],
    "CC": ["and", "or"],
    ",": [","],
    ".": ["."],
}


@dataclass(frozen=True)
class Corpus:
    """Gold and system trees, one a line, with a mark where a repetition's number goes."""

    name: str
    gold: bytes
    system: bytes

    @property
    def sentences(self) -> int:
        """How many sentences one repetition has."""
        return self.gold.count(b"\n")

    def repetitions(self, size: int) -> int:
        """How often to repeat the trees so that the gold file has at least so many bytes."""
        total = repetition = 0
        while total < size:
            digits = len(str(repetition))
            total += len(self.gold) + digits * self.gold.count(_NUMBER)
            repetition += 1
        return repetition

    def write(self, folder: Path, name: str, size: int) -> tuple[Path, Path]:
        """Two files, gold and system, of about so many bytes each; ``size`` 0: the trees as is."""
        paths = folder / f"{name}.gold.mrg", folder / f"{name}.system.mrg"
        for path, text in zip(paths, (self.gold, self.system), strict=True):
            with path.open("wb") as out:
                if not size:
                    out.write(text.replace(_NUMBER, b""))
                for repetition in range(self.repetitions(size)):
                    out.write(text.replace(_NUMBER, b"_%d" % repetition))
        return paths


def load(corpora: Path = CORPORA) -> Corpus:
    """The gum-news trees of the corpora folder, or trees of the small grammar."""
    folder = corpora / "gum-news"
    files = folder / "gold.mrg", folder / "benepar.mrg"
    if all(path.is_file() for path in files):
        gold, system = (path.read_bytes().rstrip(b"\n") + b"\n" for path in files)
        return Corpus("gum-news", _marked(gold), _marked(system))
    return built()


def built(trees: int = TREES) -> Corpus:
    """Trees of the small grammar, the same in every run, and what a parser might make of them."""
    chance = random.Random(SEED)
    golds = [_expand("S", 0, chance) for _ in range(trees)]
    systems = [_garbled(tree, chance) for tree in golds]
    gold, system = ("".join(f"(TOP {_text(t)})\n" for t in side) for side in (golds, systems))
    return Corpus("built from a small grammar", _marked(gold.encode()), _marked(system.encode()))


def _marked(text: bytes) -> bytes:
    return _WORD.sub(rb" \1" + _NUMBER + b")", text)


def _expand(symbol: str, depth: int, chance: random.Random) -> Tree:
    """A random tree; deep down only the rules that end soon are used."""
    if symbol in WORDS:
        return symbol, chance.choice(WORDS[symbol])
    rules = GRAMMAR[symbol]
    rule = chance.choice(rules if depth < 6 else rules[:1])
    return symbol, [_expand(child, depth + 1, chance) for child in rule]


def _garbled(tree: Tree, chance: random.Random) -> Tree:
    """The tree with some brackets relabelled, dropped or moved; its words stay."""
    label, below = tree
    if isinstance(below, str):
        return tree
    children: list[Tree] = []
    for child in below:
        new = _garbled(child, chance)
        phrase = new[1]
        if isinstance(phrase, str):
            children.append(new)
        elif (roll := chance.random()) < 0.05:
            children.append((chance.choice(list(GRAMMAR)), phrase))
        elif roll < 0.10:
            children += phrase
        elif roll < 0.15 and len(phrase) > 1:
            # Its bracket ends one child earlier.
            children += [(new[0], phrase[:-1]), phrase[-1]]
        else:
            children.append(new)
    return label, children


def _text(tree: Tree) -> str:
    label, below = tree
    inside = below if isinstance(below, str) else " ".join(map(_text, below))
    return f"({label} {inside})"
