"""Commands that write and are killed at random moments: no torn output, no lost result, nothing left behind.

    python benchmarks/kill_verbs.py                     1,000 kills over all verbs that write
    python benchmarks/kill_verbs.py --kills 40 --only convert --only 'score --save'

Every command runs once to its end, which gives its time and what it writes. Then it is started again and
again, in a copy of its folder where the files that it will write are there already, with other content, and
gets kill -9 at a random moment of its time; every second kill comes in the last fifth, when files are
written. After each kill

- a file has its old content or the whole new one,
- a store has what was saved before, and the run that was being saved as a whole or not at all; what the
  command has said it saved is there,
- no process that the command has started still runs, and no temporary file of it is left,
- the same command, given again and not killed, gives what it gave the first time, and the folder has only
  the files that it had then. --again 5 tries this after every fifth kill only, which is faster.

Exit status 1 if any of these fails. The moments follow from --seed.
"""

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import fork_server
from databases import die_with_parent
from kill_cases import CASES, Case, write_inputs
from kill_traces import STORE, content, left_running, names, stored

# It begins as a part does: karat puts a part in the place of no other file.
OLD = b"karat-shard that was here before\n"


@contextmanager
def new_folder(prefix: str) -> Iterator[Path]:
    """A temporary folder that only this process removes, not its forks at their end."""
    name = tempfile.mkdtemp(prefix=prefix)
    try:
        yield Path(name)
    finally:
        shutil.rmtree(name)


class Command:
    """A command that runs in a fork of this process, which has karat imported already."""

    def __init__(self, case: str, folder: Path) -> None:
        self.folder, self.begin = folder, time.monotonic()
        variables = {
            **os.environ,
            "KARAT_STORE": f"sqlite:///{folder / STORE}",
            "TMPDIR": str(folder / "tmp"),
        }
        self.out = folder.parent / f"{folder.name}.out"
        self.out.write_bytes(b"")  # it may be killed before it opens the file
        self.child = os.fork()
        if not self.child:
            die_with_parent(signal.SIGKILL)
            tempfile.tempdir = None  # it is decided anew, from TMPDIR
            opened = [os.open(os.devnull, os.O_RDONLY)]
            opened += [os.open(self.out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)]
            opened += [os.dup(opened[1])]
            request = {"arguments": case.split(), "folder": str(folder), "variables": variables}
            try:
                fork_server.become(request, opened)
            finally:
                os._exit(99)

    def end(self) -> int:
        """Wait for it: its exit status, negative if a signal ended it."""
        status = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
        self.seconds = time.monotonic() - self.begin
        return status

    def kill(self, after: float) -> bool:
        """Kill it after so many seconds; whether it was still running then."""
        time.sleep(max(0.0, self.begin + after - time.monotonic()))
        os.kill(self.child, signal.SIGKILL)
        return self.end() < 0

    def said(self) -> str:
        """What it printed."""
        return self.out.read_text(errors="replace")


def run(case: str, folder: Path) -> Command:
    """Run a command to its end; it must succeed."""
    command = Command(case, folder)
    if status := command.end():
        raise RuntimeError(f"karat {case}: exit status {status}: {command.said()[-1000:]}")
    return command


class Ended(NamedTuple):
    """How often a command was killed, what was found then, and what is wrong."""

    seconds: float
    kills: int = 0
    old: int = 0
    new: int = 0
    faults: tuple[str, ...] = ()


