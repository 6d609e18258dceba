"""An enhanced graph (DEPS) that cannot be read is never left out in silence."""

import json

import pytest

from command_line import CommandLine

ROWS = (
    "1\tDogs\tdog\tNOUN\t_\t_\t2\tnsubj\t2:nsubj\t_\n2\tbark\tbark\tVERB\t_\t_\t0\troot\t{}\t_\n\n"
)
# The first sentence has no graph that can be read, the third a head that is not there.
FAULTY = "".join(ROWS.format(deps) for deps in ("garbage", "0:root", "9:root"))
FINE = ROWS.format("0:root") * 3
SAID = "where the enhanced graph (DEPS) cannot be read (karat check says where), in 2 sentences"
RULES = """format = "conllu"
[phenomena]
barks = "something barks"

[[rule]]
phenomenon = "barks"
enhanced = '{lemma:bark} >nsubj {}'
"""


@pytest.fixture(autouse=True)
def files(command: CommandLine) -> None:
    for name, text in (("bad.conllu", FAULTY), ("fine.conllu", FINE), ("rules.toml", RULES)):
        command.write(name, text)


@pytest.mark.parametrize(
    "arguments",
    [
        ("convert", "FILE", "-", "--view", "gr", "--to", "gr"),
        ("gr", "FILE"),
        ("gr", "fine.conllu", "FILE"),
        ("gr", "--agree", "fine.conllu", "FILE"),
        ("propose", "FILE"),
        ("score", "fine.conllu", "FILE", "-s", "gr"),
    ],
)
def test_relations_say_how_many_graphs_they_left_out(
    command: CommandLine, arguments: tuple[str, ...]
) -> None:
    done = command(*(one.replace("FILE", "bad.conllu") for one in arguments))
    assert done.status == 0
    assert SAID in " ".join((done.out + done.err).split())
    fine = command(*(one.replace("FILE", "fine.conllu") for one in arguments))
    assert "DEPS" not in fine.out + fine.err


@pytest.mark.parametrize("arguments", ["bad.conllu fine.conllu", "fine.conllu bad.conllu"])
def test_the_file_with_the_faulty_graphs_is_named(command: CommandLine, arguments: str) -> None:
    """Whether it is gold's or a system's; the numbers of its lines are what karat check is for."""
    done = command("score", *arguments.split(), "-s", "gr", "-o", "json")
    (result,) = json.loads(done.out)["results"]
    (note,) = [one for one in result["notes"] if "DEPS" in one]
    assert note.startswith("bad.conllu: relations come from the tree (HEAD) alone")
    both = command("score", "fine.conllu", "fine.conllu", "bad.conllu", "-s", "gr").out
    assert both.count("bad.conllu: relations come from the tree") == 1


def test_the_tree_is_used_for_the_whole_sentence(command: CommandLine) -> None:
    """Not some edges of the graph, and others of the tree."""
    both = (
        "1\tKim\tKim\tPROPN\t_\t_\t2\tnsubj\t2:obj\t_\n"
        "2\tsleeps\tsleep\tVERB\t_\t_\t0\troot\t{}\t_\n\n"
    )
    command.write("x.conllu", both.format("0:root") + both.format("x"))
    done = command("convert", "x.conllu", "-", "--view", "gr", "--to", "gr")
    first, second = done.out.strip().split("\n\n")
    assert "dobj(sleep, Kim" in first
    assert "ncsubj(sleep, Kim, _)" in second
    assert "dobj" not in second


def test_rules_that_look_at_graphs_need_them(command: CommandLine) -> None:
    done = command("recognise", "bad.conllu", "--with", "rules.toml")
    assert done.status == 2
    assert done.err.startswith("karat: bad.conllu:2:29: the column DEPS of this word is not an")
    done = command("recognise", "fine.conllu", "--with", "rules.toml", "-o", "json")
    assert [row["phenomena"] for row in json.loads(done.out)] == ["barks"] * 3
