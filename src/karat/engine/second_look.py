"""If many sentences of two files could not be compared, look again to see what is wrong with them."""

from dataclasses import replace
from pathlib import Path

from karat.engine.results import Result
from karat.formats import open_blocks
from karat.model.bank import Bank
from karat.model.labels import Labels

# Other tokens alone often cost a tenth of the sentences, and the table says so: no look for these.
MANY = 0.2


def looked_at(result: Result, gold: str, layout: str, format: str | None) -> Result:  # noqa: A002  # the option's name
    """The result, with notes about what is wrong with the files if many sentences failed."""
    if not many_failed(result):
        return result
    return noted(result, findings(gold, result.system, layout, format))


def many_failed(result: Result) -> bool:
    """Whether so many sentences failed that they may have a common cause."""
    sentences = result.total.sentences(result.scheme.failed)
    many = sentences["failed"] >= max(2, MANY * sentences["total"])
    return many and result.scheme.pairing == "sentences"


def noted(result: Result, found: tuple[str, ...]) -> Result:
    return replace(result, notes={**dict.fromkeys(found, 0), **result.notes})


def findings(gold: str, system: str, layout: str, format: str | None) -> tuple[str, ...]:  # noqa: A002  # the option's name
    """What the first blocks of two files show to be wrong; empty if they cannot be read again.

    Blocks end where the bytes say. In longer files, the same number of sentences of both is looked at.
    """
    if not all(Path(path).is_file() for path in (gold, system)):
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
