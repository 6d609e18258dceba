"""karat score --engine dask: the bytes of one process, whoever is killed meanwhile."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from command_line import CommandLine, Done, run_script
from effort import slow
from karat.engine.samples import sampled

pytest.importorskip("distributed", reason="dask is not installed")

# Every file is an order of its own, however small it is, and is shared if it has a few blocks.
KARAT = (
    "import sys; from karat.engine import orders; orders._ORDER = 1; orders._SHORTEST = 1 << 21; "
    "from karat.cli import run; sys.exit(run())"
)
FILES = 8
LONG = 300
# A view that kills the worker that calls it, or its parent, which is the client, so many times; or the
# process whose number is in a file.
DEADLY = """
import os, pathlib, signal, time

def deadly(bank):
    whom, _, times = os.environ.get("DEATHS", "").partition(" ")
    if pathlib.Path(whom).is_file():
        os.kill(int(pathlib.Path(whom).read_text()), signal.SIGKILL)
        time.sleep(60)
    for number in range(int(times or 0)):
        try:
            pathlib.Path("deaths", str(number)).touch(exist_ok=False)
        except FileExistsError:
            continue
        # Only this worker waits: another one scores and adds up meanwhile.
        while whom == "client" and not any(pathlib.Path("parts").glob("*.part")):
            time.sleep(0.01)
        os.kill(os.getppid() if whom == "client" else os.getpid(), signal.SIGKILL)
        time.sleep(60)
    return bank
