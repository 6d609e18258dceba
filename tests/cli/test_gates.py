"""What must be reached: thresholds and baselines, with their exit statuses; output for CI."""

import csv
import json
import xml.etree.ElementTree as ET

import pytest

from command_line import CommandLine, Done

# Ten sentences; a worse system has a wrong label in each, which no test can miss.
GOLD = "".join(f"(S (NP (DT the) (NN dog{i})) (VP (VBZ barks)) (. .))\n" for i in range(10))
WORSE = GOLD.replace("(NP", "(X")
# One wrong label: worse, but that can be chance.
UNLUCKY = GOLD.replace("(NP", "(X", 1)
USUAL = "evalb(params=collins)"


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    """A folder with gold, systems, and the rows of an earlier run in which all was right."""
    for name, text in {"gold": GOLD, "worse": WORSE, "unlucky": UNLUCKY, "right": GOLD}.items():
        command.write(f"{name}.mrg", text)
    done = command("score", "gold.mrg", "right.mrg", "--per-sentence", "rows.csv")
    assert done.status == 0, done.err
    return command


def figures(done: Done, system: str) -> list[str]:
    """The row of a system in the first table."""
    return next(line.split() for line in done.out.splitlines() if line.startswith(f"{system} "))


def gate(
    files: CommandLine, system: str, baseline: str = "rows.csv", *more: str
) -> tuple[int, str]:
    done = files("score", "gold.mrg", system, "--not-worse-than", baseline, *more)
    return done.status, done.err


# The usual default.


def test_the_default_is_what_papers_print(files: CommandLine) -> None:
    """The header says which parameters, why, and how to get plain evalb."""
    files.write("dot.mrg", GOLD.replace("(. .)", "(X (. .))"))
    done = files("score", "gold.mrg", "dot.mrg")
    assert done.out.splitlines()[0] == (
        "scheme: evalb(params=collins), as in most papers on English; plain: -s evalb"
    )
    assert figures(done, "dot.mrg")[1:4] == ["100.00", "100.00", "100.00"]
    plain = files("score", "gold.mrg", "dot.mrg", "-s", "evalb")
    assert "most papers" not in plain.out + plain.err
    assert figures(plain, "dot.mrg")[1:4] == ["100.00", "75.00", "85.71"]
    quiet = files("score", "gold.mrg", "dot.mrg", "--quiet")
    assert "most papers" not in quiet.out + quiet.err


def test_the_header_is_not_in_the_data(files: CommandLine) -> None:
    """Programs read the output, people the rest."""
    done = files("score", "gold.mrg", "right.mrg", "-o", "json")
    assert json.loads(done.out)["results"][0]["scheme"] == USUAL
    assert "most papers" in done.err


@pytest.mark.parametrize(
    ("tree", "said"),
    [
        ("(S (NP (ART der) (NN Hund)) (VP (VVFIN bellt)) ($. .))", "no punctuation is deleted"),
        ("(S (NP (ART der) (NN Hund)) (VP (VVFIN bellt)) ($. .))", "add delete=$."),
        ("(IP (NP (NN gou)) (VP (VV jiao)) (PU .))", "add delete=PU"),
        (
            "(ROOT (S (NP (NN a)) (VP (VB b))))",
            "ROOT counts as a bracket (delete=ROOT leaves it out)",
        ),
        ("( (S (NP (NN a)) (VP (VB b))))", "trees have a nameless root"),
        ("(S (NP the dog) (VP barks))", "gold's words have no tags"),
        ("(S (VP (VB 0=is) (JJ 2=rich)) (NP (PRP 1=he)))", "rules of disco-dop"),
    ],
)
def test_files_that_the_default_does_not_suit(command: CommandLine, tree: str, said: str) -> None:
    """A note says so."""
    command.write("gold.mrg", tree + "\n")
    assert said in command("score", "gold.mrg", "gold.mrg").out


