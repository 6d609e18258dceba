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
import hashlib
import json
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
from corpus import built
from databases import die_with_parent
from karat.store import open_store

SENTENCES = 120
OLD = b"what was here before\n"
STORE = "runs.db"
# Of a run in a store, what depends on the clock.
_TIMED = ("seconds", "date", "created")


class Case(NamedTuple):
    """A command, the files that it writes, and what must be run before it."""

    name: str
    arguments: str
    writes: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    store: bool = False
    # Whether what is there is continued by the next run instead of replaced.
    continued: bool = False
    # Files of a new folder, which the next run refuses.
    parts: tuple[str, ...] = ()
    # Whether it takes so long that it is killed a third as often.
    slow: bool = False


_SAVED = (
    "score gold.mrg a.mrg --save first --tag old",
    "compare gold.mrg a.mrg b.mrg --save second",
)
CASES = (
    Case("convert", "convert gold.mrg out.mrg --pretty", ("out.mrg",)),
    Case("convert --view", "convert gold.mrg out.conllu --view deps", ("out.conllu",)),
    Case("score --per-sentence", "score gold.mrg a.mrg b.mrg --per-sentence rows.csv", ("rows.csv",)),
    Case("score --part", "score gold.mrg a.mrg --shard 1/2 --part 1.part", ("1.part",)),
    Case("score --resume", "score parts/gold parts/a --resume kept", continued=True),
    Case("score --tallies", "score gold.mrg a.mrg b.mrg --tallies tallies",
         parts=("tallies/a.mrg.evalb.parquet", "tallies/b.mrg.evalb.parquet")),
    Case("score --save", "score gold.mrg a.mrg --save third", before=_SAVED, store=True),
    Case("compare --save", "compare gold.mrg a.mrg b.mrg --samples 50 --save third",
         before=_SAVED, store=True),
    Case("recognise --save", "recognise karat.mrg --suite karat-200 --score --save third",
         before=_SAVED, store=True),
    Case("suite run --save", "suite run few.txt --with right-branching --run few.run --save third",
         before=_SAVED, store=True, continued=True),
    Case("suite run", "suite run some.txt --with right-branching --run some.run", continued=True),
    Case("suite convert", "suite convert karat-200 suite.toml", ("suite.toml",)),
    Case("suite errors --propose", "suite errors some.run --propose by-hand.tsv", ("by-hand.tsv",),
         ("suite run some.txt --with right-branching --run some.run",)),
    Case("recognise --weights", "recognise gold.mrg --frequencies --weights weights.toml", ("weights.toml",)),
    Case("report", "report gold.mrg a.mrg -o page.html --samples 50 --force", ("page.html",), slow=True),
    Case("show", "show gold.mrg a.mrg -n 3 -o picture.svg", ("picture.svg",)),
    Case("propose", "propose karat.mrg -o draft.gr", ("draft.gr",)),
    Case("agree --adjudicate", "agree one.gr two.gr --samples 20 --adjudicate both.gr", ("both.gr",)),
    Case("agree, three files",
         "agree gold.mrg a.mrg b.mrg --samples 20 --majority m.mrg --consensus c.mrg --key k.mrg",
         ("m.mrg", "c.mrg", "k.mrg")),
    Case("demo", "demo --no-live --file demo.json", ("demo.json",), slow=True),
    Case("runs export", "runs export --all --to all.karat", ("all.karat",), _SAVED, True),
    Case("runs import", "runs import all.karat", before=(*_SAVED, "runs export first --to all.karat",
         "runs delete first --yes"), store=True),
    Case("runs tag", "runs tag first new newer", before=_SAVED, store=True),
    Case("runs comment", "runs comment first said", before=_SAVED, store=True),
    Case("runs rename", "runs rename first last", before=_SAVED, store=True),
    Case("runs delete", "runs delete first --yes", before=_SAVED, store=True),
    Case("runs history --chart", "runs history evalb(params=collins).f1 --chart chart.svg",
         ("chart.svg",), _SAVED, store=True),
    Case("annotate new", "annotate new project one.gr --annotator ann", before=_SAVED, store=True),
)  # fmt: skip


@contextmanager
def new_folder(prefix: str) -> Iterator[Path]:
    """A temporary folder that only this process removes, not its forks at their end."""
    name = tempfile.mkdtemp(prefix=prefix)
    try:
        yield Path(name)
    finally:
        shutil.rmtree(name)


