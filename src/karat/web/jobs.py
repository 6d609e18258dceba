"""Jobs: long work that a request begins, each in a process of its own with limits on time and memory.

A few jobs run at a time and some wait; what comes beyond is refused. Jobs are gone with the server, but
what they saved in the store is saved.
"""

import json
import logging
import os
import queue
import secrets
import string
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from karat.model.errors import UsageError
from karat.parsers import processes
from karat.web.settings import Limits
from karat.web.workspace import Workspace, remove, sweep

_LOG = logging.getLogger("karat.web")
_ALPHABET = string.digits + string.ascii_lowercase
# As much of what a failed process printed as is logged.
_TOLD = 4000
WAITING, RUNNING, DONE, FAILED, CANCELLED = STATES = (
    "waiting", "running", "done", "failed", "cancelled",
)  # fmt: skip


class Task(NamedTuple):
    """What a job does: ``module:function``, called with the arguments and the job's folder.

    The function is named by code, never by a request. It returns JSON: ``{"page": PATH}`` for the page where
    the result is, or ``{"file": NAME, "name": NAME, "kind": KIND}`` for a file in the folder to download.
    ``begin`` is the page where it was asked for.
    """

    function: str
    arguments: Mapping[str, Any]
    title: str
    begin: str = ""


class Full(UsageError):
    """So many jobs wait that no other is taken."""

    status = 503


@dataclass
class Job:
    """A job as it stands; only Jobs changes it."""

    id: str
    task: Task
    folder: Path
    created: float = field(default_factory=time.time)
    state: str = WAITING
    message: str = ""
    result: Mapping[str, Any] = field(default_factory=dict)
    began: float = 0.0
    ended: float = 0.0
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def over(self) -> bool:
        return self.state in (DONE, FAILED, CANCELLED)

    @property
    def seconds(self) -> float:
        """How long it has been at work."""
        return (self.ended or time.time()) - self.began if self.began else 0.0


class Jobs:
    """All jobs of a server; safe to use from several threads."""

    def __init__(self, limits: Limits) -> None:
        for left in sweep():
            _LOG.warning("removed %s, left by a server that was killed", left)
        self._limits = limits
        self._lock = threading.Lock()
        self._jobs: dict[str, Job] = {}
        self._queue: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._workspace: Workspace | None = None
        self._closed = False

    def folder(self) -> Path:
        """A new folder for the files of a job; refused if no job can be taken now."""
        with self._lock:
            self._refuse_if_full()
            if self._workspace is None:
                self._workspace = Workspace()
            return self._workspace.new()

    def submit(self, task: Task, folder: Path | None = None) -> Job:
        """Begin a job, or let it wait; its folder is removed when it ends."""
        folder = folder or self.folder()
        with self._lock:
            try:
                self._refuse_if_full()
            except Full:
                remove(folder)
                raise
            job = Job("".join(secrets.choice(_ALPHABET) for _ in range(10)), task, folder)
            self._jobs[job.id] = job
            self._forget()
            if len(self._threads) < self._limits.jobs:
                thread = threading.Thread(target=self._work, name="karat-jobs", daemon=True)
                self._threads.append(thread)
                thread.start()
        self._queue.put(job)
        return job

    def get(self, key: str) -> Job | None:
        """A job by its id; None if there is none, or no longer."""
        with self._lock:
            return self._jobs.get(key)

    def before(self, job: Job) -> int:
        """How many jobs are served before this one."""
        with self._lock:
            waiting = [one.id for one in self._jobs.values() if one.state == WAITING]
        return waiting.index(job.id) if job.id in waiting else 0

    def cancel(self, job: Job) -> None:
        """End a job that is not over; its process is killed."""
        with self._lock:
            if job.over:
                return
            waited = job.state == WAITING
            job.state, job.ended, process = CANCELLED, time.time(), job.process
        if process is not None:
            processes.kill(process)
        elif waited:
            remove(job.folder)

    def close(self) -> None:
        """Kill what runs, and remove all folders."""
        with self._lock:
            self._closed = True
            running = [one for one in self._jobs.values() if not one.over]
        for job in running:
            self.cancel(job)
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join(5)
        if self._workspace is not None:
            self._workspace.close()

    def _refuse_if_full(self) -> None:
        waiting = sum(one.state == WAITING for one in self._jobs.values())
        if self._closed or waiting >= self._limits.waiting:
            raise Full(f"{waiting} jobs are waiting already; try again in a minute")

    def _forget(self) -> None:
        """Forget the oldest finished jobs, with the files that they made."""
        over = [one for one in self._jobs.values() if one.over]
        for job in over[: max(0, len(over) - self._limits.finished)]:
            del self._jobs[job.id]
            remove(job.folder)

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            try:
                self._do(job)
            except Exception:  # noqa: BLE001  # a fault of ours ends one job, not all
                _LOG.exception("job %s", job.id)
                self._end(job, FAILED, _OURS.format(job.id))
            kept = str(job.result.get("file", "")) if job.state == DONE else ""
            remove(job.folder, but=kept)
            with self._lock:
                job.process = None

    def _do(self, job: Job) -> None:
        with self._lock:
            if job.state != WAITING:
                return
            job.state, job.began = RUNNING, time.time()
        task = {
            "function": job.task.function, "arguments": dict(job.task.arguments),
            "folder": str(job.folder), "memory": self._limits.job_memory,
            "seconds": self._limits.job_seconds,
        }  # fmt: skip
        with (job.folder / "log").open("w+b") as log:
            process = _started(log)
            with self._lock:
                job.process = process
                cancelled = job.state != RUNNING
            if cancelled:
                processes.kill(process)
            try:
                given = json.dumps(task).encode()
                answer, _ = process.communicate(given, timeout=self._limits.job_seconds)
            except subprocess.TimeoutExpired:
                processes.kill(process)
                process.wait()
                self._end(job, FAILED, _LATE.format(self._limits.job_seconds))
                return
            if not job.over:
                self._end(job, *_outcome(process.returncode, answer, log, job))

    def _end(self, job: Job, state: str, said: str | Mapping[str, Any]) -> None:
        with self._lock:
            if job.over:
                return
            job.state, job.ended = state, time.time()
            if isinstance(said, str):
                job.message = said
            else:
                job.result = said


_OURS = "this is a fault of karat, not of your files; the log of the server has it under {}"
_LATE = "it was stopped after {:g} seconds, the most that a job may take; give smaller files"
_KILLED = (
    "its process was killed, perhaps because memory ran out; give smaller files or fewer schemes"
)


def _started(log: Any) -> "subprocess.Popen[bytes]":
    """The process of a job, in a session of its own; it ends if the server is killed."""
    # -P: modules are not looked for in the current folder, whose files are the user's data.
    return processes.start(
        [sys.executable, "-P", "-m", "karat.web.worker"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )  # fmt: skip


def _outcome(
    status: int, answer: bytes, log: Any, job: Job
) -> tuple[str, str | Mapping[str, Any]]:  # fmt: skip
    """The state in which a process left its job, and its message or its result."""
    if status == 0 and answer:
        found = json.loads(answer)
        return (FAILED, found["error"]) if "error" in found else (DONE, found["result"])
    log.seek(0)
    said = log.read()[-_TOLD:].decode("utf-8", "replace")
    _LOG.error("job %s: %s\n%s", job.id, processes.manner(status), said)
    return FAILED, _KILLED if status < 0 else _OURS.format(job.id)
