"""karat suite: run, resume, score, diff, errors, list, convert."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from command_line import CommandLine
from karat.cli import karat
from patience import SECONDS, until

HOSTILE = Path(__file__).resolve().parents[1] / "hostile_parser.py"
PARSER = f'command(run="{sys.executable} {HOSTILE}")'
SUITE = (
    "sentence\tgrammatical\tphenomena\texcluded\n"
    "fine one\tyes\tp\n"
    "two two\tyes\tp;q\n"
    "nothing here\tyes\tq\n"
    "garbage in\tyes\n"
    "die now\tyes\n"
    "exit 3\tno\n"
    "nothing bad\tno\n"
    "bad but fine\tno\tq\n"
    "so so\t2\n"
    "left out\tyes\tp\tit is wrong\n"
)


def ran(command: CommandLine, *more: str) -> None:
    """Run the suite with the hostile parser into s.command.run."""
    command.write("s.tsv", SUITE)
    done = command("suite", "run", "s.tsv", "--with", PARSER, *more)
    assert done.status == 0, done.err


def test_a_hostile_parser_costs_one_item_each(command: CommandLine) -> None:
    """What dies, ends or prints garbage is one reported item; the others have their results."""
    command.write("s.tsv", SUITE + "hang here\tyes\n")
    done = command("suite", "run", "s.tsv", "--with", PARSER, "--seconds", "1.5", "-o", "json")
    assert done.status == 0
    assert "11 of 11 items run now" in done.err
    (found,) = json.loads(done.out)["runs"]
    assert found["failures"] == {"crash": 2, "time-out": 1, "memory": 0, "garbage": 1}
    assert found["counts"]["items"] == 10
    rows = [json.loads(line) for line in (command.folder / "s.command.run").open()]
    assert rows[0]["suite"] == "s"
    assert len(rows) == 12
    by_sentence = {row["sentence"]: row for row in rows[1:]}
    assert by_sentence["die now"]["failure"] == "crash"
    assert "SIGSEGV" in by_sentence["die now"]["message"]
    assert by_sentence["two two"]["analyses"] == 2


def test_ambiguity_has_intervals_on_request(command: CommandLine) -> None:
    """Of the items with an analysis one has two, the others one: the mean is between 1 and 2."""
    ran(command)
    plain = json.loads(command("suite", "score", "s.command.run", "-o", "json").out)["runs"][0]
    done = command("suite", "score", "s.command.run", "--interval", "-o", "json")
    found = json.loads(done.out)["runs"][0]
    assert found["measures"] == plain["measures"]
    assert set(found["intervals"]) - set(plain["intervals"]) == {
        "parse_base", "analyses_per_token", "average_analyses",
    }  # fmt: skip
    low, high = found["intervals"]["average_analyses"]
    assert 1 <= low <= found["measures"]["average_analyses"] <= high <= 2
    assert low < high
    # Two of the three parsed items have two tokens and one analysis, so 1/2 an analysis per token.
    low, high = found["intervals"]["analyses_per_token"]
    assert low < found["measures"]["analyses_per_token"] < high <= 1
    table = command("suite", "score", "s.command.run", "--interval", "--seed", "3")
    assert "1000 samples of items, seed 3" in table.out + table.err


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="memory is watched through /proc")
def test_a_parser_that_gives_one_analysis_says_nothing_of_ambiguity(command: CommandLine) -> None:
    said = "every analysed item has exactly one analysis"
    command.write("one.tsv", "sentence\n" + "".join(f"fine {at}\n" for at in range(10)))
    command.write("two.tsv", "sentence\ntwo two\n" + "".join(f"fine {at}\n" for at in range(10)))
    for suite, noted in (("one", True), ("two", False)):
        done = command("suite", "run", f"{suite}.tsv", "--with", PARSER, "--run", f"{suite}.run")
        assert done.status == 0, done.err
        assert (said in command("suite", "score", f"{suite}.run").out) == noted
        (found,) = json.loads(command("suite", "score", f"{suite}.run", "-o", "json").out)["runs"]
        assert any(said in note for note in found["notes"]) == noted


def test_a_parser_that_eats_memory(command: CommandLine) -> None:
    """Is one item too."""
    command.write("s.tsv", "sentence\nfine\neat all\nfine again\n")
    done = command("suite", "run", "s.tsv", "--with", PARSER, "--memory", "150", "-o", "json")
    (found,) = json.loads(done.out)["runs"]
    assert found["failures"]["memory"] == 1
    assert found["counts"]["covered"] == 2


def test_score(command: CommandLine) -> None:
    """2 of 5 good items covered, 1 of 3 bad ones; what is apart is shown apart."""
    ran(command)
    done = command("suite", "score", "s.command.run", "--by", "phenomenon", "-o", "json")
    assert done.status == 0
    (found,) = json.loads(done.out)["runs"]
    assert found["measures"]["coverage"] == 0.4
    assert abs(found["measures"]["overgeneration"] - 1 / 3) < 1e-12
    assert found["intervals"]["coverage"][0] < 0.4 < found["intervals"]["coverage"][1]
    assert found["groups"]["phenomenon"]["q"]["counts"]["grammatical"] == 2
    assert found["groups"]["phenomenon"]["p"]["counts"]["grammatical"] == 2
    assert found["excluded"] == [{"id": "10", "sentence": "left out", "reason": "it is wrong"}]
    assert found["grades"]["2"] == {"items": 1, "parsed": 1}
    done = command("suite", "score", "s.command.run", "--by", "length")
    for word in ("40.00", "1-5", "it is wrong", "other grade", "crash", "signature"):
        assert word in done.out, word


@pytest.fixture(scope="module")
def run_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A run of the suite, made once."""
    folder = tmp_path_factory.mktemp("run")
    (folder / "s.tsv").write_text(SUITE, "utf-8")
    path = str(folder / "s.run")
    arguments = ["suite", "run", str(folder / "s.tsv"), "--with", PARSER, "--run", path]
    assert CliRunner().invoke(karat, arguments).exit_code == 0
    return path


