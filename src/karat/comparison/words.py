"""The words of two Banks paired, without those that parameters delete.

The rules are disco-dop's: on both sides, words are left out because of their gold tag, because of
their form, or because they are right under the root of the gold tree.
"""

from typing import NamedTuple

import numpy as np

from karat.comparison.meanings import cut, representatives
from karat.files.discodop_params import More
from karat.files.evalb_params import Params
from karat.model import discontinuous
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Numbers, grouped
from karat.model.labels import ROOTS, Labels
from karat.model.outcome import Status
from karat.views.edit import sentence_of_words

# So many words are known from block to block; more would grow with a file in which all words differ.
_KNOWN = 1 << 16


class Words(NamedTuple):
    """The words of two Banks, paired.

    ``out`` and ``system_out`` mark the words left out. ``left`` and ``right`` are the remaining words,
    in sentences that have the same number on both sides, and ``sentence`` is the sentence of each.
    """

    status: Ints
    out: Bools
    system_out: Bools
    gold_words: Ints
    system_words: Ints
    left: Numbers
    right: Numbers
    sentence: Numbers
    parting: tuple[Ints, Ints]


class WordPairs:
    """Finds which words of two Banks are compared with each other."""

    def __init__(self, params: Params, more: More, labels: Labels, *, cut_tags: bool) -> None:
        self._params, self._more, self._labels, self._cut_tags = params, more, labels, cut_tags
        self._same_word = representatives(params.equal_words)
        self._unwanted = frozenset(more.delete_words)
        self._forget()

    def _forget(self) -> None:
        # By the form of a word: see _code.
        self._words: dict[bytes, int] = {}

    def __call__(self, gold: Bank, system: Bank) -> Words:
        if len(self._words) > _KNOWN:
            self._forget()
        (ours, dropped), (theirs, system_out) = (self._known(bank) for bank in (gold, system))
        out = self._dropped_tags()[gold.tag] | dropped
        if self._more.delete_root_preterms:
            out |= self._under_root(gold)
        status, match = _aligned(gold, system, ours, theirs)
        system_out[match >= 0] = out[match[match >= 0]]
        kept, system_kept = kept_words(gold, ~out), kept_words(system, ~system_out)
        status[(status == 0) & (kept != system_kept)] = Status.NUMBER
        fine = status == 0
        left = np.flatnonzero(~out & np.repeat(fine, np.diff(gold.token_offset)))
        right = np.flatnonzero(~system_out & np.repeat(fine, np.diff(system.token_offset)))
        sentence = sentence_of_words(gold)[left]
        differ = ours[left] != theirs[right]
        status[sentence[differ]] = Status.DIFFERENT
        parting = (
            _first(differ, sentence, left - gold.token_offset[sentence], len(gold)),
            _first(differ, sentence, right - system.token_offset[sentence], len(gold)),
        )
        return Words(status, out, system_out, kept, system_kept, left, right, sentence, parting)

    def _dropped_tags(self) -> Bools:
        tags = self._labels.strings()
        short = map(cut, tags) if self._cut_tags else tags
        return np.array([tag in self._params.delete for tag in short], bool)

    def _known(self, bank: Bank) -> tuple[Ints, Bools]:
        """A number for each word, the same for words that count as equal; and which forms are left out."""
        text, known = bank.text.tobytes(), self._words
        codes: list[int] = []
        for start, end in zip(bank.word_start.tolist(), bank.word_end.tolist(), strict=True):
            word = text[start:end]
            code = known.get(word)
            codes.append(self._code(word) if code is None else code)
        both = np.array(codes, np.int32)
        return both >> 1, (both & 1).astype(bool)

    def _code(self, word: bytes) -> int:
        """Twice the number of a word, the same for words that count as equal; 1 more if it is left out."""
        known, same = self._words, self._same_word.get(word, word)
        if word not in known:
            number = len(known) if same == word else self._code(same) >> 1
            known[word] = 2 * number + (word in self._unwanted)
        return known[word]

    def _under_root(self, bank: Bank) -> Bools:
        """The words without a parent, or right under a technical root such as ROOT."""
        root = [label in ROOTS for label in self._labels.strings()]
        hanging = []
        for sentence in range(len(bank)):
            first = int(bank.span_offset[sentence])
            for above in discontinuous.word_parents(bank, sentence):
                row = first + above
                hanging.append(above < 0 or (bank.parent[row] < 0 and root[bank.label[row]]))
        return np.array(hanging, bool)


def kept_words(bank: Bank, keep: Bools) -> Ints:
    """How many words of each sentence are marked True."""
    return grouped(keep.astype(np.int8), bank.token_offset).astype(np.int32)


def _first(differ: Bools, sentence: Numbers, place: Numbers, sentences: int) -> Ints:
    """The position of the first word that differs in each sentence, or -1."""
    first = np.full(sentences, -1, np.int32)
    rows = np.flatnonzero(differ)[::-1]
    first[sentence[rows]] = place[rows]
    return first


def _aligned(gold: Bank, system: Bank, ours: Ints, theirs: Ints) -> tuple[Ints, Ints]:
    """Why sentences cannot be compared, and the gold word of each system word, or -1.

    Where the words differ, each system word is looked up in the gold sentence, from left to right:
    the words that the system lacks may be words that do not count anyway.
    """
    sizes, others = np.diff(gold.token_offset), np.diff(system.token_offset)
    match = np.full(len(theirs), -1, np.int32)
    status = np.where(others == 0, Status.MISSING, 0).astype(np.int32)
    status[system.fault != 0] = Status.SYSTEM_FAULT
    status[gold.fault != 0] = Status.GOLD_FAULT
    as_many = np.repeat(sizes == others, others)
    base = np.repeat(gold.token_offset[:-1] - system.token_offset[:-1], others)
    match[as_many] = (np.arange(len(theirs), dtype=np.int32) + base)[as_many]
    same = np.zeros(len(theirs), bool)
    same[as_many] = ours[match[as_many]] == theirs[as_many]
    whole = (sizes == others) & (grouped(same.astype(np.int8), system.token_offset) == others)
    for row in np.flatnonzero(~whole & (status == 0)).tolist():
        words = slice(*system.token_offset[row : row + 2].tolist())
        at, last = gold.token_offset[row : row + 2].tolist()
        for i in range(words.start, words.stop):
            while at < last and ours[at] != theirs[i]:
                at += 1
            if at == last:
                match[i : words.stop] = -1
                break
            match[i] = at
            at += 1
    return status, match
