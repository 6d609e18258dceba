"""karat errors for dependencies, relations and chunks: tables, sentences, refusals."""

import csv
import io
import json

import pytest

from command_line import CommandLine
from error_rows import graph

GOLD = graph(
    "I:2:nsubj saw:0:root a:4:det man:2:obj with:7:case a:7:det telescope:2:obl",
    "She:4:nsubj is:4:cop a:4:det doctor:0:root .:4:punct",
    "Dogs:2:nsubj bark:0:root",
)
SYSTEM = graph(
    "I:2:nsubj saw:0:root a:4:det man:2:obj with:7:case a:7:det telescope:4:nmod",
    "She:2:nsubj is:0:root a:4:det doctor:2:obj .:2:punct",
    "Dogs:2:obj bark:0:root",
)


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    command.write("gold.conllu", GOLD)
    command.write("system.conllu", SYSTEM)
    return command


def test_causes_of_dependencies(files: CommandLine) -> None:
    """Six of 14 words are wrong, in three errors; the turned root breaks four of them."""
    found = json.loads(
        files("errors", "gold.conllu", "system.conllu", "-s", "deps", "-o", "json").out
    )
    (system,) = found["systems"]
    assert (system["measure"], system["score"]) == ("las", pytest.approx(8 / 14))
    causes = {one["cause"]: one for one in system["causes"]}
    assert {name: one["errors"] for name, one in causes.items()} == {
        "PP attachment": 1, "root": 1, "label": 1,
    }  # fmt: skip
    assert causes["root"]["mended"] == pytest.approx(12 / 14)
    assert causes["label"]["rise"] == pytest.approx(1 / 14)
    assert system["all_mended"] == 1
    assert system["confusions"] == [{"gold": "nsubj", "system": "obj", "times": 1}]


def test_the_same_under_conll18(files: CommandLine) -> None:
    """The usual scheme of the format; the figure is LAS."""
    done = files("errors", "gold.conllu", "system.conllu", "--sort", "rise")
    assert done.status == 0
    assert done.out.split("\n")[1].split() == ["root", "1", "1", "8", "85.71", "28.57"]
    assert "conll18.LAS 57.14; 3 errors, 6 missed and 6 spurious words" in done.out


def test_several_systems_fit_80_columns(files: CommandLine) -> None:
    """Four systems side by side; gold itself has no errors."""
    names = ["one=system.conllu", "two=system.conllu", "three=gold.conllu", "four=system.conllu"]
    done = files("errors", "gold.conllu", *names, "--width", "80")
    assert done.status == 0
    assert max(map(len, done.out.splitlines())) <= 80
    assert "three: conll18.LAS 100.00; 0 errors" in done.err + done.out


def test_groups(files: CommandLine) -> None:
    """By distance to gold's head, label and depth."""
    done = files("errors", "gold.conllu", "system.conllu", "-o", "csv",
        "--by", "distance", "--by", "label", "--by", "depth")  # fmt: skip
    rows = [row for row in csv.DictReader(io.StringIO(done.out)) if row["group_kind"] != "all"]
    found = {(row["group_kind"], row["group"], row["cause"]) for row in rows}
    assert {one for one in found if one[0] == "distance"} == {
        ("distance", "1", "label"), ("distance", "3-6", "PP attachment"), ("distance", "root", "root"),
    }  # fmt: skip
    assert ("label", "obl", "PP attachment") in found
    assert ("depth", "0", "root") in found


def test_the_sentences_of_a_cause(files: CommandLine) -> None:
    """Where the word hangs in gold and in the system, and the command that shows the sentence."""
    done = files("errors", "gold.conllu", "system.conllu", "--cause", "PP attachment")
    assert done.out.splitlines()[1].split() == "1 obl: saw > man, 5 > 3 telescope".split()  # noqa: SIM905
    assert "karat show gold.conllu system.conllu -n 1 -s deps" in done.err + done.out
    shown = files("show", "gold.conllu", "system.conllu", "-n", "1", "-s", "deps")
    assert shown.status == 0
    assert "-obl" in shown.out
    assert "+nmod" in shown.out
    listed = json.loads(
        files("errors", "gold.conllu", "system.conllu", "--cause", "label", "-o", "json").out
    )
    assert listed["errors"][0]["missed"] == ["Dogs <-nsubj- bark"]
    assert listed["errors"][0]["spurious"] == ["Dogs <-obj- bark"]


