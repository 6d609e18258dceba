"""If many sentences of two files could not be compared, look again to see what is wrong with them."""

from dataclasses import replace
from pathlib import Path

from karat.engine.results import Result
from karat.formats import open_blocks
from karat.model.bank import Bank
from karat.model.labels import Labels


def looked_at(result: Result, gold: str, layout: str, format: str | None) -> Result:  # noqa: A002  # the option's name
    """The result, with notes about what is wrong with the files if many sentences failed."""
    if not many_failed(result):
        return result
    return noted(result, findings(gold, result.system, layout, format))


def many_failed(result: Result) -> bool:
    """Whether so many sentences failed that they may have a common cause."""
    sentences = result.total.sentences
    if sentences["failed"] < 2 or result.scheme.pairing != "sentences":
        return False
    from karat.comparison.diagnosis import WORTH  # most runs have no failure

    return bool(sentences["failed"] >= WORTH * sentences["total"])


def noted(result: Result, found: tuple[str, ...]) -> Result:
    return replace(result, notes={**dict.fromkeys(found, 0), **result.notes})


def findings(gold: str, system: str, layout: str, format: str | None) -> tuple[str, ...]:  # noqa: A002  # the option's name
    """What the first blocks of two files show to be wrong; empty if they cannot be read again."""
    if not all(Path(path).is_file() for path in (gold, system)):
        return ()
    from karat.comparison.diagnosis import diagnose

    labels = Labels()
    banks = [bank for path in (gold, system) for bank in _first(path, layout, format, labels)]
    return diagnose(*banks) if len(banks) == 2 else ()


def _first(path: str, layout: str, format: str | None, labels: Labels) -> list[Bank]:  # noqa: A002  # the option's name
    blocks = open_blocks(path, layout, format)
    try:
        scanner = blocks.scanner(labels)
        return [scanner.scan(block).copied() for block, _ in zip(blocks, range(1), strict=False)]
    finally:
        blocks.source.close()
