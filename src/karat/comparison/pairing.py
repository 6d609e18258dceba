"""Which sentences of two Banks can be compared word by word, and why the others cannot.

Words must be the same, whatever their tags; a word and the way the Penn Treebank escapes it
(``(`` and ``-LRB-``, ``"`` and `` `` ``) are the same word.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from karat.kernels import align as kernel
from karat.model.bank import Bank
from karat.model.columns import Ints, Longs
from karat.model.tally import DIFFERENT, GOLD_FAULT, MISSING, NUMBER, SYSTEM_FAULT

_ESCAPED = {
    b"-LRB-": b"(",
    b"-RRB-": b")",
    b"-LSB-": b"[",
    b"-RSB-": b"]",
    b"-LCB-": b"{",
    b"-RCB-": b"}",
    b"``": b'"',
    b"''": b'"',
    b"`": b"'",
    b"\\/": b"/",
    b"\\*": b"*",
    b"\xe2\x80\x9c": b'"',
    b"\xe2\x80\x9d": b'"',
    b"\xe2\x80\x98": b"'",
    b"\xe2\x80\x99": b"'",
}

# Those that are escapes inside a word too.
_INSIDE = re.compile(rb"-[LR][RSC]B-|\\[/*]")


@dataclass(frozen=True, eq=False)
class Pairing:
    """For each sentence 0, or why it has no score; and of one whose words differ, the first word."""

    status: Ints
    word: Ints

    def detail(self, gold: Bank, system: Bank, sentence: int) -> str:
        """What is wrong with a sentence, with the words and the places."""
        status = int(self.status[sentence])
        if status == GOLD_FAULT:
            return str(gold.error(sentence))
        if status == SYSTEM_FAULT:
            return str(system.error(sentence))
        if status == MISSING:
            return f"{system.path} has nothing for it"
        ours, theirs = gold.words(sentence), system.words(sentence)
        places = f"{gold.path}:{gold.line(sentence)} and {system.path}:{system.line(sentence)}"
        if status == NUMBER:
            return f"{len(ours)} and {len(theirs)}, in {places}"
        word = int(self.word[sentence])
        return f"word {word + 1} is {_shown(ours[word])} and {_shown(theirs[word])}, in {places}"


def _shown(word: bytes) -> str:
    return repr(word.decode("utf-8", "backslashreplace"))


def plain(word: bytes) -> bytes:
    """A word without the Penn Treebank's escapes.

    >>> plain(b"-LRB-"), plain(b"1\\\\/2"), plain(b"dog")
    (b'(', b'1/2', b'dog')
    """
    known = _ESCAPED.get(word)
    if known is not None:
        return known
    for escape in _INSIDE.findall(word):
        word = word.replace(escape, _ESCAPED[escape])
    return word


def pair(gold: Bank, system: Bank) -> Pairing:
    """Compare the words of two Banks with as many sentences.

    >>> import karat
    >>> gold, system = (karat.read_text(text) for text in ("(S (N a) (N b))", "(S (N a) (N c))"))
    >>> found = pair(gold, system)
    >>> found.status.tolist(), found.detail(gold, system, 0)
    ([6], "word 2 is 'b' and 'c', in <text>:1 and <text>:1")
    """
    ours, theirs = np.diff(gold.token_offset), np.diff(system.token_offset)
    status = np.where(ours != theirs, NUMBER, 0).astype(np.int32)
    status[theirs == 0] = MISSING
    status[system.fault != 0] = SYSTEM_FAULT
    status[gold.fault != 0] = GOLD_FAULT
    fine = status == 0
    left = np.flatnonzero(np.repeat(fine, ours))
    right = np.flatnonzero(np.repeat(fine, theirs))
    first_word = np.zeros(len(gold), np.int32)
    sentence = np.repeat(np.arange(len(gold)), ours)[left]
    # From the end, so that of several the first is kept.
    for row, one, other in reversed(list(unlike(gold, left, system, right))):
        if plain(one) != plain(other):
            status[sentence[row]] = DIFFERENT
            first_word[sentence[row]] = left[row] - gold.token_offset[sentence[row]]
    return Pairing(status, first_word)


def unlike(
    gold: Bank, left: Longs, system: Bank, right: Longs
) -> Iterator[tuple[int, bytes, bytes]]:
    """Of words laid side by side, those whose bytes differ: which pair, and the two words."""
    alike = np.empty(len(left), np.int8)
    kernel.same(
        gold.text, gold.word_start, gold.word_end, left,
        system.text, system.word_start, system.word_end, right, alike,
    )  # fmt: skip
    for row in (alike == 0).nonzero()[0].tolist():
        g, s = left[row], right[row]
        yield (
            row,
            gold.text[gold.word_start[g] : gold.word_end[g]].tobytes(),
            system.text[system.word_start[s] : system.word_end[s]].tobytes(),
        )
