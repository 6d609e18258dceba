"""What sentences spell: their words as they are written, without null elements.

The words of a multiword token are written as one. Spaces, case, escapes and the kind of quotation
marks do not count.
"""

from collections.abc import Sequence
from itertools import pairwise, repeat

import numpy as np

from karat.comparison.spelt_words import Some, Spelling, in_columns, spelling_of
from karat.comparison.tokens import cut, size, tokens_of, written
from karat.model.bank import Bank
from karat.model.columns import Longs
from karat.model.labels import NULL
from karat.model.layers import gathered, offsets


def texts(bank: Bank, sentences: Sequence[int]) -> list[str]:
    """What sentences spell, without null elements."""
    return in_words(spelt_sentences(bank, sentences))


def in_words(spelt: Spelling) -> list[str]:
    """The texts of a column of characters."""
    whole = spelt.codes.tobytes().decode("utf-32-le", "surrogatepass")
    return [whole[a:b] for a, b in pairwise(spelt.offset.tolist())]


def spelt_sentences(bank: Bank, sentences: Sequence[int] | Longs) -> Spelling:
    """What sentences spell, as a column of characters; without null elements.

    >>> import karat
    >>> found = spelt_sentences(karat.read_text("(S (N Dogs) (V bark))"), [0])
    >>> bytes(found.codes.tolist()), found.offset.tolist()
    (b'dogsbark', [0, 8])
    """
    chosen = np.asarray(sentences, np.int64)
    offset, rows = gathered(bank.token_offset, chosen)
    null = bank.tag[rows] == bank.labels.find(NULL)
    if null.any():
        rows, offset = rows[~null], offsets(~null)[offset]
    found = spelling_of(Some(bank, rows))
    found = Spelling(found.codes, found.offset[offset])
    surface = bank.layers.get("surface")
    if surface is None or not (several := np.diff(surface.offset)[chosen] > 0).any():
        return found
    from karat.comparison.overlay import spelt  # it takes time to load

    result = in_words(found)
    at = np.flatnonzero(several).tolist()
    for place, forms in zip(at, real_words(bank, chosen[at].tolist()), strict=True):
        result[place] = "".join(map(spelt, forms))
    return in_columns(result)


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
