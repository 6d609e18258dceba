"""--save: results are printed first, then kept with their files; what cannot be saved is said."""

import gzip
import json
import os
import runpy
import shlex
import sys
from pathlib import Path

import pytest

import command_line
from command_line import CommandLine
from karat.cli._saving import Saving, Watched
from karat.model.errors import InputError
from karat.store import open_store

GOLD = """(S (NP (DT the) (NN dog)) (VP (VBZ barks)))
(S (NP (PRP It)) (VP (VBZ rains)))
(S (NP (NNS cats)) (VP (VBP see) (NP (NNS mice))))
"""
SYSTEM = """(S (X (DT the) (NN dog)) (VP (VBZ barks)))
(S (NP (PRP It)) (VP (VBZ rains)))
(S (NP (NNS cats)) (VP (VBP see) (X (NNS mice))))
"""
STORE = ("--store", "runs.db")


@pytest.fixture
def trees(command: CommandLine) -> CommandLine:
    """A folder with gold and a system."""
    command.write("gold.mrg", GOLD)
    command.write("system.mrg", SYSTEM)
    return command


def saved(command: CommandLine, key: str = "monday"):
    """A run of the store in the folder."""
    with open_store(str(command.folder / "runs.db")) as store:
        return store.run(key)


def test_a_run_is_printed_and_then_saved(trees: CommandLine) -> None:
    """The output is the same as without --save; standard error says what the run is called."""
    plain = trees("score", "gold.mrg", "system.mrg")
    done = trees("score", "gold.mrg", "system.mrg", "--save", "monday", "--tag", "a", *STORE)
    assert (done.status, done.out) == (plain.status, plain.out)
    run = saved(trees)
    assert done.err == f"saved as monday ({run.line.id}): karat runs show monday\n"
    assert run.line.tags == ["a"]
    assert run.line.command == "karat score gold.mrg system.mrg --save monday --tag a"
    assert [(one.role, one.name, one.kept) for one in run.files] == [
        ("gold", "gold.mrg", True),
        ("system", "system.mrg", True),
    ]


def test_without_a_name_the_id_names_the_run(trees: CommandLine) -> None:
    done = trees("score", "gold.mrg", "system.mrg", *STORE, "--save")
    name = done.err.split()[2].rstrip(":")
    assert done.err == f"saved as {name}: karat runs show {name}\n"
    assert saved(trees, name[:5]).line.name == ""


def test_intervals_are_saved_and_the_signature_says_how(trees: CommandLine) -> None:
    """Though the command was not asked for them, and its JSON has none."""
    done = trees("score", "gold.mrg", "system.mrg", "--save", "monday", *STORE, "-o", "json")
    printed = json.loads(done.out)
    run = saved(trees)
    assert run.document == printed
    (entry,) = run.entries
    assert entry.measures == printed["results"][0]["measures"]
    assert entry.measures["recall"] == 8 / 10
    low, high = entry.intervals["recall"]
    assert low < 8 / 10 < high
    assert "samples:1000|seed:1" in entry.signature
    assert "intervals" not in printed["results"][0]


def test_contents_are_kept_after_decompression(trees: CommandLine) -> None:
    """Standard input too; the hash is that of what was scored."""
    done = trees(
        "score", "-", "system.mrg", "--save", "monday", *STORE, stdin=gzip.compress(GOLD.encode())
    )
    assert done.status == 0, done.err
    run = saved(trees)
    assert run.files[0].path == "-"
    assert run.files[0].sha256 == run.document["gold"]["sha256"]
    with open_store(str(trees.folder / "runs.db")) as store:
        assert store.content(run.files[0].sha256) == GOLD.encode()


def test_files_need_not_be_kept(trees: CommandLine) -> None:
    trees("score", "gold.mrg", "system.mrg", "--save", "monday", "--no-keep-files", *STORE)
    assert [one.kept for one in saved(trees).files] == [False, False]
    assert all(one.sha256 for one in saved(trees).files)


def test_a_file_as_a_name_is_a_slip(trees: CommandLine) -> None:
    """In whatever order; nothing is scored or saved."""
    for words in (("gold.mrg", "--save", "system.mrg"), ("--save", "gold.mrg", "system.mrg")):
        done = trees("score", *words, *STORE)
        assert (done.status, done.out) == (2, "")
        assert "this is a file, not the name of a run" in done.err
    assert "runs.db" not in trees.names()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--save", "run:x"), "leave out run:"),
        (("--save", " x"), "without spaces around it"),
        (("--save", "a\nb"), "characters that can be printed"),
        (("--tag", "x"), "add --save"),
        (("--no-keep-files",), "add --save"),
        (("--save", "x", "--store", "mysql://u:secret@h/d"), "is not a kind of store"),
    ],
)  # fmt: skip
def test_what_cannot_be_saved_is_said_first(
    trees: CommandLine, words: tuple[str, ...], said: str
) -> None:
    """Before anything is computed, and without the password."""
    done = trees("score", "gold.mrg", "system.mrg", *words)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert "secret" not in done.err


def test_a_store_that_fails_loses_no_result(trees: CommandLine) -> None:
    """The table is there, one message says why the run was not saved, and the status is 2."""
    trees.write("runs.db", "not a database\n")
    done = trees("score", "gold.mrg", "system.mrg", "--save", "monday", *STORE)
    assert done.status == 2
    assert done.out == trees("score", "gold.mrg", "system.mrg").out
    assert done.err.startswith("karat: the run was not saved: ")
    assert (trees.folder / "runs.db").read_text() == "not a database\n"


