"""The sentences of a system as compact data, block by block, which a page unpacks when one is drawn.

A block has the columns of all its sentences, scheme by scheme: words, tags and rows of both sides, their
marks, figures and errors. There are two parts for each block and system: gold's words and rows, which are the
same for most systems, and the rest. A part is JSON, deflated; unpack.js reads it.
"""

import json
import zlib
from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, pairwise
from typing import Any, TypeVar

from karat.analysis.blame import Blame
from karat.analysis.drawn_side import MARKS, SideColumns
from karat.analysis.picture import SIGNS, Mark, Pair, Side
from karat.analysis.picture_of import PairColumns

# How many sentences a block has, and how many a block of plain text.
BLOCK, TEXT = 256, 4096
_LEVEL = 4
_SIGN = [SIGNS[mark] for mark in MARKS]
_MISTAKES = {SIGNS[one] for one in (Mark.MISSED, Mark.VIOLATED, Mark.SPURIOUS, Mark.CROSSING)}

_Key = TypeVar("_Key", bound=Hashable)


class Numbered(dict[_Key, int]):
    """Gives a number to everything that it is asked for, in the order in which it first is.

    >>> known = Numbered()
    >>> [known[label] for label in ("NP", "VP", "NP")], list(known)
    ([0, 1, 0], ['NP', 'VP'])
    """

    def __missing__(self, key: _Key) -> int:
        number = self[key] = len(self)
        return number


class Skeleton:
    """The words, tags and rows of the sentences of one side, without what the comparison says of them."""

    def __init__(self, strings: Numbered[str]) -> None:
        self._strings = strings
        self.words: list[Sequence[str]] = []
        self._tags: list[int] = []
        self._rows: list[int] = []
        self._labels: list[int] = []
        self._sizes: list[int] = []
        self._ranges: list[tuple[int, int]] = []
        self._parents: list[int] = []

    def add(self, side: Side) -> None:
        """The next sentence."""
        number = self._strings.__getitem__
        self.words.append(side.words)
        self._tags.extend(map(number, side.tags))
        self._rows.append(len(side.rows))
        if not side.rows:
            return
        _, labels, parts, parents, _ = zip(*side.rows, strict=True)
        self._labels.extend(map(number, labels))
        self._sizes.extend(map(len, parts))
        self._ranges.extend(chain.from_iterable(parts))
        self._parents.extend(parents)

    def extend(self, side: SideColumns) -> None:
        """The next sentences."""
        number = self._strings.__getitem__
        self.words += side.words
        self._tags.extend(map(number, side.tags))
        self._rows += side.rows
        self._labels.extend(map(number, side.labels))
        self._sizes += [1] * len(side.labels)
        self._ranges.extend(zip(side.starts, side.ends, strict=True))
        self._parents += side.parents

    def labels(self, rows: Iterable[int]) -> Iterator[tuple[int, str]]:
        """The sentence and the label of some rows of the block."""
        strings, ends = list(self._strings), list(accumulate(self._rows))
        return ((bisect_right(ends, row), strings[self._labels[row]]) for row in rows)

    def document(self, like: Sequence[Sequence[str]] = ()) -> dict[str, Any]:
        """As JSON; ``like`` has the words of other sides, and 0 stands for the same words."""
        both = zip(self.words, like or self.words, strict=True)
        words = [0 if like and mine == other else mine for mine, other in both]
        sizes, parents = set(self._sizes), set(self._parents)
        return {
            "words": words,
            "tags": self._tags,
            "rows": self._rows,
            "labels": self._labels,
            "sizes": sizes.pop() if len(sizes) == 1 else self._sizes,
            "begins": [a for a, _ in self._ranges],
            "lengths": [b - a for a, b in self._ranges],
            "parents": self._parents if parents != {-1} else 0,
        }


class Verdict:
    """What a comparison says of the sentences of one side.

    Rows and words are counted through the block.
    """

    def __init__(self, strings: Numbered[str]) -> None:
        self._strings = strings
        self._signs: list[str] = []
        self._whys: dict[str, list[int]] = {}
        self._left_out: dict[str, list[int]] = {}
        self._odd: list[int] = []
        self._wrong: list[int] = []
        self._words = 0

    def add(self, side: Side) -> None:
        """The next sentence."""
        for row, why in [(row, one.why) for row, one in enumerate(side.rows) if one.why]:
            self._whys.setdefault(why, []).append(len(self._signs) + row)
        self._signs += [SIGNS[row.mark] for row in side.rows]
        for at, why in side.left_out.items():
            self._left_out.setdefault(why, []).append(self._words + at)
        self._wrong += [self._words + at for at in sorted(side.wrong_tags)]
        self._odd += [self._words + side.odd] if side.odd >= 0 else []
        self._words += len(side.words)

    def extend(self, side: SideColumns, odd: Sequence[int], wrong: Sequence[int] = ()) -> None:
        """The next sentences."""
        both = (
            (self._whys, side.whys, len(self._signs)),
            (self._left_out, side.left_out, self._words),
        )
        for known, found, before in both:
            for why, places in found.items():
                known.setdefault(why, []).extend([before + at for at in places])
        self._signs += map(_SIGN.__getitem__, side.marks.tolist())
        self._wrong += [self._words + at for at in wrong]
        self._odd += [self._words + at for at in odd]
        self._words += len(side.tags)

    def mistakes(self) -> list[int]:
        """The rows that the other side does not have."""
        return [row for row, sign in enumerate(self._signs) if sign in _MISTAKES]

    def document(self) -> dict[str, Any]:
        number = self._strings
        return {
            "signs": "".join(self._signs),
            "whys": [[number[why], *_steps(rows)] for why, rows in self._whys.items()],
            "left_out": [[number[why], *_steps(words)] for why, words in self._left_out.items()],
            "odd": _steps(self._odd),
            "wrong": _steps(self._wrong),
        }


