"""Convert or check a file of any size: its blocks go to several threads, results come in their order."""

import io
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from karat import views
from karat.comparison.undecided import undecided
from karat.engine.pool import cores, in_order
from karat.formats._block import Block, Blocks
from karat.formats._writing import Writer
from karat.model.bank import Bank
from karat.model.errors import SyntaxFault
from karat.model.labels import Labels

# So many labels are kept from block to block. More would grow with a file in which all words differ.
_LABELS = 1 << 17

_Found = TypeVar("_Found")
_AT = threading.local()


class Converted(NamedTuple):
    """A block as it is written; how many sentences it has, and how many of them cannot be read."""

    text: bytes
    sentences: int
    broken: int


class Checked(NamedTuple):
    """What is wrong with the sentences of a block, and what is undecided, in the order of the file."""

    sentences: int
    faults: list[SyntaxFault]
    undecided: list[SyntaxFault]


def converted(
    blocks: Blocks, chain: Sequence[Callable[[Bank], Bank]], write: Writer, *,
    keep_broken: bool, threads: int = 0,
) -> Iterator[Converted]:  # fmt: skip
    """Every block, through the views of ``chain``, as ``write`` writes it.

    A sentence that cannot be read is an error, or with ``keep_broken`` an empty sentence.
    """

    def convert(bank: Bank) -> Converted:
        for error in () if keep_broken else bank.errors():
            raise error
        sentences, broken = len(bank), int((bank.fault != 0).sum())
        for view in chain:
            bank = view(bank)
        if write.view and write.lacks(bank):
            bank = views.parse(write.view)(bank)
        stream = io.BytesIO()
        write(bank, stream)
        return Converted(stream.getvalue(), sentences, broken)

    return _through(blocks, convert, threads)


def checked(blocks: Blocks, threads: int = 0) -> Iterator[Checked]:
    """What is wrong with each block of a file."""

    def check(bank: Bank) -> Checked:
        return Checked(len(bank), list(bank.errors()), list(undecided(bank)))

    return _through(blocks, check, threads)


def block_at_work() -> int:
    """The number of the block that this thread is working on; 0 for a thread without one."""
    return getattr(_AT, "block", 0)


def _through(blocks: Blocks, function: Callable[[Bank], _Found], threads: int) -> Iterator[_Found]:
    """What a function finds in each block."""

    def new_worker() -> Callable[[tuple[int, Block]], _Found]:
        labels = Labels()
        scanner = blocks.scanner(labels)

        def work(job: tuple[int, Block]) -> _Found:
            nonlocal labels, scanner
            if len(labels) > _LABELS:
                labels = Labels()
                scanner = blocks.scanner(labels)
            _AT.block, block = job
            return function(scanner.scan(block))

        return work

    return (found for _, found in in_order(enumerate(blocks), new_worker, threads or cores()))
