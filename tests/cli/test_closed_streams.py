"""Standard streams that whoever starts karat has closed: results stay the same, and what is lost is said."""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import verb_commands
from verb_commands import COMMANDS, words
from verb_runs import files_for_all

KARAT = [sys.executable, "-m", "karat"]
# These are tried before every change: files, standard input, a parser's process, what is written.
SOME = ("score, failed", "conlleval", "parse, words", "check", "report")
EACH = [
    pytest.param(name, marks=() if name in SOME else pytest.mark.slow)
    for name in COMMANDS
    if name != "demo"  # prints how long it took
]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes streams")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with files_for_all(tmp_path_factory.mktemp("closed")) as made:
        yield made


def run(name: str, closed: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """A command of every verb, with streams closed in the words of a shell."""
    (folder / "new.run").unlink(missing_ok=True)
    line = f"exec {shlex.join([*KARAT, *words(COMMANDS[name])])} {closed}"
    return subprocess.run(
        ["sh", "-c", line], cwd=folder, capture_output=True, input=verb_commands.stdin(name),
        timeout=300, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("name", EACH)
def test_nothing_changes_without_a_stream_that_is_not_needed(folder: Path, name: str) -> None:
    """Without standard input, or with standard error closed or full: the same status, the same output."""
    usual = run(name, "", folder)
    assert usual.returncode in (0, 1, 2)
    for closed in ("<&-", "2>&-", "2>/dev/full"):
        done = run(name, closed, folder)
        if closed == "<&-" and name == "conlleval":
            assert done.returncode == 2
            assert done.stderr == b"karat: standard input is closed; give a file\n"
        else:
            assert (done.returncode, done.stdout) == (usual.returncode, usual.stdout)


@pytest.mark.parametrize("name", EACH)
def test_output_that_cannot_be_printed_is_an_error(folder: Path, name: str) -> None:
    """Never success, as if somebody had seen it; but a verb that writes a file has nothing to print."""
    usual, done = run(name, "", folder), run(name, ">&-", folder)
    if usual.stdout:
        assert done.returncode == 2
        assert b"karat: the output cannot be written: it is closed\n" in done.stderr
    else:
        assert done.returncode == usual.returncode
    assert b"bug in karat" not in done.stderr


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("score no-such-file a.mrg", 2),
        ("score gold.mrg a.mrg --no-such-option", 2),
        ("no-such-verb", 2),
        ("score gold.mrg a.mrg -s evalb --fail-under evalb.f1=1", 1),
        ("convert noted.mrg - --view deps", 0),  # with notes before what it writes
    ],
)
@pytest.mark.parametrize("lost", ["2>/dev/full", "2> left"])
def test_messages_that_cannot_be_written_change_nothing(
    folder: Path, line: str, status: int, lost: str
) -> None:
    """The disk of standard error is full, or its reader left: status 1 would mean a missed threshold."""
    (folder / "noted.mrg").write_text("(Q (X a) (Z (Y b)))\n")  # labels that no profile has
    command, reader = f"exec {shlex.join(KARAT)} {line}", ""
    if "left" in lost:
        (folder / "left").unlink(missing_ok=True)
        os.mkfifo(folder / "left")
        reader = (
            "exec 3<>left; exec 4>left; exec 3<&-; "  # a writer, of which the only reader leaves
        )
        lost = "2>&4"
    usual, done = (
        subprocess.run(["sh", "-c", text], cwd=folder, capture_output=True, check=False)
        for text in (command, f"{reader}{command} {lost}")
    )
    assert usual.returncode == status
    assert usual.stderr
    assert (done.returncode, done.stdout, done.stderr) == (status, usual.stdout, b"")


def test_files_are_written_where_streams_are_closed(folder: Path) -> None:
    """A file never gets the number of a stream, and with it what others print."""
    line = "score gold.mrg a.mrg -s evalb -q --per-sentence "
    for path, closed in (("a.csv", ""), ("b.csv", "<&- 2>&-")):
        command = f"exec {shlex.join(KARAT)} {line} {path} {closed}"
        subprocess.run(["sh", "-c", command], cwd=folder, stdout=subprocess.DEVNULL, check=True)
    assert (folder / "b.csv").read_bytes() == (folder / "a.csv").read_bytes()


def test_a_store_is_imported_from_an_open_stream_only(folder: Path) -> None:
    line = f"exec {shlex.join(KARAT)} runs import - <&-"
    done = subprocess.run(["sh", "-c", line], cwd=folder, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr == b"karat: standard input is closed; give a file\n"