"""
SCORE = ("score", "gold", "system", "--system-view", "deadly", "-o", "json")
DASK = (*SCORE, "--engine", "dask", "--workers", "2")


@pytest.fixture
def corpus(command: CommandLine) -> CommandLine:
    """A folder with gold and system in a few files, in which some sentences differ, and the deadly view."""
    for name in ("gold", "system", "plugins/views", "deaths"):
        (command.folder / name).mkdir(parents=True)
    command.write("plugins/views/deadly.py", DEADLY)
    for number in range(FILES):
        gold = [f"(S (NP (N w{n}) (N b)) (VP (V x{number})))\n" for n in range(number + 2)]
        system = [f"(S (NP (N w{n})) (VP (N b) (V x{number})))\n" for n in range(number + 1)]
        command.write(f"gold/{number}.mrg", "".join(gold))
        command.write(f"system/{number}.mrg", "".join([*system, f"(S (N other) (V x{number}))\n"]))
    return command


def run(corpus: CommandLine, *words: str, deaths: str = "") -> Done:
    """Run karat with orders of one file each; whatever happens, a traceback is never the answer."""
    env = {"KARAT_PLUGINS": str(corpus.folder / "plugins"), "DEATHS": deaths}
    if "dask" in words:
        done = corpus.run([sys.executable, "-c", KARAT, *words], env=env, timeout=LONG)
    else:  # nobody has to be started, and so it can be a fork
        path = corpus.write("karat_with_small_orders.py", KARAT)
        done = run_script(path, *words, folder=corpus.folder, env=env, timeout=LONG)
    assert "Traceback" not in done.err, done.err
    assert "this is a bug" not in done.err, done.err
    return done


def here(corpus: CommandLine) -> str:
    """What one process prints."""
    done = run(corpus, *SCORE)
    assert done.status == 0, done.err
    return done.out


@pytest.mark.parametrize("deaths", ["", "worker 1", *slow("worker 2")])
def test_workers_share_a_large_file_even_if_they_are_killed(
    corpus: CommandLine, deaths: str
) -> None:
    """One plain file of 10 MB in stretches: the same bytes as from one process."""
    gold = [f"(S (NP (N w{n % 97}) (N b)) (VP (V x)))\n" for n in range(150_000)]
    system = [line.replace("w7)", f"v{n % 3})") for n, line in enumerate(gold)]
    for name, lines in (("gold", gold), ("system", system)):
        corpus.write(f"{name}.mrg", "".join(lines))
    words = ("score", "gold.mrg", "system.mrg", *SCORE[3:], "--scheme", "evalb")
    done = run(corpus, *words, *DASK[len(SCORE) :], deaths=deaths)
    assert done.status == 0, done.err
    assert (done.out, done.err) == ((alone := run(corpus, *words)).out, alone.err)
    assert len(os.listdir(corpus.folder / "deaths")) == int(deaths[-1:] or 0)


@pytest.mark.parametrize("deaths", ["", "worker 1", *slow("worker 2")])
def test_a_cluster_prints_the_same_bytes_even_if_workers_are_killed(
    corpus: CommandLine, deaths: str
) -> None:
    """44 sentences in 8 files, of which 8 have other words; a unit goes to another worker."""
    done = run(corpus, *DASK, deaths=deaths)
    assert done.status == 0, done.err
    assert '"sentences": 44' in done.out
    assert done.out == here(corpus)
    assert len(os.listdir(corpus.folder / "deaths")) == int(deaths[-1:] or 0)


@pytest.mark.slow
def test_workers_run_no_code_from_the_current_folder(corpus: CommandLine) -> None:
    """They are started with ``python -c``, which looks for modules there."""
    for name in ("weakref.py", "subprocess.py", "multiprocessing.py"):
        corpus.write(name, "open('this-file-was-run', 'w').close()\nraise SystemExit(1)\n")
    done = corpus("score", "gold", "system", "--engine", "dask", "--workers", "2", "-q")
    assert (done.status, done.err) == (0, "")
    assert not (corpus.folder / "this-file-was-run").exists()


@pytest.mark.slow
def test_files_that_kill_three_workers_are_refused_by_name(corpus: CommandLine) -> None:
    """The message names gold's file and the system's; nothing is printed."""
    done = run(corpus, *DASK, deaths="worker 99")
    assert (done.status, done.out) == (2, "")
    assert "mrg: 3 workers died while they scored this" in done.err
    assert "gold/" in done.err
    assert "system/" in done.err


def test_a_run_whose_client_was_killed_goes_on_where_it_was(corpus: CommandLine) -> None:
    """What was kept is not scored again: its files are not needed any more."""
    words = (*DASK, "--resume", "parts")
    assert run(corpus, *words, deaths="client 1").status == -9
    kept = set(corpus.folder.glob("parts/*.part"))
    assert kept
    before = {path: path.stat().st_mtime_ns for path in kept}
    done = run(corpus, *words)
    assert done.status == 0, done.err
    assert done.out == here(corpus)
    assert before == {path: path.stat().st_mtime_ns for path in kept}
    assert run(corpus, *SCORE, "--resume", "parts").out == done.out


def test_the_first_fault_of_the_corpus_is_the_one_that_is_reported(corpus: CommandLine) -> None:
    """As in one process: the third file has too few sentences, and so has the sixth."""
    for number in (5, 2):
        corpus.write(f"system/{number}.mrg", "(S (N a))\n" * 99)
    done, alone = run(corpus, *DASK), run(corpus, *SCORE)
    assert (done.status, done.out) == (2, "")
    assert done.err == alone.err
    assert "system/2.mrg: 99 sentences, but gold/2.mrg has 4" in done.err


def test_a_folder_of_another_run_is_refused(corpus: CommandLine) -> None:
    """Other options, a file that was changed, a sum that was cut off, a folder with other files."""
    words = (*SCORE, "--resume", "parts")
    assert run(corpus, *words).status == 0
    other = run(corpus, *words, "--scheme", "flat")
    assert (other.status, other.out) == (2, "")
    assert "parts: this folder is of a run with other options" in other.err
    part = corpus.folder / "parts" / "000001.part"
    part.write_bytes(part.read_bytes()[:-9])
    cut = run(corpus, *words)
    assert (cut.status, cut.out) == (2, "")
    assert "000001.part: this is not a part of a result, or it is damaged" in cut.err
    corpus.write("gold/0.mrg", (corpus.folder / "gold/1.mrg").read_bytes())
    changed = run(corpus, *words)
    assert (changed.status, changed.out) == (2, "")
    assert "with other files" in changed.err
    assert "has other files; give a new one" in run(corpus, *SCORE, "--resume", "gold").err


@pytest.mark.parametrize(
    "words, message",
    [
        (["--scheduler", "tcp://127.0.0.1:1"], "--scheduler is about a cluster: add --engine dask"),
        (["--engine", "dask", "--interval"], "--interval needs all sentences in one place"),
        (["--engine", "dask", "--scheduler", "nowhere"], "nowhere: no scheduler answers there"),
    ],
)
def test_what_cannot_be_done_is_one_message(
    corpus: CommandLine, words: list[str], message: str
) -> None:
    """Status 2 and nothing printed."""
    done = run(corpus, *SCORE, *words)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


def test_corpora_with_other_numbers_of_files_are_refused(corpus: CommandLine) -> None:
    """A folder, a glob, and a list of files are the same corpus."""
    corpus.write("list", "".join(f"system/{number}.mrg\n" for number in range(FILES)))
    outs = [
        corpus("score", "gold", f"x={text}", "-q").out
        for text in ("system", "system/*.mrg", "@list")
    ]
    assert len(set(outs)) == 1
    assert outs[0]
    (corpus.folder / "system" / "7.mrg").unlink()
    done = corpus("score", "gold", "system")
    assert (done.status, done.out) == (2, "")
    assert "system has no file for gold/7.mrg; --pair name counts" in done.err


@contextmanager
def scheduler(folder: Path, **env: str) -> Iterator[str]:
    """The address of a scheduler with one worker, which was started in another folder."""
    facts, elsewhere = folder / "scheduler.json", folder / "elsewhere"
    elsewhere.mkdir()
    begin = [sys.executable, "-m", "distributed.cli"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": elsewhere}
    one = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(facts)]
    two = ["--scheduler-file", str(facts), "--nthreads", "1", "--no-dashboard", "--no-nanny"]
    with subprocess.Popen([*begin[:2], f"{begin[2]}.dask_scheduler", *one], **quiet) as first:  # type: ignore[call-overload]
        (folder / "scheduler.pid").write_text(str(first.pid))
        environment = {**os.environ, "KARAT_PLUGINS": str(folder / "plugins"), **env}
        worker = [*begin[:2], f"{begin[2]}.dask_worker", *two]
        with subprocess.Popen(worker, **quiet, env=environment) as second:  # type: ignore[call-overload]
            try:
                while not facts.exists() or '"address"' not in facts.read_text():
                    assert first.poll() is None
                    time.sleep(0.05)
                yield facts.read_text().partition('"address": "')[2].partition('"')[0]
            finally:
                second.kill()
                first.kill()


def test_a_running_cluster_must_see_the_files(corpus: CommandLine) -> None:
    """Its worker is in another folder: relative names are refused, absolute ones are scored."""
    with scheduler(corpus.folder) as address:
        dask = ("--engine", "dask", "--scheduler", address)
        done = run(corpus, *SCORE, *dask)
        assert (done.status, done.out) == (2, "")
        assert "gold/0.mrg: the worker tcp://127.0.0.1:" in done.err
        assert "cannot see this file (it looks in" in done.err
        words = ["score", *(str(corpus.folder / one) for one in ("gold", "system")), *SCORE[3:]]
        assert run(corpus, *words, *dask).out == run(corpus, *words).out != ""


def test_a_worker_with_another_karat_is_refused(corpus: CommandLine) -> None:
    """Here its plugins are others: it could count in another way."""
    other = corpus.folder / "others" / "views"
    other.mkdir(parents=True)
    (other / "deadly.py").write_text("def deadly(bank):\n    return bank\n")
    with scheduler(corpus.folder, KARAT_PLUGINS=str(other.parent)) as address:
        done = run(corpus, *SCORE, "--engine", "dask", "--scheduler", address)
    assert (done.status, done.out) == (2, "")
    assert "would not count in the same way as this machine: it has other plugins" in done.err


def test_a_scheduler_that_dies_is_one_message(corpus: CommandLine) -> None:
    """While files are scored; what the client waited for is lost."""
    dead = str(corpus.folder / "scheduler.pid")
    words = ["score", *(str(corpus.folder / one) for one in ("gold", "system")), *SCORE[3:]]
    with scheduler(corpus.folder, DEATHS=dead) as address:
        done = run(corpus, *words, "--engine", "dask", "--scheduler", address)
    assert (done.status, done.out) == (2, "")
    assert (
        f"{address}: the scheduler is gone; start it again, and type the command again" in done.err
    )


def test_an_interrupt_while_workers_start_is_one_word(corpus: CommandLine) -> None:
    """As after Ctrl-C, which all processes hear; Dask's tracebacks would say nothing to users."""
    begun = corpus.folder / "begun"
    preload = corpus.write(
        "slow.py",
        "import os, pathlib, signal, time\n"
        "signal.signal(signal.SIGINT, lambda *_: os._exit(1))\n"
        f"pathlib.Path({str(begun)!r}).touch()\n"
        "time.sleep(60)\n",
    )
    env = {**os.environ, "DASK_DISTRIBUTED__WORKER__PRELOAD": str(preload)}
    with subprocess.Popen(
        [sys.executable, "-m", "karat", *SCORE[:3], "--engine", "dask", "--workers", "1"],
        cwd=corpus.folder, env=env, stderr=subprocess.PIPE, text=True, start_new_session=True,
    ) as client:  # fmt: skip
        while not begun.exists():
            assert client.poll() is None
            time.sleep(0.05)
        os.killpg(client.pid, signal.SIGINT)
        _, said = client.communicate(timeout=LONG)
    assert "karat: stopped" in said
    assert "Traceback" not in said


