"""If many sentences of two files could not be compared, look again to see what is wrong with them."""

from collections.abc import Sequence
from dataclasses import replace

from karat.comparison.by_id import has_ids, matched
from karat.engine.results import Result
from karat.engine.twins import readable_again
from karat.files.source import is_pipe
from karat.formats import open_blocks, read
from karat.formats._block import Blocks
from karat.formats._held import HeldBlocks
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.repairs import Repair

# Other tokens alone often cost a tenth of the sentences, and the table says so: no look for these.
MANY = 0.2


class Look:
    """How the files of a run are opened, and looked at again if many sentences failed.

    Files that are read leniently are in memory, and so is gold, whose ids they are put in order by.
    Files of names are in memory too, and are put in the order of gold's ids.
    """

    def __init__(
        self, gold: Blocks, layout: str, format: str | None,  # noqa: A002  # the option's name
        lenient: bool, *, hashed: bool = False,
    ) -> None:  # fmt: skip
        self._gold, self._layout, self._format = gold.source.path, layout, format
        self._lenient, self._hashed = lenient, hashed
        self._held: dict[str, HeldBlocks] = {}
        self._bank = gold.bank if isinstance(gold, HeldBlocks) else None
        if self._bank is None and lenient and not is_pipe(self._gold):
            self._bank = read(self._gold, format=format, layout=layout)

    def system(self, path: str) -> Blocks:
        """A system's file, ready to be cut into blocks."""
        blocks = open_blocks(
            path, self._layout, self._format,
            hashed=self._hashed or not readable_again(path), lenient=self._lenient, gold=self._bank,
        )  # fmt: skip
        if isinstance(blocks, HeldBlocks):
            if self._bank is not None:
                blocks.bank = matched(self._bank, blocks.bank)
            self._held[path] = blocks
        return blocks

    def systems(self, paths: Sequence[str]) -> list[Blocks]:
        """All systems; files of names are compared over the names that all of them can show."""
        found = [self.system(path) for path in paths]
        named = [one for one in found if isinstance(one, HeldBlocks) and has_ids(one.bank)]
        if not named:
            return found
        from karat.comparison.counted import in_common  # few files list names

        for blocks, bank in zip(named, in_common([one.bank for one in named]), strict=True):
            blocks.bank = bank
        return found

    def repairs(self) -> dict[str, tuple[Repair, ...]]:
        """What was done to read each system's file."""
        return {path: blocks.repairs for path, blocks in self._held.items()}

    def findings(self, path: str) -> tuple[str, ...]:
        """What is wrong with a system's file and gold, as far as one can see."""
        if path not in self._held:
            return findings(self._gold, path, self._layout, self._format)
        if self._bank is None or has_ids(self._bank):
            return ()
        from karat.comparison.diagnosis import diagnose
        from karat.model.bank import relabelled_pair

        return diagnose(*relabelled_pair(self._bank, self._held[path].bank))

    def at(self, result: Result) -> Result:
        """The result, with notes about what is wrong with the files if many sentences failed."""
        return noted(result, self.findings(result.system)) if many_failed(result) else result


def many_failed(result: Result) -> bool:
    """Whether so many sentences failed that they may have a common cause."""
    sentences = result.total.sentences(result.scheme.failed)
    many = sentences["failed"] >= max(2, MANY * sentences["total"])
    return many and result.scheme.pairing == "sentences"


def some_failed(result: Result) -> bool:
    """Whether a part of a file may belong to one of which many sentences failed.

    If so many failed of the whole, as many failed of one of its parts.
    """
    sentences = result.total.sentences(result.scheme.failed)
    many = sentences["failed"] >= max(1, MANY * sentences["total"])
    return many and result.scheme.pairing == "sentences"


def not_in_place(path: str) -> InputError:
    """What is said if the sentences of a part of a file would have to be laid over gold's."""
    return InputError(
        f"{path}: its sentences are not at the places of gold's, and failed=align needs the whole file to "
        "align them; score it without --shard"
    )


def noted(result: Result, found: tuple[str, ...]) -> Result:
    return replace(result, notes={**dict.fromkeys(found, 0), **result.notes})


def findings(gold: str, system: str, layout: str, format: str | None) -> tuple[str, ...]:  # noqa: A002  # the option's name
    """What the first blocks of two files show to be wrong; empty if they cannot be read again.

    Blocks end where the bytes say. In longer files, the same number of sentences of both is looked at.
    """
    if not all(map(readable_again, (gold, system))):
        return ()
    from karat.comparison.diagnosis import diagnose

    labels = Labels()
    found = [_first(path, layout, format, labels) for path in (gold, system)]
    if any(bank is None for bank, _ in found):
        return ()
    banks = [bank for bank, _ in found if bank is not None]
    if not any(more for _, more in found):
        return diagnose(*banks)
    count = min(map(len, banks))
    said = diagnose(*(bank.slice(0, count) for bank in banks))
    return tuple(f"in the first {count} sentences: {one}" for one in said)


def _first(path: str, layout: str, format: str | None, labels: Labels) -> tuple[Bank | None, bool]:  # noqa: A002  # the option's name
    """The first block of a file, if it has any, and whether the file goes on."""
    blocks = open_blocks(path, layout, format)
    try:
        parts = iter(blocks)
        block = next(parts, None)
        bank = blocks.scanner(labels).scan(block).copied() if block is not None else None
        return bank, next(parts, None) is not None
    finally:
        blocks.source.close()
