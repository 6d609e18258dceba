"""Banks of phenomena: what a gold standard lists and what a recogniser found, side by side.

Three layers hold names, one row each: ``phenomena`` (all that a sentence shows), ``core`` (the one
it was written for) and ``errors`` (those that a parser is likely to find instead). A sentence
without words is one without output.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from karat.model.bank import Bank, Words
from karat.model.labels import Labels
from karat.model.layers import Table, offsets
from karat.recognise.evidence import Evidence
from karat.recognise.rules import Recogniser
from karat.suites.items import Item

Names = Sequence[Iterable[str]]


def listed(sentences: Sequence[str], path: str = "<names>", **layers: Names) -> Bank:
    """A Bank of sentences, the layers named after the arguments.

    >>> bank = listed(["John sleeps", ""], phenomena=[("proper-noun", "intransitive"), ()])
    >>> bank.layers["phenomena"].offset.tolist(), bank.words(0), bank.words(1)
    ([0, 2, 2], [b'John', b'sleeps'], [])
    """
    labels = Labels()
    text = bytearray()
    at, starts, ends, counts = [], [], [], []
    for sentence in sentences:
        at.append(len(text))
        words = sentence.encode("utf-8", "replace").split()
        counts.append(len(words))
        for word in words:
            starts.append(len(text))
            text += word
            ends.append(len(text))
            text += b" "
        text += b"\n"
    return Bank.build(
        np.frombuffer(bytes(text), np.uint8),
        labels,
        Words(offsets(counts), np.array(starts, np.int32), np.array(ends, np.int32)),
        sentence_at=np.array(at, np.int32),
        layers={name: table(labels, names) for name, names in layers.items()},
        path=path,
    )


def table(labels: Labels, names: Names) -> Table:
    """A layer of names; one that stands twice in a sentence counts once."""
    rows = [[labels.intern(one.encode()) for one in dict.fromkeys(each)] for each in names]
    return Table(
        offsets([len(row) for row in rows]),
        {"label": np.array([number for row in rows for number in row], np.int32)},
        interned=frozenset({"label"}),
    )


def of_items(items: Sequence[Item], path: str = "<items>") -> Bank:
    """The gold standard that a suite's items are; its hash is of what is listed, too."""
    bank = listed(
        [item.sentence for item in items],
        path,
        phenomena=[item.all_phenomena for item in items],
        core=[(item.core,) if item.core else () for item in items],
        errors=[item.errors for item in items],
    )
    said = "\n".join(repr(sorted(item.record().items())) for item in items)
    return replace(bank, sha256=hashlib.sha256(said.encode()).hexdigest())


def recognised(recogniser: Recogniser, evidence: Evidence, path: str = "<system>") -> Bank:
    """What a recogniser found, as a Bank; a sentence without output has no words in it.

    The words are not the parser's: only names are compared.
    """
    sentences = ["+" if given else "" for given in evidence.given.tolist()]
    return listed(sentences, path, phenomena=recogniser(evidence))
