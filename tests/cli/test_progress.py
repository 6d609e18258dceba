"""Progress on a real terminal: one line that is redrawn and erased, and the same result as without."""

import os
import pty
import subprocess
import sys
from pathlib import Path

TREE = "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly))))\n"
OTHER = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (ADVP (RB loudly)))\n"
# The clock of the command is a hundred times as fast, so that a short run shows its progress.
FAST = """
import sys, time
clock = time.monotonic
time.monotonic = lambda: 100 * clock()
from karat.cli import run
sys.argv[0] = "karat"
sys.exit(run())
"""


def on_terminal(*words: str, **more: str) -> tuple[str, str]:
    """Standard output, and what a terminal gets on standard error."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", FAST, *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, env={**os.environ, **more}
    ) as process:
        os.close(theirs)
        assert process.stdout is not None  # it is a pipe
        result = process.stdout.read()
        seen = b""
        while piece := _read(ours):
            seen += piece
    os.close(ours)
    assert process.returncode == 0
    return result.decode(), seen.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # the other side is closed
        return b""


def test_errors_and_recognise_show_progress_and_erase_it(tmp_path: Path) -> None:
    """The last thing on the terminal is an empty line; the result is that of a run without progress."""
    gold, system = tmp_path / "gold.mrg", tmp_path / "system.mrg"
    gold.write_text(TREE * 50_000)
    system.write_text(OTHER * 50_000)
    for words in (["errors", str(gold), str(system)], ["recognise", str(gold), "-o", "csv"]):
        result, seen = on_terminal(*words)
        lines = [line for line in seen.split("\r") if "%" in line]
        assert lines, words
        assert all(" MB/s, " in line and " left\033[K" in line for line in lines)
        assert seen.rstrip().endswith("\r\033[K")
        assert on_terminal(*words, KARAT_PROGRESS="0") == (result, "")
