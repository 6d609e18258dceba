"""Alignment: two tokenisations of one text, word by word, over the characters they share.

Two words are the same if they cover the same characters. Words inside multiword tokens have no
characters of their own; they are aligned by a longest common subsequence of their lower-cased forms.
This is the procedure of the CoNLL 2018 shared task.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from karat.comparison.common_text import Layout, common_pieces
from karat.kernels import align as kernel
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints, Longs
from karat.model.errors import InputError
from karat.model.layers import empty, offsets

# The size of a table for the words of two multiword tokens.
_CELLS = 25_000_000
_BLANK_LINE = re.compile(rb"\n[ \t]*\r?\n")
_SPACES = dict.fromkeys([0x20, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000])


@dataclass(frozen=True, eq=False)
class Alignment:
    """Each word's partner on the other side, or -1; and the gold sentences whose text differs."""

    gold: Layout
    system: Layout
    gold_partner: Ints
    system_partner: Ints
    differs: Flags


def lay_out(bank: Bank) -> Layout:
    """The positions of everything in the text that the words spell."""
    words = len(bank.word_start)
    surface = bank.layers.get("surface") or empty(
        len(bank), "first", "last", "word_start", "word_end"
    )
    characters = np.empty(len(bank.text), np.uint8)
    begin, finish = np.empty((2, words), np.int32)
    multiword = np.empty(words, np.int8)
    tokens = np.empty((words, 3), np.int32)
    sentences = np.empty((len(bank), 2), np.int32)
    size, count = kernel.lay_out(
        kernel.Words(bank.text, bank.word_start, bank.word_end), bank.token_offset,
        kernel.Surface(
            surface.offset, surface["first"], surface["last"],
            surface["word_start"], surface["word_end"],
        ),
        characters, begin, finish, multiword, tokens, sentences,
    )  # fmt: skip
    layout = Layout(characters[:size], begin, finish, multiword, tokens[:count], sentences)
    unread = np.flatnonzero((bank.fault != 0) & (np.diff(bank.token_offset) == 0))
    return _with_unread(layout, bank, unread) if len(unread) else layout


def _with_unread(layout: Layout, bank: Bank, unread: Longs) -> Layout:
    """The same with what sentences that cannot be read spell, as far as their rows have forms.

    Otherwise their text would be lacking on one side, and the sentences around them would seem to differ.
    """
    texts = [_spelt(bank, sentence) for sentence in unread.tolist()]
    sizes = np.zeros(len(bank), np.int64)
    sizes[unread] = [len(one) for one in texts]
    before = offsets(sizes)
    cuts = np.split(layout.characters, layout.sentences[unread, 0])
    added = [np.frombuffer(one, np.uint8) for one in (*texts, b"")]
    characters = np.concatenate([part for both in zip(cuts, added, strict=True) for part in both])
    moved = np.repeat(before[:-1], np.diff(bank.token_offset))
    tokens = layout.tokens.copy()
    tokens[:, :2] += before[tokens[:, 2], None]
    sentences = layout.sentences + np.stack([before[:-1], before[1:]], axis=1)
    return Layout(
        characters, layout.begin + moved, layout.finish + moved, layout.multiword, tokens, sentences
    )


def _spelt(bank: Bank, sentence: int) -> bytes:
    """What the rows of a sentence spell, up to the blank line behind it."""
    rows = bank.text[int(bank.sentence_at[sentence]) :]
    size = 1 << 12
    while not (end := _BLANK_LINE.search(rows[:size].tobytes())) and size < len(rows):
        size *= 4
    return spelt_by(rows[: end.start() if end else len(rows)].tobytes())


def spelt_by(rows: bytes) -> bytes:
    """What rows of words spell, without spaces.

    >>> spelt_by(b"1-2\\tIt's\\t_\\n1\\tIt\\t_\\n2\\t's\\t_\\n3\\tso\\t_\\n")
    b"It'sso"
    """
    found, last = list[bytes](), 0
    for row in rows.split(b"\n"):
        number, _, rest = row.partition(b"\t")
        first, _, end = number.partition(b"-")
        if first.isdigit() and (end.isdigit() or (not end and int(first) > last)):
            found.append(rest.partition(b"\t")[0])
            last = int(end) if end else last
    return unspaced(b"".join(found))


def align(gold: Bank, system: Bank, left: Layout, right: Layout) -> Alignment:
    """Find each word's partner, from the layout of both sides; no token is without characters."""
    differs = np.zeros(len(gold), np.int8)
    if not np.array_equal(left.characters, right.characters):
        pieces = common_pieces(left, right)
        differs = _outside(left.sentences, pieces)
        differs[_followed_by_more(left.sentences, right.tokens, pieces)] = 1
        begin, end, place = pieces[-1].tolist()
        if end == len(left.characters) and place + end - begin < len(right.characters):
            # The system's text goes on where gold's ends: so gold's last sentence ends otherwise.
            differs[-1:] = 1
        right = _moved(right, pieces)
    gold_partner, system_partner = np.full_like(left.begin, -1), np.full_like(right.begin, -1)
    stretches = np.empty((min(len(left.begin), len(right.begin)) + 1, 4), np.int32)
    found = kernel.partners(
        kernel.Places(left.begin, left.finish, left.multiword),
        kernel.Places(right.begin, right.finish, right.multiword),
        gold_partner,
        system_partner,
        stretches,
    )
    known: dict[tuple[bytes, ...], list[tuple[int, int]]] = {}
    for g0, g1, s0, s1 in stretches[:found].tolist():
        ours = _forms(gold, left, g0, g1)
        theirs = _forms(system, right, s0, s1)
        key = (*ours, b"\n", *theirs)
        if key not in known:
            known[key] = common_subsequence(lowered(ours), lowered(theirs))
        for g, s in known[key]:
            gold_partner[g0 + g] = s0 + s
            system_partner[s0 + s] = g0 + g
    return Alignment(left, right, gold_partner, system_partner, differs)


