"""Constituents of a Bank, whatever it was read from.

A dependency parser has no brackets: the yield of every head stands for one (``views.yields``). A
chunker's brackets are its chunks. Words are then spelt as gold spells them, where the two differ only
in the Penn Treebank's escapes, because what compares trees compares their bytes.
"""

from dataclasses import replace

import numpy as np

from karat.comparison.pairing import plain, unlike
from karat.model.bank import Bank
from karat.model.errors import InputError


def constituents(bank: Bank) -> Bank:
    """The same with constituents: its own, the yields of its heads, or its chunks.

    >>> import karat
    >>> black = "1\\tblack\\t_\\tX\\t_\\t_\\t2\\tamod\\t_\\t_\\n"
    >>> cats = "2\\tcats\\t_\\tX\\t_\\t_\\t0\\troot\\t_\\t_\\n"
    >>> constituents(karat.read_text(black + cats + "\\n")).spans(0)
    [(0, 2, b'root')]
    """
    if bank.has_trees:
        return bank
    if "edges" in bank.layers:
        from karat.views.yields import yields

        return yields(bank)
    if "chunks" in bank.layers:
        from karat.views.edit import with_spans

        chunks = bank.layers["chunks"]
        return with_spans(bank, chunks.offset, chunks["start"], chunks["end"], chunks["label"])
    raise InputError(f"{bank.path}: it has neither trees nor dependencies nor chunks")


def compared(gold: Bank, system: Bank) -> tuple[Bank, Bank]:
    """Both with constituents; gaps are refused."""
    for bank in (gold, system):
        if "yields" in bank.layers:
            from karat.model import discontinuous

            discontinuous.refuse(bank, "this scheme")
    if gold.has_trees and system.has_trees:
        return gold, system
    gold = constituents(gold)
    return gold, spelt_like(gold, constituents(system))


def only_trees(bank: Bank, scheme: str) -> None:
    """Refuse a file that has none."""
    if not bank.has_trees:
        raise InputError(
            f"{bank.path}: it has no trees, which {scheme} compares; flat and parseval also take "
            "dependencies and chunks, deps takes both; type: karat schemes"
        )


def spelt_like(gold: Bank, system: Bank) -> Bank:
    """The system with gold's spelling of every word that is the same but for escapes.

    Words are laid side by side in sentences that have as many on both sides, null elements of gold
    left out.
    """
    null = gold.labels.find(b"-NONE-")
    real = gold.tag != null
    ours = np.diff(np.concatenate([[0], np.cumsum(real)])[gold.token_offset])
    theirs = np.diff(system.token_offset)
    fine = ours == theirs
    left = np.flatnonzero(np.repeat(fine, np.diff(gold.token_offset)) & real)
    right = np.flatnonzero(np.repeat(fine, theirs))
    start, end = system.word_start.copy(), system.word_end.copy()
    text = [system.text]
    at = len(system.text)
    for row, one, other in unlike(gold, left, system, right):
        if plain(one) == plain(other):
            text.append(np.frombuffer(one, np.uint8))
            start[right[row]], end[right[row]] = at, at + len(one)
            at += len(one)
    if len(text) == 1:
        return system
    return replace(system, text=np.concatenate(text), word_start=start, word_end=end)
