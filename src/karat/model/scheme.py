"""Scheme: a named, frozen recipe for comparing a system with gold, and how it is written.

A scheme is a frozen dataclass; its fields are its options. ``evalb(params=new,labelled=no)`` reads
to one and one prints to that, and a single figure of it is ``evalb(params=new).f1``, or
``.f1@sentence`` for the mean over sentences.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, get_type_hints

import numpy as np
import numpy.typing as npt

from karat import schemes
from karat.model import options
from karat.model.bank import Bank
from karat.model.columns import Flags, Ints, Longs, grouped
from karat.model.errors import UsageError, unknown
from karat.model.labels import Labels
from karat.model.relation import Relation
from karat.model.rules import crosses, equal
from karat.model.tally import SCORED, Groups, Measure, Tally, Total

POLICIES = ("abort", "drop", "empty")
LABEL_COUNTS = ("gold", "system", "matched", "system_matched")


def option(default: Any, help: str, choices: tuple[str, ...] = ()) -> Any:  # noqa: A002  # reads well where it is used
    """A field of a scheme that users may set."""
    return field(default=default, metadata={"help": help, "choices": choices})


@dataclass(frozen=True, eq=False)
class Outcome:
    """Gold and system compared: the rows, which were hit, and a few counts for each sentence."""

    status: Ints
    length: Ints
    gold: Relation
    system: Relation
    gold_hit: Flags
    system_hit: Flags
    gold_crossed: Flags
    system_crossing: Flags
    more: Mapping[str, Longs | Ints] = field(default_factory=dict)
    quirks: Ints | None = None
    # The Banks whose rows the relations name, where they are not the ones that were given.
    compared: tuple[Bank, Bank] | None = None
    # What to say of a sentence that failed, for schemes that know more than the two sentences.
    detail: Callable[[int], str] | None = None

    def with_spans(self, gold: Relation, system: Relation) -> "Outcome":
        """The same sentences with these distinct spans compared, labels left aside."""
        gold, system = gold.unlabelled().as_bag(), system.unlabelled().as_bag()
        gold_hit, system_hit = equal(gold, system)
        gold_crossed, system_crossing = crosses(gold, system)
        return replace(
            self,
            gold=gold,
            system=system,
            gold_hit=gold_hit,
            system_hit=system_hit,
            gold_crossed=gold_crossed,
            system_crossing=system_crossing,
            quirks=None,
        )

    def by_sentence(self) -> dict[str, Longs]:
        """The counts that every comparison of brackets has."""
        return {
            "gold": np.diff(self.gold.offset).astype(np.int64),
            "system": np.diff(self.system.offset).astype(np.int64),
            "matched": grouped(self.gold_hit, self.gold.offset),
            "crossing": grouped(self.system_crossing, self.system.offset),
        }

    def by_label(self, labels: Labels, counted: npt.NDArray[np.bool_]) -> Groups:
        """Counts for each label over the sentences that count.

        A bracket that matched a partner label counts under its own on either side, which is why
        ``matched`` and ``system_matched`` can differ.
        """
        size = len(labels)
        gold = np.repeat(counted, np.diff(self.gold.offset))
        system = np.repeat(counted, np.diff(self.system.offset))
        columns = [
            np.bincount(self.gold.label[gold], minlength=size),
            np.bincount(self.system.label[system], minlength=size),
            np.bincount(self.gold.label[gold & (self.gold_hit == 1)], minlength=size),
            np.bincount(self.system.label[system & (self.system_hit == 1)], minlength=size),
        ]
        table = np.stack(columns, axis=1)
        names = labels.strings()
        return Groups(
            LABEL_COUNTS,
            {
                names[i].decode("utf-8", "backslashreplace"): tuple(table[i].tolist())
                for i in np.flatnonzero(table.any(axis=1)).tolist()
            },
        )


Comparison = Callable[[Bank, Bank], Outcome]


@dataclass(frozen=True)
class Scheme(ABC):
    """What every scheme has. Subclasses add options, counts and measures, and ``comparison``."""

    name: ClassVar[str]
    citation: ClassVar[str]
    counts: ClassVar[tuple[str, ...]]
    table: ClassVar[tuple[str, ...]]
    # What belongs together on both sides: sentence by sentence, or the whole text.
    pairing: ClassVar[str] = "sentences"
    # What its figures can be broken down by.
    breakdowns: ClassVar[tuple[str, ...]] = ("label", "length")
    # Its means over something else than sentences, as recall@phenomenon.
    pools: ClassVar[tuple[str, ...]] = ()
    # Whether the rows of its relations are brackets, which can be drawn.
    drawn: ClassVar[bool] = True

    failed: str = option(
        "empty",
        "a sentence without a score: stop, leave it out, or count its gold as missed",
        POLICIES,
    )
    length: int = option(0, "score only sentences of at most so many gold words; 0: all")
    beta: float = option(1.0, "the weight of recall in f1")

    @abstractmethod
    def comparison(self, labels: Labels) -> Comparison:
        """A function that compares blocks of a corpus whose labels are numbered by ``labels``."""

    @abstractmethod
    def row(self, outcome: Outcome) -> dict[str, Longs]:
        """The counts of each sentence, by name."""

    @abstractmethod
    def measures(self) -> dict[str, Measure]:
        """From counts to figures."""

    def digest(self) -> str:
        """What a signature says of files that the options name, or nothing."""
        return ""

    def remarks(self, quirks: Mapping[int, int]) -> list[str]:
        """What to say of a run, from how often each bit of ``Outcome.quirks`` was set."""
        return []

    def macros(self) -> dict[str, Measure]:
        """The measures that also have a mean over sentences."""
        wanted = ("recall", "precision", "f1", "conformance", "tagging")
        return {name: m for name, m in self.measures().items() if name in wanted}

    def formulas(self) -> dict[str, str]:
        """How its measures are made of counts, where analysis/explain.py does not know."""
        return {}

    def pooled(self, total: Total, policy: str) -> dict[str, float]:
        """The figures of ``pools``, from the sums of a corpus."""
        return {}

    def breakdown(self, table: Groups) -> dict[str, dict[str, Any]]:
        """Figures of groups whose counts are not those of labels; empty: they are not shown."""
        return {}

    def tally(self, outcome: Outcome, labels: Labels, by: tuple[str, ...] = ()) -> Tally:
        """The waist: what an outcome says about each sentence, as counts."""
        columns = self.row(outcome)
        # Column after column in memory: writing them side by side takes several times as long.
        counts = np.array([columns[name] for name in self.counts], np.int64).T
        counted = (outcome.status == SCORED) | (self.failed == "empty")
        if self.length:
            counted &= outcome.length <= self.length
        groups = {"label": outcome.by_label(labels, counted)} if "label" in by else {}
        return Tally(self.counts, counts, outcome.status, outcome.length, groups)

    def __post_init__(self) -> None:
        for one in fields(self):
            choices = one.metadata.get("choices", ())
            value = getattr(self, one.name)
            if isinstance(value, tuple) and any("+" in part for part in value):
                raise UsageError(
                    f"{self.name}: {one.name}: a label with a + in it cannot be written"
                )
            if choices and value not in choices:
                raise UsageError(
                    f"{self.name}: {one.name}={value} is not one of {', '.join(choices)}"
                )

    def __str__(self) -> str:
        values = ((one.name, getattr(self, one.name), one.default) for one in _ordered(type(self)))
        return options.write(
            self.name, ((n, value) for n, value, usual in values if value != usual)
        )


def _ordered(scheme: type[Scheme]) -> list[Any]:
    """A scheme's own options first, then those that all schemes have."""
    common = {one.name for one in fields(Scheme)}
    return sorted(fields(scheme), key=lambda one: one.name in common)


