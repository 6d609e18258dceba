"""The lines of a file on which sentences begin, for a few sentences of a file of any size."""

from collections.abc import Collection
from contextlib import closing

from karat.engine.twins import readable_again
from karat.formats import open_blocks
from karat.formats._held import HeldBlocks
from karat.model.labels import Labels


def lines_of(
    path: str, layout: str, format: str | None, sentences: Collection[int]  # noqa: A002  # the option's name
) -> dict[int, int]:  # fmt: skip
    """The line of each of these sentences, counted from 0; none if the file cannot be read again."""
    found: dict[int, int] = {}
    if not sentences or not readable_again(path):
        return found
    blocks = open_blocks(path, layout, format)
    with closing(blocks.source):
        if isinstance(blocks, HeldBlocks):
            return found
        scanner, first, last = blocks.scanner(Labels()), 0, max(sentences)
        for block in blocks:
            here = [one - first for one in sentences if first <= one < first + block.sentences]
            bank = scanner.scan(block) if here else None
            found |= {first + one: bank.line(one) for one in here if bank is not None}
            first += block.sentences
            if first > last:
                break
    return found
