"""The documents of a file, read in blocks."""

from contextlib import closing

from karat.engine.twins import readable_again
from karat.formats import open_blocks
from karat.model.documents import Documents, Mark, joined, marks
from karat.model.labels import Labels


def documents_of_file(
    path: str, layout: str, format: str | None, *, thorough: bool = True  # noqa: A002  # the option's name
) -> Documents | None:  # fmt: skip
    """The documents that a file names; None if it names none, or cannot be read once more.

    Unless ``thorough``, a file that names none in its first block is not read further.
    """
    if not readable_again(path):
        return None
    found: list[Mark] = []
    sentences = 0
    blocks = open_blocks(path, layout, format)
    with closing(blocks.source):
        scanner = blocks.scanner(Labels())
        for block in blocks:
            found += [(sentences + at, name) for at, name in marks(scanner.scan(block))]
            sentences += block.sentences
            if not found and not thorough:
                break
    return joined(found, sentences)
