"""A file without sentences is nearly always there by accident: every verb refuses it, and says so."""

import pytest

from command_line import CommandLine

TREES = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n(S (NP (PRP it)) (VP (VBZ rains)))\n"
ROWS = "1\tit\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2\trains\train\tVERB\tVBZ\t_\t0\troot\t_\t_\n\n"
EMPTY = {
    "empty.mrg": "",
    "empty.conllu": "",
    "empty.gr": "",
    "empty.iob": "",
    "blank.conllu": "\n\n",
}


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    for name, content in {"gold.mrg": TREES, "gold.conllu": ROWS, **EMPTY}.items():
        command.write(name, content)
    return command


@pytest.mark.parametrize(
    "arguments",
    [
        "check empty.mrg",
        "check empty.conllu",
        "check empty.gr",
        "check empty.iob",
        "check blank.conllu",
        "check empty.mrg --format brackets",
        "check empty.mrg --key",
        "check empty.mrg --lenient",
        "score empty.mrg gold.mrg",
        "score gold.mrg empty.mrg",
        "score gold.mrg gold.mrg empty.mrg",
        "score gold.mrg empty.mrg --lenient",
        "score gold.mrg empty.mrg --scheme parseval",
        "score empty.conllu gold.conllu",
        "score gold.conllu empty.conllu",
        "score gold.conllu empty.conllu --scheme deps",
        "show empty.mrg gold.mrg",
        "show gold.mrg empty.mrg",
        "explain evalb.f1 gold.mrg empty.mrg",
        "agree gold.mrg empty.mrg",
        "agree empty.mrg empty.mrg",
        "gr gold.mrg empty.mrg",
        "convert empty.mrg out.mrg",
        "convert blank.conllu out.conllu",
        "convert empty.mrg out.mrg --lenient",
        "propose empty.mrg",
        "recognise empty.mrg",
    ],
)
def test_a_file_without_sentences_is_refused(files: CommandLine, arguments: str) -> None:
    done = files(*arguments.split())
    empty = next(name for name in arguments.split() if name in EMPTY)
    assert (done.status, done.out, done.err) == (2, "", f"karat: {empty}: it has no sentences\n")
    assert not files.names() & {"out.mrg", "out.conllu"}


def test_standard_input_without_sentences(files: CommandLine) -> None:
    done = files("score", "gold.mrg", "-")
    assert (done.status, done.err) == (2, "karat: -: it has no sentences\n")


def test_blank_lines_are_sentences_without_a_parse(files: CommandLine) -> None:
    """A parser that failed on every sentence has a score."""
    files.write("blank.mrg", "\n\n")
    done = files("score", "gold.mrg", "blank.mrg", "--scheme", "evalb(failed=empty)")
    assert done.status == 0
    assert "no score for 2 sentences (2 no system parse)" in done.out
    done = files("check", "blank.mrg")
    assert (done.status, done.out) == (0, "blank.mrg: 2 sentences, no fault\n")