@pytest.mark.parametrize("output", ["table", "csv", "latex", "markdown", "json"])
def test_every_output(run_file: str, output: str) -> None:
    """Of every verb that prints a table."""
    for verb in (
        ["list"],
        ["list", "tam2008"],
        ["score", run_file],
        ["diff", run_file, run_file],
        ["errors", run_file],
    ):
        done = CliRunner().invoke(karat, ["suite", *verb, "-o", output])
        assert done.exit_code == 0
        assert done.stdout
        if output == "json":
            json.loads(done.stdout)
        if output == "latex":
            assert r"\begin{tabular}" in done.stdout


def test_items_can_be_left_out_afterwards(command: CommandLine) -> None:
    """With a reason each, in a file; an item that is not there is an error."""
    ran(command)
    command.write("out.tsv", "item\treason\n3\tit is no English\n")
    done = command("suite", "score", "s.command.run", "--exclude", "out.tsv", "-o", "json")
    (found,) = json.loads(done.out)["runs"]
    assert found["measures"]["coverage"] == 0.5
    assert [one["reason"] for one in found["excluded"]] == ["it is no English", "it is wrong"]
    assert "|excluded:2|" in found["signature"]
    done = command("suite", "errors", "s.command.run", "--exclude", "out.tsv", "-o", "json")
    assert sum(row["failed"] for row in json.loads(done.out)) == 2
    command.write("out.tsv", "99\tnot there\n")
    done = command("suite", "score", "s.command.run", "--exclude", "out.tsv")
    assert (done.status, "no item '99'" in done.err) == (2, True)


