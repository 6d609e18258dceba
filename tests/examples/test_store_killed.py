"""Writers of a store that are killed at random moments: a short form of benchmarks/kill_writers.py."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from databases import both_databases
from effort import tries

PROGRAM = Path(__file__).resolve().parents[2] / "benchmarks" / "kill_writers.py"
ROW = re.compile(
    r"\| \w+ \| [\d.]+ \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", re.MULTILINE
)


@both_databases
@pytest.mark.skipif(sys.platform == "win32", reason="there is neither fork nor kill -9")
def test_no_saved_run_is_lost_and_none_is_half_there(store_url: str) -> None:
    """Four writers save up to 20 runs each; the benchmark has 8 writers with 500 runs each."""
    runs = tries(20, least=8)
    words = [
        "--store", store_url, "--writers", "4", "--runs", str(runs), "--every", "0.1", "--patient",
    ]  # fmt: skip
    done = subprocess.run(
        [sys.executable, str(PROGRAM), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=400,
    )
    assert done.returncode == 0, done.stderr
    found = ROW.search(done.stdout)
    assert found, done.stdout
    kills, saved, deleted, _, looks, faults = map(int, found.groups())
    assert (saved, faults) == (4 * runs, 0)
    assert deleted <= 4  # a writer may be killed before it has noted a deletion
    assert kills
    assert looks
