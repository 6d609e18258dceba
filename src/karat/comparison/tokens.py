"""Tokens: the words of a sentence as they are written.

Most tokens are one word. A multiword token (in CoNLL-U a line such as ``1-2``) is written as one
word but analysed as several, which have no characters of their own. A null element is not written.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from karat.files.profile import Profile
from karat.model.bank import Bank
from karat.views.nulls import nulls


class Multiword(NamedTuple):
    """A token that is several words: what is written, and the words."""

    text: bytes
    words: tuple[bytes, ...]


# A word, several words, or None for a null element.
Token: TypeAlias = bytes | Multiword | None


def words_of(bank: Bank, grammar: Profile | None = None) -> Callable[[int], list[Token]]:
    """A function that gives the words of a sentence; null elements, as a grammar has them, are None.

    >>> import karat
    >>> words_of(karat.read_text("(S (NP (-NONE- *)) (VP (VB Go)))"))(0)
    [None, b'Go']
    """
    null = nulls(bank, grammar)
    some = bool(null.any())
    text, offset = bank.text.tobytes(), bank.token_offset

    def of(sentence: int) -> list[Token]:
        rows = slice(offset[sentence], offset[sentence + 1])
        places = zip(bank.word_start[rows].tolist(), bank.word_end[rows].tolist(), strict=True)
        words: list[Token] = [text[start:end] for start, end in places]
        if some:
            gone = null[rows].tolist()
            words = [None if lost else word for word, lost in zip(words, gone, strict=True)]
        return words

    return of


def tokens_of(bank: Bank, grammar: Profile | None = None) -> Callable[[int], list[Token]]:
    r"""A function that gives the tokens of a sentence; null elements are None.

    >>> import karat
    >>> row = "{}\t{}\t_\t_\t_\t_\t{}\t_\t_\t_\n"
    >>> rows = row.format("1-2", "au", "_"), row.format(1, "à", 2), row.format(2, "le", 0)
    >>> tokens_of(karat.read_text("".join(rows) + "\n"))(0) == [(b"au", ("à".encode(), b"le"))]
    True
    """
    words = words_of(bank, grammar)
    surface = bank.layers.get("surface")
    if surface is None or not len(surface["first"]):
        return words
    names = ("first", "last", "word_start", "word_end")

    def of(sentence: int) -> list[Token]:
        found = words(sentence)
        own = surface.rows(sentence)
        rows = zip(*(surface[name][own].tolist() for name in names), strict=True)
        for first, last, start, end in reversed([*rows]):
            inside = tuple(word or b"" for word in bank.words(sentence)[first:last])
            found[first:last] = [Multiword(bank.text[start:end].tobytes(), inside)]
        return found

    return of


def written(token: Token) -> bytes:
    """What a token adds to the text."""
    return token.text if isinstance(token, Multiword) else token or b""


def size(token: Token) -> int:
    """How many words a token is."""
    return len(token.words) if isinstance(token, Multiword) else 1
