"""Run the command line as people do: another process, in a folder of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple


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
        timeout: float = 60,
    ) -> Done:
        """Run it; whatever happens, a traceback is never the answer."""
        command = [sys.executable, "-m", "karat", *map(str, arguments)]
        done = self.run(command, stdin=stdin, env=env, timeout=timeout)
        assert "Traceback" not in done.err, done.err
        return done

    def run(
        self,
        command: list[str],
        *,
        stdin: str | bytes = b"",
        env: Mapping[str, str] | None = None,
        timeout: float = 60,
    ) -> Done:
        """Run any command in the folder."""
        done = subprocess.run(
            command,
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            cwd=self.folder,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **(env or {})},
            timeout=timeout,
            check=False,
        )
        out, err = (text.decode("utf-8", "backslashreplace") for text in (done.stdout, done.stderr))
        return Done(done.returncode, out, err)
