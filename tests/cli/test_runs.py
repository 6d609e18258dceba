"""karat runs: what was saved is listed, shown as it was printed, changed, carried elsewhere, deleted."""

import json

import pytest

from command_line import CommandLine
from karat.store import open_store

GOLD = """(S (NP (DT the) (NN dog)) (VP (VBZ barks)))
(S (NP (PRP It)) (VP (VBZ rains)))
(S (NP (NNS cats)) (VP (VBP see) (NP (NNS mice))))
"""
STORE = ("--store", "runs.db")


@pytest.fixture
def kept(command: CommandLine) -> CommandLine:
    """A folder with gold, two systems, and a run of each: monday and tuesday."""
    command.write("gold.mrg", GOLD)
    command.write("a.mrg", GOLD)
    command.write("b.mrg", GOLD.replace("NP (NNS", "X (NNS"))
    for name, system in (("monday", "a"), ("tuesday", "b")):
        done = command("score", "gold.mrg", f"p={system}.mrg", "--save", name, *STORE)
        assert done.status == 0, done.err
    return command


def test_runs_are_listed_newest_first(kept: CommandLine) -> None:
    kept("runs", "tag", "tuesday", "paper", *STORE)
    rows = json.loads(kept("runs", "list", *STORE, "-o", "json").out)["runs"]
    assert [row["name"] for row in rows] == ["tuesday", "monday"]
    assert rows[0]["tags"] == ["paper"]
    assert rows[0]["systems"] == ["p"]
    table = kept("runs", "list", *STORE, "--width", "160").out.splitlines()
    assert table[0].split() == [
        "run",
        "name",
        "saved",
        "(UTC)",
        "kind",
        "gold",
        "systems",
        "schemes",
        "tags",
    ]
    assert table[1].split()[1] == "tuesday"


def test_a_list_is_filtered(kept: CommandLine) -> None:
    kept("runs", "tag", "monday", "paper", *STORE)
    for words in (("--tag", "paper"), ("--text", "a.mrg"), ("--text", "monday")):
        rows = json.loads(kept("runs", "list", *words, *STORE, "-o", "json").out)["runs"]
        assert [row["name"] for row in rows] == ["monday"]
    assert kept("runs", "list", "--kind", "suite", *STORE).err == "no saved run fits\n"
    limited = kept("runs", "list", "--limit", "1", *STORE)
    assert "monday" not in limited.out
    assert limited.err == "these are the newest 1; --limit 0 lists all\n"
    csv = kept("runs", "list", *STORE, "-o", "csv").out
    assert csv.splitlines()[0] == "run,name,saved (UTC),kind,gold,systems,schemes,tags,comments"


@pytest.mark.parametrize("output", ["table", "csv", "markdown", "latex"])
def test_a_run_is_shown_as_it_was_printed(kept: CommandLine, output: str) -> None:
    """Every line of the output of score is in that of show, in the same order."""
    kept.write("holes.mrg", GOLD.replace("(S (NP (PRP It)) (VP (VBZ rains)))", ""))
    words = (
        "score",
        "gold.mrg",
        "holes.mrg",
        "b.mrg",
        "-s",
        "evalb",
        "--by",
        "label",
        "-o",
        output,
    )
    printed = kept(*words, "--save", "both", *STORE)
    shown = kept("runs", "show", "both", *STORE, "-o", output)
    assert shown.status == 0, shown.err
    lines = iter(shown.out.splitlines())
    for line in printed.out.splitlines():
        assert line in lines, line
    if output != "csv":
        assert "gold.mrg" in shown.out
        assert "karat score gold.mrg holes.mrg b.mrg" in shown.out.replace("\\", "")


def test_intervals_are_shown_if_they_were_printed(kept: CommandLine) -> None:
    words = ("score", "gold.mrg", "b.mrg", "--interval", "--samples", "50")
    printed = kept(*words, "--save", "drawn", *STORE).out
    table = printed.split("\n\n")[1]
    assert "[" in table
    assert table in kept("runs", "show", "drawn", *STORE).out