def test_a_worker_that_sees_another_file_is_refused(corpus: CommandLine) -> None:
    """Its own folder has an old copy of a system's file under the same name, perhaps of the same size."""
    with scheduler(corpus.folder) as address:
        for side in ("gold", "system"):
            shutil.copytree(corpus.folder / side, corpus.folder / "elsewhere" / side)
        copy = corpus.folder / "elsewhere" / "system" / "3.mrg"
        words = ("score", "gold/3.mrg", "system/3.mrg", *SCORE[3:])
        text = copy.read_text()
        for other in ("another", "ether"):
            copy.write_text(text.replace("other", other))
            done = run(corpus, *words, "--engine", "dask", "--scheduler", address)
            assert (done.status, done.out) == (2, "")
            assert "system/3.mrg: the worker tcp://127.0.0.1:" in done.err
            assert "it is another file there, or was changed since the run began" in done.err


MASKS = """
from multiprocessing import active_children
from pathlib import Path
from karat.engine.cluster import _local
from karat.engine.processes import safely

if __name__ == "__main__":
    with safely(), _local(2):
        for child in active_children():
            print(Path(f"/proc/{child.pid}/status").read_text().partition("SigBlk:")[2].split()[0])
"""


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="there is no /proc")
def test_workers_do_not_get_the_signals_of_a_terminal(command: CommandLine) -> None:
    """A worker that gets Ctrl-C while it starts prints a traceback, so it gets none; karat ends it."""
    done = command.run([sys.executable, "-c", MASKS], timeout=LONG)
    assert (done.status, done.err) == (0, "")
    masks = [int(mask, 16) for mask in done.out.split()]
    wanted = sum(1 << number - 1 for number in (signal.SIGINT, signal.SIGHUP))
    assert [mask & wanted for mask in masks] == [wanted] * 2


def test_samples_are_spread_over_a_file(tmp_path: Path) -> None:
    """A small file is read as a whole; of a large one, its beginning, its end and places between."""
    one, other = tmp_path / "one", tmp_path / "other"
    for size, places in (
        (1, (0,)),
        (5000, (2500, 4999)),
        (1 << 21, (0, (1 << 21) // 63 * 17, (1 << 21) - 1)),
    ):
        one.write_bytes(b"x" * size)
        other.write_bytes(b"x" * size)
        assert sampled(str(one)) == sampled(str(other)) != ""
        for at in places:
            other.write_bytes(b"x" * at + b"y" + b"x" * (size - at - 1))
            assert sampled(str(one)) != sampled(str(other))
    assert sampled(str(tmp_path / "none")) == ""
