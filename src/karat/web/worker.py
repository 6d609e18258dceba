"""The process of a job: it limits itself, does its task, and answers with one line of JSON.

The task comes on standard input, so that nothing of it is seen in the list of processes.
"""

import contextlib
import json
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any


def main() -> int:
    """Do one task; what libraries print goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    task = json.loads(sys.stdin.buffer.read())
    _limit(task["memory"], task["seconds"])
    answers.write(json.dumps(_answer(task)).encode())
    return 0


def _answer(task: dict[str, Any]) -> dict[str, Any]:
    """The result of a task, or the message of an error in what the user gave."""
    from karat.model.errors import KaratError

    module, _, name = task["function"].partition(":")
    try:
        function = getattr(import_module(module), name)
        return {"result": function(task["arguments"], Path(task["folder"]))}
    except KaratError as error:
        return {"error": str(error)}
    except MemoryError:
        return {"error": "this needs more memory than a job may have; give smaller files"}


def _limit(memory: int, seconds: float) -> None:
    """Limit the memory and the processor time of this process, where the system can."""
    try:
        import resource
    except ImportError:
        return
    processor = int(seconds * (os.cpu_count() or 1)) + 1
    for what, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, processor),
    ):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(what, (most, most))


if __name__ == "__main__":
    sys.exit(main())
