"""What one thread does: scan blocks with the same sentences of all files, compare them, and count."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from karat.comparison.layers import compare
from karat.comparison.undecided import all_decided
from karat.engine.common import scored_by_all, uneven, without_score
from karat.engine.results import EXAMPLES, Result, block_result, sums
from karat.formats._block import Block, Blocks
from karat.kernels.scan import BRACKET, TAG
from karat.model.bank import Bank
from karat.model.labels import Labels
from karat.model.outcome import Outcome
from karat.model.scheme import Scheme
from karat.model.tally import Tally
from karat.views import Views

if TYPE_CHECKING:
    from karat.comparison.standing import Standing
    from karat.engine.plain import Plain

# So many labels are kept from block to block. More would grow with a file in which all words differ.
_LABELS = 1 << 17
# One result for each system and scheme; None if the system's sentences must first be laid over gold's.
Done: TypeAlias = list[tuple[Result, Tally | None] | None]


class Job(NamedTuple):
    """Blocks with the same sentences of all files; ``first`` sentences came before them."""

    first: int
    gold: Block
    systems: list[Block]
    # Which block of the file it is.
    number: int = 0


class Task(NamedTuple):
    """What is compared: files and schemes; ``settled`` has the schemes as decided for each system.

    ``common``: only sentences that have a score for all systems count.
    """

    gold: Blocks
    systems: Sequence[Blocks]
    schemes: Sequence[Scheme]
    settled: Sequence[Sequence[Scheme]]
    by: tuple[str, ...]
    keep_rows: bool
    views: Views
    common: bool

    @property
    def aligned(self) -> bool:
        """Whether a scheme allows for other sentence boundaries."""
        return any(scheme.aligned for scheme in self.schemes)


class _Compared(NamedTuple):
    """A block of a system under a scheme; ``standing``: what is known about its sentences' places.

    There is no outcome if the block was counted as text, which is done only if all sentences have a score.
    """

    outcome: Outcome | None
    tally: Tally
    standing: "Standing | None"


class Worker:
    """The labels, scanners and comparisons of one thread."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._begin()
        self._used: dict[int, set[bytes]] = {TAG: set(), BRACKET: set()}
        self._described: dict[tuple[str, Scheme], int] = {}
        self._plain = _plain(task)

    def _begin(self) -> None:
        """Begin with no labels, and with all that knows labels by their numbers."""
        task, self.labels = self._task, Labels()
        self._gold = task.gold.scanner(self.labels)
        self._systems = [blocks.scanner(self.labels) for blocks in task.systems]
        self._comparisons = [
            [compare(scheme, self.labels, rows=False) for scheme in schemes]
            for schemes in task.settled
        ]

    def used(self, use: int) -> set[bytes]:
        """The labels that have this use (TAG or BRACKET) in any of the files."""
        both = zip(self.labels.strings(), self.labels.uses.tolist(), strict=False)
        return self._used[use].union(label for label, uses in both if uses & use)

    def __call__(self, job: Job) -> Done:
        task = self._task
        if len(self.labels) > _LABELS:
            self._used = {use: self.used(use) for use in self._used}
            self._begin()
        rows = self._counted(job) or self._rows(job)
        done: Done = [None] * (len(rows) * len(task.schemes))
        for number, scheme in enumerate(task.schemes):
            column = [row[number] for row in rows]
            # Which sentences all systems have is not known before all are laid over gold's.
            if task.common and not all(column):
                continue
            some = [(at, one) for at, one in enumerate(column) if one is not None]
            tallies = [one.tally for _, one in some]
            differ = uneven(tallies) if len(some) > 1 else 0
            notes = [without_score(tally) if task.common else {} for tally in tallies]
            if task.common:
                tallies = scored_by_all(tallies)
            for (at, one), tally, lost in zip(some, tallies, notes, strict=True):
                result = self._result(job, at, scheme, one._replace(tally=tally))
                more = {**result.notes, **lost}
                result = replace(result, standing=one.standing, uneven=differ, notes=more)
                done[at * len(task.schemes) + number] = (result, tally if task.keep_rows else None)
        return done

    def _counted(self, job: Job) -> list[list[_Compared | None]] | None:
        """All systems under all schemes, counted as text; None if that cannot be done."""
        if self._plain is None:
            return None
        tallies = [self._plain(job.gold, block) for block in job.systems]
        if None in tallies:
            return None
        return [
            [_Compared(None, _short(one, scheme), None) for scheme in self._task.schemes]
            for one in tallies
            if one is not None
        ]

    def _rows(self, job: Job) -> list[list[_Compared | None]]:
        """All systems under all schemes."""
        views = self._task.views
        gold = views.of_gold(all_decided(self._gold.scan(job.gold)))
        return [
            self._compared(at, gold, views.of_system(all_decided(scanner.scan(block))))
            for at, (scanner, block) in enumerate(zip(self._systems, job.systems, strict=True))
        ]

    def _compared(self, at: int, gold: Bank, given: Bank) -> list[_Compared | None]:
        """A block of a system under all schemes."""
        task = self._task
        standing = _standing(gold, given) if task.aligned else None
        by_sentence = task.schemes[0].pairing == "sentences"
        system = given.padded(len(gold)) if by_sentence else given
        row: list[_Compared | None] = []
        for scheme, comparison in zip(task.schemes, self._comparisons[at], strict=True):
            if scheme.aligned and standing and standing.moved:
                row.append(None)
                continue
            outcome = comparison(gold, system)
            tally = scheme.tally(outcome, self.labels, task.by)
            if outcome.aligned and standing is None:
                standing = _standing(gold, given)
            row.append(_Compared(outcome, tally, standing))
        return row

    def _result(self, job: Job, at: int, scheme: Scheme, one: _Compared) -> Result:
        name = self._task.systems[at].source.path
        if one.outcome is None:
            return Result(name, scheme, sums(scheme, one.tally, self._task.by))
        # Jobs come in order: once this thread has described EXAMPLES failures, no later one
        # can be among the first of the run.
        described = self._described.get((name, scheme), 0)
        result = block_result(
            name, scheme, one.outcome, one.tally,
            by=self._task.by, first=job.first, examples=EXAMPLES - described,
        )  # fmt: skip
        self._described[name, scheme] = described + len(result.failures)
        return result


def _standing(gold: Bank, system: Bank) -> "Standing":
    from karat.comparison.standing import standing  # most schemes need it only if asked

    return standing(gold, system)


def _plain(task: Task) -> "Plain | None":
    if not any(scheme.plain for scheme in task.schemes):
        return None
    from karat.engine.plain import Plain, all_plain  # few schemes need it

    return Plain() if all_plain(task) else None


def _short(tally: Tally, scheme: Scheme) -> Tally:
    """The counts of sentences that are not longer than the scheme allows."""
    return tally.where(tally.length <= scheme.length) if scheme.length else tally


def labels_used(workers: Sequence[Worker], use: int) -> frozenset[bytes]:
    """The labels that have this use (as a tag, as a bracket) in any of the files."""
    return frozenset().union(*(worker.used(use) for worker in workers))
