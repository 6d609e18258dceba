"""Tokens: the words of a sentence as they are written.

Most tokens are one word. A multiword token (in CoNLL-U a line such as ``1-2``) is written as one
word but analysed as several, which have no characters of their own. A null element is not written.
"""

from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from karat.files.profile import Profile
from karat.model.bank import Bank
from karat.model.columns import Ints, Longs
from karat.model.layers import gathered
from karat.views.nulls import nulls

_BREAK = ord("\n")


class Multiword(NamedTuple):
    """A token that is several words: what is written, and the words."""

    text: bytes
    words: tuple[bytes, ...]


# A word, several words, or None for a null element.
Token: TypeAlias = bytes | Multiword | None


def cut(bank: Bank, rows: Longs, ends: Ints) -> list[bytes]:
    """The texts of some words of a Bank, up to these ends; cut out all at once, which is far faster.

    >>> import karat
    >>> bank = karat.read_text("(S (N dogs) (V bark))")
    >>> cut(bank, np.array([1, 0]), bank.word_end)
    [b'bark', b'dogs']
    """
    begins, ends = bank.word_start[rows], ends[rows]
    sizes = (ends - begins).astype(np.int64)
    marks = np.cumsum(sizes + 1) - 1  # a line break follows each word
    places = np.arange(int(sizes.sum()) + len(rows)) + np.repeat(begins - marks + sizes, sizes + 1)
    places[marks] = 0
    text = bank.text[places]
    text[marks] = _BREAK
    words = text.tobytes().split(b"\n")
    if len(words) == len(rows) + 1:
        return words[:-1]
    whole = bank.text.tobytes()  # a word has a line break in it
    return [whole[a:b] for a, b in zip(begins.tolist(), ends.tolist(), strict=True)]


def words_of(bank: Bank, sentences: Longs, grammar: Profile | None = None) -> list[list[Token]]:
    """The words of some sentences; null elements, as a grammar has them, are None.

    >>> import karat
    >>> words_of(karat.read_text("(S (NP (-NONE- *)) (VP (VB Go)))"), np.array([0]))
    [[None, b'Go']]
    """
    offset, rows = gathered(bank.token_offset, sentences)
    words: list[Token] = [*cut(bank, rows, bank.word_end)]
    for at in np.flatnonzero(nulls(bank, grammar)[rows]).tolist():
        words[at] = None
    return [words[a:b] for a, b in pairwise(offset.tolist())]


def tokens_of(bank: Bank, sentences: Longs, grammar: Profile | None = None) -> list[list[Token]]:
    r"""The tokens of some sentences; null elements are None.

    >>> import karat
    >>> row = "{}\t{}\t_\t_\t_\t_\t{}\t_\t_\t_\n"
    >>> rows = row.format("1-2", "au", "_"), row.format(1, "à", 2), row.format(2, "le", 0)
    >>> bank = karat.read_text("".join(rows) + "\n")
    >>> tokens_of(bank, np.array([0])) == [[(b"au", ("à".encode(), b"le"))]]
    True
    """
    found = words_of(bank, sentences, grammar)
    surface = bank.layers.get("surface")
    if surface is None:
        return found
    names = ("first", "last", "word_start", "word_end")
    for sentence, words in zip(sentences.tolist(), found, strict=True):
        own = surface.rows(sentence)
        rows = zip(*(surface[name][own].tolist() for name in names), strict=True)
        for first, last, start, end in reversed([*rows]):
            inside = tuple(word or b"" for word in bank.words(sentence)[first:last])
            words[first:last] = [Multiword(bank.text[start:end].tobytes(), inside)]
    return found


def written(token: Token) -> bytes:
    """What a token adds to the text."""
    return token.text if isinstance(token, Multiword) else token or b""


def size(token: Token) -> int:
    """How many words a token is."""
    return len(token.words) if isinstance(token, Multiword) else 1
