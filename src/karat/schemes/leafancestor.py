"""The leaf-ancestor measure: for each word, how alike its two paths to the root are.

    similarity = 1 - distance / (gold symbols + system symbols), the mean over words

A word's *lineage* is the sequence of labels from the constituent right above it to the root. A mark
stands before the label of the highest constituent that begins with the word, another after that of
the highest that ends with it. The distance of two lineages is what it costs to edit one into the
other: 1 for a symbol inserted or deleted, 2 for one replaced, 0.5 if both labels begin with the same
letter. ``similarity`` is the mean over all words, ``similarity@sentence`` that of sentences' means.

Sampson (2000); Sampson and Babarczy (2003).

Differences from the papers: labels lose what follows a - or = (``functions=yes`` keeps it), null
elements (-NONE-) are left out, and the words of a sentence without a parse have similarity 0. In
discontinuous trees there are marks of their own where a part of a constituent begins or ends.
Differences from disco-dop, which replaces at the cost of 1, whatever the labels: with
``replace=1,alike=1`` its figure is ours for ``similarity@sentence``. A word's similarity is rounded
to the billionth.

An example in the manner of Sampson and Babarczy, worked out by hand:

>>> from karat import score
>>> gold = "(S (N1 two (N1 tax revision) bills) were passed)"
>>> system = "(S (NP two tax revision bills) were passed)"
>>> round(score(gold, system, "leafancestor").similarity, 3)
0.833
"""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from karat.comparison.sets import GAPPED, Sets
from karat.files.discodop_params import More
from karat.files.evalb_params import Params
from karat.kernels import lineages as kernel
from karat.model.bank import Bank
from karat.model.columns import Floats, Ints, Longs, Numbers
from karat.model.errors import InputError, UsageError
from karat.model.labels import Labels
from karat.model.relation import Relation
from karat.model.scheme import Outcome, Scheme, option
from karat.model.tally import Measure, Tally, ratio

UNIT = 10**9
# Costs are whole numbers of this part of a symbol.
_PARTS = 1000
# More symbols than this do not fit into memory.
_MOST = 1 << 28


@dataclass(frozen=True)
class LeafAncestor(Scheme):
    """How alike each word's path to the root is: labels and boundaries, by edit distance."""

    name = "leafancestor"
    citation = (
        "Geoffrey Sampson and Anna Babarczy. 2003. A test of the leaf-ancestor metric for parse "
        "accuracy. Natural Language Engineering 9(4)."
    )
    counts = ("words", "billionths", "perfect", "sentences", "exact")
    table = ("similarity", "similarity@sentence", "perfect", "exact")
    breakdowns = ("length",)

    replace: float = option(2.0, "the cost of replacing a symbol")
    alike: float = option(0.5, "the cost of replacing a label by one with the same first letter")
    functions: bool = option(False, "keep what follows a - or = in labels")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("replace", "alike"):
            if not 0 <= getattr(self, name) <= 2:
                raise UsageError(f"leafancestor: {name} should be from 0 to 2, as two moves cost 2")

    def comparison(self, labels: Labels) -> "Paths":
        return Paths(self, labels)

    def row(self, outcome: Outcome) -> dict[str, Longs]:
        return {name: np.asarray(outcome.more[name], np.int64) for name in self.counts}

    def measures(self) -> dict[str, Measure]:
        return {
            "similarity": lambda c: ratio(c["billionths"] / UNIT, c["words"]),
            "perfect": lambda c: ratio(c["perfect"], c["words"]),
            "exact": lambda c: ratio(c["exact"], c["sentences"]),
        }

    def macros(self) -> dict[str, Measure]:
        return {name: self.measures()[name] for name in ("similarity", "perfect")}

    def tally(self, outcome: Outcome, labels: Labels, by: tuple[str, ...] = ()) -> Tally:
        return super().tally(outcome, labels, tuple(name for name in by if name != "label"))


SCHEME = LeafAncestor


