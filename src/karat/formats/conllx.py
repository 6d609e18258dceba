"""CoNLL-X (2006 and 2007): ten columns, two tags, and a projective head and label at the end.

ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD DEPREL PHEAD PDEPREL. The coarse tag is read as ``upos``, the
fine one as ``xpos``. The last two columns are not kept: they are written as ``_``.

>>> import karat
>>> karat.read_text(EXAMPLE, format="conllx").layers["edges"]["head"].tolist()
[1, -1]
"""

from functools import partial
from itertools import repeat
from typing import BinaryIO

from karat.formats import _words
from karat.kernels import conllu as kernel
from karat.model.bank import Bank

SUMMARY = "one word per line in ten columns (CoNLL 2006 and 2007)"
EXTENSIONS = (".conll", ".conllx")
SCHEME = "deps"
EXAMPLE = (
    "1\tDogs\tdog\tN\tNNS\t_\t2\tSBJ\t2\tSBJ\n"
    "2\tbark\tbark\tV\tVBP\t_\t0\tROOT\t0\tROOT\n\n"
)  # fmt: skip

COLUMNS = _words.Columns(
    (
        kernel.ID, kernel.FORM, kernel.LEMMA, kernel.UPOS, kernel.XPOS, kernel.FEATS,
        kernel.GOVERNOR, kernel.DEPREL, kernel.OTHER, kernel.OTHER,
    ),
    8, 10,
)  # fmt: skip

Scanner = partial(_words.Scanner, COLUMNS)
Blocks = partial(_words.Blocks, COLUMNS)


def sniff(head: bytes) -> bool:
    """Whether a file that begins so is likely CoNLL-X: distinguished from CoNLL-U by its projective heads.

    >>> sniff(EXAMPLE.encode()), sniff(b"(S (N a))")
    (True, False)
    """
    words = _words.first_words(head)
    whole = words[:-1] or words
    return (
        bool(words)
        and all(len(row) == 10 and row[0].isdigit() for row in whole)
        and any(row[8].isdigit() for row in whole)
    ) or (bool(words) and all(len(row) == 8 and row[0].isdigit() for row in whole))


def write(bank: Bank, stream: BinaryIO, *, pretty: bool = False) -> None:
    """Write a Bank; what it has no layer for is ``_``."""
    for sentence in range(len(bank)):
        one = _words.Sentence(bank, sentence)
        nothing = list(repeat(b"_", len(one.forms)))
        _words.write_rows(
            stream, one.forms, one.lemma, one.upos, one.xpos, one.feats, one.head, one.label,
            nothing, nothing,
        )  # fmt: skip
