"""karat suite key, and a suite's own analyses as gold."""

import json
import sys
from pathlib import Path

import pytest

from command_line import CommandLine

pytest.importorskip("delphin")

RELATIONS = """\
item:
  i-id :integer :key
  i-input :string
  i-wf :integer
  i-length :integer

analysis:
  i-id :integer :key
  a-position :string
  a-instance :string
  a-category :string
  a-function :string
  a-domain :string
"""
ITEMS = "1@He sees the firm .@1@4\n2@Him comes .@0@2\n3@He sees the old firm .@1@5\n"
ANALYSES = """\
1@0:1@He@PRON@subj@1:2
1@1:2@sees@V@func@0:4
1@2:4@the firm@NP_sg@obj@1:2
2@0:1@Him@PRON@?@1:2
3@2:5@the old firm@NP_sg@obj@1:2
"""
# A parser that brackets the last two words and the full stop: right for 1, wrong for 3.
PARSER = (
    "import sys\n"
    "for line in sys.stdin:\n"
    "    *first, a, b, dot = line.split()\n"
    "    *first, c = first or ['x', 'y']\n"
    "    print(f\"(S {' '.join(first)} (VP {c} (NP {a} {b})) {dot})\"\n"
    "          if c != 'the' else f\"(S {' '.join(first)} (X {c} {a}) {b} {dot})\", flush=True)\n"
)


@pytest.fixture
def run(command: CommandLine) -> CommandLine:
    """A folder with a suite, and a run of it."""
    (command.folder / "suite").mkdir()
    for name, text in (("relations", RELATIONS), ("item", ITEMS), ("analysis", ANALYSES)):
        command.write(f"suite/{name}", text)
    command.write("parser.py", PARSER)
    parser = f'command(run="{sys.executable} parser.py")'
    done = command("suite", "run", "suite", "--with", parser, "--run", "my.run")
    assert done.status == 0, done.err
    return command


def test_a_key_and_the_answers(run: CommandLine) -> None:
    """The same items in the same order; the table accounts for every row."""
    done = run("suite", "key", "suite", "key.mrg", "--answers", "my.run", "answers.mrg")
    assert done.status == 0, done.err
    assert "key.mrg: 2 items, from 5 rows" in done.err
    assert [line.split()[0] for line in done.out.splitlines()[1:]] == ["2", "2", "1"]
    key = Path(run.folder / "key.mrg").read_text().splitlines()
    assert key == ["( He sees (NP the firm) .)", "( He sees (NP the old firm) .)"]
    answers = Path(run.folder / "answers.mrg").read_text().splitlines()
    assert answers == ["(S He (VP sees (NP the firm)) .)", "(S He sees (X the old) firm .)"]
    done = run("score", "key.mrg", "answers.mrg", "-s", "flat", "-o", "json")
    (result,) = json.loads(done.out)["results"]
    assert result["counts"]["gold"] == 2
    assert result["measures"]["recall"] == 0.5
    assert result["measures"]["conformance"] == 1.0


def test_dependencies(run: CommandLine) -> None:
    """CoNLL-U with heads only where the suite names them."""
    assert run("suite", "key", "suite", "key.conllu").status == 0
    text = (run.folder / "key.conllu").read_text()
    assert "# sent_id = 1\n" in text
    assert "\n1\tHe\t_\t_\t_\t_\t2\tsubj\t_\t_\n" in text
    assert "\n2\tsees\t_\t_\t_\t_\t_\t_\t_\t_\n" in text
    # A graph of Universal Dependencies has a head for every word.
    done = run("check", "key.conllu", "-o", "json", "--limit", "1000")
    said = {one["fault"] for one in json.loads(done.out)["found"]}
    assert (done.status, said) == (2, {"a head that is not a number"})


def test_right_by_the_analyses(run: CommandLine) -> None:
    """The first item has the bracket of the suite, the other has not; both contradict nothing."""
    for figure, right in (("flat.recall", 0.5), ("flat.conformance", 1.0)):
        done = run("suite", "score", "my.run", "--gold", "suite", "--right", figure, "-o", "json")
        assert done.status == 0, done.err
        (found,) = json.loads(done.out)["runs"]
        assert found["measures"]["right_first"] == right


def test_what_cannot_be_done(run: CommandLine) -> None:
    """One message that says what to do, and status 2."""
    for arguments, said in (
        (("suite", "key.txt"), "key.txt: the name of the key should end in .mrg or .conllu"),
        (("tam2008", "key.mrg"), "tam2008: this is not an [incr tsdb()] folder"),
        (("suite", "key.mrg", "--answers", "none.run", "a.mrg"), "none.run"),
    ):
        done = run("suite", "key", *arguments)
        assert done.status == 2
        assert said in done.err
        assert "Traceback" not in done.err
    assert not (run.folder / "key.mrg").exists()
    run.write("suite/analysis", "")
    done = run("suite", "key", "suite", "key.mrg")
    assert (done.status, "suite: this suite has no analyses of its own" in done.err) == (2, True)


def test_a_run_of_other_items(run: CommandLine) -> None:
    """Answers must be to the items of the key."""
    run.write("other.tsv", "id\tsentence\n1\tHe sees the firm .\n")
    parser = f'command(run="{sys.executable} parser.py")'
    assert run("suite", "run", "other.tsv", "--with", parser, "--run", "other.run").status == 0
    done = run("suite", "key", "suite", "key.mrg", "--answers", "other.run", "a.mrg")
    assert done.status == 2
    assert "other.run: it has no result for item '3', which is in the key" in done.err
