"""What many words of a Bank spell, as columns of characters."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from karat.comparison.tokens import cut
from karat.kernels import spelling as kernel
from karat.model.bank import Bank
from karat.model.columns import Ints, Longs
from karat.model.layers import offsets

# What each byte spells that is a character by itself: not a mark that may be one with the next.
_PLAIN = np.array(
    [
        ord(chr(byte).lower()) if 32 < byte < 127 and chr(byte) not in "-'`\\*" else 0
        for byte in range(256)
    ],
    np.uint8,
)


class Spelling(NamedTuple):
    """What words spell, as ``spelt`` gives it: word w is codes[offset[w]:offset[w + 1]]."""

    codes: Ints
    offset: Ints


def spelling_of(bank: Bank, rows: Longs) -> Spelling:
    """What some words of a Bank spell; words that the kernel does not know are looked up one by one.

    >>> import karat
    >>> found = spelling_of(karat.read_text("(S (N DOGS) (V -LRB-))"), np.array([0, 1]))
    >>> bytes(found.codes.tolist()), found.offset.tolist()
    (b'dogs(', [0, 4, 5])
    """
    start, end = np.ascontiguousarray(bank.word_start), np.ascontiguousarray(bank.word_end)
    codes = np.empty(kernel.length(start, end, rows), np.int32)
    offset, odd = np.empty(len(rows) + 1, np.int32), np.empty(len(rows), np.int8)
    codes = codes[: kernel.spell(bank.text, start, end, rows, _PLAIN, codes, offset, odd)]
    others = np.flatnonzero(odd)
    if not len(others):
        return Spelling(codes, offset)
    from karat.comparison.overlay import spelt  # it takes time to load

    more = in_columns([spelt(word) for word in cut(bank, rows[others], bank.word_end)])
    every, begins = np.empty(len(codes) + len(more.codes), np.int32), np.empty_like(offset)
    kernel.insert(codes, offset, odd, more.codes, more.offset, every, begins)
    return Spelling(every, begins)


def in_columns(texts: Sequence[str]) -> Spelling:
    """Texts as a column of characters."""
    content = "".join(texts).encode("utf-32-le", "surrogatepass")
    return Spelling(np.frombuffer(content, np.int32), offsets(map(len, texts)))
