"""The site, built as make site builds it."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def built(temporary: Path) -> Path:
    """The site, which the first of the processes that run tests builds, and the others wait for.

    ``temporary`` is the folder in which each of these processes has its own.
    """
    folder, said = temporary / "site", temporary / "site.txt"
    with (temporary / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not said.exists():
            said.write_text(build(folder), "utf-8")
    assert "WARNING" not in said.read_text("utf-8")
    return folder


def build(folder: Path) -> str:
    """Build it into a folder, and return what MkDocs says; a warning is an error."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stderr
    return done.stderr
