"""Commands that are killed: a short form of benchmarks/kill_verbs.py, and parsers that go with karat."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command_line import CommandLine
from effort import slow

PROGRAM = Path(__file__).resolve().parents[2] / "benchmarks" / "kill_verbs.py"
ROW = re.compile(r"^\| all \| [\d.]+ \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)


@pytest.mark.skipif(sys.platform != "linux", reason="needs fork and /proc")
@pytest.mark.parametrize(
    "names", [["score --save", "runs tag"], *slow(["convert", "suite run"])], ids=" and ".join
)
def test_killed_commands_leave_old_or_new_files(names: list[str]) -> None:
    """Two kills of each command; the benchmark has a thousand kills of all."""
    only = [word for name in names for word in ("--only", name)]
    done = subprocess.run(
        [sys.executable, str(PROGRAM), "--kills", str(2 * len(names)), *only],
        capture_output=True, text=True, check=False, timeout=400,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = ROW.search(done.stdout)
    assert found, done.stdout
    kills, old, new, faults = map(int, found.groups())
    assert kills == 2 * len(names) == old + new
    assert faults == 0


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc to look at")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_programs_of_a_parser_end_with_karat(command: CommandLine, number: signal.Signals) -> None:
    """Also those that the parser has started, and also if karat is killed."""
    command.write("parser.sh", "sleep 600 & echo $! > child\nsleep 600\n")
    command.write("text.txt", "one\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "karat", "parse", "--with", 'command(run="sh parser.sh")', "text.txt"]
        + ["--seconds", "600"],
        cwd=command.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
    )  # fmt: skip
    child = command.folder / "child"
    while not child.exists() or not child.read_text().strip():
        time.sleep(0.02)
        assert process.poll() is None
    process.send_signal(number)
    process.wait(120)
    state = Path(f"/proc/{child.read_text().strip()}/stat")
    for _ in range(6000):
        try:
            # A dead process whose parent has not asked for its status is as good as gone.
            if state.read_text().rpartition(")")[2].split()[0] == "Z":
                return
        except OSError:
            return
        time.sleep(0.01)
    pytest.fail("the parser's child still runs")


def test_a_temporary_folder_goes_with_karat(tmp_path: Path) -> None:
    """Even if karat is killed before it could remove it."""
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "file").write_text("x")
    code = (
        "import sys; from karat.parsers.processes import remove_with_us; remove_with_us(sys.argv[1])\n"
        "print('ready', flush=True); input()"
    )
    words = [sys.executable, "-c", code, str(folder)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        assert folder.exists()
        process.kill()
    for _ in range(6000):
        if not folder.exists():
            return
        time.sleep(0.01)
    pytest.fail("the folder is still there")


FINALISED = """
import os, signal, sys, time
from karat import cli

class Finalised:
    def __del__(self):
        os.kill(os.getpid(), int(sys.argv[1]))
        for _ in range(100_000):
            pass

def work(**_):
    one = Finalised()
    del one
    time.sleep(600)

cli.karat.main = work
sys.exit(cli.run())
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no clock to look again")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_during_finalisation_is_not_lost(number: signal.Signals) -> None:
    """Python drops what is raised there; karat is told to end once more, and no traceback shows."""
    done = subprocess.run(
        [sys.executable, "-c", FINALISED, str(int(number))],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 128 + number
    assert done.stderr == "karat: stopped\n"


def test_an_interrupt_before_the_command_line_is_one_line(command: CommandLine) -> None:
    """Modules take a while to be imported; Ctrl-C at once is no reason for a traceback."""
    command.write("click.py", "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    code = "import sys; from karat.__main__ import main; sys.path.insert(0, '.'); main()"
    done = command.run([sys.executable, "-c", code, "schemes"])
    assert (done.status, done.out, done.err) == (130, "", "karat: stopped\n")


HELPED = """
import sys, time
from karat.engine.processes import Helpers

with Helpers(2) as helpers:
    results = [helpers.call(time.sleep, seconds) for seconds in (0, 600)]
    results[0]()
    print("ready", flush=True)
    results[1]()
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc to look at")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_helping_processes_end_with_karat(number: signal.Signals) -> None:
    """Those that make parts of a report; each held its own queue open, and waited for ever."""
    cores = "import karat.engine.processes as its; its.cores = lambda: 2\n"
    with subprocess.Popen(
        [sys.executable, "-c", cores + HELPED], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        begun = [path for path in Path("/proc").glob("[0-9]*/stat") if _parent(path) == process.pid]
        process.send_signal(number)
        # The output ends when all that hold it have ended.
        process.communicate(timeout=60)
    assert len(begun) == 2


def _parent(stat: Path) -> int:
    try:
        return int(stat.read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0
