"""What sentences spell: their words as they are written, without null elements.

The words of a multiword token are written as one. Spaces, case, escapes and the kind of quotation
marks do not count.
"""

from collections.abc import Sequence
from itertools import pairwise, repeat

import numpy as np

from karat.comparison.overlay import spelt
from karat.comparison.spelt_words import spelling_of
from karat.comparison.tokens import cut, size, tokens_of, written
from karat.model.bank import Bank
from karat.model.labels import NULL
from karat.model.layers import gathered, offsets


def texts(bank: Bank, sentences: Sequence[int]) -> list[str]:
    """What sentences spell, without null elements."""
    chosen = np.asarray(sentences, np.int64)
    offset, rows = gathered(bank.token_offset, chosen)
    real = bank.tag[rows] != bank.labels.find(NULL)
    found = spelling_of(bank, rows[real])
    whole = found.codes.tobytes().decode("utf-32-le", "surrogatepass")
    ends = found.offset[offsets(real)[offset]].tolist()
    result = [whole[a:b] for a, b in pairwise(ends)]
    surface = bank.layers.get("surface")
    if surface is not None:
        several = np.flatnonzero(np.diff(surface.offset)[chosen]).tolist()
        words = real_words(bank, chosen[several].tolist())
        for at, forms in zip(several, words, strict=True):
            result[at] = "".join(map(spelt, forms))
    return result


def real_words(bank: Bank, sentences: Sequence[int]) -> list[list[bytes]]:
    """The words of sentences as they are written.

    A null element is empty, and so are the words of a multiword token but the first, which has its text.
    """
    chosen = np.asarray(sentences, np.int64)
    null = bank.tag == bank.labels.find(NULL)
    offset, rows = gathered(bank.token_offset, chosen)
    words = cut(bank, rows, np.where(null, bank.word_start, bank.word_end))
    found = [words[a:b] for a, b in pairwise(offset.tolist())]
    surface = bank.layers.get("surface")
    if surface is not None:
        several = np.flatnonzero(np.diff(surface.offset)[chosen])
        for at, tokens in zip(several.tolist(), tokens_of(bank, chosen[several]), strict=True):
            forms = ((written(token), size(token)) for token in tokens)
            found[at] = [word for form, count in forms for word in (form, *repeat(b"", count - 1))]
    return found
