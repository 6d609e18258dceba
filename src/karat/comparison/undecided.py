"""What is undecided in a file that was merged from two annotations (``analysis/adjudication``).

Relations have marks in comments, ``; !1a`` and ``; !1b``; words of CoNLL-U have the second annotator's
values in the last column, ``Other-Head=3``; brackets have marks in labels, ``NP!1a``. Such a file can be
read, but scoring it would count both answers, or only the first annotator's. So it is refused.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from karat.model.bank import Bank
from karat.model.errors import InputError, SyntaxFault
from karat.model.faults import FaultMaker, Place

# A dispute's number, and whose answer it is.
MARK = re.compile(rb"!(\d+)([ab])")
# The columns of CoNLL-U that are compared, and the attributes that hold the other values.
COLUMNS = {
    2: b"Other-Lemma", 3: b"Other-Upos", 4: b"Other-Xpos", 5: b"Other-Feats", 6: b"Other-Head",
    7: b"Other-Deprel", 8: b"Other-Deps",
}  # fmt: skip

_COMMENT = re.compile(rb";[ \t]*" + MARK.pattern + rb"(?=\s)[^\n]*$", re.MULTILINE)
_OTHER = re.compile(rb"(?<=[\t|])(" + b"|".join(COLUMNS.values()) + rb")=([^|\t\r\n]*)")
_AT_END = re.compile(MARK.pattern + rb"$")

# What a file of each kind has if it may be undecided; looking for it costs little.
_SIGNS = {"gr": re.compile(rb"; !\d"), "morphology": re.compile(rb"Other-")}


class Mark(NamedTuple):
    """The mark of an answer to a dispute: the dispute's number, whose answer it is, and where."""

    number: bytes
    answer: bytes
    place: Place
    # Whether it is on a bracket, and not beside a relation.
    bracket: bool


def undecided(bank: Bank) -> Iterator[SyntaxFault]:
    """What is left to decide, with its places.

    >>> import karat
    >>> for fault in undecided(karat.read_text("dobj(a, b, _) ; !1a\\nobj2(a, b) ; !1b\\n")):
    ...     print(fault.line, fault.what)
    1 dispute 1 is undecided
    """
    yield from undecided_words(bank)
    yield from of_marks(marks(bank), bank.path)


def marks(bank: Bank) -> list[Mark]:
    """The marks of disputes in relations or trees."""
    every: list[tuple[int, re.Match[bytes]]] = []
    relations = "gr" in bank.layers
    if relations and _signs(bank):
        text = bank.text.tobytes() + b"\n"
        every = [(found.start(), found) for found in _COMMENT.finditer(text)]
    elif not relations and "edges" not in bank.layers:
        every = sorted(_marked(bank), key=lambda one: one[0])
    if not every:
        return []
    place = FaultMaker(bank).place
    return [Mark(found[1], found[2], place(at), not relations) for at, found in every]


def of_marks(found: Iterable[Mark], path: str) -> Iterator[SyntaxFault]:
    """What the marks of a file leave to decide: each dispute once, at its first place."""
    places: dict[bytes, dict[bytes, Mark]] = {}
    for mark in found:
        answers = places.setdefault(mark.number, {})
        if not mark.bracket or mark.answer not in answers:
            answers[mark.answer] = mark
    for number, answers in places.items():
        name, first = number.decode(), min(answers.values(), key=lambda one: one.place)
        what = f"dispute {name} is undecided"
        advice = f"of the lines marked !{name}a and !{name}b delete the wrong one"
        if first.bracket:
            advice = (
                f"of !{name}a and !{name}b delete the wrong brackets, and the marks of the others"
            )
        if len(answers) == 1:
            if not first.bracket:
                continue
            what = f"dispute {name} is decided, but has a mark"
            advice = f"remove !{name}{first.answer.decode()}"
        yield SyntaxFault(what, path, *first.place, advice)


def all_decided(bank: Bank) -> Bank:
    """The same Bank, but stop if relations or dependencies are undecided.

    An undecided tree has some words twice, so it is left out because its words differ.
    """
    if _signs(bank):
        for left in undecided(bank):
            raise InputError(f"{left}\nuntil this is decided, the file cannot be scored")
    return bank


def _signs(bank: Bank) -> bool:
    """Whether relations or dependencies may be undecided."""
    text = bank.text.data
    return any(layer in bank.layers and sign.search(text) for layer, sign in _SIGNS.items())


def undecided_words(bank: Bank) -> Iterator[SyntaxFault]:
    """The words whose last column still has another annotator's value."""
    if "edges" not in bank.layers or not _signs(bank):
        return
    fault = FaultMaker(bank)
    for found in _OTHER.finditer(bank.text.tobytes()):
        column = found[1].decode().removeprefix("Other-").upper()
        value = found[2].decode("utf-8", "replace").replace("\\p", "|").replace("\\\\", "\\")
        yield fault(
            found.start(),
            f"undecided: {column} may be {value}",
            f"delete {found[1].decode()}=…; if it is right, write {value} into the column first",
        )


def _marked(bank: Bank) -> Iterator[tuple[int, re.Match[bytes]]]:
    """The marks of words and brackets, and where these begin in the text."""
    marks = [_AT_END.search(label) for label in bank.labels.strings()]
    if not any(marks):
        return
    from karat.formats.brackets.places import openings, word_opening  # few files are undecided

    for row, tag in enumerate(bank.tag.tolist()):
        if found := marks[tag]:
            yield word_opening(bank, row), found
    for sentence in range(len(bank)):
        begin, end = bank.span_offset[sentence : sentence + 2].tolist()
        labels = bank.label[begin:end].tolist()
        if any(marks[label] for label in labels):
            for at, label in zip(openings(bank, sentence), labels, strict=True):
                if found := marks[label]:
                    yield at, found
