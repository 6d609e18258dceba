"""Score files of any size: they are read in blocks and compared by threads; only sums are kept."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple, TypeAlias

from karat.comparison.layers import compare
from karat.comparison.undecided import all_decided
from karat.engine.ahead import Ahead
from karat.engine.laying import Again, laid_results
from karat.engine.pool import cores, in_order
from karat.engine.results import EXAMPLES, Result, Run, block_result, decided
from karat.engine.second_look import Look
from karat.formats import open_blocks
from karat.formats._block import Block, Blocks
from karat.formats._held import HeldBlocks
from karat.kernels.scan import BRACKET, TAG
from karat.model.bank import Bank
from karat.model.errors import InputError, UsageError
from karat.model.labels import Labels
from karat.model.scheme import Scheme
from karat.model.tally import Tally
from karat.views import Views

# Called with the system's path, the scheme, the number of sentences before, and the tally.
OnRows: TypeAlias = Callable[[str, Scheme, int, Tally], None]
# One result for each system and scheme; None if the system's sentences must first be laid over gold's.
_Done: TypeAlias = list[tuple[Result, Tally | None] | None]
_AS_THEY_ARE = Views()
# More sentences than any file has.
_ALL = 1 << 40


class _Job(NamedTuple):
    """Blocks with the same sentences of all files; ``first`` sentences came before them."""

    first: int
    gold: Block
    systems: list[Block]


class _Task(NamedTuple):
    """What is compared: files and schemes; ``settled`` has the schemes as decided for each system."""

    gold: Blocks
    systems: Sequence[Blocks]
    schemes: Sequence[Scheme]
    settled: Sequence[Sequence[Scheme]]
    by: tuple[str, ...]
    keep_rows: bool
    views: Views

    @property
    def aligned(self) -> bool:
        """Whether a scheme allows for other sentence boundaries."""
        return any(scheme.aligned for scheme in self.schemes)


class _Worker:
    """The labels, scanners and comparisons of one thread."""

    def __init__(self, task: _Task) -> None:
        self.labels = Labels()
        self._task = task
        self._gold = task.gold.scanner(self.labels)
        self._systems = [blocks.scanner(self.labels) for blocks in task.systems]
        self._comparisons = [
            [compare(scheme, self.labels) for scheme in schemes] for schemes in task.settled
        ]
        self._described: dict[tuple[str, Scheme], int] = {}

    def __call__(self, job: _Job) -> _Done:
        task = self._task
        gold = task.views.of_gold(all_decided(self._gold.scan(job.gold)))
        done: _Done = []
        for at, (scanner, block) in enumerate(zip(self._systems, job.systems, strict=True)):
            name = task.systems[at].source.path
            given = task.views.of_system(all_decided(scanner.scan(block)))
            placed = not task.aligned or _placed(gold, given)
            by_sentence = task.schemes[0].pairing == "sentences"
            system = given.padded(len(gold)) if by_sentence else given
            for scheme, comparison in zip(task.schemes, self._comparisons[at], strict=True):
                if scheme.aligned and not placed:
                    done.append(None)
                    continue
                outcome = comparison(gold, system)
                tally = scheme.tally(outcome, self.labels, task.by)
                # Jobs come in order: once this thread has described EXAMPLES failures, no later one
                # can be among the first of the run.
                described = self._described.get((name, scheme), 0)
                result = block_result(
                    name, scheme, outcome, tally,
                    by=task.by, first=job.first, examples=EXAMPLES - described,
                )  # fmt: skip
                self._described[name, scheme] = described + len(result.failures)
                if outcome.aligned and not _placed(gold, given):
                    result = replace(result, placed=False)
                done.append((result, tally if task.keep_rows else None))
        return done


def run(
    gold_path: str, system_paths: Sequence[str], schemes: Sequence[Scheme], *,
    by: tuple[str, ...] = (), layout: str = "auto",
    format: str | None = None,  # noqa: A002  # the option's name
    on_rows: OnRows | None = None, progress: Callable[[int], None] = lambda position: None,
    threads: int = 0, ahead: Ahead | None = None, through: Views = _AS_THEY_ARE,
    lenient: bool = False,
) -> Run:  # fmt: skip
    """Compare systems with gold; ``on_rows`` is called with every sentence's counts, in order.

    ``ahead`` is gold's hash, if it is already being computed. ``through`` has the views that are
    applied to both sides. With ``lenient`` systems, but not gold, are read leniently.
    """
    if len({scheme.pairing for scheme in schemes}) > 1:
        raise UsageError(
            "a scheme that compares whole texts (conll18) and one that compares sentence by "
            "sentence cannot run together; type two commands"
        )
    gold = open_blocks(gold_path, layout, format, hashed=ahead is None)
    look = Look(gold_path, layout, format, lenient)
    systems = [look.system(path) for path in system_paths]
    again = Again([gold, *systems], layout, format, kept=any(one.aligned for one in schemes))
    try:
        jobs = _jobs(gold, systems, schemes[0].pairing, again)
        begin = next(jobs, None)
        if begin is None:
            raise InputError(f"{gold_path}: it has no sentences")
        settled = _settled(begin, gold, systems, schemes, through)
        task = _Task(gold, systems, schemes, settled, by, on_rows is not None, through)
        found = _collect(chain([begin], jobs), task, threads or cores(), on_rows, progress)
        for at in range(len(systems)):
            _end(at, task, found, again, look)
    finally:
        for blocks in (gold, *systems):
            blocks.source.close()
    sha256 = gold.source.sha256() if ahead is None else ahead.sha256(gold.source.position)
    if not sha256:
        raise InputError(f"{gold_path}: the file was changed while it was read; try again")
    results = _all_results(task, found, again, look, on_rows)
    tags, brackets = _used(found.workers, TAG), _used(found.workers, BRACKET)
    repairs = look.repairs()
    views = through.signed()
    return Run(gold_path, sha256, found.sentences, results, tags, brackets, views, repairs)


def _placed(gold: Bank, system: Bank) -> bool:
    from karat.comparison.laid_over import at_their_places  # most schemes need it only if asked

    return at_their_places(gold, system)


def _jobs(gold: Blocks, systems: Sequence[Blocks], pairing: str, again: Again) -> Iterator[_Job]:
    together: Iterator[list[Block]]
    if pairing == "text" and any(isinstance(one, HeldBlocks) for one in systems):
        together = iter([[one.take(_ALL) for one in (gold, *systems)]])
    elif pairing == "text":
        from karat.engine.text import blocks_by_text

        together = blocks_by_text([gold, *systems])
    else:
        together = ([block, *(one.take(block.sentences) for one in systems)] for block in gold)
    first = 0
    for block, *others in together:
        again.seen(0, block)
        for number, other in enumerate(others, 1):
            again.seen(number, other)
        yield _Job(first, block, others)
        first += block.sentences


def _settled(
    job: _Job, gold: Blocks, systems: Sequence[Blocks], schemes: Sequence[Scheme], through: Views
) -> list[list[Scheme]]:
    """The schemes for each system, with options decided by looking at the first sentences."""
    if all(type(scheme).settled is Scheme.settled for scheme in schemes):
        return [list(schemes) for _ in systems]
    labels = Labels()
    both = zip((gold, *systems), (job.gold, *job.systems), strict=True)
    ours, *banks = (blocks.scanner(labels).scan(block).copied() for blocks, block in both)
    ours = through.of_gold(ours)
    seen = map(through.of_system, banks)
    return [[scheme.settled(ours, bank) for scheme in schemes] for bank in seen]


@dataclass
class _Found:
    """What the blocks gave: a result for each system and scheme, and the rows that are held back."""

    workers: list[_Worker] = field(default_factory=list)
    results: list[Result | None] = field(default_factory=list)
    rows: list[tuple[int, int, Tally]] = field(default_factory=list)
    sentences: int = 0

    def add(self, job: _Job, done: _Done) -> None:
        """Add the results of a block; where one is missing, there is none for the whole."""
        new = [one[0] if one else None for one in done]
        both = zip(self.results or new, new, strict=True)
        self.results = [a + b if a and b else None for a, b in both] if self.results else new
        self.sentences = job.first + job.gold.sentences
        self.rows += [
            (job.first, at, one[1]) for at, one in enumerate(done) if one and one[1] is not None
        ]


def _collect(
    jobs: Iterator[_Job], task: _Task, threads: int, on_rows: OnRows | None,
    progress: Callable[[int], None],
) -> _Found:  # fmt: skip
    """The sums over all jobs, and the workers that made them."""
    found = _Found()

    def new_worker() -> _Worker:
        found.workers.append(_Worker(task))
        return found.workers[-1]

    for job, done in in_order(jobs, new_worker, threads):
        found.add(job, done)
        # Rows of sentences that may have to be aligned later are held back.
        if on_rows and not task.aligned:
            _pass_on(task, found.rows, on_rows)
            found.rows.clear()
        progress(task.gold.source.position)
    chosen = [scheme for schemes in task.settled for scheme in schemes]
    found.results = [
        one and replace(one, notes={**dict(decided(one.scheme, scheme)), **one.notes})
        for one, scheme in zip(found.results, chosen, strict=True)
    ]
    return found


def _pass_on(task: _Task, rows: Sequence[tuple[int, int, Tally]], on_rows: OnRows) -> None:
    """Hand over the counts of sentences: of all systems and schemes for the first block, and so on."""
    for first, at, tally in rows:
        system, scheme = divmod(at, len(task.schemes))
        on_rows(task.systems[system].source.path, task.schemes[scheme], first, tally)


def _end(at: int, task: _Task, found: _Found, again: Again, look: Look) -> None:
    """Read what a system has beyond gold's sentences: it must be aligned, or it is an error."""
    extra = 0
    for block in task.systems[at]:
        again.seen(at + 1, block)
        extra += block.sentences
    if not extra:
        return
    if not all(scheme.aligned for scheme in task.schemes):
        gold, path = task.gold.source.path, task.systems[at].source.path
        causes = look.findings(path)
        raise InputError(
            f"{path}: {found.sentences + extra} sentences, but {gold} has "
            f"{found.sentences}; they must be the same sentences in the same order "
            f"({'; '.join(causes) or 'is the layout right? see --layout'})"
        )
    width = len(task.schemes)
    found.results[at * width : (at + 1) * width] = [None] * width


