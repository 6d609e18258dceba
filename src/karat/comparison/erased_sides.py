"""Two parses without null elements, and why each of their words is erased in step 1 of PARSEVAL.

Both must keep the same words. Punctuation may be a word on one side and part of a word on the other,
so words that differ are compared again without punctuation.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from karat.comparison.pairing import plain, respelt
from karat.files.profile import Profile
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags
from karat.views import erase
from karat.views.edit import emptied, keep_words
from karat.views.nulls import nulls
from karat.views.parasites import core


class Side(NamedTuple):
    """A parse without null elements, and the reason why each word is erased."""

    bank: Bank
    codes: Flags


def sides(
    gold: Bank, system: Bank, grammars: tuple[Profile, Profile], *, by_gold: bool
) -> tuple[Side, Side, Bools]:
    """Both sides, without punctuation in words.

    ``by_gold``: in the sentences with the same words, gold decides for both sides which words are
    erased. The sentences in which it did are returned too.
    """
    ours = Side(*erase.without_nulls(gold, grammars[0]))
    null = nulls(system, grammars[1])
    real = keep_words(system, ~null) if null.any() else system
    bank, whole = respelt(ours.bank, real)
    nowhere = np.zeros_like(whole)
    theirs = Side(bank, _codes(real, grammars[1], ~whole if by_gold else ~nowhere))
    # Sentences whose words differ are compared again, without punctuation.
    settled = _in(ours.bank, whole), _in(theirs.bank, whole)
    left, right = (
        (side.codes != erase.PUNCTUATION) & ~done
        for side, done in zip((ours, theirs), settled, strict=True)
    )
    loose = keep_words(_bare(ours.bank), left)
    bank, alike = _respelt(loose, theirs.bank, right)
    theirs = theirs._replace(bank=bank)
    if not by_gold:
        return ours, theirs, nowhere
    here, there = (
        np.flatnonzero(done | (kept & _in(side.bank, alike)))
        for side, done, kept in zip((ours, theirs), settled, (left, right), strict=True)
    )
    theirs.codes[there] = ours.codes.take(here)
    return ours, theirs, whole | alike


def _codes(bank: Bank, grammar: Profile, sentences: Bools) -> Flags:
    """Why each word of some sentences is erased; 0 in the others."""
    codes: Flags = np.zeros(len(bank.tag), np.int8)
    some = emptied(bank, sentences)
    rows = np.flatnonzero(_in(bank, sentences))
    codes[rows] = erase.erased(some, grammar, np.zeros(len(some.tag), np.bool_))
    return codes


def _in(bank: Bank, sentences: Bools) -> Bools:
    """Which words are in one of these sentences."""
    return np.repeat(sentences, np.diff(bank.token_offset))


def _bare(bank: Bank) -> Bank:
    """The words alone: comparing words needs no brackets."""
    none, offset = np.zeros(0, np.int32), np.zeros_like(bank.span_offset)
    return replace(
        bank, span_offset=offset, start=none, end=none, label=none, parent=none, layers={}
    )


def _respelt(gold: Bank, system: Bank, right: Bools) -> tuple[Bank, Bools]:
    """The system with gold's spelling of every word that differs only in punctuation at its edges.

    Gold has only the words to compare, and ``right`` marks those of the system. The sentences in which
    they are the same are returned too.
    """
    loose = keep_words(_bare(system), right)
    like, same = respelt(gold, loose, lambda word: core(plain(word)))
    if like is loose:
        return system, same
    start, end = system.word_start.copy(), system.word_end.copy()
    start[right], end[right] = like.word_start, like.word_end
    return replace(system, text=like.text, word_start=start, word_end=end), same
