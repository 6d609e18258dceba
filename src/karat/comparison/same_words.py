"""Two parses without null elements, and why each of their words is erased in step 1 of PARSEVAL.

Both must keep the same words. Marks may be words on one side and parts of words on the other, so where
the words differ they are compared once more without punctuation.
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
    """A parse without null elements, and why each word of it is erased."""

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
    """Both sides, whose words are free of punctuation; ``same`` tells which sentences have the same words.

    ``by_gold``: which words of such a sentence are erased is read off gold for both sides. The
    sentences in which it was are returned too.
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
    # All words of the sentences that are the same, and the others without punctuation.
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
    """The words alone: brackets need not be carried along to compare words."""
    none, offset = np.zeros(0, np.int32), np.zeros_like(bank.span_offset)
    return replace(
        bank, span_offset=offset, start=none, end=none, label=none, parent=none, layers={}
    )


def _respelt(gold: Bank, system: Bank, right: Bools) -> Bank:
    """The system with gold's spelling of every word that is the same but for marks at its edges."""
    loose = keep_words(_bare(system), right)
    like = spelt_like(gold, loose, lambda word: core(plain(word)))
    if like is loose:
        return system
    start, end = system.word_start.copy(), system.word_end.copy()
    start[right], end[right] = like.word_start, like.word_end
    return replace(system, text=like.text, word_start=start, word_end=end)


def _inside(bank: Bank, kept: Bools, sentences: Bools) -> Bools:
    """The words that are kept, of some sentences."""
    return np.asarray(kept & np.repeat(sentences, np.diff(bank.token_offset)), bool)
