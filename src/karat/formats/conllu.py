"""CoNLL-U: the ten columns of Universal Dependencies, one word per line.

Words, lemmas, both tags, features, heads and labels become columns; multiword tokens, empty nodes,
the enhanced graph, comments and the last column are kept, and written as they were read. A sentence
without words is written as a comment, so that it keeps its place. A head out of range, a cycle, a
wrong number of columns or a word out of order is a fault of its sentence alone. Several roots are
allowed here (a partial parse); schemes that need a single root refuse them.

>>> import karat
>>> bank = karat.read_text("1\\tDogs\\tdog\\tNOUN\\tNNS\\t_\\t2\\tnsubj\\t_\\t_\\n"
...                        "2\\tbark\\tbark\\tVERB\\tVBP\\t_\\t0\\troot\\t_\\t_\\n\\n")
>>> bank.words(0), bank.layers["edges"]["head"].tolist()
([b'Dogs', b'bark'], [1, -1])
"""

from collections.abc import Iterable
from functools import partial
from typing import BinaryIO

import numpy as np

from karat.formats import _words
from karat.model.bank import Bank

SUMMARY = "one word per line in ten columns (Universal Dependencies)"
EXTENSIONS = (".conllu",)
SCHEME = "conll18"
EXAMPLE = (
    "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t_\t_\n"
    "2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
)

COLUMNS = _words.Columns("ID FORM LEMMA UPOS XPOS FEATS GOVERNOR DEPREL DEPS MISC", 10, 10)

Blocks = partial(_words.Blocks, COLUMNS)


def sniff(head: bytes) -> bool:
    """Whether a file that begins so is likely CoNLL-U.

    >>> sniff(EXAMPLE.encode()), sniff(b"(S (N a))"), sniff(b"1\\ta\\t_\\tN\\tN\\t_\\t0\\tROOT\\t0\\tROOT\\n")
    (True, False, False)
    """
    words = _words.first_words(head)
    if not words:
        return head.startswith((b"# sent_id", b"# text", b"# newdoc", b"# global.columns"))
    tens = [row for row in words if len(row) == 10]
    return words[0][0][:1].isdigit() and bool(tens) and not any(row[8].isdigit() for row in tens)


def write(bank: Bank, stream: BinaryIO, *, pretty: bool = False) -> None:
    """Write a Bank; a column for which it has no layer is ``_``."""
    comments = bank.layers.get("comments")
    commented = np.diff(comments.offset) > 0 if comments else np.zeros(len(bank), bool)
    several = {name: np.diff(table.offset) > 0 for name, table in bank.layers.items()}
    for sentence in range(len(bank)):
        before: dict[int, list[bytes]] = {}
        # An empty node follows the word with its number; a multiword token precedes its first word.
        for layer, place in (("empty", "before"), ("surface", "first")):
            if layer not in several or not several[layer][sentence]:
                continue
            for at, a, b in _rows(bank, sentence, layer, place, "line_start", "line_end"):
                before.setdefault(at, []).append(bank.text[a:b].tobytes() + b"\n")
        for a, b in _rows(bank, sentence, "comments", "word_start", "word_end"):
            stream.write(bank.text[a:b].tobytes() + b"\n")
        lines = [*_words.lines(COLUMNS, bank, sentence), b"\n"]
        if len(lines) == 1 and not commented[sentence]:
            # Several blank lines count as one, so a sentence without words needs a line.
            lines = [b"# no parse\n", b"\n"]
        if before:
            lines = [one for i, line in enumerate(lines) for one in (*before.get(i, []), line)]
        stream.writelines(lines)


def _rows(bank: Bank, sentence: int, layer: str, *names: str) -> Iterable[tuple[int, ...]]:
    return bank.layers[layer].each(sentence, *names) if layer in bank.layers else ()
