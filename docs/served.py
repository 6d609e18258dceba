"""A workbench for the pictures of the documentation: commands in a folder, then a server."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Folder:
    """Runs karat in a folder, with a store of its own."""

    def __init__(self, folder: Path) -> None:
        self.path = folder
        self._env = {**os.environ, "KARAT_STORE": f"sqlite:///{folder / 'runs.db'}"}

    def karat(self, line: str) -> str:
        """What a command prints."""
        done = subprocess.run(
            [sys.executable, "-m", "karat", *line.split()], cwd=self.path, env=self._env, check=True,
            capture_output=True, text=True,
        )  # fmt: skip
        return done.stdout

    @contextmanager
    def served(self) -> Iterator[str]:
        """The address of a workbench with this store."""
        server = subprocess.Popen(
            [sys.executable, "-m", "karat", "serve", "--port", "0"], cwd=self.path,
            env={**self._env, "PYTHONUNBUFFERED": "1"}, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            assert server.stdout is not None
            address = re.search(r"http://[^\s/]+", server.stdout.readline())
            assert address is not None
            yield address[0]
        finally:
            server.terminate()
            server.wait()
