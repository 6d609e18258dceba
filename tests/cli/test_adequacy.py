"""karat adequacy, through the command line."""

import json
import shutil
from pathlib import Path

import pytest

import karat
from command_line import CommandLine
from karat.analysis.adequacy import Fitness, adequacy, adequacy_of_files
from karat.analysis.needs import profile
from karat.engine.tallying import Files
from karat.views import Views

TUTORIAL = Path(__file__).parents[2] / "docs" / "example" / "tutorial"
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
    assert "100.00 [–]" in table.out
    assert "seed 1; [–]: there is only one sentence" in table.out + table.err
    result = json.loads(command(*arguments, "--output", "json").out)
    why = "there is only one sentence"
    assert result["systems"][0]["fitness"] == {"value": 1, "low": None, "high": None, "why": why}


def test_misspelt_labels_of_a_need_are_named(command: CommandLine) -> None:
    """The others of the need still count, so its figure alone would not show it."""
    arguments = prepared(command)
    assert "labels of needs" not in command(*arguments).out
    command.write("use.toml", PROFILE.replace('"NP"', '"NP", "np", "S"') + 'name = "mine"\n')
    done = command(*arguments)
    assert "labels of needs that gold does not have: np (mine)" in done.out.splitlines()
    found = json.loads(command(*arguments, "-o", "json").out)
    assert found["unknown"] == [{"label": "np", "need": "mine"}]


def test_a_measure_that_labels_of_the_scheme_do_not_have(command: CommandLine) -> None:
    """Phenomena have no F, which is the default: that was called a bug of karat."""
    arguments = prepared(command)
    command.write("use.toml", '[[need]]\nscheme = "phenomena(mode=exhaustive,recogniser=ptb)"\n')
    done = command(*arguments)
    assert done.status == 2
    assert 'has no f1 of labels; write measure = "precision" or measure = "recall"' in done.err
    command.write("other.toml", '[[need]]\nscheme = "validity"\n')
    done = command(*arguments[:-1], "other.toml")
    assert (done.status, "validity has no f1 of labels; write another" in done.err) == (2, True)
    with (command.folder / "use.toml").open("a") as stream:
        stream.write('labels = ["passive"]\nmeasure = "recall"\n')
    assert command(*arguments).status == 0


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
    assert (done.status, "x.mrg: 2 sentences, but gold.mrg has 1" in done.err) == (2, True)
    command.write("gold.mrg", "")
    done = command(*arguments)
    assert (done.status, "it has no sentences" in done.err) == (2, True)


def tutorial(command: CommandLine, needs: list[tuple[str, str, str]]) -> None:
    """The files of the tutorial, and a profile of (scheme, label, measure)."""
    for path in TUTORIAL.iterdir():
        shutil.copy(path, command.folder)
    lines = 'scheme = "{}"\nlabels = ["{}"]\nmeasure = "{}"\n'
    command.write("use.toml", "".join("[[need]]\n" + lines.format(*need) for need in needs))


def test_a_need_absent_from_gold_is_ignored_for_every_system(command: CommandLine) -> None:
    """Gold has no appositive, but spaCy has one; its fitness is the mean of the two other needs.

    Of 126 maximal noun phrases it finds 116 and gives 125, of 6 relative clauses none.
    """
    labels = ("maximal_np", "appositive", "relative_clause")
    tutorial(command, [("constructions", label, "f1") for label in labels])
    files = "gold.mrg", "stanford.mrg", "spacy.conllu"
    done = command("adequacy", *files, "--profile", "use.toml", "-o", "json")
    found = json.loads(done.out)
    assert found["absent"] == ["constructions appositive"]
    for one in found["systems"]:
        assert one["needs"]["constructions appositive"]["value"] is None
    assert found["systems"][1]["fitness"]["value"] == pytest.approx(2 * 116 / (126 + 125) / 2)
    assert "gold has none: constructions appositive" in command(*done_table(files)).out


def done_table(files: tuple[str, ...]) -> list[str]:
    """The same as a table."""
    return ["adequacy", *files, "--profile", "use.toml"]


