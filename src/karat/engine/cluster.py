"""Score a corpus on the workers of a Dask cluster: one that runs, or one that is started for it.

Workers score units of a corpus and add up groups of them. This process gets the sums of groups, keeps them
if wanted, and adds them up; nothing else travels. A unit whose worker dies is given to another worker.
"""

import logging
import time
from asyncio import CancelledError as AsyncCancelledError
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from karat.engine.orders import Group, stretches
from karat.engine.pool import cores
from karat.engine.processes import safely, unsignalled
from karat.engine.recipe import Recipe
from karat.engine.sums import Sums
from karat.model.errors import InputError, UsageError

if TYPE_CHECKING:
    from distributed import Client, Future

    from karat.engine.remote import Answer, Fault, Order

# A unit is refused when so many workers have died while they scored it.
DEATHS = 3
# For how many seconds to wait for a worker if there is none, and for an answer of the scheduler.
PATIENCE = 60
_CONNECTING = 10
# How often to look at what is done, in seconds.
_PAUSE = 0.5
# How many groups are begun for each thread of the workers.
_AHEAD = 3
_AGAIN = "and type the command again (with --resume FOLDER, what is done is kept)"

_SETTINGS = {
    "distributed.scheduler.allowed-failures": DEATHS - 1,
    # No unit waits at a busy worker: if the worker dies, only the unit that it scored is suspected.
    "distributed.scheduler.worker-saturation": 1.0,
    # Users see karat's messages only.
    "logging.distributed": "critical",
    # What Dask looks at many times a second costs more than it tells about units of a second or more.
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.scheduler.work-stealing-interval": "1s",
    # Dask has its workers give memory back at once, and every block then asks for it again, page by page.
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": 64 << 20,
    "distributed.nanny.pre-spawn-environ.MALLOC_MMAP_THRESHOLD_": 32 << 20,
}


class Cluster(NamedTuple):
    """Where to score: at a scheduler's address, or with processes of this machine (0: one per core)."""

    scheduler: str = ""
    workers: int = 0

    def score(
        self, recipe: Recipe, groups: Sequence[Group], sums: Sums,
        progress: Callable[[int, int], None] = lambda done, every: None,
    ) -> None:  # fmt: skip
        """Score the groups that ``sums`` lacks, and give it their sums; the first fault is raised."""
        missing = [group for group in groups if group.number not in sums]
        if missing:
            with self._client() as client:
                every = sum(len(group.orders) for group in groups)
                _Scoring(self, client, recipe, sums, every, progress).run(missing)

    @contextmanager
    def _client(self) -> "Iterator[Client]":
        """A connection to the cluster; a cluster that was started for the run ends with it."""
        try:
            import dask
        except ImportError:
            raise UsageError(
                "--engine dask needs one more package; type: pip install 'karat[cluster]'"
            ) from None
        with ExitStack() as stack:
            stack.enter_context(dask.config.set(_SETTINGS))
            # It sets up its logging when it is imported, and its client's in another way.
            from distributed import Client

            logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
            if not self.scheduler:
                stack.enter_context(safely())
            address: Any = self.scheduler or stack.enter_context(_local(self.workers or cores()))
            try:
                client = stack.enter_context(Client(address, timeout=_CONNECTING))
            except (OSError, ValueError, TypeError) as error:
                why = str(error).partition("\n")[0] or type(error).__name__
                raise InputError(
                    f"{self.scheduler}: no scheduler answers there ({why}); to start one, type: "
                    "dask scheduler"
                ) from None
            yield client


@contextmanager
def _local(workers: int) -> Iterator[Any]:
    """Processes of this machine with one thread each, which end with this one."""
    from distributed.utils import LoopRunner

    runner = LoopRunner()
    with unsignalled():
        runner.start()  # the thread that starts the workers
    try:
        cluster = _started(workers, runner.loop)
    except KeyboardInterrupt:
        _abandon()
        raise
    with cluster:
        yield cluster
    runner.stop()


def _started(workers: int, loop: Any) -> Any:
    from distributed import LocalCluster

    for attempt in range(DEATHS):
        try:
            return LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, memory_limit=0,
                host="127.0.0.1", silence_logs=logging.CRITICAL, loop=loop,
                # Any free port: several clusters may run on a machine.
                scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
            )  # fmt: skip
        except RuntimeError as error:
            # A worker died before it was ready.
            if attempt == DEATHS - 1:
                raise InputError(f"the workers cannot be started: {error}") from None
    raise AssertionError("the last attempt has succeeded or failed")


def _abandon() -> None:
    """End workers whose start was interrupted; Dask would print why it cannot end them in order."""
    import atexit
    from multiprocessing import active_children

    from distributed.deploy.spec import close_clusters

    atexit.unregister(close_clusters)
    logging.getLogger("asyncio").disabled = True
    for child in active_children():
        child.kill()


class _Begun(NamedTuple):
    """A group that was begun: the answers to its orders, and their sum.

    ``keys`` has the number of the order that each call is about.
    """

    group: Group
    answers: "list[Future]"
    total: "Future"
    keys: dict[str, int]


