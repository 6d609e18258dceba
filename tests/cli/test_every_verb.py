"""What holds for every verb: nothing steers the terminal, no file is left open."""

import gc
import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import verb_commands
from command_line import CommandLine
from hostile_strings import UNSEEN
from karat import cli
from verb_commands import COMMANDS, WAITING, words
from verb_runs import files_for_all, run

# Colours and the progress bar are our own.
OURS = re.compile("\x1b\\[[0-9;]*m|\r|\x1b\\[K")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with files_for_all(tmp_path_factory.mktemp("verbs")) as made:
        yield made


def test_every_verb_is_here() -> None:
    there = {words(command)[0] for command in COMMANDS.values()} | WAITING
    assert there == set(cli.karat.list_commands(click.Context(cli.karat)))


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_steers_the_terminal_and_no_file_stays_open(folder: Path, name: str) -> None:
    """Words, labels, names and what a parser says are escapes; every file is closed when it was read."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ResourceWarning)
        gc.freeze()  # what other tests have left need not be looked through
        ran = run(COMMANDS[name], verb_commands.stdin(name))
        gc.collect()
        gc.unfreeze()
    # A command shows warnings as notes.
    assert "unclosed" not in ran.shown, ran.shown
    assert ran.status in (0, 1, 2), ran.shown[-2000:]
    assert "Traceback" not in ran.shown
    found = UNSEEN.search(OURS.sub("", ran.shown))
    assert not found, ascii(OURS.sub("", ran.shown)[max(0, found.start() - 60) : found.end() + 60])
    assert not [str(one.message) for one in caught if issubclass(one.category, ResourceWarning)]


@pytest.mark.parametrize("wrong", ["missing", "unknown.dat"])
@pytest.mark.parametrize(
    "command_line",
    [
        "score gold.mrg WRONG", "score gold.mrg gold.mrg WRONG", "score gold.mrg WRONG --lenient",
        "compare gold.mrg gold.mrg WRONG", "evalb gold.mrg WRONG", "agree gold.mrg WRONG",
        "gr gold.gr WRONG", "errors gold.mrg WRONG", "convert WRONG out.mrg", "check WRONG", "propose WRONG",
    ],
)  # fmt: skip
def test_no_file_stays_open_beside_one_that_cannot_be_read(
    command: CommandLine, wrong: str, command_line: str
) -> None:
    """Those that were opened before it are closed, and so is it, if it is in no known format."""
    command.write("gold.mrg", "(S (NP (NN a)) (VP (VB b)))\n")
    command.write("gold.gr", "dobj(a, b)\n")
    command.write("unknown.dat", "hello\nworld\n")
    python = [sys.executable, "-X", "dev", "-m", "karat"]
    done = command.run([*python, *command_line.replace("WRONG", wrong).split()])
    assert done.status in (1, 2)
    assert "unclosed" not in done.err