def _all_results(
    task: _Task, found: _Found, again: Again, look: Look, on_rows: OnRows | None
) -> list[Result]:
    """The results, those of systems whose sentences are laid over gold's included; and all rows."""
    missing = {at for at, one in enumerate(found.results) if one is None}
    rows = [row for row in found.rows if row[1] not in missing]
    width = len(task.schemes)
    for system in sorted({at // width for at in missing}):
        wanted = [at for at in sorted(missing) if at // width == system]
        schemes = [task.schemes[at % width] for at in wanted]
        both = again.banks(system + 1, task.views)
        laid = laid_results(*both, schemes, task.systems[system].source.path, task.by)
        for at, (result, tally) in zip(wanted, laid, strict=True):
            found.results[at] = result
            rows.append((0, at, tally))
    if on_rows:
        _pass_on(task, sorted(rows, key=lambda row: row[:2]), on_rows)
    # For what was laid over gold, notes say already what was wrong.
    return [
        one if at in missing else look.at(one)
        for at, one in enumerate(found.results)
        if one is not None
    ]


def _used(workers: Sequence[_Worker], use: int) -> frozenset[bytes]:
    """The labels that have this use (as a tag, as a bracket) in any of the files."""
    found: set[bytes] = set()
    for labels in (worker.labels for worker in workers):
        both = zip(labels.strings(), labels.uses.tolist(), strict=False)
        found.update(label for label, uses in both if uses & use)
    return frozenset(found)
