"""Sentences that have ids are matched by them, not by their order."""

import numpy as np

from karat.model.bank import Bank
from karat.model.errors import InputError, SyntaxFault
from karat.model.layers import Table, names_of
from karat.model.picking import picked

LAYER = "ids"


def has_ids(bank: Bank) -> bool:
    return LAYER in bank.layers


def ids_of(bank: Bank) -> list[str]:
    """The id of each sentence."""
    return names_of(bank.labels, bank.layers[LAYER]["label"])


def matched(gold: Bank, system: Bank) -> Bank:
    """The system's sentences in gold's order, if both sides have ids.

    A sentence that the system lacks has no output: neither words nor rows in any layer. An id that
    gold lacks is an error, and so is anything that is wrong with a row.
    """
    if not (has_ids(gold) and has_ids(system)):
        return system
    for bank in (gold, system):
        for error in bank.errors():
            raise error
    known, found = ids_of(gold), ids_of(system)
    if known == found:
        return system
    wanted = set(known)
    for i, one in enumerate(found):
        if one not in wanted:
            raise _unknown(system, i, one, gold, known)
    at = {one: i for i, one in enumerate(found)}
    order = np.array([at.get(one, len(found)) for one in known], np.int64)
    ordered = picked(system.padded(len(found) + 1), order)
    labels = gold.layers[LAYER]
    if gold.labels is not system.labels:
        labels = labels.relabelled(system.labels.take(gold.labels))
    return ordered.with_layers(**{LAYER: labels}, **_everywhere(system, len(known)))


def _everywhere(system: Bank, sentences: int) -> dict[str, Table]:
    """The layer that says what could be listed, for all sentences: it is the same for each."""
    layer = system.layers.get("inventory")
    if layer is None or not len(system):
        return {}
    return {"inventory": layer.picked(np.zeros(sentences, np.int64))}


def _unknown(system: Bank, sentence: int, one: str, gold: Bank, known: list[str]) -> InputError:
    """The error for an id that gold lacks, at its place in the system's file."""
    import difflib  # most ids are known

    close = difflib.get_close_matches(one, known, 1)
    guess = f"; did you mean {close[0]!r}?" if close else ""
    at = int(system.sentence_at[sentence])
    text = system.text[at : at + 1000].tobytes().split(b"\n", 1)[0]
    what = f"{gold.path} has no sentence with the id {one!r}{guess}"
    if one.encode() not in text:  # the names were recognised, not read from a file
        return InputError(f"{system.path}: {what}")
    return SyntaxFault(
        what, system.path, system.line(sentence), 1, text, "ids must be those of gold"
    )