def _forms(bank: Bank, layout: Layout, first: int, last: int) -> list[bytes]:
    forms = []
    for w in range(first, last):
        form = bank.text[bank.word_start[w] : bank.word_end[w]].tobytes()
        if not layout.multiword[w]:
            # Spaces are not part of a token; words inside a multiword token keep theirs.
            form = unspaced(form)
        forms.append(form)
    return forms


def unspaced(form: bytes) -> bytes:
    """A form without spaces of any kind.

    >>> unspaced("10\u00a0000".encode())
    b'10000'
    """
    text = form.decode("utf-8", "surrogateescape").translate(_SPACES)
    return text.encode("utf-8", "surrogateescape")


def lowered(forms: Iterable[bytes]) -> list[str]:
    """Forms as they are compared inside multiword tokens."""
    return [form.decode("utf-8", "surrogateescape").lower() for form in forms]


def common_subsequence(gold: Sequence[str], system: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs of a longest common subsequence; if there are several, the one that the script takes.

    >>> common_subsequence(["a", "b", "c"], ["b", "x", "c"])
    [(1, 0), (2, 2)]
    """
    # The script pairs equal words as soon as it meets them, so a common beginning needs no table.
    same = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(gold, system, strict=False))
    )
    begin = [(i, i) for i in range(same)]
    return begin + [(same + g, same + s) for g, s in _subsequence(gold[same:], system[same:])]


def _subsequence(gold: Sequence[str], system: Sequence[str]) -> list[tuple[int, int]]:
    rows, columns = len(gold), len(system)
    if rows * columns > _CELLS:
        raise InputError(
            f"a multiword token of {rows:,} words in gold and {columns:,} in the system is too long to "
            "be aligned; is it one?"
        )
    number = {form: i for i, form in enumerate({*gold, *system})}
    theirs = np.array([number[form] for form in system], np.int64)
    longest = np.zeros((rows + 1, columns + 1), np.int32)
    for g in reversed(range(rows)):
        equal = theirs == number[gold[g]]
        here = np.maximum(longest[g + 1, :-1], np.where(equal, longest[g + 1, 1:] + 1, 0))
        longest[g, :-1] = np.maximum.accumulate(here[::-1])[::-1]
    pairs = []
    g = s = 0
    while g < rows and s < columns:
        if gold[g] == system[s]:
            pairs.append((g, s))
            g, s = g + 1, s + 1
        elif longest[g, s] == longest[g + 1, s]:
            g += 1
        else:
            s += 1
    return pairs


def _outside(sentences: Ints, pieces: Ints) -> Flags:
    """Which gold sentences are not completely inside one common piece."""
    piece = (np.searchsorted(pieces[:, 0], sentences[:, 0], "right") - 1).clip(0)
    inside = (sentences[:, 0] >= pieces[piece, 0]) & (sentences[:, 1] <= pieces[piece, 1])
    return np.asarray(~inside, np.int8)


def _followed_by_more(sentences: Ints, tokens: Ints, pieces: Ints) -> Longs:
    """The gold sentences at whose end the system has more: before both are in step again, or in a token."""
    ends = pieces[:, 2] + pieces[:, 1] - pieces[:, 0]
    last = np.searchsorted(tokens[:, 0], ends) - 1
    longer = (last >= 0) & (np.append(tokens[:, 1], 0)[last] > ends)
    longer |= _goes_on(pieces)
    places: Longs = np.searchsorted(sentences[:, 0], pieces[longer & (pieces[:, 1] > 0), 1])
    return places - 1


def _goes_on(pieces: Ints) -> Bools:
    """Which pieces end in gold where the next one begins, but have text after them in the system."""
    ends = pieces[:, 2] + pieces[:, 1] - pieces[:, 0]
    more = (pieces[:-1, 1] == pieces[1:, 0]) & (ends[:-1] < pieces[1:, 2]) & (pieces[:-1, 1] > 0)
    return np.append(more, False)


def _moved(system: Layout, pieces: Ints) -> Layout:
    """The system's layout in gold's positions; words that gold lacks are empty, at the end of a piece.

    Where the next piece begins there, they are one character before it, in the sentence that ends.
    """
    starts, sizes = pieces[:, 2], pieces[:, 1] - pieces[:, 0]
    ends = pieces[:, 1] - _goes_on(pieces)

    def moved(begin: Ints, finish: Ints) -> tuple[Ints, Ints, Flags]:
        piece = (np.searchsorted(starts, begin, "right") - 1).clip(0)
        inside = finish <= starts[piece] + sizes[piece]
        shift = pieces[piece, 0] - starts[piece]
        begin, finish = (
            np.where(inside, at + shift, ends[piece]).astype(np.int32) for at in (begin, finish)
        )
        return begin, finish, inside.astype(np.int8)

    begin, finish, inside = moved(system.begin, system.finish)
    tokens, sentences = system.tokens.copy(), system.sentences.copy()
    tokens[:, 0], tokens[:, 1], _ = moved(tokens[:, 0], tokens[:, 1])
    sentences[:, 0], sentences[:, 1], _ = moved(sentences[:, 0], sentences[:, 1])
    return Layout(system.characters, begin, finish, system.multiword & inside, tokens, sentences)
