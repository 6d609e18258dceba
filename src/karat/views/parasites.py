"""Punctuation that is part of a token: marks at its edges, and dashes between two words.

Some grammars treat punctuation as tokens, others as parts ("parasites") of the words next to it:
``Clipper,`` ``book"`` ``coach.`` ``All--or``. PARSEVAL erases it in both cases. Marks that belong to a
word stay: ``3,456 8.2% p.m. 3/17/90 11:30 1) Ph.D. U.N. ne'er-do-well``. Black et al. (1991), section 1 f.

>>> import karat
>>> bank = free(karat.read_text('(S (DT The) (JJ "blue) (NN book") (VBD was) (UH there--or) (NN here.))'))
>>> bank.words(0)
[b'The', b'blue', b'book', b'was', b'there', b'or', b'here']
"""

import re
from dataclasses import replace
from functools import cache, lru_cache

import numpy as np

from karat.files.resources import tables
from karat.kernels import words as lexical
from karat.model.bank import Bank
from karat.model.columns import Flags, Ints, Longs
from karat.model.layers import offsets
from karat.model.outcome import Stage
from karat.views.edit import split_words

_DASH = rb"(?:--+|\xe2\x80\x94)"
_LEADING = re.compile(
    rb"(?:[\"(\[{]|``|''|" + _DASH + rb"|\xe2\x80[\x98\x9c\x9e\xa6]|\xc2\xab)+", re.DOTALL
)
_TRAILING = re.compile(
    rb"(?:[,;:?!\")\]}]|''|\.\.+|" + _DASH + rb"|\xe2\x80[\x9d\xa6]|\xc2\xbb)+\Z", re.DOTALL
)
# Left as they are: 1) a) and what the Treebank writes for a bracket.
_WHOLE = re.compile(rb"\w{1,3}\)|-[LR][RSC]B-", re.IGNORECASE)
_BETWEEN = re.compile(rb"(?<=[A-Za-z\x80-\xff])" + _DASH + rb"(?=[A-Za-z\xc3-\xdf])")
# p.m. Ph.D. U.N., and one letter.
_DOTTED = re.compile(rb"(?:[A-Za-z]+\.){2,}|[A-Za-z]\.")
_SUBSTANCE = re.compile(rb"[A-Za-z0-9\xc3-\xdf\xe3-\xf4%$]")
# How many tokens of punctuation may follow the last word of a sentence.
_NEAR = 6
# The first and last bytes of marks, and those that are a mark only when doubled.
_FIRST = np.isin(np.arange(256), list(b'"([{\xe2\xc2'))
_LAST = np.isin(np.arange(256), list(b',;:?!")]}\x94\x9d\xa6\xbb'))
_DOUBLED = np.isin(np.arange(256), list(b"`'-."))
_OPENING, _CLOSING = _FIRST | _DOUBLED, _LAST | _DOUBLED
# The same for ``kernels.words.marked``.
_MARK: Flags = (_OPENING + 2 * _CLOSING).astype(np.int8)


def free(bank: Bank) -> Bank:
    """The Bank without the punctuation that is part of its tokens.

    A token that held two words becomes two words without a tag, in the same bracket.
    """
    bank = _split(bank)
    start, end = _edges(bank)
    if np.array_equal(start, bank.word_start) and np.array_equal(end, bank.word_end):
        return bank
    return replace(bank, word_start=start, word_end=end)


def core(word: bytes) -> bytes:
    """A word without any mark at its edges; a word of marks only stays.

    >>> core(b"Inc."), core(b"'em"), core(b"...")
    (b'Inc', b'em', b'...')
    """
    return word.strip(b".,;:?!\"'`()[]{}-") or word


def stages(bank: Bank) -> list[Stage]:
    """The tokens that ``free`` makes shorter or splits."""
    start, end = _edges(bank)
    cut = (start != bank.word_start) | (end != bank.word_end)
    cut[list(_dashed(bank))] = True
    rows = np.flatnonzero(cut).astype(np.int32)
    said = "kept, punctuation that is part of the token cut off"
    return [Stage("", "words", bank, rows, said)] if len(rows) else []


def _edges(bank: Bank) -> tuple[Ints, Ints]:
    """Where each word begins and ends without its marks."""
    start, end = bank.word_start.copy(), bank.word_end.copy()
    rows, behind = _candidates(bank)
    columns = rows, behind, start[rows], end[rows]
    for row, last, first, after in zip(*(column.tolist() for column in columns), strict=True):
        word = bank.text[first:after].tobytes()
        begin, stop = _inner(word)
        if _ends_a_sentence(word[begin:stop]) and _is_last(bank, row, last):
            begin, stop = _inner(word, final=True)
        if stop - begin < len(word):
            start[row], end[row] = first + begin, first + stop
    return start, end


