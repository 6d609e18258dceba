"""Score a large corpus on a cluster of processes, kill some of them, and compare all results.

    python benchmarks/cluster.py FOLDER                    5 GB of trees in 64 pairs of .zst files
    python benchmarks/cluster.py FOLDER --gigabytes 0.3 --shards 8
    python benchmarks/cluster.py FOLDER --plain 2          2 GB as one pair of plain files
    python benchmarks/cluster.py FOLDER --linear           1, 10 and 100 files in one process

FOLDER must be new; it gets the trees (benchmarks/generated.py), and is deleted in the end unless --keep is
given. Nothing is written if the disk would have less than RESERVE left. Every run must print the same bytes
as one process does; exit status 1 if one does not. The times have the start of the cluster in them.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from generated import write

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

# Gigabytes that must stay free, and the share of their size that trees have when they are compressed.
RESERVE, PACKED = 5.0, 0.26
SCHEME = "evalb"
DASK = ("--engine", "dask", "--workers", "2")


class Done(NamedTuple):
    """How a run went: what it printed, its seconds, processor seconds, and megabytes of a worker.

    Without workers, the megabytes are those of the process.
    """

    out: bytes
    seconds: float
    cpu: float
    megabytes: float


def main() -> None:
    """Write the trees, print a table of the runs, and delete the trees."""
    parser = argparse.ArgumentParser(description="Score a large corpus on a cluster.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--gigabytes", type=float, default=0.0, help="default: 5; 1 for --linear")
    parser.add_argument("--shards", type=int, default=64)
    parser.add_argument("--plain", type=float, default=0.0, metavar="GIGABYTES")
    parser.add_argument("--linear", action="store_true")
    parser.add_argument("--keep", action="store_true", help="do not delete the trees")
    options = parser.parse_args()
    folder: Path = options.folder
    gigabytes = options.plain or options.gigabytes or (1.0 if options.linear else 5.0)
    shards = 1 if options.plain else 100 if options.linear else options.shards
    kept = (folder / "gold").exists()
    if not kept:
        check_space(folder, gigabytes * (PACKED + bool(options.plain)))
    try:
        if not kept:
            read, size = write(folder, gigabytes, shards)
            gigabytes = read / 1e9
            print(f"{shards} shards, {gigabytes:.2f} GB of trees, {size / 1e9:.2f} GB on disk")
        if options.plain:
            unpack(folder)
        same = linear(folder, gigabytes) if options.linear else clusters(folder)
    finally:
        if not (kept or options.keep):
            shutil.rmtree(folder, ignore_errors=True)
    sys.exit(not same)


def check_space(folder: Path, gigabytes: float) -> None:
    """Refuse to fill the disk."""
    folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free / 1e9
    if free - gigabytes < RESERVE:
        sys.exit(f"{folder}: {gigabytes:.1f} GB are needed, and {free:.1f} GB are free")


def unpack(folder: Path) -> None:
    """Replace compressed files by plain ones."""
    for path in folder.glob("*/*.zst"):
        with zstd.open(path, "rb") as packed, path.with_suffix("").open("wb") as plain:
            shutil.copyfileobj(packed, plain, 1 << 20)
        path.unlink()


def linear(folder: Path, gigabytes: float) -> bool:
    """Score 1, 10 and 100 files in one process with one thread."""
    print(
        f"{'files':>6} {'GB':>6} {'seconds':>8} {'CPU':>8} {'MB/s':>6} {'sentences/s':>12} {'peak MB':>8}"
    )
    for files in (1, 10, 100):
        for side in ("gold", "system"):
            names = sorted((folder / side).iterdir())[:files]
            lines = "".join(f"{path.relative_to(folder)}\n" for path in names)
            (folder / f"{side}.list").write_text(lines)
        run = score(folder, "--threads", "1", names=("@gold.list", "@system.list"))
        sentences, size = json.loads(run.out)["gold"]["sentences"], gigabytes * files / 100
        speeds = f"{1e3 * size / run.cpu:6.0f} {sentences / run.cpu:12,.0f}"
        print(
            f"{files:6} {size:6.2f} {run.seconds:8.1f} {run.cpu:8.2f} {speeds} {run.megabytes:8.0f}"
        )
    print("MB/s and sentences/s are per second of processor time, gold and system together")
    return True


def clusters(folder: Path) -> bool:
    """One process, one worker, two, and two of which some are killed; whether all print the same."""
    print(f"{'run':<34} {'seconds':>8} {'CPU':>8} {'MB/worker':>10}  the same bytes")
    plain = score(folder, "--threads", "1")
    show("one process, one thread", plain, plain)
    one = score(folder, "--engine", "dask", "--workers", "1")
    show("1 worker", one, plain)
    two = score(folder, *DASK)
    show("2 workers", two, plain)
    runs = [one, two]
    for title, kill in (("a worker", kill_one), ("all workers", kill_all)):
        runs.append(score(folder, *DASK, then=kill, after=two.cpu / 2))
        show(f"2 workers, kill -9 of {title}", runs[-1], plain)
    with tempfile.TemporaryDirectory(prefix="karat-bench-") as name:
        again = (*DASK, "--resume", name)
        score(folder, *again, then=subprocess.Popen.kill, after=two.cpu / 2)
        kept = len(list(Path(name).glob("*.part")))
        runs.append(score(folder, *again))
        show(f"kill -9 of the client, {kept} sums kept", runs[-1], plain)
        sizes = [path.stat().st_size for path in Path(name).glob("*.part")]
    print(f"a sum has {sum(sizes) / len(sizes) / 1e3:.1f} kB, and there were {len(sizes)}")
    print(f"2 workers are {one.seconds / two.seconds:.2f} times as fast as 1")
    return all(run.out == plain.out for run in runs)


def show(title: str, run: Done, plain: Done) -> None:
    """One line of the table."""
    same = "yes" if run.out == plain.out else "NO"
    print(
        f"{title:<34} {run.seconds:8.1f} {run.cpu:8.1f} {run.megabytes:10.0f}  {same}", flush=True
    )


def score(
    folder: Path, *options: str, names: tuple[str, str] = ("gold", "system"), after: float = 0.0,
    then: "Callable[[subprocess.Popen[bytes]], None] | None" = None,
) -> Done:  # fmt: skip
    """Run karat score; ``then`` is called with it once, after so many processor seconds of its workers.

    It is an error if the run ends before that.
    """
    begin, before, most = time.monotonic(), os.times(), 0.0
    command = [sys.executable, "-m", "karat", "score", *names, "-s", SCHEME]
    with (
        tempfile.TemporaryFile() as out,
        subprocess.Popen([*command, "-q", "-o", "json", *options], stdout=out, cwd=folder) as run,
    ):
        while run.poll() is None:
            most = max([most, *map(peak, workers(run.pid) or [run.pid])])
            if then and sum(map(used, workers(run.pid))) > after:
                then(run)
                then = None
            time.sleep(0.05)
        if then:
            sys.exit("the run was over before anything was killed")
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


def used(pid: int) -> float:
    """The processor seconds that a process has used."""
    try:
        facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")


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
