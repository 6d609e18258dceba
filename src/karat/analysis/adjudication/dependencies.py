"""Merging CoNLL-U: the second annotator's values are attributes of the last column."""

from karat.analysis.adjudication.marks import (
    Edit,
    Merged,
    edited,
    line_end,
    line_start,
)
from karat.analysis.adjudication.marks import refuse_other_words as refuse_other_words
from karat.comparison.undecided import COLUMNS
from karat.model.bank import Bank

_MISC = 9


def merged(first: Bank, second: Bank, after: int = 0) -> Merged:
    """The first file, with the values of the second in its last column where they differ."""
    texts = [bank.text.tobytes() for bank in (first, second)]
    edits: list[Edit] = []
    notes: dict[str, int] = {}
    disputes = 0
    for places in zip(first.word_start.tolist(), second.word_start.tolist(), strict=True):
        (start, end), (other, other_end) = (
            (line_start(text, at), line_end(text, at))
            for text, at in zip(texts, places, strict=True)
        )
        ours, theirs = texts[0][start:end].split(b"\t"), texts[1][other:other_end].split(b"\t")
        if ours[_MISC] != theirs[_MISC]:
            what = f"words have another last column in {second.path}; that of {first.path} is kept"
            notes[what] = notes.get(what, 0) + 1
        different = [
            name + b"=" + _escaped(theirs[at])
            for at, name in COLUMNS.items()
            if ours[at] != theirs[at]
        ]
        if different:
            disputes += len(different)
            given = [] if ours[_MISC] == b"_" else [ours[_MISC]]
            misc = start + sum(len(one) + 1 for one in ours[:_MISC])
            edits.append((misc, end, b"|".join([*given, *different])))
    return Merged(edited(texts[0], edits), disputes, notes)


def _escaped(value: bytes) -> bytes:
    """A value as the last column can hold it, by the rules of Universal Dependencies.

    >>> _escaped(b"Case=Nom|Number=Plur")
    b'Case=Nom\\\\pNumber=Plur'
    """
    return value.replace(b"\\", b"\\\\").replace(b"|", b"\\p")
