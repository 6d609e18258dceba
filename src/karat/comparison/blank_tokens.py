"""Tokens of nothing but spaces, which have no place in a text: the script of CoNLL 2018 refuses them."""

from dataclasses import replace

import numpy as np

from karat.comparison.alignment import lay_out
from karat.comparison.common_text import Layout
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints
from karat.model.layers import Table, offsets
from karat.views.edit import keep_words, sentence_of_words

BLANK = 53
_FAULTS = {
    BLANK: ("a token of nothing but spaces, which has no place in the text", "write _ for an unknown form"),
}  # fmt: skip


def laid_out(bank: Bank) -> tuple[Bank, Layout]:
    """A Bank and the positions of its words; sentences with a token of nothing but spaces are faults.

    Their words are left out, as those of sentences that cannot be read, because a word without a position
    could be counted in the sentence beside it.

    >>> import karat
    >>> word = "\\t_\\tX\\t_\\t_\\t{}\\t_\\t_\\t_\\n"
    >>> bank = karat.read_text("1\\ta" + word.format(0) + "2\\t " + word.format(1) + "\\n")
    >>> found, _ = laid_out(bank)
    >>> found.error(0).line, found.error(0).what
    (2, 'a token of nothing but spaces, which has no place in the text')
    """
    layout = lay_out(bank)
    blank = np.flatnonzero(layout.begin == layout.finish)
    if not len(blank):
        return bank, layout
    sentence, places = sentence_of_words(bank), _places(bank, blank.astype(np.int32), layout)
    fault, fault_at = bank.fault.copy(), bank.fault_at.copy()
    for word, place in zip(blank[::-1].tolist(), places[::-1].tolist(), strict=True):
        if bank.fault[sentence[word]] == 0:
            fault[sentence[word]], fault_at[sentence[word]] = BLANK, place
    kept = np.ones(len(bank), bool)
    kept[sentence[blank]] = False
    found = replace(
        _without(bank, kept), fault=fault, fault_at=fault_at, faults={**bank.faults, **_FAULTS}
    )
    return found, lay_out(found)


def _places(bank: Bank, words: Ints, layout: Layout) -> Ints:
    """Where in the file the tokens of these words are written: a word itself, or its multiword token."""
    own: Ints = bank.word_start[words]
    surface = bank.layers.get("surface")
    if surface is None or not len(surface):
        return own
    first = np.repeat(bank.token_offset[:-1], np.diff(surface.offset)) + surface["first"]
    token = np.searchsorted(first, words, "right") - 1
    return np.where(layout.multiword[words] == 1, surface["word_start"][token], own)


def _without(bank: Bank, kept: Bools) -> Bank:
    """The Bank without the words of the sentences marked False."""
    surface = bank.layers.get("surface")
    rest = keep_words(bank, np.repeat(kept, np.diff(bank.token_offset)))
    if surface is None:
        return rest
    sizes = np.diff(surface.offset)
    rows = np.repeat(kept, sizes)
    columns = {name: column[rows] for name, column in surface.columns.items()}
    table: Table = replace(surface, offset=offsets(sizes * kept), columns=columns)
    return rest.with_layers(surface=table)
