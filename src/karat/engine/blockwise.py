"""Convert or check a file of any size: its blocks go to several threads, results come in their order."""

import io
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple, TypeVar

from karat import views
from karat.comparison.undecided import Mark, marks, undecided_words
from karat.engine.pool import cores, in_order
from karat.formats._block import Block, Blocks
from karat.formats._writing import Writer
from karat.model.bank import Bank
from karat.model.errors import SyntaxFault
from karat.model.labels import Labels

# So many labels are kept from block to block. More would grow with a file in which all words differ.
_LABELS = 1 << 15

# Faults are put in order so many at a time.
_FAULTS = 1024

_Found = TypeVar("_Found")
# What is wrong with sentences that can be read; a second Bank has more about them.
Judge = Callable[..., Iterable[SyntaxFault]]
_AT = threading.local()


class Converted(NamedTuple):
    """A block as it is written; how many sentences it has, and how many of them cannot be read."""

    text: bytes
    sentences: int
    broken: int


class Checked(NamedTuple):
    """What is wrong with the sentences of a block, and what is undecided.

    ``unreadable`` sentences have a fault that keeps them from being read. What the marks of disputes mean
    is known at the end of the file.
    """

    sentences: int
    faults: "FirstFaults"
    undecided: "FirstFaults"
    marks: list[Mark]
    unreadable: int


class FirstFaults(NamedTuple):
    """How many faults there are, and the first of them in the order of the file."""

    total: int
    first: list[SyntaxFault]

    @staticmethod
    def of(faults: Iterable[SyntaxFault], limit: int) -> "FirstFaults":
        """At most ``limit`` faults are held, and some more while they are found.

        >>> FirstFaults.of([], 3)
        FirstFaults(total=0, first=[])
        """
        rest, total, first = iter(faults), 0, list[SyntaxFault]()
        while some := list(islice(rest, max(limit, _FAULTS))):
            total += len(some)
            first = sorted([*first, *some], key=lambda one: (one.line, one.column))[:limit]
        return FirstFaults(total, first)


def converted(
    blocks: Blocks, chain: Sequence[Callable[[Bank], Bank]], write: Writer, *,
    keep_broken: bool, threads: int = 0,
) -> Iterator[Converted]:  # fmt: skip
    """Every block, through the views of ``chain``, as ``write`` writes it.

    A sentence that cannot be read is an error, or with ``keep_broken`` an empty sentence.
    """

    if chain:
        blocks.cut_smaller()  # what views make of sentences may take far more memory than the text

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

    return through(blocks, convert, threads)


def checked(
    blocks: Blocks,
    limit: int,
    judge: Judge | None = None,
    beside: Blocks | None = None,
    threads: int = 0,
) -> Iterator[Checked]:
    """What is wrong with each block of a file: what cannot be read, and what ``judge`` finds in it.

    At most ``limit`` faults of a block are held. With ``beside``, a file with as many sentences, the judge is
    also given the same sentences of it.
    """

    def check(bank: Bank, *others: Bank) -> Checked:
        faults = chain(bank.errors(), judge(bank, *others) if judge else ())
        return Checked(
            len(bank), FirstFaults.of(faults, limit), FirstFaults.of(undecided_words(bank), limit),
            marks(bank), int((bank.fault != 0).sum()),
        )  # fmt: skip

    return through(blocks, check, threads, beside)


def block_at_work() -> int:
    """The number of the block that this thread is working on; 0 for a thread without one."""
    return getattr(_AT, "block", 0)


def through(
    blocks: Blocks, function: Callable[..., _Found], threads: int = 0, beside: Blocks | None = None
) -> Iterator[_Found]:
    """What a function finds in each block, and in as many sentences of the file ``beside``."""
    files = [blocks] if beside is None else [blocks, beside]

    def jobs() -> Iterator[tuple[int, list[Block]]]:
        for number, block in enumerate(blocks):
            yield number, [block, *(other.take(block.sentences) for other in files[1:])]

    def new_worker() -> Callable[[tuple[int, list[Block]]], _Found]:
        labels = Labels()
        scanners = [one.scanner(labels) for one in files]

        def work(job: tuple[int, list[Block]]) -> _Found:
            nonlocal labels, scanners
            if len(labels) > _LABELS:
                labels = Labels()
                scanners = [one.scanner(labels) for one in files]
            _AT.block, taken = job
            return function(
                *(scanner.scan(block) for scanner, block in zip(scanners, taken, strict=True))
            )

        return work

    return (found for _, found in in_order(jobs(), new_worker, threads or cores()))
