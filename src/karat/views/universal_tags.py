"""The universal tag of each word, from whichever of its tags says it.

Files put tags in different columns: UPOS may be empty in some words or in all, and in CoNLL-X both columns
often have the tags of the Penn Treebank. So each word is looked at by itself.
"""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Ints
from karat.views.label_kinds import UNIVERSAL_TAGS

# The universal tag for each tag of the Penn Treebank, and for older universal tags.
_UNIVERSAL = {
    b"NN": b"NOUN", b"NNS": b"NOUN", b"NNP": b"PROPN", b"NNPS": b"PROPN", b"PRP": b"PRON",
    b"PRP$": b"PRON", b"WP": b"PRON", b"WP$": b"PRON", b"EX": b"PRON", b"CD": b"NUM", b"DT": b"DET",
    b"PDT": b"DET", b"WDT": b"DET", b"$": b"SYM", b"FW": b"X", b"MD": b"AUX", b"IN": b"ADP",
    b"RP": b"ADP", b"TO": b"PART", b"POS": b"PART", b"JJ": b"ADJ", b"JJR": b"ADJ", b"JJS": b"ADJ",
    b"RB": b"ADV", b"RBR": b"ADV", b"RBS": b"ADV", b"WRB": b"ADV", b"UH": b"INTJ", b"CC": b"CCONJ",
    b"CONJ": b"CCONJ", b"PRT": b"PART",
}  # fmt: skip
_NONE = (b"", b"_")


def universal_tags(bank: Bank) -> Ints:
    """The universal tag of each word, as a label; a tag that says none is kept as it is.

    UPOS counts first, then XPOS, then what a tag of the Penn Treebank in one of them means.

    >>> import karat
    >>> rows = ["NOUN\\tNN", "_\\tNN", "VBZ\\tVBZ", "VBZ\\tAUX", "ADJA\\tADJA", "_\\t_"]
    >>> text = "".join(f"{n}\\ta\\t_\\t{row}\\t_\\t{n - 1}\\tdep\\t_\\t_\\n" for n, row in enumerate(rows, 1))
    >>> bank = karat.read_text(text)
    >>> [bank.labels[tag].decode() for tag in universal_tags(bank).tolist()]
    ['NOUN', 'NOUN', 'VERB', 'AUX', 'ADJA', '_']
    """
    columns = [bank.tag]
    if "morphology" in bank.layers:
        columns = [bank.layers["morphology"][name] for name in ("upos", "xpos")] + columns
    strings = bank.labels.strings()
    universal = np.array([tag in UNIVERSAL_TAGS for tag in strings], np.bool_)
    if universal[columns[0]].all():
        return columns[0]
    meant = [b"VERB" if tag[:1] == b"V" else _UNIVERSAL.get(tag, tag) for tag in strings]
    understood = np.array([tag in UNIVERSAL_TAGS for tag in meant], np.bool_)
    given = np.array([tag not in _NONE for tag in strings], np.bool_)
    number = bank.labels.numbers(meant)
    found = columns[0].copy()
    open_ = np.ones(len(found), np.bool_)
    for good, value in ((universal, None), (understood, number), (given, None)):
        for column in columns:
            rows = open_ & good[column]
            found[rows] = (column if value is None else value[column])[rows]
            open_ &= ~rows
    return found