_MEASURE = re.compile(r"\.([A-Za-z]\w*(?:@\w+)?)")


def parse(text: str) -> Scheme:
    """Read a scheme.

    >>> str(parse("evalb( labelled=no , params=new )"))
    'evalb(params=new,labelled=no)'
    >>> str(parse(str(parse('evalb(delete="TOP+,")'))))
    'evalb(delete="TOP+,")'
    """
    scheme, measure = _parse(text)
    if measure:
        raise UsageError(f"{text!r} names a figure; a scheme is wanted: {scheme}")
    return scheme


def parse_figure(text: str) -> tuple[Scheme, str]:
    """Read a single figure, ``SCHEME.measure``.

    >>> parse_figure("evalb(params=new).f1@sentence")[1]
    'f1@sentence'
    """
    scheme, measure = _parse(text)
    if not measure:
        raise UsageError(f"{text!r} names no figure; write for example {scheme}.{scheme.table[0]}")
    known = [*scheme.measures(), *(f"{name}@sentence" for name in scheme.macros())]
    known += scheme.pools
    if measure not in known:
        raise unknown(f"measure of {scheme.name}", measure, known)
    return scheme, measure


def _parse(text: str) -> tuple[Scheme, str]:
    name, given, rest = options.split(text)
    kind = schemes.load(name)
    hints = get_type_hints(kind)
    types = {one.name: hints[one.name] for one in fields(kind)}
    scheme = kind(**options.read(name, given, types))
    if not rest:
        return scheme, ""
    measure = _MEASURE.fullmatch(rest)
    if not measure:
        raise UsageError(f"cannot read {rest!r} after {scheme}; a figure is SCHEME.measure")
    return scheme, measure[1]
