"""Several files that are one corpus: how they begin, and files of it that do not exist."""

import io
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from karat.files.source import Corpus, Source
from karat.formats import HEAD, Format, guess, of
from karat.formats._block import BEGINNING, LONGEST, Block, Blocks, Scanner, too_long
from karat.formats._tables import column, opened
from karat.model.bank import Bank
from karat.model.errors import InputError, UnknownFormat
from karat.model.labels import Labels


def no_blocks(path: str, layout: str, format: str | None, corpus: Corpus) -> Blocks:  # noqa: A002  # the option's name
    """A file that a corpus lacks: one of its format, with as many empty sentences as anybody wants."""
    wanted = column(format)
    source = Source.of(io.BytesIO(), path, hashed=True)
    source.corpus = corpus
    return _Lacking(of(source, wanted.of if wanted else format).blocks(source, layout))


class _Lacking(Blocks):
    """Empty sentences, in a format; gold says how many there are."""

    def __init__(self, blocks: Blocks) -> None:
        super().__init__(blocks.source, 0)
        self._blocks, self._nothing = blocks, blocks.take(0)

    def next(self) -> Block | None:
        return None

    def take(self, sentences: int) -> Block:
        return Block([], sentences, 1)

    def block_scanner(self, labels: Labels) -> Scanner:
        return _LackingScanner(self._blocks.scanner(labels), self._nothing)


@dataclass(frozen=True)
class _LackingScanner:
    scanner: Scanner
    nothing: Block

    def scan(self, block: Block) -> Bank:
        return self.scanner.scan(self.nothing).copied().padded(block.sentences)


def beginning(paths: Sequence[str], format: str | None) -> tuple[bytes, int]:  # noqa: A002  # the option's name
    """How several files begin, read as one, and how many of them were read for it.

    It is at least a line, and BEGINNING bytes if there are as many.
    """
    found = b""
    for number, path in enumerate(paths, 1):
        source, _, _ = opened(path, format, "auto", hashed=False)
        with closing(source):
            while len(found) < BEGINNING or b"\n" not in found.lstrip():
                if not len(more := source.read(BEGINNING)):
                    break
                found += more.tobytes()
                if len(found) > LONGEST:
                    raise too_long(path, 1)
            else:
                return found, number
        if found and not found.endswith(b"\n"):
            found += b"\n"
    return found, len(paths)


def refuse_other(source: Source) -> None:
    """Refuse a file that is clearly in another format than the one that its corpus begins with.

    Read in that format, each of its lines would be a sentence that failed.
    """
    head = source.peek(HEAD)
    whole = of(source, None)
    if source.corpus is None or not head.strip() or whole.module.sniff(head):
        return
    try:
        own = Format(guess(head, source.path))
    except UnknownFormat:
        return  # it is broken, and its faults are named where it is read
    if own.name != whole.name:
        raise InputError(
            f"{source.path}: this file is in the format {own.name}, but {source.corpus.path} begins in the "
            f"format {whole.name}; score files of different formats separately, or name the format of all "
            "with --format"
        )
