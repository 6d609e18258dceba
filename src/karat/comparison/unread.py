"""What sentences that cannot be read spell, so that their neighbours do not take the text for their own."""

import re
from dataclasses import replace

import numpy as np

from karat.comparison.alignment import spelt_by
from karat.model.bank import Bank
from karat.model.columns import Ints
from karat.model.labels import NULL

# A label behind its bracket, or a word: what is not behind a bracket.
_ATOM = re.compile(rb"(\(\s*)?([^\s()]+)")


def with_unread(bank: Bank) -> Bank:
    """The Bank with one word for each sentence that cannot be read, which is all that it spells.

    It says where sentences begin and what they spell, and no more: layers but the multiword tokens are
    left out. A sentence of rows has its forms, a tree the words whose brackets can be seen.

    >>> import karat
    >>> bank = karat.read_text("(S (N a) (V b)\\n(S (N c))\\n", layout="lines")
    >>> bank.words(0), with_unread(bank).words(0), with_unread(bank).words(1)
    ([], [b'ab'], [b'c'])
    """
    unread = np.flatnonzero((bank.fault != 0) & (np.diff(bank.token_offset) == 0))
    texts = [_spelt(bank, sentence) for sentence in unread.tolist()]
    if not any(texts):
        return bank
    sizes = np.array([len(text) for text in texts])
    unread, sizes = unread[sizes > 0], sizes[sizes > 0]
    ends: Ints = (len(bank.text) + np.cumsum(sizes)).astype(np.int32)
    at = bank.token_offset[unread]
    one = np.zeros(len(bank) + 1, np.int32)
    one[unread + 1] = 1
    surface = {name: table for name, table in bank.layers.items() if name == "surface"}
    return replace(
        bank,
        text=np.concatenate([bank.text, np.frombuffer(b"".join(texts), np.uint8)]),
        token_offset=bank.token_offset + np.cumsum(one, dtype=np.int32),
        word_start=np.insert(bank.word_start, at, ends - sizes).astype(np.int32),
        word_end=np.insert(bank.word_end, at, ends).astype(np.int32),
        tag=np.insert(bank.tag, at, 0).astype(np.int32),
        layers=surface,
    )


def _spelt(bank: Bank, sentence: int) -> bytes:
    """What a sentence spells, up to the next one."""
    first, last = [*bank.sentence_at[sentence : sentence + 2].tolist(), len(bank.text)][:2]
    written = bank.text[first:last].tobytes()
    return spelt_by(written) or (_leaves(written) if bank.has_trees else b"")


def _leaves(written: bytes) -> bytes:
    """The words of a tree, also of one whose brackets do not balance.

    >>> _leaves(b"(S (NP (-NONE- *)) (VP (VB Go) home")
    b'Gohome'
    """
    found, label = list[bytes](), b""
    for bracket, atom in _ATOM.findall(written):
        if bracket:
            label = atom
        elif label != NULL:
            found.append(atom)
    return b"".join(found)
