"""Compare files as a whole where the system's sentences have other boundaries than gold's.

A run compares blocks of as many sentences of both files. If sentences turn out not to be at gold's
places, this module reads both files once more and lays the system's sentences over gold's.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from karat.comparison.undecided import all_decided
from karat.engine.opening import Opening
from karat.engine.results import Result, block_result
from karat.engine.twins import readable_again
from karat.formats._block import Block, Blocks, in_one_bank
from karat.formats._held import HeldBlocks
from karat.model.bank import Bank
from karat.model.errors import UsageError
from karat.model.labels import Labels
from karat.model.outcome import Outcome
from karat.model.scheme import Scheme
from karat.model.tally import Tally
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


class Laid(NamedTuple):
    """A system compared under a scheme, with its sentences laid over gold's; notes say how."""

    outcome: Outcome
    tally: Tally
    notes: Mapping[str, int]

    def result(self, name: str, scheme: Scheme, by: tuple[str, ...]) -> Result:
        """The sums."""
        found = block_result(name, scheme, self.outcome, self.tally, by=by)
        return replace(found, notes={**self.notes, **found.notes})


def laid_over_gold(
    gold: Bank, system: Bank, schemes: Sequence[Scheme], by: tuple[str, ...]
) -> Iterator[Laid]:
    """A system under each scheme, with its sentences laid over gold's."""
    from karat.comparison.laid_over import laid_over  # few files need it, and it takes time to load
    from karat.engine.memory import outcome_laid_over

    laid = laid_over(gold, system)
    for scheme in schemes:
        outcome = outcome_laid_over(gold, system, scheme, laid)
        yield Laid(outcome, scheme.tally(outcome, gold.labels, by), dict(laid.notes()))