def test_a_comparison_is_shown_as_it_was_printed(kept: CommandLine) -> None:
    kept.write("c.mrg", GOLD.replace("NP (PRP", "X (PRP"))
    words = ("compare", "gold.mrg", "a.mrg", "b.mrg", "c.mrg", "-s", "evalb", "-s", "flat")
    for more in ((), ("--all-pairs", "--test", "bootstrap", "--adjust", "bh", "--level", "0.9")):
        printed = kept(*words, "--samples", "200", *more, "--save", "x", *STORE).out
        shown = kept("runs", "show", "x", *STORE).out
        lines = iter(shown.splitlines())
        for line in printed.splitlines():
            assert line in lines, line


def test_the_json_of_a_run_has_everything(kept: CommandLine) -> None:
    kept("runs", "comment", "tuesday", "worse, why?", "--author", "ann", *STORE)
    found = json.loads(kept("runs", "show", "tuesday", *STORE, "-o", "json").out)
    assert found["run"]["name"] == "tuesday"
    assert found["comments"][0]["text"] == "worse, why?"
    assert found["comments"][0]["author"] == "ann"
    assert [one["role"] for one in found["files"]] == ["gold", "system"]
    (entry,) = found["entries"]
    (result,) = found["document"]["results"]
    assert entry["measures"] == result["measures"]
    assert entry["measures"]["recall"] == 8 / 10
    assert "comment 1 (" in kept("runs", "show", "tuesday", *STORE).out


def test_a_scheme_that_is_gone_still_has_its_figures(kept: CommandLine) -> None:
    """The scheme of a plugin that was there when the run was saved, and is not any more."""
    (kept.folder / "plugins" / "schemes").mkdir(parents=True)
    kept.write(
        "plugins/schemes/mine.py",
        """from dataclasses import dataclass
from karat.schemes.evalb import Evalb

@dataclass(frozen=True)
class Mine(Evalb):
    \"\"\"Our own.\"\"\"
    name = "mine"

SCHEME = Mine
""",
    )
    words = ("score", "gold.mrg", "b.mrg", "-s", "mine", "--save", "own", *STORE)
    done = kept(*words, env={"KARAT_PLUGINS": str(kept.folder / "plugins")})
    assert done.status == 0, done.err
    shown = kept("runs", "show", "own", *STORE)
    assert shown.status == 0, shown.err
    assert "0.8000" in shown.out
    assert "there is no scheme 'mine'" in shown.out
    diff = kept("runs", "diff", "monday", "own", *STORE)
    assert diff.status == 0, diff.err
    assert "not compared: mine of b.mrg: only the second run has it" in diff.out
    history = kept("runs", "history", "recall", *STORE)
    assert "mine.recall" in history.out


def test_names_and_ids_find_runs(kept: CommandLine) -> None:
    """The newest run that has a name; an id; how an id begins."""
    kept("score", "gold.mrg", "p=b.mrg", "--save", "monday", *STORE)
    rows = json.loads(kept("runs", "list", *STORE, "-o", "json").out)["runs"]
    shown = json.loads(kept("runs", "show", "monday", *STORE, "-o", "json").out)["run"]["id"]
    assert shown == rows[0]["id"]
    begun = kept("runs", "show", rows[2]["id"][:6], *STORE, "-o", "json").out
    assert json.loads(begun)["run"]["id"] == rows[2]["id"]
    missing = kept("runs", "show", "friday", *STORE)
    assert missing.status == 2
    assert missing.err == "karat: there is no run 'friday' in the store; type: karat runs list\n"


