"""The workbench for tests: ``karat serve`` as people start it, in a process of its own."""

import os
import re
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import NamedTuple

from command_line import karat_program
from patience import SECONDS

ADDRESS = re.compile(r"http://[^\s/]+")


class Answer(NamedTuple):
    """What a server answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class Server:
    """``karat serve`` on a free port of the loopback device, with a store.

    with Server("sqlite:///runs.db") as server: server.ask("/health")

    If it is not ``forked``, ``process`` is the server itself, and nothing between it and the test.
    """

    def __init__(
        self,
        store: str,
        *options: str,
        env: Mapping[str, str] | None = None,
        forked: bool = True,
    ) -> None:
        begin = karat_program() if forked else [sys.executable, "-m", "karat"]
        self.command = [*begin, "serve", "--port", "0", "--store", store, *options]
        self.env = {**os.environ, "PYTHONUNBUFFERED": "1", **(env or {})}
        self.said: list[str] = []
        self.origin = ""
        self._ready = threading.Event()

    def __enter__(self) -> "Server":
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self.env,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if not self._ready.wait(SECONDS) or not self.origin:
            self.__exit__()
            raise RuntimeError("karat serve did not start:\n" + "".join(self.said))
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._reader.join(SECONDS)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            if not self.origin and (found := ADDRESS.search(line)):
                self.origin = found[0]
                self._ready.set()
        self.process.stdout.close()
        self._ready.set()

    def ask(self, path: str, timeout: float = SECONDS) -> Answer:
        """The answer to a GET request, whatever its status is."""
        try:
            with urllib.request.urlopen(self.origin + path, timeout=timeout) as answer:
                return Answer(answer.status, dict(answer.headers), answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, dict(error.headers), error.read())