def test_thresholds(command: CommandLine) -> None:
    """Exit 1 if a figure is under a value; a figure that there is not is an error."""
    ran(command)
    assert command("suite", "score", "s.command.run", "--fail-under", "coverage=0.4").status == 0
    done = command("suite", "score", "s.command.run", "--fail-under", "coverage=0.5")
    assert (done.status, "coverage of s.command.run is 0.4000, under 0.5" in done.err) == (1, True)
    done = command("suite", "score", "s.command.run", "--fail-under", "coverge=0.5")
    assert (done.status, "did you mean 'coverage'" in done.err) == (2, True)
    assert command("suite", "score", "s.command.run", "--fail-under", "coverage").status == 2
    done = command("suite", "score", "s.command.run", "--fail-under", "right_first=0.5")
    assert (done.status, "right_first of s.command.run is undefined, not 0.5" in done.err) == (
        1,
        True,
    )
    done = command("suite", "score", "s.command.run", "--fail-under", "overgeneration=0.5")
    assert (done.status, "less is better for overgeneration" in done.err) == (2, True)


def test_an_unfinished_run_does_not_pass(command: CommandLine) -> None:
    """The items that are left may be those that the parser fails on."""
    ran(command)
    whole = (command.folder / "s.command.run").read_text(encoding="utf-8")
    command.write("cut.run", "".join(whole.splitlines(keepends=True)[:3]))
    gate = "--fail-under", "coverage=1"
    done = command("suite", "score", "cut.run", *gate)
    assert done.status == 1
    assert "karat: cut.run: 8 of 10 items were not run yet" in done.err
    assert command("suite", "score", "cut.run").status == 0


def test_diff(command: CommandLine) -> None:
    """A second parser that parses everything: gains, a loss, and a failing job."""
    ran(command)
    other = """command(run="sed -u 's/.*/(S &)/'")"""
    done = command("suite", "run", "s.tsv", "--with", other, "--run", "b.run")
    assert done.status == 0, done.err
    done = command("suite", "diff", "s.command.run", "b.run", "-o", "json")
    assert done.status == 0
    kinds = [(row["change"], row["item"]) for row in json.loads(done.out)]
    assert kinds[:2] == [("lost", "6"), ("lost", "7")]
    assert [item for kind, item in kinds if kind == "gained"] == ["3", "4", "5"]
    assert ("analyses", "2") in kinds
    assert ("analysis", "1") in kinds
    assert "2 lost, 3 gained" in done.err
    done = command("suite", "diff", "s.command.run", "b.run", "--no-loss")
    assert (done.status, "lost or got worse: 2" in done.err) == (1, True)
    done = command("suite", "diff", "b.run", "b.run", "--no-loss")
    assert (done.status, "nothing changed" in done.err) == (0, True)


def test_failing_on_a_bad_item_is_no_rejection(command: CommandLine) -> None:
    """A parser that crashes on bad items overgenerates less: a note says why, and it is no gain."""
    ran(command)
    done = command("suite", "score", "s.command.run")
    said = "1 ungrammatical item counts as rejected because the parser failed on it: crash 1"
    assert f"note: s.command.run: {said}" in done.out.splitlines()
    (found,) = json.loads(command("suite", "score", "s.command.run", "-o", "json").out)["runs"]
    assert said in found["notes"]
    other = """command(run="sed -u 's/.*/(S &)/'")"""
    command("suite", "run", "s.tsv", "--with", other, "--run", "b.run")
    assert "count as rejected" not in command("suite", "score", "b.run").out
    rows = json.loads(command("suite", "diff", "b.run", "s.command.run", "-o", "json").out)
    kinds = {row["item"]: (row["change"], row["after"]) for row in rows}
    assert (kinds["6"], kinds["7"]) == (("analyses", "crash"), ("gained", "0"))


