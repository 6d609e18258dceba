"""Scheme: a named, frozen recipe for comparing a system with gold, and how it is written.

A scheme is a frozen dataclass; its fields are its options. It is written as text, such as
``evalb(params=new,labelled=no)``, and read back from it. It declares its counts, its measures, the
layer that it needs, and its breakdowns; the rest of the program reads them from there.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from karat.model import options
from karat.model.bank import Bank
from karat.model.columns import Numbers, grouped
from karat.model.errors import UsageError
from karat.model.groups import Groups, Rows
from karat.model.labels import LabelNames as LabelNames
from karat.model.labels import Labels
from karat.model.measure import Measure, grouped_overlap
from karat.model.options import option as option
from karat.model.outcome import Comparison, Keys, Outcome, Status
from karat.model.tally import Tally

POLICIES = ("abort", "align", "drop", "empty")


def failure_policy(default: str) -> Any:
    """The option ``failed``: what to do with a sentence that cannot be compared."""
    what = (
        "a sentence that cannot be compared word by word: stop there, align its words, leave it out, "
        "or count its gold as missed"
    )
    return option(default, what, POLICIES)


class Breakdown(NamedTuple):
    """A way to group the rows of a sentence, by which figures can be broken down.

    ``ordered``: the keys have an order of their own; otherwise the most frequent come first.
    ``partition``: every row has exactly one key, so that the groups add up to the whole.
    """

    name: str
    ordered: bool = False
    partition: bool = True


class Needs(NamedTuple):
    """The layer of a file that a scheme compares, and the layers it can be derived from.

    ``gaps``: trees may be discontinuous. ``untagged``: what a note says of the figures if the words
    of a side have no tags; empty if the scheme needs no tags.
    """

    layer: str
    derived_from: tuple[str, ...] = ()
    gaps: bool = False
    untagged: str = ""


# How sentences with other tokens are laid over each other, by the layer that is compared.
_JOINT = {
    "trees": "spans", "chunks": "spans", "edges": "words", "constructions": "words", "gr": "words",
    "words": "tags",
}  # fmt: skip
LABEL = Breakdown("label")
TREES = Needs("trees")


@dataclass(frozen=True)
class Scheme(ABC):
    """What every scheme has. Subclasses add options, counts and measures, and ``comparison``.

    >>> import karat
    >>> scheme = karat.score("(S (N a))", "(S (N a))", "evalb(params=new,beta=2)").scheme
    >>> str(scheme), scheme.headline()[:3], [one.formula for one in scheme.measures()[:1]]
    ('evalb(params=new,beta=2)', ('recall', 'precision', 'f1'), ['matched / gold'])
    """

    name: ClassVar[str]
    citation: ClassVar[str]
    # What is counted in each sentence: names, with descriptions.
    counts: ClassVar[Mapping[str, str]]
    table: ClassVar[tuple[str, ...]]  # the figures of the main table
    needs: ClassVar[Needs] = TREES
    # What messages call the rows of its relations.
    rows: ClassVar[str] = "brackets"
    # How its rows are drawn: as a tree, arcs, ranges or names (see analysis/picture.py); "": not at all.
    picture: ClassVar[str] = "tree"
    # The scheme that its sentences are drawn under, if its own rows are not those of a sentence.
    drawn_as: ClassVar[str] = ""
    # What is compared with what: sentences one by one, or the text as a whole.
    pairing: ClassVar[str] = "sentences"
    breakdowns: ClassVar[tuple[Breakdown, ...]] = (LABEL,)
    # Breakdowns that are always made, because a measure has a mean over them.
    always: ClassVar[tuple[str, ...]] = ()
    # Whether comparison/plain_texts.py, which needs no Banks, gives its counts for two ordinary texts.
    plain: ClassVar[bool] = False
    scores_all: ClassVar[bool] = False  # whether a sentence without a parse has a score too
    blocks: ClassVar[str] = ""  # small: comparing takes far more memory than the text; large: quick
    # Counts whose distribution over sentences is reported.
    distributions: ClassVar[tuple[str, ...]] = ()

    failed: str = failure_policy("align")
    length: int = option(0, "score only sentences of at most this many gold words; 0: all")
    beta: float = option(1.0, "the weight of recall in f1; tables then say f2, f0.5 …")

    @abstractmethod
    def comparison(self, labels: Labels) -> Comparison:
        """A function that compares two blocks of a corpus; ``labels`` has the labels of both."""

    def aligned_comparison(self, labels: Labels) -> Comparison:
        """The same for sentences that were aligned: both sides have the same words."""
        return self.comparison(labels)

    def to_align(self, gold: Bank, system: Bank, plain: Outcome) -> tuple[Bank, Bank]:
        """The Banks whose sentences are aligned: those given, or those that were compared."""
        return gold, system

    @abstractmethod
    def measures(self) -> tuple[Measure, ...]:
        """The figures, as formulas over counts."""

    @property
    def joint(self) -> str:
        """How sentences with other tokens are laid over each other, see comparison/joint.py; "": not."""
        return _JOINT.get(self.needs.layer, "") if self.pairing == "sentences" else ""

    @property
    def grammars(self) -> tuple[Any, Any]:
        """The grammar profiles for reading gold and the system, if it reads labels or tags."""
        return None, None

    @property
    def reads_names(self) -> bool:
        """Whether it interprets the labels and tags of trees, and does not only compare them."""
        return False

    @property
    def aligned(self) -> bool:
        """Whether the system's sentences may have other boundaries than gold's."""
        return self.failed == "align" and self.pairing == "sentences"

    def headline(self) -> tuple[str, ...]:
        """The figures of the main table, which may depend on options."""
        return self.table

    def main_figure(self) -> str:
        """The figure that stands for the scheme where there is room for one only."""
        return "f1" if "f1" in self.headline() else self.headline()[0]

    def counted(self) -> Mapping[str, str]:
        """What each count is in words, where options change it."""
        return self.counts

    def row(self, outcome: Outcome) -> Mapping[str, Numbers]:
        """The counts of each sentence, by name."""
        found = self.basic(outcome)
        return {name: _wide(found[name]) for name in self.counts if name in found}

    def basic(self, outcome: Outcome) -> dict[str, Numbers]:
        """The counts that follow from rows and hits, and those that the comparison added."""
        gold = np.diff(outcome.gold.offset).astype(np.int64)
        system = np.diff(outcome.system.offset).astype(np.int64)
        matched = grouped(outcome.gold_hit, outcome.gold.offset)
        scored = outcome.status == Status.SCORED
        found: dict[str, Numbers] = {"gold": gold, "system": system, "matched": matched}
        found["sentences"] = np.ones(len(gold), np.int64)
        if "exact" in self.counts:
            found["exact"] = scored & (gold == system) & (matched == gold)
        if outcome.gold_crossed is not None:
            found["violated"] = grouped(outcome.gold_crossed, outcome.gold.offset)
        if outcome.system_crossing is not None:
            crossing = found["crossing"] = grouped(outcome.system_crossing, outcome.system.offset)
            found["no_crossing"] = scored & (crossing == 0)
            found["few_crossings"] = scored & (crossing <= 2)
        return {**found, **outcome.counts}

    def group_measures(self) -> tuple[Measure, ...]:
        """The figures of a group: recall, precision, F, and others that its counts suffice for."""
        return grouped_overlap(self.beta)

    def group_rows(self, outcome: Outcome) -> tuple[dict[str, Numbers], dict[str, Numbers]]:
        """The counts that each row of gold, and each row of the system, adds to its group."""
        ones = [np.ones(len(side), np.int8) for side in (outcome.gold, outcome.system)]
        return (
            {"gold": ones[0], "matched": outcome.gold_hit},
            {"system": ones[1], "system_matched": outcome.system_hit},
        )

    def figures(self) -> dict[str, Measure]:
        """All measures, of the whole and of groups, by the names of the figures."""
        return {name: m for m in (*self.group_measures(), *self.measures()) for name in m.names}

    def figure_names(self) -> list[str]:
        """The names of all figures of the whole, means included."""
        return [name for one in self.measures() for name in one.names]

    def weights_of_groups(self) -> Mapping[str, float]:
        """The weights of groups in means over them; equal if there are none."""
        return {}

    def digest(self) -> str:
        """What a signature says about files that the options name; empty if they name none."""
        return ""

    def in_words(self) -> list[str]:
        """What the options mean for a comparison, in sentences."""
        return []

    def settled(self, gold: Bank, system: Bank) -> "Scheme":
        """The same scheme, with options such as ``auto`` decided from the first sentences."""
        return self

    @property
    def surveys(self) -> bool:
        """Whether it must see all of gold before it compares the first sentence."""
        return False

    def surveyed(self, gold: Iterable[Bank]) -> "Scheme":
        """The same scheme, once it has seen all of gold, block by block."""
        return self

    def remarks(self, tags: frozenset[bytes], brackets: frozenset[bytes]) -> list[str]:
        """Remarks about files that have these tags, and brackets with these labels."""
        return []

    def tally(self, outcome: Outcome, labels: Labels, by: tuple[str, ...] = ()) -> Tally:
        """The counts of each sentence of an outcome that counts and is not longer than ``length``."""
        mended = outcome.plain is not None
        tally = self._tally(outcome.plain or outcome, labels, by)
        if outcome.aligned is not None:
            sentences, part = outcome.aligned()
            other = tally.with_rows(sentences, self._tally(part, labels, by))
            tally = _twins(tally, other, mended)
        elif mended:
            tally = _twins(tally, self._tally(outcome, labels, by), mended)
        if outcome.counted is None:
            return tally.where(outcome.length <= self.length) if self.length else tally
        short = outcome.length <= self.length if self.length else True
        return tally.where(outcome.counted & short)

    def _tally(self, outcome: Outcome, labels: Labels, by: tuple[str, ...]) -> Tally:
        columns = self.row(outcome)
        # One column after the other in memory: writing row by row takes several times as long.
        counts: Numbers = np.array(list(columns.values()), _kind(columns)).T
        wanted = {one.name for one in self.breakdowns} & {*by, *self.always}
        groups = {kind: self._groups(kind, outcome, labels) for kind in sorted(wanted)}
        numbers = np.arange(len(outcome.status), dtype=np.int32)
        return Tally(tuple(columns), counts, outcome.status, outcome.length, numbers, groups)

    def _groups(self, kind: str, outcome: Outcome, labels: Labels) -> Groups:
        if kind in outcome.keys:
            keys = outcome.keys[kind]()
            if isinstance(keys, Groups):
                return keys
        else:
            keys = Keys(LabelNames(labels), outcome.gold.label, outcome.system.label)
        ours, theirs = self.group_rows(outcome)
        gold = Rows(keys.gold, outcome.gold.sentence(), ours)
        return Groups(keys.names, (gold, Rows(keys.system, outcome.system.sentence(), theirs)))

    def __post_init__(self) -> None:
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, tuple) and any("+" in part for part in value):
                raise UsageError(
                    f"{self.name}: {one.name}: a label with a + in it cannot be written"
                )
        options.check(self)

    def __str__(self) -> str:
        return options.changed(self, ordered(type(self)))


def _twins(plain: Tally, aligned: Tally, mended: bool) -> Tally:
    """A tally before and after alignment; ``mended``: the latter is the result."""
    if mended:
        return replace(aligned, twin=plain, mended=True)
    return replace(plain, twin=aligned)


def _wide(column: Numbers) -> Numbers:
    """Whole numbers so wide that formulas do not overflow, such as those with billionths."""
    return column.astype(np.int64) if column.dtype.kind in "iu" else column


def _kind(columns: Mapping[str, Numbers]) -> type:
    """Whole numbers, unless one of the columns has weights."""
    weighted = any(np.issubdtype(column.dtype, np.floating) for column in columns.values())
    return np.float64 if weighted else np.int64


def ordered(scheme: type[Scheme]) -> list[Any]:
    """The options of a scheme, its own first, then those that all schemes have."""
    common = {one.name for one in fields(Scheme)}
    return sorted(fields(scheme), key=lambda one: one.name in common)
