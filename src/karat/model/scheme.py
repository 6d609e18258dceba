"""Scheme: a named, frozen recipe for comparing a system with gold, and how it is written.

A scheme is a frozen dataclass; its fields are its options. ``evalb(params=new,labelled=no)`` reads
to one and one prints to that. It declares what it counts, its measures, the layer it needs of a
file and its breakdowns; everything else in the program reads these.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, NamedTuple

import numpy as np

from karat.model import options
from karat.model.bank import Bank
from karat.model.columns import Numbers, grouped
from karat.model.errors import UsageError
from karat.model.groups import Groups, Rows
from karat.model.labels import Labels
from karat.model.measure import Measure, grouped_overlap
from karat.model.options import option as option
from karat.model.outcome import Comparison, Keys, Outcome, Status
from karat.model.tally import Tally

POLICIES = ("abort", "drop", "empty")


def failure_policy(default: str) -> Any:
    """The option ``failed``: what becomes of a sentence that cannot be compared."""
    what = "a sentence that cannot be scored: stop there, leave it out, or count its gold as missed"
    return option(default, what, POLICIES)


class Breakdown(NamedTuple):
    """Something that figures can be broken down by, smaller than a sentence.

    ``ordered``: the keys have an order of their own; otherwise the most frequent come first.
    ``partition``: every row has exactly one key, so that the groups add up to the whole.
    """

    name: str
    ordered: bool = False
    partition: bool = True


class Needs(NamedTuple):
    """The layer of a file that a scheme compares, and the layers it can be derived from.

    ``gaps``: trees may be discontinuous.
    """

    layer: str
    derived_from: tuple[str, ...] = ()
    gaps: bool = False


LABEL = Breakdown("label")
TREES = Needs("trees")


@dataclass(frozen=True)
class Scheme(ABC):
    """What every scheme has. Subclasses add options, counts and measures, and ``comparison``."""

    name: ClassVar[str]
    citation: ClassVar[str]
    # What is counted for each sentence, by name, in words.
    counts: ClassVar[Mapping[str, str]]
    # The figures of the main table.
    table: ClassVar[tuple[str, ...]]
    needs: ClassVar[Needs] = TREES
    # What one row of its relations is called, in the plural.
    rows: ClassVar[str] = "brackets"
    # Whether its rows are brackets, which can be drawn as trees.
    drawn: ClassVar[bool] = True
    # Whether its rows are no brackets, but have names and words that can be listed.
    listed: ClassVar[bool] = False
    # The command that shows its sentences, where neither is possible.
    look: ClassVar[str] = ""
    # What belongs together on both sides: sentence by sentence, or the whole text.
    pairing: ClassVar[str] = "sentences"
    breakdowns: ClassVar[tuple[Breakdown, ...]] = (LABEL,)
    # Breakdowns that are always made, because a measure has a mean over them.
    always: ClassVar[tuple[str, ...]] = ()
    # Counts whose distribution over sentences is reported.
    distributions: ClassVar[tuple[str, ...]] = ()

    failed: str = failure_policy("empty")
    length: int = option(0, "score only sentences of at most this many gold words; 0: all")
    beta: float = option(1.0, "the weight of recall in f1; tables then say f2, f0.5 …")

    @abstractmethod
    def comparison(self, labels: Labels) -> Comparison:
        """A function that compares blocks of a corpus whose labels are numbered by ``labels``."""

    @abstractmethod
    def measures(self) -> tuple[Measure, ...]:
        """The figures, as formulas over counts."""

    @property
    def grammars(self) -> tuple[Any, Any]:
        """The grammar profiles by which it reads gold and the system, if it reads labels or tags."""
        return None, None

    @property
    def reads_names(self) -> bool:
        """Whether the labels and tags of trees matter to it beyond being equal."""
        return False

    def headline(self) -> tuple[str, ...]:
        """The figures of the main table, where options change them."""
        return self.table

    def counted(self) -> Mapping[str, str]:
        """What each count is in words, where options change it."""
        return self.counts

    def row(self, outcome: Outcome) -> Mapping[str, Numbers]:
        """The counts of each sentence, by name."""
        found = self.basic(outcome)
        return {name: found[name] for name in self.counts if name in found}

    def basic(self, outcome: Outcome) -> dict[str, Numbers]:
        """The counts that rows and hits give, and those that the comparison made itself."""
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
        """The figures of a group: recall, precision, F, and its own that need nothing else."""
        return grouped_overlap(self.beta)

    def group_rows(self, outcome: Outcome) -> tuple[dict[str, Numbers], dict[str, Numbers]]:
        """What each row of gold, and each row of the system, counts for in its group."""
        ones = [np.ones(len(side), np.int8) for side in (outcome.gold, outcome.system)]
        return (
            {"gold": ones[0], "matched": outcome.gold_hit},
            {"system": ones[1], "system_matched": outcome.system_hit},
        )

    def figures(self) -> dict[str, Measure]:
        """All that it measures, of the whole and of groups, by the names of the figures."""
        every = (*self.group_measures(), *self.measures())
        return {name: one for one in every for name in one.names}

    def weights_of_groups(self) -> Mapping[str, float]:
        """The weights of groups in means over them; equal if there are none."""
        return {}

    def digest(self) -> str:
        """What a signature says of files that the options name, or nothing."""
        return ""

    def in_words(self) -> list[str]:
        """What the options mean for a comparison, in sentences."""
        return []

    def settled(self, gold: Bank, system: Bank) -> "Scheme":
        """The same with options that depend on the files decided, from their first sentences."""
        return self

    def remarks(self, tags: frozenset[bytes], brackets: frozenset[bytes]) -> list[str]:
        """What to say of files that have these tags, and brackets with these labels."""
        return []

    def tally(self, outcome: Outcome, labels: Labels, by: tuple[str, ...] = ()) -> Tally:
        """The waist: what an outcome says about each sentence that the options ask for, as counts."""
        columns = self.row(outcome)
        # Column after column in memory: writing them side by side takes several times as long.
        counts: Numbers = np.array(list(columns.values()), _kind(columns)).T
        wanted = {one.name for one in self.breakdowns} & {*by, *self.always}
        groups = {kind: self._groups(kind, outcome, labels) for kind in sorted(wanted)}
        numbers = np.arange(len(outcome.status), dtype=np.int32)
        tally = Tally(tuple(columns), counts, outcome.status, outcome.length, numbers, groups)
        return tally.where(outcome.length <= self.length) if self.length else tally

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


def _kind(columns: Mapping[str, Numbers]) -> type:
    """Whole numbers, unless one of the columns has weights."""
    weighted = any(np.issubdtype(column.dtype, np.floating) for column in columns.values())
    return np.float64 if weighted else np.int64


class LabelNames(Sequence[str]):
    """All labels as text, by number; each is decoded when it is asked for, as few are."""

    def __init__(self, labels: Labels) -> None:
        self._strings = labels.strings()[: len(labels)]

    def __len__(self) -> int:
        return len(self._strings)

    def __getitem__(self, number: Any) -> Any:
        return self._strings[number].decode("utf-8", "backslashreplace")


def ordered(scheme: type[Scheme]) -> list[Any]:
    """The options of a scheme, its own first, then those that all schemes have."""
    common = {one.name for one in fields(Scheme)}
    return sorted(fields(scheme), key=lambda one: one.name in common)
