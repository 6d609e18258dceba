"""Saved runs in PostgreSQL: the same commands, and the password is told nowhere."""

import json

from command_line import CommandLine

GOLD = "".join(
    f"(S (NP (NNS {one})) (VP (VBP see) (NP (NNS {two}))))\n"
    for one in ("dogs", "cats", "cows", "pigs")
    for two in ("mice", "birds", "hens", "fish")
)


def test_a_store_in_postgresql(command: CommandLine, postgresql_url: str) -> None:
    """Saved, listed, shown, compared, a gate, carried to a file of SQLite, deleted."""
    store = ("--store", postgresql_url)
    command.write("gold.mrg", GOLD)
    command.write("worse.mrg", GOLD.replace("VP", "X"))
    for name, path in (("good", "gold.mrg"), ("bad", "worse.mrg")):
        done = command("score", "gold.mrg", f"p={path}", "-s", "evalb", "--save", name, *store)
        assert done.status == 0, done.err
        assert "postgresql" not in done.err
    rows = json.loads(command("runs", "list", *store, "-o", "json").out)["runs"]
    assert [row["name"] for row in rows] == ["bad", "good"]
    assert all("postgresql" not in row["command"] for row in rows)
    words = ("score", "gold.mrg", "p=worse.mrg", "-s", "evalb", "--not-worse-than", "run:good")
    assert command(*words, *store).status == 1
    done = command("runs", "export", "--all", "--to", "all.karat", *store)
    assert done.status == 0, done.err
    command("runs", "import", "all.karat", "--store", "runs.db")
    diffs = [
        command("runs", "diff", "good", "bad", "-o", "json", "--samples", "100", *one).out
        for one in (store, ("--store", "runs.db"))
    ]
    assert diffs[0] == diffs[1]
    assert json.loads(diffs[0])["compared"][0]["comparisons"][0]["difference"] == -0.25
    assert command("runs", "delete", "good", "bad", "--yes", *store).status == 0
    assert "no saved runs" in command("runs", "list", *store).err


def test_a_server_that_does_not_answer_is_one_message(command: CommandLine) -> None:
    command.write("gold.mrg", GOLD)
    url = "postgresql://ann:secret@127.0.0.1:1/runs"
    done = command("score", "gold.mrg", "p=gold.mrg", "--save", "x", "--store", url)
    assert done.status == 2
    assert "100.00" in done.out
    assert done.err.startswith("karat: the run was not saved: ")
    assert "secret" not in done.err
