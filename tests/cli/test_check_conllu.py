"""karat check of CoNLL-U: places and messages; what other verbs make of the same files."""

import json

import pytest

from command_line import CommandLine


def word(number: str, head: str = "0", deps: str = "_", form: str = "a", feats: str = "_") -> str:
    return f"{number}\t{form}\t_\tX\t_\t{feats}\t{head}\tdep\t{deps}\t_\n"


ROOT = word("1")
NODE = "\t_\t_\t_\t_\t_\t_\t_\t1:dep\t_\n"
GRAPH = word("1", deps="0:root")

FAULTS = {
    "1:1: this is not the number of a word": word("01"),
    "1:1: this line begins neither with a number nor with #": word(" 1"),
    "2:1: an empty node out of order": GRAPH + "1.2" + NODE,
    "2:1: this is not the number of a word": GRAPH + "8.1.1" + NODE,
    "3:1: an empty node out of order": GRAPH + "2-3\tab" + 7 * "\t_" + "\t_\n" + "1.1" + NODE
    + word("2", "1", "1:dep") + word("3", "1", "1:dep"),
    "2:1: a comment inside a sentence": ROOT + "# late\n" + word("2", "1"),
    "4:1: a sentence without words": ROOT + "\n# alone\n",
    "2:13: a head that is not a number": ROOT + word("2", "+1"),
    "2:13: a second root": ROOT + word("2"),
    "1:13: no word of this sentence is the root": word("1", "2") + word("2", "1"),
    "2:19: this is not an edge of the enhanced graph": GRAPH + word("2", "1", "dep"),
    "2:19: a head in DEPS that is not in the sentence": GRAPH + word("2", "1", "1.1:dep"),
    "2:25: an edge in DEPS is given twice": GRAPH + word("2", "1", "1:dep|1:dep"),
    "1:4: white space after the FORM": word("1", form="a "),
    "1:3: the column FORM is empty": word("1", form=""),
    "1:15: features out of order": word("1", feats="B=X|A=X"),
    "1:1: this line has 11 columns instead of ten": ROOT.replace("\n", "\t_\n"),
    "1:1: this line has 9 columns instead of ten": ROOT.replace("\t_\n", "\n"),
    "1:4: a carriage return in a line": word("1", form="a\rb"),
    "1:1: the file begins with a byte order mark": "\ufeff" + ROOT,
    "1:3: this is not UTF-8": word("1", form="\udcff"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_faults(command: CommandLine, fault: str) -> None:
    """Exit status 2, and this is the first that is said."""
    command.write("x.conllu", f"{FAULTS[fault]}\n".encode("utf-8", "surrogateescape"))
    done = command("check", "x.conllu")
    places = [line for line in done.out.splitlines() if line.startswith("x.conllu:")]
    assert done.status == 2
    assert places[0] == f"x.conllu:{fault}"


def test_notes_are_no_faults(command: CommandLine) -> None:
    """Sentences without an identifier or text, and with another's identifier, are counted."""
    command.write("x.conllu", f"# sent_id = a\n# text = a\n{ROOT}\n# sent_id = a\n{ROOT}\n{ROOT}\n")
    done = command("check", "x.conllu", "-o", "json")
    assert (done.status, json.loads(done.out)["faults"]) == (0, 0)
    notes = [line.partition(";")[0] for line in done.err.splitlines()]
    assert notes == [
        "karat: note: 2 sentences have no text, the first on line 6",
        "karat: note: a sentence has the sent_id of an earlier sentence, on line 6",
        "karat: note: a sentence has no sent_id, on line 8",
    ]


@pytest.mark.parametrize("deps", ["root", "x:root", "2:root", "0:root|"])
def test_a_graph_that_cannot_be_read_is_not_scored_as_nothing(
    command: CommandLine, deps: str
) -> None:
    """Gold or system: the place, and exit status 2; other policies count the sentence as failed."""
    command.write("gold.conllu", GRAPH + "\n" + GRAPH + "\n")
    command.write("odd.conllu", GRAPH + "\n" + word("1", deps=deps) + "\n")
    scheme = ("-s", "conll18(enhanced=yes)")
    for files in (("gold.conllu", "odd.conllu"), ("odd.conllu", "gold.conllu")):
        done = command("score", *files, *scheme)
        assert (done.status, "odd.conllu:3:19: the column DEPS" in done.err) == (2, True)
    done = command(
        "score",
        "gold.conllu",
        "odd.conllu",
        "-s",
        "conll18(enhanced=yes,failed=empty)",
        "-o",
        "json",
    )
    (result,) = json.loads(done.out)["results"]
    assert result["sentences"] == {"total": 2, "scored": 1, "failed": 1}
    assert result["measures"]["ELAS_recall"] == 0.5
    assert command("score", "gold.conllu", "odd.conllu", "-s", "conll18").status == 0


def test_the_number_of_columns_is_in_the_message(command: CommandLine) -> None:
    """The name says CoNLL-U, so that other verbs say what is wrong too."""
    command.write("x.conllu", ROOT.replace("\n", "\t_\n") + "\n")
    done = command("score", "x.conllu", "x.conllu")
    assert (done.status, "x.conllu:1:1: this line has 11 columns" in done.err) == (2, True)


@pytest.mark.parametrize(
    "line", ["check x.conllu", "score x.conllu x.conllu", "convert x.conllu y.conllx"]
)
@pytest.mark.parametrize(("columns", "other"), [(8, "conllx"), (12, "conll08"), (13, "conll09")])
def test_a_name_that_denies_the_columns(
    command: CommandLine, line: str, columns: int, other: str
) -> None:
    """The columns are those of another format, but the name says CoNLL-U: every verb refuses the file."""
    own = {8: [], 12: ["0", "root", "_", "_"], 13: ["0", "_", "root", "root", "_"]}[columns]
    row = ["1", "a", "_", "X", "_", "_", "0", "dep", *own]
    command.write("x.conllu", "# sent_id = 1\n" + "\t".join(row) + "\n\n")
    done = command(*line.split())
    assert (done.status, done.out) == (2, "")
    assert (
        f"x.conllu:2:1: this line has {columns} columns, as files of the format {other}" in done.err
    )
    assert f"--format {other}" in done.err
    assert command(*line.split(), "--format", other).status == 0


def test_heads_without_labels_in_deps_do_not_make_it_conllx(command: CommandLine) -> None:
    command.write("x.conllu", word("1", deps="0") + "\n")
    done = command("check", "x.conllu")
    assert (done.status, "x.conllu:1:19: this is not an edge" in done.out) == (2, True)
    command.write("x.conll", word("1", deps="0") + "\n")
    assert command("check", "x.conll").status == 0
