"""How the files of a run are opened; all files of a corpus share what is decided from its beginning."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from karat.files.source import Corpus
from karat.formats import open_blocks
from karat.formats._block import Blocks, opened_together
from karat.formats._several import no_blocks, refuse_other
from karat.model.bank import Bank
from karat.model.labels import Labels
from karat.model.picking import alike, joined
from karat.model.scheme import Scheme

# So many bytes of gold are looked at where the first sentences of a corpus decide.
_FIRST = 1 << 21


class OfCorpus(NamedTuple):
    """What files that belong together share with the other files of their corpus; gold comes first.

    ``sides`` are gold and the systems, each with how it begins, ``settled`` has the schemes as decided for
    each system, and ``absent`` the places of files that a system lacks.
    """

    sides: tuple[Corpus, ...]
    settled: tuple[tuple[Scheme, ...], ...] = ()
    absent: tuple[int, ...] = ()


class Opening(NamedTuple):
    """The layout and format of all files, and the corpus that they belong to, if it has several files.

    ``small``: blocks are smaller than usual.
    """

    layout: str
    format: str | None
    corpus: OfCorpus | None = None
    small: bool = False

    def blocks(
        self, place: int, path: str, *, hashed: bool = False, lenient: bool = False,
        gold: Bank | None = None,
    ) -> Blocks:  # fmt: skip
        """The file at a place, ready to be cut into blocks; gold's place is 0."""
        side = self.corpus.sides[place] if self.corpus else None
        if self.corpus and side and place in self.corpus.absent:
            return no_blocks(path, self.layout, self.format, side)
        blocks = open_blocks(
            path, self.layout, self.format, hashed=hashed, lenient=lenient, gold=gold, corpus=side
        )
        if self.small:
            blocks.cut_smaller()
        if side and self.format is None and not lenient:
            refuse_other(blocks.source)
        return blocks

    def settled(self, pairing: str) -> list[list[Scheme]]:
        """The schemes with this pairing as decided for the systems of the corpus; none if they were not."""
        every = self.corpus.settled if self.corpus else ()
        return [[scheme for scheme in some if scheme.pairing == pairing] for some in every]


class First(NamedTuple):
    """The first sentences of a corpus: a Bank for gold and each system, and whether there are more."""

    banks: list[Bank]
    more: bool


def first_sentences(units: Sequence[Sequence[str]], opening: Opening) -> First:
    """The first sentences of files that belong together, unit by unit; all labels are shared.

    A system that has fewer sentences than gold in a unit has empty ones there.
    """
    labels, size = Labels(), 0
    found: list[list[Bank]] = [[] for _ in units[0]]
    for number, names in enumerate(units):
        files = opened_together(opening.blocks(*one) for one in enumerate(names))
        scanners = [one.scanner(labels) for one in files]
        try:
            for block in files[0]:
                blocks = [block, *(one.take(block.sentences) for one in files[1:])]
                for banks, scanner, one in zip(found, scanners, blocks, strict=True):
                    banks.append(scanner.scan(one).copied().padded(block.sentences))
                size += sum(map(len, block.pieces))
                if size >= _FIRST:
                    more = number + 1 < len(units) or files[0].next() is not None
                    return First(_joined(found), more)
        finally:
            for file in files:
                file.source.close()
    return First(_joined(banks for banks in found if banks), more=False)


def _joined(sides: Iterable[list[Bank]]) -> list[Bank]:
    """Each side as one Bank; only some files of names have an inventory or core phenomena."""
    return [joined(alike(banks)) for banks in sides]
