"""CoNLL-X (2006 and 2007): ten columns, with two tags, and with a projective head and label at the end.

ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD DEPREL PHEAD PDEPREL. The coarse tag is read as ``upos``, the
fine one as ``xpos``. The last two columns are not kept: they are written as ``_``.

>>> import karat
>>> karat.read_text(EXAMPLE, format="conllx").layers["edges"]["head"].tolist()
[1, -1]
"""

from functools import partial

from karat.formats import _words

SUMMARY = "one word per line in ten columns (CoNLL 2006 and 2007)"
EXTENSIONS = (".conll", ".conllx")
SCHEME = "deps"
EXAMPLE = "1\tDogs\tdog\tN\tNNS\t_\t2\tSBJ\t2\tSBJ\n2\tbark\tbark\tV\tVBP\t_\t0\tROOT\t0\tROOT\n\n"

COLUMNS = _words.Columns("ID FORM LEMMA UPOS XPOS FEATS GOVERNOR DEPREL OTHER OTHER", 8, 10)

Blocks = partial(_words.Blocks, COLUMNS)
write = partial(_words.write, COLUMNS, b"")


def sniff(head: bytes) -> bool:
    """Whether a file with this beginning is probably CoNLL-X, which has projective heads, unlike CoNLL-U.

    >>> sniff(EXAMPLE.encode()), sniff(b"(S (N a))")
    (True, False)
    """
    words = _words.first_words(head)
    whole = words[:-1] or words
    sizes = {len(row) for row in whole if row[0].isdigit()}
    if not all(row[0].isdigit() for row in whole) or sizes not in ({8}, {10}):
        return False
    return sizes == {8} or any(row[8].isdigit() for row in whole)