def test_errors_by_rules_and_by_hand(command: CommandLine) -> None:
    """Proposals are written to be corrected; what is by hand comes before them."""
    ran(command)
    done = command("suite", "errors", "s.command.run", "--propose", "hand.tsv", "-o", "json")
    assert done.status == 0
    proposed = (command.folder / "hand.tsv").read_text()
    assert proposed.startswith("item\tcategory\tsentence\n")
    assert "4\tgarbage\tgarbage in\n" in proposed
    rows = json.loads(done.out)
    assert [sum(row[kind] for row in rows) for kind in ("failed", "overgenerated")] == [3, 1]
    assert rows[-1]["coverage if fixed"] == 1.0
    command.write("mine.tsv", "3\tmissing construction\n99\tx\n")
    done = command("suite", "errors", "s.command.run", "--categories", "mine.tsv", "-o", "json")
    assert "missing construction" in [row["category"] for row in json.loads(done.out)]
    assert "1 items are not in the run, such as 99" in done.err
    assert "1 categories by hand, 3 proposed" in done.err


def test_kill_9_and_go_on(command: CommandLine) -> None:
    """Nothing that was recorded is run again, nothing is lost, a torn line is mended."""
    count = 60
    command.write("s.tsv", "sentence\n" + "".join(f"word {i}\n" for i in range(count)))
    path, log = command.folder / "r.run", command.folder / "log"
    arguments = [sys.executable, "-m", "karat", "suite", "run", "s.tsv", "--with", PARSER]
    arguments += ["--run", "r.run", "--jobs", "2"]
    environment = {**os.environ, "LOG": str(log), "SLOW": "0.2"}
    process = subprocess.Popen(
        arguments, cwd=command.folder, env=environment, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    while not path.exists() or path.read_bytes().count(b"\n") < 10:
        time.sleep(0.02)
        assert process.poll() is None
    parsers = _hostile(process.pid)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = [json.loads(line)["id"] for line in path.read_bytes().split(b"\n")[1:] if line]
    assert 9 <= len(before) < count
    with path.open("ab") as file:
        file.write(b'{"at": 59, "id": "60", "sente')
    until(lambda: not _running(parsers))  # they may still write into the log
    log.write_text("", "utf-8")
    done = command.run(arguments, env={"LOG": str(log)})
    assert done.status == 0, done.err
    assert f"{count - len(before)} of {count} items run now" in done.err
    rows = [json.loads(line) for line in path.read_bytes().split(b"\n")[1:] if line]
    assert sorted(int(row["id"]) for row in rows) == list(range(1, count + 1))
    asked = log.read_text("utf-8").split("\n")[:-1]
    assert len(asked) == len(set(asked)) == count - len(before)
    again = command.run(arguments)
    assert f"0 of {count} items run now" in again.err
    assert [row["analyses"] for row in rows] == [1] * count


def test_a_run_of_something_else_is_not_touched(command: CommandLine) -> None:
    """Another suite, another parser, another file altogether: exit 2, and the file as it was."""
    ran(command)
    path = command.folder / "s.command.run"
    before = path.read_bytes()
    command.write("s.tsv", SUITE + "more\tyes\n")
    done = command("suite", "run", "s.tsv", "--with", PARSER)
    assert (done.status, "another suite sha256" in done.err) == (2, True)
    command.write("s.tsv", SUITE)
    done = command("suite", "run", "s.tsv", "--with", "chain", "--run", "s.command.run")
    assert (done.status, "another parser" in done.err) == (2, True)
    done = command("suite", "run", "s.tsv", "--with", PARSER, "--seconds", "3")
    assert (done.status, "another limits" in done.err) == (2, True)
    assert path.read_bytes() == before
    command.write("notes.txt", "my notes")
    done = command("suite", "run", "s.tsv", "--with", PARSER, "--run", "notes.txt")
    assert (done.status, "this is not a karat run" in done.err) == (2, True)
    assert (command.folder / "notes.txt").read_text() == "my notes"


def test_bad_runs(command: CommandLine) -> None:
    """One message, exit 2."""
    ran(command)
    good = (command.folder / "s.command.run").read_bytes().split(b"\n")
    command.write("empty.run", "")
    command.write("other.run", "hello\n")
    command.write("middle.run", b"\n".join([good[0], b"{{{", *good[1:]]))
    command.write("newer.run", good[0].replace(b'"format": 1', b'"format": 2') + b"\n")
    command.write("head.run", good[0].replace(b'"items": 10', b'"items": "10"') + b"\n")
    command.write("twice.run", b"\n".join([*good[:3], good[2], b""]))
    command.write(
        "place.run", good[0] + b"\n" + good[1].replace(b'"at": ', b'"at": "x", "z": ') + b"\n"
    )
    for name, message in (
        ("none.run", "no such file"),
        ("empty.run", "this is not a karat run"),
        ("other.run", "other.run:1: this is not a karat run"),
        ("middle.run", "middle.run:2: this is not a karat run"),
        ("newer.run", "another version"),
        ("head.run", "head.run:1: this is not a karat run"),
        ("twice.run", "twice.run:4: there is a result for item"),
        ("place.run", "place.run:2: this is not a result"),
        (".", "this folder is not a run"),
    ):
        done = command("suite", "score", name)
        assert (done.status, message in done.err) == (2, True), (name, done.err)
    command.write("torn.run", b"\n".join(good[:4]) + b'\n{"id')
    done = command("suite", "score", "torn.run")
    assert (done.status, "7 of 10 items were not run yet" in done.out) == (0, True)


def test_usage(command: CommandLine) -> None:
    """What is unknown is said with what is known; what is missing with how to get it."""
    for arguments, message in (
        (["run", "tam2009", "--with", "chain"], "did you mean 'tam2008'"),
        (["run", "tam2008", "--with", "chian"], "did you mean 'chain'"),
        (["run", "tam2008", "--with", "command"], "needs a program to run"),
        (["run", "tam2008", "--with", "command(run=no-such-parser)"], "no program"),
        (["run", "tam2008"], "--with"),
        (
            ["run", "tam2008", "--with", "chain", "--seconds", "nan"],
            "should be a finite number above 0",
        ),
        (["convert", "tam2008", "x.pdf"], "should end in one of"),
        (["nonsense"], "nonsense"),
    ):
        done = command("suite", *arguments)
        assert (done.status, message in done.err) == (2, True), (arguments, done.err)
    assert command.names() == set()


def test_list_and_convert(command: CommandLine) -> None:
    """The suites that come along, one of them in full, and the same as a file."""
    assert "tam2008" in command("suite", "list").out
    done = command("suite", "list", "tam2008", "-o", "csv")
    assert "2,yes,dative-shift proper-noun,noun-compound,John gives Mary a flower" in done.out
    for name in ("t.toml", "t.tsv", "t.jsonl"):
        assert command("suite", "convert", "tam2008", name).status == 0
        done = command("suite", "list", name, "-o", "csv")
        assert "2,yes,dative-shift proper-noun,noun-compound,John gives Mary a flower" in done.out


def test_a_skeleton_is_written(command: CommandLine) -> None:
    """And read back: items, grades and phenomena; a folder that is there is not touched."""
    pytest.importorskip("delphin")
    command.write("s.tsv", SUITE)
    assert command("suite", "convert", "s.tsv", "new/").status == 0
    assert "i-id :integer :key" in (command.folder / "new" / "relations").read_text()
    done = command("suite", "list", "new", "-o", "csv")
    assert "2,yes,p q,,two two" in done.out
    assert "6,no,,,exit 3" in done.out
    assert "9,2,,,so so" in done.out
    done = command("suite", "convert", "s.tsv", "new/")
    assert (done.status, "this exists already" in done.err) == (2, True)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopped_by_hand(command: CommandLine, number: signal.Signals) -> None:
    """Control-C, kill and a closed terminal end the parsers at once, and what was run is kept."""
    command.write("s.tsv", "sentence\nfine\nhang\nfine too\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "karat", "suite", "run", "s.tsv", "--with", PARSER, "--run", "r",
         "--jobs", "1", "--seconds", "600"],
        cwd=command.folder, stderr=subprocess.PIPE, text=True,
        # The tests may run where a closed terminal is ignored, as below nohup.
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )  # fmt: skip
    path = command.folder / "r"
    while not path.exists() or path.read_bytes().count(b"\n") < 2:
        time.sleep(0.02)
        assert process.poll() is None
    process.send_signal(number)
    _, said = process.communicate(timeout=SECONDS)
    assert (process.returncode, "karat: stopped" in said) == (128 + number, True)
    assert "Traceback" not in said
    assert path.read_bytes().count(b"\n") == 2