def write_inputs(folder: Path) -> None:
    """The files that the commands read; they are the same in every run."""
    made = built(SENTENCES)
    gold, one = (side.replace(b"\0", b"") for side in (made.gold, made.system))
    pairs = zip(gold.splitlines(keepends=True), one.splitlines(keepends=True), strict=True)
    other = b"".join(g if i % 3 else s for i, (g, s) in enumerate(pairs))
    for name, text in {"gold": gold, "a": one, "b": other}.items():
        (folder / f"{name}.mrg").write_bytes(text)
        lines = text.splitlines(keepends=True)
        (folder / "parts" / name).mkdir(parents=True)
        for i in range(8):
            (folder / "parts" / name / f"{i}.mrg").write_bytes(b"".join(lines[i::8]))
    words = [f"word{i} is here" for i in range(60)]
    (folder / "some.txt").write_text("\n".join(words) + "\n")
    (folder / "few.txt").write_text("\n".join(words[:10]) + "\n")
    suite = Path(sys.modules["karat"].__file__ or "").parent / "data" / "suites" / "karat-200"
    shutil.copy(suite / "trees.mrg", folder / "karat.mrg")
    relations = (suite / "gr.txt").read_text()
    (folder / "one.gr").write_text(relations)
    (folder / "two.gr").write_text(relations.replace("dobj(", "iobj("))
    (folder / "tmp").mkdir()


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


def plain(value: Any) -> Any:
    """A JSON value without what depends on the clock."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items() if key not in _TIMED}
    return [*map(plain, value)] if isinstance(value, list) else value


def content(path: Path) -> Any:
    """What is in a file, without what depends on the clock; the results of a run are in any order."""
    if not path.exists():
        return None
    data = path.read_bytes()
    try:
        if path.suffix == ".run":
            lines = [plain(json.loads(line)) for line in data.splitlines()]
            return sorted(lines, key=lambda line: line.get("at", -1))
        return plain(json.loads(data)) if path.suffix == ".json" else data
    except ValueError:
        return data  # it is the old file, or torn


def stored(folder: Path) -> Any:
    """Everything that a store has, as a value; a file whose content is not what it was is an error."""
    import sqlite3

    path = folder / STORE
    if not path.exists():
        return None
    with open_store(f"sqlite:///{path}") as store:
        runs = sorted(
            json.dumps(_run(store, line.id), sort_keys=True) for line in store.runs(limit=99)
        )
    connection = sqlite3.connect(path)
    try:
        ((sound,),) = connection.execute("pragma integrity_check").fetchall()
        tables = [
            name
            for (name,) in connection.execute("select name from sqlite_master where type = 'table'")
        ]
        rows = {
            name: connection.execute(f'select count(*) from "{name}"').fetchone()[0]
            for name in tables
        }
    finally:
        connection.close()
    return sound, runs, rows


def _run(store: Any, key: str) -> Any:
    """A run of a store, read to the last sentence."""
    found = store.run(key)
    files = []
    for one in found.files:
        if one.kept and hashlib.sha256(store.content(one.sha256)).hexdigest() != one.sha256:
            raise ValueError(f"{key}: the content of {one.name} is another one")
        # The file of a suite's run has dates.
        files.append(
            [
                one.role,
                one.name,
                one.kept,
                *(() if one.role == "output" else (one.sha256, one.size)),
            ]
        )
    tallied = store.tallied([entry.id for entry in found.entries])
    counts = [hashlib.sha256(one.tally.counts.tobytes()).hexdigest() for one in tallied]
    line = found.line
    return [line.name, line.kind, sorted(line.tags), [one.text for one in found.comments], files,
            [entry.signature for entry in found.entries], counts, plain(found.document)]  # fmt: skip


def names(folder: Path) -> set[str]:
    """All files of a folder but those of the store, which SQLite takes care of."""
    found = (str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    return {name for name in found if not name.startswith(STORE)}


def left_running(folder: Path) -> list[str]:
    """Processes that the command has started and that still run, after some patience."""
    mark = f"TMPDIR={folder / 'tmp'}\0".encode()
    for _ in range(200):
        found = []
        for path in Path("/proc").glob("[0-9]*/environ"):
            try:
                if mark in path.read_bytes() + b"\0":
                    found.append(path.parent.name)
            except OSError:
                continue
        if not found and not any((folder / "tmp").iterdir()):
            return []
        time.sleep(0.05)
    files = (f"tmp/{path.name}" for path in (folder / "tmp").iterdir())
    return [*(f"process {one}" for one in found), *files]


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
