"""One side of an outcome as it is drawn: the words of a sentence, and its rows with their marks."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from karat.analysis.picture import Mark, Row, Side
from karat.analysis.reasons import Gone, Reasons
from karat.formats.names import PLACEHOLDER
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs
from karat.model.discontinuous import gaps
from karat.model.labels import ABSENT, BOUNDARY
from karat.model.outcome import Item

Parts: TypeAlias = tuple[tuple[int, int], ...]
MARKS = tuple(Mark)
_MISSING = (-1, -1)
# The word of a sentence of which only names are known.
_NO_TEXT = PLACEHOLDER.decode()
# The word that stands for the rest of a sentence which is longer than that of the other side.
_BOUNDARY = BOUNDARY.decode()


class _Texts(dict[int, str]):
    """The labels of a Bank as text, each decoded when it is first asked for."""

    def __init__(self, bank: Bank) -> None:
        super().__init__()
        self._labels = bank.labels

    def __missing__(self, number: int) -> str:
        text = self[number] = _text(self._labels[number])
        return text


class _Words(NamedTuple):
    """The words of a sentence as they are drawn, and where the words of the Bank are among them."""

    words: list[str]
    tags: list[str]
    left_out: dict[int, str]
    places: list[int]

    def placed(self, parts: Parts) -> Parts:
        """Ranges of the Bank's words as ranges of those that are drawn."""
        at = self.places
        if len(at) > len(self.words):
            return parts
        return tuple((at[a], at[b - 1] + 1) if a < b else (at[a], at[a]) for a, b in parts)


class SideColumns(NamedTuple):
    """The trees of several sentences in a row: columns of words and of rows, which go through all of them.

    ``words`` and ``rows`` are those of each sentence, and how many it has. ``marks`` are numbers of MARKS.
    ``whys`` and ``left_out`` have, for each reason, the rows or words that it is about; rows and words are
    counted through all sentences.
    """

    words: list[list[str]]
    tags: list[str]
    rows: list[int]
    labels: list[str]
    starts: list[int]
    ends: list[int]
    parents: list[int]
    marks: Ints
    whys: dict[str, list[int]]
    left_out: dict[str, list[int]]


