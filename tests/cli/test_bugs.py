"""What goes wrong inside karat is said to be its bug; data are UTF-8 whatever the terminal is."""

import pytest

from command_line import CommandLine
from karat import cli


def test_an_unexpected_error_is_called_a_bug(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One message, no traceback, and a status that no gate takes for a missed threshold."""

    def broken(*_: object, **__: object) -> None:
        raise IndexError("no such \x1b[31m row")

    monkeypatch.setattr(cli.karat, "main", broken)
    assert cli.run() == 70
    said = capsys.readouterr().err
    assert "this is a bug in karat" in said
    assert "IndexError: no such \\x1b[31m row (test_bugs.py:" in said
    assert "Traceback" not in said
    monkeypatch.setenv("KARAT_DEBUG", "1")
    assert cli.run() == 70
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(
    "error",
    [MemoryError(), OSError(12, "Cannot allocate memory"),
     ImportError("words.so: failed to map segment from shared object")],
)  # fmt: skip
def test_too_little_memory_is_no_bug(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is the machine's, and the user can do something about it."""

    def hungry(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(cli.karat, "main", hungry)
    assert cli.run() == 2
    assert "not enough memory" in capsys.readouterr().err


def test_a_file_that_may_not_be_looked_at(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The name of the file is said, and not that the output cannot be written; root may look at all files."""

    def forbidden(*_: object, **__: object) -> bool:
        raise PermissionError(13, "Permission denied", "secret/x.tsv")

    monkeypatch.setattr("pathlib.Path.is_dir", forbidden)
    monkeypatch.setattr("sys.argv", ["karat", "suite", "list", "secret/x.tsv"])
    assert cli.run() == 2
    assert capsys.readouterr().err == "karat: secret/x.tsv: Permission denied\n"


@pytest.mark.parametrize("output", ["json", "csv"])
def test_data_are_utf8_on_any_terminal(command: CommandLine, output: str) -> None:
    """A system's name with letters that Latin-1 lacks comes out whole."""
    command.write("gold.mrg", "(S (N a))\n")
    command.write("Łódź.mrg", "(S (N a))\n")
    latin = {"PYTHONIOENCODING": "latin-1"}
    done = command("score", "gold.mrg", "Łódź.mrg", "--output", output, env=latin)
    assert "Łódź.mrg" in done.out
