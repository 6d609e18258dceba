"""Score a large corpus on a cluster of processes, kill some of them, and compare all results.

    python benchmarks/cluster.py FOLDER                    5 GB of trees in 64 pairs of .zst files
    python benchmarks/cluster.py FOLDER --gigabytes 0.3 --shards 8

FOLDER gets the trees (benchmarks/generated.py), unless it has them already. Every run must print the same
bytes as one process does; exit status 1 if one does not. The times have the start of the cluster in them.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from generated import write

SCHEME = "evalb"
DASK = ("--engine", "dask", "--workers", "2")


class Done(NamedTuple):
    """How a run went: what it printed, its seconds, processor seconds, and megabytes of a worker."""

    out: bytes
    seconds: float
    cpu: float
    megabytes: float


def main() -> None:
    """Print a table of the runs."""
    parser = argparse.ArgumentParser(description="Score a large corpus on a cluster.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--gigabytes", type=float, default=5.0)
    parser.add_argument("--shards", type=int, default=64)
    options = parser.parse_args()
    folder: Path = options.folder
    if not (folder / "gold").exists():
        read, kept = write(folder, options.gigabytes, options.shards)
        print(f"{options.shards} shards, {read / 1e9:.2f} GB of trees, {kept / 1e9:.2f} GB on disk")
    print(f"{'run':<34} {'seconds':>8} {'CPU':>8} {'MB/worker':>10}  the same bytes")
    plain = score(folder, "--threads", "1")
    show("one process, one thread", plain, plain)
    one = score(folder, "--engine", "dask", "--workers", "1")
    show("1 worker", one, plain)
    two = score(folder, *DASK)
    show("2 workers", two, plain)
    runs = [one, two]
    for title, kill in (("a worker", kill_one), ("all workers", kill_all)):
        with tempfile.TemporaryDirectory(prefix="karat-bench-") as name:
            runs.append(score(folder, *DASK, "--resume", name, then=kill, parts=Path(name)))
        show(f"2 workers, kill -9 of {title}", runs[-1], plain)
    with tempfile.TemporaryDirectory(prefix="karat-bench-") as name:
        again = (*DASK, "--resume", name)
        score(folder, *again, then=subprocess.Popen.kill, parts=Path(name))
        kept = len(list(Path(name).glob("*.part")))
        runs.append(score(folder, *again))
        show(f"kill -9 of the client, {kept} sums kept", runs[-1], plain)
        sizes = [path.stat().st_size for path in Path(name).glob("*.part")]
    print(f"a sum has {sum(sizes) / len(sizes) / 1e3:.1f} kB, and there were {len(sizes)}")
    print(f"2 workers are {one.seconds / two.seconds:.2f} times as fast as 1")
    sys.exit(any(run.out != plain.out for run in runs))


def show(title: str, run: Done, plain: Done) -> None:
    """One line of the table."""
    same = "yes" if run.out == plain.out else "NO"
    print(
        f"{title:<34} {run.seconds:8.1f} {run.cpu:8.1f} {run.megabytes:10.0f}  {same}", flush=True
    )


def score(
    folder: Path, *options: str, parts: Path = Path(),
    then: "Callable[[subprocess.Popen[bytes]], None] | None" = None,
) -> Done:  # fmt: skip
    """Run karat score; ``then`` is called with it once when the first sum is in the folder ``parts``."""
    begin, before, most = time.monotonic(), os.times(), 0.0
    command = [sys.executable, "-m", "karat", "score", "gold", "system", "-s", SCHEME]
    with (
        tempfile.TemporaryFile() as out,
        subprocess.Popen([*command, "-q", "-o", "json", *options], stdout=out, cwd=folder) as run,
    ):
        while run.poll() is None:
            most = max([most, *map(peak, workers(run.pid))])
            if then and any(parts.glob("*.part")):
                then(run)
                then = None
            time.sleep(0.05)
        seconds, now = time.monotonic() - begin, os.times()
        out.seek(0)
        cpu = (
            now.children_user + now.children_system - before.children_user - before.children_system
        )
        return Done(out.read(), seconds, cpu, most)


def workers(pid: int) -> list[int]:
    """The processes that a process has started to score."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int(folder.joinpath("stat").read_text().rpartition(")")[2].split()[1])
            if parent == pid and b"spawn_main" in folder.joinpath("cmdline").read_bytes():
                found.append(int(folder.name))
        except OSError:
            pass  # it has ended
    return sorted(found)


def peak(pid: int) -> float:
    """The most memory that a process has had, in megabytes."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def kill_one(run: "subprocess.Popen[bytes]") -> None:
    """Kill one of the workers that karat has started."""
    os.kill(workers(run.pid)[0], signal.SIGKILL)


def kill_all(run: "subprocess.Popen[bytes]") -> None:
    """Kill all of them."""
    for pid in workers(run.pid):
        os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
