"""A file read leniently, cut into blocks as any other; it is in memory as a whole."""

from dataclasses import dataclass

from karat.files.source import Source
from karat.formats._block import Block, Blocks, Scanner
from karat.model.bank import Bank
from karat.model.labels import Labels
from karat.model.repairs import Repair

# The number of sentences in a block.
_BLOCK = 1 << 12


@dataclass(frozen=True, eq=False)
class _HeldBlock(Block):
    """Sentences that were read already."""

    bank: Bank


class HeldBlocks(Blocks):
    """The sentences of a file that was read leniently."""

    def __init__(self, source: Source, bank: Bank, repairs: tuple[Repair, ...]) -> None:
        super().__init__(source, 0)
        self.bank, self.repairs = bank, repairs
        self.beginning = lambda: bank
        self._taken = 0

    def next(self) -> Block | None:
        block = self.take(_BLOCK)
        return block if block.sentences else None

    def take(self, sentences: int) -> Block:
        first, last = self._taken, min(self._taken + sentences, len(self.bank))
        self._taken = last
        return _HeldBlock([], last - first, 1, self.bank.slice(first, last), before=first)

    def block_scanner(self, labels: Labels) -> Scanner:
        return _HeldScanner(labels)


@dataclass(frozen=True)
class _HeldScanner:
    labels: Labels

    def scan(self, block: Block) -> Bank:
        assert isinstance(block, _HeldBlock)  # made by HeldBlocks
        return block.bank.relabelled(self.labels)
