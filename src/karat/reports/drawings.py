"""The drawing of a sentence for a terminal, by the kind of its picture."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from karat.analysis.picture import Pair, Side
from karat.reports import arcs, lanes, listing, trees
from karat.reports.leaves import LONGEST, STRONG, leaf
from karat.reports.terminal import Piece, flow, paint, shown

Lines: TypeAlias = Iterator[list[Piece]]


@dataclass(frozen=True)
class Drawings:
    """How sentences are drawn: the width in columns, the greatest number of lines, with colours or not."""

    width: int
    limit: int | None
    colour: bool

    @property
    def longest(self) -> int | None:
        """How many characters of a word or label are shown."""
        return None if self.limit is None else LONGEST

    def drawn(self, kind: str, pairs: Sequence[Pair], titles: Sequence[str]) -> Iterator[str]:
        """The lines of a sentence; ``titles`` are those of gold and of each system.

        All systems are in one drawing if gold is the same in all pairs. Arcs have one for each system.
        """
        if len(pairs) == 1 or (kind != "arcs" and _same_gold(pairs)):
            yield from self._group(kind, pairs, titles)
            return
        for number, (pair, title) in enumerate(zip(pairs, titles[1:], strict=True)):
            yield from [""] * bool(number)
            if kind != "tree":
                yield "  " + paint(title, STRONG, self.colour)
            yield from self._group(kind, [pair], [titles[0], title])

    def _group(self, kind: str, pairs: Sequence[Pair], titles: Sequence[str]) -> Iterator[str]:
        if kind == "tree":
            yield from trees.Drawing(self.width, self.limit, self.colour).drawn(pairs, titles)
            return
        if any(pair.failure for pair in pairs):
            found = self._words(pairs[0], titles)
        else:
            found = _KINDS[kind](self, pairs, titles)
        yield from shown(found, self._painted, self.limit)

    def _painted(self, line: Iterable[Piece]) -> str:
        return "".join(paint(*piece, self.colour) for piece in line).rstrip()

    def _words(self, pair: Pair, titles: Sequence[str]) -> Lines:
        """Both sides of a sentence that could not be compared."""
        for side, title in zip((pair.gold, pair.system), titles, strict=True):
            yield [Piece(f"  {title}", STRONG)]
            words = (leaf(side, at, self.longest) for at in range(len(side.words)))
            yield from flow([Piece("  ")], words, [Piece("  ")], self.width)

    def _arcs(self, pairs: Sequence[Pair], titles: Sequence[str]) -> Lines:
        if not any(_sides(pairs)):
            yield [Piece("neither side has any")]
        yield from arcs.drawing(pairs[0], self.width, self.longest)

    def _ranges(self, pairs: Sequence[Pair], titles: Sequence[str]) -> Lines:
        """Brackets under the words; rows with several parts are listed."""
        sides = [pairs[0].gold, *(pair.system for pair in pairs)]
        rows = [row for side in sides for row in side.rows]
        if not rows:
            yield [Piece("neither side has any")]
        elif len({len(side.words) for side in sides}) > 1:
            for side, title in zip(sides, titles, strict=True):
                yield from lanes.drawing([lanes.Ranges.of(title, side)], self.width, self.longest)
        elif any(len(row.parts) > 1 for row in rows):
            found = listing.merged(pairs)
            yield from listing.lines(sides[0], found, self.longest)
            yield []
            yield from listing.under(sides[0], found, self.width)
        else:
            golds = [pair.gold for pair in pairs]
            names = [title.partition(":")[0] for title in titles]
            found_too = [lanes.Ranges.of(names[0], *golds, longest=self.longest)]
            found_too += [
                lanes.Ranges.of(name, pair.system, longest=self.longest)
                for name, pair in zip(names[1:], pairs, strict=True)
            ]
            yield from lanes.drawing(found_too, self.width, self.longest)

    def _names(self, pairs: Sequence[Pair], titles: Sequence[str]) -> Lines:
        if not any(_sides(pairs)):
            yield [Piece("neither side has any")]
        yield from listing.lines(pairs[0].gold, listing.merged(pairs), self.longest)


_KINDS: dict[str, Callable[[Drawings, Sequence[Pair], Sequence[str]], Lines]] = {
    "arcs": Drawings._arcs,
    "ranges": Drawings._ranges,
    "names": Drawings._names,
}


def _sides(pairs: Sequence[Pair]) -> list[Sequence[object]]:
    return [side.rows for pair in pairs for side in (pair.gold, pair.system)]


def _same_gold(pairs: Sequence[Pair]) -> bool:
    """Whether gold has the same words and rows in all pairs, whatever their marks."""
    return len({_content(pair.gold) for pair in pairs}) == 1 and not any(p.failure for p in pairs)


def _content(side: Side) -> tuple[object, ...]:
    rows = tuple((row.label, row.parts, row.parent) for row in side.rows)
    return tuple(side.words), rows, tuple(sorted(side.left_out.items()))
