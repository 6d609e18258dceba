"""Where a corpus is scored: here, or on a cluster."""

import functools
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from karat.cli import _options
from karat.model.errors import UsageError

if TYPE_CHECKING:
    from karat.cli._gates import Gates
    from karat.engine.recipe import Recipe
    from karat.engine.results import Run


class Engine(NamedTuple):
    """What was asked for; ``name`` is local or dask."""

    name: str
    scheduler: str
    workers: int
    resume: str
    # The job of an array, as in 3/8, and the file for its result.
    shard: str = ""
    part: str = ""
    # How files are paired: by name, in order, or empty.
    pair: str = ""

    def check(self) -> None:
        """Refuse options of a cluster if there is none, and half of a shard."""
        if bool(self.shard) != bool(self.part):
            raise UsageError(
                "--shard I/N and --part FILE go together: which share, and where to write it"
            )
        if self.shard:
            self._job()
            if self.name == "dask" or self.resume:
                raise UsageError(
                    "--shard is one job of several: leave out --engine dask and --resume"
                )
        if self.name == "dask":
            if self.scheduler and self.workers:
                raise UsageError(
                    "--workers is for a cluster that karat starts: leave out --scheduler"
                )
            return
        given = {"--scheduler": self.scheduler, "--workers": self.workers}
        for option, value in given.items():
            if value:
                raise UsageError(f"{option} is about a cluster: add --engine dask")

    def by_parts(self, corpora: Sequence[str]) -> bool:
        """Whether files are scored one by one and added up: on a cluster, to go on later, or if several."""
        from karat.files.corpus import is_corpus

        asked = self.name == "dask" or bool(self.resume or self.shard)
        several = any(map(is_corpus, corpora))
        if self.pair and not several:
            raise UsageError("--pair is for corpora of several files: a folder, a glob or @LIST")
        return asked or several

    def refuse(self, corpora: Sequence[str], gates: "Gates", given: Mapping[str, object]) -> None:
        """Refuse options that need all sentences in one place, standard input, and files without partners."""
        from karat.files.pairs import paired

        why = "--engine dask" if self.name == "dask" else "--resume" if self.resume else ""
        why = why or ("--shard" if self.shard else "a corpus of several files")
        judged = {"--not-worse-than": gates.baseline, "--fail-under": self.shard and gates.any}
        if whole := [name for name, value in {**given, **judged}.items() if value]:
            raise UsageError(
                f"{whole[0]} needs all sentences in one place, but with {why} only sums are kept: "
                "score one file, without a cluster"
            )
        if "-" in corpora:
            raise UsageError(f"standard input cannot be used with {why}: give files")
        # Before any of them is opened, so that a folder given by mistake is called one.
        paired(corpora[0], corpora[1:], self.pair)

    def _job(self) -> tuple[int, int]:
        found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", self.shard)
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            raise UsageError(
                f"--shard {self.shard}: write I/N with I from 1 to N, as in --shard 3/8"
            )
        return int(found[1]), int(found[2])

    def _write(
        self,
        recipe: "Recipe",
        names: Sequence[str],
        usual: str,
        notes: tuple[str, ...],
        threads: int,
    ) -> None:
        """Score the share of this job, and write it to its file, which is opened first."""
        from karat.engine.identity import this
        from karat.engine.part_files import PartFile, refuse_other_file
        from karat.engine.recipe import units_of
        from karat.engine.shards import Shard, score_shard
        from karat.files.atomic import AtomicFile

        refuse_other_file(self.part)
        with AtomicFile(self.part, "wb") as out:
            units, shard = units_of(recipe), Shard(*self._job())
            found = score_shard(recipe, shard, units, threads)
            files = tuple(unit.names for unit in units)
            sizes = tuple(unit.size for unit in units)
            part = PartFile(shard, this(), files, sizes, tuple(names), found, usual, notes)
            out.write(part.to_bytes())

    def run(self, recipe: "Recipe", names: Sequence[str], usual: str, threads: int) -> "Run | None":
        """Score the corpus, with progress on a terminal; None if this is one job, which writes its part.

        ``usual`` is the scheme if it was chosen because none was named.
        """
        from karat.files.pairs import paired

        notes = paired(recipe.gold, recipe.systems, self.pair).notes
        told(notes)
        if self.shard:
            self._write(recipe, names, usual, notes, threads)
            return None
        from contextlib import closing

        from karat.engine.cluster import Cluster
        from karat.engine.corpus_run import run_corpus
        from karat.reports.progress import Steps

        cluster = Cluster(self.scheduler, self.workers) if self.name == "dask" else None
        with closing(Steps("parts" if cluster else "files")) as progress:
            return run_corpus(
                recipe, cluster=cluster, resume=self.resume, threads=threads, progress=progress
            )


def engine(function: _options.Verb) -> _options.Verb:
    """Where to score; the verb gets it as ``engine``."""

    @functools.wraps(function)
    def call(
        *arguments: Any, engine: str, scheduler: str, workers: int, resume: str, shard: str,
        part: str, pair: str | None, **options: Any,
    ) -> Any:  # fmt: skip
        chosen = Engine(engine, scheduler, workers, resume, shard, part, pair or "")
        chosen.check()
        return function(*arguments, engine=chosen, **options)

    return _options.stacked(
        click.option("--engine", type=click.Choice(["local", "dask"]), default="local",
            show_default=True, help="Where to score: in this process, or on a Dask cluster."),
        click.option("--scheduler", default="", metavar="ADDRESS",
            show_default="a cluster of processes is started for the run",
            help="The scheduler of a running Dask cluster, as in tcp://10.0.0.1:8786."),
        click.option("--workers", default=0, type=click.IntRange(0),
            show_default="one per core",
            help="How many processes the cluster that is started for the run has."),
        click.option("--resume", default="", metavar="FOLDER",
            help="Keep what is scored in FOLDER; if the run is stopped, the same command goes on there."),
        click.option("--shard", default="", metavar="I/N",
            help="Score only the share of job I of N, counted from 1; karat merge adds up the parts."),
        click.option("--part", default="", metavar="FILE",
            help="Where to write the result of --shard."),
        click.option("--pair", type=click.Choice(["name", "order"]),
            show_default="by name if the names are the same, in order if none is",
            help="How the files of corpora are paired. By name, the sentences of a file that a system lacks "
            "are failed sentences."),
    )(call)  # fmt: skip


def told(notes: Sequence[str]) -> None:
    """Say how files were paired, unless only the result is wanted."""
    if click.get_current_context().params.get("quiet"):
        return
    for note in notes:
        click.echo(f"karat: note: {note}", err=True)


def is_table(format: str | None) -> bool:  # noqa: A002  # the option's name
    """Whether files are tables with sentences in a column: their hash is that of the column's text."""
    return (format or "").startswith(("jsonl", "parquet"))
