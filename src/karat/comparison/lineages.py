"""Lineages compared: for each word, the labels from the constituent above it up to the root."""

import dataclasses
from itertools import pairwise

import numpy as np

from karat.comparison.sets import GAPPED, Sets
from karat.files.discodop_params import More
from karat.files.evalb_params import Params
from karat.kernels import lineages as kernel
from karat.model.bank import Bank
from karat.model.columns import Bools, Floats, Ints, Numbers
from karat.model.errors import InputError
from karat.model.labels import ABSENT, NULL, Labels
from karat.model.layers import offsets
from karat.model.outcome import Outcome, Status
from karat.model.relation import Relation

UNIT = 10**9
# Costs are integers, in units of 1/1000 of a symbol.
_PARTS = 1000
# More symbols than this do not fit into memory.
_MOST = 1 << 28
# Steps (pairs of symbols) that distances may take: a few seconds, and far more than ordinary lineages need.
_STEPS, _EACH = 1 << 31, 1 << 14


class Paths:
    """Compares the lineages of words; each distinct pair of lineages is compared once per block."""

    def __init__(self, labels: Labels, *, replace: float, alike: float, functions: bool) -> None:
        self._labels, self._replace, self._alike = labels, replace, alike
        params = Params(delete=(NULL,), delete_for_length=(NULL,))
        self._sets = Sets(params, More(), labels, cut_tags=False, cut=not functions)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        outcome = self._sets(gold, system)
        assert outcome.sizes is not None  # as Sets makes it
        scored = outcome.status == Status.SCORED
        words = np.where(scored, outcome.counts["words"], 0).astype(np.int32)
        sides = [self.lineages(words, one) for one in (outcome.gold, outcome.system)]
        known: dict[bytes, int] = {}
        ours, theirs = ([known.setdefault(key, len(known)) for key in side] for side in sides)
        similarity = self._similarity(list(known), np.array([ours, theirs], np.int32))
        similarity[self._absent(gold, system, scored)] = 0
        sentence = np.repeat(np.arange(len(words)), words)
        perfect = np.bincount(sentence[similarity == UNIT], minlength=len(words))
        counts = {
            "words": outcome.sizes[0],
            "billionths": np.bincount(sentence, similarity, len(words)).astype(np.int64),
            "perfect": perfect,
            "exact": scored & (perfect == words),
        }
        return dataclasses.replace(outcome, counts=counts)

    def _absent(self, gold: Bank, system: Bank, scored: Bools) -> Bools:
        """Which of the words that count the system lacks; they are filled in where words were aligned."""
        nothing = self._labels.find(ABSENT)
        absent, sizes = system.tag == nothing, np.diff(gold.token_offset)
        counted = np.flatnonzero((gold.tag != self._labels.find(NULL)) & np.repeat(scored, sizes))
        lacked: Bools = gold.tag[counted] == nothing
        if not absent.any():
            return lacked
        # Where words were aligned, both sides have the same number of them.
        shift = np.repeat(system.token_offset[:-1] - gold.token_offset[:-1], sizes)[counted]
        alike = np.repeat(sizes == np.diff(system.token_offset), sizes)[counted]
        found: Bools = np.append(absent, False)[np.where(alike, counted + shift, -1)]
        return found | lacked

    def lineages(self, words: Ints, constituents: Relation) -> list[bytes]:
        """The lineage of every word that counts, as bytes; equal lineages have equal bytes."""
        gapped = constituents.second >= GAPPED
        inside = np.repeat(words > 0, np.diff(constituents.offset))
        sizes = (constituents.second - constituents.first)[~gapped & inside].sum(dtype=np.int64)
        room = int(sizes) + 2 * int(words.sum())
        if room > _MOST:
            raise InputError("lineages of more than 2^28 labels do not fit into memory")
        sentence = constituents.sentence()
        broken = np.bincount(sentence[gapped], minlength=len(words)) > 0
        ends = np.empty(int(words.sum()), np.int64)
        symbols = np.empty(room, np.int32)
        plain = constituents.where(~broken[sentence])
        # In sentences with gaps, words get an empty lineage here and the real one below.
        kernel.lineages(
            words, plain.offset, plain.first, plain.second, plain.label,
            np.empty(len(plain) + 1, np.int32), ends, symbols,
        )  # fmt: skip
        text, bounds = symbols.tobytes(), [0, *(4 * ends).tolist()]
        found = [text[a:b] for a, b in pairwise(bounds)]
        first, rows = offsets(words), constituents.offset
        columns = constituents.first, constituents.second, constituents.label
        for one in np.flatnonzero(broken & (words > 0)).tolist():
            here = (column[rows[one] : rows[one + 1]].tolist() for column in columns)
            sets = [
                (set(self._sets.members(a, b)), label) for a, b, label in zip(*here, strict=True)
            ]
            found[first[one] : first[one + 1]] = _with_gaps(sets, int(words[one]))
        return found

    def _similarity(self, known: list[bytes], pairs: Ints) -> Floats:
        """The similarity of each word's two lineages, in billionths."""
        numbers: Numbers = pairs[0].astype(np.int64) * len(known) + pairs[1]
        unique, where = np.unique(numbers, return_inverse=True)
        one, two = (side.astype(np.int32) for side in np.divmod(unique, max(len(known), 1)))
        sizes = np.array([len(key) // 4 for key in known], np.int64)
        distance = np.empty(len(unique), np.int64)
        done = kernel.distances(
            np.frombuffer(bytearray(b"".join(known)), np.int32),
            np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64), one, two, self._kinds(),
            _PARTS, round(_PARTS * self._replace), round(_PARTS * self._alike),
            np.empty(int(sizes.max(initial=0)) + 1, np.int64), distance,
            _STEPS + _EACH * len(unique),
        )  # fmt: skip
        if not done:
            raise InputError(
                "the trees are thousands of levels deep, and too different: comparing the labels above each "
                "word would take very long; leave such sentences out, or use another scheme"
            )
        symbols = np.maximum(sizes[one] + sizes[two], 1)
        similarity: Floats = np.round(UNIT - UNIT * distance / (_PARTS * symbols))
        return similarity[where]

    def _kinds(self) -> Ints:
        """The kind of each symbol; labels with the same first letter are of the same kind."""
        kinds = list(range(-kernel.MARKS, 0))
        kinds += [label[0] if label else -kernel.MARKS - 1 for label in self._labels.strings()]
        return np.array(kinds, np.int32)


def _with_gaps(constituents: list[tuple[set[int], int]], words: int) -> list[bytes]:
    """The lineages of a sentence with discontinuous constituents."""
    around: list[list[int]] = [[] for _ in range(words)]
    # Larger constituents are outside smaller ones; of equal ones the first is outside.
    order = sorted(range(len(constituents)), key=lambda row: -len(constituents[row][0]))
    for row in order:
        for at in constituents[row][0]:
            around[at].append(row)
    bounds = [(min(inside), max(inside)) if inside else (-1, -1) for inside, _ in constituents]
    found = []
    for at, rows in enumerate(around):
        downwards: list[int] = []
        for row in rows:
            inside, label = constituents[row]
            end = kernel.END if at == bounds[row][1] else kernel.PART_END
            begin = kernel.BEGIN if at == bounds[row][0] else kernel.PART_BEGIN
            # A mark is less than MARKS, and occurs once in a lineage.
            downwards += [end] * (at + 1 not in inside and end not in downwards)
            downwards.append(label + kernel.MARKS)
            downwards += [begin] * (at - 1 not in inside and begin not in downwards)
        found.append(np.array(downwards[::-1], np.int32).tobytes())
    return found
