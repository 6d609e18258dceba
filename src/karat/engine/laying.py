"""Compare files as a whole where the system's sentences have other boundaries than gold's.

A run compares blocks of as many sentences of both files. If sentences turn out not to be at gold's
places, this module reads both files once more, and overlaid.py lays the system's sentences over gold's.
"""

from collections.abc import Iterable, Iterator, Sequence

from karat.comparison.undecided import all_decided
from karat.engine.opening import Opening
from karat.engine.twins import readable_again
from karat.formats._block import Block, Blocks, in_one_bank
from karat.formats._held import HeldBlocks
from karat.model.bank import Bank
from karat.model.errors import UsageError
from karat.model.labels import Labels
from karat.model.scheme import Scheme
from karat.views import Views


class Again:
    """Files that can be read once more, gold first: a pipe cannot, so its blocks are kept."""

    def __init__(
        self,
        files: Sequence[Blocks],
        opening: Opening,
        *,
        kept: bool,
    ) -> None:
        self.files, self._opening = files, opening
        self._kept: dict[int, list[Block]] = {
            at: []
            for at, blocks in enumerate(files)
            if kept and not readable_again(blocks.source.path)
        }

    def seen(self, file: int, block: Block) -> None:
        """Must be called with every block that is read."""
        if file in self._kept:
            self._kept[file].append(block)

    def surveyed(self, schemes: Sequence[Scheme], through: Views) -> list[Scheme]:
        """The schemes; those that must see all of gold first have seen it."""
        return [
            scheme.surveyed(self._gold(scheme, through)) if scheme.surveys else scheme
            for scheme in schemes
        ]

    def _gold(self, scheme: Scheme, through: Views) -> Iterator[Bank]:
        """The blocks of gold, read once more."""
        path = self.files[0].source.path
        if not readable_again(path):
            raise UsageError(
                f"{scheme.name} reads gold twice, first for its labels; save it, and give the file "
                f"instead of {path!r}"
            )
        blocks = self._opening.blocks(0, path)
        try:
            scanner = blocks.scanner(Labels())
            for block in blocks:
                yield through.of_gold(all_decided(scanner.scan(block)))
        finally:
            blocks.source.close()

    def banks(self, system: int, through: Views) -> tuple[Bank, Bank]:
        """Gold and a system, as they are seen through views."""
        labels = Labels()
        gold = through.of_gold(self._bank(0, labels))
        return gold, through.of_system(self._bank(system, labels))

    def parts(self, system: int, through: Views) -> Iterator[tuple[Bank, Bank]]:
        """The same in parts that can be laid over each other one by one, where both spell the same text.

        Otherwise the whole files are the only part.
        """
        from karat.engine.same_text import TwoFiles, banks_of_parts, parts_of_files  # few need it

        files = self.files[0], self.files[system]
        # Of these a part takes no less memory than the whole.
        whole = any(file in self._kept for file in (0, system)) or any(
            isinstance(one, HeldBlocks) for one in files
        )
        paths = files[0].source.path, files[1].source.path
        both = TwoFiles(*paths, self._opening, through, system)
        if whole or not (found := parts_of_files(both)):
            yield self.banks(system, through)
        else:
            yield from banks_of_parts(both, found)

    def _bank(self, file: int, labels: Labels) -> Bank:
        held = self.files[file]
        if isinstance(held, HeldBlocks):
            return held.bank.relabelled(labels)
        if file in self._kept:
            return _bank(self.files[file], self._kept[file], labels)
        blocks = self._opening.blocks(file, self.files[file].source.path)
        try:
            return _bank(blocks, blocks, labels)
        finally:
            blocks.source.close()


def _bank(blocks: Blocks, parts: Iterable[Block], labels: Labels) -> Bank:
    too_large = (
        f"{blocks.source.path}: its sentences are not at the places of gold's, and files of more than "
        "2 GiB cannot be aligned; cut them into parts"
    )
    return all_decided(in_one_bank(blocks.scanner(labels), parts, too_large))