class DrawnSide:
    """A side of an outcome: ``mark`` has the number of a mark for each bracket, or for each item.

    ``items`` gives the rows of a sentence if they are not brackets, ``first`` where its marks begin.
    """

    def __init__(
        self, name: str, bank: Bank, mark: Ints, reasons: Callable[[], Reasons],
        items: Callable[[int], Sequence[Item]] | None = None, first: Ints | None = None,
        *, names: bool = False,
    ) -> None:  # fmt: skip
        self.name, self.bank, self._mark, self._names = name, bank, mark, names
        self._reasons_of, self._items, self._first = reasons, items, first
        self._text = bank.text.data
        self._labels = _Texts(bank)
        self._labels[bank.labels.find(ABSENT)] = ""
        self._gaps = len(bank.layers["yields"]) > 0 if "yields" in bank.layers else False

    @cached_property
    def reasons(self) -> Reasons:
        return self._reasons_of()

    def side(
        self, sentence: int, wrong_tags: Iterable[int] = (), odd: int = -1,
        *, scored: bool = True, restore: bool = True,
    ) -> Side:  # fmt: skip
        """A sentence; if it has no score, its brackets are drawn without marks, its items not at all.

        ``restore``: words that were taken out before are drawn too, as left out.
        """
        words = self._words(sentence, restore)
        if self._items is None:
            rows = self._brackets(sentence, words, scored)
        else:
            rows = self._listed(sentence, words) if scored else []
        wrong = frozenset(words.places[at] for at in wrong_tags)
        at = words.places[odd] if odd >= 0 else -1
        return Side(self.name, words.words, words.tags, rows, words.left_out, wrong, at)

    def columns(self, first: int, last: int, scored: Bools) -> SideColumns | None:
        """The sentences from ``first`` up to ``last`` as ``side`` gives them, but all at once.

        None if they are not simply the trees of the Bank: other rows, words to put back, gaps, cut
        sentences.
        """
        bank, labels, reasons = self.bank, self._labels, self.reasons
        if self._items is not None or reasons.any_gone(first, last):
            return None
        if self._gaps and len(bank.layers["yields"].slice(first, last)):
            return None
        words, spans = bank.token_offset[first : last + 1], bank.span_offset[first : last + 1]
        tokens, rows = slice(words[0], words[-1]), slice(spans[0], spans[-1])
        texts = self._texts(words)
        if any(_BOUNDARY in some for some in texts):
            return None
        sizes = np.diff(spans)
        known = np.repeat(scored, sizes)
        marks = np.where(known, self._mark[rows], MARKS.index(Mark.PLAIN)).astype(np.int32)
        why = np.where(marks == MARKS.index(Mark.NOT_COMPARED), reasons.rows[rows], 0)
        return SideColumns(
            texts,
            [labels[tag] for tag in bank.tag[tokens].tolist()],
            sizes.tolist(),
            [labels[label] for label in bank.label[rows].tolist()],
            bank.start[rows].tolist(),
            bank.end[rows].tolist(),
            bank.parent[rows].tolist(),
            marks,
            _by_reason(why, reasons.texts),
            _by_reason(reasons.words[tokens], reasons.texts),
        )

    def _texts(self, offset: Ints) -> list[list[str]]:
        """The words of each sentence; ``offset`` says where they begin in the columns of the Bank."""
        starts = self.bank.word_start[offset[0] : offset[-1]].tolist()
        ends = self.bank.word_end[offset[0] : offset[-1]].tolist()
        first = min(starts, default=0)
        text = self._text[first : max(ends, default=0)].tobytes()
        every = [
            text[a - first : b - first].decode("utf-8", "backslashreplace")
            for a, b in zip(starts, ends, strict=True)
        ]
        places = (offset - offset[0]).tolist()
        return [every[a:b] for a, b in pairwise(places)]

    def compared(self, sentence: int) -> Longs:
        """The positions of the words of the Bank that were compared."""
        first, last = self.bank.token_offset[sentence : sentence + 2].tolist()
        return np.flatnonzero(self.reasons.words[first:last] == 0)

    def places(self, sentence: int, drawn: int) -> Sequence[int]:
        """Where each word of the Bank is among the words that are drawn, of which there are so many."""
        first, last = self.bank.token_offset[sentence : sentence + 2].tolist()
        if drawn == last - first:
            return range(drawn)
        return self._words(sentence, restore=True).places[:-1]

    def _words(self, sentence: int, restore: bool) -> _Words:
        bank, text, labels, reasons = self.bank, self._text, self._labels, self.reasons
        first, last = bank.token_offset[sentence : sentence + 2].tolist()
        starts = bank.word_start[first:last].tolist()
        ends = bank.word_end[first:last].tolist()
        tags = [labels[tag] for tag in bank.tag[first:last].tolist()]
        words = [_text(text[a:b].tobytes()) for a, b in zip(starts, ends, strict=True)]
        if self._names and words == [_NO_TEXT]:
            return _Words([], [], {}, [0])
        why = reasons.words[first:last]
        left_out = {}
        if why.any():
            left_out = {at: reasons.texts[n] for at, n in enumerate(why.tolist()) if n}
        if _BOUNDARY in words:
            cut = [at for at, word in enumerate(words) if word == _BOUNDARY and not tags[at]]
            left_out.update(
                dict.fromkeys(cut, "the sentence goes on here, unlike the other side's")
            )
            words = ["…" if at in cut else word for at, word in enumerate(words)]
        found = _Words(words, tags, left_out, list(range(last - first + 1)))
        gone = list(reasons.gone(sentence)) if restore else []
        # Words that are not in the order of the text cannot be put among the others.
        if not gone or any(a >= b for a, b in pairwise(starts)):
            return found
        return self._restored(found, starts, gone)

    def _restored(self, given: _Words, starts: list[int], gone: list[Gone]) -> _Words:
        """The words with those that were taken out at their places again."""
        known = {start: at for at, start in enumerate(starts)}
        more = [one for one in gone if one.start not in known]
        order = sorted([*((start, at) for start, at in known.items()),
                        *((one.start, -1 - n) for n, one in enumerate(more))])  # fmt: skip
        found = _Words([], [], {}, [len(order)] * (len(starts) + 1))
        for place, (_, at) in enumerate(order):
            if at >= 0:
                found.places[at] = place
                word, tag, why = given.words[at], given.tags[at], given.left_out.get(at, "")
            else:
                one = more[-1 - at]
                word, tag = _text(self._text[one.start : one.end].tobytes()), self._labels[one.tag]
                why = one.why
            found.words.append(word)
            found.tags.append(tag)
            found.left_out.update({place: why} if why else {})
        found.left_out.update(
            {found.places[known[g.start]]: g.why for g in gone if g.start in known}
        )
        return found

    def _brackets(self, sentence: int, words: _Words, scored: bool) -> list[Row]:
        bank, labels, texts = self.bank, self._labels, self.reasons.texts
        rows = slice(*bank.span_offset[sentence : sentence + 2].tolist())
        whole = self.reasons.whole
        # Words that are back are inside the brackets that they were taken out of, if these are known.
        known = whole is not None and _size(whole, sentence) == len(words.words)
        over = whole if whole is not None and known else bank
        starts, ends = over.start[rows].tolist(), over.end[rows].tolist()
        parents, named = bank.parent[rows].tolist(), bank.label[rows].tolist()
        if not scored:
            marks = [Mark.PLAIN] * len(starts)
            whys = [0] * len(starts)
        else:
            marks = [MARKS[number] for number in self._mark[rows].tolist()]
            whys = self.reasons.rows[rows].tolist()
        broken = gaps(over, sentence) if self._gaps else {}
        found = []
        columns = zip(starts, ends, named, parents, marks, whys, strict=True)
        for row, (start, end, label, parent, mark, why) in enumerate(columns):
            parts: Parts = ((start, end),)
            if row in broken:
                parts = stretches(broken[row])
            said = texts[why] if mark is Mark.NOT_COMPARED else ""
            places = parts if known else words.placed(parts)
            found.append(Row(mark, labels[label], places, parent, said))
        return found

    def _listed(self, sentence: int, words: _Words) -> list[Row]:
        assert self._items is not None  # checked by the caller
        assert self._first is not None
        items = self._items(sentence)
        first = int(self._first[sentence])
        marks = self._mark[first : first + len(items)].tolist()
        found = []
        for (name, parts, text), mark in zip(items, marks, strict=True):
            if self._names:
                parts = ()
            elif _MISSING in parts:
                parts = tuple(one for one in parts if one != _MISSING)
            label = f"{name}: {text}" if text else name
            found.append(Row(MARKS[mark], label, words.placed(parts)))
        return found


def _size(bank: Bank, sentence: int) -> int:
    return int(bank.token_offset[sentence + 1] - bank.token_offset[sentence])


def _by_reason(numbers: Ints, texts: Sequence[str]) -> dict[str, list[int]]:
    """The places of each reason, by its text; 0 is none."""
    found: dict[str, list[int]] = {}
    for number in np.unique(numbers[numbers > 0]).tolist():
        found.setdefault(texts[number], []).extend(np.flatnonzero(numbers == number).tolist())
    return {why: sorted(places) for why, places in found.items() if why}


def stretches(words: Sequence[int]) -> Parts:
    """Positions in ascending order as ranges.

    >>> stretches([0, 1, 4])
    ((0, 2), (4, 5))
    """
    begins = [at for before, at in zip((-2, *words), words, strict=False) if at != before + 1]
    ends = [at + 1 for at, after in zip(words, (*words[1:], -2), strict=True) if after != at + 1]
    return tuple(zip(begins, ends, strict=True))


def _text(label: bytes) -> str:
    return label.decode("utf-8", "backslashreplace")
