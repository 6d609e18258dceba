"""Score files of any size: read in blocks, compared by threads, only sums are kept."""

import os
import queue
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from karat import formats
from karat.engine.ahead import Ahead
from karat.files.source import Source
from karat.formats._block import Block, Blocks
from karat.model.bank import Bank
from karat.model.errors import InputError, UsageError
from karat.model.labels import Labels
from karat.model.scheme import Outcome, Scheme
from karat.model.tally import SCORED, STATUS, Tally, Total

# How many failed sentences are described in full.
EXAMPLES = 10

OnRows = Callable[[str, Scheme, int, Tally], None]


@dataclass(frozen=True)
class Failure:
    """A sentence without a score: its number (from 1), why, and where to look."""

    sentence: int
    why: str
    detail: str


@dataclass
class Result:
    """What a run found out about one system under one scheme."""

    system: str
    scheme: Scheme
    total: Total | None = None
    lengths: dict[int, Total] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    quirks: Counter[int] = field(default_factory=Counter)

    def add(self, other: "Result") -> None:
        """Take in the sums of the next block."""
        if other.total is not None:
            self.total = other.total if self.total is None else self.total + other.total
        for bucket, total in other.lengths.items():
            mine = self.lengths.get(bucket)
            self.lengths[bucket] = total if mine is None else mine + total
        self.failures = (self.failures + other.failures)[:EXAMPLES]
        self.quirks += other.quirks


@dataclass
class Run:
    """The results of a run, with what is known of its input."""

    gold: str
    sha256: str
    sentences: int
    results: list[Result]
    uses: dict[bytes, int]


@dataclass(frozen=True)
class _Job:
    number: int
    first: int
    gold: Block
    systems: list[Block]


class _Worker:
    """All that one thread needs: labels, scanners and comparisons of its own."""

    def __init__(
        self,
        schemes: Sequence[Scheme],
        gold: Blocks,
        systems: Sequence[Blocks],
        by: tuple[str, ...],
        keep_rows: bool,
    ) -> None:
        self.labels = Labels()
        self.schemes, self.by, self.keep_rows = schemes, by, keep_rows
        self.by_text = any(scheme.pairing == "text" for scheme in schemes)
        self.names = [blocks.source.path for blocks in systems]
        self._gold = gold.scanner(self.labels)
        self._systems = [blocks.scanner(self.labels) for blocks in systems]
        self._described: dict[tuple[str, Scheme], int] = {}
        self._comparisons = [scheme.comparison(self.labels) for scheme in schemes]

    def work(self, job: _Job) -> list[tuple[Result, Tally | None]]:
        gold = self._gold.scan(job.gold)
        done: list[tuple[Result, Tally | None]] = []
        for name, scanner, block in zip(self.names, self._systems, job.systems, strict=True):
            system = scanner.scan(block)
            if not self.by_text:
                system = system.padded(len(gold))
            for scheme, comparison in zip(self.schemes, self._comparisons, strict=True):
                outcome = comparison(gold, system)
                tally = scheme.tally(outcome, self.labels, self.by)
                # Jobs come in order: after so many failures described here, none that follows can
                # be among the first of the run.
                described = self._described.get((name, scheme), 0)
                result = block_result(
                    name, scheme, outcome, tally, gold, system,
                    by=self.by, first=job.first, examples=EXAMPLES - described,
                )  # fmt: skip
                self._described[name, scheme] = described + len(result.failures)
                done.append((result, tally if self.keep_rows else None))
        return done


