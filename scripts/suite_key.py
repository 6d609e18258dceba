"""Write the flat key of a suite, flat.mrg, from its trees.mrg.

    python scripts/suite_key.py src/karat/data/suites/karat-200

The key is what the view flatten makes of the trees. Clauses without a verb phrase are disputed, so
their brackets are marked as optional (SBAR?): small clauses (*found the witness honest*) and what is
left of a clause whose verb is not repeated (*and Paul coffee*).
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

import karat
from karat.formats.brackets import dumps
from karat.views.flatten import flatten

_PIECE = re.compile(r"\(([^\s()]+) ([^\s()]+)\)|\(([^\s()]+) |\)")
_VERBLESS = re.compile(r"\S+(-PRD|=\d+)\b")


class Bracket(NamedTuple):
    """A bracket of a tree: its words, the labels below it, and where its own label ends in the line."""

    label: str
    first: int
    last: int
    below: list[str]
    at: int

    @property
    def disputed(self) -> bool:
        """Whether it is a clause that has a predicate or remnants, but no verb phrase."""
        verb = any(one == "VP" or one.startswith("VB") for one in self.below)
        return self.label == "S" and not verb and any(map(_VERBLESS.match, self.below))


def brackets(tree: str) -> list[Bracket]:
    """All brackets of a tree on one line; null elements are no words.

    >>> [one.label for one in brackets("(S (NP-SBJ (NN tea)) (NP-PRD (NN coffee)))") if one.disputed]
    ['S']
    """
    found: list[Bracket] = []
    open_ = [Bracket("", 0, 0, [], 0)]
    at = 0
    for piece in _PIECE.finditer(tree):
        tag, _, label = piece.groups()
        if label or tag:
            open_[-1].below.append(label or tag)
        if label:
            open_.append(Bracket(label, at, at, [], piece.end() - 1))
        elif tag:
            at += tag != "-NONE-"
        else:
            found.append(open_.pop()._replace(last=at))
    return found


def marked(tree: str, key: str) -> str:
    """The key, in which the brackets that are disputed in the tree are optional."""
    disputed = {(one.first, one.last) for one in brackets(tree) if one.disputed}
    places = [one.at for one in brackets(key) if (one.first, one.last) in disputed]
    for at in sorted(places, reverse=True):
        key = f"{key[:at]}?{key[at:]}"
    return key


def main(folder: Path) -> None:
    """Write the key beside the trees."""
    trees = (folder / "trees.mrg").read_text().splitlines()
    keys = dumps(flatten(karat.read(folder / "trees.mrg"))).splitlines()
    pairs = zip(trees, keys, strict=True)
    (folder / "flat.mrg").write_text("".join(f"{marked(*pair)}\n" for pair in pairs))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("python scripts/suite_key.py FOLDER: the folder of a suite that has trees.mrg")
    main(Path(sys.argv[1]))