@lru_cache(1 << 16)
def _inner(word: bytes, final: bool = False) -> tuple[int, int]:
    """Where a token begins and ends without its marks; if it is ``final``, without a period."""
    whole = 0, len(word)
    if _WHOLE.fullmatch(word) or not _SUBSTANCE.search(word):
        return whole
    lead, tail = _LEADING.match(word), _TRAILING.search(word)
    begin, stop = lead.end() if lead else 0, tail.start() if tail else len(word)
    if final:
        stop -= 1
        tail = _TRAILING.search(word[begin:stop])
        stop = begin + tail.start() if tail else stop
    return (begin, stop) if begin < stop and _SUBSTANCE.search(word[begin:stop]) else whole


def _candidates(bank: Bank) -> tuple[Longs, Ints]:
    """Tokens that may have a mark at an edge, and where their sentences end."""
    marked: Flags = np.empty(len(bank.tag), np.int8)
    words = lexical.Words(bank.text, bank.word_start, bank.word_end, bank.tag)
    lexical.marked(words, _MARK, marked)
    rows = np.flatnonzero(marked.view(np.bool_))
    start, end = bank.word_start[rows], bank.word_end[rows]
    first, second = bank.text[start], bank.text[start + 1]
    before, last = bank.text[end - 2], bank.text[end - 1]
    sure = _FIRST[first] | _LAST[last]
    sure |= (_DOUBLED[first] & (first == second)) | (_DOUBLED[last] & (last == before))
    # Not tokens of two marks, such as -- or a pair of quotes.
    several = ~((end - start == 2) & (_OPENING | _CLOSING)[first] & (_OPENING | _CLOSING)[last])
    kept = np.flatnonzero((sure | (last == ord("."))) & several)
    rows, sure = rows[kept], sure[kept]
    # A single period matters only near the end of a sentence.
    behind = bank.token_offset[np.searchsorted(bank.token_offset, rows, "right")]
    sure |= behind - rows <= _NEAR
    return rows[sure], behind[sure]


def _ends_a_sentence(word: bytes) -> bool:
    """Whether the period at the end of a sentence's last word is not part of the word."""
    if not word.endswith(b".") or len(word) < 2 or _DOTTED.fullmatch(word):
        return False
    return word[:-1].lower() not in _abbreviations()


def _is_last(bank: Bank, row: int, behind: int) -> bool:
    """Whether only marks follow a word in its sentence, and no period, ? or ! as a token."""
    for after in range(row + 1, behind):
        word = bank.text[bank.word_start[after] : bank.word_end[after]].tobytes()
        if _SUBSTANCE.search(word) or any(mark in word for mark in (b".", b"?", b"!")):
            return False
    return True


def _dashed(bank: Bank) -> dict[int, list[tuple[int, int]]]:
    """The tokens with a dash between words, and where these words begin and end."""
    places: Ints = np.zeros(len(bank.text), np.int32)
    count = lexical.dashes(bank.text, places)
    found = {}
    for row in _around(bank, places[:count]).tolist():
        begin, stop = int(bank.word_start[row]), int(bank.word_end[row])
        cuts = [match.span() for match in _BETWEEN.finditer(bank.text[begin:stop].tobytes())]
        edges = [0, *(edge for cut in cuts for edge in cut), stop - begin]
        if cuts:
            parts = zip(edges[::2], edges[1::2], strict=True)
            found[row] = [(begin + a, begin + b) for a, b in parts]
    return found


def _around(bank: Bank, places: Ints) -> Longs:
    """The tokens of more than three bytes that have one of these places in them."""
    start, end = bank.word_start, bank.word_end
    if (start[1:] >= start[:-1]).all():
        rows = np.searchsorted(start, places, "right") - 1
        rows = rows[(rows >= 0) & (rows != np.append(-1, rows[:-1]))]
    else:  # words that are not in the order of the text
        rows = np.arange(len(start))
    inside = np.searchsorted(places, end[rows]) > np.searchsorted(places, start[rows])
    found: Longs = rows[inside & (end[rows] - start[rows] > 3)]
    return found


def _split(bank: Bank) -> Bank:
    """Tokens such as All--or as two words."""
    found = _dashed(bank)
    if not found:
        return bank
    pieces: Longs = np.ones(len(bank.tag), np.int64)
    pieces[list(found)] = [len(parts) for parts in found.values()]
    before, new = offsets(pieces), split_words(bank, pieces)
    for row, parts in found.items():
        at = slice(before[row], before[row + 1])
        new.word_start[at], new.word_end[at] = zip(*parts, strict=True)
        new.tag[at] = 0
    return new


@cache
def _abbreviations() -> frozenset[bytes]:
    words = tables("parseval", "erase.toml")["abbreviations"]["words"]
    return frozenset(word.encode() for word in words)
