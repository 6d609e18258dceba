"""Values of options with which nothing can be done: a message, at once."""

import pytest

import karat
from command_line import CommandLine

TREE = "(S (NP (N dogs)) (VP (V bark)))\n"


@pytest.mark.parametrize(
    ("command_", "option"),
    [
        ("score gold.mrg gold.mrg --interval", "--seed=-1"),
        ("score gold.mrg gold.mrg --interval", "--samples=99999999999999999999"),
        ("agree gold.mrg gold.mrg", "--seed=-1"),
        ("compare gold.mrg gold.mrg x=gold.mrg", "--samples=99999999999999999999"),
        ("show gold.mrg gold.mrg -n 1", "--width=99999999999999999999"),
    ],
)
def test_numbers_out_of_range(command: CommandLine, command_: str, option: str) -> None:
    command.write("gold.mrg", TREE)
    done = command(*command_.split(), option)
    assert (done.status, done.out) == (2, "")
    assert option.partition("=")[0] in done.err


def test_a_terminal_of_endless_width(command: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    command.write("gold.mrg", TREE)
    monkeypatch.setenv("COLUMNS", "9" * 20)
    done = command("show", "gold.mrg", "gold.mrg", "-n", "1")
    assert (done.status, done.err) == (0, "")


@pytest.mark.parametrize("wrong", [{"seed": -1}, {"samples": 10**20}])
def test_in_python(wrong: dict[str, int]) -> None:
    with pytest.raises(karat.KaratError, match=next(iter(wrong))):
        karat.compare(TREE, {"a": TREE, "b": TREE}, ["evalb"], **wrong)  # type: ignore[arg-type]  # one of them


@pytest.mark.parametrize(
    "options",
    ["score gold.mrg gold.mrg --shard=", "compare gold.mrg a=gold.mrg b=gold.mrg --baseline=",
     "show gold.mrg gold.mrg --scheme=", "suite score some.run --exclude=", "gr gold.mrg --genre="],
)  # fmt: skip
def test_an_empty_value_is_refused(command: CommandLine, options: str) -> None:
    """As --exclude "$X" where X is not set: what it would have done is not left out without a word."""
    command.write("gold.mrg", TREE)
    done = command(*options.split())
    assert (done.status, done.out) == (2, "")
    assert f"{options.split()[-1][:-1]} is empty" in done.err


def test_the_name_of_a_saved_run_may_be_left_out(command: CommandLine) -> None:
    command.write("gold.mrg", TREE)
    assert command("score", "gold.mrg", "gold.mrg", "--save").status == 0
