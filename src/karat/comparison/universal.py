"""Universal Dependencies as the CoNLL 2018 shared task compares them."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from karat.kernels import conllu as kernel
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, grouped
from karat.model.cycles import circular
from karat.model.labels import Labels
from karat.model.layers import offsets
from karat.model.universal import CONTENT, FEATURES, FUNCTIONAL
from karat.views.edit import head_rows

# Dependencies that are not a tree.
ROOTS = 50
CYCLE = 51
_FAULTS = {
    ROOTS: ("a sentence must have one root here", "exactly one word has head 0"),
    CYCLE: ("heads go in circles here", "--scheme deps compares each head all the same"),
}


def universal_label(label: bytes) -> bytes:
    """A dependency label without its language-specific part.

    >>> universal_label(b"nsubj:pass")
    b'nsubj'
    """
    return label.split(b":")[0]


def universal_features(features: bytes) -> bytes:
    """Only the features that all languages share, in order.

    >>> universal_features(b"Tense=Past|Foo=Bar|Mood=Ind")
    b'Mood=Ind|Tense=Past'
    """
    kept = (one for one in features.split(b"|") if one.split(b"=", 1)[0] in FEATURES)
    return b"|".join(sorted(kept))


class Tables:
    """For labels that Banks share: the universal part, and whether it marks content or function words."""

    def __init__(self, labels: Labels) -> None:
        self._labels = labels
        self._bases: dict[int, int] = {}
        self._features: dict[int, int] = {}
        self._content = [labels.intern(label) for label in CONTENT]
        self._functional = [labels.intern(label) for label in FUNCTIONAL]
        self.unknown = labels.intern(b"_")

    def base(self, column: Ints) -> Ints:
        """A column of dependency labels, each reduced to its universal part."""
        return self._mapped(column, universal_label, self._bases)

    def features(self, column: Ints) -> Ints:
        """A column of features, each reduced to the universal ones."""
        return self._mapped(column, universal_features, self._features)

    def content(self, column: Ints) -> Bools:
        """Which of these universal labels mark content words."""
        return self._among(column, self._content)

    def functional(self, column: Ints) -> Bools:
        """Which of these universal labels mark function words."""
        return self._among(column, self._functional)

    def _among(self, column: Ints, wanted: list[int]) -> Bools:
        table = np.zeros(len(self._labels), np.bool_)
        table[wanted] = True
        return table.take(column)

    def _mapped(
        self, column: Ints, change: Callable[[bytes], bytes], known: dict[int, int]
    ) -> Ints:
        labels = self._labels
        table = np.arange(len(labels), dtype=np.int32)
        seen = np.zeros(len(labels), np.bool_)
        seen[column] = True
        for number in np.flatnonzero(seen).tolist():
            if number not in known:
                known[number] = labels.intern(change(labels[number]))
            table[number] = known[number]
        return table[column]


@dataclass(frozen=True, eq=False)
class Words:
    """The columns that are compared, with one row per word of the corpus.

    ``head`` is a row, or -1 for a root. ``children`` is the number of functional words that depend on
    each word. ``rank`` numbers the functional words of one head from 0; it is -1 for other words.
    """

    upos: Ints
    xpos: Ints
    feats: Ints
    lemma: Ints
    deprel: Ints
    head: Ints
    content: Bools
    functional: Bools
    rank: Ints
    children: Ints

    @staticmethod
    def of(bank: Bank, tables: Tables) -> "Words":
        """The words of a Bank, with labels reduced to their universal part."""
        morphology, edges = bank.layer("morphology"), bank.layer("edges")
        head = head_rows(bank)
        deprel = tables.base(edges["label"])
        functional = tables.functional(deprel) & (head >= 0)
        rows = functional.nonzero()[0]
        over = head[rows]
        children = np.bincount(over, minlength=len(head)).astype(np.int32)
        # Sorted by head, the rank of a word is its distance from the first of its sisters.
        order = np.argsort(over, kind="stable")
        rank = np.full(len(head), -1, np.int32)
        rank[rows[order]] = np.arange(len(rows)) - offsets(children)[over[order]]
        upos, xpos, lemma = (morphology[name] for name in ("upos", "xpos", "lemma"))
        feats, content = tables.features(morphology["feats"]), tables.content(deprel)
        return Words(upos, xpos, feats, lemma, deprel, head, content, functional, rank, children)


def with_one_root(bank: Bank) -> Bank:
    """The Bank, with a fault for every sentence that has an unattached word or not exactly one root.

    A sentence whose heads go in circles, which only lenient reading allows, has a fault too.

    >>> import karat
    >>> root = "\\tb\\t_\\tX\\t_\\t_\\t0\\troot\\t_\\t_\\n"
    >>> two = karat.read_text("1" + root + "2" + root + "\\n")
    >>> with_one_root(two).error(0).what
    'a sentence must have one root here'
    """
    head, offset = bank.layer("edges")["head"], bank.token_offset
    roots, loose = (grouped(head == kind, offset) for kind in (kernel.ROOT, kernel.NONE))
    round_ = circular(bank)
    wrong = (roots != 1) | (loose != 0) | round_
    bad = (wrong & (bank.fault == 0)).nonzero()[0]
    if not len(bad):
        return bank
    fault, fault_at = bank.fault.copy(), bank.fault_at.copy()
    for sentence in bad.tolist():
        first, last = int(offset[sentence]), int(offset[sentence + 1])
        here = head[first:last]
        guilty = (here == kernel.NONE).nonzero()[0].tolist()
        guilty += (here == kernel.ROOT).nonzero()[0].tolist()[1:]
        at = bank.word_start[first + guilty[0]] if guilty else bank.sentence_at[sentence]
        fault[sentence], fault_at[sentence] = CYCLE if round_[sentence] else ROOTS, at
    return replace(bank, fault=fault, fault_at=fault_at, faults={**bank.faults, **_FAULTS})
