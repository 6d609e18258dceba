"""Documents: which sentences of a file belong together, if the file says so.

CoNLL-U has ``# newdoc id = NAME`` before the first sentence of a document. NEGRA's export format names
the origin of a sentence by the fourth number after #BOS. Other formats do not know documents.

>>> import karat
>>> word = "1\\ta\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> found = documents_of(karat.read_text(f"# newdoc id = x\\n{word}{word}# newdoc id = y\\n{word}"))
>>> found.names, found.number.tolist()
(('x', 'y'), [0, 0, 1])
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Longs

_NEW = re.compile(rb"#\s*newdoc(?:\s+id\s*=\s*(.*?))?\s*")

# From which sentence on, counted from 0, the sentences belong to a document; "": it has no name.
Mark = tuple[int, str]


class Documents(NamedTuple):
    """The number of the document of each sentence, and the names of the documents."""

    number: Longs
    names: tuple[str, ...]


def documents_of(bank: Bank) -> Documents | None:
    """The documents of a Bank; None if it does not say."""
    return joined(marks(bank), len(bank))


def marks(bank: Bank) -> list[Mark]:
    """Where documents begin in a Bank, in order."""
    if "comments" in bank.layers:
        return _new_documents(bank)
    return _origins(bank) if "headers" in bank.layers else []


def joined(found: Iterable[Mark], sentences: int) -> Documents | None:
    """The documents of so many sentences; those with the same name are one document.

    Sentences before the first mark are a document without a name.

    >>> joined([(1, "a"), (2, ""), (3, "a")], 4).number.tolist()
    [0, 1, 2, 1]
    """
    every = list(found)
    if not every:
        return None
    begins = every if every[0][0] == 0 else [(0, ""), *every]
    # A document without a name is a document of its own.
    keys = [name or at for at, (_, name) in enumerate(begins)]
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    sizes = np.diff([*(first for first, _ in begins), sentences])
    number = np.repeat(np.array([numbers[key] for key in keys], np.int64), sizes)
    names = tuple(key if isinstance(key, str) else f"document {key + 1}" for key in numbers)
    return Documents(number, names)


def _new_documents(bank: Bank) -> list[Mark]:
    """Comments that begin a document; others are passed over without looking at them one by one."""
    table, text = bank.layers["comments"], bank.text
    if not len(table):
        return []
    # The letter n after #, or after # and a blank.
    start, last = table["word_start"], len(text) - 1
    begun = [text[np.minimum(start + step, last)] == ord("n") for step in (1, 2)]
    sentence = np.repeat(np.arange(len(bank)), np.diff(table.offset))
    found = []
    for row in np.flatnonzero(begun[0] | begun[1]).tolist():
        said = text[table["word_start"][row] : table["word_end"][row]].tobytes()
        if match := _NEW.fullmatch(said):
            name = (match[1] or b"").decode("utf-8", "replace")
            found.append((int(sentence[row]), name))
    return found


def _origins(bank: Bank) -> list[Mark]:
    """Sentences with another origin than the one before."""
    found: list[Mark] = []
    for sentence in range(len(bank)):
        for a, b in bank.layers["headers"].each(sentence, "word_start", "word_end"):
            fields = bank.text[a:b].tobytes().split(b"%%")[0].split()
            name = fields[3].decode("utf-8", "replace") if len(fields) > 3 else ""
            if name and (not found or found[-1][1] != name):
                found.append((sentence, name))
    return found
