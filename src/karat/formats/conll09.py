"""CoNLL-2009: fourteen columns and more, gold and predicted side by side.

ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD DEPREL PDEPREL FILLPRED PRED APREDs. The gold
columns are read (POS as ``xpos``); the predicted ones and the predicates are not kept: they are
written as ``_``.

>>> import karat
>>> karat.read_text(EXAMPLE).layers["edges"]["head"].tolist()
[1, -1]
"""

from functools import partial
from itertools import repeat
from typing import BinaryIO

from karat.formats import _words
from karat.kernels import conllu as kernel
from karat.model.bank import Bank

SUMMARY = "one word per line in fourteen columns and more (CoNLL 2009)"
EXTENSIONS = (".conll09",)
SCHEME = "deps"
EXAMPLE = (
    "1\tDogs\tdog\tdog\tNNS\tNNS\t_\t_\t2\t2\tSBJ\tSBJ\t_\t_\n"
    "2\tbark\tbark\tbark\tVBP\tVBP\t_\t_\t0\t0\tROOT\tROOT\tY\tbark.01\n\n"
)

COLUMNS = _words.Columns(
    (
        kernel.ID, kernel.FORM, kernel.LEMMA, kernel.OTHER, kernel.XPOS, kernel.OTHER,
        kernel.FEATS, kernel.OTHER, kernel.GOVERNOR, kernel.OTHER, kernel.DEPREL,
    ),
    12, 1 << 20,
)  # fmt: skip

Scanner = partial(_words.Scanner, COLUMNS)
Blocks = partial(_words.Blocks, COLUMNS)


def sniff(head: bytes) -> bool:
    """Whether a file that begins so is likely CoNLL-2009.

    >>> sniff(EXAMPLE.encode()), sniff(b"1\\ta\\t_\\tN\\tN\\t_\\t0\\tROOT\\t_\\t_\\n")
    (True, False)
    """
    words = _words.first_words(head)
    whole = words[:-1] or words
    return bool(words) and all(
        len(row) >= 12 and row[0].isdigit() and row[8].isdigit() for row in whole
    )


def write(bank: Bank, stream: BinaryIO, *, pretty: bool = False) -> None:
    """Write a Bank; what it has no layer for is ``_``."""
    for sentence in range(len(bank)):
        one = _words.Sentence(bank, sentence)
        nothing = list(repeat(b"_", len(one.forms)))
        _words.write_rows(
            stream, one.forms, one.lemma, nothing, one.xpos, nothing, one.feats, nothing,
            one.head, nothing, one.label, nothing, nothing, nothing,
        )  # fmt: skip
