"""Banks of phenomena: those that a gold standard lists, or that a recogniser found.

Three layers hold names, one per row: ``phenomena`` (all that a sentence shows), ``core`` (the one
that it was written for) and ``errors`` (those that a parser is likely to find instead). A sentence
for which the parser gave no output has no words.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from karat.files.phenomena import scope as inventory
from karat.model.bank import Bank
from karat.model.columns import Words
from karat.model.labels import Labels
from karat.model.layers import Table, offsets
from karat.recognise.evidence import Evidence
from karat.recognise.rules import Recogniser

Names = Sequence[Iterable[str]]


def listed(sentences: Sequence[str], path: str = "<names>", **layers: Names) -> Bank:
    """A Bank of sentences; each keyword argument becomes a layer of that name.

    >>> bank = listed(["John sleeps", ""], phenomena=[("proper-noun", "intransitive"), ()])
    >>> bank.layers["phenomena"].offset.tolist(), bank.words(0), bank.words(1)
    ([0, 2, 2], [b'John', b'sleeps'], [])
    """
    labels = Labels()
    words = [sentence.encode("utf-8", "replace").split() for sentence in sentences]
    lines = [b"".join(word + b" " for word in line) + b"\n" for line in words]
    text = b"".join(lines)
    places = [found.span() for found in re.finditer(rb"[^ \n]+", text)]
    start, end = np.array(places, np.int32).reshape(-1, 2).T.copy()
    return Bank.build(
        np.frombuffer(text, np.uint8),
        labels,
        Words(offsets(map(len, words)), start, end),
        sentence_at=offsets(map(len, lines))[:-1],
        layers={name: table(labels, names) for name, names in layers.items()},
        path=path,
    )


def table(labels: Labels, names: Names) -> Table:
    """A layer of names; a name that is repeated in a sentence counts once."""
    rows = [dict.fromkeys(each) for each in names]
    every = list(chain.from_iterable(rows))
    different = list(dict.fromkeys(every))
    numbers = labels.numbers([one.encode() for one in different])
    number = dict(zip(different, numbers.tolist(), strict=True))
    column = np.array([number[one] for one in every], np.int32)
    return Table(offsets(map(len, rows)), {"label": column}, interned=frozenset({"label"}))


def recognised(recogniser: Recogniser, evidence: Evidence, path: str = "<system>") -> Bank:
    """What a recogniser found, as a Bank.

    A sentence with output has one word, a placeholder: only the names of phenomena are compared.
    """
    sentences = ["+" if given else "" for given in evidence.given.tolist()]
    bank = listed(sentences, path, phenomena=recogniser(evidence))
    if not recogniser.stated:
        return bank
    return bank.with_layers(inventory=scope(recogniser, bank.labels, len(bank)))


def scope(recogniser: Recogniser, labels: Labels, sentences: int) -> Table:
    """The layer ``inventory``: what the rules can show, and which of them are experimental."""
    return inventory(labels, sentences, set(recogniser.phenomena), recogniser.experimental)
