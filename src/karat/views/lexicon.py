"""A list of words as the column in which kernels look them up."""

from collections.abc import Mapping

import numpy as np

from karat.kernels import words as lexical
from karat.model.bank import Bank
from karat.model.columns import Ints


def lexicon(words: Mapping[bytes, int]) -> Ints:
    """Words in lower case and their meanings; U+2019 counts as an apostrophe.

    >>> len(lexicon({b"to": 1, b"n't": 2})) > lexical.SLOTS
    True
    """
    folded = {word.replace(b"\xe2\x80\x99", b"'"): meaning for word, meaning in words.items()}
    size = 1 << (4 * len(folded)).bit_length()
    # In the text, an apostrophe may have three bytes.
    longest = max((len(word) + 2 * word.count(b"'") for word in folded), default=0)
    column = [*bytes(range(256)).lower(), size - 1, longest, *([0] * size)]
    for word, meaning in folded.items():
        key = 0
        for byte in word:
            key = key * lexical.FACTOR + byte
        key &= lexical.KEYS
        slot = key & (size - 1)
        while column[lexical.SLOTS + slot]:
            slot = (slot + 1) & (size - 1)
        column[lexical.SLOTS + slot] = len(column)
        column += [key, len(word), meaning, *word]
    return np.array(column, np.int32)


def looked_up(bank: Bank, words: Ints) -> Ints:
    """What a lexicon says of each word of a Bank, in any case; 0 for words that it has not."""
    found: Ints = np.empty(len(bank.tag), np.int32)
    columns = lexical.Words(bank.text, bank.word_start, bank.word_end, bank.tag)
    lexical.look_up(columns, np.ones(len(bank.labels), np.int8), words, found)
    return found
