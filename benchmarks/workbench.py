"""How fast the workbench answers with a large store, and whether it goes on under load.

    python benchmarks/workbench.py                              SQLite, then PostgreSQL
    python benchmarks/workbench.py --runs 100 --seconds 5 --database sqlite
    python benchmarks/workbench.py --store sqlite:///filled.db

A store gets 1,000 runs of 2,400 sentences; then karat serve is started. Every kind of page is asked for:
the first time, when nothing is computed, and again and again. Times are those of a program on the same
machine, from the request to the last byte; beside them is the processor time of the server, which does not
depend on what else the machine does. Parts that a page asks for later are listed too. After that, 20 readers
ask for pages at random for a minute, while 4 writers save runs. Exit status 1 if the server needed more than
200 ms of processor time for a page, the first time or in the mean, or if anything failed.
"""

import argparse
import http.client
import multiprocessing
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from html import unescape
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "web"))

import seeding

from databases import Cluster
from karat.store import open_store
from servers import Server

LIMIT = 0.2  # seconds
PATIENCE = 300  # seconds until a request counts as failed
DATABASES = ("sqlite", "postgresql")
# What pages ask for when they are shown.
PARTS = re.compile(r'class="waiting"[^>]* hx-get="([^"]+)"')
PART = ", computed later"
# The runs that writers save are made before, and saved again and again under other names.
PREPARED = 8
PAUSE = 0.2  # seconds between two runs of a writer


class Timed(NamedTuple):
    """The times of a page in seconds: by the clock and of the processor, at first and again."""

    name: str
    first: float
    again: list[float]
    first_processor: float
    processor: float
    size: int


class Load(NamedTuple):
    """What readers and writers did."""

    times: list[float]
    saved: int
    failures: list[str]


def pages(url: str) -> dict[str, str]:
    """An address of every kind of page, as far as the store has something to show."""
    with open_store(url) as store:
        board = max(store.boards(), key=lambda one: one.entries)
        first, second, *_ = (entry.id for entry in store.entries(board.id, limit=3))
        kept = [line.id for line in store.runs(limit=10_000_000)][-2:]
        run = store.run(kept[0])
    one, other = (f"{key}.{_number(run)}" for key in kept)
    return {
        "boards": "/",
        "board": f"/board/{board.id}",
        "board, last page": f"/board/{board.id}?page={-(-board.entries // 20)}",
        "board, all as JSON": f"/board/{board.id}?as=json",
        "runs": "/runs",
        "runs, searched": "/runs?text=" + quote("beam"),
        "run": f"/run/{run.line.id}",
        "against": f"/against/{first}/{second}",
        "history": f"/history/{board.id}",
        "sentences": f"/sentences/{one}?with={other}",
        "sentence": f"/sentence/{one}/17?with={other}",
        "phenomena": f"/phenomena/{run.line.id}",
        "suites": "/suites",
        "upload": "/upload",
        "annotate": "/annotate",
    }


def _number(run: Any) -> str:
    return str(run.entries[0].id).partition(".")[2]


def asked(origin: str, path: str) -> tuple[float, int, bytes]:
    """Seconds, status and content."""
    place = urlsplit(origin)
    begun = time.perf_counter()
    link = http.client.HTTPConnection(place.hostname or "", place.port, timeout=PATIENCE)
    try:
        link.request("GET", path)
        answer = link.getresponse()
        content = answer.read()
    finally:
        link.close()
    return time.perf_counter() - begun, answer.status, content


def timed(server: Server, addresses: dict[str, str], times: int) -> Iterator[Timed]:
    """Every page and the parts that it asks for, at first and again; what is refused is said."""
    asked(server.origin, "/health")
    waiting = [*addresses.items()]
    while waiting:
        name, path = waiting.pop(0)
        before = _processor(server)
        seconds, status, content = asked(server.origin, path)
        if status != 200:
            print(f"{name}: {path} was answered with {status}", file=sys.stderr)
            continue
        between = _processor(server)
        again = [asked(server.origin, path)[0] for _ in range(times)]
        after = _processor(server)
        yield Timed(name, seconds, again, between - before, (after - between) / times, len(content))
        if not name.endswith(PART):
            parts = PARTS.findall(content.decode("utf-8", "replace"))
            waiting[:0] = [(name + PART, unescape(part)) for part in parts]


