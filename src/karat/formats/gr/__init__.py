"""Grammatical relations, in three notations that may be mixed.

``ncsubj(die, proprietor, _)``                       as Carroll, Minnen and Briscoe (1999) print them
``(ncsubj die proprietor _)``                        as in DepBank and the files of the original scorer
``(|ncsubj| |die:3_VVZ| |proprietor:2_NN1| _)``      as RASP prints them, with position and tag

Relations stand on lines, one or several on each. A sentence begins with a line of its words, or its
number or id (``95021266.1``) on a line, or both (number first); without these, blank lines are between
sentences. ``()`` is a sentence without relations, and so is one whose number is left out. A line
``# lemmas = the dog bark`` below a sentence has the base forms of its words. A number and relations may
share a line. Comments begin with ``;`` or ``#``; lines that begin with ``%`` at the head of a file,
or anything there before the number 1 or RASP's first list of words, are passed over, as is RASP's
``gr-list:``; RASP's list ``(|The:1_AT| …)`` is the words of a sentence, and so is the line
``<c> The|the|DT|…`` of C&C, which stands below the relations, whose words C&C counts from 0:
``(det dog_1 The_0)``. Braces hold relations with a weight before each,
``{ 0.5 (dobj a b) 0.5 (iobj a b) }``. ``\\`` makes the next character an ordinary one, also before
a sentence that begins like a relation, a number or a comment. In the first notation
a comma between two digits is no separator.

One slot is the head; two are head and dependent; three are head, dependent and initial for dobj and
the subjects, type, head and dependent for all others; four are all. Positions count from 1; the tag
may be left out, ``die:3``, and the affix of RASP's ``die+s:3_VVZ`` is.

>>> bank = loads("ncsubj(die, proprietor, _)\\n(dobj |drop:4_VV0| |it:5_PPH1|)")
>>> from karat.model.gr import listed
>>> for gr in listed(bank, 0): print(gr, gr.head_at)
ncsubj(die, proprietor, _) -1
dobj(drop, it) 3
"""

import re
from typing import BinaryIO

import numpy as np

from karat import formats
from karat.files.hierarchy import BUILT_IN, load
from karat.files.source import Source
from karat.formats import HEAD, _block, stanford
from karat.formats.gr.check import check, remarks
from karat.formats.gr.columns import Columns
from karat.formats.gr.scan import Block, Scanner, gaps_of
from karat.formats.gr.text import NOTATIONS, texts
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.model.labels import Labels

SUMMARY = "grammatical relations: ncsubj(die, proprietor, _), or as RASP and DepBank write them"
EXTENSIONS = (".gr", ".grs")
SCHEME = "gr"
NEEDS = "gr"
EXAMPLE = "ncsubj(die, proprietor, _)"

__all__ = ["Block", "Blocks", "Scanner", "check", "dumps", "loads", "remarks", "sniff", "write"]

BLOCK = 1 << 20
_PAPER = rb"[A-Za-z_][\w-]*\(\s*(?:[^()\s\\]|\\.)(?:[^()\\]|\\.)*\)"
_LIKELY = re.compile(rb"[ \t]*(?:\d+[ \t]+)?(?:" + _PAPER + rb"[ \t]*)+(?:[;#].*)?")
_LISP = re.compile(
    rb"[ \t]*(?:\d+[ \t]+)?(?:\{\s*[\d.]+\s*)?\(\|?([A-Za-z_][\w-]*)\|?[ \t]"
    rb"(?:[^()\\]|\\.|(?<=[^\s()])\((?:[^\s()]|\([^\s()]*\))*\))*\)"
)
_FIRST = re.compile(rb"^[ \t]*1[ \t\r]*$", re.MULTILINE)
# C&C writes the words of each sentence on such a line, below its relations.
_CANDC = re.compile(rb"^<c> ", re.MULTILINE)
# RASP's list of the words of a sentence; what its program says first stands before the first one.
_LISTED = re.compile(rb"^\(\|?[^\s()|]+:\d+_[^\s()|]*\|?(?=[ )])", re.MULTILINE)
_DECLARED = re.compile(rb"(?:[ \t]*(?:%[^\n]*)?\r?\n)+")


def sniff(head: bytes) -> bool:
    """Whether a file that begins so has relations: in the Lisp notations, ones that are known.

    >>> sniff(b"1\\n(|ncsubj| |die:3_VVZ| |he:2_PP| _)"), sniff(b"A dog barks.\\nncsubj(bark, dog, _)")
    (True, True)
    >>> sniff(b"(S (NP a) (VP b))"), sniff(b"(NP a dog)"), sniff(b"(det dog (the))")
    (False, False, False)
    >>> sniff(b"(dobj be Prebon_(U.S.A.)_Inc.)"), sniff(b"(dobj be A_((B)_c)_d)"), sniff(b"(dobj be a\\\\(b)")
    (True, True, True)
    >>> sniff(b"1\\nncsubj(be, a\\\\(b, _)")
    True
    """
    if stanford.sniff(head):  # nsubj(sleeps-2, John-1)
        return False
    known = {name.encode() for which in BUILT_IN for name in load(which).names}
    return any(
        ((found := _LISP.match(line)) and found[1] in known) or _LIKELY.fullmatch(line.rstrip())
        for line in head.splitlines()[:200]
    )


