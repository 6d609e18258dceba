"""Supervise a parser's process: a crash, a hang or endless output costs one sentence, not the run.

The process gets its own session, so that all its children can be watched and killed with it. If it
dies after it has answered other sentences, the sentence is tried once more in a new process, to be
sure that this sentence is the cause.
"""

import contextlib
import os
import selectors
import subprocess
import time
from collections import deque
from dataclasses import dataclass, replace

from karat.model.errors import UsageError
from karat.parsers import processes, shapes
from karat.parsers.adapter import Adapter, Garbage, Parsed

# While an answer is awaited, time and memory are checked this often, in seconds.
_TICK = 0.05
_TAIL = 2000
# After output that is no answer to a sentence, the answer is awaited for so many seconds.
_SOON = 1.0
# The answers to so many sentences before are known again if they come late.
_REMEMBERED = 8
_STOPPED = Parsed(failure="crash", message="stopped")


@dataclass(frozen=True)
class Limits:
    """The limits for one sentence: seconds, megabytes of memory, megabytes of output."""

    seconds: float = 10.0
    megabytes: int = 4096
    # To understand an answer takes some 25 times its size, in each process that is waited for.
    output: int = 8

    def __post_init__(self) -> None:
        if not 0 < self.seconds < float("inf"):
            raise UsageError(f"seconds={self.seconds:g} should be a finite number above 0")


