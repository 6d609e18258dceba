"""karat adequacy, through the command line."""

import json

from command_line import CommandLine

GOLD = "(S (NP (N a) (N b)) (VP (V c)))\n"
PROFILE = 'name = "use"\n[[need]]\nscheme = "evalb"\nlabels = ["NP"]\n'


def prepared(command: CommandLine) -> list[str]:
    """Files of a run, and its arguments."""
    command.write("gold.mrg", GOLD)
    command.write("x.mrg", GOLD)
    command.write("use.toml", PROFILE)
    return ["adequacy", "gold.mrg", "x.mrg", "--profile", "use.toml"]


def test_table_and_json(command: CommandLine) -> None:
    """The same figures in both."""
    arguments = prepared(command)
    table = command(*arguments)
    assert table.status == 0
    assert "100.00 [100.00, 100.00]" in table.out
    result = json.loads(command(*arguments, "--output", "json").out)
    assert result["systems"][0]["fitness"]["value"] == 1


def test_a_task_is_read(command: CommandLine) -> None:
    """A column by the file's name."""
    command.write("task.tsv", "x.mrg\n0.25\n")
    done = command(*prepared(command), "--task", "task.tsv", "--output", "json")
    assert json.loads(done.out)["systems"][0]["task"]["value"] == 0.25


def test_what_is_wrong_is_said(command: CommandLine) -> None:
    """One message, status 2."""
    arguments = prepared(command)
    command.write("use.toml", "[[need]]\n")
    assert command(*arguments).status == 2
    command.write("use.toml", "not toml")
    done = command(*arguments)
    assert (done.status, "use.toml" in done.err, "Traceback" in done.err) == (2, True, False)
    command.write("use.toml", PROFILE)
    command.write("task.tsv", "y.mrg\n1\n")
    done = command(*arguments, "--task", "task.tsv")
    assert (done.status, "no column for x.mrg" in done.err) == (2, True)
    command.write("task.tsv", "x.mrg\nmany\n")
    assert "task.tsv:2" in command(*arguments, "--task", "task.tsv").err


def test_empty_gold_and_too_many_sentences_are_refused(command: CommandLine) -> None:
    """Not a table of nothing."""
    arguments = prepared(command)
    command.write("x.mrg", GOLD + GOLD)
    done = command(*arguments)
    assert (done.status, "2 sentences, but gold has 1" in done.err) == (2, True)
    command.write("gold.mrg", "")
    done = command(*arguments)
    assert (done.status, "there is no sentence in it" in done.err) == (2, True)