def block_result(
    name: str,
    scheme: Scheme,
    outcome: Outcome,
    tally: Tally,
    gold: Bank,
    system: Bank,
    *,
    by: tuple[str, ...] = (),
    first: int = 0,
    examples: int = EXAMPLES,
) -> Result:
    """The sums of one block; ``first`` sentences came before it."""
    result = Result(name, scheme)
    wanted = tally.length <= scheme.length if scheme.length else np.ones(len(tally), bool)
    failed = ((tally.status != SCORED) & wanted).nonzero()[0]
    if len(failed) and scheme.failed == "abort":
        failure = describe(outcome, gold, system, int(failed[0]), first)
        raise InputError(
            f"{name}: sentence {failure.sentence}: {failure.why}: {failure.detail}\n"
            "with failed=drop or failed=empty the other sentences can be scored"
        )
    result.failures = [
        describe(outcome, gold, system, row, first) for row in failed[:examples].tolist()
    ]
    if outcome.quirks is not None and outcome.quirks.any():
        for bit in (1 << i for i in range(8)):
            if count := int(np.count_nonzero(outcome.quirks & bit)):
                result.quirks[bit] = count
    if scheme.length:
        tally = tally.where(wanted)
    macros = scheme.macros()
    result.total = tally.total(macros)
    if "length" in by:
        buckets = (tally.length - 1).clip(0) // 10
        for bucket in sorted(set(buckets.tolist())):
            result.lengths[bucket] = tally.where(buckets == bucket).total(macros)
    return result


def describe(outcome: Outcome, gold: Bank, system: Bank, row: int, first: int = 0) -> Failure:
    """Why a sentence failed, with the place in the file."""
    status = int(outcome.status[row])
    number = first + row + 1
    if outcome.detail is not None:
        detail = outcome.detail(row)
    elif status == 1:
        detail = str(gold.error(row))
    elif status == 2:
        detail = str(system.error(row))
    elif status == 3:
        detail = f"{system.path} has nothing for it"
    elif status == 5:
        detail = (
            f"{outcome.more['gold_words'][row]} in {gold.path}:{gold.line(row)}, "
            f"{outcome.more['system_words'][row]} in {system.path}:{system.line(row)}"
        )
    else:
        detail = f"{gold.path}:{gold.line(row)} and {system.path}:{system.line(row)}"
        ours, theirs = gold.words(row), system.words(row)
        differ = (pair for pair in zip(ours, theirs, strict=False) if pair[0] != pair[1])
        if len(ours) == len(theirs) and (wrong := next(differ, None)):
            shown = " and ".join(repr(word.decode("utf-8", "backslashreplace")) for word in wrong)
            detail = f"{shown}, in {detail}"
    return Failure(number, STATUS[status], detail)


def open_blocks(path: str, layout: str, format: str | None, *, hashed: bool = False) -> Blocks:  # noqa: A002  # the option's name
    """A file, its format told by its content unless it is given, ready to be cut into blocks."""
    source = Source(path, hashed=hashed)
    return formats.of(source, format).blocks(source, layout)


