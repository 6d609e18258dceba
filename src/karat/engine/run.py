"""Score files of any size: they are read in blocks and compared by threads; only sums are kept."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from heapq import merge
from itertools import chain
from typing import TYPE_CHECKING

from karat.engine.ahead import Ahead
from karat.engine.beginning import cut, settled
from karat.engine.laying import Again
from karat.engine.opening import OfCorpus, Opening
from karat.engine.passes import by_pairing, in_one
from karat.engine.pool import cores, in_order
from karat.engine.results import OnRows, Result, Run, Share, decided
from karat.engine.second_look import Look, not_in_place, noted_twins
from karat.engine.stretches import Stretch
from karat.engine.twins import twins
from karat.engine.worker import Done, Job, Task, Worker, labels_used
from karat.formats._block import Block, Blocks
from karat.formats._held import HeldBlocks
from karat.kernels.scan import BRACKET, TAG
from karat.model.errors import InputError, UsageError, no_sentences
from karat.model.scheme import Scheme
from karat.views import Views

if TYPE_CHECKING:
    from karat.engine.overlaid import Row
    from karat.engine.spool import Spool

_AS_THEY_ARE = Views()
# More sentences than any file has.
_ALL = 1 << 40


def run(
    gold_path: str, system_paths: Sequence[str], schemes: Sequence[Scheme], *,
    by: tuple[str, ...] = (), layout: str = "auto",
    format: str | None = None,  # noqa: A002  # the option's name
    on_rows: OnRows | None = None, progress: Callable[[int], None] = lambda position: None,
    threads: int = 0, ahead: Ahead | None = None, through: Views = _AS_THEY_ARE,
    lenient: bool = False, common: bool = False, only: Share | Stretch | None = None,
    corpus: OfCorpus | None = None, small: bool = False,
) -> Run:  # fmt: skip
    """Compare systems with gold; ``on_rows`` is called with every sentence's counts, in order.

    ``ahead`` is gold's hash, if it is already being computed. ``through`` has the views that are
    applied to both sides. With ``lenient`` systems, but not gold, are read leniently. With ``common``
    only the sentences count that have a score for all systems. Schemes that compare whole texts and
    schemes that compare sentences need other blocks, so the files are read once for each kind. With
    ``only`` some of the blocks are compared, and ``Run.blocks`` has what must be put in order later; a
    Stretch does not read the whole file, so what is known of that (hash, sentences, twins) is not.
    Files of a ``corpus`` get no notes about the files as a whole: these are for the corpus.
    ``small``: see Opening.
    """
    once = partial(
        _run, gold_path, system_paths, by=by, opening=Opening(layout, format, corpus, small),
        on_rows=on_rows, progress=progress, threads=threads, ahead=ahead, through=through, lenient=lenient,
        common=common, only=only,
    )  # fmt: skip
    passes = by_pairing(schemes, (gold_path, *system_paths))
    if only and len(passes) > 1:
        names = " and ".join(str(some[0]) for some in passes)
        raise UsageError(
            f"{names} read a file in different blocks; with --shard, score one scheme at a time"
        )
    return once(schemes) if len(passes) == 1 else in_one(schemes, [once(some) for some in passes])


def _run(
    gold_path: str, system_paths: Sequence[str], schemes: Sequence[Scheme], *,
    by: tuple[str, ...], opening: Opening, on_rows: OnRows | None, progress: Callable[[int], None],
    threads: int, ahead: Ahead | None,
    through: Views, lenient: bool, common: bool, only: Share | Stretch | None,
) -> Run:  # fmt: skip
    """Compare systems with gold under schemes that need the same blocks."""
    stretch = only if isinstance(only, Stretch) else None
    gold = opening.blocks(0, gold_path, hashed=ahead is None and not stretch)
    systems: list[Blocks] = []
    try:
        look = Look(gold, opening, lenient, hashed=isinstance(only, Share))
        systems = look.systems(system_paths)
        again = Again([gold, *systems], opening, kept=any(one.aligned for one in schemes))
        jobs = _jobs(gold, systems, schemes, again, whole=stretch is None)
        begin = next(jobs, None)
        if begin is None:
            raise no_sentences(gold_path)
        first_blocks = zip((gold_path, *system_paths), (begin.gold, *begin.systems), strict=True)
        if empty := [path for path, block in first_blocks if not block.sentences]:
            raise no_sentences(empty[0])
        decided_by = opening.settled(schemes[0].pairing) or settled(
            begin, (gold, *systems), again.surveyed(schemes, through), through, opening
        )
        task = Task(gold, systems, schemes, decided_by, by, on_rows is not None, through, common)
        found = _Found(only)
        every_job: Iterator[Job] = chain([begin], jobs)
        if stretch:
            every_job = stretch.jobs(every_job, (gold, *systems))
        _collect(found.wanted(every_job), task, found, threads or cores(), on_rows, progress)
        for at in range(len(systems) if not stretch or stretch.last else 0):
            _end(at, task, found, again, look)
    finally:
        for blocks in (gold, *systems):
            blocks.source.close()
    sha256 = gold.source.sha256() if ahead is None else ahead.sha256(gold.source.position)
    if not sha256 and not stretch:
        raise InputError(f"{gold_path}: the file was changed while it was read; try again")
    every = found.whole(task) if only else _all_results(task, found, again, look, on_rows)
    # Gold through one view may well be compared with gold through another.
    sources = [] if through.differ or stretch else [blocks.source for blocks in (gold, *systems)]
    same = twins(sources, sha256)
    results = every if opening.corpus else noted_twins(every, (gold_path, *system_paths), same)
    tags, brackets = labels_used(found.workers, TAG), labels_used(found.workers, BRACKET)
    views = (*through.signed(), *(["common"] * common))
    done = Run(
        gold_path, sha256, found.sentences, results, tags, brackets, views, look.repairs(), common,
        same=same,
    )  # fmt: skip
    if not only:
        return done
    findings = tuple(look.causes(one) for one in results)
    hashes = tuple(one.source.sha256() for one in systems)
    return replace(done, blocks=tuple(found.blocks), findings=findings, hashes=hashes)


def _jobs(
    gold: Blocks, systems: Sequence[Blocks], schemes: Sequence[Scheme], again: Again, *, whole: bool
) -> Iterator[Job]:
    """The blocks to compare; of a part of the ``whole``, they are as the survey cut them."""
    together: Iterator[list[Block]]
    pairing = schemes[0].pairing
    if whole:
        cut((gold, *systems), schemes, begun=False)
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
        yield Job(first, block, others)
        first += block.sentences
        if whole:
            cut((gold, *systems), schemes, begun=True)


@dataclass
class _Found:
    """What the blocks gave: a result for each system and scheme, and the rows that are held back."""

    only: Share | Stretch | None = None
    workers: list[Worker] = field(default_factory=list)
    results: list[Result | None] = field(default_factory=list)
    # The counts of sentences that may have to be aligned later; most runs have none.
    held: "Spool[Row] | None" = None
    sentences: int = 0
    # The results of each block without their sums, if only some blocks are compared.
    blocks: list[tuple[int, tuple[Result | None, ...]]] = field(default_factory=list)

    def wanted(self, jobs: Iterator[Job]) -> Iterator[Job]:
        """The jobs that are to be done; the sentences of the others count too."""
        for number, job in enumerate(jobs):
            self.sentences = job.first + job.gold.sentences
            if isinstance(self.only, Stretch):
                yield job
            elif self.only is None or number % self.only.of == self.only.at:
                yield job._replace(number=number)

    def whole(self, task: Task) -> list[Result]:
        """The sums over some blocks; sentences that must be laid over gold's need the whole file."""
        if None in self.results:
            path = task.systems[self.results.index(None) // len(task.schemes)].source.path
            raise not_in_place(path)
        return [one for one in self.results if one is not None]

    def add(self, job: Job, done: Done) -> "list[Row]":
        """Add the results of a block, and return the counts of its sentences.

        Where a result is missing, there is none for the whole.
        """
        new = [one[0] if one else None for one in done]
        if self.only:
            self.blocks.append((job.number, tuple(new)))
        both = zip(self.results or new, new, strict=True)
        self.results = [a + b if a and b else None for a, b in both] if self.results else new
        tallies = [one[1] if one else None for one in done]
        return [(job.first, at, one) for at, one in enumerate(tallies) if one is not None]

    def hold(self, rows: "Sequence[Row]") -> None:
        """Keep counts until it is known whether their sentences are at gold's places."""
        from karat.engine.spool import Spool

        self.held = self.held or Spool()
        for row in rows:
            self.held.add(row)

    def drop_moved(self, task: Task) -> None:
        """Drop the results of schemes that align systems whose sentences are not at gold's places."""
        width = len(task.schemes)
        lost = {
            at
            for at, one in enumerate(self.results)
            if one is None or (one.scheme.aligned and not one.placed)
        }
        if task.common:
            schemes = {at % width for at in lost}
            lost = {at for at in range(len(self.results)) if at % width in schemes}
        self.results = [None if at in lost else one for at, one in enumerate(self.results)]


def _collect(
    jobs: Iterator[Job], task: Task, found: _Found, threads: int, on_rows: OnRows | None,
    progress: Callable[[int], None],
) -> None:  # fmt: skip
    """Add up all jobs, and keep the workers that made them."""

    def new_worker() -> Worker:
        found.workers.append(Worker(task))
        return found.workers[-1]

    for job, done in in_order(jobs, new_worker, threads):
        rows = found.add(job, done)
        if on_rows and task.aligned:
            found.hold(rows)
        elif on_rows:
            _pass_on(task, rows, on_rows)
        progress(task.gold.source.position)
    if found.only is None:
        found.drop_moved(task)
    chosen = [scheme for schemes in task.settled for scheme in schemes]
    found.results = [
        one and replace(one, notes={**dict(decided(one.scheme, scheme)), **one.notes})
        for one, scheme in zip(found.results, chosen, strict=not found.only)
    ]


def _pass_on(task: Task, rows: "Iterable[Row]", on_rows: OnRows) -> None:
    """Hand over the counts of sentences: of all systems and schemes for the first block, and so on."""
    for first, at, tally in rows:
        system, scheme = divmod(at, len(task.schemes))
        on_rows(system, task.schemes[scheme], first, tally)


def _end(at: int, task: Task, found: _Found, again: Again, look: Look) -> None:
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
    lost = range(len(found.results)) if task.common else range(at * width, (at + 1) * width)
    found.results = [None if n in lost else one for n, one in enumerate(found.results)]


def _all_results(
    task: Task, found: _Found, again: Again, look: Look, on_rows: OnRows | None
) -> list[Result]:
    """The results, those of systems whose sentences are laid over gold's included; and all rows."""
    missing = {at for at, one in enumerate(found.results) if one is None}
    later = list["Spool[Row]"]()
    if missing:
        from karat.engine.overlaid import overlaid  # few files need it, and it takes time to load

        laid, later = overlaid(task, again, missing)
        found.results = [laid.get(at, one) for at, one in enumerate(found.results)]
    held = (row for row in found.held or () if row[1] not in missing)
    if on_rows:
        _pass_on(task, merge(held, *later, key=lambda row: row[:2]), on_rows)
    for spool in (*later, *([found.held] if found.held else [])):
        spool.close()
    # For what was laid over gold, notes say already what was wrong.
    return [
        one if at in missing or look.of_corpus else look.at(one)
        for at, one in enumerate(found.results)
        if one is not None
    ]
