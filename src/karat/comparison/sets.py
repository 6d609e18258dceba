"""Constituents as sets of words: how discontinuous trees are compared.

The rules are disco-dop's. Words that are to be left out are so by the gold tag, on both sides;
what is left is numbered anew, so that a constituent whose gap held only such words has none. Labels
lose what follows a - or = (not one that they begin with) and EQ pairs chain.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from karat.comparison.constituents import only_trees
from karat.files.discodop_params import More
from karat.files.evalb_params import Params, closure
from karat.kernels import evalb as kernel
from karat.model import discontinuous
from karat.model.bank import Bank
from karat.model.columns import Flags, Ints, Numbers, grouped
from karat.model.labels import Labels
from karat.model.relation import Relation
from karat.model.rules import crossing, equal
from karat.model.scheme import Outcome

# Above every position; from here on ``second`` is the number of a set with gaps.
GAPPED = 1 << 30
# Labels of a root that stands for no constituent: words right under it hang on nothing.
_ROOTS = (b"", b"ROOT", b"VROOT", b"TOP", b"S1")

_Mask = npt.NDArray[np.bool_]


class Words(NamedTuple):
    """The words of two Banks, side by side.

    ``out`` and ``system_out`` mark the words left out; ``left`` and ``right`` are the words that are
    left, of sentences that have as many on both sides, and ``sentence`` is where they stand.
    """

    status: Ints
    out: _Mask
    system_out: _Mask
    gold_words: Ints
    system_words: Ints
    left: Numbers
    right: Numbers
    sentence: Numbers
    wrong: Ints


class Sets:
    """Compares blocks of trees, discontinuous or not.

    Labels lose what follows a - or =, unless ``cut`` is no; with ``cut_tags`` tags do as well, as in
    disco-dop and not in EVALB. ``crossings`` are counted if asked for. With the
    name of a ``scheme``, files without trees are refused in that name.
    """

    def __init__(
        self,
        params: Params,
        more: More,
        labels: Labels,
        *,
        cut_tags: bool,
        cut: bool = True,
        crossings: bool = False,
        scheme: str = "",
    ) -> None:
        self.params, self.more, self.labels, self._crossings = params, more, labels, crossings
        self._cut, self._cut_tags, self._scheme = cut, cut_tags, scheme
        self._same_label = _representatives(params.equal_labels)
        self._same_word = _representatives(params.equal_words)
        self._sets: dict[bytes, int] = {}
        self._positions: list[list[int]] = []
        self._words: dict[bytes, int] = {}
        self._unwanted = frozenset(more.delete_words)
        self._dropped: list[bool] = []

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        if self._scheme:
            for bank in (gold, system):
                only_trees(bank, self._scheme)
        tables = self._tables()
        words = self.words(gold, system)
        status = words.status
        agree = tables["tag"][gold.tag[words.left]] == tables["tag"][system.tag[words.right]]
        tags = np.bincount(words.sentence[agree], minlength=len(gold)) * (status == 0)
        ours = self._relation(gold, words.out, tables, np.ones(len(gold), bool))
        theirs = self._relation(system, words.system_out, tables, status == 0)
        gold_hit, system_hit = equal(ours, theirs)
        return Outcome(
            status=status,
            length=_counts(gold, ~tables["no length"][gold.tag]),
            gold=ours,
            system=theirs,
            gold_hit=gold_hit,
            system_hit=system_hit,
            gold_crossed=np.zeros(0, np.int8),
            system_crossing=(
                self._crossing(ours, theirs) if self._crossings else np.zeros(len(theirs), np.int8)
            ),
            more={
                "words": np.where(status == 0, words.gold_words, 0),
                "tags": tags,
                "gold_words": words.gold_words,
                "system_words": words.system_words,
                "wrong": words.wrong,
            },
        )

    def words(self, gold: Bank, system: Bank) -> Words:
        """Which words are compared with which."""
        ours, theirs = self._numbered(gold), self._numbered(system)
        dropped = np.array(self._dropped, bool)
        out = self._tables()["dropped tag"][gold.tag] | dropped[ours]
        if self.more.delete_root_preterms:
            out |= self._under_root(gold)
        status, match = _aligned(gold, system, ours, theirs)
        system_out = dropped[theirs]
        system_out[match >= 0] = out[match[match >= 0]]
        kept, system_kept = _counts(gold, ~out), _counts(system, ~system_out)
        status[(status == 0) & (kept != system_kept)] = kernel.LENGTH
        fine = status == 0
        left = np.flatnonzero(~out & np.repeat(fine, np.diff(gold.token_offset)))
        right = np.flatnonzero(~system_out & np.repeat(fine, np.diff(system.token_offset)))
        sentence = np.repeat(np.arange(len(gold)), np.diff(gold.token_offset))[left]
        differ = ours[left] != theirs[right]
        status[sentence[differ]] = kernel.WORDS
        wrong = _first(differ, sentence, len(gold))
        return Words(status, out, system_out, kept, system_kept, left, right, sentence, wrong)

    def names(self) -> Ints:
        """The number of the label that each label counts as."""
        names: Ints = self._tables()["same"]
        return names

    def members(self, first: int, second: int) -> list[int]:
        """The positions that a row of a relation stands for."""
        if second < GAPPED:
            return list(range(first, second))
        return self._positions[second - GAPPED]

    def _tables(self) -> dict[str, npt.NDArray[Any]]:
        """What each label means; the table of labels may grow while it is asked."""
        params = self.params
        names = list(self.labels.strings())
        cut = [_cut(label) for label in names] if self._cut else names
        tags = cut if self._cut_tags else names
        same = [self.labels.intern(self._same_label.get(label, label)) for label in cut]
        return {
            "tag": np.array([self.labels.intern(label) for label in tags], np.int32),
            "same": np.array(same, np.int32) if params.labelled else np.zeros(len(cut), np.int32),
            "dropped": np.array([label in params.delete for label in cut], bool),
            "dropped tag": np.array([label in params.delete for label in tags], bool),
            "no length": np.array([label in params.delete_for_length for label in tags], bool),
        }

    def _numbered(self, bank: Bank) -> Ints:
        """A number for each word, the same for words that are as good."""
        text, known = bank.text.tobytes(), self._words
        numbers: list[int] = []
        for start, end in zip(bank.word_start.tolist(), bank.word_end.tolist(), strict=True):
            word = text[start:end]
            number = known.get(word)
            if number is None:
                same = self._same_word.get(word, word)
                number = known[word] = known.setdefault(same, len(self._dropped))
                self._dropped += [word in self._unwanted] * (number == len(self._dropped))
            numbers.append(number)
        return np.array(numbers, np.int32)

    def _under_root(self, bank: Bank) -> _Mask:
        """The words that hang on nothing, or right under a root that stands for nothing."""
        root = [label in _ROOTS for label in self.labels.strings()]
        hanging = []
        for sentence in range(len(bank)):
            first = int(bank.span_offset[sentence])
            for above in discontinuous.word_parents(bank, sentence):
                row = first + above
                hanging.append(above < 0 or (bank.parent[row] < 0 and root[bank.label[row]]))
        return np.array(hanging, bool)

    def _relation(
        self, bank: Bank, out: _Mask, tables: dict[str, npt.NDArray[Any]], counted: _Mask
    ) -> Relation:
        """The constituents as rows, over the words that are left, in the order that rules want."""
        before = np.concatenate([[0], np.cumsum(~out)]).astype(np.int32)
        sentence = np.repeat(np.arange(len(bank)), np.diff(bank.span_offset))
        base = bank.token_offset[sentence]
        first = before[base + bank.start] - before[base]
        second = before[base + bank.end] - before[base]
        layer = bank.layers.get("yields")
        if layer is not None and len(layer):
            begin = np.repeat(bank.token_offset[:-1], np.diff(layer.offset))
            at = begin + layer["position"]
            rows = np.repeat(bank.span_offset[:-1], np.diff(layer.offset)) + layer["span"]
            second[rows] = 0
            left = ~out[at]
            position = (before[at] - before[begin])[left]
            spans, starts = np.unique(rows[left], return_index=True)
            for span, words in zip(spans.tolist(), np.split(position, starts[1:]), strict=False):
                first[span], second[span] = words[0], words[-1] + 1
                if len(words) <= words[-1] - words[0]:
                    second[span] = self._number(words)
        keep = (first < second) & ~tables["dropped"][bank.label] & counted[sentence]
        if self.more.disc_only:
            keep &= second >= GAPPED
        chosen = np.flatnonzero(keep)
        order = chosen[np.lexsort((-second[chosen], first[chosen], sentence[chosen]))]
        offset = np.concatenate([[0], np.cumsum(np.bincount(sentence[order], minlength=len(bank)))])
        return Relation(
            offset.astype(np.int32), first[order], second[order],
            tables["same"][bank.label[order]], order.astype(np.int32), kind="bag",
        )  # fmt: skip

    def _number(self, words: Ints) -> int:
        """The number of a set with gaps: the same for the same positions."""
        key = words.astype(np.int32).tobytes()
        if key not in self._sets:
            self._sets[key] = GAPPED + len(self._sets)
            self._positions.append(words.tolist())
        return self._sets[key]

    def _crossing(self, gold: Relation, system: Relation) -> Flags:
        """System rows that share words with a gold row, while each has a word the other lacks."""
        gapped = grouped((gold.second >= GAPPED).astype(np.int8), gold.offset) > 0
        gapped |= grouped((system.second >= GAPPED).astype(np.int8), system.offset) > 0
        plain = crossing(
            gold.where(~np.repeat(gapped, np.diff(gold.offset))),
            system.where(~np.repeat(gapped, np.diff(system.offset))),
        )
        hit = np.zeros(len(system), np.int8)
        hit[~np.repeat(gapped, np.diff(system.offset))] = plain
        for sentence in np.flatnonzero(gapped).tolist():
            masks = [
                [
                    _mask(self._positions, a, b)
                    for a, b in zip(r.first[rows], r.second[rows], strict=True)
                ]
                for r in (gold, system)
                for rows in [slice(r.offset[sentence], r.offset[sentence + 1])]
            ]
            known = set(masks[0])
            for row, one in enumerate(masks[1], int(system.offset[sentence])):
                # One that gold has too crosses nothing there.
                hit[row] = one not in known and any(
                    one & two and one & ~two and two & ~one for two in known
                )
        return hit


def _mask(sets: Sequence[Sequence[int]], first: int, second: int) -> int:
    """A set of words as the bits of a number."""
    if second < GAPPED:
        return (1 << int(second)) - (1 << int(first))
    return sum(1 << position for position in sets[int(second) - GAPPED])


def _cut(label: bytes) -> bytes:
    """A label without its function: up to the first - or = that it does not begin with.

    >>> _cut(b"NP-SBJ"), _cut(b"-LRB-"), _cut(b"PP=1")
    (b'NP', b'-LRB-', b'PP')
    """
    ends = [at for mark in (b"-", b"=") if (at := label.find(mark)) > 0]
    return label[: min(ends)] if ends else label


def _representatives(pairs: Sequence[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    return {one: min(group) for one, group in closure(pairs).items()}


def _counts(bank: Bank, keep: _Mask) -> Ints:
    return grouped(keep.astype(np.int8), bank.token_offset).astype(np.int32)


def _first(differ: _Mask, sentence: Numbers, sentences: int) -> Ints:
    """The index of the first word that differs in each sentence, or -1."""
    place = np.arange(len(sentence)) - np.searchsorted(sentence, sentence)
    first = np.full(sentences, -1, np.int32)
    rows = np.flatnonzero(differ)[::-1]
    first[sentence[rows]] = place[rows]
    return first


def _aligned(gold: Bank, system: Bank, ours: Ints, theirs: Ints) -> tuple[Ints, Ints]:
    """Why sentences cannot be compared, and the gold word that each system word is, or -1.

    Where the words are not the same, each is looked for in the gold sentence, from left to right:
    what a system left out may be what is left out anyway.
    """
    sizes, others = np.diff(gold.token_offset), np.diff(system.token_offset)
    match = np.full(len(theirs), -1, np.int32)
    status = np.where(others == 0, kernel.MISSING, 0).astype(np.int32)
    status[system.fault != 0] = kernel.SYSTEM_FAULT
    status[gold.fault != 0] = kernel.GOLD_FAULT
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
