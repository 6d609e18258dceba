"""CoNLL-2008: eleven columns and more, with words cut at hyphens.

ID FORM LEMMA GPOS PPOS SPLIT_FORM SPLIT_LEMMA PPOSS HEAD DEPREL PRED ARGs. A line is a word or a part
of one (*well*, *-*, *known*), and heads count lines, so the words are the split forms, with the split
lemmas and their tags. FORM, LEMMA, GPOS and PPOS, which belong to whole words, and the predicates are
not kept: in the first the split columns are written, in the last ``_``.

>>> import karat
>>> bank = karat.read_text(EXAMPLE)
>>> bank.words(0), bank.layers["edges"]["head"].tolist()
([b'well', b'-', b'fed', b'dogs'], [2, 2, 3, -1])
"""

from functools import partial

from karat.formats import _words

SUMMARY = "one word per line in eleven columns and more, words cut at hyphens (CoNLL 2008)"
EXTENSIONS = (".conll08",)
SCHEME = "deps"
EXAMPLE = (
    "1\twell-fed\twell-fed\tJJ\tJJ\twell\twell\tRB\t3\tHMOD\t_\n"
    "2\t_\t_\t_\t_\t-\t-\tHYPH\t3\tHYPH\t_\n"
    "3\t_\t_\t_\t_\tfed\tfeed\tVBN\t4\tNMOD\tfeed.01\n"
    "4\tdogs\tdog\tNNS\tNNS\tdogs\tdog\tNNS\t0\tROOT\t_\n\n"
)

_READ = "ID OTHER OTHER OTHER OTHER FORM LEMMA XPOS GOVERNOR DEPREL OTHER"
_WRITTEN = "ID FORM LEMMA XPOS XPOS FORM LEMMA XPOS GOVERNOR DEPREL OTHER"

Blocks = partial(_words.Blocks, _words.Columns(_READ, 10, 1 << 20))
write = partial(_words.write, _words.Columns(_WRITTEN, 10, 1 << 20), b"")


def sniff(head: bytes) -> bool:
    """Whether a file that begins so is likely CoNLL-2008: a label follows the head.

    >>> sniff(EXAMPLE.encode()), sniff(b"1\\ta\\t_\\t_\\tN\\tN\\t_\\t_\\t0\\t0\\tROOT\\tROOT\\t_\\t_\\n")
    (True, False)
    """
    words = _words.first_words(head)
    whole = words[:-1] or words
    return (
        bool(words)
        and all(
            len(row) >= 11 and row[0].isdigit() and row[8].isdigit() and not row[9].isdigit()
            for row in whole
        )
        and any(row[9] != b"_" for row in whole)
    )
