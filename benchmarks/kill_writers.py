"""Writers of a store that are killed at random moments: no saved run is lost, none is half there.

    python benchmarks/kill_writers.py                      8 writers × 500 runs, SQLite and PostgreSQL
    python benchmarks/kill_writers.py --runs 20 --every 0.05
    python benchmarks/kill_writers.py --store sqlite:///runs.db

Every writer saves its runs, and now and then deletes one of them. What the store has acknowledged, the
writer notes in a journal. Meanwhile writers get kill -9 and are started again, and readers look at the
newest runs. At the end every run that was acknowledged must be there, equal to what was saved: figures,
counts of every sentence, contents of files, tags. A run whose writer was killed before the answer came may
be there, but only as a whole. Exit status 1 if anything is missing, half there, or was refused.
"""

import argparse
import hashlib
import importlib
import json
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "web"))

import seeding

from databases import Cluster, die_with_parent
from karat.store import open_store
from karat.store.records import NewFile, NewRun

SENTENCES = 60
GOLDS = 3
# Every so many runs, a writer deletes one that it saved before.
DELETED = 16
READERS = 2


class Journal(NamedTuple):
    """What a writer noted: the store has acknowledged this. One line is one write, so none is torn."""

    path: Path

    def note(self, *words: object) -> None:
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(file, (json.dumps(words) + "\n").encode())
        os.close(file)

    def size(self) -> int:
        """How many bytes were noted."""
        return self.path.stat().st_size if self.path.exists() else 0

    def notes(self, kind: str) -> list[list[Any]]:
        """What stands after the first word, of the notes of a kind."""
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        return [words[1:] for words in map(json.loads, lines) if words[0] == kind]


@cache
def seeds() -> list[seeding.Seed]:
    """What runs are made of: a few golds, each with two systems."""
    return [seeding.seed(SENTENCES, number=number + 1) for number in range(GOLDS)]


def run_named(name: str) -> NewRun:
    """The run with a name such as "w3 n17 t2": writer, number, and how often the writer was started.

    A name says everything about its run, so that it can be compared with what the store gives back.
    """
    chance = random.Random(name)
    made = seeds()[chance.randrange(GOLDS)]
    first = np.array([chance.random() < 0.7 for _ in range(SENTENCES)])
    run = seeding.mixed(made, f"parser-{chance.randrange(5)}", first)
    log = chance.randbytes(chance.randrange(100, 60_000))
    output = NewFile("output", "log", f"{name}.log", hashlib.sha256(log).hexdigest(), len(log), log)
    return replace(run, name=name, files=(*run.files, output), tags=(name.split()[0], "killed"))