def _processor(server: Server) -> float:
    """Seconds of processor time that the server has used."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _reading(origin: str, paths: list[str], until: float, seed: int, told: Any) -> None:
    chance = random.Random(seed)
    times, failures = [], []
    while time.time() < until:
        path = chance.choice(paths)
        try:
            seconds, status, content = asked(origin, path)
        except OSError as error:
            failures.append(f"{path}: {error}")
            continue
        times.append(seconds)
        if status != 200 or not content:
            failures.append(f"{path}: status {status}, {len(content)} bytes")
    told.put((times, 0, failures))


def _writing(url: str, until: float, seed: int, told: Any) -> None:
    saved, failures = 0, []
    made = seeding.seed(240, number=seed)
    runs = [*seeding.runs(made, PREPARED)]
    with open_store(url) as store:
        while time.time() < until:
            try:
                key = store.save(runs[saved % PREPARED])
                assert store.run(key).line.id == key
            except Exception as error:  # noqa: BLE001 - counted and told, whatever it is
                failures.append(f"save: {type(error).__name__}: {error}")
            else:
                saved += 1
            time.sleep(PAUSE)
    told.put(([], saved, failures))


def load(
    origin: str, url: str, paths: list[str], *, readers: int, writers: int, seconds: float
) -> Load:
    """Readers and writers at the same time, each in its own process."""
    context = multiprocessing.get_context("fork")
    told = context.Queue()
    until = time.time() + seconds
    workers = [
        context.Process(target=_reading, args=(origin, paths, until, at, told))
        for at in range(readers)
    ]
    workers += [
        context.Process(target=_writing, args=(url, until, 100 + at, told)) for at in range(writers)
    ]
    for worker in workers:
        worker.start()
    found = [told.get(timeout=seconds + 120) for _ in workers]
    for worker in workers:
        worker.join()
    times, saved, failures = zip(*found, strict=True)
    return Load([*chain(*times)], sum(saved), [*chain(*failures)])


@contextmanager
def emptied(database: str) -> Iterator[str]:
    """The address of an empty database."""
    with ExitStack() as stack:
        if database == "sqlite":
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="karat-store-"))
            yield f"sqlite:///{folder}/runs.db"
        else:
            cluster = stack.enter_context(Cluster(durable=True))
            yield stack.enter_context(cluster.database())


def filled(url: str, runs: int, sentences: int) -> None:
    """Save the runs."""
    begun = time.perf_counter()
    with open_store(url) as store:
        seeding.fill(store, runs, sentences)
    seconds = time.perf_counter() - begun
    print(f"{runs:,} runs of {sentences:,} sentences, saved in {seconds:.0f} s\n")


def measured(url: str, given: argparse.Namespace) -> bool:
    """Print the tables of one store; whether all went well."""
    addresses = pages(url)
    with Server(url) as server:
        print("| page | first, ms | median | worst | processor, first, ms | mean | kB |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        slow = []
        for page in timed(server, addresses, given.times):
            if max(page.first_processor, page.processor) > LIMIT and not page.name.endswith(PART):
                slow.append(page.name)
            seconds = (page.first, statistics.median(page.again), max(page.again))
            figures = [1000 * one for one in (*seconds, page.first_processor, page.processor)]
            cells = " | ".join(f"{one:.0f}" for one in [*figures, page.size / 1000])
            print(f"| {page.name} | {cells} |", flush=True)
        print(f"\nabove {1000 * LIMIT:.0f} ms of processor time: {', '.join(slow) or 'none'}")
        done = load(
            server.origin, url, [*addresses.values()],
            readers=given.readers, writers=given.writers, seconds=given.seconds,
        )  # fmt: skip
    ordered = sorted(done.times) or [0.0]
    at = {share: 1000 * ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.95, 1)}
    print(
        f"\n{given.readers} readers and {given.writers} writers for {given.seconds:.0f} s: "
        f"{len(done.times):,} pages (median {at[0.5]:.0f} ms, 95 % under {at[0.95]:.0f} ms, "
        f"longest {at[1]:.0f} ms), {done.saved:,} runs saved, {len(done.failures)} errors\n"
    )
    sys.stderr.writelines(f"{one}\n" for one in done.failures[:20])
    return not slow and not done.failures


def main() -> int:
    """Measure the databases that were asked for."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--database", choices=DATABASES, action="append")
    arguments.add_argument("--runs", type=int, default=1000)
    arguments.add_argument("--sentences", type=int, default=2400)
    arguments.add_argument("--times", type=int, default=20, help="requests for each page")
    arguments.add_argument("--readers", type=int, default=20)
    arguments.add_argument("--writers", type=int, default=4)
    arguments.add_argument("--seconds", type=float, default=60)
    arguments.add_argument("--store", metavar="URL", help="a store that has the runs already")
    given = arguments.parse_args()
    if given.store:
        return not measured(given.store, given)
    went_well = True
    for database in given.database or DATABASES:
        with emptied(database) as url:
            print(f"{database}: ", end="")
            filled(url, given.runs, given.sentences)
            went_well = measured(url, given) and went_well
    return not went_well


if __name__ == "__main__":
    sys.exit(main())