def _steps(numbers: Sequence[int]) -> list[int]:
    """Numbers as what each adds to the one before, which takes less room.

    >>> _steps([3, 10, 11])
    [3, 7, 1]
    """
    return [*numbers[:1], *(after - before for before, after in pairwise(numbers))]


class SchemeBlock:
    """The pairs of a block under one scheme."""

    def __init__(self, gold_strings: Numbered[str], strings: Numbered[str]) -> None:
        self._strings = strings
        self.gold, self.system = Skeleton(gold_strings), Skeleton(strings)
        self._verdicts = Verdict(strings), Verdict(strings)
        self._figures: Numbered[tuple[float | None, ...]] = Numbered()
        self._values: list[int] = []
        self._failures: list[tuple[int, int]] = []
        self._aligned: list[int] = []
        self._errors: list[list[Any]] = []

    def extend(self, pairs: PairColumns) -> None:
        """The next sentences; their errors are to be added with ``blame``."""
        before = len(self._values)
        for side, bones, verdict, odd, wrong in zip(
            (pairs.gold, pairs.system), (self.gold, self.system), self._verdicts, pairs.odd,
            ((), pairs.wrong), strict=True,
        ):  # fmt: skip
            bones.extend(side)
            verdict.extend(side, odd, wrong)
        self._values += [self._figures[tuple(map(_short, values))] for values in pairs.figures]
        self._failures += [(before + at, self._strings[why]) for at, why in pairs.failures.items()]
        self._aligned += [before + at for at in pairs.aligned]

    def add(self, pair: Pair) -> None:
        """The next sentence."""
        at = len(self._values)
        self.gold.add(pair.gold)
        self.system.add(pair.system)
        for verdict, side in zip(self._verdicts, (pair.gold, pair.system), strict=True):
            verdict.add(side)
        self._values.append(self._figures[tuple([_short(value) for _, value in pair.figures])])
        if pair.failure:
            self._failures.append((at, self._strings[pair.failure]))
        if pair.aligned:
            self._aligned.append(at)

    def blame(self, at: int, errors: Iterable[Blame]) -> None:
        """The errors of a sentence of the block, counted from 0."""
        for one in errors:
            said = self._strings[one.cause], self._strings[one.detail]
            self._errors.append([at, *said, list(one.gold), list(one.system), one.words or 0])

    def labels_in_error(self) -> list[tuple[str, ...]]:
        """For each sentence the labels of rows that only one side has."""
        found = [set[str]() for _ in self._values]
        for bones, verdict in zip((self.gold, self.system), self._verdicts, strict=True):
            for sentence, label in bones.labels(verdict.mistakes()):
                found[sentence].add(label)
        return [tuple(sorted(some)) for some in found]

    def document(self) -> dict[str, Any]:
        return {
            "gold": self._verdicts[0].document(),
            "system": self.system.document(self.gold.words) | self._verdicts[1].document(),
            "figures": list(self._figures), "values": self._values, "failures": self._failures,
            "aligned": self._aligned, "errors": self._errors,
        }  # fmt: skip


class Block:
    """A block of sentences of one system, scheme by scheme."""

    def __init__(self, names: tuple[str, str]) -> None:
        self._names = names
        self._gold_strings: Numbered[str] = Numbered()
        self._strings: Numbered[str] = Numbered()
        self._schemes: list[SchemeBlock] = []

    def scheme(self) -> SchemeBlock:
        """The next scheme, to which the pairs of the block are to be added."""
        self._schemes.append(SchemeBlock(self._gold_strings, self._strings))
        return self._schemes[-1]

    def labels_in_error(self) -> list[list[tuple[str, ...]]]:
        """For each scheme and sentence the labels of rows that only one side has."""
        return [one.labels_in_error() for one in self._schemes]

    def parts(self) -> tuple[bytes, bytes]:
        """Gold's words and rows, and the rest."""
        first, *others = (one.gold for one in self._schemes)
        gold = [first.document(), *(one.document(first.words) for one in others)]
        pairs = [one.document() for one in self._schemes]
        return (
            deflated({"schemes": gold, "strings": list(self._gold_strings)}),
            deflated({"names": self._names, "schemes": pairs, "strings": list(self._strings)}),
        )


def _short(value: float) -> float | None:
    """A figure with as many digits as tell all figures of sentences apart; null if it is undefined."""
    return None if value != value else round(value, 9)


def deflated(document: Any) -> bytes:
    """JSON, deflated without a header."""
    return deflated_text([text_of(document)])


def text_of(document: Any) -> str:
    """JSON as packed data have it."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def deflated_text(pieces: Iterable[str]) -> bytes:
    """A text, deflated without a header; it may be longer than memory allows."""
    squeeze = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    found = [squeeze.compress(one.encode("utf-8", "surrogatepass")) for one in pieces]
    return b"".join(found) + squeeze.flush()
