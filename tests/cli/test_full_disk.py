"""A disk that is full: every verb that writes says so, and leaves nothing that keeps it full."""

import os
import resource
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import verb_commands
from karat import cli
from verb_runs import files_for_all

WRITING = {
    "convert": ("convert gold.mrg {}", "out.mrg"),
    "convert --pretty": ("convert gold.mrg {} --pretty", "out.mrg"),
    "score --per-sentence": ("score gold.mrg a.mrg --per-sentence {}", "rows.csv"),
    "score --part": ("score gold.mrg a.mrg --shard 1/2 --part {}", "half.part"),
    "score --tallies": ("score gold.mrg a.mrg --tallies {}", "tallies"),
    "score --resume": ("score gold.mrg a.mrg --resume {}", "kept"),
    "score --save": ("score gold.mrg a.mrg --save x --store sqlite:///{}", "new.db"),
    "show": ("show gold.mrg a.mrg -n 1 -o {}", "picture.svg"),
    "report": ("report gold.mrg a.mrg -o {} --samples 20 -s evalb", "page2.html"),
    "propose": ("propose good.mrg -o {}", "draft.gr"),
    "agree": ("agree gold.mrg a.mrg --samples 20 --majority {}", "majority.mrg"),
    "suite convert": ("suite convert odd.jsonl {}", "suite.toml"),
    "suite run": ("suite run few.jsonl --with right-branching --run {}", "full.run"),
    "suite errors": ("suite errors odd.run --propose {}", "by-hand.tsv"),
    "recognise": ("recognise gold.mrg --with ptb --frequencies --weights {}", "weights.toml"),
    "runs export": ("runs export --all --to {}", "all.karat"),
    "demo": ("demo --no-live --file {}", "demo2.json"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with files_for_all(tmp_path_factory.mktemp("full")) as made:
        yield made


def run_on_a_full_disk(command: str) -> tuple[int, str]:
    """Run a command in a fork that can write no byte to a file: its exit status, and what it said."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        status = 99
        try:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            for number in (1, 2):
                os.dup2(writing, number)
            sys.stdout, sys.stderr = (open(number, "w", encoding="utf-8") for number in (1, 2))  # noqa: SIM115
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
            sys.argv = ["karat", *verb_commands.words(command)]
            status = cli.run()
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(status)
    os.close(writing)
    with open(reading, encoding="utf-8", errors="replace") as stream:
        said = stream.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said


@pytest.mark.parametrize("name", WRITING)
def test_a_full_disk(folder: Path, name: str) -> None:
    """One message, exit status 2, and no new file: neither the wanted one nor a temporary one."""
    command, target = WRITING[name]
    before = {path.name for path in folder.iterdir()}
    status, said = run_on_a_full_disk(command.format(target))
    assert status == 2, said
    assert "Traceback" not in said
    assert "bug" not in said
    assert "File too large" in said or "disk" in said, said
    left = {path.name for path in folder.iterdir()} - before
    # SQLite has files of its own beside a store.
    left = {name for name in left if not name.startswith("runs.db")}
    # Folders, databases and runs are made before anything is written to them.
    made_first = name.startswith(("score --tallies", "score --resume", "score --save", "suite run"))
    assert left <= ({target} if made_first else set())
    kept = [folder / target, *(folder / target).rglob("*")]
    assert not [path for path in kept if path.is_file() and path.stat().st_size]