def test_tags_and_names_change(kept: CommandLine) -> None:
    kept("runs", "tag", "monday", "x", "y", *STORE)
    kept("runs", "tag", "monday", "x", "--remove", *STORE)
    kept("runs", "rename", "monday", "first", *STORE)
    found = json.loads(kept("runs", "show", "first", *STORE, "-o", "json").out)["run"]
    assert found["tags"] == ["y"]
    assert kept("runs", "show", "monday", *STORE).status == 2
    assert kept("runs", "tag", "first", "", *STORE).status == 2


def test_deleting_asks_unless_told_not_to(kept: CommandLine) -> None:
    """Where nobody can be asked, nothing is deleted."""
    refused = kept("runs", "delete", "monday", *STORE)
    assert refused.status == 2
    assert "add --yes" in refused.err
    assert kept("runs", "show", "monday", *STORE).status == 0
    done = kept("runs", "delete", "monday", *STORE, "--yes")
    assert (done.status, done.err.splitlines()[-1]) == (0, "deleted 1 run")
    assert kept("runs", "show", "monday", *STORE).status == 2
    assert kept("runs", "delete", "tuesday", "friday", *STORE, "--yes").status == 2
    assert kept("runs", "show", "tuesday", *STORE).status == 0


def test_runs_go_from_store_to_store(kept: CommandLine) -> None:
    done = kept("runs", "export", "--all", "--to", "all.karat", *STORE)
    assert (done.status, done.err) == (0, "all.karat: wrote 2 runs\n")
    done = kept("runs", "import", "all.karat", "--store", "other.db")
    assert (done.status, done.err) == (0, "all.karat: imported 2 runs\n")
    done = kept("runs", "import", "all.karat", "--store", "other.db")
    assert done.err == "all.karat: imported 0 runs, 2 runs there already\n"
    shown = [
        kept("runs", "show", "tuesday", "--store", name).out for name in ("runs.db", "other.db")
    ]
    assert shown[0] == shown[1]
    kept.write("broken.karat", (kept.folder / "all.karat").read_bytes()[:-20])
    assert kept("runs", "import", "broken.karat", "--store", "third.db").status == 2
    assert kept("runs", "export", "--to", "x.karat", *STORE).status == 2


def test_looking_into_a_store_does_not_make_it(command: CommandLine) -> None:
    """A misspelt name is no empty store."""
    listed = command("runs", "list", *STORE)
    assert listed.status == 0
    assert "to save one, type: karat score GOLD SYSTEM --save NAME" in listed.err
    for words in (("show", "x"), ("diff", "x", "y"), ("history", "f1"), ("delete", "x", "--yes")):
        done = command("runs", *words, *STORE)
        assert done.status == 2
        assert "there are no saved runs yet" in done.err
    assert "runs.db" not in command.names()


def test_hostile_names_do_not_steer_the_terminal(kept: CommandLine) -> None:
    kept("runs", "comment", "monday", "red \x1b[31m and \u202e", *STORE)
    with open_store(str(kept.folder / "runs.db")) as store:
        assert store.run("monday").comments[0].text
    shown = kept("runs", "show", "monday", *STORE)
    assert "\x1b" not in shown.out
    assert "\u202e" not in shown.out


def test_a_list_makes_no_store(command: CommandLine) -> None:
    """Whatever its output is."""
    for output in ("table", "json", "csv"):
        assert command("runs", "list", "--store", "misspelt.db", "--output", output).status == 0
    assert command.names() == set()


def test_what_is_no_file_of_runs(command: CommandLine) -> None:
    command.write("gold.mrg", GOLD)
    done = command("runs", "import", "gold.mrg", *STORE)
    assert done.status == 2
    assert "gold.mrg: this is not a file of runs" in done.err
    assert "karat runs export RUN --to runs.karat" in done.err


def test_a_name_without_its_mark(kept: CommandLine) -> None:
    """A gate takes a saved run only as run:NAME, because a file may have that name."""
    done = kept("score", "gold.mrg", "a.mrg", "--not-worse-than", "monday", *STORE)
    assert (
        done.status,
        "monday: there is no such file; a saved run is run:monday" in done.err,
    ) == (2, True)
