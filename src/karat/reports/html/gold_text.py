"""What a page holds of gold alone: the length and the name of every sentence, and its plain text."""

import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np

from karat.analysis.pictured import names_of_sentences
from karat.engine.spool import Shelf
from karat.engine.tallying import Files
from karat.model.bank import Bank
from karat.model.columns import Ints
from karat.model.labels import Labels
from karat.reports.html.pack import TEXT, deflated

# So many labels are kept from one block to the next.
_LABELS = 1 << 16


class GoldWanted(NamedTuple):
    """The files of a report, and the folder where names and texts wait."""

    files: Files
    folder: str


@dataclass(frozen=True, eq=False)
class GoldText:
    """The sentences of gold: ``lengths`` in words, ``named`` if any has a name of its own.

    ``texts`` has blocks of plain text, deflated.
    """

    sha256: str
    lengths: Ints
    named: bool
    names: Shelf[list[str]]
    texts: Shelf[bytes]

    def ids(self) -> Iterator[str]:
        """The file's own name for each sentence; empty for one that has none."""
        return chain.from_iterable(self.names)


def gold_text(wanted: GoldWanted) -> GoldText:
    """Read gold block by block; names and texts go into files."""
    names = Shelf[list[str]](os.path.join(wanted.folder, "gold.names"))
    texts = Shelf[bytes](os.path.join(wanted.folder, "gold.texts"))
    blocks = wanted.files.opened(wanted.files.gold, hashed=True)
    lengths, named, waiting = list[Ints](), False, list[str]()
    with closing(blocks.source), names as naming, texts as writing:
        labels = Labels()
        scanner = blocks.scanner(labels)
        for block in blocks:
            if len(labels) >= _LABELS:
                labels = Labels()
                scanner = blocks.scanner(labels)
            bank = wanted.files.views.of_gold(scanner.scan(block))
            lengths.append(np.diff(bank.token_offset))
            ids = names_of_sentences(bank)
            naming.add(ids)
            named = named or any(ids)
            waiting += _plain(bank)
            while len(waiting) >= TEXT:
                writing.add(deflated(waiting[:TEXT]))
                del waiting[:TEXT]
        if waiting:
            writing.add(deflated(waiting))
        sha256 = blocks.source.sha256()
    return GoldText(sha256, np.concatenate(lengths), named, names, texts)


def _plain(bank: Bank) -> list[str]:
    """The sentences as plain text."""
    words = map(bank.words, range(len(bank)))
    return [b" ".join(some).decode("utf-8", "backslashreplace") for some in words]