class Supervisor:
    """One process of a parser. It is started when needed, and started again after it died."""

    def __init__(self, adapter: Adapter, limits: Limits) -> None:
        self._adapter, self._limits = adapter, limits
        self._process: subprocess.Popen[bytes] | None = None
        self._asked = 0
        # The letters of the sentences that this process was asked before, and whether an answer that is
        # behind them was ever followed by the right one.
        self._before: deque[str] = deque(maxlen=_REMEMBERED)
        self._catches_up = True
        # Whether an empty line is an answer (no analysis) or only stands before the answer; None: not known.
        self._empty_answers: bool | None = None
        self._errors = b""
        self._stopped = False
        # How long the first answer took, with the start of the process; None before it came.
        self._first: float | None = None

    def parse(self, sentence: str) -> Parsed:
        """Parse a sentence; if the parser fails, the result says so."""
        begin = time.monotonic()
        process = self._process
        if process is not None and process.poll() is not None:
            self.close()
        fresh = self._process is None
        found = self._try(sentence)
        if self._first is None and not found.failure:
            self._first = time.monotonic() - begin
        if found.failure == "crash" and not fresh:
            found = self._try(sentence)
        if found.failure in ("crash", "time-out", "memory") or self._adapter.once:
            self.close()
        return replace(found, seconds=time.monotonic() - begin)

    def stop(self) -> None:
        """End the process at once, and with it the wait for an answer; called by another thread."""
        self._stopped = True
        if (process := self._process) is not None:
            processes.kill(process)

    def close(self) -> None:
        """End the process and all its children."""
        process, self._process, self._asked = self._process, None, 0
        self._before.clear()
        if process is None:
            return
        processes.kill(process)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        process.wait()

    def _try(self, sentence: str) -> Parsed:
        allowed = self._limits.seconds
        if self._stopped:
            return _STOPPED
        if self._process is None:
            # Once its usual start time is known, a process that hangs gets little more than that.
            usual = self._adapter.start
            allowed += usual if self._first is None else min(usual, 1 + 2 * self._first)
            self._errors = b""
            try:
                self._process = self._started()
            except BlockingIOError:
                raise  # the system allows no more processes, which is no fault of the parser
            except OSError as error:
                return Parsed(failure="crash", message=f"cannot be started: {error.strerror}")
            # stop() may have come while there was no process to kill. It sets the flag before it
            # looks for the process; here the process is stored before the flag is read. So at
            # least one of the two ends the process.
            if self._stopped:
                self.close()
                return _STOPPED
        self._asked += 1
        deadline = time.monotonic() + allowed
        try:
            request = self._adapter.request(sentence, self._asked)
            reply = self._answer(self._process, request, deadline)
        except _Failed as failed:
            self.close()
            native = failed.reply.decode("utf-8", "replace")[:_TAIL]
            message = failed.message + self._last_words()
            return Parsed(failure=failed.kind, message=message, native=native)
        try:
            found = self._understood(reply, sentence)
            return found if reply.strip() else self._after_empty(found, sentence, deadline)
        except Garbage as error:
            text = reply.decode("utf-8", "replace")
            wrong = Parsed(failure="garbage", message=str(error), native=text[:_TAIL])
            return self._next(sentence, deadline, late=isinstance(error, _Late)) or wrong
        finally:
            if self._process is not None:
                self._before.append(shapes.letters(shapes.tokens(sentence)))

    def _understood(self, reply: bytes, sentence: str) -> Parsed:
        """The result in an answer, which must be about the words of the sentence, if it has words."""
        found = self._adapter.understand(reply.decode("utf-8", "replace"), sentence)
        words = self._adapter.words(found)
        ours, theirs = shapes.letters(shapes.tokens(sentence)), shapes.letters(words)
        # Sentences of a suite are often alike, so an answer to the last one may seem to be about this one.
        late = bool(theirs) and theirs != ours and theirs in self._before
        if late:
            # An empty line may have been taken for its answer.
            self._empty_answers = False
        if late or not shapes.about(words, sentence):
            raise (_Late if late else Garbage)(
                f"the answer is about other words: {' '.join(words)[:60]!r}; does the parser print more "
                "than its answers?"
            )
        return found

    def _after_empty(self, empty: Parsed, sentence: str, deadline: float) -> Parsed:
        """The result after an empty line, which may be an answer, or stand before or after each answer.

        This is known when something follows the first one, or nothing does.
        """
        if self._empty_answers:
            return empty
        found = self._next(sentence, deadline, late=self._empty_answers is False)
        if self._empty_answers is None:
            self._empty_answers = found is None
        return found or empty

    def _next(self, sentence: str, deadline: float, *, late: bool) -> Parsed | None:
        """The result, if what was read was no answer to the sentence, but what follows is one.

        A parser that prints a banner, or one line more, would otherwise be one answer behind ever after.
        The answer must follow soon; if what was read is the answer to a sentence before, the one to this
        sentence is still to come, and gets all its time. A parser that withholds it is not waited for again.
        """
        soon = min(deadline, time.monotonic() + min(_SOON, self._limits.seconds))
        while not self._adapter.once and self._process is not None:
            until = deadline if late and self._catches_up else soon
            try:
                reply = self._answer(self._process, b"", until)
                found = self._understood(reply, sentence)
            except Garbage as error:
                late |= isinstance(error, _Late)
                continue
            except _Failed as failed:
                self._catches_up &= not late
                if failed.kind != "time-out" or failed.reply:
                    self.close()
                break
            if reply.strip() or self._empty_answers:
                self._catches_up = True
                return found
        return None

    def _started(self) -> "subprocess.Popen[bytes]":
        process = processes.start(
            self._adapter.command(), env=self._adapter.environment(), bufsize=0,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        for stream in (process.stdin, process.stdout, process.stderr):
            assert stream is not None  # they are pipes
            os.set_blocking(stream.fileno(), False)
        return process

    def _answer(self, process: "subprocess.Popen[bytes]", request: bytes, deadline: float) -> bytes:
        """Send a request and read until the answer is complete."""
        assert process.stdin is not None  # all three are pipes
        assert process.stdout is not None
        assert process.stderr is not None
        reply = bytearray()
        looked = time.monotonic()
        while request and self._asked > 1 and processes.receive(process.stdout.fileno()):
            # Output after the end of the last answer belongs to no sentence. What a new process
            # writes before it reads may be its answer.
            pass
        with selectors.DefaultSelector() as selector:
            if request:
                selector.register(process.stdin, selectors.EVENT_WRITE)
            selector.register(process.stdout, selectors.EVENT_READ)
            selector.register(process.stderr, selectors.EVENT_READ)
            while True:
                now = time.monotonic()
                if self._stopped:
                    # Whatever still holds its output open is not waited for.
                    raise _Failed(_STOPPED.failure, _STOPPED.message, reply)
                if now >= deadline:
                    spent = self._limits.seconds
                    raise _Failed("time-out", f"no answer in {spent:g} s", reply)
                if now - looked >= _TICK:
                    looked = now
                    if processes.resident(process.pid) > self._limits.megabytes << 20:
                        most = self._limits.megabytes
                        raise _Failed("memory", f"more than {most} MB of memory", reply)
                for key, _ in selector.select(min(_TICK, deadline - now)):
                    if key.fileobj is process.stdin:
                        request = processes.send(process.stdin.fileno(), request)
                        if not request:
                            selector.unregister(process.stdin)
                            if self._adapter.once:
                                process.stdin.close()
                    elif key.fileobj is process.stderr:
                        said = processes.receive(process.stderr.fileno())
                        if said == b"":
                            selector.unregister(process.stderr)
                        self._errors = (self._errors + (said or b""))[-_TAIL:]
                    else:
                        said = processes.receive(process.stdout.fileno())
                        if said == b"":
                            return self._ended(process, reply)
                        reply += said or b""
                        if len(reply) > self._limits.output << 20:
                            raise _Failed(
                                "garbage", f"more than {self._limits.output} MB of output", reply
                            )
                        if not self._adapter.once and self._adapter.whole(reply, self._asked):
                            return bytes(reply)

    def _ended(self, process: "subprocess.Popen[bytes]", reply: bytearray) -> bytes:
        """The process closed its output: normal if it runs once per sentence, otherwise a crash."""
        try:
            status = process.wait(1)
        except subprocess.TimeoutExpired:
            raise _Failed("crash", "it closed its output but did not end", reply) from None
        if self._adapter.once and status == 0:
            return bytes(reply)
        raise _Failed("crash", processes.manner(status), reply)

    def _last_words(self) -> str:
        """The last line that it wrote to standard error, which often gives the reason."""
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        return f": {lines[-1].strip()[:200]}" if lines else ""


class _Late(Garbage):
    """The answer to a sentence that was asked before."""


class _Failed(Exception):
    def __init__(self, kind: str, message: str, reply: bytes | bytearray) -> None:
        super().__init__(message)
        self.kind, self.message, self.reply = kind, message, bytes(reply[: 4 * _TAIL])