@pytest.mark.parametrize(
    "tree", ["(TOP (S (NP (NN a)) (VP (VB b)) (. .)))", "(S (NP ($ $) (CD 5)) (VP (VB b)))"]
)
def test_files_that_it_suits(command: CommandLine, tree: str) -> None:
    """Labels that are merely absent need no note."""
    command.write("gold.mrg", tree + "\n")
    done = command("score", "gold.mrg", "gold.mrg")
    assert "never matched" not in done.out
    assert "no punctuation is deleted" not in done.out


# Thresholds.


def test_a_measure_is_that_of_the_scheme_that_runs(files: CommandLine) -> None:
    """f1 is 2/3 of the brackets; without a scheme, and with another one."""
    call = "score", "gold.mrg", "worse.mrg", "--fail-under"
    done = files(*call, "f1=0.7")
    assert (done.status, done.err) == (
        1, f"karat: {USUAL}.f1 of worse.mrg is 0.6667, under 0.7\n",
    )  # fmt: skip
    assert files(*call, "f1=0.6").status == 0
    done = files(*call, "f1=0.9", "-s", "evalb(labelled=no)")
    assert (done.status, "collins" in done.out) == (0, False)


def test_a_figure_with_its_scheme_is_plain_evalb(files: CommandLine) -> None:
    """As ever: evalb.f1 runs evalb without parameters."""
    files.write("dot.mrg", GOLD.replace("(. .)", "(X (. .))"))
    assert files("score", "gold.mrg", "dot.mrg", "--fail-under", "f1=1").status == 0
    done = files("score", "gold.mrg", "dot.mrg", "--fail-under", "evalb.f1=1")
    assert (done.status, "collins" in done.out) == (1, False)
    assert "karat: evalb.f1 of dot.mrg is 0.8571, under 1" in done.err


@pytest.mark.parametrize(
    ("threshold", "said"),
    [
        ("f1=90", "--fail-under f1=90: f1 is a share, from 0 to 1; for 90 %, write f1=0.9"),
        ("evalb.f1=92.5", "evalb.f1 is a share, from 0 to 1; for 92.5 %, write evalb.f1=0.925"),
        ("f1=1000", "f1 is a share, from 0 to 1"),
        ("f1=-0.1", "f1 is a share, from 0 to 1"),
        ("f1=nan", "write FIGURE=VALUE, as in f1=0.9"),
        ("f1=inf", "write FIGURE=VALUE, as in f1=0.9"),
        ("f1=", "write FIGURE=VALUE, as in f1=0.9"),
        ("f11=0.9", "there is no measure of evalb(params=collins) 'f11'; did you mean 'f1'?"),
        ("evalb=0.9", "'evalb' names no figure; write for example evalb.f1"),
        ("evlab.f1=0.9", "there is no scheme 'evlab'; did you mean 'evalb'?"),
    ],
)
def test_thresholds_that_make_no_sense(files: CommandLine, threshold: str, said: str) -> None:
    done = files("score", "gold.mrg", "right.mrg", "--fail-under", threshold)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


@pytest.mark.parametrize("figure", ["crossing=90", "crossing=0.1", "parseval.crossing_pairs=1"])
def test_a_figure_of_which_less_is_better(files: CommandLine, figure: str) -> None:
    """A perfect parse would fail such a gate, and one with many crossing brackets pass it."""
    done = files("score", "gold.mrg", "right.mrg", "--fail-under", figure)
    assert (done.status, done.out) == (2, "")
    name = figure.partition("=")[0]
    assert f"--fail-under {figure}: less is better for {name}, so a minimum would fail" in done.err


def test_a_measure_of_several_schemes(files: CommandLine) -> None:
    """One that only one of them has is clear; otherwise the user must say which is meant."""
    call = "score", "gold.mrg", "right.mrg", "-s", "evalb", "-s", "flat", "--fail-under"
    assert files(*call, "tagging=1").status == 0
    done = files(*call, "recall=1")
    assert (done.status, done.out) == (2, "")
    assert "several schemes have recall; name one: evalb.recall, flat.recall" in done.err


def test_shares_of_suites_too(command: CommandLine) -> None:
    """karat suite score has the same thresholds."""
    done = command("suite", "score", "x.run", "--fail-under", "coverage=70")
    assert (done.status, done.out) == (2, "")
    assert "coverage is a share, from 0 to 1; for 70 %, write coverage=0.7" in done.err


