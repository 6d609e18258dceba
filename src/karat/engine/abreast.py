"""Several annotations of the same sentences, block by block: the same sentences of every file."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import reduce
from itertools import chain
from typing import Protocol

from karat.comparison.by_id import has_ids
from karat.engine.twins import readable_again
from karat.formats import open_blocks
from karat.formats._block import Block, Blocks
from karat.model.bank import Bank
from karat.model.errors import InputError, UsageError, no_sentences
from karat.model.labels import Labels
from karat.model.picking import joined

# The results of all pairs of annotators are in memory for so many sentences together; if there are more
# pairs than this, blocks have fewer sentences than usual.
_RESULTS, _FEW_PAIRS = 1 << 18, 64
# So many labels of a file are kept from block to block. More would grow with a file in which all differ.
_LABELS = 1 << 17


class Annotations(Protocol):
    """Annotations of the same sentences; each block has one Bank for every annotator."""

    @property
    def paths(self) -> Sequence[str]:
        """The file of each annotator."""

    @property
    def labels(self) -> Sequence[Labels]:
        """The labels of each annotator, in the order in which they occur first."""

    def __iter__(self) -> Iterator[Sequence[Bank]]:
        """The blocks, from the first one on."""


class Held:
    """Annotations that are in memory: one block."""

    def __init__(self, banks: Sequence[Bank]) -> None:
        self.banks = banks
        self.paths = [bank.path for bank in banks]
        self.labels = [bank.labels for bank in banks]

    def __iter__(self) -> Iterator[Sequence[Bank]]:
        yield self.banks


class Abreast:
    """Annotations that are files of any size; ``views`` has those that each of them is seen through.

    Sentences that have ids may be in another order in every file, so such files are read as a whole.
    """

    def __init__(
        self, paths: Sequence[str], layout: str = "auto",
        format: str | None = None,  # noqa: A002  # the option's name
        views: Sequence[Sequence[Callable[[Bank], Bank]]] = (),
        progress: Callable[[int], None] = lambda position: None,
    ) -> None:  # fmt: skip
        self.paths, self.labels = paths, [Labels() for _ in paths]
        self._layout, self._format = layout, format
        self._views = views or [()] * len(paths)
        self._progress = progress
        self._read = False
        self._begun: Iterator[Sequence[Bank]] | None = None

    def head(self) -> Sequence[Bank]:
        """The first block; it is valid until the next one is read."""
        blocks = self._blocks()
        first = next(blocks)
        self._begun = chain([first], blocks)
        return first

    def __iter__(self) -> Iterator[Sequence[Bank]]:
        begun, self._begun = self._begun, None
        return begun or self._blocks()

    def _blocks(self) -> Iterator[Sequence[Bank]]:
        pipes = [path for path in self.paths if not readable_again(path)]
        if self._read and pipes:
            raise UsageError(
                f"{pipes[0]}: the first sentences have other relations than the rest, so the file must be "
                "read twice; save it first, or name the hierarchy, as in --scheme 'gr(hierarchy=2006)'"
            )
        self._read = True
        self.labels = [Labels() for _ in self.paths]
        with ExitStack() as stack:
            files = list[Blocks]()
            for path in self.paths:
                files.append(open_blocks(path, self._layout, self._format))
                stack.callback(files[-1].source.close)
            for banks in self._together(files):
                for bank in banks:
                    for error in bank.errors():
                        raise error
                yield [
                    reduce(lambda seen, view: view(seen), views, bank)
                    for bank, views in zip(banks, self._views, strict=True)
                ]
                self._progress(files[0].source.position)

    def _together(self, files: Sequence[Blocks]) -> Iterator[list[Bank]]:
        """The same sentences of all files, as they are read."""
        scanners = [one.scanner(labels) for one, labels in zip(files, self.labels, strict=True)]
        sentences = 0
        for block in self._blocks_of(files[0]):
            blocks = [block, *(one.take(block.sentences) for one in files[1:])]
            for path, one in zip(self.paths, blocks, strict=True):
                if not sentences and not one.sentences:
                    raise no_sentences(path)
            if any(one.sentences < block.sentences for one in blocks):
                self._refuse(files, [sentences + one.sentences for one in blocks])
            for at, labels in enumerate(self.labels):
                if len(labels) > _LABELS:
                    self.labels[at] = Labels()
                    scanners[at] = files[at].scanner(self.labels[at])
            banks = [one.scan(some) for one, some in zip(scanners, blocks, strict=True)]
            if not sentences and any(map(has_ids, banks)):
                yield [
                    joined([first.copied(), *(one.scan(some).copied() for some in rest)])
                    for first, one, rest in zip(banks, scanners, files, strict=True)
                ]
                return
            yield banks
            sentences += block.sentences
            for file in files:
                file.cut_smaller()  # the first block, which decides on options, had the usual size
        if not sentences:
            raise no_sentences(self.paths[0])
        self._refuse(files, [sentences] * len(files))

    def _blocks_of(self, first: Blocks) -> Iterator[Block]:
        """The blocks of the first file."""
        pairs = len(self.paths) * (len(self.paths) - 1) // 2
        if pairs <= _FEW_PAIRS:
            yield from first
            return
        while (block := first.take(max(1, _RESULTS // pairs))).sentences:
            yield block

    def _refuse(self, files: Sequence[Blocks], read: Sequence[int]) -> None:
        """Stop if the files, of which so many sentences were read, do not have equally many."""
        every = [
            before + sum(block.sentences for block in one)
            for one, before in zip(files, read, strict=True)
        ]
        if len(set(every)) > 1:
            both = zip(self.paths, every, strict=True)
            counts = ", ".join(f"{path}: {count}" for path, count in both)
            raise InputError(f"the files have different numbers of sentences: {counts}")
