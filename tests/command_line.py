"""Run the command line as people do: another process, in a folder of its own.

Where this can be done, the process is a fork of one that has karat imported (see fork_server.py).
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fork_server import LONGEST, ForkServer, program
from patience import SECONDS

# Runs that a test saves are never put into the store of the user who runs the tests. This module may be
# imported under two names, once to look for doctests: the store is made once in each process.
_PREFIX = f"karat-store-{os.getpid()}-"
if _PREFIX not in os.environ.get("KARAT_STORE", ""):
    _OWN_STORE = tempfile.TemporaryDirectory(prefix=_PREFIX)
    os.environ["KARAT_STORE"] = f"sqlite:///{_OWN_STORE.name}/runs.db"


def _decided_early(variables: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables that Python or karat reads before a command is run."""
    early = ("PYTHON", "KARAT_KERNELS")
    return {name: text for name, text in variables.items() if name.startswith(early)}


# Those of the server; there is none where nothing can be forked, and then nothing equals them.
_DECIDED = _decided_early() if sys.platform == "linux" else None


class Done(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str


class CommandLine:
    """Calls ``python -m karat`` in a folder, and writes the files it is given there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, content: str | bytes) -> Path:
        """A file in the folder."""
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def names(self) -> set[str]:
        """What is in the folder, hidden files included."""
        return set(os.listdir(self.folder))

    def __call__(
        self,
        *arguments: str | Path,
        stdin: str | bytes = b"",
        env: Mapping[str, str] | None = None,
        timeout: float = SECONDS,
    ) -> Done:
        """Run it; whatever happens, a traceback is never the answer."""
        words = [*map(str, arguments)]
        variables = {**os.environ, **(env or {})}
        if _decided_early(variables) != _DECIDED or len(repr(words)) > LONGEST // 4:
            command = [sys.executable, "-m", "karat", *words]
            done = self.run(command, stdin=stdin, env=env, timeout=timeout)
        else:
            done = _done(*server().run(words, self.folder, _bytes(stdin), timeout, variables))
        assert "Traceback" not in done.err, done.err
        assert "this is a bug in karat" not in done.err, done.err
        return done

    def run(
        self,
        command: list[str],
        *,
        stdin: str | bytes = b"",
        env: Mapping[str, str] | None = None,
        timeout: float = SECONDS,
    ) -> Done:
        """Run any command in the folder."""
        done = subprocess.run(
            command,
            input=_bytes(stdin),
            capture_output=True,
            cwd=self.folder,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **(env or {})},
            timeout=timeout,
            check=False,
        )
        return _done(done.returncode, done.stdout, done.stderr)


def karat_program() -> list[str]:
    """The words that begin a command in another program, such as one that is not waited for."""
    plain = _DECIDED is None or _decided_early() != _DECIDED or " " in sys.executable
    return [sys.executable, "-m", "karat"] if plain else [f"{program()}/karat"]


def run_script(
    path: Path,
    *arguments: str | Path,
    folder: Path | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float = SECONDS,
) -> Done:
    """Run a Python program that imports karat, in a folder or in the current one."""
    words, place = [*map(str, arguments)], folder or Path.cwd()
    if _DECIDED is None or _decided_early() != _DECIDED:
        command = [sys.executable, str(path), *words]
        return CommandLine(place).run(command, env=env, timeout=timeout)
    variables = {**os.environ, **(env or {})}
    return _done(*server().run(words, place, b"", timeout, variables, script=str(path)))


@cache
def server() -> ForkServer:
    """The server of this process, which ends with it."""
    return ForkServer()


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _done(status: int, out: bytes, err: bytes) -> Done:
    return Done(status, *(text.decode("utf-8", "backslashreplace") for text in (out, err)))
