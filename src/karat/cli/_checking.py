"""What is wrong with a file of any size, for karat check.

Relations and flat keys are judged by what their whole file has: what that is adds up from its blocks in
a first pass, and the second one judges each block by it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

from karat import formats
from karat.comparison.undecided import Mark, of_marks, undecided_words
from karat.engine.blockwise import FirstFaults, Judge, checked, through
from karat.files.again import again
from karat.files.source import Source
from karat.formats import Format
from karat.formats._block import Blocks
from karat.formats._foreign import foreign
from karat.model.bank import Bank
from karat.model.errors import InputError, SyntaxFault
from karat.model.labels import Labels
from karat.reports.progress import Progress

_Sum = TypeVar("_Sum")


@dataclass(frozen=True)
class File:
    """A file that is checked: how to open it, its format, and how many of its faults are shown."""

    path: str
    opened: Callable[[], Source]
    format: Format
    layout: str
    limit: int
    # Whether blocks are smaller than usual.
    small: bool = False

    @contextmanager
    def blocks(self) -> Iterator[Blocks]:
        with closing(self.opened()) as source:
            blocks = self.format.blocks(source, self.layout)
            if self.small:
                blocks.cut_smaller()
            yield blocks


@dataclass
class Found:
    """What is wrong with a file: how much of what kind, and the first of it in the order of the file."""

    sentences: int = 0
    faults: int = 0
    undecided: int = 0
    unreadable: bool = False
    notes: list[str] = field(default_factory=list)
    first: list[SyntaxFault] = field(default_factory=list)

    def add(self, faults: Sequence[SyntaxFault], left: Sequence[SyntaxFault], limit: int) -> None:
        """Add what was found."""
        self.add_first(FirstFaults(len(faults), [*faults]), FirstFaults(len(left), [*left]), limit)

    def add_first(self, faults: FirstFaults, left: FirstFaults, limit: int) -> None:
        """Add what was found, of which the first is known."""
        self.faults += faults.total
        self.undecided += left.total
        self.first += [*faults.first, *left.first]
        self.first = sorted(self.first, key=lambda one: (one.line, one.column))[:limit]


def plain(file: File, judge: Judge | None = None, beside: Blocks | None = None) -> Found:
    """What cannot be read, what is undecided, and what a judge of blocks finds."""
    found, marked = Found(), list[Mark]()
    with file.blocks() as blocks, closing(Progress(blocks.source.path)) as progress:
        for one in checked(blocks, file.limit, judge, beside):
            found.sentences += one.sentences
            found.unreadable |= bool(one.unreadable)
            found.add_first(one.faults, one.undecided, file.limit)
            marked += one.marks
            progress(blocks.source.position)
        found.add([], list(of_marks(marked, blocks.source.path)), file.limit)
    return found


def universal(file: File) -> Found:
    """What is wrong with CoNLL-U, as Universal Dependencies judges it."""
    from karat.formats.conllu.judge import Block, Sums, judge

    found, sums = Found(), Sums()

    def judged(bank: Bank) -> tuple[Block, FirstFaults, FirstFaults]:
        block, left = judge(bank), FirstFaults.of(undecided_words(bank), file.limit)
        return replace(block, faults=[]), FirstFaults.of(block.faults, file.limit), left

    with file.blocks() as blocks, closing(Progress(file.path)) as progress:
        for block, faults, left in through(blocks, judged):
            sums.add(block)
            found.sentences += block.sentences
            found.unreadable |= block.unreadable
            found.add_first(faults, left, file.limit)
            progress(blocks.source.position)
        rest = getattr(blocks, "left_over", None)
        if rest is not None:
            found.add(judge(blocks.scanner(Labels()).scan(rest)).faults, [], file.limit)
        found.add(sums.faults(file.path, marked=blocks.source.marked), [], file.limit)
    found.notes = list(sums.notes())
    return found


def flat_key(file: File) -> Found:
    """What is wrong with a flat key that somebody wrote."""
    from karat.analysis import flat_keys
    from karat.analysis.flat_keys import Used

    file = replace(file, small=True)
    used = _sum(file, Used.of, Used())
    return plain(file, lambda bank: flat_keys.faults(bank, used))


def relations(file: File, hierarchy: str | None, words_file: str | None) -> Found:
    """What is wrong with grammatical relations; ``words_file`` has the words of their sentences."""
    from karat.formats.gr.check import Facts, fitting, left_out, other_sentences
    from karat.formats.gr.check import Judge as Relations
    from karat.formats.gr.words import Text

    file = replace(file, small=True)
    facts = _sum(file, Facts.of, Facts())
    if not facts.text.sentences:
        return Found()
    auto = fitting(facts.shapes) if hierarchy in (None, "auto") else ""
    if words_file is None:
        text = facts.text
        found = plain(file, Relations(auto or str(hierarchy), text))
    else:
        with again(words_file) as opened:
            words = File(words_file, opened, _words_format(opened), "auto", 0, small=True)
            text = _sum(words, Text.of, Text())
            judge = Relations(auto or str(hierarchy), text)
            if text.sentences != facts.text.sentences:
                raise other_sentences(words_file, text.sentences, file.path, facts.text.sentences)
            with words.blocks() as beside:
                found = plain(file, judge, beside)
    found.notes = left_out(text)
    return found


def _sum(file: File, of: Callable[[Bank], _Sum], nothing: _Sum) -> _Sum:
    """What the blocks of a file add up to."""
    with file.blocks() as blocks, closing(Progress(file.path)) as progress:
        for one in through(blocks, of):
            nothing = nothing + one  # type: ignore[operator]  # they add up
            progress(blocks.source.position)
    return nothing


def _words_format(opened: Callable[[], Source]) -> Format:
    """The format of a file with the words of sentences; one that looks like no other is plain text."""
    with closing(opened()) as source:
        try:
            return formats.of(source, None)
        except InputError:
            if foreign(source.peek(formats.HEAD)):
                raise
            return formats.parse("text")