def test_a_reader_that_goes_away_does_not_lose_the_run(trees: CommandLine) -> None:
    """As in karat score … --save | head -1."""
    words = [
        sys.executable,
        "-m",
        "karat",
        "score",
        "gold.mrg",
        "system.mrg",
        "--save",
        "monday",
        *STORE,
    ]
    done = trees.run(["bash", "-c", f"{shlex.join(words)} | true"])
    assert "saved as monday" in done.err
    assert saved(trees).line.name == "monday"


def test_a_missed_gate_is_saved_and_still_missed(trees: CommandLine) -> None:
    done = trees(
        "score", "gold.mrg", "system.mrg", "--fail-under", "f1=0.9", "--save", "monday", *STORE
    )
    assert done.status == 1
    assert saved(trees).document["gates"][0]["passed"] is False


def test_the_address_of_the_store_is_not_saved(trees: CommandLine) -> None:
    """It may have a password in it."""
    for at, words in enumerate((["--store", "runs.db"], ["--store=runs.db"])):
        trees("score", "gold.mrg", "system.mrg", *words, "--save", f"r{at}")
        assert saved(trees, f"r{at}").line.command == (
            f"karat score gold.mrg system.mrg --save r{at}"
        )


def test_a_file_that_changes_meanwhile_is_refused(tmp_path: Path) -> None:
    """What is saved must be what was scored."""
    path = tmp_path / "gold.mrg"
    path.write_text(GOLD)
    watched = Watched(Saving("x", (), True, None), [str(path)])
    assert watched.file("gold", "gold.mrg", str(path)).content == GOLD.encode()
    path.write_text(GOLD * 2)
    with pytest.raises(InputError, match="changed while it was read"):
        watched.file("gold", "gold.mrg", str(path))


def test_a_comparison_is_saved_as_it_was_printed(trees: CommandLine) -> None:
    trees.write("other.mrg", GOLD.replace("NP (PRP It)", "X (PRP It)"))
    words = ("compare", "gold.mrg", "system.mrg", "other.mrg", "--samples", "100")
    done = trees(*words, "--save", "monday", *STORE)
    assert done.out == trees(*words).out
    run = saved(trees)
    assert run.document == json.loads(trees(*words, "-o", "json").out)
    assert [one.system for one in run.entries] == ["system.mrg", "other.mrg"]
    refused = trees(*words, "-s", "evalb", "-s", "flat", "--schemes", "--save", "x", *STORE)
    assert refused.status == 2
    assert "leave out --save" in refused.err


def test_common_sentences_are_part_of_the_recipe(trees: CommandLine) -> None:
    """Figures over different sentences are never on one board."""
    trees.write("holes.mrg", SYSTEM.replace("(S (NP (PRP It)) (VP (VBZ rains)))", ""))
    for name, systems in {"a": ["system.mrg"], "b": ["system.mrg", "holes.mrg"]}.items():
        trees("score", "gold.mrg", *systems, "--common", "--save", name, *STORE)
    one, two = saved(trees, "a"), saved(trees, "b")
    assert (one.entries[0].sentences["total"], two.entries[0].sentences["total"]) == (3, 2)
    assert one.entries[0].board != two.entries[0].board
    assert "|common:" in one.entries[0].recipe


def test_a_suite_is_saved_with_its_run_file(command: CommandLine) -> None:
    command.write("suite.txt", "the dog barks\n* dog the barks\n")
    done = command(
        "suite", "run", "suite.txt", "--with", "right-branching", "--save", "monday", *STORE
    )
    assert done.status == 0, done.err
    assert "karat runs show monday" in done.err
    run = saved(command)
    roles = {one.role: one for one in run.files}
    assert run.document["runs"][0]["measures"]["coverage"] == 1
    with open_store(str(command.folder / "runs.db")) as store:
        kept = store.content(roles["output"].sha256)
    assert kept == (command.folder / "suite.right-branching.run").read_bytes()
    assert roles["suite"].path == "suite.txt"


def test_recognised_names_are_saved(trees: CommandLine) -> None:
    """All of them, whichever were listed; as a file of names, too."""
    done = trees("recognise", "gold.mrg", "-n", "2", "--save", "monday", *STORE)
    assert done.status == 0, done.err
    run = saved(trees)
    assert [row["sentence"] for row in run.document["recognised"]] == ["1", "2", "3"]
    names = next(one for one in run.files if one.role == "output")
    printed = trees("recognise", "gold.mrg", "-o", "names").out
    with open_store(str(trees.folder / "runs.db")) as store:
        assert store.content(names.sha256).decode() == printed
    refused = trees("recognise", "--list", "--save", "x", *STORE)
    assert refused.status == 2


def test_scores_of_names_are_saved_with_their_counts(trees: CommandLine) -> None:
    trees.write("gold.names", trees("recognise", "gold.mrg", "-o", "names").out)
    words = ("recognise", "system.mrg", "--suite", "gold.names", "--score", "-o", "json")
    done = trees(*words, "--save", "monday", *STORE)
    assert done.status == 0, done.err
    run = saved(trees)
    printed = json.loads(done.out)["results"]
    assert [one.measures for one in run.entries] == [one["measures"] for one in printed]
    with open_store(str(trees.folder / "runs.db")) as store:
        (tallied,) = store.tallied([run.entries[0].id])
    assert len(tallied.tally) == 3


def test_tests_have_a_store_of_their_own() -> None:
    """No test writes into the store of the user who runs it."""
    assert "karat-store-" in os.environ["KARAT_STORE"]


def test_the_store_of_the_tests_is_made_once() -> None:
    """Pytest imports the module again to look for doctests; another store would end the use of forks."""
    before = os.environ["KARAT_STORE"]
    runpy.run_path(command_line.__file__)
    assert os.environ["KARAT_STORE"] == before