class Trial:
    """A command that is killed many times."""

    def __init__(self, case: Case, inputs: Path, work: Path) -> None:
        self.case, self.work = case, work
        self.start = work / "start"
        shutil.copytree(inputs, self.start)
        for one in case.before:
            run(one, self.start)
        self.before = stored(self.start) if case.store else None
        whole = self.copy("whole")
        done = run(case.arguments, whole)
        self.seconds = done.seconds
        self.names = names(whole)
        self.after = stored(whole) if case.store else None
        self.written = {name: content(whole / name) for name in (*case.writes, *case.parts)}
        self.whole = self.state(whole)

    def copy(self, name: str) -> Path:
        """A new folder for the command, with old files where it will write."""
        shutil.rmtree(self.work / name, ignore_errors=True)
        shutil.copytree(self.start, self.work / name)
        for target in self.case.writes:
            (self.work / name / target).write_bytes(OLD)
        return self.work / name

    def state(self, folder: Path) -> Any:
        """What is in all files."""
        return {name: content(folder / name) for name in sorted(names(folder))}

    def kill(self, chance: random.Random, *, again: bool) -> Iterator[str]:
        """Kill the command once. Yields "killed", "old" or "new", and what is wrong."""
        case = self.case
        late = chance.random() < 0.5
        moment = chance.uniform(0.8 if late else 0.0, 1.15) * self.seconds
        folder = self.copy("killed")
        command = Command(case.arguments, folder)
        if command.kill(moment):
            yield "killed"
        yield from (f"{one} is left after {moment:.3f} s" for one in left_running(folder))
        news = []
        for name in (*case.writes, *case.parts):
            found = content(folder / name)
            news.append(found == self.written[name])
            if not news[-1] and found != (OLD if name in case.writes else None):
                yield f"{name} is torn after {moment:.3f} s"
        complete = bool(news) and all(news)
        if case.store:
            found = stored(folder)
            complete = found == self.after != self.before
            if found not in (self.before, self.after):
                yield f"the store has something else after {moment:.3f} s"
            elif not complete and "saved as" in command.said():
                yield f"a saved run is lost after {moment:.3f} s"
        yield "new" if complete else "old"
        if again and not (case.store and complete):
            yield from self.again(folder, moment)

    def again(self, folder: Path, moment: float) -> Iterator[str]:
        """Run the command after a kill, to its end; yields what is wrong then."""
        if self.case.parts:
            extra = names(folder) - self.names
            yield from (f"{name} is left after {moment:.3f} s" for name in sorted(extra))
            shutil.rmtree(folder / Path(self.case.parts[0]).parent, ignore_errors=True)
        try:
            run(self.case.arguments, folder)
        except RuntimeError as error:
            yield f"after a kill at {moment:.3f} s: {error}"
            return
        if self.case.store and stored(folder) != self.after:
            yield f"the store differs when run again after {moment:.3f} s"
        found = self.state(folder)
        if found != self.whole:
            every = sorted(found.keys() | self.whole.keys())
            differ = [name for name in every if found.get(name) != self.whole.get(name)]
            yield f"run again after {moment:.3f} s: {', '.join(differ)} differ"


def trial(case: Case, inputs: Path, kills: int, seed: int, every: int = 1) -> Ended:
    """Kill a command so many times."""
    chance = random.Random(f"{seed} {case.name}")
    with new_folder("karat-kills-") as work:
        tried = Trial(case, inputs, work)
        counts = {"killed": 0, "old": 0, "new": 0}
        faults: list[str] = []
        for number in range(40 * kills):
            if counts["killed"] >= kills:
                break
            said = [*tried.kill(chance, again=number % every == 0)]
            killed = "killed" in said
            for one in said:
                if one not in counts:
                    faults.append(f"{case.name}: {one}")
                elif killed:
                    counts[one] += 1
        return Ended(tried.seconds, counts["killed"], counts["old"], counts["new"], tuple(faults))


def report(name: str, *figures: object) -> None:
    """A line of the table."""
    sys.stdout.write(f"| {name} | {' | '.join(map(str, figures))} |\n")
    sys.stdout.flush()


def main() -> int:
    """Kill all commands in turn, and print a table."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--kills", type=int, default=1000, help="of all commands together")
    arguments.add_argument("--only", action="append", help="the name of a command, as in the table")
    arguments.add_argument(
        "--again", type=int, default=1, metavar="N", help="run again after every N kills"
    )
    arguments.add_argument("--seed", type=int, default=16)
    given = arguments.parse_args()
    cases = [case for case in CASES if not given.only or case.name in given.only]
    fork_server.import_all()
    fork_server.read_all()
    report("command", "seconds", "kills", "old content", "new content", "faults")
    sys.stdout.write("|---|---:|---:|---:|---:|---:|\n")
    ended = []
    with new_folder("karat-inputs-") as inputs:
        write_inputs(inputs)
        weights = [1 if case.slow else 3 for case in cases]
        upto = [given.kills * sum(weights[:i]) // sum(weights) for i in range(len(cases) + 1)]
        for case, before, after in zip(cases, upto, upto[1:], strict=False):
            one = trial(case, inputs, after - before, given.seed, given.again)
            report(
                f"`{case.name}`", f"{one.seconds:.2f}", one.kills, one.old, one.new, len(one.faults)
            )
            sys.stderr.writelines(f"{fault}\n" for fault in one.faults[:20])
            ended.append(one)
    rows = [(e.kills, e.old, e.new, len(e.faults)) for e in ended]
    sums = [sum(column) for column in zip(*rows, strict=True)]
    report("all", f"{sum(e.seconds for e in ended):.2f}", *sums)
    return int(any(e.faults for e in ended))


if __name__ == "__main__":
    sys.exit(main())
