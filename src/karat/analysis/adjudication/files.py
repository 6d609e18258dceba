"""Two files of any size merged, block by block.

The files are read three times: what is wrong with each as a whole, whether both have the same words, and what
they disagree about. So the first fault that is named does not depend on blocks.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import BinaryIO, NamedTuple, TypeVar

from karat.analysis.adjudication import (
    MERGE,
    refuse_other_formats,
    refuse_other_sizes,
    refuse_undecided,
    relations,
)
from karat.analysis.adjudication.marks import Merged
from karat.comparison.undecided import Mark, marks, of_marks, undecided_words
from karat.engine.blockwise import through
from karat.formats import open_blocks
from karat.formats._block import opened_together, text_of
from karat.model.bank import Bank
from karat.model.errors import SyntaxFault, no_sentences
from karat.model.gr import names_in

_Found = TypeVar("_Found")


class Done(NamedTuple):
    """How many disputes the merged file has, and what to tell the user."""

    disputes: int
    notes: tuple[str, ...]


@dataclass
class _Whole:
    """What is known of a file once all of it was read."""

    path: str
    sentences: int = 0
    fault: SyntaxFault | None = None
    undecided: SyntaxFault | None = None
    marks: list[Mark] = field(default_factory=list)
    weighted: bool = False
    relations: set[str] = field(default_factory=set)

    def add(self, part: "_Whole") -> None:
        """Count the next block."""
        self.sentences += part.sentences
        self.fault = self.fault or part.fault
        self.undecided = self.undecided or part.undecided
        self.marks += part.marks
        self.weighted |= part.weighted
        self.relations |= part.relations

    def left(self) -> SyntaxFault | None:
        """What is still undecided, if anything is."""
        return self.undecided or next(of_marks(self.marks, self.path), None)


@dataclass(frozen=True)
class Merging:
    """Two files, the format of each, and how they are read."""

    paths: tuple[str, str]
    kinds: tuple[str, str]
    format: str | None
    layout: str

    def checked(self) -> frozenset[str]:
        """Stop if the files cannot be merged; the names of their relations, if they have some."""
        both = [self._whole(path) for path in self.paths]
        for one in both:
            if one.fault:
                raise one.fault
        first, second = both
        refuse_other_formats((first.path, second.path), self.kinds)
        refuse_other_sizes((first.path, second.path), (first.sentences, second.sentences))
        for one in both:
            refuse_undecided(one.left())
        for _ in self._abreast(MERGE[self.kinds[0]].refuse_other_words):
            pass
        for one in both:
            if one.weighted:
                raise relations.weights_in(one.path)
        return frozenset(first.relations | second.relations)

    def write(self, names: frozenset[str], stream: BinaryIO) -> Done:
        """Write the merged file; ``names`` are those of all relations."""
        merge = MERGE[self.kinds[0]].merged
        if self.kinds[0] == "gr":
            merge = partial(relations.merged, scheme=relations.scheme_for(names))
        disputes, notes = 0, Counter[str]()

        def merged(first: Bank, second: Bank) -> Merged:
            nonlocal disputes
            found: Merged = merge(first, second, after=disputes)
            disputes += found.disputes
            return found

        # Disputes are numbered, so one thread does all blocks in order.
        for found in self._abreast(merged, threads=1, rest=stream):
            stream.write(found.text)
            notes.update(found.notes)
        return Done(disputes, tuple(f"{times} {what}" for what, times in notes.items()))

    def _whole(self, path: str) -> _Whole:
        """Read a file to its end."""
        mergeable = self.kinds[0] == self.kinds[1] and self.kinds[0] in MERGE

        def look(bank: Bank) -> _Whole:
            part = _Whole(path, len(bank), next(bank.errors(), None))
            if mergeable:
                part.undecided, part.marks = next(undecided_words(bank), None), marks(bank)
            if mergeable and "gr" in bank.layers:
                part.weighted, part.relations = relations.has_weights(bank), names_in(bank)
            return part

        blocks = open_blocks(path, self.layout, self.format)
        with closing(blocks.source):
            whole = _Whole(blocks.source.path)
            for part in through(blocks, look):
                whole.add(part)
        if not whole.sentences:
            raise no_sentences(path)
        return whole

    def _abreast(
        self,
        work: Callable[[Bank, Bank], _Found],
        threads: int = 0,
        rest: BinaryIO | None = None,
    ) -> Iterator[_Found]:
        """What ``work`` finds in the same sentences of both files; blank lines at the end go to ``rest``."""
        opened = (open_blocks(path, self.layout, self.format) for path in self.paths)
        first, second = opened_together(opened)
        with closing(first.source), closing(second.source):
            first.cut_smaller()
            yield from through(first, work, threads, second)
            left = getattr(first, "left_over", None)
            if rest is not None and left is not None:
                rest.write(text_of(left))
