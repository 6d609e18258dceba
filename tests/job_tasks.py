"""Tasks for jobs of the workbench, most of which do what no task should."""

import os
import signal
from pathlib import Path
from typing import Any


def quick(arguments: Any, folder: Path) -> dict[str, Any]:
    """A task that is done at once."""
    return {"answer": 42}


def greedy(arguments: Any, folder: Path) -> dict[str, Any]:
    """A task that takes memory without end."""
    held = []
    while True:
        held.append(bytes(1 << 24))


def endless(arguments: Any, folder: Path) -> dict[str, Any]:
    """A task that never ends."""
    (folder / "begun").touch()
    while True:
        pass


def faulty(arguments: Any, folder: Path) -> dict[str, Any]:
    """A task with a fault of ours."""
    raise ZeroDivisionError("secret")


def dying(arguments: Any, folder: Path) -> dict[str, Any]:
    """A task whose process dies, as of a fault in compiled code."""
    os.kill(os.getpid(), signal.SIGSEGV)
    return {}


def writing(arguments: Any, folder: Path) -> dict[str, Any]:
    """A task that makes a file."""
    (folder / "made").write_text("what was made")
    (folder / "other").write_text("what it needed")
    return {"file": "made", "name": "report <x>.html", "kind": "html"}