class Paths:
    """Compares the lineages of words; equal pairs of lineages are compared once a block."""

    def __init__(self, scheme: LeafAncestor, labels: Labels) -> None:
        self._scheme, self._labels = scheme, labels
        params = Params(delete=(b"-NONE-",), delete_for_length=(b"-NONE-",))
        self._sets = Sets(
            params, More(), labels, cut_tags=False, cut=not scheme.functions, scheme=scheme.name
        )

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        outcome = self._sets(gold, system)
        words = np.where(outcome.status == 0, outcome.more["words"], 0).astype(np.int32)
        sides = [self.lineages(words, one) for one in (outcome.gold, outcome.system)]
        known: dict[bytes, int] = {}
        ours, theirs = ([known.setdefault(key, len(known)) for key in side] for side in sides)
        similarity = self._similarity(list(known), np.array([ours, theirs], np.int32))
        sentence = np.repeat(np.arange(len(words)), words)
        perfect = np.bincount(sentence[similarity == UNIT], minlength=len(words))
        return replace(
            outcome,
            more={
                **outcome.more,
                "words": outcome.more["gold_words"],
                "billionths": np.bincount(sentence, similarity, len(words)).astype(np.int64),
                "perfect": perfect,
                "sentences": np.ones(len(words), np.int64),
                "exact": (outcome.status == 0) & (perfect == words),
            },
        )

    def lineages(self, words: Ints, constituents: Relation) -> list[bytes]:
        """The lineage of every word that counts, as bytes that are equal where lineages are."""
        gapped = constituents.second >= GAPPED
        inside = np.repeat(words > 0, np.diff(constituents.offset))
        sizes = (constituents.second - constituents.first)[~gapped & inside].sum(dtype=np.int64)
        room = int(sizes) + 2 * int(words.sum())
        if room > _MOST:
            raise InputError("lineages of more than 2^28 labels do not fit into memory")
        broken = np.zeros(len(words), bool)
        sentence = np.repeat(np.arange(len(words)), np.diff(constituents.offset))
        broken[sentence[gapped]] = True
        ends = np.empty(int(words.sum()), np.int64)
        symbols = np.empty(room, np.int32)
        plain = constituents.where(~broken[sentence])
        # Words of sentences with gaps get an empty lineage here, and theirs below.
        kernel.lineages(
            words, plain.offset, plain.first, plain.second, plain.label,
            np.empty(len(plain) + 1, np.int32), ends, symbols,
        )  # fmt: skip
        text, bounds = symbols.tobytes(), [0, *(4 * ends).tolist()]
        found = [text[a:b] for a, b in pairwise(bounds)]
        first = np.concatenate([[0], np.cumsum(words)])
        for one in np.flatnonzero(broken & (words > 0)).tolist():
            rows = slice(constituents.offset[one], constituents.offset[one + 1])
            sets = [
                (set(self._sets.members(a, b)), label)
                for a, b, label in zip(
                    constituents.first[rows].tolist(),
                    constituents.second[rows].tolist(),
                    constituents.label[rows].tolist(),
                    strict=True,
                )
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
        scheme = self._scheme
        kernel.distances(
            np.frombuffer(bytearray(b"".join(known)), np.int32),
            np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64), one, two, self._kinds(),
            _PARTS, round(_PARTS * scheme.replace), round(_PARTS * scheme.alike),
            np.empty(int(sizes.max(initial=0)) + 1, np.int64), distance,
        )  # fmt: skip
        symbols = np.maximum(sizes[one] + sizes[two], 1)
        similarity: Floats = np.round(UNIT - UNIT * distance / (_PARTS * symbols))
        return similarity[where]

    def _kinds(self) -> Ints:
        """Symbols of the same kind are alike: labels with the same first letter."""
        kinds = list(range(-kernel.MARKS, 0))
        kinds += [label[0] if label else -kernel.MARKS - 1 for label in self._labels.strings()]
        return np.array(kinds, np.int32)


def _with_gaps(constituents: list[tuple[set[int], int]], words: int) -> list[bytes]:
    """The lineages of a sentence with discontinuous constituents."""
    around: list[list[int]] = [[] for _ in range(words)]
    # Larger ones stand around smaller ones; of equal ones the first does.
    order = sorted(range(len(constituents)), key=lambda row: -len(constituents[row][0]))
    for row in order:
        for at in constituents[row][0]:
            around[at].append(row)
    found = []
    for at, rows in enumerate(around):
        marked: set[int] = set()
        downwards: list[int] = []
        for row in rows:
            inside, label = constituents[row]
            for mark in _marks(at + 1 in inside, at == max(inside), kernel.END, kernel.PART_END):
                downwards += [mark] * (mark not in marked)
                marked.add(mark)
            downwards.append(label + kernel.MARKS)
            for mark in _marks(
                at - 1 in inside, at == min(inside), kernel.BEGIN, kernel.PART_BEGIN
            ):
                downwards += [mark] * (mark not in marked)
                marked.add(mark)
        found.append(np.array(downwards[::-1], np.int32).tobytes())
    return found


def _marks(goes_on: bool, outermost: bool, whole: int, part: int) -> list[int]:
    return [] if goes_on else [whole if outermost else part]
