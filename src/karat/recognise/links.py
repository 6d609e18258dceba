"""Linkages of Link Grammar as graphs: every link goes from the left word to the right one.

    [(LEFT-WALL)(John.m)(sleeps.v)]
    [[0 2 0 (WV)][0 1 0 (Wd)][1 2 0 (Ss*s)]]

The output of link-parser is read as in karat.formats.links; the display above (``-postscript=1``) is
the safest, because it distinguishes equal words. The dictionary entry of a word becomes its xpos:
``v-d`` for ran.v-d. A guessed word without an entry gets the mark of the guess: ``!`` for Oslo[!].
The walls are words too.
"""

import re
from collections.abc import Sequence

import numpy as np

from karat.formats.links.reading import LinkageError
from karat.formats.links.reading import read as read_linkage
from karat.patterns.graph import Graph
from karat.patterns.names import connector

_WORD = re.compile(r"(.+?)(?:\[([!?~&])[^\]]*\])?(?:\.([a-z][a-z0-9-]*|#\S+))?")
_PHRASES = re.compile(r"^\([A-Z]+ [^\n]*(?:\n +[^\n]*)*", re.MULTILINE)

Links = list[tuple[int, int, str]]


def read(text: str) -> tuple[list[str], Links]:
    """The words and links of the first linkage in a text; empty if it cannot be read.

    >>> read("[(LEFT-WALL)(John.m)(sleeps.v)]\\n[[0 1 0 (Wd)][1 2 0 (Ss*s)]]\\n")
    (['LEFT-WALL', 'John.m', 'sleeps.v'], [(0, 1, 'Wd'), (1, 2, 'Ss*s')])
    """
    try:
        linkage = read_linkage(text.split("\n"))
    except LinkageError:
        return [], []
    return linkage.words, [(link.left, link.right, link.label) for link in linkage.links]


def phrases(text: str) -> str:
    """The phrase structure that link-parser prints with a linkage, on one line; empty if none.

    >>> phrases("+--Wd--+\\n\\n(S (NP John.m)\\n   (VP sleeps.v))\\n")
    '(S (NP John.m) (VP sleeps.v))'
    """
    found = _PHRASES.search(text)
    return " ".join(found[0].split()) if found else ""


def graph(texts: Sequence[str]) -> Graph:
    sentence: list[int] = []
    forms: list[str | None] = []
    entries: list[str | None] = []
    links: Links = []
    for i, text in enumerate(texts):
        words, found = read(text)
        first = len(sentence)
        links += [(first + a, first + b, label) for a, b, label in found]
        for word in words:
            parts = _WORD.fullmatch(word)
            sentence.append(i)
            forms.append(parts[1] if parts else word)
            entries.append(parts[3] or parts[2] if parts else None)
    return Graph(
        len(texts),
        np.array(sentence, np.int64),
        {"form": forms, "xpos": entries},
        [a for a, _, _ in links],
        [b for _, b, _ in links],
        [label for _, _, label in links],
        connector,
    )