# A baseline.


def test_rows_say_how_they_were_made(files: CommandLine) -> None:
    """In a column of their own, so that any program can read the file."""
    with (files.folder / "rows.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 10
    (recipe,) = {row["signature"] for row in rows}
    scheme, failed, gold, version = recipe.split("|")
    assert (scheme, failed, version[:6]) == (USUAL, "failed:drop", "karat:")
    assert gold.startswith("gold:")
    assert f"|{gold}|" in files("score", "gold.mrg", "right.mrg").out


def test_data_frames_read_the_rows(files: CommandLine) -> None:
    """Without options; the recipe is a column of text, the counts are numbers."""
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    path = files.folder / "rows.csv"
    assert pandas.read_csv(path)["matched"].sum() == 30
    assert pandas.read_csv(path)["signature"].nunique() == 1
    assert polars.read_csv(path)["matched"].sum() == 30


def test_significantly_worse(files: CommandLine) -> None:
    """All ten sentences are worse: 2 of 1,024 exchanges are as extreme, p = 0.002."""
    uneven = WORSE.splitlines()
    files.write(
        "uneven.mrg", "\n".join([*uneven[:5], *(line.replace("VP", "Y") for line in uneven[5:])])
    )
    status, said = gate(files, "uneven.mrg")
    assert status == 1
    wanted = (
        f"karat: {USUAL}.f1 of uneven.mrg is 0.5000, significantly worse than rows.csv with 1.0000: "
        "difference -0.5000 [-0.6000, -0.4000] (95 %), p = 0.0020\n"
    )
    assert said == wanted


def test_a_difference_without_an_interval(files: CommandLine) -> None:
    """The same in every sentence: the test says that it is real, nothing says how certain its size is."""
    status, said = gate(files, "worse.mrg")
    assert (status, "difference -0.3333 (every sample has the same value" in said) == (1, True)
    assert said.endswith("p = 0.0020\n")


def test_worse_by_chance(files: CommandLine) -> None:
    """It passes, with a word on how large a loss could have been missed."""
    status, said = gate(files, "unlucky.mrg")
    assert status == 0
    assert (
        "is 0.9667, not significantly worse than rows.csv with 1.0000: difference -0.0333 [" in said
    )
    assert "p = 1.0000; a loss of up to 0.1000 cannot be excluded with these sentences" in said


def test_not_worse(files: CommandLine) -> None:
    """The same, and better: the difference is said all the same."""
    status, said = gate(files, "right.mrg")
    assert (status, "not worse than rows.csv" in said, "p = 1.0000" in said) == (0, True, True)
    files("score", "gold.mrg", "worse.mrg", "--per-sentence", "low.jsonl")
    status, said = gate(files, "right.mrg", "low.jsonl")
    assert (status, "difference +0.3333" in said) == (0, True)


def test_alpha(files: CommandLine) -> None:
    """The level can be chosen: p = 0.002 is not below 0.001."""
    assert gate(files, "worse.mrg", "rows.csv", "--alpha", "0.001")[0] == 0
    assert gate(files, "worse.mrg", "rows.csv", "--alpha", "0")[0] == 2


def test_another_system_as_baseline(files: CommandLine) -> None:
    """It is scored as well, and shown, but not judged itself."""
    done = files(
        "score", "gold.mrg", "right.mrg", "--not-worse-than", "worse.mrg", "--fail-under", "f1=0.9",
        "--per-sentence", "new.csv",
    )  # fmt: skip
    assert done.status == 0, done.err
    assert [figures(done, name)[3] for name in ("right.mrg", "worse.mrg")] == ["100.00", "66.67"]
    assert "worse.mrg" not in (files.folder / "new.csv").read_text()
    assert gate(files, "worse.mrg", "right.mrg")[0] == 1


def test_nobody_passes_by_failing(files: CommandLine) -> None:
    """evalb drops sentences without a parse; here they count as empty parses."""
    files.write("lazy.mrg", GOLD.splitlines()[0] + "\n" * 10)
    assert json.loads(files("score", "gold.mrg", "lazy.mrg", "-o", "json").out)["results"][0][
        "measures"
    ]["f1"] == 1  # fmt: skip
    status, said = gate(files, "lazy.mrg")
    assert status == 1
    assert "sentences without a score count as empty parses (9, baseline 0)" in said


def test_names_of_phenomena_need_both_files(files: CommandLine) -> None:
    """Only names count that all files of a run can show, so rows of another run say too little."""
    files.write("names.txt", "1\tpassive\n2\tcontrol\n3\tpassive\n")
    files.write("fewer.txt", "1\tpassive\n2\tcontrol\n3\t(no output)\n")
    scheme = "-s", "phenomena(mode=exhaustive)"
    files("score", "names.txt", "names.txt", *scheme, "--per-sentence", "names.csv")
    call = "score", "names.txt", "fewer.txt", *scheme, "--not-worse-than"
    done = files(*call, "names.csv")
    assert (done.status, "give the other system's output instead" in done.err) == (2, True)
    done = files(*call, "names.txt")
    assert (done.status, "difference -0.3333" in done.err) == (0, True)


def test_its_own_earlier_self(files: CommandLine) -> None:
    """Of several systems in a file, the one of the same name is the baseline."""
    done = files(
        "score", "gold.mrg", "a=worse.mrg", "b=right.mrg", "--per-sentence", "both.jsonl"
    )  # fmt: skip
    assert done.status == 0, done.err
    assert gate(files, "a=worse.mrg", "both.jsonl")[0] == 0
    assert gate(files, "b=worse.mrg", "both.jsonl")[0] == 1
    status, said = gate(files, "worse.mrg", "both.jsonl")
    assert status == 2
    assert "rows of 2 systems (a, b), none called worse.mrg" in said


def test_rows_from_a_pipe(files: CommandLine) -> None:
    rows = (files.folder / "rows.csv").read_bytes()
    call = "score", "gold.mrg", "worse.mrg", "--not-worse-than", "-"
    assert files(*call, stdin=rows).status == 1
    done = files(*call, stdin=GOLD)
    assert (done.status, "only rows of --per-sentence can come from a pipe" in done.err) == (
        2,
        True,
    )


def test_several_schemes(files: CommandLine) -> None:
    """Each scheme is tested; each must be in the file."""
    schemes = "-s", "evalb", "-s", "flat"
    files("score", "gold.mrg", "right.mrg", *schemes, "--per-sentence", "two.jsonl")
    status, said = gate(files, "worse.mrg", "two.jsonl", *schemes)
    assert status == 1
    figures = ["evalb.f1", "flat.recall", "flat.conformance"]
    assert [line.split()[1] for line in said.splitlines()] == figures


def test_what_cannot_be_compared(files: CommandLine) -> None:
    """Other gold, another scheme, parameters or views, a saved score, rows without their recipe."""
    files.write("other.mrg", GOLD.replace("VP", "X"))
    files("score", "other.mrg", "right.mrg", "--per-sentence", "other.csv")
    files("score", "gold.mrg", "right.mrg", "-s", "evalb", "--per-sentence", "plain.csv")
    files("score", "gold.mrg", "right.mrg", "--common", "--per-sentence", "common.csv")
    files("score", "-", "right.mrg", "--per-sentence", "pipe.csv", stdin=GOLD)
    saved = files("score", "gold.mrg", "right.mrg", "-o", "json").out
    files.write("saved.json", saved)
    rows = (files.folder / "rows.csv").read_text().splitlines()
    files.write("old.csv", "".join(row.rpartition(",")[0] + "\n" for row in rows))
    files.write("few.csv", "".join(row + "\n" for row in rows[:5]))
    files.write("empty.csv", rows[0] + "\n")
    files.write("bad.csv", "\n".join([*rows[:3], rows[3].replace(",3,", ",x,", 1)]) + "\n")
    expected = {
        "other.csv": "other.csv: it was scored against other gold (gold:",
        "plain.csv": "plain.csv: it has no rows for evalb(params=collins), but for evalb;",
        "common.csv": "common.csv: it was scored in another way (",
        "pipe.csv": "gold was read from a pipe",
        "saved.json": "this is a saved score, which has no counts for single sentences",
        "old.csv": "old.csv:2: this is not the row of a sentence (there is no column 'signature')",
        "few.csv": "few.csv has counts for 4 sentences and worse.mrg for 10",
        "empty.csv": "empty.csv: it has no sentences",
        "bad.csv": "bad.csv:4: this is not the row of a sentence (sentence is 'x', which is not a number)",
        "missing.csv": "missing.csv: there is no such file",
    }
    for name, message in expected.items():
        status, said = gate(files, "worse.mrg", name)
        assert (status, message in said) == (2, True), (name, said)
        assert said.count("\n") == 1


def test_common_sentences_are_no_gate(files: CommandLine) -> None:
    status, said = gate(files, "worse.mrg", "rows.csv", "--common")
    assert (status, "by failing" in said) == (2, True)


def test_parameters_of_a_file_are_compared_by_content(files: CommandLine) -> None:
    """The same name with other parameters in it is another way to score."""
    files.write("my.prm", "DELETE_LABEL .\n")
    scheme = "evalb(params=my.prm)"
    files("score", "gold.mrg", "right.mrg", "-s", scheme, "--per-sentence", "my.csv")
    assert gate(files, "worse.mrg", "my.csv", "-s", scheme)[0] == 1
    files.write("my.prm", "DELETE_LABEL ,\n")
    status, said = gate(files, "worse.mrg", "my.csv", "-s", scheme)
    assert (status, "scored in another way" in said) == (2, True)


def test_gates_in_json(files: CommandLine) -> None:
    """Only if there are any."""
    done = files("score", "gold.mrg", "worse.mrg", "-o", "json", "--fail-under", "f1=0.5",
        "--not-worse-than", "rows.csv")  # fmt: skip
    first, second = json.loads(done.out)["gates"]
    assert (first["gate"], first["system"], first["passed"]) == (
        f"{USUAL}.f1 >= 0.5",
        "worse.mrg",
        True,
    )
    assert (second["passed"], second["measure"]) == (False, "f1")
    assert second["difference"] == pytest.approx(-1 / 3)
    assert second["p"] == 2 / 1024
    assert "gates" not in json.loads(files("score", "gold.mrg", "worse.mrg", "-o", "json").out)


# Output for continuous integration.


def test_github(files: CommandLine) -> None:
    """An error for the gate, the worst sentences with their lines, the table; a summary where wanted."""
    text = GOLD.splitlines()
    text[3] = text[3].replace("NP", "Q").replace("VP", "R")
    text[6], text[8] = text[6].replace("NP", "X"), ""
    files.write("new, 1.mrg", "\n".join(text) + "\n")
    env = {"GITHUB_STEP_SUMMARY": str(files.folder / "summary.md")}
    done = files(
        "score", "gold.mrg", "new, 1.mrg", "-o", "github", "--fail-under", "f1=0.95", env=env
    )
    assert done.status == 1
    commands = [line for line in done.out.splitlines() if line.startswith("::")]
    assert commands[0].startswith(
        f"::error title=karat%3A {USUAL}.f1 >= 0.95::{USUAL}.f1 of new, 1.mrg is "
    )
    places = [line.split(",title=")[0] for line in commands[1:]]
    assert places == [f"::warning file=new%2C 1.mrg,line={line}" for line in (9, 4, 7)]
    assert "f1 33.33" in commands[2]
    assert "new, 1.mrg" in done.out.partition("recall")[2]
    summary = (files.folder / "summary.md").read_text()
    assert "| new, 1.mrg |" in summary
    assert "**missed**" in summary


def test_at_most_ten_annotations(files: CommandLine) -> None:
    files.write("long.mrg", GOLD * 3)
    files.write("bad.mrg", WORSE * 3)
    done = files("score", "long.mrg", "bad.mrg", "-o", "github")
    assert done.out.count("::warning ") == 10
    done = files("score", "long.mrg", "long.mrg", "-o", "github")
    assert (done.status, done.out.count("::")) == (0, 0)


def test_a_summary_that_cannot_be_written(files: CommandLine) -> None:
    done = files(
        "score", "gold.mrg", "right.mrg", "-o", "github", env={"GITHUB_STEP_SUMMARY": "no/x.md"}
    )
    assert (done.status, "GITHUB_STEP_SUMMARY" in done.err) == (2, True)


def test_junit(files: CommandLine) -> None:
    """A case for each system and scheme, and for each gate; the document is XML whatever names say."""
    done = files(
        "score", "gold.mrg", "<&\x01>=worse.mrg", "-s", USUAL, "-s", "flat", "-o", "junit",
        "--fail-under", "f1=0.9", "--fail-under", "flat.recall=0.5", "--min-scored", "1",
        "--not-worse-than", "right.mrg",
    )  # fmt: skip
    assert done.status == 1
    whole = ET.fromstring(done.out)
    (suite,) = whole
    cases = suite.findall("testcase")
    failed = [case for case in cases if case.find("failure") is not None]
    assert (suite.get("tests"), suite.get("failures")) == (str(len(cases)), str(len(failed)))
    named = {(case.get("classname"), case.get("name")) for case in cases}
    assert (f"karat.{USUAL}", "<&\\x01>") in named
    assert ("karat.flat", "<&\\x01>: flat.recall >= 0.5") in named
    assert ("karat.flat", "<&\\x01>: scored >= 1") in named
    # Two schemes with two systems, two thresholds, the share that is scored, and three figures.
    assert len(cases) == 4 + 2 + 2 + 3
    assert {case.get("name").partition(": ")[2] for case in failed} >= {f"{USUAL}.f1 >= 0.9"}  # type: ignore[union-attr]


def test_junit_without_gates(files: CommandLine) -> None:
    """Nothing can fail; a system without any parse is skipped."""
    files.write("none.mrg", "\n" * 10)
    done = files("score", "gold.mrg", "right.mrg", "none.mrg", "-o", "junit")
    (suite,) = ET.fromstring(done.out)
    assert (done.status, suite.get("failures"), suite.get("skipped")) == (0, "0", "1")
    assert "f1 100.00" in (suite[0].findtext("system-out") or "")


def test_more_brackets_do_not_pass(command: CommandLine) -> None:
    """They raise recall, so it is not tested alone: one more bracket in each parse, right or crossing."""
    key = "(S (A (N a) (N b) (N c)) (N d))\n"
    command.write("gold.mrg", key * 20)
    command.write("old.mrg", "(S (N a) (N b) (N c) (N d))\n" * 20)
    command.write("more.mrg", "(S (N a) (N b) (B (N c) (N d)))\n" * 20)
    command.write("best.mrg", key * 20)
    command.write("lazy.mrg", "(S (N a) (N b) (B (N c) (N d)))\n" * 10 + "\n" * 10)
    for scheme, figure in (("parseval", "f1@sentence"), ("flat", "conformance")):
        for system, status in (("more", 1), ("best", 0), ("lazy", 1)):
            call = ("score", "gold.mrg", f"{system}.mrg", "-s", scheme)
            done = command(*call, "--not-worse-than", "old.mrg")
            assert done.status == status, done.err
            assert f"{scheme}.{figure} of {system}.mrg" in done.err
    said = "over the 10 sentences that both have a score for (without one: 10, baseline 0)"
    assert said in done.err


def test_a_scheme_that_scores_every_sentence_has_no_least_share(command: CommandLine) -> None:
    """Validity gives a sentence without a parse a score too: a system without any parse passed."""
    command.write("gold.mrg", "(S (N a))\n")
    command.write("none.mrg", "\n")
    call = "score", "gold.mrg", "none.mrg", "--min-scored", "0.9", "-s", "validity"
    done = command(*call)
    assert (done.status, "--fail-under validity.whole=0.9" in done.err) == (2, True)
    done = command(*call, "-s", "flat")
    assert (done.status, "flat scored 0 of 1 sentences" in done.err) == (1, True)
    assert "validity scored" not in done.err