def test_told_to_end_with_children_of_a_parser(command: CommandLine) -> None:
    """A program that the parser has started ends with it."""
    command.write("parser.sh", "sleep 300 &\necho $! > child\nwait\n")
    command.write("s.tsv", "sentence\none\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "karat", "suite", "run", "s.tsv", "--with", 'command(run="sh parser.sh")',
         "--run", "r", "--jobs", "1", "--seconds", "600"],
        cwd=command.folder, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    child = command.folder / "child"
    while not child.exists() or not child.read_text().strip():
        time.sleep(0.02)
        assert process.poll() is None
    process.terminate()
    assert process.wait(SECONDS) == 128 + signal.SIGTERM
    until(lambda: not _running([child.read_text().strip()]))


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="parsers are tied to us by setpriv")
def test_a_parser_does_not_outlive_us(command: CommandLine) -> None:
    """Not even one that hangs, when we are killed."""
    command.write("s.tsv", "sentence\nfine\nhang\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "karat", "suite", "run", "s.tsv", "--with", PARSER, "--run", "r",
         "--jobs", "1", "--seconds", "600"],
        cwd=command.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    children = Path(f"/proc/{process.pid}")
    while not (found := _hostile(process.pid)):
        time.sleep(0.02)
        assert children.exists()
    process.kill()
    process.wait()
    until(lambda: not _running(found))