def test_relations(command: CommandLine) -> None:
    """Their own scheme, and the command that shows a sentence."""
    command.write("gold.gr", "1\n(ncsubj see he _)\n(ncmod with see telescope)\n")
    command.write("system.gr", "1\n(ncsubj see he _)\n(ncmod with man telescope)\n")
    done = command("errors", "gold.gr", "system.gr", "--cause", "PP attachment")
    assert "ncmod(with, see, telescope) > ncmod(with, man, telescope)" in done.out
    assert "karat show gold.gr system.gr -n 1 -s gr" in done.err + done.out
    shown = command("show", "gold.gr", "system.gr", "-n", "1", "-s", "gr")
    assert (shown.status, "- ncmod(with, see, telescope)\n" in shown.out) == (0, True)
    command.write("weighted.gr", "1\n{ 0.5 (dobj a b) }\n")
    done = command("errors", "gold.gr", "weighted.gr")
    assert done.status == 2
    assert "weights" in done.err


def test_chunks(command: CommandLine) -> None:
    """Chunks read from tags, and chunks made of trees."""
    command.write("gold.iob", "the DT B-NP\ndog NN I-NP\nbarks VBZ B-VP\n")
    command.write("system.iob", "the DT B-NP\ndog NN I-NP\nbarks VBZ I-NP\n")
    done = command("errors", "gold.iob", "system.iob")
    assert done.out.splitlines()[1].split() == ["merged", "1", "1", "3", "100.00", "100.00"]
    command.write("system.mrg", "(S (NP (DT the) (NN dog)) (NP (NN barks)))\n")
    done = command("errors", "gold.iob", "system.mrg", "--cause", "label")
    assert "VP barks > NP barks" in done.out
    done = command("errors", "gold.iob", "system.mrg", "--width", "200")
    assert "note: the system's chunks are derived from its trees" in done.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-s", "phenomena"], "type: karat show GOLD SYSTEM --worst 3 -s phenomena"),
        (["-s", "tags"], "type: karat show GOLD SYSTEM --worst 3 -s tags"),
        (["-s", "chunkdeps"], "type: karat show GOLD SYSTEM --worst 3 -s chunkdeps"),
        (["-s", "gr(mode=hier)"], "gr(mode=eq)"),
        (
            ["-s", "conll18", "--measure", "MLAS"],
            "how MLAS of conll18 would rise cannot be computed from the words",
        ),
        (["-s", "deps", "--cause", "PP atachment"], "PP attachment"),
        (["-s", "deps", "--by", "colour"], "distance"),
    ],
)
def test_refusals(files: CommandLine, options: list[str], said: str) -> None:
    """One clear message that says what to type, and status 2."""
    done = files("errors", "gold.conllu", "system.conllu", *options)
    assert done.status == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1


def test_texts_that_differ(files: CommandLine) -> None:
    """conll18 stops at a sentence with another text; deps aligns, and states apart what it cannot."""
    files.write("other.conllu", SYSTEM.replace("Dogs", "Cats").replace("bark", "meow"))
    done = files("errors", "gold.conllu", "other.conllu", "-s", "conll18")
    assert done.status == 2
    assert "sentence 3" in done.err
    done = files("errors", "gold.conllu", "other.conllu", "-s", "deps", "-o", "json")
    causes = {one["cause"]: one["rows"] for one in json.loads(done.out)["systems"][0]["causes"]}
    assert causes["no parse / not comparable"] == 2


def test_labels_of_another_inventory(command: CommandLine) -> None:
    """Of CLEAR's labels, dobj is unknown to the causes; those of UD need no note."""
    blank = "\t_" * 4
    rows = (
        f"1\tshe{blank}\t2\tnsubj\t_\t_\n2\tsees{blank}\t0\t{{}}\t_\t_\n"
        f"3\tit{blank}\t{{}}\t{{}}\t_\t_\n\n"
    )
    for name, labels in (("clear", ("ROOT", "dobj")), ("ud", ("root", "obj"))):
        command.write("gold.conllu", rows.format(labels[0], 2, labels[1]))
        command.write("system.conllu", rows.format(labels[0], 1, labels[1]))
        done = command("errors", "gold.conllu", "system.conllu", "-s", "deps", "--width", "300")
        assert done.status == 0, done.err
        assert ("causes are named by the labels of Universal" in done.out + done.err) == (
            name == "clear"
        )