class _Scoring:
    """One run on a cluster."""

    def __init__(
        self, cluster: Cluster, client: "Client", recipe: Recipe, sums: Sums, every: int,
        progress: Callable[[int, int], None],
    ) -> None:  # fmt: skip
        self._cluster, self._client, self._recipe, self._sums = cluster, client, recipe, sums
        self._progress, self._every, self._done = progress, every, 0
        self._begun: dict[str, _Begun] = {}
        self._fault: Fault | None = None
        self._without_workers = 0.0
        self._stretches: dict[int, int] = {}

    def run(self, groups: Sequence[Group]) -> None:
        """Score groups, a few at a time and in order, until all are done or one has a fault."""
        try:
            self._run(groups)
        except (AsyncCancelledError, CancelledError):
            # Whatever was asked for last: it is lost when the connection to the scheduler is.
            raise self._gone() from None

    def _run(self, groups: Sequence[Group]) -> None:
        self._done = self._every - sum(len(group.orders) for group in groups)
        waiting = list(reversed(groups))
        units = [unit for group in groups for order in group.orders for unit in order]
        self._stretches = stretches(self._recipe, units, self._threads())
        while waiting or self._begun:
            room = _AHEAD * self._threads() - len(self._begun)
            for _ in range(min(room, len(waiting))):
                self._begin(waiting.pop())
            self._collect()
            if self._fault:
                # Groups before the fault may have one as well, which is then the first.
                waiting.clear()
                self._drop(after=self._fault.unit)
        if self._fault:
            raise InputError(self._fault.message)

    def _begin(self, group: Group) -> None:
        from karat.engine.identity import this
        from karat.engine.remote import Order, added, scored

        elsewhere = bool(self._cluster.scheduler)
        answers, keys = [], {}
        for number, units in enumerate(group.orders):
            order = Order(self._recipe, units, this(), elsewhere)
            many = self._stretches.get(units[0].number, 1) if len(units) == 1 else 1
            calls = self._divided(order, many) if many > 1 else [self._call(scored, order)]
            answers.append(calls[-1])
            keys.update({one.key: number for one in calls})
        total = self._call(added, answers)
        self._begun[total.key] = _Begun(group, answers, total, keys)

    def _divided(self, order: "Order", many: int) -> "list[Future]":
        """The calls that score a large unit in stretches; the last one gives the answer."""
        from karat.engine.remote import hashed, scored_stretch, surveyed, united

        found, sha256 = self._call(surveyed, order, many), self._call(hashed, order)
        slices = [self._call(scored_stretch, order, found, number) for number in range(many)]
        answer = self._call(united, order, found, sha256, slices)
        return [found, sha256, *slices, answer]

    def _call(self, function: Callable[..., object], *given: object) -> "Future":
        return self._client.submit(function, *given, pure=False)

    def _collect(self) -> None:
        """Wait a moment, then take the sums that are there."""
        from distributed import TimeoutError, wait  # noqa: A004  # its own
        from distributed.client import FIRST_COMPLETED

        with suppress(TimeoutError):
            wait([one.total for one in self._begun.values()], _PAUSE, FIRST_COMPLETED)
        for key, one in list(self._begun.items()):
            if one.total.done():
                self._take(self._begun.pop(key))
        under_way = sum(answer.done() for one in self._begun.values() for answer in one.answers)
        self._progress(self._done + under_way, self._every)

    def _take(self, one: _Begun) -> None:
        """Keep the sum of a group, or its fault if it is before the one known so far."""
        answer = self._answer(one)
        if answer.fault:
            self._fault = min(self._fault or answer.fault, answer.fault)
            return
        self._sums.keep(one.group.number, answer.part)
        self._done += len(one.group.orders)

    def _answer(self, one: _Begun) -> "Answer":
        from distributed import KilledWorker

        if one.total.status in ("cancelled", "lost"):
            raise self._gone()
        error = one.total.exception()
        if isinstance(error, KilledWorker):
            return self._refused(one, error)
        answer: Answer = one.total.result()
        return answer

    def _refused(self, one: _Begun, error: Any) -> "Answer":
        """The fault of an order that has killed workers; its files are named."""
        from karat.engine.remote import Answer, Fault

        key, worker, deaths = error.args
        units = one.group.orders[one.keys.get(key, 0)]
        names = list(dict.fromkeys(name for unit in units for name in unit.names))
        files = " and ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
        message = (
            f"{files}: {deaths + 1} workers died while they scored this, the last at {worker.address}; "
            "perhaps memory ran out, or something stops them"
        )
        return Answer(fault=Fault(units[0].number, message))

    def _drop(self, *, after: int) -> None:
        """Give up the groups that come after a unit."""
        for key, one in list(self._begun.items()):
            if one.group.orders[0][0].number > after:
                self._client.cancel([*one.answers, self._begun.pop(key).total], force=True)

    def _threads(self) -> int:
        """How many threads the workers have; it is an error if there are no workers for too long."""
        try:
            threads = sum(self._client.nthreads().values())
        except OSError:
            raise self._gone() from None
        now = time.monotonic()
        if threads or not self._without_workers:
            self._without_workers = now
        elif now - self._without_workers > PATIENCE:
            where = self._cluster.scheduler or "this machine"
            raise InputError(
                f"{where}: there was no worker for {PATIENCE} seconds; start some, as with: "
                f"dask worker {self._cluster.scheduler or 'ADDRESS'}, {_AGAIN}"
            )
        return max(int(threads), 1)

    def _gone(self) -> InputError:
        where = self._cluster.scheduler or "this machine"
        return InputError(f"{where}: the scheduler is gone; start it again, {_AGAIN}")
