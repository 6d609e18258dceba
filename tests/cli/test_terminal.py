"""Progress on a real terminal: seen, within its width, and gone before anything else is said."""

import re
from pathlib import Path

import pytest

from effort import slow

pytest.importorskip("pty", reason="there are no terminals to open here")
from command_line import CommandLine
from terminals import on_a_terminal

TREE = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n"
FRENCH = (
    "1\tLe\tle\tDET\t_\t_\t2\tdet\t_\t_\n2\tchat\tchat\tNOUN\t_\t_\t3\tnsubj\t_\t_\n"
    "3\tdort\tdormir\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)
CHUNKS = b"the DT B-NP B-NP\ndog NN I-NP O\n\n"

VERBS = {
    "convert": ["convert", "gold.mrg", "out.mrg"],
    "check": ["check", "gold.mrg"],
    "score": ["score", "gold.mrg", "system.mrg", "--output", "json"],
    "errors": ["errors", "large.mrg", "large.mrg"],
    "gr": ["gr", "fr.conllu"],
    "gr of two": ["gr", "fr.conllu", "other.conllu"],
    "propose": ["propose", "fr.conllu"],
    "recognise": ["recognise", "gold.mrg", "--frequencies"],
    "evalb": ["evalb", "gold.mrg", "system.mrg"],
    "conll18": ["conll18", "fr.conllu", "other.conllu"],
    "conlleval": ["conlleval"],
}


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    """Files for every verb; a large one for karat errors, which shows nothing for small ones."""
    command.write("gold.mrg", TREE * 200)
    command.write("system.mrg", TREE * 198 + "(S (DT the))\n" + TREE.replace("NP", "VP"))
    command.write("large.mrg", TREE * 25_000)
    command.write("fr.conllu", FRENCH * 50)
    command.write("other.conllu", FRENCH * 50)
    return command


@pytest.mark.parametrize("columns", [40, *slow(100)])
@pytest.mark.parametrize("verb", VERBS)
def test_a_bar_is_shown_and_erased(files: CommandLine, verb: str, columns: int) -> None:
    """It has speed and remaining time, fits into the terminal, and leaves what a file would get."""
    arguments = VERBS[verb]
    done = on_a_terminal(*arguments, folder=files.folder, columns=columns, stdin=CHUNKS * 100)
    plain = files(*arguments, stdin=CHUNKS * 100)
    bars = re.findall(r"\r([^\r\n]*MB/s[^\r\n]*)\033\[K", done.sent)
    assert bars
    assert all(len(bar) < columns for bar in bars)
    assert all("%" in bar and (columns == 40 or " left" in bar) for bar in bars)
    assert (done.status, done.out.decode()) == (plain.status, plain.out)
    said = [line[i : i + columns].rstrip() for line in plain.err.splitlines()
            for i in range(0, len(line), columns)]  # fmt: skip
    assert done.screen == [line for line in said if line]


@pytest.mark.parametrize("env", [{"KARAT_PROGRESS": "0"}, {"TERM": "dumb"}])
def test_no_bar_where_it_is_not_wanted(files: CommandLine, env: dict[str, str]) -> None:
    done = on_a_terminal("check", "gold.mrg", folder=files.folder, env=env)
    assert (done.status, done.sent) == (0, "")


def test_no_bar_with_quiet(files: CommandLine) -> None:
    done = on_a_terminal("gr", "fr.conllu", "--quiet", folder=files.folder)
    assert (done.status, done.sent) == (0, "")
    assert done.out


def test_no_colour_is_about_colours_only(files: CommandLine) -> None:
    """The bar has none, so it is the same."""
    done = on_a_terminal("check", "gold.mrg", folder=files.folder, env={"NO_COLOR": "1"})
    assert "MB/s" in done.sent
    assert "\033[3" not in done.sent


@pytest.mark.parametrize("verb", ["convert", "evalb", "propose"])
def test_no_bar_between_lines_of_output(files: CommandLine, verb: str) -> None:
    """These write while they read: if both streams are the terminal, only output is on it."""
    arguments = [*VERBS[verb][:2], "-"] if verb == "convert" else VERBS[verb]
    done = on_a_terminal(*arguments, folder=files.folder, both=True)
    assert done.status == 0
    assert "MB/s" not in done.sent
    assert "\033[K" not in done.sent


def test_a_message_stands_alone(command: CommandLine) -> None:
    """The bar of the first block is erased before the error of the second one."""
    command.write("bad.mrg", TREE * 150_000 + "(S (NN a)\n" + TREE)
    done = on_a_terminal("convert", "bad.mrg", "out.mrg", folder=command.folder)
    assert "MB/s" in done.sent
    assert done.status == 2
    assert done.screen[0].startswith("karat: bad.mrg:150001:")
    assert "█" not in "".join(done.screen)
    assert not (command.folder / "out.mrg").exists()


def test_messages_of_evalb_stand_alone(command: CommandLine) -> None:
    """Its own messages, on the first and the last line, with bars between them."""
    other = "(S (DT a))\n"
    command.write("gold.mrg", other + TREE * 60_000 + other)
    command.write("test.mrg", TREE * 60_002)
    done = on_a_terminal("evalb", "gold.mrg", "test.mrg", folder=command.folder)
    assert "MB/s" in done.sent
    assert done.screen == [
        "1 : Length unmatch (1|3)",
        "60002 : Length unmatch (1|3)",
    ]


@pytest.mark.parametrize("verb", VERBS)
def test_nothing_is_steered_where_there_is_no_terminal(files: CommandLine, verb: str) -> None:
    done = files(*VERBS[verb], stdin=CHUNKS * 100)
    assert not re.search(r"[\r\033█]", done.out + done.err)


def test_the_bar_of_a_compressed_file_gives_no_share(command: CommandLine, tmp_path: Path) -> None:
    """Nobody knows how much it will unpack to."""
    import gzip

    command.write("gold.mrg.gz", gzip.compress(TREE.encode() * 60_000))
    done = on_a_terminal("check", "gold.mrg.gz", folder=command.folder)
    assert "MB/s" in done.sent
    assert "%" not in done.sent