def _running(processes: list[str]) -> list[str]:
    """Those of these processes that still run; one that waits to be asked how it ended does not."""
    found = []
    for one in processes:
        with contextlib.suppress(OSError):
            if Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
                found.append(one)
    return found


def _hostile(parent: int) -> list[str]:
    """The hostile parsers that a process has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if path.read_text().rpartition(")")[2].split()[1] == str(parent):
                found += [path.parent.name] * (
                    b"hostile_parser" in (path.parent / "cmdline").read_bytes()
                )
        except OSError:
            continue
    return found


@pytest.mark.skipif(shutil.which("link-parser") is None, reason="no link-parser here")
def test_the_ten_sentences_through_link_grammar(command: CommandLine) -> None:
    """Nine of ten have a linkage: not the gerund with an accusative subject."""
    done = command("suite", "run", "tam2008", "--with", "link-grammar", "-o", "json")
    (found,) = json.loads(done.out)["runs"]
    assert found["measures"]["coverage"] == 0.9
    assert found["parser"]["name"] == "link-grammar"
    rows = [json.loads(line) for line in (command.folder / "tam2008.link-grammar.run").open()]
    assert "Linkage 1" in rows[1]["native"]


def test_ambiguity_is_no_percentage(command: CommandLine) -> None:
    """Three parsed items of one, two and one analyses: the parse base is 2 to the power of 1/6."""
    suite = "sentence\nfine one\ntwo two\nfine too\n"
    command.write("t.tsv", suite)
    done = command("suite", "run", "t.tsv", "--with", PARSER, "--width", "200")
    figures = done.out.splitlines()[1].split()
    assert figures[-3] == f"{2 ** (1 / 6):.2f}"
    assert figures[-2] == f"{(1 / 2 * 2 / 2 * 1 / 2) ** (1 / 3):.2f}"
    assert figures[-1] == f"{(1 + 2 + 1) / 3:.2f}"


def test_a_suite_from_a_pipe(command: CommandLine) -> None:
    """As in: karat suite list <(grep -v bad sentences.txt)"""
    words = [sys.executable, "-m", "karat", "suite", "list", "/dev/stdin", "--format", "text"]
    done = command.run(words, stdin="dogs bark\ncats sleep\n")
    assert (done.status, done.err) == (0, "")
    assert "cats sleep" in done.out
