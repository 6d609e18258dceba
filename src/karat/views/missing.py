"""What the words of a file lack that views read: heads, labels that say something, tags.

A view then finds little, and that says nothing about the parser.
"""

import re

import numpy as np

from karat.kernels.conllu import NONE, ROOT
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, grouped
from karat.model.outcome import Note
from karat.views.label_kinds import PENN_TAGS, UNIVERSAL_TAGS
from karat.views.silent_tags import filled
from karat.views.universal_tags import universal_tags

# A label that says only that there is one.
_EMPTY = (b"dep", b"_", b"")
# These are the same in nearly every inventory, so they do not show that a file has labels.
_EVERYWHERE = (b"root", b"punct")
# In fewer words than these the label dep proves nothing: a date, a heading.
_FEW = 5

# Tags of punctuation in the Penn Treebank.
_SIGN = re.compile(rb"[^\w]+").fullmatch


def heads(bank: Bank, whose: str) -> tuple[Note, ...]:
    """A note if some sentences have no heads at all; ``whose``: gold's, the system's, or a file's.

    >>> import karat
    >>> rows = "1\\tIt\\t_\\tPRON\\t_\\t_\\t_\\t_\\t_\\t_\\n2\\trains\\t_\\tVERB\\t_\\t_\\t_\\t_\\t_\\t_"
    >>> heads(karat.read_text(rows), "gold's")
    (("gold's words have no heads (column HEAD)", 1),)
    """
    if "edges" not in bank.layers or "links" in bank.layers:
        return ()
    bare = grouped((bank.layers["edges"]["head"] != NONE).astype(np.int8), _offset(bank)) == 0
    return _said(bank, bare, f"{whose} words have no heads (column HEAD)")


def labels(bank: Bank, whose: str) -> tuple[Note, ...]:
    """A note if most labels of some sentences are *dep* or missing.

    >>> import karat
    >>> rows = (f"{n}\\ta\\t_\\tX\\t_\\t_\\t{n - 1}\\tdep\\t_\\t_\\n" for n in range(1, 8))
    >>> labels(karat.read_text("".join(rows)), "gold's")
    (("most of gold's labels are missing, or dep, which says nothing", 1),)
    """
    if "edges" not in bank.layers or "links" in bank.layers:
        return ()
    edges = bank.layers["edges"]
    wanted = (edges["head"] != NONE) & (edges["head"] != ROOT)
    wanted &= ~_among(bank, edges["label"], _EVERYWHERE)
    empty = wanted & _among(bank, edges["label"], _EMPTY)
    looked_at, none = (grouped(one.astype(np.int8), _offset(bank)) for one in (wanted, empty))
    bare = (looked_at >= _FEW) & (2 * none > looked_at)
    return _said(bank, bare, f"most of {whose} labels are missing, or dep, which says nothing")


def tags(bank: Bank, whose: str) -> tuple[Note, ...]:
    """A note if some sentences with dependencies have no tags at all."""
    if "edges" not in bank.layers or "links" in bank.layers:
        return ()
    given = ~_among(bank, universal_tags(bank), (b"_", b""))
    bare = grouped(given.astype(np.int8), bank.token_offset) == 0
    return _said(bank, bare, f"{whose} words have no tags, and what rests on tags is missed")


def columns(bank: Bank, whose: str, *, universal: bool) -> tuple[Note, ...]:
    """Notes if some sentences have no tags of the Penn Treebank, or no ``universal`` ones.

    >>> import karat
    >>> rows = "1\\tIt\\t_\\tPRON\\t_\\t_\\t2\\tdep\\t_\\t_\\n2\\tran\\t_\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_"
    >>> columns(karat.read_text(rows), "gold's", universal=True)
    (("gold's words have no tags of the Penn Treebank (XPOS), which the rules look at", 1),)
    """
    layer = bank.layers.get("morphology")
    wanted = [
        (bank.tag if layer is None else layer["xpos"], PENN_TAGS, "of the Penn Treebank (XPOS)")
    ]
    if universal:
        wanted.append((bank.tag if layer is None else layer["upos"], UNIVERSAL_TAGS, "in UPOS"))
    found: list[Note] = []
    for column, known, name in wanted:
        strings = bank.labels.strings()
        given = np.array([one in known or bool(_SIGN(one)) for one in strings], np.bool_)[column]
        bare = grouped(given.astype(np.int8), bank.token_offset) == 0
        found += _said(bank, bare, f"{whose} words have no tags {name}, which the rules look at")
    return tuple(found)


def fillers(bank: Bank, whose: str) -> tuple[Note, ...]:
    """A note if some sentences of trees have only tags that say nothing."""
    said = f"{whose} tags are all UNK, X or XX, and what rests on tags is missed"
    return _said(bank, filled(bank), said) if bank.has_trees else ()


def _offset(bank: Bank) -> Ints:
    return bank.layers["edges"].offset


def _among(bank: Bank, column: Ints, names: tuple[bytes, ...]) -> Bools:
    return np.isin(column, [bank.labels.find(name) for name in names])


def _said(bank: Bank, bare: Bools, text: str) -> tuple[Note, ...]:
    """The note with the number of sentences of more than one word that can be read."""
    found = bare & (np.diff(bank.token_offset) > 1) & (bank.fault == 0)
    count = int(found.sum())
    return ((text, count),) if count else ()