def write(url: str, journal: Journal, writer: int, runs: int, start: int) -> None:
    """Save what the journal does not have yet."""
    saved = dict(journal.notes("saved"))
    with open_store(url) as store:
        for number in range(1, runs + 1):
            if number in saved:
                continue
            saved[number] = store.save(run_named(f"w{writer} n{number} t{start}"))
            journal.note("saved", number, saved[number])
            if number % DELETED == 0:
                earlier = saved[number - DELETED // 2]
                journal.note("deleting", earlier)
                store.delete([earlier])
                journal.note("deleted", earlier)


def read(url: str, journal: Journal) -> None:
    """Look at the newest runs, for ever."""
    while True:
        with open_store(url) as store:
            for line in store.runs(limit=10):
                faults = faults_of(store, line.id)
                # A run may be deleted between the list and the look.
                if faults and line.id not in _gone(journal.path.parent):
                    journal.note("fault", faults)
                journal.note("looked", line.id)


def _gone(folder: Path) -> set[str]:
    """The runs that were deleted, or are about to be."""
    found = [Journal(path).notes("deleting") for path in folder.glob("writer-*")]
    return {key for notes in found for (key,) in notes}


def faults_of(store: Any, key: str) -> list[str]:
    """How a run of the store differs from what was saved; nothing if it is whole."""
    try:
        return [f"{key}: {what}" for what, same in _compared(store, key) if not same]
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault of this run
        return [f"{key}: {type(error).__name__}: {error}"]


def _compared(store: Any, key: str) -> Iterator[tuple[str, bool]]:
    found = store.run(key)
    wanted = run_named(found.line.name)
    yield "document", found.document == wanted.document
    yield "command", found.line.command == wanted.command
    yield "tags", sorted(found.line.tags) == sorted(wanted.tags)
    yield "number of entries", len(found.entries) == len(wanted.entries)
    files = {(one.role, one.name, one.sha256, one.size) for one in found.files}
    yield "files", files == {(one.role, one.name, one.sha256, one.size) for one in wanted.files}
    for file in wanted.files:
        yield f"content of {file.name}", store.content(file.sha256) == file.content
    tallied = store.tallied([entry.id for entry in found.entries])
    for entry, one, given in zip(found.entries, tallied, wanted.entries, strict=True):
        yield "signature", entry.signature == given.result["signature"]
        yield "names of counts", one.tally.names == given.tallied.tally.names
        for column in ("counts", "status", "length", "sentence"):
            ours, theirs = (getattr(each.tally, column) for each in (one, given.tallied))
            yield column, bool(np.array_equal(ours, theirs))


def forked(work: Callable[[], None], journal: Journal) -> int:
    """A process that does the work and ends; what goes wrong there is noted."""
    if child := os.fork():
        return child
    die_with_parent(signal.SIGKILL)
    status = 0
    try:
        work()
    except BaseException as error:  # noqa: BLE001 - a writer must not go on as its parent
        journal.note("error", f"{type(error).__name__}: {error}", traceback.format_exc())
        status = 1
    os._exit(status)


class Ended(NamedTuple):
    """How it went."""

    seconds: float
    kills: int
    saved: int
    deleted: int
    unanswered: int
    looks: int
    faults: list[str]


def trial(
    url: str, writers: int, runs: int, every: float, chance: random.Random, *, patient: bool = False
) -> Ended:
    """Writers at work, killed on average every so many seconds, until all have saved all."""
    seeds()
    with tempfile.TemporaryDirectory(prefix="karat-kill-") as folder:
        # Libraries are imported here, once, and not by every writer.
        with open_store(f"sqlite:///{folder}/other.db"):
            importlib.import_module("psycopg")
        journals = [Journal(Path(folder, f"writer-{number}")) for number in range(writers)]
        readers = [Journal(Path(folder, f"reader-{number}")) for number in range(READERS)]
        begun = time.monotonic()
        watching = [forked(lambda at=at: read(url, at), at) for at in readers]  # type: ignore[misc]
        try:
            kills = _killed(url, journals, runs, every, chance, patient=patient)
        finally:
            for reader in watching:
                os.kill(reader, signal.SIGKILL)
                os.waitpid(reader, 0)
        seconds = time.monotonic() - begun
        looks = sum(len(each.notes("looked")) for each in readers)
        faults = [str(note) for each in [*journals, *readers] for note in each.notes("error")]
        faults += [str(note) for each in readers for note in each.notes("fault")]
        return _judged(url, journals, runs, Ended(seconds, kills, 0, 0, 0, looks, faults))


def _killed(
    url: str, journals: list[Journal], runs: int, every: float, chance: random.Random, *,
    patient: bool,
) -> int:  # fmt: skip
    """How many writers were killed until all were done."""
    starts = [0] * len(journals)
    noted = 0
    running: dict[int, int] = {}
    kills = 0

    def start(writer: int) -> None:
        starts[writer] += 1
        journal, number = journals[writer], starts[writer]
        running[forked(lambda: write(url, journal, writer, runs, number), journal)] = writer

    for writer in range(len(journals)):
        start(writer)
    while running:
        time.sleep(chance.uniform(0, 2 * every))
        while running and (ended := os.waitpid(-1, os.WNOHANG))[0]:
            # A writer that failed has noted why; it goes on, as people do.
            if (writer := running.pop(ended[0], None)) is not None and ended[1]:
                start(writer)
        before, noted = noted, sum(each.size() for each in journals)
        if running and (noted > before or not patient):
            child, writer = chance.choice([*running.items()])
            os.kill(child, signal.SIGKILL)
            status = os.waitpid(child, 0)[1]
            del running[child]
            if status:  # otherwise it had finished just before
                kills += 1
                start(writer)
    return kills


def _judged(url: str, journals: list[Journal], runs: int, ended: Ended) -> Ended:
    """Compare everything that is in the store with what was acknowledged."""
    faults = list(ended.faults)
    notes = [note for journal in journals for note in journal.notes("saved")]
    saved = {key for _, key in notes}
    if len(saved) != len(journals) * runs:
        faults.append(f"{len(saved)} runs were acknowledged, not {len(journals) * runs}")
    deleted = {key for journal in journals for (key,) in journal.notes("deleted")}
    doubtful = {key for journal in journals for (key,) in journal.notes("deleting")} - deleted
    with open_store(url) as store:
        there = {line.id for line in store.runs(limit=10_000_000)}
        faults += [f"{key}: lost" for key in sorted(saved - deleted - doubtful - there)]
        faults += [f"{key}: deleted, but there" for key in sorted(deleted & there)]
        for key in sorted(there):
            faults += faults_of(store, key)
    unanswered = len(there - saved)
    if unanswered > ended.kills:
        faults.append(f"{unanswered} runs that nobody saved, after {ended.kills} kills")
    return ended._replace(
        saved=len(saved), deleted=len(deleted), unanswered=unanswered, faults=faults
    )


def main() -> int:
    """Try one store, or both databases."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--store", metavar="URL", help="an empty store; default: two new ones")
    arguments.add_argument("--writers", type=int, default=8)
    arguments.add_argument("--runs", type=int, default=500, help="runs that each writer saves")
    arguments.add_argument("--every", type=float, default=0.25, help="mean seconds between kills")
    arguments.add_argument("--patient", action="store_true",
        help="kill only if something was saved since the last kill, for slow machines")  # fmt: skip
    arguments.add_argument("--seed", type=int, default=14)
    given = arguments.parse_args()
    sys.stdout.write(
        "| store | seconds | kills | saved | deleted | unanswered | looks | faults |\n"
    )
    sys.stdout.write("|---|---:|---:|---:|---:|---:|---:|---:|\n")
    bad = False
    with ExitStack() as stack:
        if given.store:
            urls = [given.store]
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="karat-store-"))
            cluster = stack.enter_context(Cluster(durable=True))
            urls = [f"sqlite:///{folder}/runs.db", stack.enter_context(cluster.database())]
        for url in urls:
            chance = random.Random(given.seed)
            ended = trial(
                url, given.writers, given.runs, given.every, chance, patient=given.patient
            )
            figures = f"{ended.seconds:.1f} | {ended.kills} | {ended.saved} | {ended.deleted}"
            figures += f" | {ended.unanswered} | {ended.looks} | {len(ended.faults)}"
            sys.stdout.write(f"| {url.partition(':')[0]} | {figures} |\n")
            sys.stdout.flush()
            sys.stderr.writelines(f"{fault}\n" for fault in ended.faults[:20])
            bad = bad or bool(ended.faults)
    return bad


if __name__ == "__main__":
    sys.exit(main())
