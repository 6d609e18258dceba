"""Grammatical relations as text, in the three notations."""

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise

import numpy as np

from karat.formats.gr.words import LEMMAS, NO_BREAK, given_lemmas
from karat.model.bank import Bank
from karat.model.columns import pieces
from karat.model.errors import unknown
from karat.model.gr import EMPTY, NAMES, POSITIONS, TAGS, WHOLE, WITH_INITIAL, column, relations
from karat.model.layers import Table

NOTATIONS = ("paper", "lisp", "rasp")

_NAME = re.compile(rb"[A-Za-z_][\w-]*")
_LIKE_A_POSITION = re.compile(rb":\d+(?:_|$)")
# What the reader takes for a number, so that :3 after it is no position, and for an affix of RASP.
_NUMBER = re.compile(rb"[\d,./:-]*")
_AFFIX = re.compile(rb"\+(?=[a-z]+$)")
# White space in a word, which would divide it in two on the line of a sentence.
_SPACE = re.compile(rb"[\0- ]")
_CONTROL = re.compile(rb"[\0-\x1f]")
# Every byte up to the space is white space to the reader.
_IN_PAPER = re.compile(rb"[\\,)]|^[|\0- ]|[\0- ]$")
_IN_LISP = re.compile(rb"[\\()\0- ]|^\|")
_BALANCED = re.compile(rb"[\\\0- ]|^\|")
_IN_BARS = re.compile(rb"[\\|]")
# A sentence that begins so would be read as something else.
_NO_SENTENCE = re.compile(
    rb"[({#;%\\0-9]|<c>|gr-list:|[A-Za-z_][\w-]*\(|[A-Za-z_][\w-]*[.:_][\w.:-]*[0-9]$"
)

# So many sentences are written at a time.
_FEW = 256
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
    rows, heads = relations(bank), _heads(bank, notation)
    offset = rows.offset.tolist()
    for first in range(0, len(bank), _FEW):
        bounds = offset[first : first + _FEW + 1]
        lines = _relations(bank, rows, slice(bounds[0], bounds[-1]), notation)
        for start, end in pairwise(bounds):
            own = lines[start - bounds[0] : end - bounds[0]]
            yield b"\n".join([*next(heads), *(own or [b"()"])]) + b"\n\n"


def _heads(bank: Bank, notation: str) -> Iterator[list[bytes]]:
    """The lines of each sentence before its relations: its words and its lemmas, if it has any."""
    every, no_break = pieces(bank.text, bank.word_start, bank.word_end), NO_BREAK.encode()
    bounds = pairwise(bank.token_offset.tolist())
    for sentence, ((first, last), lemmas) in enumerate(zip(bounds, _lemmas(bank), strict=True)):
        if first == last:
            yield []
            continue
        words = every[first:last]
        line = b" ".join(words)
        # White space in a word is rare.
        if line.count(b" ") >= len(words) or _CONTROL.search(line):
            words = [_SPACE.sub(no_break, word) for word in words]
            line = b" ".join(words)
        if notation == "rasp" and any(tags := bank.tags(sentence)):
            tagged = zip(words, range(len(words)), tags, strict=True)
            line = b"(" + b" ".join(b"|%s|" % _slot(*one, _IN_BARS) for one in tagged) + b")"
        elif _NO_SENTENCE.match(line):
            line = b"\\" + line
        yield [line, LEMMAS + b" ".join(lemmas)] if len(lemmas) == len(words) else [line]


def _lemmas(bank: Bank) -> Iterator[Sequence[bytes]]:
    """The lemmas of each sentence as words of a line; each different one of a few sentences is made once."""
    every = given_lemmas(bank)
    while some := list(islice(every, _FEW)):
        written = {one: _lemma(one) for one in set().union(*some)}
        for lemmas in some:
            yield [written[one] for one in lemmas]


def _lemma(lemma: str) -> bytes:
    return _SPACE.sub(NO_BREAK.encode(), lemma.encode("utf-8", "surrogateescape"))


def _relations(bank: Bank, rows: Table, some: slice, notation: str) -> list[bytes]:
    """The texts of some relations."""
    strings = bank.labels.strings()
    slots = [rows[name][some].tolist() for name in NAMES]
    if any(name in rows.columns for name in (*POSITIONS, *TAGS)):
        texts = zip(*([strings[i] for i in one] for one in slots), strict=True)
        places = zip(*(column(rows, name, -1)[some].tolist() for name in POSITIONS), strict=True)
        tags = zip(*(column(rows, name, 0)[some].tolist() for name in TAGS), strict=True)
        lines = [
            _relation(text, [*at, -1], [*(strings[one] for one in tag), b""], notation)
            for text, at, tag in zip(texts, places, tags, strict=True)
        ]
    else:
        lines = _unplaced(strings, slots, notation)
    weights = column(rows, "weight", WHOLE)[some]
    for row in np.flatnonzero(weights != WHOLE).tolist():
        lines[row] = b"{ %g %s }" % (int(weights[row]) / WHOLE, lines[row])
    return lines


def _unplaced(strings: Sequence[bytes], slots: list[list[int]], notation: str) -> list[bytes]:
    """Relations without positions and tags.

    Which slots are written follows from the name and from which slots there are, so this is worked out once
    for all relations that are alike in this.
    """
    written = {one: _plain(strings[one], _IN_PAPER) for one in set().union(*slots[1:])}
    written[0] = EMPTY
    forms = dict[tuple[int, bool, bool, bool], tuple[bytes, list[int]]]()
    lines = []
    for row in zip(*slots, strict=True):
        label, kind, _, dependent, initial = row
        key = label, not kind, not dependent, not initial
        if (form := forms.get(key)) is None:
            form = forms[key] = _form([strings[one] for one in row], notation)
        begin, wanted = form
        if begin:
            lines.append(begin + b", ".join([written[row[i]] for i in wanted]) + b")")
        else:
            lines.append(_relation([strings[one] for one in row], _NO_PLACES, _NO_TAGS, notation))
    return lines


def _form(relation: Sequence[bytes], notation: str) -> tuple[bytes, list[int]]:
    """How relations like this one begin on paper, and the slots that are written; otherwise nothing."""
    label, *values = relation
    if notation != "paper" or not _NAME.fullmatch(label):
        return b"", []
    needed = enumerate(_needed(label, values), 1)
    return label + b"(", [i for i, value in needed if value is not None]


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
    relation: Sequence[bytes], places: list[int], tags: list[bytes], notation: str
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