def run(
    gold_path: str,
    system_paths: Sequence[str],
    schemes: Sequence[Scheme],
    *,
    by: tuple[str, ...] = (),
    layout: str = "auto",
    format: str | None = None,  # noqa: A002  # the option's name
    on_rows: OnRows | None = None,
    progress: Callable[[int], None] | None = None,
    threads: int = 0,
    ahead: Ahead | None = None,
) -> Run:
    """Compare systems with gold; ``on_rows`` is given every sentence's counts, in order.

    ``ahead`` is gold's hash, if somebody has begun to compute it.
    """
    by_text = {scheme.pairing == "text" for scheme in schemes}
    if len(by_text) > 1:
        raise UsageError(
            "a scheme that compares whole texts (conll18) and one that compares sentence by "
            "sentence cannot run together; type two commands"
        )
    gold = open_blocks(gold_path, layout, format, hashed=ahead is None)
    systems = [open_blocks(path, layout, format) for path in system_paths]
    results = [Result(path, scheme) for path in system_paths for scheme in schemes]
    workers: list[_Worker] = []
    counted = 0

    def new_worker() -> _Worker:
        worker = _Worker(schemes, gold, systems, by, on_rows is not None)
        workers.append(worker)
        return worker

    def blocks_by_sentence() -> Iterator[list[Block]]:
        for block in gold:
            yield [block, *(blocks.take(block.sentences) for blocks in systems)]

    def jobs() -> Iterator[_Job]:
        nonlocal counted
        for number, (block, *others) in enumerate(together()):
            yield _Job(number, counted, block, others)
            counted += block.sentences
            if progress:
                progress(gold.source.position)

    def collect(job: _Job, done: list[tuple[Result, Tally | None]]) -> None:
        for mine, (result, tally) in zip(results, done, strict=True):
            mine.add(result)
            if on_rows and tally is not None:
                on_rows(result.system, result.scheme, job.first, tally)

    def together() -> Iterator[list[Block]]:
        if True in by_text:
            from karat.engine.text import blocks_by_text

            return blocks_by_text([gold, *systems])
        return blocks_by_sentence()

    try:
        _distribute(jobs(), new_worker, collect, threads or _cores())
        if not counted:
            raise InputError(f"{gold_path}: there is no sentence in it")
        for blocks in systems:
            _no_more(blocks, counted, gold_path)
    finally:
        for blocks in (gold, *systems):
            blocks.source.close()
    uses: dict[bytes, int] = {}
    for worker in workers:
        for label, use in zip(worker.labels.strings(), worker.labels.uses.tolist(), strict=False):
            uses[label] = uses.get(label, 0) | use
    sha256 = gold.source.sha256() if ahead is None else ahead.sha256(gold.source.position)
    if not sha256:
        raise InputError(f"{gold_path}: it was changed while it was read; try again")
    return Run(gold_path, sha256, counted, results, uses)


def _no_more(blocks: Blocks, counted: int, gold_path: str) -> None:
    extra = sum(block.sentences for block in blocks)
    if extra:
        raise InputError(
            f"{blocks.source.path}: {counted + extra} sentences, but {gold_path} has {counted}; "
            "they must be the same sentences in the same order (is the layout right? see --layout)"
        )


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _distribute(
    jobs: Iterator[_Job],
    new_worker: Callable[[], _Worker],
    collect: Callable[[_Job, list[tuple[Result, Tally | None]]], None],
    threads: int,
) -> None:
    """Let threads do the jobs, and collect what they found in the order of the jobs."""
    ahead = next(jobs, None)
    if ahead is None:
        return
    second = next(jobs, None)
    if second is None or threads == 1:
        worker = new_worker()
        for job in filter(None, (ahead, second)):
            collect(job, worker.work(job))
        for job in jobs:
            collect(job, worker.work(job))
        return

    todo: queue.Queue[_Job | None] = queue.Queue(threads + 1)
    done: queue.Queue[tuple[_Job | None, object]] = queue.Queue()

    def serve(worker: _Worker) -> None:
        while (job := todo.get()) is not None:
            try:
                done.put((job, worker.work(job)))
            except BaseException as error:  # noqa: BLE001  # raised again in the main thread
                done.put((None, error))
                return

    pool = [
        threading.Thread(target=serve, args=(new_worker(),), daemon=True) for _ in range(threads)
    ]
    for thread in pool:
        thread.start()
    waiting: dict[int, tuple[_Job, list[tuple[Result, Tally | None]]]] = {}
    given = collected = 0

    def receive() -> None:
        nonlocal collected
        job, what = done.get()
        if job is None:
            assert isinstance(what, BaseException)  # the only thing put without a job
            raise what
        waiting[job.number] = (job, what)  # type: ignore[assignment]  # the other thing put
        while collected in waiting:
            collect(*waiting.pop(collected))
            collected += 1

    try:
        while ahead is not None:
            while given - collected >= 2 * threads + 1:
                receive()
            todo.put(ahead)
            given += 1
            ahead, second = second, next(jobs, None) if second is not None else None
        while collected < given:
            receive()
    finally:
        # Empty the queue so that every thread sees the end, also after an error.
        while not todo.empty():
            try:
                todo.get_nowait()
            except queue.Empty:
                break
        for _ in pool:
            todo.put(None)