@pytest.mark.parametrize(
    ("scheme", "label"),
    [("evalb", "NP"), ("evalb(params=new)", "PP"), ("flat", "NP"), ("parseval", "VP"),
     ("chunks", "VP"), ("constructions", "minimal_np"), ("deps", "nsubj"), ("evalb(beta=2)", "S")],
)  # fmt: skip
def test_the_figures_are_those_of_score(command: CommandLine, scheme: str, label: str) -> None:
    """Recall and F by label, with the same failure policy; Link Grammar has failed sentences."""
    measures = "recall", "f1"
    for measure in measures:
        tutorial(command, [(scheme, label, measure)])
        files = "gold.mrg", "stanford.mrg", "link-grammar.mrg"
        fitness = json.loads(command(*done_table(files), "-o", "json").out)["systems"]
        by_label = "--scheme", scheme, "--by", "label", "-o", "json"
        scores = json.loads(command("score", *files, *by_label).out)["results"]
        for one, other in zip(fitness, scores, strict=True):
            expected = other["groups"]["label"][label]["measures"][measure]
            assert one["fitness"]["value"] == pytest.approx(expected or 0)
            assert one["schemes"][scheme]["sentences"] == other["sentences"]


def test_the_failure_policy_is_said_and_can_be_chosen(command: CommandLine) -> None:
    """EVALB's own is to leave sentences out, which gives 83 of 88 noun phrases, not 83 of 186."""
    tutorial(command, [("evalb", "NP", "recall")])
    arguments = done_table(("gold.mrg", "stanford.mrg"))
    done = command(*arguments)
    assert "24 of 60 sentences have no score and are left out (failed=drop)" in done.out
    assert "94.32" in done.out
    done = command(*arguments, "--failed", "empty")
    assert "count as missed (failed=empty)" in done.out
    assert "44.62" in done.out
    done = command(*arguments, "--failed", "abort")
    assert (done.status, "sentence 9: different number of words" in done.err) == (2, True)


def test_labels_that_are_not_compared_have_no_precision(command: CommandLine) -> None:
    """A dependency parser has no NP of its own: recall is known, precision is not."""
    tutorial(command, [("flat", "NP", "f1")])
    done = command(*done_table(("gold.mrg", "spacy.conllu")))
    assert (done.status, 'write measure = "recall"' in done.err) == (2, True)


def figures(found: list[Fitness]) -> list[object]:
    """All that is said of systems, as text."""
    return [(vars(one.fitness), [*map(vars, one.needs.values())], vars(one.task),
             [*map(vars, one.correlations.values())], one.schemes, one.absent) for one in found]  # fmt: skip


def test_files_in_blocks_have_the_figures_of_the_whole(tmp_path: Path) -> None:
    """Sentences that are left out, missed and aligned among them; a need that only the last block has."""
    copies, files = 150, {"gold": "", "stanford": "", "link-grammar": ""}
    for name in files:
        text = (TUTORIAL / f"{name}.mrg").read_text("utf-8") * copies + "(S (ODD (N a)))\n"
        files[name] = str(tmp_path / f"{name}.mrg")
        Path(files[name]).write_text(text, encoding="utf-8")
    gold = files.pop("gold")
    needs = [
        ("evalb", "NP"),
        ("evalb", "ODD"),
        ("evalb", "NONE"),
        ("parseval", "VP"),
        ("chunks", "NP"),
    ]
    wanted = profile(
        {"need": [{"scheme": one, "labels": [label], "measure": "recall"} for one, label in needs]}
    )
    banks = {name: karat.read(path) for name, path in files.items()}
    size = len(karat.read(gold))
    task = {
        name: [float(at % seven) for at in range(size)]
        for name, seven in zip(banks, (7, 11), strict=True)
    }
    blocks: list[int] = []
    found = adequacy_of_files(
        Files(gold, files, Views()), wanted, task, samples=50, progress=blocks.append
    )
    assert len(blocks) > 2
    assert repr(figures(found)) == repr(
        figures(adequacy(karat.read(gold), banks, wanted, task, samples=50))
    )
    assert found[0].absent == ("evalb NONE",)
    with pytest.raises(karat.UsageError, match=f"{size - 1} results for stanford"):
        adequacy_of_files(Files(gold, files, Views()), wanted, {"stanford": task["stanford"][1:]})
