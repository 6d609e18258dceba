"""One sentence compared: both trees with a mark on every constituent, its figures, and why it failed.

Everything here is read from the Outcome of a comparison; no scheme is known by name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, repeat, takewhile

import numpy as np

from karat.analysis.picture import Mark
from karat.model.bank import Bank
from karat.model.columns import Flags
from karat.model.discontinuous import unfolded
from karat.model.errors import UsageError
from karat.model.measure import Measure
from karat.model.outcome import Comparison, Item, Outcome, Stage, Status
from karat.model.relation import Relation
from karat.model.scheme import Scheme


@dataclass(frozen=True, eq=False)
class Tree:
    """One side of a sentence, ready to be drawn.

    ``pair`` numbers the constituents that are drawn beside one of the other side, -1 for the rest.
    ``left_out`` are the words that are not compared, ``odd`` is a word to point at. A discontinuous
    tree has its words in the tree's order, and ``order`` gives their positions in the sentence.
    """

    words: Sequence[bytes]
    tags: Sequence[bytes]
    spans: Sequence[tuple[int, int, bytes]]
    parent: Sequence[int]
    marks: Sequence[Mark]
    pair: Sequence[int]
    left_out: frozenset[int] = frozenset()
    odd: int = -1
    order: Sequence[int] = ()

    @classmethod
    def of(
        cls, bank: Bank, marks: Sequence[Mark] = (), pair: Sequence[int] = (),
        left_out: frozenset[int] = frozenset(), odd: int = -1,
    ) -> "Tree":  # fmt: skip
        """The first sentence of a Bank; without marks all its constituents are plain."""
        words, tags, spans = bank.words(0), bank.tags(0), bank.spans(0)
        order: Sequence[int] = ()
        if "yields" in bank.layers and len(bank.layers["yields"]):
            order, spans = unfolded(bank, 0)
            words, tags = [words[at] for at in order], [tags[at] for at in order]
            place = {at: i for i, at in enumerate(order)}
            left_out = frozenset(place[at] for at in left_out if at in place)
            odd = place.get(odd, -1)
        size = len(spans)
        return cls(
            words, tags, spans, bank.parent[:size].tolist(),
            marks or [Mark.PLAIN] * size, pair or [-1] * size, left_out, odd, order,
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Compared:
    """A sentence compared under a scheme.

    ``figures`` and ``counts`` are those of the sentence; where there are none, ``failure`` says why.
    ``stages`` tell what was left out of either side, and why. If the rows are not brackets,
    ``listing`` has them, each with its mark, in the order of the sentence; it is None otherwise.
    ``violations`` gives the constituents of gold that the system crosses, each with those that cross
    it, as rows of the two ``banks``.
    """

    scheme: Scheme
    gold: Tree
    system: Tree
    stages: Sequence[Stage]
    figures: Sequence[tuple[Measure, float]] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    failure: str = ""
    listing: Sequence[tuple[Mark, Item]] | None = None
    banks: tuple[Bank, Bank] | None = None
    violations: Callable[[], Iterable[tuple[int, Sequence[int]]]] = tuple

    @property
    def marks(self) -> set[Mark]:
        """The marks that a reader of the drawing should know."""
        if self.listing is not None:
            return {Mark.MATCHED, Mark.MISSED, Mark.SPURIOUS}
        if not self.failure:
            told = {Mark.VIOLATED} if "violated" in self.counts else set()
            return told | set(Mark) - {Mark.VIOLATED, Mark.DIFFERENT, Mark.PLAIN}
        found = {Mark.DIFFERENT} if max(self.gold.odd, self.system.odd) >= 0 else set()
        return found | {Mark.NOT_COMPARED} if self.gold.left_out | self.system.left_out else found


def compared(scheme: Scheme, compare: Comparison, gold: Bank, system: Bank) -> Compared:
    """Compare two Banks of one sentence; the trees are those that the scheme compared."""
    outcome = compare(gold, system)
    stages = outcome.stages()
    left_out = [_left_out(stages, bank) for bank in outcome.banks]
    status = Status(outcome.status[0])
    if status != Status.SCORED:
        both = zip(outcome.banks, left_out, _first_difference(outcome, *left_out), strict=True)
        gold_tree, system_tree = (Tree.of(bank, (), (), out, odd) for bank, out, odd in both)
        why = f"{status.reason}: {outcome.failure(0)}"
        return Compared(scheme, gold_tree, system_tree, stages, failure=why)
    counts = {name: column[0].item() for name, column in scheme.row(outcome).items()}
    figures = [(measure, float(measure(counts))) for measure in by_sentence(scheme).values()]
    if outcome.items:
        ours, theirs = map(Tree.of, outcome.banks)
        rows = _listing(outcome)
        return Compared(scheme, ours, theirs, stages, figures, counts, listing=rows)
    tells = "violated" in counts
    marks = _marks(outcome, tells)
    gold_tree, system_tree = map(Tree.of, outcome.banks, marks, _pairs(outcome), left_out)
    return Compared(
        scheme, gold_tree, system_tree, stages, figures, counts, banks=outcome.banks,
        violations=partial(_violations, outcome) if tells else tuple,
    )  # fmt: skip


def by_sentence(scheme: Scheme) -> dict[str, Measure]:
    """The measures that are defined for single sentences, by name."""
    return {one.name: one for one in scheme.measures() if "sentence" in one.means}


def worst(scheme: Scheme, compare: Comparison, gold: Bank, system: Bank, most: int) -> list[int]:
    """The numbers, from 0, of the worst sentences: those that failed, then by f1, undefined ones last.

    For a scheme without f1, the first figure of its table that single sentences have is used.
    """
    known = by_sentence(scheme)
    names = [name for name in ("f1", *scheme.headline(), *known) if name in known]
    if not names:
        raise UsageError(f"{scheme.name} has no figure for single sentences; choose them with -n")
    tally = scheme.tally(compare(gold, system), gold.labels)
    if not len(tally):
        raise UsageError(f"{gold.path} has no sentence of at most {scheme.length} words")
    value = known[names[0]](tally.columns())
    order = np.argsort(np.where(tally.status == Status.SCORED, value, -1.0), kind="stable")
    numbers: list[int] = tally.sentence[order[:most]].tolist()
    return numbers


def _left_out(stages: Iterable[Stage], bank: Bank) -> frozenset[int]:
    """The words of a Bank that are not compared."""
    rows = (one.rows.tolist() for one in stages if one.what == "words" and one.bank is bank)
    return frozenset(chain.from_iterable(rows))


def _listing(outcome: Outcome) -> list[tuple[Mark, Item]]:
    """The rows of both sides; a matching pair is listed once."""
    assert outcome.items is not None  # checked by the caller
    gold, system = outcome.items(0, 0), outcome.items(1, 0)
    ours = zip(gold, outcome.gold_hit.tolist(), strict=True)
    theirs = zip(system, outcome.system_hit.tolist(), strict=True)
    found = [(Mark.MATCHED if hit else Mark.MISSED, item) for item, hit in ours]
    found += [(Mark.SPURIOUS, item) for item, hit in theirs if not hit]
    return sorted(found, key=lambda one: (one[1].parts, one[1].name))


def _marks(outcome: Outcome, violated: bool) -> tuple[list[Mark], list[Mark]]:
    """How each constituent of gold, and each of the system, was compared.

    ``violated``: the scheme distinguishes gold constituents that are crossed from those only missed.
    """
    crossed = outcome.gold_crossed if violated else None
    missed = _wrong(crossed, Mark.VIOLATED, Mark.MISSED)
    spurious = _wrong(outcome.system_crossing, Mark.CROSSING, Mark.SPURIOUS)
    gold, system = outcome.banks
    return (
        _side(gold, outcome.gold, outcome.gold_hit, missed),
        _side(system, outcome.system, outcome.system_hit, spurious),
    )


def _wrong(crossing: Flags | None, crosses: Mark, otherwise: Mark) -> Iterable[Mark]:
    if crossing is None:
        return repeat(otherwise)
    return (crosses if flag else otherwise for flag in crossing.tolist())


def _violations(outcome: Outcome) -> Iterator[tuple[int, list[int]]]:
    """The gold constituents that the system crosses, and the system constituents that cross each."""
    assert outcome.gold_crossed is not None
    assert outcome.system_crossing is not None
    ours = outcome.gold.where(outcome.gold_crossed == 1)
    theirs = outcome.system.where(outcome.system_crossing == 1)
    for row, start, end in zip(ours.row.tolist(), ours.first, ours.second, strict=True):
        left = (theirs.first < start) & (start < theirs.second) & (theirs.second < end)
        right = (start < theirs.first) & (theirs.first < end) & (end < theirs.second)
        yield row, theirs.row[left | right].tolist()


def _side(bank: Bank, rows: Relation, hits: Flags, wrong: Iterable[Mark]) -> list[Mark]:
    marks = [Mark.NOT_COMPARED] * len(bank.label)
    for row, hit, otherwise in zip(rows.row.tolist(), hits.tolist(), wrong, strict=False):
        marks[row] = Mark.MATCHED if hit else otherwise
    return marks


def _pairs(outcome: Outcome) -> tuple[list[int], list[int]]:
    """Numbers for the constituents that match; equal ones are drawn beside each other.

    Rules that match one to one hit the same places on both sides, in the same order.
    """
    gold, system = ([-1] * len(bank.label) for bank in outcome.banks)
    ours = outcome.gold.where(outcome.gold_hit == 1)
    theirs = outcome.system.where(outcome.system_hit == 1)
    if np.array_equal(ours.first, theirs.first) and np.array_equal(ours.second, theirs.second):
        for number, (one, other) in enumerate(
            zip(ours.row.tolist(), theirs.row.tolist(), strict=True)
        ):
            gold[one] = system[other] = number
    return gold, system


def _first_difference(
    outcome: Outcome, gold_out: frozenset[int], system_out: frozenset[int]
) -> tuple[int, int]:
    """Which words are the first to differ; -1 on a side that has no such word."""
    gold, system = (bank.words(0) for bank in outcome.banks)
    if not gold or not system:
        return -1, -1
    if gold == system:
        parting = min(gold_out ^ system_out, default=-1)
        return parting, parting
    if outcome.parting is not None and outcome.parting[0][0] >= 0:
        return int(outcome.parting[0][0]), int(outcome.parting[1][0])
    ours = [at for at in range(len(gold)) if at not in gold_out]
    theirs = [at for at in range(len(system)) if at not in system_out]
    both = zip(ours, theirs, strict=False)
    agree = sum(1 for _ in takewhile(lambda at: gold[at[0]] == system[at[1]], both))
    return (ours[agree] if agree < len(ours) else -1, theirs[agree] if agree < len(theirs) else -1)
