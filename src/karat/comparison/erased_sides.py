"""Two parses without null elements, and why each of their words is erased in step 1 of PARSEVAL.

Both must keep the same words. Punctuation may be a word on one side and part of a word on the other,
so words that differ are compared again without punctuation.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from karat.comparison.pairing import plain, spelt_like
from karat.files.profile import Profile
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags
from karat.views import erase
from karat.views.edit import keep_words
from karat.views.parasites import core


class Side(NamedTuple):
    """A parse without null elements, and the reason why each word is erased."""

    bank: Bank
    codes: Flags


def sides(
    gold: Bank,
    system: Bank,
    grammars: tuple[Profile, Profile],
    same: Callable[[Bank, Bank], Bools],
    *,
    by_gold: bool,
) -> tuple[Side, Side, Bools]:
    """Both sides, without punctuation in words; ``same`` finds the sentences with the same words.

    ``by_gold``: in these sentences, gold decides for both sides which words are erased. The sentences
    in which it did are returned too.
    """
    ours, theirs = (
        Side(*erase.without_nulls(bank, grammar))
        for bank, grammar in zip((gold, system), grammars, strict=True)
    )
    theirs = theirs._replace(bank=spelt_like(ours.bank, theirs.bank))
    whole = same(_bare(ours.bank), _bare(theirs.bank))
    nowhere = np.zeros(len(gold), np.bool_)
    if whole.all():
        return (
            (ours, theirs._replace(codes=ours.codes), whole) if by_gold else (ours, theirs, nowhere)
        )
    # All words of the sentences with the same words; in the others, all words but punctuation.
    left, right = (
        (side.codes != erase.PUNCTUATION) | np.repeat(whole, np.diff(side.bank.token_offset))
        for side in (ours, theirs)
    )
    loose = keep_words(_bare(ours.bank), left)
    theirs = theirs._replace(bank=_respelt(loose, theirs.bank, right))
    if not by_gold:
        return ours, theirs, nowhere
    alike = same(loose, keep_words(_bare(theirs.bank), right))
    codes = theirs.codes.copy()
    codes[_inside(theirs.bank, right, alike)] = ours.codes[_inside(ours.bank, left, alike)]
    return ours, theirs._replace(codes=codes), alike


def _bare(bank: Bank) -> Bank:
    """The words alone: comparing words needs no brackets."""
    none, offset = np.zeros(0, np.int32), np.zeros_like(bank.span_offset)
    return replace(
        bank, span_offset=offset, start=none, end=none, label=none, parent=none, layers={}
    )


def _respelt(gold: Bank, system: Bank, right: Bools) -> Bank:
    """The system with gold's spelling of every word that differs only in punctuation at its edges."""
    loose = keep_words(_bare(system), right)
    like = spelt_like(gold, loose, lambda word: core(plain(word)))
    if like is loose:
        return system
    start, end = system.word_start.copy(), system.word_end.copy()
    start[right], end[right] = like.word_start, like.word_end
    return replace(system, text=like.text, word_start=start, word_end=end)


def _inside(bank: Bank, kept: Bools, sentences: Bools) -> Bools:
    """Which words are kept and in one of these sentences."""
    return np.asarray(kept & np.repeat(sentences, np.diff(bank.token_offset)), bool)
