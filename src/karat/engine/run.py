"""Score files of any size: they are read in blocks and compared by threads; only sums are kept."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple, TypeAlias

from karat.comparison.layers import compare
from karat.comparison.undecided import all_decided
from karat.engine.ahead import Ahead
from karat.engine.pool import cores, in_order
from karat.engine.results import EXAMPLES, Result, Run, block_result, decided
from karat.engine.second_look import Look
from karat.formats import open_blocks
from karat.formats._block import Block, Blocks
from karat.formats._held import HeldBlocks
from karat.kernels.scan import BRACKET, TAG
from karat.model.errors import InputError, UsageError
from karat.model.labels import Labels
from karat.model.scheme import Scheme
from karat.model.tally import Tally
from karat.views import Views

# Called with the system's path, the scheme, the number of sentences before, and the tally.
OnRows: TypeAlias = Callable[[str, Scheme, int, Tally], None]
_Done: TypeAlias = list[tuple[Result, Tally | None]]
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
            system = task.views.of_system(all_decided(scanner.scan(block)))
            if task.schemes[0].pairing == "sentences":
                system = system.padded(len(gold))
            for scheme, comparison in zip(task.schemes, self._comparisons[at], strict=True):
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
    try:
        jobs = _jobs(gold, systems, schemes[0].pairing)
        begin = next(jobs, None)
        if begin is None:
            raise InputError(f"{gold_path}: it has no sentences")
        settled = _settled(begin, gold, systems, schemes, through)
        task = _Task(gold, systems, schemes, settled, by, on_rows is not None, through)
        found, workers = _collect(chain([begin], jobs), task, threads or cores(), on_rows, progress)
        for blocks in systems:
            if extra := sum(block.sentences for block in blocks):
                path = blocks.source.path
                causes = look.findings(path)
                raise InputError(
                    f"{path}: {found.sentences + extra} sentences, but {gold_path} has "
                    f"{found.sentences}; they must be the same sentences in the same order "
                    f"({'; '.join(causes) or 'is the layout right? see --layout'})"
                )
    finally:
        for blocks in (gold, *systems):
            blocks.source.close()
    sha256 = gold.source.sha256() if ahead is None else ahead.sha256(gold.source.position)
    if not sha256:
        raise InputError(f"{gold_path}: the file was changed while it was read; try again")
    results = [look.at(result) for result in found.results]
    tags, brackets = _used(workers, TAG), _used(workers, BRACKET)
    return replace(
        found, results=results, sha256=sha256, tags=tags, brackets=brackets,
        views=through.signed(), repairs=look.repairs(),
    )  # fmt: skip


def _jobs(gold: Blocks, systems: Sequence[Blocks], pairing: str) -> Iterator[_Job]:
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


def _collect(
    jobs: Iterator[_Job], task: _Task, threads: int, on_rows: OnRows | None,
    progress: Callable[[int], None],
) -> tuple[Run, list[_Worker]]:  # fmt: skip
    """The sums over all jobs, and the workers that made them."""
    workers: list[_Worker] = []
    results: list[Result] = []
    sentences = 0

    def new_worker() -> _Worker:
        workers.append(_Worker(task))
        return workers[-1]

    for job, done in in_order(jobs, new_worker, threads):
        new = [result for result, _ in done]
        results = [a + b for a, b in zip(results, new, strict=True)] if results else new
        sentences = job.first + job.gold.sentences
        for result, tally in done:
            if on_rows and tally is not None:
                on_rows(result.system, result.scheme, job.first, tally)
        progress(task.gold.source.position)
    chosen = [scheme for schemes in task.settled for scheme in schemes]
    results = [
        replace(one, notes={**dict(decided(one.scheme, scheme)), **one.notes})
        for one, scheme in zip(results, chosen, strict=True)
    ]
    return Run(task.gold.source.path, "", sentences, results), workers


def _used(workers: Sequence[_Worker], use: int) -> frozenset[bytes]:
    """The labels that have this use (as a tag, as a bracket) in any of the files."""
    found: set[bytes] = set()
    for labels in (worker.labels for worker in workers):
        both = zip(labels.strings(), labels.uses.tolist(), strict=False)
        found.update(label for label, uses in both if uses & use)
    return frozenset(found)
