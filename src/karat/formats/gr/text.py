"""Grammatical relations as text, in the three notations."""

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from karat.formats.gr.words import LEMMAS, NO_BREAK, given_lemmas
from karat.model.bank import Bank
from karat.model.errors import unknown
from karat.model.gr import EMPTY, NAMES, POSITIONS, TAGS, WHOLE, WITH_INITIAL, column, relations

NOTATIONS = ("paper", "lisp", "rasp")

_NAME = re.compile(rb"[A-Za-z_][\w-]*")
_LIKE_A_POSITION = re.compile(rb":\d+(?:_|$)")
# What the reader takes for a number, so that :3 after it is no position, and for an affix of RASP.
_NUMBER = re.compile(rb"[\d,./:-]*")
_AFFIX = re.compile(rb"\+(?=[a-z]+$)")
# White space in a word, which would divide it in two on the line of a sentence.
_SPACE = re.compile(rb"[\0- ]")
# Every byte up to the space is white space to the reader.
_IN_PAPER = re.compile(rb"[\\,)]|^[|\0- ]|[\0- ]$")
_IN_LISP = re.compile(rb"[\\()\0- ]|^\|")
_BALANCED = re.compile(rb"[\\\0- ]|^\|")
_IN_BARS = re.compile(rb"[\\|]")
# A sentence that begins so would be read as something else.
_NO_SENTENCE = re.compile(
    rb"[({#;%\\0-9]|<c>|gr-list:|[A-Za-z_][\w-]*\(|[A-Za-z_][\w-]*[.:_][\w.:-]*[0-9]$"
)

_NO_PLACES, _NO_TAGS = [-1] * len(NAMES[1:]), [b""] * len(NAMES[1:])


def texts(bank: Bank, notation: str = "paper") -> Iterator[bytes]:
    """Each sentence: its words on a line, if it has any, its relations, and a blank line.

    >>> from karat.formats.gr import loads
    >>> print(b"".join(texts(loads("(|dobj| |drop:1_VV0| |it:2_PPH1|)"))).decode(), end="")
    dobj(drop:1_VV0, it:2_PPH1)
    <BLANKLINE>
    """
    if notation not in NOTATIONS:
        raise unknown("notation", notation, NOTATIONS)
    rows = relations(bank)
    strings = bank.labels.strings()
    slots = list(zip(*([strings[i] for i in rows[name].tolist()] for name in NAMES), strict=True))
    placed = any(name in rows.columns for name in (*POSITIONS, *TAGS))
    places = [column(rows, name, -1).tolist() for name in POSITIONS]
    tags = [column(rows, name, 0).tolist() for name in TAGS]
    weights = column(rows, "weight", WHOLE).tolist()
    offset = rows.offset.tolist()
    for sentence, lemmas in enumerate(given_lemmas(bank)):
        lines = []
        words = [_SPACE.sub(NO_BREAK.encode(), word) for word in bank.words(sentence)]
        if words and notation == "rasp" and any(bank.tags(sentence)):
            tagged = zip(words, range(len(words)), bank.tags(sentence), strict=True)
            lines.append(b"(" + b" ".join(b"|%s|" % _slot(*one, _IN_BARS) for one in tagged) + b")")
        elif words:
            line = b" ".join(words)
            lines.append(b"\\" + line if _NO_SENTENCE.match(line) else line)
        if words and len(lemmas) == len(words):
            lines.append(LEMMAS + b" ".join(map(_lemma, lemmas)))
        for row in range(offset[sentence], offset[sentence + 1]):
            if placed:
                at = [*(one[row] for one in places), -1]
                tag = [*(strings[one[row]] for one in tags), b""]
                text = _relation(slots[row], at, tag, notation)
            else:
                text = _unplaced(slots[row], notation)
            if weights[row] != WHOLE:
                text = b"{ %g %s }" % (weights[row] / WHOLE, text)
            lines.append(text)
        if offset[sentence] == offset[sentence + 1]:
            lines.append(b"()")
        yield b"\n".join(lines) + b"\n\n"


@lru_cache(1 << 14)
def _lemma(lemma: str) -> bytes:
    """A lemma as one word of a line."""
    return _SPACE.sub(NO_BREAK.encode(), lemma.encode("utf-8", "surrogateescape"))


@lru_cache(1 << 14)
def _unplaced(relation: tuple[bytes, ...], notation: str) -> bytes:
    """A relation without positions and tags, as many in a text are alike."""
    return _relation(relation, _NO_PLACES, _NO_TAGS, notation)


def _needed(label: bytes, values: Sequence[bytes]) -> list[bytes | None]:
    """The slots to write, type first: as few as read back to the same."""
    kind, _, dependent, initial = values
    three = label in WITH_INITIAL
    if (kind and initial) or (initial and not three) or (kind and three):
        wanted = (True, True, True, True)
    elif kind or initial:
        wanted = (bool(kind), True, True, bool(initial))
    else:
        wanted = (False, True, bool(dependent), False)
    return [value or EMPTY if want else None for want, value in zip(wanted, values, strict=True)]


def _relation(
    relation: tuple[bytes, ...], places: list[int], tags: list[bytes], notation: str
) -> bytes:
    label, *values = relation
    needed = zip(_needed(label, values), places, tags, strict=True)
    slots = [(value, at, tag) for value, at, tag in needed if value is not None]
    if notation == "paper" and _NAME.fullmatch(label):
        return label + b"(" + b", ".join(_slot(*slot, _IN_PAPER) for slot in slots) + b")"
    if notation == "lisp":
        parts = [_plain(label, _IN_LISP), *(_slot(*slot, _IN_LISP) for slot in slots)]
        return b"(" + b" ".join(parts) + b")"
    barred = (
        b"_" if value == EMPTY else b"|" + _slot(value, at, tag, _IN_BARS) + b"|"
        for value, at, tag in slots
    )
    return b"(|" + _plain(label, _IN_BARS) + b"| " + b" ".join(barred) + b")"


def _slot(value: bytes, at: int, tag: bytes, special: re.Pattern[bytes]) -> bytes:
    text = _plain(value, special)
    if value == EMPTY or at < 0:
        return text
    text = _AFFIX.sub(rb"\\+", text)
    needs_tag = tag or _NUMBER.fullmatch(value)
    return text + b":%d" % (at + 1) + (b"_" + _plain(tag, special) if needs_tag else b"")


def balanced(value: bytes) -> bool:
    """Whether every bracket in a value is closed in it.

    >>> balanced(b"a(b)"), balanced(b")("), balanced(b"a(b")
    (True, False, False)
    """
    depths = itertools.accumulate((c == 40) - (c == 41) for c in value)
    *before, last = 0, *depths
    return last == 0 and min(before, default=0) >= 0


@lru_cache(1 << 14)
def _plain(value: bytes, special: re.Pattern[bytes]) -> bytes:
    """A value with a backslash before what would be read as something else.

    Brackets that close in the value need none, and the original scorer does not read them with one.

    >>> _plain(b"Prebon_(U.S.A.)_Inc.", _IN_LISP), _plain(b":)", _IN_LISP)
    (b'Prebon_(U.S.A.)_Inc.', b':\\\\)')
    """
    if special is _IN_LISP and balanced(value):
        special = _BALANCED
    text = special.sub(lambda found: b"\\" + found[0], value)
    return text.replace(b":", b"\\:") if _LIKE_A_POSITION.search(text) else text
