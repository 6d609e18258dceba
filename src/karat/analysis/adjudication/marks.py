"""Marks of disputes, and insertions into the text of a file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from karat.comparison.pairing import pair
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.model.outcome import Status, shown

# Part of a text, and what to write instead.
Edit = tuple[int, int, bytes]


@dataclass(frozen=True)
class Merged:
    """The merged text, how many disputes it has, and what to tell the user, with how often it is so."""

    text: bytes
    disputes: int
    notes: Mapping[str, int] = field(default_factory=dict)


def mark(number: int, answer: str) -> bytes:
    """The mark of an answer.

    >>> mark(12, "a")
    b'!12a'
    """
    return b"!%d%s" % (number, answer.encode())


def edited(text: bytes, edits: Iterable[Edit]) -> bytes:
    """A text with parts of it replaced; insertions at one place come in the order given.

    >>> edited(b"the dog", [(4, 7, b"cat"), (0, 0, b"See "), (7, 7, b"!")])
    b'See the cat!'
    """
    pieces: list[bytes] = []
    done = 0
    for start, end, new in sorted(edits, key=lambda one: one[:2]):
        pieces += (text[done:start], new)
        done = end
    return b"".join([*pieces, text[done:]])


def refuse_other_words(first: Bank, second: Bank, *, optional: bool = False) -> None:
    """Stop at the first sentence whose words differ: there is nothing to choose between.

    If words are ``optional``, a sentence may lack them in either file.
    """
    found, sizes = pair(first, second), [np.diff(bank.token_offset) for bank in (first, second)]
    empty = (sizes[0] == 0, sizes[1] == 0)
    fine = (found.status == Status.SCORED) | (empty[0] & empty[1])
    if optional:
        fine |= empty[0] | empty[1]
    for sentence in np.flatnonzero(~fine).tolist():
        places = " and ".join(f"{bank.path}:{bank.line(sentence)}" for bank in (first, second))
        if found.status[sentence] != Status.DIFFERENT:
            raise InputError(f"{places}: different numbers of words; agree on the words first")
        at = int(found.word[sentence])
        one, other = (shown(bank.words(sentence)[at]) for bank in (first, second))
        raise InputError(f"{places}: word {at + 1} is {one} and {other}; agree on the words first")


def line_end(text: bytes, at: int) -> int:
    """Where the line of a position ends, before its newline."""
    found = text.find(b"\n", at)
    end = len(text) if found < 0 else found
    return end - 1 if text[end - 1 : end] == b"\r" else end


def line_start(text: bytes, at: int) -> int:
    """Where the line of a position begins."""
    return text.rfind(b"\n", 0, at) + 1
