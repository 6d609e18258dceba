"""What sentences spell: their words as they are written, without null elements.

The words of a multiword token are written as one. Spaces, case, escapes and the kind of quotation
marks do not count.
"""

from collections.abc import Iterator, Sequence
from itertools import repeat

import numpy as np

from karat.comparison.overlay import spelt
from karat.comparison.tokens import size, tokens_of, written
from karat.model.bank import Bank
from karat.model.labels import NULL


def texts(bank: Bank, sentences: Sequence[int]) -> list[str]:
    """What sentences spell, without null elements."""
    return ["".join(map(spelt, words)) for words in real_words(bank, sentences)]


def real_words(bank: Bank, sentences: Sequence[int]) -> Iterator[list[bytes]]:
    """The words of sentences as they are written.

    A null element is empty, and so are the words of a multiword token but the first, which has its text.
    """
    text, offset = bank.text.tobytes(), bank.token_offset.tolist()
    null = bank.tag == bank.labels.find(NULL)
    ends = np.where(null, bank.word_start, bank.word_end)
    surface = bank.layers.get("surface")
    several = set(np.flatnonzero(np.diff(surface.offset)).tolist()) if surface is not None else {}
    tokens = tokens_of(bank) if several else None
    for at in sentences:
        if tokens and at in several:
            forms = ((written(token), size(token)) for token in tokens(at))
            yield [word for form, count in forms for word in (form, *repeat(b"", count - 1))]
            continue
        rows = slice(offset[at], offset[at + 1])
        both = zip(bank.word_start[rows].tolist(), ends[rows].tolist(), strict=True)
        yield [text[start:end] for start, end in both]
