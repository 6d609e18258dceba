"""What many words of a Bank spell, as columns of characters."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from karat.comparison.tokens import cut
from karat.kernels import spelling as kernel
from karat.model.bank import Bank
from karat.model.columns import Flags, Ints, Longs
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


class Some(NamedTuple):
    """Some words of a Bank: those in these rows."""

    bank: Bank
    rows: Longs


def spelling_of(*sides: Some) -> Spelling:
    """What words spell, one side after the other; the kernel leaves those that it does not know to Python.

    >>> import karat
    >>> found = spelling_of(Some(karat.read_text("(S (N DOGS) (V -LRB-))"), np.array([0, 1])))
    >>> bytes(found.codes.tolist()), found.offset.tolist()
    (b'dogs(', [0, 4, 5])
    """
    columns = [
        (np.ascontiguousarray(bank.word_start), np.ascontiguousarray(bank.word_end), rows)
        for bank, rows in sides
    ]
    codes = np.empty(sum(kernel.length(*words) for words in columns), np.int32)
    count = sum(len(rows) for _, rows in sides)
    offset, odd = np.empty(count + 1, np.int32), np.empty(count, np.int8)
    at = word = 0
    for words, (bank, rows) in zip(columns, sides, strict=True):
        here, flags = offset[word : word + len(rows) + 1], odd[word : word + len(rows)]
        size = kernel.spell(bank.text, *words, _PLAIN, codes[at:], here, flags)
        here += at
        at, word = at + size, word + len(rows)
    spelt = Spelling(codes[:at], offset)
    return _with_odd(spelt, odd, sides) if odd.any() else spelt


def _with_odd(spelt: Spelling, odd: Flags, sides: Sequence[Some]) -> Spelling:
    """The same with the words that were left out."""
    from karat.comparison.overlay import spelt as spelt_word  # it takes time to load

    words, first = list[bytes](), 0
    for bank, rows in sides:
        here = odd[first : first + len(rows)]
        words += cut(bank, rows[np.flatnonzero(here)], bank.word_end)
        first += len(rows)
    more = in_columns([*map(spelt_word, words)])
    every = np.empty(len(spelt.codes) + len(more.codes), np.int32)
    begins = np.empty_like(spelt.offset)
    kernel.insert(*spelt, odd, *more, every, begins)
    return Spelling(every, begins)


def in_columns(texts: Sequence[str]) -> Spelling:
    """Texts as a column of characters."""
    content = "".join(texts).encode("utf-32-le", "surrogatepass")
    return Spelling(np.frombuffer(content, np.int32), offsets(map(len, texts)))
