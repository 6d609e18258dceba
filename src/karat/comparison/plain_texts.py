"""Two whole texts in CoNLL-U counted as the CoNLL 2018 shared task does, without making Banks of them.

This is the quick way of ``karat.comparison.texts`` for ordinary files. It needs no NumPy, which takes
longer to load than most files take to score.
"""

import mmap
from typing import Any, TypeAlias

from karat.kernels import align
from karat.kernels import conll18 as kernel
from karat.model.universal import CONTENT, FEATURES, FUNCTIONAL

Text: TypeAlias = bytes | bytearray | memoryview

_RIGHT = ("UPOS", "XPOS", "UFeats", "AllTags", "Lemmas", "UAS", "LAS")
_OF_CONTENT = ("CLAS", "MLAS", "BLEX")
_PARTS = ("gold", "system", "correct")
# The columns of the kernel's table by their names; those of several figures are named by the first.
COLUMNS = (
    *(f"{figure}_{part}" for figure in ("Tokens", "Sentences", "Words") for part in _PARTS),
    *(f"{figure}_correct" for figure in _RIGHT),
    *(f"CLAS_{part}" for part in ("gold", "system", "aligned")),
    *(f"{figure}_correct" for figure in _OF_CONTENT),
)
# What the scheme counts, in its order.
NAMES = (
    *COLUMNS[:9],
    *(f"{figure}_{part}" for figure in (*_RIGHT, *_OF_CONTENT) for part in (*_PARTS, "aligned")),
)
# A line of a word has nine tabs, a digit, a head and a newline.
_SHORTEST = 12


def _names() -> bytes:
    table = bytearray(kernel.SLOTS * kernel.WIDTH)
    for names, what in (
        (CONTENT, kernel.CONTENT), (FUNCTIONAL, kernel.FUNCTIONAL), (FEATURES, kernel.FEATURE),
    ):  # fmt: skip
        for name in sorted(names):
            kernel.enter(name, what, table)
    return bytes(table)


_NAMES = _names()


def source_of(name: str) -> str:
    """The column that has a count: figures about the same words share what gold and system have.

    >>> source_of("UAS_gold"), source_of("UAS_aligned"), source_of("MLAS_aligned"), source_of("LAS_correct")
    ('Words_gold', 'Words_correct', 'CLAS_aligned', 'LAS_correct')
    """
    figure, part = name.split("_")
    if figure in _OF_CONTENT and part != "correct":
        return f"CLAS_{part}"
    if figure in _RIGHT and part != "correct":
        return "Words_correct" if part == "aligned" else f"Words_{part}"
    return name


class _Room:
    """The arrays for one side, large enough for any text of ``size`` bytes.

    Memory that nobody writes to is not taken from the system, so they may be generous.
    """

    def __init__(self, size: int) -> None:
        words = size // _SHORTEST + 2
        self.size = size
        self.spots = _zeros(8 * words).cast("i")
        self.columns = [_zeros(words).cast("i") for _ in range(8)]
        self.flags = [_zeros(words, 1).cast("b") for _ in range(2)]
        self.characters = _zeros(size + 1, 1)

    def side(self, text: Text) -> kernel.Side:
        arrays: list[Any] = [self.spots, *self.columns, *self.flags, self.characters]
        return kernel.Side(text, *arrays)

    def places(self, words: int) -> align.Places:
        _, begin, finish = self.columns[:3]
        return align.Places(begin[:words], finish[:words], self.flags[0][:words])

    def partners(self, words: int) -> memoryview:
        return self.columns[3][:words]

    def forms(self, text: Text, first: int, last: int) -> list[bytes]:
        """The forms of words as they are compared in multiword tokens."""
        from karat.comparison.alignment import unspaced

        found = []
        for w in range(first, last):
            form = bytes(text[self.spots[8 * w] : self.spots[8 * w + 1] - 1])
            found.append(form if self.flags[0][w] else unspaced(form))
        return found


def _zeros(count: int, width: int = 4) -> memoryview:
    return memoryview(mmap.mmap(-1, count * width))


def _table(rows: int, columns: int, width: int) -> memoryview:
    return _zeros(rows * columns, width).cast("i" if width == 4 else "q", (rows, columns))


class PlainTexts:
    """Counts pairs of texts; what it holds is used again for the next pair.

    With ``strict`` each sentence ends with exactly one blank line. With ``tagged`` each word of gold has
    a tag.
    """

    def __init__(self, *, strict: bool = False, tagged: bool = False) -> None:
        self._strict, self._tagged = strict, tagged
        self._rooms = [_Room(0), _Room(0)]
        self._scratch = _zeros(4 * kernel.MOST_FEATURES).cast("i")

    def __call__(self, gold: Text, system: Text) -> memoryview | None:
        """The counts of each gold sentence under ``COLUMNS``; None if the texts are not ordinary."""
        texts = gold, system
        sides = []
        for at, text in enumerate(texts):
            if not len(text):
                return None
            if len(text) > self._rooms[at].size:
                self._rooms[at] = _Room(len(text) + len(text) // 4)
            sides.append(self._rooms[at].side(text))
        ours, theirs = sides
        found = kernel.read(ours, len(gold), self._strict, _NAMES)
        if found < 0 or kernel.read(theirs, len(system), self._strict, _NAMES) < 0:
            return None
        if not kernel.alike(ours, theirs) or (self._tagged and not kernel.tagged(ours)):
            return None
        self._pair(texts, ours, theirs)
        # Only comments may be left at the end of both files: a row of zeros.
        counts = _table(max(found, 1), kernel.COUNTS, 8)
        if kernel.count(ours, theirs, _NAMES, self._scratch, counts) < 0:
            return None
        return counts

    def _pair(self, texts: tuple[Text, Text], ours: kernel.Side, theirs: kernel.Side) -> None:
        """Find the partner of each word."""
        left, right = self._rooms
        sizes = [kernel.sizes(side)[0] for side in (ours, theirs)]
        partners = [room.partners(size) for room, size in zip(self._rooms, sizes, strict=True)]
        most = min(sizes) + 1
        stretches = _table(most, 4, 4)
        places = left.places(sizes[0]), right.places(sizes[1])
        found = align.partners(*places, partners[0], partners[1], stretches)
        rest = kernel.settle(ours, theirs, stretches, found)
        if not rest:
            return
        from karat.comparison.alignment import common_subsequence, lowered

        for row in range(rest):
            g0, g1, s0, s1 = (stretches[row, k] for k in range(4))
            forms = left.forms(texts[0], g0, g1), right.forms(texts[1], s0, s1)
            for g, s in common_subsequence(*map(lowered, forms)):
                partners[0][g0 + g] = s0 + s
                partners[1][s0 + s] = g0 + g


class Sums:
    """The sums of tables of counts."""

    def __init__(self) -> None:
        self._sums = _table(1, kernel.COUNTS, 8)

    def add(self, counts: memoryview) -> None:
        kernel.add(counts, len(counts), self._sums)

    def by_figure(self) -> dict[str, int]:
        """The sums, by the names that the scheme gives its counts."""
        sums = {name: self._sums[0, k] for k, name in enumerate(COLUMNS)}
        return {name: sums[source_of(name)] for name in NAMES}
