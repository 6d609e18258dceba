"""CoNLL-2009: fourteen columns and more, gold and predicted side by side.

ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD DEPREL PDEPREL FILLPRED PRED APREDs. The gold
columns are read (POS as ``xpos``); the predicted ones and the predicates are not kept: they are
written as ``_``.

>>> import karat
>>> karat.read_text(EXAMPLE).layers["edges"]["head"].tolist()
[1, -1]
"""

from functools import partial

from karat.formats import _words

SUMMARY = "one word per line in fourteen columns and more (CoNLL 2009)"
EXTENSIONS = (".conll09",)
SCHEME = "deps"
EXAMPLE = (
    "1\tDogs\tdog\tdog\tNNS\tNNS\t_\t_\t2\t2\tSBJ\tSBJ\t_\t_\n"
    "2\tbark\tbark\tbark\tVBP\tVBP\t_\t_\t0\t0\tROOT\tROOT\tY\tbark.01\n\n"
)

_NAMES = "ID FORM LEMMA OTHER XPOS OTHER FEATS OTHER GOVERNOR OTHER DEPREL OTHER OTHER OTHER"
COLUMNS = _words.Columns(_NAMES, 12, 1 << 20)

Blocks = partial(_words.Blocks, COLUMNS)
write = partial(_words.write, COLUMNS, b"")


def sniff(head: bytes) -> bool:
    """Whether a file that begins so is likely CoNLL-2009: another head follows the head, or ``_``.

    >>> sniff(EXAMPLE.encode()), sniff(b"1\\ta\\t_\\tN\\tN\\t_\\t0\\tROOT\\t_\\t_\\n")
    (True, False)
    """
    words = _words.first_words(head)
    whole = words[:-1] or words
    return bool(words) and all(
        len(row) >= 12
        and row[0].isdigit()
        and row[8].isdigit()
        and (row[9].isdigit() or row[9] == b"_")
        for row in whole
    )
