"""Chunks, pairs of chunks and constructions through the command line."""

import json

from command_line import CommandLine

TREES = "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (PP (IN at) (NP (PRP me)))))\n"
COLUMNS = "the DT B-NP\ndog NN I-NP\nbarks VBZ B-NP\nat IN B-PP\nme PRP B-NP\n"


def test_one_command_for_all_kinds(command: CommandLine) -> None:
    """Trees, columns and dependencies against one gold; what was derived is noted."""
    command.write("gold.mrg", TREES)
    command.write("a.iob", COLUMNS)
    rows = [("the", "DET", 2, "det"), ("dog", "NOUN", 3, "nsubj"), ("barks", "VERB", 0, "root"),
            ("at", "ADP", 5, "case"), ("me", "PRON", 3, "obl")]  # fmt: skip
    lines = (f"{i}\t{w}\t_\t{t}\t_\t_\t{h}\t{d}\t_\t_\n" for i, (w, t, h, d) in enumerate(rows, 1))
    command.write("b.conllu", "".join(lines) + "\n")
    done = command("score", "gold.mrg", "a.iob", "b.conllu", "-s", "chunks", "-o", "json")
    assert done.status == 0
    found = json.loads(done.out)["results"]
    assert [round(one["measures"]["f1"], 4) for one in found] == [0.75, 1.0]
    assert found[0]["notes"] == ["gold's chunks are derived from its trees"]
    assert "the system's chunks are derived from its dependencies" in found[1]["notes"]
    done = command(
        "score", "gold.mrg", "b.conllu", "-s", "chunkdeps", "-s", "constructions", "-o", "json"
    )
    assert [one["measures"]["f1"] for one in json.loads(done.out)["results"]] == [1, 1]


def test_views_and_formats(command: CommandLine) -> None:
    """Trees to columns and to dependencies."""
    command.write("gold.mrg", TREES)
    assert command("convert", "gold.mrg", "x.iob", "--to", "iob").status == 0
    assert (command.folder / "x.iob").read_text() == COLUMNS.replace("VBZ B-NP", "VBZ B-VP") + "\n"
    done = command("convert", "gold.mrg", "-", "--view", "deps(heads=collins)", "--to", "conllu")
    assert [line.split("\t")[6] for line in done.out.splitlines() if line] == [
        "2",
        "3",
        "0",
        "3",
        "4",
    ]


def test_show_draws_chunks_below_the_words(command: CommandLine) -> None:
    """A chunk is a bracket below its words, with its sign: gold's are above the system's."""
    command.write("gold.mrg", TREES)
    command.write("a.iob", COLUMNS)
    done = command("show", "gold.mrg", "a.iob", "-n", "1", "-s", "chunks")
    assert done.status == 0
    words, gold, system = (
        next(line for line in done.out.splitlines() if line.startswith(begin))
        for begin in (" " * 8 + "the", "gold  ", "system  ")
    )
    at = words.index("barks")
    assert (gold[at : at + 4], system[at : at + 4]) == ("└-VP", "└+NP")


def test_errors(command: CommandLine) -> None:
    """A table, a construction, a view that is not there; a file without links or trees."""
    command.write("gold.mrg", TREES)
    command.write("a.iob", COLUMNS)
    for arguments, message in (
        (("gold.mrg", "gold.mrg", "-s", "chunkdeps(heads=colins)"), "did you mean 'collins'"),
        (("gold.mrg", "gold.mrg", "-s", "constructions(names=np)"), "minimal_np"),
        (("gold.mrg", "a.iob", "-s", "chunkdeps"), "a.iob has chunks but no dependencies"),
        (("a.iob", "gold.mrg", "-s", "constructions"), "a.iob has chunks but no constructions"),
    ):
        done = command("score", *arguments)
        assert (done.status, message in done.err) == (2, True)
    command.write("bad.iob", "the DT B-NP\ndog\n")
    done = command("score", "a.iob", "bad.iob", "--format", "iob", "-s", "chunks(failed=abort)")
    assert (done.status, "bad.iob:2:1: a line without a chunk tag" in done.err) == (2, True)
