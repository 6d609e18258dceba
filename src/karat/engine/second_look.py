"""If many sentences of two files could not be compared, look again to see what is wrong with them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from karat.comparison.by_id import has_ids, matched
from karat.engine.opening import First, Opening
from karat.engine.results import Result
from karat.engine.twins import readable_again, said
from karat.files.source import is_pipe
from karat.formats import open_blocks, read
from karat.formats._block import Blocks, opened_together
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
        self, gold: Blocks, opening: Opening, lenient: bool, *, hashed: bool = False
    ) -> None:
        self._gold, self._opening = gold.source.path, opening
        self._lenient, self._hashed = lenient, hashed
        self._held: dict[str, HeldBlocks] = {}
        self._bank = gold.bank if isinstance(gold, HeldBlocks) else None
        if self._bank is None and lenient and not is_pipe(self._gold):
            self._bank = read(self._gold, format=opening.format, layout=opening.layout)

    @property
    def of_corpus(self) -> bool:
        """Whether the files are a part of a corpus, which is looked at as a whole."""
        return self._opening.corpus is not None

    def system(self, place: int, path: str) -> Blocks:
        """A system's file, ready to be cut into blocks."""
        blocks = self._opening.blocks(
            place, path, hashed=self._hashed or not readable_again(path), lenient=self._lenient,
            gold=self._bank,
        )  # fmt: skip
        if isinstance(blocks, HeldBlocks):
            if self._bank is not None:
                blocks.bank = matched(self._bank, blocks.bank)
            self._held[path] = blocks
        return blocks

    def systems(self, paths: Sequence[str]) -> list[Blocks]:
        """All systems; files of names are compared over the names that all of them can show."""
        found = opened_together(self.system(*one) for one in enumerate(paths, 1))
        named = [one for one in found if isinstance(one, HeldBlocks) and has_ids(one.bank)]
        if not named:
            return found
        from karat.comparison.counted import in_common  # few files list names

        for blocks, bank in zip(named, in_common([one.bank for one in named]), strict=True):
            blocks.bank = bank
        return found

    def repairs(self) -> dict[str, tuple[Repair, ...]]:
        """What was done to read each system's file leniently."""
        held = self._held.items() if self._lenient else ()
        return {path: blocks.repairs for path, blocks in held}

    def findings(self, path: str) -> tuple[str, ...]:
        """What is wrong with a system's file and gold, as far as one can see."""
        if path not in self._held:
            return findings(self._gold, path, self._opening.layout, self._opening.format)
        if self._bank is None or has_ids(self._bank):
            return ()
        from karat.comparison.diagnosis import diagnose
        from karat.model.bank import relabelled_pair

        return diagnose(*relabelled_pair(self._bank, self._held[path].bank))

    def causes(self, result: Result) -> tuple[str, ...]:
        """What may be wrong with a file of which a part was compared; a corpus is looked at as a whole."""
        wanted = some_failed(result) and not self.of_corpus
        return self.findings(result.system) if wanted else ()

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


def noted_twins(
    results: Sequence[Result], paths: Sequence[str], same: Mapping[int, frozenset[int]]
) -> list[Result]:
    """The results, with a note for each system whose file has the content of another file."""
    width = len(results) // (len(paths) - 1)
    places = (at // width + 1 for at in range(len(results)))
    return [
        noted(one, (said(paths, at, min(same[at])),)) if same.get(at) else one
        for at, one in zip(places, results, strict=True)
    ]


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
    return _in_the_first(count, diagnose(*(bank.slice(0, count) for bank in banks)))


def findings_of_corpus(first: First, system: int) -> tuple[str, ...]:
    """What the first sentences of a corpus of several files show to be wrong with a system."""
    from karat.comparison.diagnosis import diagnose

    if not first.banks or has_ids(first.banks[0]):
        return ()
    found = diagnose(first.banks[0], first.banks[system])
    return _in_the_first(len(first.banks[0]), found) if first.more else found


def _in_the_first(count: int, found: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"in the first {count} sentences: {one}" for one in found)


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
