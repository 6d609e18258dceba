"""Which sentences of two Banks can be compared word by word, and why the others cannot.

Words must be the same; tags do not matter. A word and its escaped form in the Penn Treebank
(``(`` and ``-LRB-``, ``"`` and `` `` ``) are the same word; so are ``/`` and ``*SLASH*``.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from karat.files.spelling import STARRED
from karat.kernels import align as kernel
from karat.kernels import standing
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs
from karat.model.labels import NULL
from karat.model.layers import offsets
from karat.model.outcome import Status
from karat.views.edit import sentence_of_words

_ESCAPED = {
    b"-LRB-": b"(", b"-RRB-": b")", b"-LSB-": b"[", b"-RSB-": b"]", b"-LCB-": b"{", b"-RCB-": b"}",
    b"``": b'"', b"''": b'"', b"`": b"'", b"\\/": b"/", b"\\*": b"*",
    b"\xe2\x80\x9c": b'"', b"\xe2\x80\x9d": b'"', b"\xe2\x80\x98": b"'", b"\xe2\x80\x99": b"'",
    **STARRED,
}  # fmt: skip

# Escapes that also occur inside words.
_INSIDE = re.compile(rb"-[LR][RSC]B-|\\[/*]|" + b"|".join(map(re.escape, STARRED)))


@dataclass(frozen=True, eq=False)
class Pairing:
    """For each sentence: 0 or why it has no score, and the first word that differs, if any."""

    status: Ints
    word: Ints

    @property
    def parting(self) -> tuple[Ints, Ints]:
        """The first word of each side that differs; -1 where none does."""
        place = np.where(self.status == Status.DIFFERENT, self.word, -1).astype(np.int32)
        return place, place


def plain(word: bytes) -> bytes:
    """A word without the Penn Treebank's escapes.

    >>> plain(b"-LRB-"), plain(b"1\\\\/2"), plain(b"1*SLASH*2"), plain(b"dog")
    (b'(', b'1/2', b'1/2', b'dog')
    """
    if word in _ESCAPED:
        return _ESCAPED[word]
    for escape in _INSIDE.findall(word):
        word = word.replace(escape, _ESCAPED[escape])
    return word


def pair(gold: Bank, system: Bank) -> Pairing:
    """Compare the words of two Banks with the same number of sentences.

    >>> import karat
    >>> gold, system = (karat.read_text(text) for text in ("(S (N a) (N b))", "(S (N a) (N c))"))
    >>> found = pair(gold, system)
    >>> Status(found.status[0]).reason, found.word.tolist()
    ('different words', [1])
    """
    ours, theirs = np.diff(gold.token_offset), np.diff(system.token_offset)
    status = np.where(ours != theirs, Status.NUMBER, 0).astype(np.int32)
    status[theirs == 0] = Status.MISSING
    status[system.fault != 0] = Status.SYSTEM_FAULT
    status[gold.fault != 0] = Status.GOLD_FAULT
    fine = status == Status.SCORED
    left = np.flatnonzero(np.repeat(fine, ours))
    right = np.flatnonzero(np.repeat(fine, theirs))
    first_word = np.zeros(len(gold), np.int32)
    sentence = sentence_of_words(gold)[left]
    # From the end, so that the first difference in a sentence is written last and stays.
    for row, one, other in reversed(list(unlike(gold, left, system, right))):
        if plain(one) != plain(other):
            status[sentence[row]] = Status.DIFFERENT
            first_word[sentence[row]] = left[row] - gold.token_offset[sentence[row]]
    return Pairing(status, first_word)


def unlike(
    gold: Bank, left: Longs, system: Bank, right: Longs
) -> Iterator[tuple[int, bytes, bytes]]:
    """The paired words whose bytes differ: the number of the pair, and the two words."""
    alike = np.empty(len(left), np.int8)
    ours = kernel.Words(gold.text, gold.word_start, gold.word_end)
    theirs = kernel.Words(system.text, system.word_start, system.word_end)
    kernel.same(ours, left, theirs, right, alike)
    rows = np.flatnonzero(alike == 0)
    one, other = left[rows], right[rows]
    columns = (
        gold.word_start[one],
        gold.word_end[one],
        system.word_start[other],
        system.word_end[other],
    )
    for row, *(a, b, c, d) in zip(*(column.tolist() for column in (rows, *columns)), strict=True):
        yield row, gold.text[a:b].tobytes(), system.text[c:d].tobytes()


def same_words(gold: Bank, system: Bank, asked: Bools) -> Bools:
    """Which of the sentences in ``asked`` have the same words, byte by byte.

    >>> import karat
    >>> texts = "(S (N a) (N b))\\n(S (N a))\\n", "(S (N a) (N c))\\n(S (N a))\\n"
    >>> gold, system = (karat.read_text(text, layout="lines") for text in texts)
    >>> same_words(gold, system, np.ones(2, np.bool_)).tolist()
    [False, True]
    """
    same = asked.astype(np.int8)
    ours, theirs = (
        standing.Words(bank.text, bank.token_offset, bank.word_start, bank.word_end)
        for bank in (gold, system)
    )
    standing.same_words(ours, theirs, same)
    return same.astype(np.bool_)


def spelt_like(gold: Bank, system: Bank, form: Callable[[bytes], bytes] = plain) -> Bank:
    """The system with gold's spelling of each word whose ``form``, usually without escapes, is gold's.

    Words are paired in order, in sentences with the same number of words on both sides; null elements
    of gold do not count.
    """
    return respelt(gold, system, form)[0]


def respelt(gold: Bank, system: Bank, form: Callable[[bytes], bytes] = plain) -> tuple[Bank, Bools]:
    """The system as by ``spelt_like``, and in which sentences both sides now have the same words.

    A faulty or empty sentence is not the same as another.
    """
    ours, theirs = np.diff(gold.token_offset), np.diff(system.token_offset)
    real = gold.tag != gold.labels.find(NULL)
    if not real.all():
        ours = np.diff(offsets(real)[gold.token_offset])
    fine = ours == theirs
    left = np.flatnonzero(np.repeat(fine, np.diff(gold.token_offset)) & real)
    right = np.flatnonzero(np.repeat(fine, theirs))
    same: Bools = fine & (theirs > 0) & (gold.fault == 0) & (system.fault == 0)
    start, end = system.word_start.copy(), system.word_end.copy()
    text = [system.text]
    at, other_words = len(system.text), []
    for row, one, other in unlike(gold, left, system, right):
        if form(one) == form(other):
            text.append(np.frombuffer(one, np.uint8))
            start[right[row]], end[right[row]] = at, at + len(one)
            at += len(one)
        else:
            other_words.append(right[row])
    same[np.searchsorted(system.token_offset, other_words, "right") - 1] = False
    if len(text) == 1:
        return system, same
    return replace(system, text=np.concatenate(text), word_start=start, word_end=end), same