class Blocks(_block.Blocks):
    """A file cut into blocks of whole sentences, as large as is convenient or as many as asked."""

    def __init__(self, source: Source, layout: str = "auto", size: int = BLOCK) -> None:
        super().__init__(source, size)
        self._held = np.zeros(0, np.uint8)
        self._last = 0
        self._columns = Columns(_CANDC.search(source.head(HEAD)) is not None)
        # Of the sentences held: where each begins, and how many are missing before it.
        self._begins = np.zeros(1, np.int32)
        self._gaps = np.zeros(0, np.int32)
        self._numbers = np.zeros(0, np.int32)
        self._begin()

    def _begin(self) -> None:
        """Pass over what stands before the first sentence."""
        head = self.source.peek(HEAD)
        skip = 0
        marks = [found.start() for mark in (_FIRST, _LISTED) if (found := mark.search(head))]
        before = head[: min(marks)].splitlines() if marks else []
        if marks and not any(_LIKELY.match(line) or _LISP.match(line) for line in before):
            skip = min(marks)
        elif declared := _DECLARED.match(head):
            skip = declared.end()
        while skip:
            passed = self.source.read(skip)
            skip -= len(passed)
            self._line += int(np.count_nonzero(passed == 10))

    def block_scanner(self, labels: Labels) -> Scanner:
        return Scanner(labels, self.source.path, self._columns.indexed)

    def next(self) -> Block | None:
        # The last sentence of a small file too: what the first block has decides about the rest.
        self._find(1, self._size)
        have = len(self._gaps) + int(self._gaps.sum())
        return self.take(have) if have else None

    def take(self, sentences: int) -> Block:
        self._find(sentences)
        upto = np.cumsum(self._gaps + 1)
        whole = int(np.searchsorted(upto, sentences, "right"))
        have = int(upto[whole - 1]) if whole else 0
        # What is left to take is missing sentences, before one that stays.
        rest = min(sentences - have, int(self._gaps[whole])) if whole < len(self._gaps) else 0
        lead = int(self._gaps[0]) if whole else 0
        end = int(self._begins[whole])
        lines = int(np.count_nonzero(self._held[:end] == 10))
        taken = self._block([self._held[:end]], have + rest, lines)
        block = Block(**vars(taken), lead=lead, last=self._last)
        if whole:
            self._last = int(self._numbers[whole - 1])
        self._held = self._held[end:]
        self._begins = self._begins[whole:] - np.int32(end)
        self._gaps, self._numbers = self._gaps[whole:], self._numbers[whole:]
        if rest:
            self._gaps[0] -= rest
        return block

    def _find(self, wanted: int, size: int = 0) -> None:
        """Hold at least so many sentences and bytes, if there are so many; the last read may still grow."""
        while not self._ended and (
            len(self._gaps) + int(self._gaps.sum()) < wanted or len(self._held) < size
        ):
            more = self._more(len(self._held), lambda: int(self._begins[-1]))
            self._held = np.concatenate([self._held, more])
            if len(self._held) >= 1 << 30:
                raise InputError(f"{self.source.path}:{self._line}: a block of more than 1 GiB")
            # A line that is not whole may look like another thing.
            lines = len(self._held) if self._ended else _block.last_newline(self._held) + 1
            found = self._columns.walk([self._held[:lines]])
            begins = found.sentence_at.copy()
            number = found.number
            if not self._ended:
                number = number[:-1]
            elif len(begins) or len(self._held):
                begins = np.append(begins, np.int32(len(self._held)))
            if not len(begins):
                begins = np.zeros(1, np.int32)
            elif len(number):
                begins[0] = 0
            lead = self._gaps[:1].copy()
            self._gaps, _, self._numbers = gaps_of(number, self._last)
            if len(lead) and len(self._gaps):
                self._gaps[0] = lead[0]
            self._begins = begins


def loads(text: str | bytes) -> Bank:
    return formats.read_text(text, format="gr")


def dumps(bank: Bank, *, notation: str = "paper") -> str:
    return b"".join(texts(bank, notation)).decode("utf-8", "surrogateescape")


def write(
    bank: Bank, stream: BinaryIO, *, notation: str = NOTATIONS[0], pretty: bool = False
) -> None:
    """Write a Bank with relations, in one of the notations ``paper``, ``lisp`` and ``rasp``."""
    stream.writelines(texts(bank, notation))
