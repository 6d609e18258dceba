"""Chunks of trees and of dependencies: base phrases that do not overlap, as in CoNLL-2000.

A noun chunk goes from the beginning of a phrase to its head; ``'s`` begins a new chunk. A verb chunk
is a run of verbs, auxiliaries, modals and *to*, with the adverbs between them. A preposition or a
complementiser is a chunk by itself. Adjectives, adverbs and particles have chunks of their own.

Trees and dependencies both give each word an *owner*, a phrase or a head; a chunk is a run of words
that have the same owner.
"""

import numpy as np

from karat.files.profile import DEFAULT, Profile
from karat.model.bank import Bank
from karat.model.columns import Ints
from karat.model.errors import InputError
from karat.model.layers import Table
from karat.model.outcome import Note
from karat.views.chunks import from_deps, from_trees
from karat.views.edit import sentence_of_words
from karat.views.inventories import unread
from karat.views.profile import as_ptb, grammar_of

FORMAT = "iob"


def chunks(bank: Bank, profile: Profile | str = DEFAULT) -> Bank:
    """The Bank with the layer ``chunks``, made from its trees or from its dependencies.

    ``profile`` is a grammar profile, which says what the labels and tags of trees are.

    >>> import karat
    >>> tree = ("(S (NP (NP (NNP Ann) (POS 's)) (NN dog)) (VP (MD will) (ADVP (RB soon))"
    ...         " (VP (VB sit) (PP (IN on) (NP (DT the) (NN mat))))))")
    >>> bank = chunks(karat.read_text(tree))
    >>> layer = bank.layers["chunks"]
    >>> for start, end, label in zip(layer["start"], layer["end"], layer["label"]):
    ...     print(bank.labels[label].decode(), b" ".join(bank.words(0)[start:end]).decode())
    NP Ann
    NP 's dog
    VP will soon sit
    PP on
    NP the mat
    """
    return bank.with_layers(chunks=chunks_of(bank, profile))


def notes(bank: Bank, profile: Profile | str = DEFAULT) -> tuple[Note, ...]:
    """What to tell the user about a Bank: sentences most of whose labels or tags are not understood."""
    return unread(bank, grammar_of(profile))


def chunks_of(bank: Bank, profile: Profile | str = DEFAULT) -> Table:
    """The chunks of a Bank: those it has, or those of its trees, or of its dependencies."""
    how = source_of(bank)
    if how == "trees" and not bank.has_trees:
        raise InputError(f"{bank.path} has no chunks, no trees and no dependencies")
    if how == "chunks":
        return bank.layers["chunks"]
    if how == "edges":
        return runs(bank, *from_deps.owners(bank))
    return runs(bank, *from_trees.owners(as_ptb(bank, grammar_of(profile))))


def source_of(bank: Bank) -> str:
    """What the chunks of a Bank are made from: chunks, trees or edges."""
    if "chunks" in bank.layers:
        return "chunks"
    return "edges" if "edges" in bank.layers and not len(bank.label) else "trees"


def runs(bank: Bank, owner: Ints, kind: Ints, light: Ints) -> Table:
    """Chunks from runs of words that have the same owner (-1: none).

    ``kind`` is a label for each word; a run takes that of its first word. ``light`` is 1 for words
    that neither begin nor end a chunk, and 2 for words that always begin one.
    """
    firm = np.flatnonzero((light != 1) & (owner >= 0))
    sentence = sentence_of_words(bank)
    fresh = np.ones(len(owner), np.bool_)
    fresh[1:] = (owner[1:] != owner[:-1]) | (sentence[1:] != sentence[:-1]) | (light[1:] == 2)
    _, first = np.unique(np.cumsum(fresh)[firm], return_index=True)
    start, end = firm[first], firm[np.append(first, len(firm))[1:] - 1] + 1
    of = sentence[start]
    columns = {"start": start - bank.token_offset[of], "end": end - bank.token_offset[of]}
    return Table(
        np.searchsorted(of, np.arange(len(bank) + 1)).astype(np.int32),
        {
            name: column.astype(np.int32)
            for name, column in (columns | {"label": kind[start]}).items()
        },
        interned=frozenset({"label"}),
    )
