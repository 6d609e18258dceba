"""How fast phenomena are recognised, and how much memory that takes.

    python benchmarks/recognise.py gold.mrg gold.conllu

Each file is recognised by ``karat recognise``, once as it is and once four times over, from a file and
through a pipe. The time is that of the processor, so that other programs on the machine matter little.
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple


class Cost(NamedTuple):
    """Sentences, seconds of processor time, megabytes of memory at most."""

    sentences: int
    seconds: float
    megabytes: float


def cost(path: Path, piped: bool = False) -> Cost:
    """What it costs to recognise a file."""
    with tempfile.TemporaryFile() as out:
        child = os.fork()
        if child == 0:
            os.dup2(out.fileno(), 1)
            if piped:
                _feed(path)
            command = [sys.executable, "-m", "karat", "recognise", "-" if piped else str(path)]
            os.execv(sys.executable, [*command, "--output", "csv"])
        _, status, used = os.wait4(child, 0)
        if status:
            raise SystemExit(f"{path}: karat recognise failed")
        out.seek(0)
        sentences = sum(1 for _ in out) - 1
    return Cost(sentences, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def _feed(path: Path) -> None:
    """Let another process write a file to our standard input."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.dup2(writing, 1)
        os.close(reading)
        os.execvp("cat", ["cat", str(path)])
    os.close(writing)
    os.dup2(reading, 0)


def main(paths: list[str]) -> None:
    print("file                      sentences   seconds   per second   megabytes")
    for name in paths:
        path = Path(name)
        with tempfile.NamedTemporaryFile(suffix=path.suffix) as large:
            large.write(path.read_bytes() * 4)
            large.flush()
            several = Path(large.name)
            kinds = {
                path.name: (path, False),
                f"{path.name} × 4": (several, False),
                f"{path.name} × 4, piped": (several, True),
            }
            for title, (file, piped) in kinds.items():
                one = cost(file, piped)
                rate = one.sentences / one.seconds
                print(
                    f"{title:<26}{one.sentences:>9}{one.seconds:>10.2f}{rate:>13,.0f}"
                    f"{one.megabytes:>12.0f}",
                    flush=True,
                )


if __name__ == "__main__":
    main(sys.argv[1:])
